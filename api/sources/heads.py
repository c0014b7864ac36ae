"""The head of minutes: lines such as 日時：… and Attendees: … above a text, with what they say of all its parts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import NamedTuple

from api.sources.item import Origin
from api.sources.notes.file_names import NoteName
from api.sources.times import in_zone, moment
from graph.errors import Invalid
from graph.tables import table_rows, values

HEAD_MOST = 40
"""Lines of a text in which its head may stand."""

TITLE_MOST = 60
LABELLED = re.compile(
    r"[\s\-*#>・■□●◆◇○▼]*(?P<open>[【\[]?)\s*\**(?P<label>[^\s:：\]】*][^:：\]】*\n]{0,30}?)\**\s*(?P<close>[】\]]?)\**"
    r"(?P<mark>\s*[:：]\**|\u3000+|(?<=[】\]]))\s*(?P<value>\S.*)"
)
TITLE_MARKS = re.compile(r"^[\s#*\-■□●◆◇○▼【\[]+|[\s*】\]]+$")
SENTENCE = re.compile(r"[。.!！?？、,;]$")
WEEKDAY = re.compile(
    r"\s*[(（][月火水木金土日](?:曜日?)?(?:・?祝)?[)）]"
    r"|,?\s*\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b,?",
    re.IGNORECASE,
)
UNTIL = re.compile(r"\s*(?:[〜～~–—]|\s-\s|-(?=\d{1,2}:)|から|より|\bto\b|\buntil\b|[、，;；(（]).*")
YEARLESS = re.compile(r"(\d{1,2})月(\d{1,2})日|(?<!\d)(\d{1,2})/(\d{1,2})(?!/|\d)")


class Line(NamedTuple):
    """A labelled line of a head: what the label means, the label itself, and what stands behind it."""

    kind: str
    label: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What a head says of each part of its text, and the number of lines it takes."""

    fields: Mapping[str, object] = field(default_factory=dict[str, object])
    extra: Mapping[str, object] = field(default_factory=dict[str, object])
    lines: int = 0


def head_of(lines: Sequence[str], origin: Origin, name: NoteName, *, title: str | None = None) -> Head | None:
    """The head of minutes, None where a text has none.

    A head is two lines with labels or more, or one below a title such as "週次定例 議事録", among them a date, a
    subject or those present. `title` is a heading that stands above the lines. A day without a year is of the year of
    the file's name; where no line tells a day, the name does.
    """
    first, labelled, taken = _lines_of(lines)
    title = title or first
    minutes = title is not None and _minutes().search(title) is not None
    kinds = {line.kind for line in labelled}
    if len(labelled) < (1 if minutes else 2) or not kinds & {"date", "title", "people"}:
        return None
    if not minutes and not ("people" in kinds or {"date", "title"} <= kinds):
        return None
    subject = next((line.value for line in labelled if line.kind == "title"), None)
    days = (_moment(line.value, origin, name) for line in labelled if line.kind == "date")
    at = next((day for day in days if day is not None), None)
    if at is None and name.day is not None:
        at = in_zone(datetime(name.day.year, name.day.month, name.day.day), origin.zone)
    day = f"/{at.date().isoformat()}" if at is not None else ""
    known = {"title": subject or title or name.title, "occurred_at": at, "session_id": f"{origin.session}{day}"}
    fields: dict[str, object] = {key: value for key, value in known.items() if value is not None}
    extra: dict[str, object] = {line.label: line.value for line in labelled if line.kind not in ("date", "title")}
    return Head(fields=fields, extra=extra, lines=taken)


def _lines_of(lines: Sequence[str]) -> tuple[str | None, list[Line], int]:
    """The title, the labelled lines below it, and the number of lines up to the last of them."""
    title: str | None = None
    labelled: list[Line] = []
    taken = 0
    for number, line in enumerate(lines[:HEAD_MOST], start=1):
        if not line.strip():
            continue
        if (read := _labelled(line)) is not None:
            labelled.append(read)
            taken = number
        elif title is None and not labelled and len(line.strip()) <= TITLE_MOST and not SENTENCE.search(line.strip()):
            title = TITLE_MARKS.sub("", line).strip() or None
        else:
            break
    return title, labelled, taken


def _labelled(line: str) -> Line | None:
    match = LABELLED.fullmatch(line)
    kind = match and _labels().get(match["label"].strip().casefold())
    if not match or not kind or bool(match["open"]) != bool(match["close"]):
        return None
    return Line(kind, match["label"].strip(), match["value"].strip())


def _moment(written: str, origin: Origin, name: NoteName) -> datetime | None:
    """The time that a head names: the beginning of a range, "2026年11月19日（木）10:00〜11:00" at ten."""
    plain = WEEKDAY.sub(" ", written).strip()
    if name.day is not None:
        year = name.day.year
        plain = plain if re.search(r"\d{4}", plain) else YEARLESS.sub(lambda day: _with_year(day, year), plain, count=1)
    for text in dict.fromkeys((plain, UNTIL.sub("", plain))):
        try:
            return moment(text, zone=origin.zone, day_first=origin.day_first)
        except Invalid:
            continue
    return None


def _with_year(day: re.Match[str], year: int) -> str:
    return f"{year}/{day[1] or day[3]}/{day[2] or day[4]}"


@cache
def _labels() -> dict[str, str]:
    return {word: kind for kind, words in _table() if kind != "minutes" for word in words}


@cache
def _minutes() -> re.Pattern[str]:
    words = next(words for kind, words in _table() if kind == "minutes")
    parts = (rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word) for word in words)
    return re.compile("|".join(parts), re.IGNORECASE)


def _table() -> list[tuple[str, list[str]]]:
    return [(kind, values(words)) for kind, words, _ in table_rows("api.sources", "heads", "of words example")]
