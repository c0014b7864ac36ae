"""The archive of one user as it is looked through: by time, importance and topic, and how much room it takes."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from graph.db.filters import Cursor, asked_hash, checked_limit, cursor_of
from graph.db.rows import NEVER
from graph.db.store import Store
from graph.db.values import moment
from graph.errors import Invalid
from graph.lifecycle.distribution import bucket_floors
from graph.lifecycle.rotation_rules import LOW
from graph.lifecycle.rotation_values import ArchivedMemory, ArchiveOrder, ArchivePage, ArchiveStats
from graph.rotation.journal import ratio
from graph.rotation_settings import DeletionSettings
from graph.settings import LevelSettings

_FIRST: Final = datetime(1, 1, 2, tzinfo=UTC)
_HIGHEST: Final = 10.0
_BEYOND: Final = 1e18
_TOPICS_MOST: Final = 30


class Archive:
    """Reads the archive of one user."""

    def __init__(self, store: Store, deletion: DeletionSettings, levels: LevelSettings, user_id: str) -> None:
        self._store = store
        self._deletion = deletion
        self._levels = levels
        self._user_id = user_id

    def page(
        self,
        order: ArchiveOrder,
        topic: str | None,
        since: datetime | None,
        until: datetime | None,
        importance: tuple[float, float],
        limit: int,
        cursor: str | None,
    ) -> ArchivePage:
        """A page. Raises Invalid for what narrows to nothing by its form."""
        checked_limit(limit)
        least, most = importance
        if not 0 <= least <= most <= _HIGHEST:
            raise Invalid("min_importance", "the range of importance is none.", allowed="0 to 10, rising")
        wanted = topic.strip().lower() if topic is not None else None
        if wanted == "":
            raise Invalid("topic", "it is empty.", allowed="a project, category, tag or entity")
        same = asked_hash(self._user_id, "archive", order.value, wanted, since, until, least, most)
        after = cursor_of(cursor, same) if cursor else None
        if after is not None and isinstance(after.value, str):
            raise Invalid("cursor", "it belongs to another list.", allowed="the next_cursor of the same list")
        given: dict[str, Any] = {
            "by_importance": order is ArchiveOrder.IMPORTANCE, "since": _time(since) or _FIRST,
            "until": _time(until) or NEVER, "least": float(least), "most": float(most),
            "after": float(after.value) if after else _BEYOND, "after_id": after.id if after else "~",
            "limit": limit + 1,
        }  # fmt: skip
        if wanted is None:
            rows = self._store.read("rotation/archive_list", user_id=self._user_id, **given)
        else:
            rows = self._store.read("rotation/archive_of_topic", user_id=self._user_id, topic=wanted, **given)
        shown = rows[:limit]
        more = None
        if len(rows) > limit:
            last = shown[-1]["memory"]
            more = Cursor((after.given if after else 0) + limit, last["place"], last["id"], asked=same).text()
        size = self._size()
        return ArchivePage(
            memories=tuple(self._memory(row["memory"], row["topics"]) for row in shown), next_cursor=more,
            total=size["total"], text_bytes=size["text_bytes"], packed_bytes=size["packed_bytes"],
            ratio=ratio(size["text_bytes"], size["packed_bytes"]),
        )  # fmt: skip

    def stats(self) -> ArchiveStats:
        """What all of it comes to."""
        floors = bucket_floors(self._levels)
        rising = sorted(floors.values())
        buckets = [*floors][::-1]
        counts = self._store.read(
            "rotation/archive_counts", user_id=self._user_id, floors=rising, topics_most=_TOPICS_MOST
        )[0]
        size = self._size()
        reached: dict[int, int] = dict(counts["buckets"])
        return ArchiveStats(
            total=size["total"], text_bytes=size["text_bytes"], packed_bytes=size["packed_bytes"],
            ratio=ratio(size["text_bytes"], size["packed_bytes"]), by_month=dict(counts["months"]),
            by_bucket={bucket: reached.get(place, 0) for place, bucket in enumerate(buckets, 1)},
            by_topic=dict(counts["topics"]),
        )  # fmt: skip

    def _size(self) -> Mapping[str, int]:
        return self._store.read("rotation/archive_size", user_id=self._user_id)[0]

    def _memory(self, memory: Mapping[str, Any], topics: list[str]) -> ArchivedMemory:
        at, length = moment(memory["archived_at"]), memory.get("length") or 0
        return ArchivedMemory(
            memory_id=memory["id"], title=memory.get("title") or "", micro_summary=memory.get("micro_summary") or "",
            archived_at=at, archived_by=memory.get("archived_by") or "person", rule=memory.get("archived_rule"),
            run=memory.get("archived_run"), importance=memory.get("importance") or 0.0,
            characters=memory.get("characters") or length, packed_bytes=memory.get("packed_bytes") or length,
            topics=tuple(dict.fromkeys(topics)), delete_at=self._deleted_at(memory, at),
        )  # fmt: skip

    def _deleted_at(self, memory: Mapping[str, Any], at: datetime) -> datetime | None:
        """When a rotation may delete it; None where never."""
        deletion = self._deletion
        if not deletion.enabled or memory.get("archived_by") != "rotation":
            return None
        if (
            (deletion.only_low and memory.get("archived_rule") != LOW)
            or memory.get("pinned")
            or memory.get("bookmarked")
        ):
            return None
        return at + timedelta(days=deletion.after_days)


def _time(at: datetime | None) -> datetime | None:
    return None if at is None else (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
