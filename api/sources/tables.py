"""CSV and TSV with a header; an unclosed quote costs its line, not the rest of the file."""

import csv
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TextIO

from api.sources.decoding import LINE_LIMIT, numbered
from api.sources.item import Item, Origin, broken
from api.sources.records import ALIASES, TEXT_NAMES, TIME_NAMES, item_of
from api.sources.times import day_comes_first
from graph.errors import Invalid
from graph.model.draft import Draft

DELIMITERS = (",", "\t", ";", "|")
BLOCK_LINES = 20_000
"""Lines one record may span before its quote counts as never closed."""

KNOWN = {name for names in ALIASES.values() for name in names} | set(Draft.__dataclass_fields__)
TIMES = frozenset((*TIME_NAMES, "created_at"))
USUAL = ("notes", "note", "memo", "body", "description", "details", "comment", "comments", "summary", "メモ", "ノート",
         "説明", "備考", "コメント", "感想", "概要", "詳細")  # fmt: skip
"""Names of columns that mostly hold texts, the likeliest first."""

HEADINGS = ("title", "name", "subject", "タイトル", "名前", "件名", "項目")
WRITERS = {"authorid": "author", "sender": "sender", "from": "from", "speaker": "speaker"}
"""Columns that make a table a chat where it has times, and those that name who wrote."""

SURVEYED = 1000
FEWEST_WORDS = 3
FIGURES = re.compile(r"\s*(\d{1,2})[/\-](\d{1,2})[/\-]\d{2,4}\b")
WORD = re.compile(r"[^\W\d_\u3040-\u30ff\u3400-\u9fff]{2,}|[\u3040-\u30ff\u3400-\u9fff]{3}")
LETTERS = re.compile(r"[^\W\d_]{2,}|[\u3040-\u30ff\u3400-\u9fff]")
SEPARATOR = re.compile(r"sep=(.)\s*", re.IGNORECASE)
URL = re.compile(r"\w+://\S+$")
Line = tuple[int, str]


def read_table(stream: TextIO, origin: Origin) -> Iterator[Item]:
    """One item for each row after the header.

    The text stands in the column that `origin.text_column` names, in one of a known name, else in the one that reads
    most like sentences, else in the only one with words, else in all; which was taken is said. A row with more or fewer
    cells than the header, or with a quote that is never closed, is an item with an error. Days that may be read in two
    ways (02/03/2026) are read as the whole column tells. Raises Invalid when no column holds the text.
    """
    csv.field_size_limit(LINE_LIMIT)  # the library's 131,072 is less than a memory may have
    opened = _opened(stream)
    if opened is None:
        return
    first, lines, delimiter = opened
    rows = _rows(first, lines, delimiter)
    _, header, _ = next(rows)
    names = _distinct([_name(cell) for cell in header or ()])
    survey = _survey(rows, names)
    column, guessed = _text_column(names, survey, origin)
    if guessed:
        where = "all columns" if column is None else f'the column "{names[column][:40]}"'
        remark = f"the text is taken from {where}. --text-column names another."
        yield Item(position=first[0], path=origin.path, remark=remark)
    day_first = survey.day_first if origin.day_first is None else origin.day_first
    origin = replace(origin, day_first=day_first, ids=survey.ids)
    talks = not guessed and not TIMES.isdisjoint(names) and not WRITERS.keys().isdisjoint(names)
    stream.seek(0)
    if opened := _opened(stream):
        rows = _rows(*opened)
        next(rows)
    for number, cells, raw in rows:
        if cells is None:
            yield broken(origin, number, "has a quote that is never closed or closed in the wrong place.", raw)
        elif len(cells) != len(names):
            yield broken(origin, number, f"has {len(cells)} cells where the header has {len(names)}.", raw)
        else:
            record = _record(names, cells, column, guessed)
            yield item_of(_turn(record, origin) if talks else record, origin, number)


def _opened(stream: TextIO) -> tuple[Line, Iterator[Line], str] | None:
    """The header's line, the lines after it, and the delimiter, which a spreadsheet may name above: `sep=;`."""
    lines = numbered(stream)
    filled = ((number, line.removeprefix("\ufeff")) for number, line in lines if line.strip())
    first = next(filled, None)
    named = SEPARATOR.fullmatch(first[1]) if first else None
    if named:
        first = next(filled, None)
    return (first, lines, named[1] if named else delimiter_of(first[1])) if first else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Survey:
    """What the rows of a whole table tell: the order of its days, how each column reads, whether ids name rows."""

    day_first: bool | None
    sentences: tuple[int, ...]
    letters: tuple[bool, ...]
    ids: bool


def _survey(rows: Iterator[tuple[int, list[str] | None, str]], names: list[str]) -> _Survey:
    """Reads a table once for what only all its rows tell."""
    times = [place for place, name in enumerate(names) if name in TIMES]
    figures: set[tuple[int, int]] = set()
    lengths = [0] * len(names)
    letters = [False] * len(names)
    identity = names.index("id") if "id" in names else None
    ids: set[int] = set()
    unique = True
    for count, (_, cells, _) in enumerate(rows):
        if cells is None or len(cells) != len(names):
            continue
        for place in times:
            if match := FIGURES.match(cells[place]):
                figures.add((int(match[1]), int(match[2])))
        if identity is not None and cells[identity].strip():
            unique = unique and hash(cells[identity]) not in ids
            ids.add(hash(cells[identity]))
        if count < SURVEYED:
            lengths = [length + _wordiness(cell) for length, cell in zip(lengths, cells, strict=True)]
            letters = [seen or LETTERS.search(cell) is not None for seen, cell in zip(letters, cells, strict=True)]
    return _Survey(
        day_first=day_comes_first(sorted(figures)), sentences=tuple(lengths), letters=tuple(letters), ids=unique
    )


def _wordiness(cell: str) -> int:
    """Characters of a cell that reads like a sentence; 0 for one word, a number, a date, an address."""
    text = cell.strip()
    if URL.match(text) or len(WORD.findall(text)) < FEWEST_WORDS:
        return 0
    return len(text)


def _text_column(names: list[str], survey: _Survey, origin: Origin) -> tuple[int | None, bool]:
    """The place of the column with the texts, None for all of them, and whether it had to be guessed."""
    if origin.text_column is not None:
        if (chosen := _name(origin.text_column)) in names:
            return names.index(chosen), False
        raise Invalid("--text-column", "no column has this name.", allowed=", ".join(name[:40] for name in names))
    if known := next((name for name in TEXT_NAMES if name in names), None):
        return names.index(known), False
    if usual := next((name for name in USUAL if name in names), None):
        return names.index(usual), True
    place = max(range(len(names)), key=lambda place: survey.sentences[place], default=0)
    if names and survey.sentences[place]:
        return place, True
    if len(names) > 1 and any(name in names for name in HEADINGS):
        return None, True
    lettered = [place for place, name in enumerate(names) if survey.letters[place] and name not in KNOWN]
    if lettered:
        return (lettered[0] if len(lettered) == 1 else None), True
    seen = ", ".join(name[:40] for name in names)
    raise Invalid(
        "columns",
        f"no column holds the text; seen: {seen}. Name the one that does with --text-column.",
        allowed=" or ".join(TEXT_NAMES),
    )


def _record(names: list[str], cells: list[str], column: int | None, guessed: bool) -> dict[str, object]:
    """The fields of a row; where a guessed column is empty or there is none, what the others hold is the text."""
    record: dict[str, object] = dict(zip(names, cells, strict=True))
    text = "" if column is None else record.pop(names[column])
    if guessed:
        if name := next((name for name in HEADINGS if record.get(name)), None):
            record["title"] = record.pop(name)
        if not str(text).strip():
            heading = [str(record["title"])] if "title" in record else []
            others = [f"{name}: {cell}" for name, cell in record.items() if name != "title" and str(cell).strip()]
            text = "; ".join(heading + others)
    return {"text": text, **{name: value for name, value in record.items() if name != "text"}}


def _turn(record: dict[str, object], origin: Origin) -> dict[str, object]:
    """A row of a chat as a turn: who wrote it, in the conversation of the file."""
    writer = next((name for column, name in WRITERS.items() if column in record and record.get(name)), None)
    rest = {name: value for name, value in record.items() if name not in ("authorid", writer)}
    return {"session_id": origin.session, **rest, **({"speaker": record[writer]} if writer else {})}


def _distinct(names: list[str]) -> list[str]:
    """Names with a number behind each that stood there before, or that is empty."""
    return [
        name if name and name not in names[:place] else f"{name or 'column'}_{place + 1}"
        for place, name in enumerate(names)
    ]


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
