"""Makes words, vectors, filter tokens and keywords of memories anew, in place: each is found meanwhile as it was.

A batch of memories is read and embedded outside any transaction and written in one, where nobody changed it meanwhile.
Vectors and words of turns take in their neighbours (`graph.write.turn_smoothing`); each turn is embedded once. What is
cut into other chunks than it has, by other settings or because its text was changed beside us, is understood anew.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from graph.care.turn_cache import TurnCache
from graph.care.walk import Indexed
from graph.db.fulltext_fields import words_field, words_fields
from graph.db.row import Row
from graph.db.rows import chunk_facets, draft_of, index_properties, memory_of
from graph.db.store import Runs, Store
from graph.errors import NotFound
from graph.extractor import ExtractionInput, Extractor
from graph.model.draft import Draft
from graph.model.extraction import DraftReading, Vector
from graph.write.conversations import StaleRead, retried
from graph.write.edit import MemoryEditor
from graph.write.forget import MemoryEraser, Window, locked, rewritten

_TURNS_KEPT: Final = 1_000
_SAME: Final = 1 - 1e-6
"""Similarity from which on a vector came out as it was: sums in another order differ in their last digits."""


@dataclass(frozen=True, slots=True)
class Renewed:
    """What was indexed anew: memories and chunks in place, and the memories that were understood anew."""

    memories: int = 0
    chunks: int = 0
    read_anew: int = 0

    def __add__(self, other: "Renewed") -> "Renewed":
        return Renewed(self.memories + other.memories, self.chunks + other.chunks, self.read_anew + other.read_anew)


@dataclass(frozen=True, slots=True)
class _Read:
    """A memory with its draft and a fresh reading."""

    row: Indexed
    draft: Draft
    reading: DraftReading

    @property
    def in_talk(self) -> bool:
        return self.draft.speaker is not None and bool(self.draft.session_id)

    @property
    def cut_alike(self) -> bool:
        """Whether its chunks are those that the reading has."""
        return [(chunk["ordinal"], chunk["start"], chunk["end"], chunk["text"]) for chunk in self.row.chunks] == [
            (chunk.ordinal, chunk.start, chunk.end, chunk.text) for chunk in self.reading.chunks
        ]


class Renewal:
    """Indexes memories of one user anew. For one update; not shared between threads."""

    def __init__(
        self,
        store: Store,
        extractor: Extractor,
        eraser: MemoryEraser,
        editor: MemoryEditor,
        clock: Callable[[], datetime],
        user_id: str,
    ) -> None:
        self._store = store
        self._eraser = eraser
        self._editor = editor
        self._clock = clock
        self._user_id = user_id
        self._turns = TurnCache(extractor, most=_TURNS_KEPT)

    def renew(self, rows: Sequence[Indexed]) -> Renewed:
        """Indexes some memories anew that are neither archived nor wait to be understood."""
        read = [self._read(row) for row in rows]
        alike = [each for each in read if each.cut_alike]
        done = Renewed()
        for each in read:
            if not each.cut_alike:
                done += self._read_anew(each.row.id)
        if alike:
            vectors = self._turns.chunk_vectors([ExtractionInput(each.draft, each.reading) for each in alike])
            done += retried(lambda: self._written(alike, vectors))
        return done

    def _read(self, row: Indexed) -> _Read:
        draft = draft_of(memory_of(row.memory), titled=bool(row.memory.get("titled")))
        return _Read(row, draft, self._turns.read(draft))

    def _read_anew(self, memory_id: str) -> Renewed:
        try:
            self._editor.read_anew(self._user_id, memory_id)
        except NotFound:
            return Renewed()
        return Renewed(memories=1, read_anew=1)

    def _written(self, read: Sequence[_Read], vectors: Sequence[Sequence[Vector]]) -> Renewed:
        windows = {
            each.row.id: self._eraser.window(self._user_id, each.row.id, reader=self._turns)
            for each in read
            if each.in_talk
        }
        memories = [
            self._memory_row(each, of_chunks, windows.get(each.row.id))
            for each, of_chunks in zip(read, vectors, strict=True)
        ]
        now = self._clock()

        def work(runs: Runs) -> list[Row]:
            for memory_id, window in windows.items():
                locked(runs, self._user_id, memory_id, window)
            return runs("care/refresh", {"user_id": self._user_id, "memories": memories, "same": _SAME, "now": now})

        done = self._store.together(work)
        return Renewed(memories=len(done), chunks=sum(row["chunks"] for row in done))

    def _memory_row(self, read: _Read, vectors: Sequence[Vector], window: Window | None) -> Row:
        memory = read.row.memory
        return {
            "id": memory["id"], "content_hash": memory["content_hash"], "status": memory["status"],
            "properties": index_properties(read.draft.text, read.reading),
            "chunks": self._in_talk(read, window) if window is not None else self._alone(read, vectors),
        }  # fmt: skip

    def _alone(self, read: _Read, vectors: Sequence[Vector]) -> list[Row]:
        return [
            {
                "id": stored["id"], "vector": vector.tolist(),
                "properties": {
                    **self._filters(read.row.memory),
                    **self._words(chunk.words, words_field(self._user_id, chunk.language, turn=False)),
                    "language": chunk.language,
                },
            }
            for stored, chunk, vector in zip(read.row.chunks, read.reading.chunks, vectors, strict=True)
        ]  # fmt: skip

    def _in_talk(self, read: _Read, window: Window) -> list[Row]:
        """The rows of a turn's own chunks; those beside it are averaged when it is their turn."""
        ids = {str(chunk["id"]) for chunk in read.row.chunks}
        places = [place for place, turn in enumerate(window.turns) if turn.id in ids]
        if len(places) != len(ids):
            raise StaleRead
        rows = rewritten(window.turns, places[0], places[-1] + 1, ends=window.ends)
        fields = {turn.id: turn.field for turn in window.turns}
        chosen = [row for row in rows if row["id"] in ids]
        for row in chosen:
            properties: Any = row["properties"]
            field = fields[str(row["id"])]
            properties |= self._words(properties[field], field) | self._filters(read.row.memory)
        return chosen

    def _filters(self, memory: Mapping[str, Any]) -> Row:
        """What the chunks of a memory carry for filters inside the indexes."""
        copied = {name: memory.get(name) or "" for name in ("project", "category", "session_id")}
        return {**copied, "status": memory["status"], "facets": chunk_facets(self._user_id, memory["status"], **copied)}

    def _words(self, words: str, field: str) -> Row:
        """The words in their field, and in no other."""
        return {**dict.fromkeys(words_fields(self._user_id)), field: words}
