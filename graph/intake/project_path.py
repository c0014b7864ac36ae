"""Paths of projects and categories: `development/backend/auth`, one name a segment."""

import hashlib
import re
from dataclasses import dataclass

from graph.errors import Invalid

SEGMENTS_MOST = 8
_UNNAMED = "unnamed"
_NUMBERED_MOST, _NUMBERS_MOST, _MARK_LENGTH = 190, 1_000, 9
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


@dataclass(frozen=True, slots=True, kw_only=True)
class MendedPath:
    """The path that a project from before there was a rule goes by: it `joins` the project that has it, or is numbered.

    It joins where it differs in nothing but slashes, single dots and white space. `mark` is of the older path alone.
    """

    path: str
    joins: bool
    mark: str

    @property
    def choices(self) -> tuple[str, ...]:
        """The path, and for where another project has it numbered ones, at last the one with the mark."""
        room = self.path[:_NUMBERED_MOST].rstrip("/ ")
        return (self.path, *(f"{room}-{end}" for end in (*range(2, _NUMBERS_MOST), self.mark)))


def mended_path(path: str) -> MendedPath:
    """The path that stands for an older one: `"a//b"` is `a/b`, `"a b/../c"` is `a b/c`, `"///"` is `unnamed`.

    Nothing climbs: what stood below a name stays below it. A backslash parts names, as it does on Windows; other signs
    that no name may hold are blanks, and names beyond the last that a path may have are one.
    """
    mark = hashlib.sha256(path.encode("utf-8", "surrogatepass")).hexdigest()[:_MARK_LENGTH]
    parts = [name.strip() for name in path.split("/")]
    plain = [name for name in parts if name not in ("", ".")]
    if 0 < len(plain) <= SEGMENTS_MOST and all(map(_is_name, plain)):
        return MendedPath(path="/".join(plain), joins=True, mark=mark)
    pieces = (_NO_NAME.sub(" ", name).strip() for part in parts for name in part.split("\\"))
    names = [name for name in pieces if name not in ("", ".", "..")]
    if len(names) > SEGMENTS_MOST:
        last = SEGMENTS_MOST - 1
        names = [*names[:last], "-".join(names[last:])]
    return MendedPath(path="/".join(names) or _UNNAMED, joins=False, mark=mark)


def kept_path(path: str | None) -> str | None:
    """A path that was stored somewhere, as it may be kept: one from before there was a rule is mended."""
    return mended_path(path).path if path else path


def _is_name(name: str) -> bool:
    return name not in ("", ".", "..") and _NO_NAME.search(name) is None
