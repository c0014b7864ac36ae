"""Loads the optional package sentence-transformers and reports when it is missing."""

from importlib import import_module
from typing import Any

from graph.errors import Misconfigured


def sentence_transformers(needed_by: str) -> Any:
    """The package, which loads torch.

    Raises Misconfigured with a message that begins with `needed_by` when it is missing.
    """
    try:
        return import_module("sentence_transformers")
    except ImportError as error:
        raise Misconfigured(
            f'{needed_by}, which is not installed: pip install "enishi[sentence-transformers]"'
        ) from error


def unloadable(setting: str, model: str) -> Misconfigured:
    """The error for a model that the package cannot load."""
    return Misconfigured(
        f"{setting}: {model} cannot be loaded: give a folder, or the name of a model while the hub can be reached."
    )
