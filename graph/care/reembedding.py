"""Changes the embedding model of a database while it answers: vectors of the new model beside those of the old one.

    1  begin    the model is recorded as the one to come; its indexes are made on the side that is not read
    2  sweep    whatever has a vector of the old model and none of the new one gets it: memories by their time, then
                entities; repeated while others write
    3  switch   one transaction: what is recorded, and with it the side that is read by whoever opens the database next
    4  sweep    what was written until then
    5  drop     indexes and vectors of the old model, once nobody reads them

What is left to do stands in the graph: a chunk that has a vector on one side and none on the other. So there is no
place to lose, a run that was ended goes on where it was, and what is written meanwhile by who still reads the old
vectors, which takes those on the other side away, is done by the next sweep. Until it is dropped, the old model may be
changed back to in the same way, with hardly anything to make.
"""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

from graph.care.walk import NEVER_BEFORE
from graph.db import schema
from graph.db.row import Row
from graph.db.rows import draft_of, memory_of
from graph.db.sides import Side
from graph.db.store import Store
from graph.db.values import moment
from graph.errors import Conflict, Invalid, Misconfigured, Unavailable
from graph.extractor import ExtractionInput, Extractor
from graph.lifecycle.packing import with_text
from graph.model.care.reembedding import ModelName, Reembedded, Stage, VectorsState
from graph.model.care.vectors import PASSAGES_MOST
from graph.model.extraction import Chunk, DraftReading, Embedded, Vector
from graph.rotation.due import users_of
from graph.write.entity_vectors import entity_text, entity_vector
from graph.write.turn_smoothing import Turn, averaged

_LOG: Final = logging.getLogger(__name__)
_PAGE: Final = 200
"""Memories that are looked at at once."""
_SWEEPS_MOST: Final = 10
"""How often everything is looked through before the switch; what is written still is done after it."""
_TURNS_KEPT: Final = 2_000
_SAMPLE: Final = 32
"""Memories by which a dry run tells how long it will take."""

Progress = Callable[[int, int], None]
"""Called with how many vectors were made, and of how many."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A chunk as the graph has it, with its memory: what its vector is made of."""

    chunk: Mapping[str, Any]
    memory: Mapping[str, Any]

    @property
    def id(self) -> str:
        return self.chunk["id"]

    @property
    def key(self) -> tuple[str, str]:
        """By what its vector is known while it is what it is."""
        return self.id, str(self.memory["updated_at"])

    def work(self) -> ExtractionInput:
        """The chunk cut as it is stored: another model's tokens would cut the text elsewhere."""
        return _work(self.memory, [self.chunk])


class Reembedding:
    """Changes the model of a database to that of an extractor. For one run; not shared between threads."""

    def __init__(self, store: Store, extractor: Extractor, clock: Callable[[], datetime], *, batch: int) -> None:
        """`store` is of a database that has the schema; whichever side it reads is seen to here."""
        self._store = store
        self._extractor = extractor
        self._clock = clock
        self._batch = batch
        self._vectors: OrderedDict[tuple[str, str], Vector] = OrderedDict()
        self._failed: set[str] = set()
        self._chunks_made = 0
        self._entities_made = 0
        self._of = 0
        self._progress: Progress = _silent

    def state(self) -> VectorsState:
        """Whose vectors there are, and what is left to do."""
        read, other = self._recorded()
        if read is None:
            raise Conflict("Nothing was kept in this database yet: its first memory records the model of the settings.")
        if other is None:
            return VectorsState(stage=Stage.NONE, read=_name(read))
        making = other["state"] == "coming"
        # The side that has all, and the one that is to have it.
        counts = _counts(self._store.on(Side((read if making else other)["side"])))
        stage = Stage.MAKING if making else Stage.SWITCHED
        return VectorsState(stage=stage, read=_name(read), other=_name(other), **counts)

    def run(self, *, dry_run: bool = False, drop: bool = False, progress: Progress | None = None) -> Reembedded:
        """Makes what is missing, and lets the new model be read when all is there.

        With `drop` the vectors of the model that is not read are taken away, whichever it is: the old one, or one that
        was begun and is given up. Raises Invalid where the settings name a model that is neither of them.
        """
        self._progress = progress or _silent
        started = time.perf_counter()
        state = self.state()
        wanted = self._wanted()
        if drop:
            return self._drop(state, wanted, started, dry_run=dry_run)
        if wanted == state.read and state.stage is Stage.NONE:
            return self._done(state, started, dry_run=dry_run)
        if wanted == state.read and state.stage is Stage.MAKING:
            raise Invalid(
                "model", f"vectors of {state.other} are being made, and the settings name {wanted}.",
                allowed="the settings of that model to go on, or --drop to give it up",
            )  # fmt: skip
        if wanted not in (state.read, state.other) and state.other is not None:
            raise Invalid(
                "model", f"this database holds vectors of {state.read} and of {state.other} already.",
                allowed="one of these two; --drop takes those away that are not read",
            )  # fmt: skip
        if dry_run:
            return self._foreseen(state)
        target = self._read_side() if wanted == state.read else self._switch()
        # What others wrote until they read the new vectors too.
        self._sweep_all(target, until=1)
        return self._done(self.state(), started)

    def _switch(self) -> Side:
        """Makes the vectors of the new model, and has them read; returns where they lie."""
        now = self._clock()
        begun = self._store.write("schema/begin_reembedding", **schema.model_row(self._extractor.embedding, now))[0]
        if _name(begun) != self._wanted():
            raise Conflict("Another model was begun at this moment. Look what it is: enishi reembed --dry-run.")
        target = Side(begun["side"])
        schema.with_vector_indexes(self._store.on(target), self._extractor.embedding)
        self._sweep_all(target, until=_SWEEPS_MOST)
        self._store.write("schema/switch_embedding_model", side=target, now=now)
        return target

    def _drop(self, state: VectorsState, wanted: ModelName, started: float, *, dry_run: bool) -> Reembedded:
        if state.other is None or dry_run:
            return self._done(state, started, dry_run=dry_run)
        if state.stage is Stage.SWITCHED:
            if wanted != state.read:
                raise Invalid(
                    "model", f"the settings name {wanted}, and {state.read} is read: what was written last could not "
                    "be given its vectors before the others go.", allowed=f"the settings of {state.read}",
                )  # fmt: skip
            self._sweep_all(self._read_side(), until=_SWEEPS_MOST)
        _, other = self._recorded()
        dropped = self._without_vectors(self._store.on(Side(other["side"]))) if other else 0
        self._store.write("schema/forget_other_model")
        return replace(self._done(self.state(), started), dropped=dropped)

    def _without_vectors(self, store: Store) -> int:
        """Takes away the vectors of a side, a thousand nodes in a transaction; returns how many nodes had some."""
        schema.without_vector_indexes(store)
        dropped = 0
        for user_id in users_of(self._store):
            dropped += store.batch("reembedding/drop_chunks", user_id=user_id)[0]["emptied"]
            dropped += store.batch("reembedding/drop_entities", user_id=user_id)[0]["emptied"]
        return dropped

    def _sweep_all(self, target: Side, *, until: int) -> None:
        """Makes what is missing on a side; again while a sweep had more to do than one batch, `until` so often."""
        store, to_side = self._store.on(target.other), self._store.on(target)
        for _ in range(until):
            left = _counts(store)
            self._of = self._made + left["chunks_left"] + left["entities_left"]
            before = self._made
            for user_id in users_of(self._store):
                self._sweep(store, to_side, user_id)
            if self._made - before <= self._batch:
                return

    def _sweep(self, store: Store, target: Store, user_id: str) -> None:
        gathered: list[Row] = []
        for row in _pages(store, user_id):
            if row["memory"] is None or row["id"] in self._failed:
                continue
            gathered.append(row)
            if sum(len(each["chunks"]) for each in gathered) >= self._batch:
                self._write_chunks(target, user_id, gathered)
                gathered = []
        self._write_chunks(target, user_id, gathered)
        after_id = ""
        given: Row = {"user_id": user_id, "limit": self._batch, "most": PASSAGES_MOST}
        while rows := store.read("reembedding/entities", after_id=after_id, **given):
            after_id = rows[-1]["id"]
            self._write_entities(target, user_id, rows)

    def _write_chunks(self, store: Store, user_id: str, rows: Sequence[Row]) -> None:
        """Gives the chunks of some memories their vectors; halved where a text among them fails."""
        if not rows:
            return
        try:
            memories = self._rows(rows)
        except (Unavailable, Misconfigured):
            raise
        except Exception as error:  # noqa: BLE001  whatever it is, one text would hold up all others
            if len(rows) == 1:
                self._failed.add(rows[0]["id"])
                name = type(error).__name__
                _LOG.warning("memory %s has no vector of the new model: %s", rows[0]["id"], name)
                return
            middle = len(rows) // 2
            self._write_chunks(store, user_id, rows[:middle])
            self._write_chunks(store, user_id, rows[middle:])
            return
        written = store.write("reembedding/write_chunks", user_id=user_id, memories=memories)
        self._chunks_made += int(written[0]["chunks"] or 0) if written else 0
        self._tell()

    def _rows(self, rows: Sequence[Row]) -> list[Row]:
        works = [_work(row["memory"], row["chunks"]) for row in rows]
        embedded = self._extractor.embedded(works)
        for row, made in zip(rows, embedded, strict=True):
            for chunk, vector in zip(row["chunks"], made.vectors, strict=True):
                self._keep(_Piece(chunk, row["memory"]), vector)
        self._embed_beside(rows)
        return [
            {
                "id": row["id"], "status": row["memory"]["status"], "stamp": row["stamp"],
                "chunks": [
                    self._chunk_row(row["memory"], chunk, made, place) for place, chunk in enumerate(row["chunks"])
                ],
            }
            for row, made in zip(rows, embedded, strict=True)
        ]  # fmt: skip

    def _embed_beside(self, rows: Sequence[Row]) -> None:
        """Makes the vectors of the turns beside some memories that are not known yet."""
        beside = {
            piece.key: piece
            for row in rows
            for chunk in row["chunks"]
            for near in chunk["near"]
            if not near["waits"] and (piece := _Piece(near, _whole(near["memory"]))).key not in self._vectors
        }
        if beside:
            made = self._extractor.embedded([piece.work() for piece in beside.values()])
            for piece, of_piece in zip(beside.values(), made, strict=True):
                self._keep(piece, of_piece.vectors[0])

    def _keep(self, piece: _Piece, vector: Vector) -> None:
        self._vectors[piece.key] = vector
        self._vectors.move_to_end(piece.key)

    def _chunk_row(self, memory: Row, chunk: Row, made: Embedded, place: int) -> Row:
        vector = made.vectors[place]
        in_talk = memory.get("speaker") is not None and bool(memory.get("session_id"))
        return {
            "id": chunk["id"], "start": chunk["start"], "end": chunk["end"],
            "vector": (self._averaged(vector, chunk) if in_talk else vector).tolist(),
            "own": vector.tolist() if chunk["tail"] else None,
            "packed": (made.sentences[place] or None) if made.sentences else None,
            "near": [near["seen"] + (" waits" if near["waits"] else "") for near in chunk["near"]],
        }  # fmt: skip

    def _averaged(self, vector: Vector, chunk: Row) -> Vector:
        """The vector of a turn with those beside it, as when it was written."""
        before, after = ([near for near in chunk["near"] if (near["place"] > 0) is later] for later in (False, True))
        turns = [
            Turn("", "", "", of_turn)
            for of_turn in (*map(self._known, before), vector, *map(self._known, after))
        ]  # fmt: skip
        mixed = averaged(turns)[len(before)]
        return vector if mixed is None else mixed

    def _known(self, near: Row) -> Vector | None:
        return None if near["waits"] else self._vectors.get(_Piece(near, near["memory"]).key)

    def _write_entities(self, store: Store, user_id: str, rows: Sequence[Row]) -> None:
        names = self._extractor.vectors([entity_text(row) for row in rows])
        made = [
            {
                "id": row["id"], "name": row["name"], "description": row["description"] or "",
                "vector": entity_vector(name, row["chunks"]).tolist(),
            }
            for row, name in zip(rows, names, strict=True)
        ]  # fmt: skip
        forgot_at = min(row["forgot_at"] for row in rows)
        written = store.write(
            "reembedding/write_entities", user_id=user_id, forgot_at=forgot_at, made=made, now=self._clock()
        )
        self._entities_made += int(written[0]["entities"]) if written else 0
        self._tell()

    @property
    def _made(self) -> int:
        return self._chunks_made + self._entities_made

    def _tell(self) -> None:
        while len(self._vectors) > _TURNS_KEPT:
            self._vectors.popitem(last=False)
        self._progress(self._made, max(self._of, self._made))

    def _foreseen(self, state: VectorsState) -> Reembedded:
        """How much a run would make, and how long that takes by the time that some of it take."""
        if state.stage is Stage.NONE:
            counts = _counts(self._store.on(self._read_side()))
            # All is left to do: what lies on the other side now is of no model that is recorded.
            counts |= {"chunks_left": counts["chunks"], "entities_left": counts["entities"]}
            state = replace(state, other=self._wanted(), **counts)
        sample = list(self._sampled(wanted_is_read=self._wanted() == state.read))
        chunks = sum(len(row["chunks"]) for row in sample)
        seconds: float | None = None
        if chunks:
            self._extractor.embedded([_work(sample[0]["memory"], sample[0]["chunks"])])  # loads the model
            started = time.perf_counter()
            self._rows(sample)
            seconds = (time.perf_counter() - started) / chunks * (state.chunks_left + state.entities_left)
        return Reembedded(
            dry_run=True, chunks=state.chunks_left, entities=state.entities_left, failed=0, dropped=0,
            seconds=None if seconds is None else round(seconds, 3), state=state,
        )  # fmt: skip

    def _sampled(self, *, wanted_is_read: bool) -> Iterator[Row]:
        read = self._read_side()
        store = self._store.on(read.other if wanted_is_read else read)
        taken = 0
        for user_id in users_of(self._store):
            for row in _pages(store, user_id):
                if row["memory"] is not None:
                    yield row
                    taken += 1
                    if taken == _SAMPLE:
                        return

    def _read_side(self) -> Side:
        read, _ = self._recorded()
        return Side(read["side"]) if read else Side.A

    def _recorded(self) -> tuple[Row | None, Row | None]:
        """The record of the model that is read, and of the other one."""
        rows = {row["slot"]: row for row in self._store.read("schema/embedding_models")}
        return rows.get("current"), rows.get("other")

    def _wanted(self) -> ModelName:
        model = self._extractor.embedding
        return ModelName(name=model.name, dimensions=model.dimensions, version=model.version)

    def _done(self, state: VectorsState, started: float, *, dry_run: bool = False) -> Reembedded:
        return Reembedded(
            dry_run=dry_run, chunks=self._chunks_made, entities=self._entities_made, failed=len(self._failed),
            dropped=0, seconds=round(time.perf_counter() - started, 3), state=state,
        )  # fmt: skip


def _counts(store: Store) -> Row:
    """How many chunks and entities have a vector on the side of a store, and how many of these none on the other."""
    return store.read("schema/count_vectors")[0]


def _pages(store: Store, user_id: str) -> Iterator[Row]:
    """A user's memories in the order in which they were kept, with the chunks of those that lack vectors."""
    after: object = NEVER_BEFORE
    after_id = ""
    while rows := store.read("reembedding/chunks", user_id=user_id, after=after, after_id=after_id, limit=_PAGE):
        # By its offset: of two names of one zone the server holds the same moment to be two.
        after, after_id = moment(rows[-1]["created_at"]).astimezone(UTC), rows[-1]["id"]
        yield from rows


def _whole(memory: Row) -> Row:
    """A memory that stands in a row of another, with its text."""
    with_text(memory)
    return memory


def _work(memory: Mapping[str, Any], chunks: Sequence[Mapping[str, Any]]) -> ExtractionInput:
    draft = draft_of(memory_of(memory), titled=bool(memory.get("titled")))
    cut = tuple(
        Chunk(
            ordinal=place, start=chunk["start"], end=chunk["end"], language=chunk["language"], words="",
            text=chunk["text"] or draft.text[chunk["start"] : chunk["end"]],
        )
        for place, chunk in enumerate(chunks)
    )  # fmt: skip
    language = cut[0].language if cut else ""
    reading = DraftReading(language=language, title="", summary="", micro_summary="", chunks=cut, pinned=False)
    return ExtractionInput(draft, reading)


def _name(row: Mapping[str, Any]) -> ModelName:
    return ModelName(name=row["name"], dimensions=row["dimensions"], version=row["version"])


def _silent(_done: int, _of: int) -> None:
    """Tells nobody."""
