"""Paths of the tool's tree: all of them below /memories, and none that leads anywhere else."""

import re
from typing import Final
from urllib.parse import unquote

ROOT: Final = "/memories"
DRAWN: Final = f"{ROOT}/projects"
"""Below it stand the memories of projects, drawn from the graph."""
LONGEST: Final = 200
_NO_NAME: Final = re.compile(r"[\\\x00-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")


class Refused(Exception):
    """What the tool answers in place of a result."""


def checked_path(path: object) -> str:
    """The path without a slash at its end: `/memories/a/` is `/memories/a`. Raises Refused for one that leads out.

    Also one that is spelled with percent signs: whoever reads it next may take them apart.
    """
    if not isinstance(path, str):
        raise Refused("Error: a path is a text that begins with /memories.")
    shown = path[:LONGEST]
    spelled = unquote(unquote(path))
    names = spelled.rstrip("/").split("/")
    odd = any(name in ("", ".", "..") for name in names[1:]) or _NO_NAME.search(spelled) is not None
    if odd or names[:2] != ["", "memories"]:
        raise Refused(f"Error: The path {shown!r} is not below {ROOT}: paths begin with it and hold no '..'.")
    if len(path) > LONGEST:
        raise Refused(f"Error: The path is longer than {LONGEST} characters.")
    return path.rstrip("/")


def is_drawn(path: str) -> bool:
    """Whether a path is that of what stands in the graph without the tool."""
    return path == DRAWN or path.startswith(f"{DRAWN}/")


def below(path: str, folder: str) -> bool:
    """Whether a path is in a folder, however deep."""
    return path.startswith(f"{folder}/")
