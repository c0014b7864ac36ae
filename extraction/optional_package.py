"""The optional package sentence-transformers: loaded when first needed, with one way to tell that it is not there."""

from importlib import import_module
from typing import Any

from graph.errors import Misconfigured


def sentence_transformers(needed_by: str) -> Any:
    """The package, which brings torch along. Raises Misconfigured, beginning with who needs it, when it is missing."""
    try:
        return import_module("sentence_transformers")
    except ImportError as error:
        raise Misconfigured(
            f'{needed_by}, which is not installed: pip install "enishi[sentence-transformers]"'
        ) from error


def unloadable(setting: str, model: str) -> Misconfigured:
    """What to say of a model that the package cannot load."""
    return Misconfigured(
        f"{setting}: {model} cannot be loaded: give a folder, or the name of a model while the hub can be reached."
    )
