"""What a draft says beside the text of a memory that is stored already: what that takes up, and what it leaves."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from graph.db.values import moment
from graph.intake.checks import EXTRA_MOST, TAGS_MOST
from graph.model.draft import Draft

FILLED: Final = (
    "project", "category", "source", "place", "channel", "device_id", "latitude", "longitude", "rating", "area", "agent"
)  # fmt: skip
"""Fields that a memory takes from a draft of the same text where it has none of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidAgain:
    """The fields that a memory gets, and the names of those that say otherwise and are left."""

    changes: Mapping[str, object]
    ignored: tuple[str, ...]


def said_again(stored: Mapping[str, Any], draft: Draft) -> SaidAgain:
    """What a draft adds to the memory of the same text: its tags and extra fields are united, what is empty is filled.

    A value that contradicts the stored one is ignored, and named: a memory kept for one project is not moved to another
    because a second import was told another.
    """
    changes: dict[str, object] = {}
    ignored: list[str] = []
    for name in FILLED:
        given, there = getattr(draft, name), stored.get(name)
        if given in (None, there):
            continue
        if there is None or there == "":
            changes[name] = given
        else:
            ignored.append(name)
    # What was private does not become others' because a second import says so: a person edits it.
    if draft.audience not in (None, stored.get("audience")):
        ignored.append("audience")
    tags: list[str] = list(stored.get("tags") or ())
    if more := [tag for tag in draft.tags if tag not in tags]:
        if len(tags) + len(more) > TAGS_MOST:
            ignored.append("tags")
        else:
            changes["tags"] = (*tags, *more)
    for mark in ("pinned", "bookmarked"):
        if getattr(draft, mark) and not stored.get(mark):
            changes[mark] = True
    extra: dict[str, object] = json.loads(stored.get("extra") or "{}")
    whole = {**draft.extra, **extra}
    fits = len(json.dumps(whole, ensure_ascii=False)) <= EXTRA_MOST
    if whole != extra and fits:
        changes["extra"] = whole
    if not fits or any(whole[name] != value for name, value in draft.extra.items()):
        ignored.append("extra")
    if draft.occurred_at is not None:
        there = stored.get("occurred_at")
        if there is None:
            changes["occurred_at"] = draft.occurred_at
        elif moment(there) != draft.occurred_at:
            ignored.append("occurred_at")
    return SaidAgain(changes=changes, ignored=tuple(ignored))
