"""JSON Lines: one record a line, so that a broken line costs that line alone."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NoReturn, TextIO, cast

from api.sources.decoding import LINE_LIMIT, numbered
from api.sources.item import Item, Origin, broken
from api.sources.records import TIME_NAMES, item_of
from api.sources.times import day_comes_first

FAILED = {"position", "error", "record"}
"""The keys of a line written by `Failures`: its record is read again."""


FIGURES = re.compile(rf'"(?:{"|".join((*TIME_NAMES, "created_at"))})"\s*:\s*"(\d{{1,2}})[/-](\d{{1,2}})[/-]\d{{2,4}}\b')

ID = re.compile(r'"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)')


def read_jsonl(stream: TextIO, origin: Origin) -> Iterator[Item]:
    """One item for each line that is not blank. Times that may be read in two ways are read as the whole file tells."""
    origin = _surveyed(stream, origin)
    for number, line in numbered(stream):
        if line.strip():
            yield _item(line, origin, number)


def _surveyed(stream: TextIO, origin: Origin) -> Origin:
    """What only the whole file tells: the order of its days, and whether an `id` names one record."""
    figures: set[tuple[int, int]] = set()
    ids: set[int] = set()
    unique = True
    for _, line in numbered(stream):
        if "/" in line or "-" in line:
            figures.update((int(date[1]), int(date[2])) for date in FIGURES.finditer(line))
        if unique and (match := ID.search(line)):
            unique = hash(match[1]) not in ids
            ids.add(hash(match[1]))
    stream.seek(0)
    day_first = day_comes_first(sorted(figures)) if origin.day_first is None else origin.day_first
    return replace(origin, day_first=day_first, ids=unique)


def _item(line: str, origin: Origin, number: int) -> Item:
    if len(line) > LINE_LIMIT:
        return broken(origin, number, f"is longer than {LINE_LIMIT:,} characters.", "")
    raw = line.rstrip("\r\n")
    value = parsed(raw)
    if isinstance(value, dict) and cast(dict[str, object], value).keys() >= FAILED:
        value = cast(dict[str, object], value)["record"]
        if isinstance(value, str):
            raw, value = value, parsed(value)
        if value is None:
            return broken(origin, number, 'cannot be read yet: make its "record" an object with a "text".', raw)
    if value is None:
        return broken(origin, number, "is not valid JSON.", raw)
    if not isinstance(value, dict):
        return broken(origin, number, 'is not a JSON object such as {"text": "…"}.', raw)
    return item_of(cast(Mapping[str, object], value), origin, number)


def parsed(text: str) -> object:
    """The value of a JSON text, or None when it has none: syntax, NaN, nesting without end."""
    try:
        return cast(object, json.loads(text, parse_constant=_refuse))
    except (ValueError, RecursionError):
        return None


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)
