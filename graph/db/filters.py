"""Maps filters and cursors to the parameters of statements, and refuses malformed ones."""

import base64
import binascii
import hashlib
import json
import math
import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from graph.calendar.zones import in_utc
from graph.db.rows import NEVER
from graph.errors import Invalid
from graph.intake.checks import choice, clean_tags, moment, plain, short, yes_or_no
from graph.intake.project_path import path_names
from graph.model.filters import TIMES, Filters
from graph.model.life.audience import PRIVATE, Area, audiences
from graph.model.types import Status

LIMIT_MOST = 200
_FIRST = datetime(1, 1, 1, tzinfo=UTC)
LAST_TEXT: Final = "\U0010ffff"
"""It sorts after every text that is compared."""
_NUMBER: Final = r"\s*([-+]?\d{1,5}(?:\.\d{1,12})?)\s*"
_CIRCLE: Final = re.compile(rf"{_NUMBER},{_NUMBER},{_NUMBER}", re.ASCII)
_HALF_AROUND: Final = 20_040
"""Kilometres between the places of the earth that lie farthest apart."""


def checked_limit(limit: int) -> int:
    """The limit, if it is 1–200."""
    if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= LIMIT_MOST:
        raise Invalid("limit", f"{limit!r} is not a number of hits.", allowed=f"1 to {LIMIT_MOST}")
    return limit


def checked_confidence(least: float) -> float:
    """The confidence asked for. Raises Invalid where it is none."""
    if isinstance(least, bool) or not isinstance(least, int | float) or not 0 <= least <= 1:
        raise Invalid("min_confidence", f"{least!r} is no confidence.", allowed="a number from 0 to 1")
    return float(least)


def checked_filters(filters: Filters) -> Filters:
    """The filters with a status that there is, and paths as they are kept.

    Raises Invalid where a value is of another type.
    """
    if not isinstance(filters, Filters):
        raise Invalid("filters", f"they are {type(filters).__name__}.", allowed="Filters")
    for name in TIMES:
        moment(name, getattr(filters, name))
    clean_tags(filters.tags)
    if not isinstance(filters.entities, list | tuple):
        raise Invalid("entities", f"they are {type(filters.entities).__name__}.", allowed="a list of names or ids")
    if isinstance(filters.min_importance, bool) or not isinstance(filters.min_importance, int | float | None):
        raise Invalid("min_importance", "it is not a number.", allowed="0 to 10")
    project, category = (asked_path(name, getattr(filters, name)) for name in ("project", "category"))
    area = None if filters.area is None else choice("area", Area, filters.area).value
    if filters.bookmarked is not None:
        yes_or_no("bookmarked", filters.bookmarked)
    if filters.near is not None:
        _circle(plain("near", filters.near))
    return replace(
        filters, area=area, status=choice("status", Status, filters.status), project=project, category=category,
        source=path_of("source", filters.source),
    )  # fmt: skip


def filter_row(filters: Filters) -> dict[str, object]:
    """The `$filters` of a statement. Raises Invalid when a range is upside down or a value is no text."""
    created_from = in_utc("created_from", filters.created_from) or _FIRST
    created_to = in_utc("created_to", filters.created_to) or NEVER
    occurred_from = in_utc("occurred_from", filters.occurred_from)
    occurred_to = in_utc("occurred_to", filters.occurred_to)
    for name, low, high in (("created", created_from, created_to), ("occurred", occurred_from, occurred_to)):
        if low and high and low > high:
            raise Invalid(
                f"{name}_from", f"it lies after {name}_to.", allowed="a range whose start is not after its end"
            )
    row: dict[str, object] = {
        "status": filters.status.value, "tags": list(clean_tags(filters.tags)),
        "channel": short("channel", filters.channel),
        "language": short("language", filters.language), "created_from": created_from, "created_to": created_to,
        "occurred_from": occurred_from, "occurred_to": occurred_to,
        "area": short("area", filters.area), "agent": short("agent", filters.agent),
        "audiences": audiences(short("audience", filters.audience)),
        "min_importance": filters.min_importance, "entities": [plain("entities", e) for e in filters.entities],
        "bookmarked": filters.bookmarked, "near": None if filters.near is None else _circle(filters.near),
    }  # fmt: skip
    # The vector index knows ranges but no "any": from the first text to the last means any.
    for name, field in (("category", "category"), ("session", "session_id")):
        value = short(field, getattr(filters, field))
        row |= {field: value, f"{name}_low": value or "", f"{name}_high": value or LAST_TEXT}
    project, source = short("project", filters.project), short("source", filters.source)
    return row | {"project": project, "source": source, "project_ranges": _ranges(project)}


def path_of(field: str, value: str | None) -> str | None:
    """The path that is asked for, without a slash behind it. Raises Invalid where it is no text."""
    return None if value is None else plain(field, value).rstrip("/") or value


def asked_path(field: str, value: str | None) -> str | None:
    """A path of a project or category as it would be kept (`checked_path`), and one of an older database as it is."""
    if value is None:
        return None
    return "/".join(path_names(plain(field, value))) or value


def asked_audience(audience: str | None) -> str | None:
    """For whom an answer is; None where that is the user alone. Raises Invalid where it is no text."""
    named = short("audience", audience)
    return None if named == PRIVATE else named


def asked_readers(audience: str | None) -> tuple[str, ...] | None:
    """The audiences of what may be told to others; None where the user alone asks. Raises Invalid."""
    return audiences(asked_audience(audience))


def from_parts(source: str | None, project: str | None) -> tuple[str | None, list[str]]:
    """The project and the sources whose memories are asked for. Raises Invalid where neither is named."""
    asked = path_of("source", short("source", source)), asked_path("project", short("project", project))
    if asked == (None, None):
        raise Invalid("source", "neither a source nor a project is named.", allowed="one of the two")
    return asked[1], [asked[0]] if asked[0] is not None else []


def _circle(near: str) -> dict[str, object]:
    """The centre and radius of "35.68,139.77,5", in degrees and metres. Raises Invalid where it is no circle."""
    match = _CIRCLE.fullmatch(near)
    latitude, longitude, kilometres = map(float, match.groups()) if match else (math.nan,) * 3
    if not (-90 <= latitude <= 90 and -180 <= longitude <= 180 and 0 < kilometres <= _HALF_AROUND):
        raise Invalid(
            "near", f"{near!r} is no circle.",
            allowed="degrees north, degrees east and kilometres, as in 35.68,139.77,5",
        )  # fmt: skip
    return {"centre": {"latitude": latitude, "longitude": longitude}, "metres": kilometres * 1000}


def _ranges(path: str | None) -> list[dict[str, str]]:
    """The ranges of texts in which a path and all paths below it stand, and nothing else; everything for None."""
    if path is None:
        return [{"low": "", "high": LAST_TEXT}]
    return [{"low": path, "high": path}, {"low": f"{path}/", "high": f"{path}/{LAST_TEXT}"}]


def outside_indexes(filters: Filters) -> bool:
    """Whether something is narrowed that the vector index cannot check: then it gives what is dropped afterwards.

    What is archived is in no index at all.
    """
    return filters.status is not Status.ACTIVE or filters.bookmarked is not None or any(
        (filters.tags, filters.channel, filters.source, filters.language, filters.occurred_from, filters.occurred_to,
         filters.min_importance, filters.entities, filters.area, filters.agent, audiences(filters.audience),
         filters.near)
    )  # fmt: skip


def outside_words(filters: Filters) -> bool:
    """Whether something is narrowed that the full-text index cannot check: what the vector index cannot, or a time."""
    return outside_indexes(filters) or filters.created_from is not None or filters.created_to is not None


def plain_question(filters: Filters) -> bool:
    """Whether nothing is narrowed, so that the leaner statement will do."""
    return filters == Filters()


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a list goes on: how many were given, and the order value and id of the last.

    `depth` is how many hits the first page of a recall was looked for: the pages after it rank the same way. `asked`
    is `asked_hash` of what was asked: a ranking goes on below its own last hit alone. A list needs none.
    """

    given: int
    value: str | float
    id: str
    depth: int = 0
    asked: str = ""

    def text(self) -> str:
        """The cursor as an opaque text."""
        written = json.dumps([self.given, self.value, self.id, self.depth, self.asked], ensure_ascii=False)
        return base64.urlsafe_b64encode(written.encode()).decode().rstrip("=")


def asked_hash(*asked: object) -> str:
    """Short, and equal for what asks the same: whose memories, the mode, the question, the row of its filters."""
    return hashlib.sha256(json.dumps(asked, default=str).encode()).hexdigest()[:12]


def cursor_of(text: str, asked: str = "") -> Cursor:
    """The cursor that a text stands for. Raises Invalid when it is not one of ours, or of something else asked."""
    try:
        padded = text + "=" * (-len(text) % 4)
        parts = json.loads(base64.urlsafe_b64decode(padded.encode("ascii")))
        given, value, identity, depth, asked_then = parts
        f"{value}{identity}".encode()  # half a character is none that a database could look for
    except (ValueError, TypeError, UnicodeError, RecursionError, binascii.Error):
        raise _not_ours() from None
    if not (isinstance(given, int) and isinstance(value, str | int | float) and isinstance(identity, str)):
        raise _not_ours()
    if not (isinstance(depth, int) and 0 <= depth <= LIMIT_MOST):
        raise _not_ours()
    if asked_then != asked:
        raise Invalid(
            "cursor", "it belongs to something else that was asked.",
            allowed="the next_cursor of the same question or list, mode and filters",
        )  # fmt: skip
    return Cursor(given, value, identity, depth, asked)


def _not_ours() -> Invalid:
    return Invalid("cursor", "it is not a cursor of ours.", allowed="the next_cursor of an earlier answer")
