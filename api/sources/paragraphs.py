"""Plain text: each paragraph, up to a blank line, is one memory; the parts of minutes share what their head says."""

from collections.abc import Iterator
from itertools import islice
from typing import TextIO

from api.sources.decoding import numbered
from api.sources.heads import HEAD_MOST, head_of
from api.sources.item import Item, Origin
from api.sources.notes.file_names import note_name
from api.sources.records import item_of


def read_text(stream: TextIO, origin: Origin) -> Iterator[Item]:
    """One item for each paragraph, its lines as they stand.

    In minutes, which a head of date, subject or those present tells, each part has the title and the date of the whole,
    and all are of one session; the head itself is the first part.
    """
    beginning = [line.rstrip("\r\n") for _, line in islice(numbered(stream), HEAD_MOST)]
    stream.seek(0)
    head = head_of(beginning, origin, note_name(origin.path))
    fields: dict[str, object] = {}
    if head is not None:
        fields = {**head.fields, "extra": head.extra}
    start, lines = 0, list[str]()
    for number, line in numbered(stream):
        if line.strip():
            start = start if lines else number
            lines.append(line.rstrip("\r\n"))
        elif lines and head is not None and number < head.lines:
            lines.append("")
        elif lines:
            yield _item(lines, fields, origin, start)
            lines = []
    if lines:
        yield _item(lines, fields, origin, start)


def _item(lines: list[str], fields: dict[str, object], origin: Origin, start: int) -> Item:
    return item_of({**fields, "text": "\n".join(lines)}, origin, start)
