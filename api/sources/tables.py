"""CSV and TSV with a header; an unclosed quote costs its line, not the rest of the file."""

import csv
from collections import deque
from collections.abc import Iterator
from typing import TextIO

from api.sources.decoding import LINE_LIMIT, numbered
from api.sources.item import Item, Origin, broken
from api.sources.records import ALIASES, TEXT_NAMES, item_of
from graph.errors import Invalid
from graph.model.draft import Draft

DELIMITERS = (",", "\t", ";", "|")
BLOCK_LINES = 20_000
"""Lines one record may span before its quote counts as never closed."""

KNOWN = {name for names in ALIASES.values() for name in names} | set(Draft.__dataclass_fields__)
Line = tuple[int, str]


def read_table(stream: TextIO, origin: Origin) -> Iterator[Item]:
    """One item for each row after the header.

    A row with more or fewer cells than the header, or with a quote that is never closed, is an item with an error.
    Raises Invalid when no column holds the text.
    """
    csv.field_size_limit(LINE_LIMIT)  # the library's 131,072 is less than a memory may have
    lines = numbered(stream)
    first = next(((number, line) for number, line in lines if line.strip()), None)
    if first is None:
        return
    delimiter = delimiter_of(first[1])
    rows = _rows(first, lines, delimiter)
    _, header, _ = next(rows)
    names = [_name(cell) for cell in header or ()]
    if not set(names) & set(TEXT_NAMES):
        seen = ", ".join(name[:40] for name in names)
        raise Invalid("columns", f"no column holds the text; seen: {seen}.", allowed=" or ".join(TEXT_NAMES))
    for number, cells, raw in rows:
        if cells is None:
            yield broken(origin, number, "has a quote that is never closed or closed in the wrong place.", raw)
        elif len(cells) != len(names):
            yield broken(origin, number, f"has {len(cells)} cells where the header has {len(names)}.", raw)
        else:
            yield item_of(dict(zip(names, cells, strict=True)), origin, number)


def delimiter_of(header: str) -> str:
    """The delimiter under which a header names the most fields we know; then the one that makes the most columns."""

    def fitness(delimiter: str) -> tuple[int, int]:
        try:
            names = [_name(cell) for cell in next(csv.reader([header], delimiter=delimiter), [])]
        except csv.Error:
            return 0, 0
        return len(KNOWN.intersection(names)), len(names)

    return max(DELIMITERS, key=fitness)


def _name(cell: str) -> str:
    return cell.strip().lower().replace(" ", "_")


def _rows(first: Line, lines: Iterator[Line], delimiter: str) -> Iterator[tuple[int, list[str] | None, str]]:
    """Each row with the line it starts on and its text; None for cells that cannot be told.

    After a broken quote the reading starts again one line further on: nothing but the broken line is given up.
    """
    again: deque[Line] = deque([first])
    while True:
        block: list[Line] = []
        try:
            cells = next(csv.reader(_feed(again, lines, block), delimiter=delimiter, strict=True))
        except StopIteration:
            return
        except csv.Error:
            yield block[0][0], None, block[0][1].rstrip("\r\n")
            again.extendleft(reversed(block[1:]))
            continue
        if cells:
            yield block[0][0], cells, "".join(line for _, line in block).rstrip("\r\n")


def _feed(again: deque[Line], lines: Iterator[Line], block: list[Line]) -> Iterator[str]:
    size = 0
    while line := again.popleft() if again else next(lines, None):
        block.append(line)
        size += len(line[1])
        if len(block) > BLOCK_LINES or size > LINE_LIMIT:
            raise csv.Error
        yield line[1]
