"""Understands later what was stored in a hurry: the backlog is the graph itself, so that nothing of it can be lost."""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

import numpy as np

from graph.db.row import Row
from graph.db.rows import draft_of, memory_of, sentences_of
from graph.db.store import Runs, Store
from graph.errors import Conflict, EnishiError, Misconfigured, Unavailable
from graph.extractor import Extractor
from graph.lifecycle.kinds.kinds import kind_of
from graph.lifecycle.packing import with_text
from graph.model.extraction import Vector
from graph.write.fact_writer import FactWriter
from graph.write.stages import ReadDraft, UnderstoodDraft
from graph.write.turn_smoothing import VECTOR_REACH, Turn, averaged

_LOG: Final = logging.getLogger(__name__)
_PROBE = "memory"
"""A text that any encoder takes which takes any."""


class Backlog:
    """Takes memories that are `pending`, oldest first, and gives them vectors and knowledge."""

    def __init__(
        self,
        store: Store,
        extractor: Extractor,
        facts: FactWriter,
        clock: Callable[[], datetime],
        *,
        replace_in: Callable[[str, Sequence[str]], object],
    ) -> None:
        """`replace_in` is told which memories of a user were understood, to see what they replace."""
        self._replace_in = replace_in
        self._store = store
        self._extractor = extractor
        self._facts = facts
        self._clock = clock
        self._most: int | None = None

    def understand(self, limit: int) -> int:
        """Understands up to `limit` memories of any user; returns how many. Repeating it after a crash is safe.

        What fails alone is taken off the backlog with its reason (`Memory.failed`) and holds up nobody; it is
        understood once its text is changed. Raises Unavailable, and Misconfigured where no text can be understood.

        What is too much at once for the database's memory is halved, and grows again while it goes well.
        """
        most = min(limit, self._most or limit)
        try:
            done = self._understand_oldest(most)
        except Unavailable as error:
            if not error.less or most == 1:
                raise
            self._most = most // 2
            return self.understand(limit)
        # By small steps: to find again what is too much costs the reading of all that.
        self._most = most + most // 8 + 1 if most < limit else None
        return done

    def _understand_oldest(self, limit: int) -> int:
        """Understands the oldest that wait; where all of them failed, those after them."""
        understood = failed = 0
        while not understood and (rows := self._store.read("memory/pending", limit=limit)):
            by_user: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
            for row in rows:
                by_user[row["memory"]["user_id"]].append(row)
            failed = 0
            for user_id, mine in sorted(by_user.items()):
                failures: list[Row] = []
                understood += self._understand_parts(user_id, mine, failures)
                if failures:
                    failed += int(self._store.write("memory/fail", user_id=user_id, failed=failures)[0]["failed"])
            if not failed:
                break
        return understood

    def _understand_parts(self, user_id: str, rows: Sequence[Mapping[str, Any]], failures: list[Row]) -> int:
        """Understands memories of a user, halved as long as they fail together; notes those that fail alone."""
        try:
            return self._understand(user_id, rows)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001  whatever it is, the backlog of every user would stand still
            if len(rows) == 1:
                if not isinstance(error, Conflict):
                    failures.append(self._failure(rows[0]["memory"], error))
                return 0
        middle = len(rows) // 2
        understood = self._understand_parts(user_id, rows[:middle], failures)
        return understood + self._understand_parts(user_id, rows[middle:], failures)

    def _failure(self, memory: Mapping[str, Any], error: Exception) -> Row:
        """The row of a memory that failed alone. Raises Misconfigured where any other text would fail too."""
        if isinstance(error, Misconfigured):
            self._extractor.vectors([_PROBE])
        _LOG.warning("memory %s cannot be understood: %s", memory["id"], type(error).__name__)
        # The text of an error that is not ours may hold the words of the memory.
        reason = f"{type(error).__name__}: {error}" if isinstance(error, EnishiError) else type(error).__name__
        return {"id": memory["id"], "content_hash": memory["content_hash"], "reason": reason}

    def _understand(self, user_id: str, rows: Sequence[Mapping[str, Any]]) -> int:
        """Understands memories of a user at once; returns how many. Raises Conflict when they changed meanwhile."""
        drafts = self._facts.understand([self._read(row) for row in rows])
        near = {str(turn["id"]): turn for row in rows for turn in row["near"]}
        faded = {turn["memory"]["id"]: self._read(turn) for turn in near.values() if turn["memory"]}
        now = self._clock()
        knowledge = self._facts.rows(user_id, drafts, now)
        memories = [
            {
                "id": draft.id,
                "content_hash": draft.content_hash,
                "fallback": draft.extraction.fallback,
                "kind": kind_of(draft.draft, decides=draft.extraction.decides),
            }
            for draft in drafts
        ]
        chunks = _embedded(drafts, self._chunk_vectors(list(faded.values())), near)
        beside = [{"id": turn["id"], "hash": turn["hash"]} for turn in near.values()]
        params = {"user_id": user_id, "memories": memories, "chunks": chunks, "beside": beside, "now": now}

        def work(runs: Runs) -> None:
            understood = runs("memory/understand", params)
            # Forgotten or edited while we read it, or a turn near it was: what we know of it is no longer so.
            if [(row["understood"], row["near"]) for row in understood] != [(len(drafts), len(near))]:
                raise Conflict("Memories changed while they were being understood. They are read anew.")
            self._facts.write(runs, user_id, knowledge, now)

        self._store.together(work, divisible=len(drafts) > 1)
        with suppress(Unavailable):
            self._replace_in(user_id, [draft.id for draft in drafts])
        return len(drafts)

    def _chunk_vectors(self, drafts: Sequence[ReadDraft]) -> dict[str, Vector | None]:
        """The vector of each chunk of memories that were understood before, by the chunk's id."""
        made = self._extractor.chunk_vectors([draft.extraction_input() for draft in drafts])
        return {
            draft.chunk_id(chunk.ordinal): vector
            for draft, vectors in zip(drafts, made, strict=True)
            for chunk, vector in zip(draft.reading.chunks, vectors, strict=True)
        }

    def _read(self, row: Mapping[str, Any]) -> ReadDraft:
        # A turn near by may lie in the archive.
        with_text(row["memory"])
        memory = memory_of(row["memory"])
        draft = draft_of(memory, titled=bool(row["memory"].get("titled")))
        return ReadDraft(
            draft=draft, reading=self._extractor.read(draft), id=memory.id, content_hash=row["memory"]["content_hash"]
        )


def _embedded(
    drafts: Sequence[UnderstoodDraft], faded: Mapping[str, Vector | None], near: Mapping[str, Mapping[str, Any]]
) -> list[Row]:
    """The rows of chunks' vectors; those of turns averaged with their neighbours, and these averaged anew."""
    rows: list[Row] = []
    sentences = {
        draft.chunk_id(chunk.ordinal): {"sentences": sentences_of(draft.extraction, chunk)}
        for draft in drafts
        for chunk in draft.reading.chunks
    }
    fresh = {
        draft.chunk_id(chunk.ordinal): vector
        for draft in drafts
        for chunk, vector in zip(draft.reading.chunks, draft.extraction.vectors, strict=True)
    }
    vectors = {**faded}
    vectors |= {identity: _vector(turn["vector"]) for identity, turn in near.items() if turn["vector"] is not None}
    vectors |= fresh
    for identity, vector in fresh.items():
        if identity not in near:
            rows.append({"id": identity, "properties": sentences[identity], "vector": vector.tolist()})
    for stretch in _stretches(near):
        turns = [Turn(identity, "", "", vectors.get(identity)) for identity in stretch]
        changed = [place for place, turn in enumerate(turns) if turn.id in fresh]
        for place, (turn, vector) in enumerate(zip(turns, averaged(turns), strict=True)):
            if vector is None or not any(abs(place - new) <= VECTOR_REACH for new in changed):
                continue
            kept = turn.vector.tolist() if turn.vector is not None and near[turn.id]["ending"] else None
            properties = {"own_embedding": kept, **sentences.get(turn.id, {})}
            rows.append({"id": turn.id, "properties": properties, "vector": vector.tolist()})
    return rows


def _stretches(near: Mapping[str, Mapping[str, Any]]) -> Iterator[list[str]]:
    """The turns as runs in which each follows the one before."""
    for first in sorted(near.keys() - {turn["next"] for turn in near.values()}):
        stretch: list[str] = []
        at = first
        while at in near and at not in stretch:
            stretch.append(at)
            at = str(near[at]["next"])
        yield stretch


def _vector(values: Sequence[float]) -> Vector:
    return np.asarray(values, dtype=np.float32)
