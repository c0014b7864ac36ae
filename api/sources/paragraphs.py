"""Plain text: each paragraph, up to a blank line, is one memory."""

from collections.abc import Iterator
from pathlib import PurePath
from typing import TextIO

from api.sources.decoding import numbered
from api.sources.item import Item, Origin
from api.sources.records import item_of


def read_text(stream: TextIO, origin: Origin) -> Iterator[Item]:
    """One item for each paragraph, its lines as they stand."""
    start, lines = 0, list[str]()
    for number, line in numbered(stream):
        if line.strip():
            start = start if lines else number
            lines.append(line.rstrip("\r\n"))
        elif lines:
            yield _item(lines, origin, start)
            lines = []
    if lines:
        yield _item(lines, origin, start)


def _item(lines: list[str], origin: Origin, start: int) -> Item:
    return item_of({"text": "\n".join(lines), "source": PurePath(origin.path).name}, origin, start)
