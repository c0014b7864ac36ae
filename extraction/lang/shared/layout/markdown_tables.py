"""What a Markdown table tells: of the thing of each row, by the head of each column, what stands in the cell.

Of `| Service | Owner | Port |` with the row `| ledger-svc | Temi | 8080 |`: Temi owns ledger-svc, Port of ledger-svc is
8080. The thing of a row is its first cell that is no owner, no date and no number. Nothing in a table is prose.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from extraction.lang.shared.layout.items import DEEDS, LIKE_NAME, LONGEST, is_person_at, name_in, split_at, topic_before
from extraction.lang.shared.span import Span
from extraction.model.findings import Findings, FoundName, FoundStatement
from extraction.text.markdown_tables import MarkdownTable, bare, cells_in, rows_in, tables_in
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, RelationType
from graph.tables import table_rows, values

_METHOD: Final = "table"
_SURE: Final = 0.7
"""How often a cell is read right; set by hand."""
_EMPTY: Final = re.compile(r"[\W_]*|tbd|n/?a|none|未定|なし", re.IGNORECASE)
_PAIR: Final = 2
"""Columns of a table of labels and values."""
_NUMBER: Final = re.compile(r"[^\w]*\d[\d.,:/%-]*\S{0,3}")
_PEOPLE: Final = re.compile(r"[,、，;・/&]\s*|\s+and\s+")
_ASIDE: Final = re.compile(r"\s*[(（][^()（）]*[)）]\s*$")
_KEYS: Final = frozenset(
    label.casefold()
    for labels, _ in table_rows("extraction.lang.shared", "key_columns", "labels example")
    for label in values(labels)
)
"""Heads of a first column of two whose cells are labels of what the note is about."""

Fact = FoundStatement | LiteralFact


def with_tables(findings: Findings, text: str, title: str | None, heads: Sequence[str]) -> Findings:
    """The findings with what tables tell, instead of what was read of them as prose.

    `heads` are those of the table in whose midst the text begins.
    """
    rows = rows_in(text)
    if not rows:
        return findings
    names = tuple(_within_cell(name, text) if _is_in(name.start, rows) else name for name in findings.names)
    read = [fact for table in tables_in(text, heads) for fact in _facts(text, table, names, title)]
    return replace(
        findings,
        names=names,
        statements=(
            *(fact for fact in findings.statements if not _is_in(fact.start, rows)),
            *(fact for fact in read if isinstance(fact, FoundStatement)),
        ),
        literals=(
            *(fact for fact in findings.literals if not _is_in(fact.start, rows)),
            *(fact for fact in read if isinstance(fact, LiteralFact)),
        ),
    )


def _is_in(place: int, rows: Sequence[tuple[int, int]]) -> bool:
    at = bisect_right(rows, place, key=lambda row: row[0]) - 1
    return at >= 0 and place < rows[at][1]


def _within_cell(name: FoundName, text: str) -> FoundName:
    """A name without the walls of its cell, and what stands beyond them."""
    cells = [Span(*cell) for cell in cells_in(text, name.start, name.end)] if "|" in name.surface else []
    cell = max(cells, key=lambda cell: cell.end - cell.start, default=Span(0, 0))
    surface = text[cell.start : cell.end]
    return replace(name, start=cell.start, end=cell.end, surface=surface, name=surface) if surface else name


def _facts(text: str, table: MarkdownTable, names: Sequence[FoundName], title: str | None) -> Iterator[Fact]:
    is_labelled = bool(table.rows) and len(table.heads) == _PAIR and table.heads[0].casefold() in _KEYS
    topic = topic_before(text, table.rows[0][0][0], title) if is_labelled else None
    for row in table.rows:
        pairs = zip(table.heads, (Span(*cell) for cell in row), strict=False)
        cells = [(label, cell) for label, cell in pairs if _is_filled(text, cell)]
        if topic is not None and len(cells) == _PAIR:
            yield from _of_cell(text, text[cells[0][1].start : cells[0][1].end], None, topic, cells[1][1], names)
            continue
        things = (cell for label, cell in cells if _is_thing(text, label, cell, names))
        thing = next(things, cells[0][1] if cells else None)
        if thing is None or thing.end - thing.start > 2 * LONGEST:
            continue
        words = text[thing.start : thing.end]
        for label, cell in cells:
            if cell != thing and label:
                yield from _of_cell(text, label, name_in(names, thing), words, cell, names)


def _is_filled(text: str, cell: Span) -> bool:
    return _EMPTY.fullmatch(text, cell.start, cell.end) is None


def _is_thing(text: str, label: str, cell: Span, names: Sequence[FoundName]) -> bool:
    """Whether a cell may be what its row is about: nobody who does something with it, no date and no number."""
    if label.casefold() in DEEDS or _NUMBER.fullmatch(text, cell.start, cell.end) is not None:
        return False
    place = name_in(names, cell)
    return place is None or names[place].type is not EntityType.TIME_UNIT


def _of_cell(
    text: str, label: str, thing: int | None, words: str, cell: Span, names: Sequence[FoundName]
) -> Iterator[Fact]:
    """What a cell tells of the thing of its row: who does what with it, or what its head says of it."""
    deed = DEEDS.get(label.casefold())
    for item in split_at(text, *cell, _PEOPLE) if deed is not None else (cell,):
        aside = _ASIDE.search(text, item.start, item.end) if deed is not None else None
        part = Span(*bare(text, item.start, item.end if aside is None else aside.start()))
        place, value = name_in(names, part), text[part.start : part.end]
        if not value or len(value) > 2 * LONGEST or value == words:
            continue
        is_doer = place is not None or LIKE_NAME.fullmatch(value) is not None or not value.isascii()
        if deed is not None and (is_person_at(names, part) or is_doer):
            yield _fact((place, value), deed.verb, (thing, words), deed.relation, cell)
        else:
            yield _fact((thing, words), label, (place, value), RelationType.RELATES_TO, cell)


def _fact(
    subject: tuple[int | None, str], predicate: str, thing: tuple[int | None, str], kind: RelationType, cell: Span
) -> Fact:
    if subject[0] is not None and thing[0] is not None:
        return FoundStatement(
            subject=subject[0], object=thing[0], predicate=predicate, lemma=predicate.casefold(), type=kind,
            start=cell.start, end=cell.end, confidence=_SURE, reasons=("table",), method=_METHOD,
            subject_text=subject[1], object_text=thing[1],
        )  # fmt: skip
    return LiteralFact(
        subject=subject[0], subject_text=subject[1], predicate=predicate, lemma=predicate.casefold(), object=thing[0],
        object_text=thing[1], type=kind, start=cell.start, end=cell.end, confidence=_SURE, reasons=("table",),
        method=_METHOD,
    )  # fmt: skip
