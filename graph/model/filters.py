"""What a recall or a list is narrowed to."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from graph.model.types import Status

TIMES: Final = ("created_from", "created_to", "occurred_from", "occurred_to")
"""The fields that are times, the beginning of a range before its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What a recall or a list is narrowed to; every field left out narrows nothing.

    Ranges include their ends. `entities` are names or ids, any of which must be mentioned. A project or source
    is a path: "shop" finds "shop/backend" too, and not "shopping". `audience` is whom the answer is for: a group, or
    "shared" for all; it sees what is shared, and a group what is its own. Without it the user alone reads the answer.
    `bookmarked` is True for what is bookmarked, False for what is not.
    `near` is a circle: "35.68,139.77,5" holds what happened at most 5 km from 35.68° north, 139.77° east.
    """

    project: str | None = None
    category: str | None = None
    tags: tuple[str, ...] = ()
    session_id: str | None = None
    channel: str | None = None
    source: str | None = None
    language: str | None = None
    created_from: datetime | None = None
    created_to: datetime | None = None
    occurred_from: datetime | None = None
    occurred_to: datetime | None = None
    min_importance: float | None = None
    status: Status = Status.ACTIVE
    entities: tuple[str, ...] = ()
    area: str | None = None
    agent: str | None = None
    near: str | None = None
    bookmarked: bool | None = None
    audience: str | None = None
