"""Computes how much memories matter from what the graph holds of them: when asked, in batches, in the background."""

import heapq
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from graph.db.background_queue import BackgroundQueue, Round
from graph.db.importance.importance_mapping import importance_properties, life_of, parts_of
from graph.db.row import Row
from graph.db.rows import NEVER
from graph.db.store import Store
from graph.db.values import moment
from graph.errors import Invalid, NotFound
from graph.lifecycle.content import Content, content_of
from graph.lifecycle.distribution import bucket_floors, bucket_of, level_of, spread
from graph.lifecycle.importance import ANY_MEMORY, HIGHEST, PARTS, VERSION, Bounds, Importance, Life, aged
from graph.lifecycle.reasons import reasons
from graph.lifecycle.recency import days_between
from graph.lifecycle.ties import Ties, counted_kinds, links_in, relation_part
from graph.lifecycle.trend import change, trend_of
from graph.lifecycle.uses import counts
from graph.model.importance import (
    Bucket,
    BucketStats,
    ImportanceDetail,
    ImportancePart,
    LifecycleStats,
    RankedMemory,
    Recomputed,
    StoredImportance,
    Trend,
)
from graph.settings import ImportanceSettings

BATCH: Final = 200
"""Memories weighed by one read and one write."""
_NEAR: Final = 8
_ENTITIES_MOST: Final = 200
_TIES_MOST: Final = 100
"""Of so many ties the part is the whole in any case."""
_TEXT_MOST: Final = 4_000
_PAGE: Final = 5_000
_IDS_MOST: Final = 10_000
_FIRST_MOST: Final = 3
"""Memories that stand for a bucket in the statistics."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Weighed:
    """A memory with all that its importance rests on."""

    memory: Mapping[str, Any]
    life: Life
    content: Content
    ties: Ties
    weight: Importance
    repeats: str | None


class MemoryWeigher:
    """Weighs memories. One for a process; safe to share between threads.

    A memory carries `to_weigh` from when it is stored, changed, used or tied until its importance is written.
    """

    def __init__(
        self,
        store: Store,
        settings: ImportanceSettings,
        clock: Callable[[], datetime],
        *,
        alike: Callable[[float], float],
        tells_apart: Callable[[str, str], bool],
    ) -> None:
        """`alike` calibrates the cosine of two passages to a similarity (0–1); `tells_apart` says of two similar texts
        whether one says something else than the other.
        """
        self._store = store
        self._settings = settings
        self._clock = clock
        self._alike = alike
        self._tells_apart = tells_apart
        self.queue = BackgroundQueue(
            lambda user_id, limit: (
                store.read("lifecycle/waiting", limit=limit)
                if user_id is None
                else store.read("lifecycle/waiting_of_user", user_id=user_id, limit=limit)
            ),
            lambda user_id, rows: self._weigh(user_id, [row["id"] for row in rows]),
            batch=BATCH,
        )

    def recompute(self, user_id: str, ids: Sequence[str] | None) -> Recomputed:
        """Weighs some memories of a user, or all of them that are understood. Raises NotFound for an id of no memory.

        It may be repeated, killed and run twice at once: what is written depends on what is stored and the time alone.
        """
        if ids is None:
            return self._all(user_id)
        wanted = self.existing(user_id, ids)
        done = Round()
        for at in range(0, len(wanted), BATCH):
            done += self._weigh(user_id, wanted[at : at + BATCH])
        return Recomputed(memories=len(wanted), changed=done.written)

    def existing(self, user_id: str, ids: Sequence[str]) -> list[str]:
        """Some ids, each once. Raises NotFound where a user has no such memory, Invalid for what is no list of ids."""
        if not isinstance(ids, list | tuple) or not all(isinstance(memory_id, str) for memory_id in ids):
            raise Invalid("ids", "they are no list of ids.", allowed="a list of texts")
        if len(ids) > _IDS_MOST:
            raise Invalid("ids", f"there are {len(ids):,}.", allowed=f"at most {_IDS_MOST:,} at once")
        wanted = list(dict.fromkeys(ids))
        there = {row["id"] for row in self._store.read("lifecycle/existing", user_id=user_id, ids=wanted)}
        if missing := [memory_id for memory_id in wanted if memory_id not in there]:
            raise NotFound("memory", missing[0])
        return wanted

    def explain(self, user_id: str, memory_id: str) -> ImportanceDetail:
        """How much a memory matters now, and why. Raises NotFound."""
        now = self._clock()
        for weighed in self._weighed(user_id, [memory_id], now):
            return self._detail(weighed, now, self.bounds(user_id))
        raise NotFound("memory", memory_id)

    def stats(self, user_id: str) -> LifecycleStats:
        """How the importance of a user's active memories is distributed now, by what is stored of each and its age."""
        now, levels, bounds = self._clock(), self._settings.levels, self.bounds(user_id)
        scores: list[float] = []
        trends = dict.fromkeys(Trend, 0)
        numbers: Counter[Bucket] = Counter()
        first: dict[Bucket, list[tuple[float, str]]] = defaultdict(list)
        waiting = 0
        for row in self._lives(user_id):
            score, changed = self._current(row, now, bounds)
            scores.append(score)
            trends[trend_of(changed, levels)] += 1
            waiting += bool(row.get("to_weigh"))
            bucket = bucket_of(score, levels)
            numbers[bucket] += 1
            heapq.heappush(first[bucket], (score, row["id"]))
            if len(first[bucket]) > _FIRST_MOST:
                heapq.heappop(first[bucket])
        ranked = self._ranked(user_id, [pair for pairs in first.values() for pair in pairs], now)
        figures = spread(scores)
        return LifecycleStats(
            memories=len(scores), mean=figures.mean, median=figures.median, deviation=figures.deviation,
            buckets=tuple(
                BucketStats(
                    bucket=bucket, least=least, count=numbers[bucket],
                    first=tuple(ranked[identity] for _, identity in sorted(first[bucket], reverse=True)
                                if identity in ranked),
                )
                for bucket, least in bucket_floors(levels).items()
            ),
            trends=trends, waiting=waiting, at=now, version=VERSION,
        )  # fmt: skip

    def _all(self, user_id: str) -> Recomputed:
        self._store.batch("lifecycle/mark_all", user_id=user_id)
        done = self.queue.user(user_id)
        if self._settings.normalisation == "min_max":
            self._set_bounds(user_id)
            self._store.batch("lifecycle/mark_all", user_id=user_id)
            done = Round(done.taken, min(done.taken, done.written + self.queue.user(user_id).written))
        return Recomputed(memories=done.taken, changed=done.written)

    def _weigh(self, user_id: str, ids: Sequence[str]) -> Round:
        now, bounds = self._clock(), self.bounds(user_id)
        rows = [self._row(weighed, now, bounds) for weighed in self._weighed(user_id, ids, now)]
        if not rows:
            return Round()
        written = self._store.write("lifecycle/weigh", user_id=user_id, weights=[row for row, _ in rows])[0]
        return Round(written["unmarked"], sum(changed for _, changed in rows))

    def _row(self, weighed: _Weighed, now: datetime, bounds: Bounds) -> tuple[Row, bool]:
        """What is written of a memory, and whether its score is another than before."""
        memory = weighed.memory
        properties = importance_properties(weighed.weight, now, self._settings, bounds)
        row: Row = {
            "id": memory["id"], "content_hash": memory["content_hash"], "at": now, "properties": properties,
            "use_count": memory.get("use_count") or 0, "edit_count": memory.get("edit_count") or 0,
            "uses": memory.get("uses") or [],
        }  # fmt: skip
        return row, properties["importance"] != memory.get("importance")

    def _weighed(self, user_id: str, ids: Sequence[str], now: datetime) -> Iterator[_Weighed]:
        settings = self._settings
        topics = self._topics(user_id)
        rows = self._store.read(
            "lifecycle/features",
            user_id=user_id,
            ids=list(ids),
            kinds=[kind.value for kind in counted_kinds(settings.relation)],
            near=_NEAR,
            entities_most=_ENTITIES_MOST,
            ties_most=_TIES_MOST,
            text_most=_TEXT_MOST,
        )
        for row in rows:
            memory = row["memory"]
            # Another writer may be forgetting it.
            if memory.get("text") is None or memory.get("content_hash") is None:
                continue
            repeats = self._repeats(row)
            on_topic = not topics.isdisjoint(row["entities"])
            addresses, documents = links_in(memory["text"])
            ties = Ties(
                leads_to=row["leads_to"], led_from=row["led_from"], entities=len(row["entities"]), facts=row["facts"],
                addresses=addresses, documents=documents,
            )  # fmt: skip
            content = content_of(memory["text"], settings.content, repeats=repeats is not None, on_topic=on_topic)
            life = life_of(memory)
            relation = relation_part(ties, settings.relation)
            weight = aged(content.value(settings.content), relation, life, now, settings)
            yield _Weighed(memory=memory, life=life, content=content, ties=ties, weight=weight, repeats=repeats)

    def _repeats(self, row: Mapping[str, Any]) -> str | None:
        """The earlier memory that one repeats: the one it was flagged with, else the nearest that says the same."""
        memory = row["memory"]
        if memory.get("duplicate_of"):
            return memory["duplicate_of"]
        if not self._settings.content.semantic:
            return None
        for other in row["near"]:
            if self._alike(other["cosine"]) < self._settings.content.similar:
                return None
            if not self._tells_apart(memory["text"], other["text"]):
                return other["id"]
        return None

    def _topics(self, user_id: str) -> frozenset[str]:
        content = self._settings.content
        if not content.topics:
            return frozenset()
        rows = self._store.read("lifecycle/topics", user_id=user_id, limit=content.topics_most)
        return frozenset(row["id"] for row in rows) if len(rows) >= content.topics_least else frozenset()

    def bounds(self, user_id: str) -> Bounds:
        """The sums between which a user's memories lie."""
        if self._settings.normalisation == "fixed":
            return ANY_MEMORY
        rows = self._store.read("lifecycle/bounds", user_id=user_id)
        known = [row for row in rows if row["low"] is not None and row["high"] is not None]
        return Bounds(low=known[0]["low"], high=known[0]["high"]) if known else ANY_MEMORY

    def _set_bounds(self, user_id: str) -> None:
        now = self._clock()
        weights = [self._aged(row, now) for row in self._lives(user_id)]
        totals = [weight.total(self._settings) for weight in weights if weight is not None]
        if totals:
            self._store.write("lifecycle/set_bounds", user_id=user_id, low=min(totals), high=max(totals))

    def _aged(self, row: Mapping[str, Any], now: datetime) -> Importance | None:
        """What a memory matters now by the content and the ties it had when it was weighed; None when it never was."""
        stored = parts_of(row)
        return None if stored is None else aged(stored.content, stored.relation, life_of(row), now, self._settings)

    def worth(self, row: Mapping[str, Any], now: datetime, bounds: Bounds) -> float:
        """The score of a memory now; of one that was never weighed, the score it has."""
        weight = self._aged(row, now)
        return (row.get("importance") or 0.0) if weight is None else weight.score(self._settings, bounds)

    def _current(self, row: Mapping[str, Any], now: datetime, bounds: Bounds) -> tuple[float, float]:
        """The score of a memory now and how it changed; of one that was never weighed, the score it has, unchanged."""
        weight = self._aged(row, now)
        if weight is None:
            return row.get("importance") or 0.0, 0.0
        return weight.score(self._settings, bounds), change(weight, life_of(row), now, self._settings, bounds)

    def _lives(self, user_id: str) -> Iterator[Mapping[str, Any]]:
        after, after_id = NEVER, "~"
        while True:
            page = self._store.read("lifecycle/lives", user_id=user_id, after=after, after_id=after_id, limit=_PAGE)
            yield from (row["memory"] for row in page if row["memory"].get("created_at") is not None)
            if len(page) < _PAGE:
                return
            last = page[-1]["memory"]
            after, after_id = moment(last["created_at"]).astimezone(UTC), last["id"]

    def _ranked(self, user_id: str, pairs: Sequence[tuple[float, str]], now: datetime) -> dict[str, RankedMemory]:
        scores = {identity: score for score, identity in pairs}
        ranked: dict[str, RankedMemory] = {}
        for weighed in self._weighed(user_id, sorted(scores), now) if scores else ():
            identity = weighed.memory["id"]
            ranked[identity] = RankedMemory(
                memory_id=identity,
                title=weighed.memory.get("title") or "",
                score=scores[identity],
                reasons=self._reasons(weighed, now),
            )
        return ranked

    def _reasons(self, weighed: _Weighed, now: datetime) -> tuple[str, ...]:
        return reasons(weighed.weight, weighed.content, weighed.life, weighed.ties, now, self._settings)

    def _detail(self, weighed: _Weighed, now: datetime, bounds: Bounds) -> ImportanceDetail:
        settings, memory, weight = self._settings, weighed.memory, weighed.weight
        score = weight.score(settings, bounds)
        changed = change(weight, weighed.life, now, settings, bounds)
        stored = parts_of(memory)
        made_of = self._made_of(weighed, now)
        return ImportanceDetail(
            memory_id=memory["id"], title=memory.get("title") or "", score=score, at=now, version=VERSION,
            parts=tuple(
                ImportancePart(
                    name=name, value=round(value, 4), weight=(share := getattr(settings.weights, name)),
                    points=round(HIGHEST * share * value, 4), made_of=made_of[name],
                )
                for name, value in weight.parts.items()
            ),
            adjustment=weight.adjustment, bucket=bucket_of(score, settings.levels),
            level=level_of(score, settings.levels), trend=trend_of(changed, settings.levels), change=changed,
            reasons=self._reasons(weighed, now), repeats=weighed.repeats,
            stored=StoredImportance(
                score=memory.get("importance") or 0.0,
                at=moment(memory.get("importance_at") or memory["created_at"]),
                version=memory.get("importance_version"),
                parts={} if stored is None else {name: getattr(stored, name) for name in PARTS},
            ),
            waits=bool(memory.get("to_weigh")),
        )  # fmt: skip

    def _made_of(self, weighed: _Weighed, now: datetime) -> Mapping[str, Mapping[str, float]]:
        content, life, ties = weighed.content, weighed.life, weighed.ties
        used = counts(life.uses, now, self._settings.access)
        return {
            "content": {
                name: round(getattr(content, name), 4)
                for name in ("length", "structure", "keywords", "uniqueness", "topic", "mood")
            },
            "time": {"age_days": round(days_between(life.edited_at or life.kept_at, now), 2), "edits": life.edits},
            "access": {f"{kind.value}s": number for kind, number in used.items()},
            "relation": {
                name: getattr(ties, name)
                for name in ("leads_to", "led_from", "entities", "facts", "addresses", "documents")
            },
            "user": {} if life.rating is None else {"rating": life.rating},
        }
