"""What the name of a note says: its title, and the day of a daily note."""

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date
from pathlib import PurePath
from urllib.parse import unquote

from api.sources.times import moment
from graph.errors import Invalid

NOTION_ID = re.compile(r"[ _-]?[0-9a-f]{32}$")
DAY = re.compile(
    r"(?<!\d)(?P<year>(?:19|20)\d{2})(?:(?P<mark>[-_./])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})|"
    r"(?P<month2>\d{2})(?P<day2>\d{2})(?:\d{4}|\d{6})?|年(?P<month3>\d{1,2})月(?P<day3>\d{1,2})日)(?!\d)"
)
WEEKDAY = re.compile(
    r"[(（]?(?:(?:mon|tue|wed|thu|fri|sat|sun)(?:day|nesday|rsday|sday|urday)?|[月火水木金土日](?:曜日?)?)[)）]?\.?",
    re.IGNORECASE,
)
GENERIC = frozenset(("readme", "index", "claude", "claude.local", "agents", "gemini", "memory", "untitled", "無題",
                     "new page", "note", "stdin", "copilot-instructions", "daily", "journal"))  # fmt: skip
YEAR = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")
SLUG = re.compile(r"[a-z0-9]+(?:[-_.][a-z0-9]+)*")
SHORTEST = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteName:
    """The title that a file's name gives, and its day. `plain` is a name for machines, such as "weekly-sync"."""

    title: str | None = None
    day: date | None = None
    plain: bool = False


def note_name(path: str) -> NoteName:
    """The name of a note: "2026-01-16 Fri.md" is a day, "Nora Lind 0a1b….md" (of Notion) is "Nora Lind"."""
    stem = unquote(PurePath(path).stem).replace("___", "/")
    stem = NOTION_ID.sub("", stem).strip() or stem
    day = None
    if match := DAY.search(stem):
        day = _day(match)
        if day is not None:
            stem = f"{stem[: match.start()]} {stem[match.end() :]}".strip(" _-.,、")
            stem = "" if WEEKDAY.fullmatch(stem) else stem
    elif YEAR.search(stem):
        with suppress(Invalid):
            day = moment(re.sub(r"(?<=\d)[_-](?=\d)", "/", stem), zone=UTC).date()
            stem = ""
    title = stem.strip()
    if len(title) < SHORTEST or title.casefold() in GENERIC:
        return NoteName(day=day)
    return NoteName(title=title, day=day, plain=SLUG.fullmatch(title) is not None)


def _day(match: re.Match[str]) -> date | None:
    month = match["month"] or match["month2"] or match["month3"]
    day = match["day"] or match["day2"] or match["day3"]
    try:
        return date(int(match["year"]), int(month), int(day))
    except ValueError:
        return None
