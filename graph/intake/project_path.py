"""Paths of projects and categories: `development/backend/auth`, one name a segment."""

import re

from graph.errors import Invalid

SEGMENTS_MOST = 8
_NO_NAME = re.compile(r"[\\\x00-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
"""What no folder's name may hold, and signs that turn the direction of a text; the joiners of emoji may stand there."""
_ALLOWED = (
    f'up to {SEGMENTS_MOST} names with "/" between them, such as development/backend/auth: '
    'none of them empty, "." or "..", and none with a backslash or control characters'
)


def checked_path(field: str, path: str) -> str:
    """The path as it is kept: without white space around its names or a "/" at either end.

    `" work / shop/ "` is `work/shop`. Raises Invalid where a name is empty, "." or "..": a path is also a folder's.
    """
    names = path_names(path)
    if len(names) > SEGMENTS_MOST or not all(map(_is_name, names)):
        raise Invalid(field, f"{path[:80]!r} is no path.", allowed=_ALLOWED)
    return "/".join(names)


def path_names(path: str) -> list[str]:
    """The names of a path in order, as they are kept: `" work / shop/ "` has "work" and "shop"."""
    return [name.strip() for name in path.strip().removeprefix("/").removesuffix("/").split("/")]


def _is_name(name: str) -> bool:
    return name not in ("", ".", "..") and _NO_NAME.search(name) is None
