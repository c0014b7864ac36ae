"""Archiving and restoring, whoever asks for it: out of every index with the texts packed, and back just as it was.

What is archived is neither weaker nor untrue: its facts still prove what they state, and what was no longer true when
it was put away is no longer true when it comes back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from graph.db.fulltext_fields import words_field, words_fields
from graph.db.row import Row
from graph.db.rows import chunk_facets
from graph.db.store import Runs
from graph.lifecycle.packing import apart_from, byte_count, packed
from graph.model.types import Status

PERSON: Final = "person"
SYNC: Final = "sync"
ROTATION: Final = "rotation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Who archives, by which rule (`rules` those of single memories), in which run.

    A rotation leaves what was changed, used, pinned or put away since it `looked_at` the memories.
    """

    by: str = PERSON
    rule: str | None = None
    run: str | None = None
    looked_at: datetime | None = None
    rules: Mapping[str, str] = field(default_factory=dict[str, str])


def put_away(runs: Runs, user_id: str, rows: Sequence[Mapping[str, Any]], reason: Reason, now: datetime) -> list[Row]:
    """Archives the memories of some rows of `memory/pieces`; returns what was written of each that was.

    Under the lock of the user: what is packed must be what is stored.
    """
    memories = [_packed(row["memory"], row["chunks"], reason) for row in rows if row["memory"].get("text") is not None]
    if not memories:
        return []
    given: Row = {
        "memories": memories, "looked_at": reason.looked_at, "by": reason.by, "rule": reason.rule, "run": reason.run,
        "now": now, "fields": words_fields(user_id),
    }  # fmt: skip
    done = {row["id"] for row in runs("memory/put_away", {"user_id": user_id, **given})}
    return [memory for memory in memories if memory["id"] in done]


def brought_back(
    runs: Runs, user_id: str, rows: Sequence[Mapping[str, Any]], now: datetime, *, status: Status | None = None
) -> list[str]:
    """Takes the memories of some rows of `memory/pieces` out of the archive; returns their ids.

    Each gets the `status`, or the one that it had.
    """
    memories = [_restored(user_id, row["memory"], row["chunks"], status) for row in rows]
    if not memories:
        return []
    return [str(row["id"]) for row in runs("memory/bring_back", {"user_id": user_id, "memories": memories, "now": now})]


def is_true(memory: Mapping[str, Any]) -> bool:
    """Whether a memory is not marked as no longer true, be it in the archive or not."""
    return Status.INVALID not in (memory["status"], memory.get("kept_status"))


def _packed(memory: Mapping[str, Any], chunks: Sequence[Mapping[str, Any]], reason: Reason) -> Row:
    text = memory["text"]
    return {
        "id": memory["id"], "content_hash": memory["content_hash"], "packed": packed(text), "characters": len(text),
        "text_bytes": byte_count(text), "apart": apart_from(text, chunks), "rule": reason.rules.get(memory["id"]),
    }  # fmt: skip


def _restored(
    user_id: str, memory: Mapping[str, Any], chunks: Sequence[Mapping[str, Any]], status: Status | None
) -> Row:
    after = (status or Status(memory.get("kept_status") or Status.ACTIVE)).value
    project, category, session_id = (memory.get(name) or "" for name in ("project", "category", "session_id"))
    turn = bool(memory.get("speaker") and session_id)
    return {
        "id": memory["id"], "status": after, "text": memory["text"],
        "facets": chunk_facets(user_id, after, project, category, session_id),
        "chunks": [
            {"id": chunk["id"], "field": words_field(user_id, chunk["language"], turn=turn),
             "text": memory["text"][chunk["start"] : chunk["end"]]}
            for chunk in chunks
        ],
    }  # fmt: skip
