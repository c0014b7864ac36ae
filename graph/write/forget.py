"""Deletes memories so that nothing of them is left: not in facts, names and vectors, not in the turns beside them."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Protocol

from graph.db.fulltext_fields import KEPT_WORDS, words_field
from graph.db.row import Row
from graph.db.rows import draft_of, forget_forms, memory_of
from graph.db.store import Runs, Store
from graph.db.type_catalogue import SYMMETRIC
from graph.errors import NotFound
from graph.extractor import ExtractionInput, Extractor
from graph.journal.journal import Journal
from graph.journal.tombstones import rejected
from graph.model.draft import Draft
from graph.model.extraction import DraftReading, Vector
from graph.model.life.journal import Act
from graph.model.memory import Forgotten
from graph.model.synced import GONE, origin_of
from graph.model.types import Status
from graph.resolution.resolution_plan import MISTAKEN_FOR
from graph.resolution.resolution_writer import EntityResolver
from graph.write.conversations import StaleRead, retried
from graph.write.turn_smoothing import (
    NOT_IN_TAIL,
    TAIL,
    VECTOR_REACH,
    WORDS_REACH,
    Turn,
    averaged,
    index_words,
    tail_properties,
)

_FORGOTTEN_MOST: Final = 100_000
"""Ids that are read at a time, of those that are to be forgotten."""


class TurnReader(Protocol):
    """What reads turns and makes their vectors: an extractor, or what keeps those that it has made."""

    def read(self, draft: Draft) -> DraftReading:
        """The chunks of a draft."""
        ...

    def chunk_vectors(self, works: Sequence[ExtractionInput]) -> Sequence[Sequence[Vector]]:
        """The vectors of the chunks of each piece of work, in order."""
        ...


@dataclass(frozen=True, slots=True)
class Window:
    """The turns of a session near one memory, in order, and whether they reach the end of the session."""

    turns: tuple[Turn, ...]
    memory_ids: tuple[str, ...]
    ends: bool
    seen: "Seen"


Seen = Sequence[tuple[str, str, str, bool]]
"""Of each chunk of a window its id, the hash and the status of its memory, and whether the session ends with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """What was taken out of the graph with a memory, and the names, blocks and entities that are to be resolved again.

    `pairs` are the entities between which its facts stood, to be summed up again; `judged` are the verdicts of people
    on inferences from those facts.
    """

    keys: Sequence[str]
    blocks: Sequence[str]
    entities: Sequence[str]
    facts: int
    pairs: Sequence[Sequence[str]]
    judged: Sequence[Mapping[str, object]]
    gone: int


class MemoryEraser:
    """Deletes. One for a process; safe to share between threads."""

    def __init__(
        self,
        store: Store,
        extractor: Extractor,
        resolver: EntityResolver,
        clock: Callable[[], datetime],
        journal: Journal,
    ) -> None:
        self._resolver = resolver
        self._store = store
        self._extractor = extractor
        self._clock = clock
        self._journal = journal

    def forget(
        self,
        user_id: str,
        memory_id: str,
        *,
        rejecting: bool = True,
        first: Callable[[Runs], None] = lambda _: None,
    ) -> Forgotten:
        """Deletes a memory with its chunks, facts, ties, and the entities and names that only it gave.

        Its text is marked as taken away, by a hash: no ingest and no sync brings it back. Without `rejecting`, where no
        person takes it away, it is not. `first` runs in the same transaction, under the lock, and may raise what stops
        it. Raises NotFound when this user has no such memory.
        """
        if not self._store.read("memory/by_ids", user_id=user_id, ids=[memory_id]):
            raise NotFound("memory", memory_id)
        forgotten = Forgotten(memories=0, chunks=0, entities=0, facts=0)
        # What went into it says the same, and would come back with its parting.
        for row in self._store.read("memory/merged", user_id=user_id, id=memory_id):
            with suppress(NotFound):
                forgotten += self.forget(user_id, row["id"], rejecting=rejecting, first=first)
        forgotten += retried(lambda: self._forget(user_id, memory_id, first, rejecting=rejecting))
        forget_forms()
        return forgotten

    def from_source(self, user_id: str, project: str | None, sources: Sequence[str]) -> Mapping[str, str]:
        """The memories of a project or of sources, and of those below, whatever their status: by id, whence they come.

        A source is one as it was kept, or the whole path of a file or folder: what is gone from there belongs to it.
        """
        given = {
            "user_id": user_id, "project": project, "sources": list(sources), "gone": GONE, "limit": _FORGOTTEN_MOST,
        }  # fmt: skip
        rows = self._store.read("memory/from_source", **given)
        return {row["id"]: origin_of(row["place"], row["source"]) for row in rows}

    def forget_from(self, user_id: str, project: str | None, sources: Sequence[str]) -> Forgotten:
        """Deletes these memories one after the other; to repeat it after a fault goes on where it ended."""
        done = Forgotten(memories=0, chunks=0, entities=0, facts=0)
        while origins := self.from_source(user_id, project, sources):
            for memory_id in origins:
                with suppress(NotFound):
                    done += self.forget(user_id, memory_id)
        return done

    def _forget(self, user_id: str, memory_id: str, first: Callable[[Runs], None], *, rejecting: bool) -> Forgotten:
        window = self.window(user_id, memory_id)
        recording = self._journal.step(user_id, Act.FORGOTTEN, [memory_id])
        now = self._clock()
        drop = {"user_id": user_id, "ids": [memory_id]}
        rest = without(window, memory_id)

        def work(runs: Runs) -> Forgotten:
            locked(runs, user_id, memory_id, window)
            first(runs)
            if rejecting:
                rejected(runs, user_id, memory_id, Act.FORGOTTEN, now)
            dropped = self.dropped(runs, user_id, memory_id)
            done = runs("memory/drop", drop)[0]
            recording.run(runs)
            self._resolver.resolve_dropped(
                runs, user_id, now, keys=dropped.keys, blocks=dropped.blocks, entities=dropped.entities
            )
            runs("memory/drop_names", {"user_id": user_id})
            summed(runs, user_id, pairs=dropped.pairs)
            kept(runs, user_id, dropped.judged)
            if rest:
                runs("memory/rewrite", {"user_id": user_id, "chunks": rest})
            return Forgotten(
                memories=done["memories"], chunks=done["chunks"], entities=dropped.gone, facts=dropped.facts
            )

        return self._store.together(work)

    def dropped(
        self, runs: Runs, user_id: str, memory_id: str, *, again: Sequence[Mapping[str, object]] = ()
    ) -> Dropped:
        """Takes a memory out of chains, links, facts and ties, inside a transaction.

        Returns which names are to be resolved again. The names that come `again` (key, type; surest first) in the same
        transaction stay, be it as another type, and so do their entities with all that a person said of them.
        """
        ids = [memory_id]
        runs("memory/cut", {"user_id": user_id, "ids": ids})
        runs("link/drop", {"user_id": user_id, "ids": ids})
        runs("inference/drop", {"user_id": user_id, "ids": ids})
        (facts,) = runs("memory/drop_facts", {"user_id": user_id, "ids": ids})
        given: Row = {"user_id": user_id, "ids": ids, "again": list(again), "mistaken": MISTAKEN_FOR}
        ties = runs("memory/drop_ties", given)
        row: Mapping[str, Any] = ties[0] if ties else {"keys": [], "blocks": [], "entities": [], "gone": 0}
        return Dropped(
            keys=row["keys"], blocks=row["blocks"], entities=row["entities"],
            facts=facts["dropped"], pairs=facts["pairs"], judged=facts["judged"], gone=row["gone"] or 0,
        )  # fmt: skip

    def forget_user(self, user_id: str) -> Forgotten:
        """Deletes everything of one user, what others save meanwhile too. Safe to repeat when it was cut short."""
        before = self._store.read("memory/stats", user_id=user_id)[0]
        retried(lambda: self._everything(user_id))
        forget_forms()
        return Forgotten(
            memories=before["memories"], chunks=before["chunks"], entities=before["entities"], facts=before["facts"]
        )

    def _everything(self, user_id: str) -> None:
        self._store.batch("memory/forget_user_memories", user_id=user_id)
        self._store.batch("memory/forget_user_entities", user_id=user_id)
        if self._store.batch("memory/forget_user", user_id=user_id)[0]["kept"]:
            # Somebody saved something meanwhile: it was promised that everything goes.
            raise StaleRead

    def window(
        self,
        user_id: str,
        memory_id: str,
        *,
        changed: tuple[Draft, DraftReading] | None = None,
        reader: TurnReader | None = None,
    ) -> Window:
        """The turns around a memory, read and embedded again, since stored turns keep only what the index needs.

        `changed` is the draft and reading that take the place of the memory's own. A `reader` may know turns already.
        """
        reader = reader or self._extractor
        rows = self._store.read("memory/around", user_id=user_id, id=memory_id, entire=True)
        if not rows:
            return Window((), (), ends=False, seen=())
        ids = list(dict.fromkeys(row["memory"]["id"] for row in rows))
        works = [_work(reader, row_of(rows, identity), changed if identity == memory_id else None) for identity in ids]
        turns: list[Turn] = []
        owners: list[str] = []
        for identity, work, vectors in zip(ids, works, reader.chunk_vectors(works), strict=True):
            archived = identity != memory_id and row_of(rows, identity)["status"] == Status.ARCHIVED
            for chunk, vector in zip(work.reading.chunks, vectors, strict=True):
                field = KEPT_WORDS if archived else words_field(user_id, chunk.language, turn=True)
                turns.append(Turn(f"{identity}.{chunk.ordinal:04d}", chunk.words, chunk.asked, vector, field))
                owners.append(identity)
        return Window(tuple(turns), tuple(owners), ends=any(row["is_last"] for row in rows), seen=_seen(rows))


def _work(reader: TurnReader, memory: Mapping[str, Any], changed: tuple[Draft, DraftReading] | None) -> ExtractionInput:
    if changed is not None:
        return ExtractionInput(*changed)
    draft = draft_of(memory_of(memory), titled=bool(memory.get("titled")))
    return ExtractionInput(draft, reader.read(draft))


def locked(runs: Runs, user_id: str, memory_id: str, window: Window | None = None) -> None:
    """Takes the user's lock. Raises StaleRead when the turns around a memory changed since its window was read."""
    runs("entity/lock", {"user_id": user_id, "ids": []})
    if window is None:
        return
    rows = runs("memory/around", {"user_id": user_id, "id": memory_id, "entire": False})
    if _seen(rows) != window.seen:
        raise StaleRead


def summed(runs: Runs, user_id: str, *, ids: Sequence[str] = (), pairs: Sequence[Sequence[str]] = ()) -> None:
    """Recomputes the relations between pairs of entities, and between the entities of the facts of some memories."""
    if ids or pairs:
        runs("entity/sum", {"user_id": user_id, "ids": list(ids), "pairs": list(pairs), "symmetric": SYMMETRIC})


def kept(runs: Runs, user_id: str, judged: Sequence[Mapping[str, object]]) -> None:
    """Keeps the verdicts on inferences whose both ends still have facts; the others are deleted."""
    if judged:
        runs("inference/keep", {"user_id": user_id, "judged": list(judged)})


def _seen(rows: Sequence[Mapping[str, Any]]) -> Seen:
    return tuple(
        (row["chunk_id"], row["memory"]["content_hash"], row["memory"]["status"], row["is_last"]) for row in rows
    )


def row_of(rows: Sequence[Mapping[str, Any]], identity: str) -> Mapping[str, Any]:
    """The memory of this id among rows that carry one each."""
    return next(row["memory"] for row in rows if row["memory"]["id"] == identity)


def without(window: Window, memory_id: str) -> list[Row]:
    """The rows of the turns near a memory as they are once it is gone."""
    left = [t for t, owner in zip(window.turns, window.memory_ids, strict=True) if owner != memory_id]
    hole = next((place for place, owner in enumerate(window.memory_ids) if owner == memory_id), 0)
    return rewritten(left, hole, hole, ends=window.ends)


def rewritten(turns: Sequence[Turn], first: int, after: int, *, ends: bool) -> list[Row]:
    """The rows of the turns within reach of what changed in `turns[first:after]`."""
    rows: list[Row] = []
    vectors = averaged(turns)
    for place, turn in enumerate(turns):
        distance = first - place if place < first else place - after + 1
        vector = vectors[place]
        if distance > WORDS_REACH and not ends:
            continue
        # At the end of a session, its last turns may be others than before.
        keeps = tail_properties(turn) if place >= len(turns) - TAIL else NOT_IN_TAIL
        properties: Row = dict(keeps) if ends else {}
        if distance <= WORDS_REACH:
            properties[turn.field] = index_words(turns, place)
        embedding = vector.tolist() if vector is not None and distance <= VECTOR_REACH else None
        if turn.field == KEPT_WORDS and embedding is not None:
            # What is archived stays out of the index, yet what it keeps of its neighbours has to change all the same.
            properties["kept_embedding"], embedding = embedding, None
        rows.append({"id": turn.id, "properties": properties, "vector": embedding})
    return rows
