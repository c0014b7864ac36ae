"""What a Markdown table tells: of the thing of each row, by the head of each column, what stands in the cell.

Of `| Service | Owner | Port |` with the row `| ledger-svc | Temi | 8080 |`: Temi owns ledger-svc, Port of ledger-svc is
8080. The thing of a row is its first cell that is no owner, no date and no number, else the first. Nothing in a table
is prose.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from extraction.lang.shared.layout.items import (
    DEEDS,
    LIKE_NAME,
    LONGEST,
    End,
    FactWords,
    fact_between,
    name_in,
    split_at,
    topic_before,
)
from extraction.lang.shared.span import Span
from extraction.model.findings import Findings, FoundName, FoundStatement
from extraction.text.markdown_tables import MarkdownTable, Tables, bare, cells_in
from extraction.text.marked import without_marks
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, RelationType
from graph.tables import table_rows, values

_METHOD: Final = "table"
_SURE: Final = 0.7
"""How often a cell is read right; set by hand."""
_PAIR: Final = 2
"""Columns of a table of labels and values."""
_NUMBER: Final = re.compile(r"\W*\d[\W\d]*(?:[年月日時分秒頃][\W\d]*)*")
"""A number, a date or a time."""
_PEOPLE: Final = re.compile(r"[,、，;・]\s*|\s+(?:and|[&/])\s+")
_FULL_NAME: Final = re.compile(rf"(?=\S+ ){LIKE_NAME.pattern}")
_ASIDE: Final = re.compile(r"\s{0,9}[(（][^()（）]*[)）]$")
_ACTING: Final = (EntityType.PERSON, EntityType.ORGANIZATION)
_EMPTY: Final = frozenset(
    word.casefold()
    for words, _ in table_rows("extraction.lang.shared", "empty_cells", "words example")
    for word in values(words)
)
"""What a cell has where nothing is known yet."""
_LABELLED: Final = [
    (values(keys), values(heads))
    for keys, heads, _ in table_rows("extraction.lang.shared", "key_columns", "labels values example")
]
_KEYS: Final = frozenset(label.casefold() for keys, _ in _LABELLED for label in keys)
"""Heads of a column whose cells are labels of what the note is about."""
_VALUES: Final = frozenset(label.casefold() for _, heads in _LABELLED for label in heads)
"""Heads of the column beside it."""

Fact = FoundStatement | LiteralFact


def with_tables(findings: Findings, text: str, title: str | None, tables: Tables) -> Findings:
    """The findings with what the tables of a text tell, instead of what was read of them as prose."""
    if not tables.lines:
        return findings
    names = tuple(_within_cell(name, text) if tables.has(name.start) else name for name in findings.names)
    read = [fact for table in tables.tables for fact in _facts(text, table, names, title)]
    return replace(
        findings,
        names=names,
        statements=(
            *(fact for fact in findings.statements if not tables.has(fact.start)),
            *(fact for fact in read if isinstance(fact, FoundStatement)),
        ),
        literals=(
            *(fact for fact in findings.literals if not tables.has(fact.start)),
            *(fact for fact in read if isinstance(fact, LiteralFact)),
        ),
    )


def _within_cell(name: FoundName, text: str) -> FoundName:
    """A name without the walls of its cell, and what stands beyond them."""
    cells = [Span(*cell) for cell in cells_in(text, name.start, name.end)] if "|" in name.surface else []
    cell = max(cells, key=lambda cell: cell.end - cell.start, default=Span(0, 0))
    surface = text[cell.start : cell.end]
    return replace(name, start=cell.start, end=cell.end, surface=surface, name=surface) if surface else name


def _facts(text: str, table: MarkdownTable, names: Sequence[FoundName], title: str | None) -> Iterator[Fact]:
    topic = topic_before(text, table.start, title) if _is_labelled(table) else None
    with_people = _columns_of_people(text, table, names)
    for row in table.rows:
        pairs = zip(table.heads, (Span(*cell) for cell in row), strict=False)
        cells = [(label, cell) for label, cell in pairs if _is_filled(text, cell)]
        if topic is not None and len(cells) == _PAIR:
            (_, key), (_, cell) = cells
            value = name_in(names, cell), _shown(text, cell)
            yield _fact((None, topic), _shown(text, key), value, RelationType.RELATES_TO, cell)
            continue
        things = (cell for label, cell in cells if _is_thing(text, label, cell, names))
        thing = next(things, cells[0][1] if cells else None)
        if thing is None or thing.end - thing.start > 2 * LONGEST:
            continue
        end = name_in(names, thing), _shown(text, thing)
        for label, cell in cells:
            if cell == thing or not label:
                continue
            done = list(_deeds(text, label, end, cell, names)) if label in with_people else []
            value = name_in(names, cell), _shown(text, cell)
            if done:
                yield from done
            elif 0 < len(value[1]) <= 2 * LONGEST and value[1] != end[1]:
                yield _fact(end, label, value, RelationType.RELATES_TO, cell)


def _is_labelled(table: MarkdownTable) -> bool:
    """Whether a table lists labels with their values."""
    heads = tuple(head.casefold() for head in table.heads)
    return len(heads) == _PAIR and heads[0] in _KEYS and heads[1] in _VALUES


def _columns_of_people(text: str, table: MarkdownTable, names: Sequence[FoundName]) -> frozenset[str]:
    """The heads of who does something with the things of the rows, where one of a column is a person or a group."""
    columns = zip(table.heads, *(_padded(row, len(table.heads)) for row in table.rows), strict=True)
    return frozenset(
        head
        for head, *column in columns
        if head.casefold() in DEEDS
        and any(_doers(text, cell, names) or _FULL_NAME.fullmatch(text, *cell) is not None for cell in column)
    )


def _padded(row: Sequence[tuple[int, int]], width: int) -> list[Span]:
    return [Span(*cell) for cell in row[:width]] + [Span(0, 0)] * (width - len(row))


def _doers(text: str, cell: Span, names: Sequence[FoundName]) -> list[End]:
    """The people and groups of a cell: Nina, Otto (remote)."""
    parts: list[End] = []
    for item in split_at(text, *cell, _PEOPLE):
        aside = _ASIDE.search(text, item.start, item.end)
        part = Span(*bare(text, item.start, item.end if aside is None else aside.start()))
        parts.append((name_in(names, part), _shown(text, part)))
    kinds = [None if place is None else names[place].type for place, _ in parts]
    return parts if any(kind in _ACTING for kind in kinds) else []


def _deeds(text: str, label: str, thing: End, cell: Span, names: Sequence[FoundName]) -> Iterator[Fact]:
    """What who stands in a cell does with the thing of its row."""
    deed = DEEDS[label.casefold()]
    doers = _doers(text, cell, names)
    if not doers and LIKE_NAME.fullmatch(text, *cell) is not None:
        doers = [(None, _shown(text, cell))]
    for place, words in doers:
        is_one = LIKE_NAME.fullmatch(words) is not None if place is None else names[place].type in _ACTING
        if is_one and words != thing[1]:
            yield _fact((place, words), deed.verb, thing, deed.relation, cell)


def _is_filled(text: str, cell: Span) -> bool:
    words = text[cell.start : cell.end].casefold()
    return words not in _EMPTY and any(letter.isalnum() for letter in words)


def _shown(text: str, cell: Span) -> str:
    """What a reader sees of a cell."""
    words = text[cell.start : cell.end].replace("\\|", "|")
    marked = without_marks(words)
    return words if marked is None else marked.text


def _is_thing(text: str, label: str, cell: Span, names: Sequence[FoundName]) -> bool:
    """Whether a cell may be what its row is about: nobody who does something with it, no date and no number."""
    if label.casefold() in DEEDS or _NUMBER.fullmatch(text, cell.start, cell.end) is not None:
        return False
    place = name_in(names, cell)
    return place is None or names[place].type is not EntityType.TIME_UNIT


def _fact(subject: End, predicate: str, thing: End, kind: RelationType, cell: Span) -> Fact:
    words = FactWords(predicate, predicate.casefold(), kind, _SURE, "table", _METHOD)
    return fact_between(subject, words, thing, cell)
