"""Markdown tables in a text: the heads of the columns, and where the cells of each row stand."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

Stretch = tuple[int, int]
"""Start and end, in characters of the text."""

_ROW: Final = re.compile(r"^[ \t]*\|[^\n]*\|[^\n]*$", re.MULTILINE)
_OPEN: Final = re.compile(
    r"^[^\n|]+\|[^\n]*\n[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)+\r?(?:\n[^\n|]+\|[^\n]*)*", re.MULTILINE
)
"""A table whose lines neither begin nor end with a wall."""
_OPEN_ROW: Final = re.compile(r"[^\n]+")
_RULE: Final = re.compile(r"(?=[^\n]*--)[ \t\r:|-]+")
"""The line below the heads."""
_WALL: Final = re.compile(r"(?<!\\)\|")
_NEXT_LINE: Final = re.compile(r"[ \t\r]*\n[ \t]*")
_AROUND: Final = " \t\r`*_"


class MarkdownTable(NamedTuple):
    """The heads of a table's columns, and of each row the cells, without the signs around them."""

    heads: tuple[str, ...]
    rows: list[list[Stretch]]


def rows_in(text: str) -> list[Stretch]:
    """The lines of a text that are rows of a table, those of heads and the rules below them included, in order."""
    if "|" not in text:
        return []
    lines = {match.span() for match in _ROW.finditer(text)}
    for match in _OPEN.finditer(text) if "-|" in text or "- |" in text else ():
        lines.update(span.span() for span in _OPEN_ROW.finditer(text, *match.span()))
    return sorted(lines)


def tables_in(text: str, heads: Sequence[str] = ()) -> Iterator[MarkdownTable]:
    """The tables of a text; `heads` are those of the one in whose midst it begins."""
    table = MarkdownTable(tuple(heads), [])
    before = 0, 0
    for start, end in rows_in(text):
        if _NEXT_LINE.fullmatch(text, before[1], start) is None and text[:start].strip():
            yield table
            table, before = MarkdownTable((), []), (start, start)
        if _RULE.fullmatch(text, start, end) is not None:
            yield table._replace(rows=table.rows[:-1])  # its last row is that of the heads of this one
            table = MarkdownTable(_heads(text, before), [])
        else:
            table.rows.append(cells_in(text, start, end))
        before = start, end
    yield table


def heads_at(text: str, places: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """For each place, in order, the heads of the table in whose midst it lies; none elsewhere."""
    rows, at, heads, before = rows_in(text), 0, (), (0, 0)
    for place in places:
        while at < len(rows) and rows[at][0] < place:
            is_next = _NEXT_LINE.fullmatch(text, before[1], rows[at][0]) is not None
            is_rule = _RULE.fullmatch(text, *rows[at]) is not None
            heads = _heads(text, before) if is_rule and is_next else heads if is_next else ()
            before = rows[at]
            at += 1
        is_within = place <= before[1] or _NEXT_LINE.fullmatch(text, before[1], place) is not None
        yield heads if is_within else ()


def _heads(text: str, row: Stretch) -> tuple[str, ...]:
    return tuple(text[start:end] for start, end in cells_in(text, *row))


def cells_in(text: str, start: int, end: int) -> list[Stretch]:
    """The cells of a row between its walls."""
    begin, last = bare(text, start, end, around=" \t\r")
    begin += text.startswith("|", begin, last)
    last -= last > begin and text[last - 1] == "|" and text[last - 2] != "\\"
    walls = [match.start() for match in _WALL.finditer(text, begin, last)]
    edges = zip([begin, *(wall + 1 for wall in walls)], [*walls, last], strict=True)
    return [bare(text, *edge) for edge in edges]


def bare(text: str, start: int, end: int, around: str = _AROUND) -> Stretch:
    """A stretch without blanks and the signs of code and emphasis around it."""
    while start < end and text[start] in around:
        start += 1
    while end > start and text[end - 1] in around:
        end -= 1
    return start, end
