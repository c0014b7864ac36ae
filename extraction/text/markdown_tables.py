"""Markdown tables in a text: the heads of the columns, and where the cells of each row stand.

A table is a line of heads, a rule of dashes with as many cells, and the lines with walls below. Code has no tables.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

Stretch = tuple[int, int]
"""Start and end, in characters of the text."""

_LINE: Final = re.compile(r"[^\n]+")
_RULE: Final = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t\r]*")
_WALL: Final = re.compile(r"(?<!\\)\|(?![^\[\]\n|]{0,200}\]\])")
"""What parts two cells: not `\\|`, nor the sign within `[[a|b]]`."""
_BLANKS: Final = " \t\r"


@dataclass(slots=True)
class MarkdownTable:
    """The heads of a table's columns, the cells of its rows without the blanks around them, and where it stands."""

    heads: tuple[str, ...]
    rows: list[list[Stretch]]
    start: int
    end: int


class Tables(NamedTuple):
    """The tables of a text, and all lines that are of one: those that stand between walls without any rule as well."""

    tables: list[MarkdownTable]
    lines: list[Stretch]

    def has(self, place: int) -> bool:
        """Whether a place of the text is in a line of a table."""
        at = bisect_right(self.lines, place, key=lambda line: line[0]) - 1
        return at >= 0 and place < self.lines[at][1]


def tables_in(text: str, heads: Sequence[str] = ()) -> Tables:
    """The tables of a text; `heads` are those of the one in whose midst it begins, whose first row may be cut."""
    if "|" not in text:
        return Tables([], [])
    tables = [MarkdownTable(tuple(heads), [], 0, 0)] if heads else []
    lines: set[Stretch] = set()
    table = tables[0] if heads else None
    before: Stretch | None = None
    end = 0
    for match in _LINE.finditer(text):
        line = match.span()
        is_next, end = text.count("\n", end, line[0]) <= 1, line[1]
        is_walled = _WALL.search(text, *line) is not None
        if heads and line[0] == 0 and not is_walled:
            continue  # the end of a row, or of the line of heads
        if not (is_walled and is_next):
            table, before = None, None
        if not is_walled:
            continue
        cells, is_rule = cells_in(text, *line), _RULE.fullmatch(text, *line) is not None
        if table is not None:
            table.end = line[1]
            if line[0] > 0 or (len(cells) == len(table.heads) and not is_rule):
                table.rows.append(cells)  # else it is the end of a row, or the rule
            lines.add(line)
        elif before is not None and is_rule and len(named := cells_in(text, *before)) == len(cells):
            table = MarkdownTable(tuple(text[start:end] for start, end in named), [], before[0], line[1])
            tables.append(table)
            lines |= {before, line}
        elif text.startswith("|", bare(text, *line)[0]) and len(_WALL.findall(text, *line)) > 1:
            lines.add(line)
        before = line
    return Tables(tables, sorted(lines))


def heads_at(text: str, places: Sequence[int]) -> list[tuple[str, ...]]:
    """For each place the heads of the table in whose midst it lies; none elsewhere."""
    tables = tables_in(text).tables
    starts = [table.start for table in tables]
    ends = [bisect_right(starts, place - 1) - 1 for place in places]
    return [
        tables[at].heads if at >= 0 and place < tables[at].end else () for at, place in zip(ends, places, strict=True)
    ]


def cells_in(text: str, start: int, end: int) -> list[Stretch]:
    """The cells of a row between its walls."""
    begin, last = bare(text, start, end)
    walls = [match.span() for match in _WALL.finditer(text, begin, last)]
    if walls and walls[0][0] == begin:
        begin = walls.pop(0)[1]
    if walls and walls[-1][1] == last:
        last = walls.pop()[0]
    edges = [begin, *(edge for wall in walls for edge in wall), last]
    return [bare(text, *edge) for edge in zip(edges[::2], edges[1::2], strict=True)]


def bare(text: str, start: int, end: int) -> Stretch:
    """A stretch without the blanks around it."""
    while start < end and text[start] in _BLANKS:
        start += 1
    while end > start and text[end - 1] in _BLANKS:
        end -= 1
    return start, end
