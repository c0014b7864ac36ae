"""What a memory was before each act, put together from what each act changed; pure.

Each version keeps only the fields that its act changed: the state before the act number n is that of today with the
versions from the newest down to n laid over it.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, cast

from graph.db.rows import draft_of, memory_of
from graph.db.values import moment
from graph.intake.checks import PATHS
from graph.intake.given_facts import fact_of, given_fields
from graph.intake.project_path import kept_path
from graph.model.draft import Draft, GivenFact
from graph.model.life.journal import Act
from graph.model.memory import MemoryVersion

DRAFTED: Final = (
    "text",
    "title",
    "category",
    "tags",
    "project",
    "source",
    "extra",
    "facts",
    "occurred_at",
    "audience",
    "area",
    "agent",
)
"""Fields of a draft that are kept; the rest says where a memory stands in its source, and stays."""
MARKED: Final = ("rating", "bookmarked", "pinned", "status")
_PLAIN_MARKS: Final = {"bookmarked": False, "pinned": False}


def drafted_before(row: Mapping[str, Any], draft: Draft) -> dict[str, object]:
    """What an edit of a memory to `draft` changes: the fields with the values that they have now, as JSON has them."""
    before = draft_of(memory_of(row), titled=bool(row.get("titled")))
    return {
        name: _plain(getattr(before, name)) for name in DRAFTED if getattr(before, name) != getattr(draft, name)
    }  # fmt: skip


def marked_before(row: Mapping[str, Any], marks: Mapping[str, object]) -> dict[str, object]:
    """What setting marks of a memory changes: those with another value now, with that value."""
    now = {name: row.get(name, _PLAIN_MARKS.get(name)) for name in marks}
    return {name: value for name, value in now.items() if value != marks[name]}


def versions_of(memory: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> tuple[MemoryVersion, ...]:
    """The versions of a memory, newest first, from their rows in that order."""
    text, title = memory.get("text") or "", memory.get("title") or ""
    since = [moment(row["until"]) for row in rows[1:]] + [moment(memory["created_at"])]
    versions: list[MemoryVersion] = []
    # Of a memory that was never changed there is nothing to tell, though it has a beginning.
    for row, start in zip(rows, since, strict=False):
        text = row["text"] if row.get("text") is not None else text
        title = row["title"] if row.get("title") is not None else title
        versions.append(
            MemoryVersion(
                text=text, title=title, since=start, until=moment(row["until"]), number=row["number"],
                act=Act(row["act"]), by=row["by"], before=_before(row), other=row.get("other"), into=row.get("into"),
            )
        )  # fmt: skip
    return tuple(versions)


def state_before(versions: Sequence[MemoryVersion], number: int) -> dict[str, object]:
    """The fields that were others before the act of this number, with the values that they had then."""
    state: dict[str, object] = {}
    for version in versions:
        if version.number >= number:
            state |= version.before
    return state


def as_changes(state: Mapping[str, object]) -> dict[str, object]:
    """A state as the changes of an edit that brings it back: facts and times as values, without the status.

    Paths from before there was a rule are mended, for no migration reaches what a version kept.
    """
    changes = {name: value for name, value in state.items() if name != "status"}
    changes |= {name: kept_path(cast("str | None", changes[name])) for name in PATHS & changes.keys()}
    if "tags" in changes:
        changes["tags"] = tuple(cast("Sequence[str]", changes["tags"]))
    if "facts" in changes:
        changes["facts"] = tuple(
            fact_of("facts", fact) for fact in cast("Sequence[Mapping[str, Any]]", changes["facts"])
        )
    if isinstance(at := changes.get("occurred_at"), str):
        changes["occurred_at"] = datetime.fromisoformat(at)
    return changes


def _before(row: Mapping[str, Any]) -> dict[str, object]:
    """What a version kept, the text with it. Of earlier databases it kept text and title alone."""
    before: dict[str, object] = json.loads(row.get("before") or "{}")
    if row.get("text") is not None:
        before = {"text": row["text"], **before}
    return before


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, tuple):
        several = cast("tuple[object, ...]", value)
        return [given_fields(each) if isinstance(each, GivenFact) else each for each in several]
    return dict(cast("Mapping[str, object]", value)) if isinstance(value, Mapping) else value
