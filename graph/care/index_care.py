"""Care of one user's index: what is indexed, making it anew, checking that it agrees with the memories, mending it."""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from graph.care.checking import Checker
from graph.care.keyword_list import KeywordList
from graph.care.renewal import Renewal, Renewed
from graph.care.repairing import Repairer
from graph.care.walk import Indexed
from graph.care_settings import CareSettings
from graph.db.fulltext_fields import INDEX_VERSION
from graph.db.importance.memory_weights import MemoryWeigher
from graph.db.rows import keywords_of
from graph.db.store import Store
from graph.db.values import value_of
from graph.db.vector_origin import origin_of
from graph.errors import EnishiError, Invalid, NotFound
from graph.extractor import Extractor
from graph.intake.checks import choice
from graph.lifecycle.packing import byte_count
from graph.lifecycle.ties import addresses_in
from graph.model.care.index import (
    IndexCheck,
    IndexEntry,
    IndexStats,
    KeywordDetail,
    KeywordPage,
    KeywordUse,
    Repaired,
    Updated,
    UpdateKind,
)
from graph.model.care.vectors import VectorSource
from graph.write.edit import MemoryEditor
from graph.write.forget import MemoryEraser

_EMBEDDED_AT: Final = ("stored_at", "worded_at", "understood_at", "indexed_at")
"""When the vectors of a memory may have been made: the last of these."""
_TIES_MOST: Final = 100
_INDEX_FOLDER: Final = ("databases", "neo4j")


@dataclass(frozen=True, slots=True, kw_only=True)
class CareParts:
    """What index care is made of, whoever's index it is. `updated` is told of every update that was made."""

    store: Store
    extractor: Extractor
    settings: CareSettings
    weigher: MemoryWeigher
    eraser: MemoryEraser
    editor: MemoryEditor
    clock: Callable[[], datetime]
    new_id: Callable[[], str]
    updated: Callable[[UpdateKind], None] = lambda _: None


class IndexCare:
    """The index of one user. Safe to share between threads."""

    def __init__(self, parts: CareParts, user_id: str) -> None:
        self._parts = parts
        self._store = parts.store
        self._user_id = user_id
        self._keywords = KeywordList(parts.store, parts.extractor, parts.settings.keywords, user_id)
        self._checker = Checker(
            parts.store, user_id, parts.extractor.embedding.dimensions, sample=parts.settings.sample
        )

    def entry(self, memory_id: str) -> IndexEntry:
        """What is indexed of one memory: keywords with where they stand, topics, sizes, links. Raises NotFound."""
        rows = self._store.read("care/entry", user_id=self._user_id, id=memory_id, limit=_TIES_MOST)
        if not rows:
            raise NotFound("memory", memory_id)
        row = rows[0]
        memory = row["memory"]
        text = memory["text"]
        named = {name: memory.get(name) or None for name in ("session_id", "project", "category")}
        made = max((memory[name] for name in _EMBEDDED_AT if memory.get(name) is not None), default=None)
        source = VectorSource.TALK if named["session_id"] and memory.get("speaker") else VectorSource.TEXT
        topics = dict.fromkeys(topic for topic in (named["project"], named["category"], *row["described"]) if topic)
        keywords = tuple(
            KeywordUse(
                word=each.word, count=each.count, weight=each.weight, snippets=self._keywords.snippets(text, each.word)
            )
            for each in keywords_of(memory)
        )
        return value_of(
            IndexEntry, memory, memory_id=memory["id"], topics=tuple(topics), keywords=keywords,
            words=memory.get("word_count") or 0, characters=len(text), text_bytes=byte_count(text),
            chunks=row["chunks"],
            vectors=origin_of(self._store, source, row["embedded"], made) if row["embedded"] else None,
            links_to=tuple(row["links_to"]), links_from=tuple(row["links_from"]), addresses=addresses_in(text), **named,
        )  # fmt: skip

    def keywords(self, prefix: str = "", *, limit: int = 50, cursor: str | None = None) -> KeywordPage:
        """The keywords of all active memories, the most frequent first, a page at a time. Raises Invalid."""
        return self._keywords.page(prefix, limit, cursor)

    def keyword(self, word: str, *, limit: int = 20) -> KeywordDetail:
        """The memories that have a keyword, those of the highest score first, and where. Raises NotFound, Invalid."""
        return self._keywords.detail(word, limit)

    def stats(self) -> IndexStats:
        """How much is indexed, when it was made anew and rotated last, and what it takes on the server's disk."""
        row = self._store.read("care/stats", user_id=self._user_id, version=INDEX_VERSION)[0]
        index_bytes, store_bytes = self._server_sizes()
        return value_of(IndexStats, row, index_bytes=index_bytes, store_bytes=store_bytes)

    def update(self, kind: UpdateKind = UpdateKind.INCREMENTAL, ids: Sequence[str] = ()) -> Updated:
        """Makes words, vectors, filters and keywords anew: of all memories, of what needs it, or of those named.

        In place, a batch at a time, each memory found meanwhile; a full update that is cut off goes on where it ended.
        What is archived or waits to be understood is left. Raises Invalid, and NotFound for an id of no memory.
        """
        kind = choice("kind", UpdateKind, kind)
        if (kind is UpdateKind.SELECTIVE) != bool(ids):
            need = "ids of memories are needed" if kind is UpdateKind.SELECTIVE else "no ids are taken"
            raise Invalid("ids", f"for the kind {kind.value} {need}.", allowed="ids with the kind selective alone")
        started = time.perf_counter()
        chosen = self._parts.weigher.existing(self._user_id, ids) if ids else None
        run, resumed = self._begun(kind)
        looked_at = archived = waiting = 0
        done = Renewed()
        renewal = self._renewal()
        for page in self._checker.walk.pages() if chosen is None else self._checker.walk.some(chosen):
            looked_at += len(page)
            archived += sum(each.archived for each in page)
            waiting += sum(each.waiting and not each.archived for each in page)
            for batch in _batches(self._due(page, kind, run), self._parts.settings.batch):
                done += renewal.renew(batch)
                if run is not None:
                    self._stamp([each.id for each in batch], run)
        self._store.write("care/end", user_id=self._user_id, run=run, now=self._parts.clock())
        self._parts.updated(kind)
        return Updated(
            kind=kind, looked_at=looked_at, memories=done.memories, chunks=done.chunks, read_anew=done.read_anew,
            archived=archived, waiting=waiting, resumed=resumed, seconds=round(time.perf_counter() - started, 3),
            findings=self._checker.gathered(chosen).check().findings,
        )  # fmt: skip

    def check(self) -> IndexCheck:
        """Whether indexes, chunks, counts and memories agree, and what does not. Nothing is changed."""
        return self._checker.gathered().check()

    def repair(self, *, dry_run: bool = False) -> Repaired:
        """Mends what a check finds. It may be repeated, and cut off: the next one goes on with what is left."""
        gathered = self._checker.gathered()
        before = gathered.check().findings
        if dry_run or not before:
            return Repaired(dry_run=dry_run, before=before, after=before)
        parts = self._parts
        repairer = Repairer(
            parts.store, self._renewal(), self._checker.walk, parts.extractor.embedding, parts.clock, self._user_id,
            batch=parts.settings.batch,
        )  # fmt: skip
        repairer.mend(gathered)
        again = self._checker.gathered()
        if again.ids:
            # Counts are of what is there: what was made anew may have brought further chunks to count.
            repairer.mend(again)
            again = self._checker.gathered()
        return Repaired(dry_run=False, before=before, after=again.check().findings)

    def _begun(self, kind: UpdateKind) -> tuple[str | None, bool]:
        """The id of a full update, and whether it is one that was cut off."""
        if kind is not UpdateKind.FULL:
            return None, False
        fresh = self._parts.new_id()
        rows = self._store.write("care/begin", user_id=self._user_id, run=fresh)
        run = rows[0]["run"] if rows else fresh
        return run, run != fresh

    def _due(self, page: Iterable[Indexed], kind: UpdateKind, run: str | None) -> list[Indexed]:
        able = [each for each in page if not each.archived and not each.waiting]
        match kind:
            case UpdateKind.FULL:
                return [each for each in able if each.memory.get("index_run") != run]
            case UpdateKind.INCREMENTAL:
                return [each for each in able if each.faults]
            case UpdateKind.SELECTIVE:
                return able

    def _stamp(self, ids: Sequence[str], run: str) -> None:
        self._store.write("care/stamp", user_id=self._user_id, ids=list(ids), run=run, now=self._parts.clock())

    def _renewal(self) -> Renewal:
        parts = self._parts
        return Renewal(parts.store, parts.extractor, parts.eraser, parts.editor, parts.clock, self._user_id)

    def _server_sizes(self) -> tuple[int | None, int | None]:
        """Bytes of the indexes and of the whole database, where the folder that the server tells lies on this disk."""
        folder = databases_at(self._store)
        if folder is None:
            return None, None
        folder = folder.joinpath(*_INDEX_FOLDER)
        return _size(folder / "schema" / "index"), _size(folder)


def databases_at(store: Store) -> Path | None:
    """The folder in which the server keeps its databases, where it runs on this machine; None where it does not."""
    with suppress(EnishiError, OSError):
        rows = store.read("schema/data_folder")
        folder = Path(rows[0]["folder"]) if rows else None
        return folder if folder is not None and folder.joinpath(*_INDEX_FOLDER).is_dir() else None
    return None


def _size(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        # The server makes and deletes files meanwhile.
        with suppress(OSError):
            total += path.stat().st_size if path.is_file() else 0
    return total


def _batches(rows: Sequence[Indexed], size: int) -> Iterable[Sequence[Indexed]]:
    return (rows[at : at + size] for at in range(0, len(rows), size))
