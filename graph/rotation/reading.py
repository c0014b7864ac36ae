"""What a rotation reads of a user's memories, page by page: no text, and of the others what the rules go by."""

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from graph.db.importance.memory_weights import MemoryWeigher
from graph.db.rows import NEVER
from graph.db.store import Store
from graph.db.values import moment
from graph.lifecycle.rotation_rules import Candidate
from graph.rotation_settings import PreservationSettings

_PAGE: Final = 5_000
_ASKED_AT_ONCE: Final = 1_000
_BY_ROTATION: Final = "rotation"


def active(store: Store, weigher: MemoryWeigher, user_id: str, now: datetime) -> Iterator[Candidate]:
    """A user's active memories, newest first, each with what it matters now."""
    bounds = weigher.bounds(user_id)
    after, after_id = NEVER, "~"
    while True:
        page = store.read("rotation/lives", user_id=user_id, after=after, after_id=after_id, limit=_PAGE)
        for row in page:
            memory = row["memory"]
            if memory.get("created_at") is None:
                # Another writer is forgetting it.
                continue
            touched = max(memory[name] or 0 for name in ("stored", "updated", "used"))
            labels = [label for label in (memory.get("category"), *(memory.get("tags") or ())) if label]
            yield Candidate(
                memory_id=memory["id"], title=memory.get("title") or "",
                importance=weigher.worth(memory, now, bounds), touched_at=touched / 1_000,
                characters=memory.get("characters") or 0, pinned=bool(memory.get("pinned")),
                bookmarked=bool(memory.get("bookmarked")), labels=labels,
            )  # fmt: skip
        if len(page) < _PAGE:
            return
        last = page[-1]["memory"]
        after, after_id = moment(last["created_at"]).astimezone(UTC), last["id"]


def archived(store: Store, user_id: str) -> Iterator[Candidate]:
    """A user's archived memories, put away last first."""
    after, after_id = NEVER, "~"
    while True:
        page = store.read("rotation/archived", user_id=user_id, after=after, after_id=after_id, limit=_PAGE)
        for row in page:
            memory: dict[str, Any] = row["memory"]
            at = moment(memory["at"]).timestamp()
            yield Candidate(
                memory_id=memory["id"], title=memory.get("title") or "", importance=memory.get("importance") or 0.0,
                touched_at=at, archived_at=at, characters=memory.get("characters") or 0,
                pinned=bool(memory.get("pinned")), bookmarked=bool(memory.get("bookmarked")),
                archived_by_rotation=memory.get("archived_by") == _BY_ROTATION, rule=memory.get("archived_rule"),
            )  # fmt: skip
        if len(page) < _PAGE:
            return
        last = page[-1]["memory"]
        after, after_id = moment(last["at"]).astimezone(UTC), last["id"]


def committed(
    store: Store, user_id: str, ids: Sequence[str], settings: PreservationSettings, now: datetime
) -> Collection[str]:
    """Which of some memories hold a commitment that is still open."""
    if not settings.commitments:
        return ()
    since = now - timedelta(days=settings.commitment_days)
    return {
        str(row["id"])
        for at in range(0, len(ids), _ASKED_AT_ONCE)
        for row in store.read(
            "rotation/commitments", user_id=user_id, ids=list(ids[at : at + _ASKED_AT_ONCE]), since=since
        )
    }
