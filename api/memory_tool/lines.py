"""What the tool answers, in the words that Claude was taught: numbered lines, sizes, refusals."""

from collections.abc import Mapping, Sequence
from typing import Final

from api.memory_tool.paths import Refused

LINES_MOST: Final = 999_999
_AROUND: Final = 4
_LEVELS: Final = 2


def numbered(lines: Sequence[str], first: int = 1) -> str:
    """Lines with their numbers, six characters wide: `"     1\\tHello"`."""
    return "\n".join(f"{number:6d}\t{line}" for number, line in enumerate(lines, start=first))


def file_view(path: str, text: str, view_range: object) -> str:
    """A file with line numbers, or some of its lines: `[2, -1]` is all but the first. Raises Refused."""
    lines = text.split("\n")
    if len(lines) > LINES_MOST:
        raise Refused(f"File {path} exceeds maximum line limit of 999,999 lines.")
    first, last = _range(view_range, len(lines))
    return f"Here's the content of {path} with line numbers:\n{numbered(lines[first - 1 : last], first)}"


def folder_view(path: str, sizes: Mapping[str, int]) -> str:
    """What is in a folder two levels deep, each with its size; `sizes` are those of all files in it, by their paths."""
    whole: dict[str, int] = {path: sum(sizes.values())}
    for file, size in sizes.items():
        names = file.removeprefix(path).strip("/").split("/")
        if any(name.startswith(".") or name == "node_modules" for name in names):
            continue
        for depth in range(1, min(len(names), _LEVELS) + 1):
            place = "/".join([path, *names[:depth]])
            whole[place] = whole.get(place, 0) + size
    head = f"Here're the files and directories up to 2 levels deep in {path}, excluding hidden items and node_modules:"
    first = [f"{human(whole.pop(path))}\t{path}"]
    return "\n".join([head, *first, *(f"{human(size)}\t{place}" for place, size in sorted(whole.items()))])


def human(size: int) -> str:
    """A size as people read it: 512 is "512B", 1536 "1.5K"."""
    value = float(size)
    for unit in ("B", "K", "M"):
        if value < 1024:
            return f"{value:.0f}{unit}" if unit == "B" or value == int(value) else f"{value:.1f}{unit}"
        value /= 1024
    return f"{value:.1f}G"


def edited_view(text: str, at: int, replaced: str) -> str:
    """What is answered to an edit: the lines around what is new, which begins at a character."""
    lines = text.split("\n")
    first = max(1, text.count("\n", 0, at) + 1 - _AROUND)
    last = text.count("\n", 0, at) + 1 + replaced.count("\n") + _AROUND
    return f"The memory file has been edited.\n{numbered(lines[first - 1 : last], first)}"


def replaced(path: str, text: str, old: str, new: str) -> tuple[str, int]:
    """A text with one place changed, and where that is. Raises Refused where it is not there, or at several places."""
    places = text.count(old) if old else 0
    if places == 0:
        raise Refused(f"No replacement was performed, old_str `{old}` did not appear verbatim in {path}.")
    if places > 1:
        numbers: list[str] = []
        at = text.find(old)
        while at >= 0:
            numbers.append(str(text.count("\n", 0, at) + 1))
            at = text.find(old, at + len(old))
        raise Refused(
            f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {', '.join(numbers)}. "
            "Please ensure it is unique"
        )
    at = text.index(old)
    return text[:at] + new + text[at + len(old) :], at


def inserted(text: str, line: object, added: str) -> str:
    """A text with another behind a line of it; 0 is before the first. Raises Refused."""
    lines = text.split("\n")
    most = len(lines)
    if not isinstance(line, int) or isinstance(line, bool) or not 0 <= line <= most:
        raise Refused(
            f"Error: Invalid `insert_line` parameter: {line}. "
            f"It should be within the range of lines of the file: [0, {most}]"
        )
    lines[line:line] = added.removesuffix("\n").split("\n")
    return "\n".join(lines)


def _range(view_range: object, lines: int) -> tuple[int, int]:
    if view_range is None:
        return 1, lines
    match view_range:
        case [int() as first, int() as last] if 1 <= first <= lines and (last == -1 or first <= last):
            return first, lines if last == -1 else min(last, lines)
        case _:
            raise Refused(
                f"Error: Invalid `view_range` parameter: {view_range}. It should be two lines of the file: [1, {lines}]"
            )
