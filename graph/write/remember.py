"""Takes drafts into the graph: read, understood, resolved and written in batches of few round trips."""

import time
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from datetime import datetime
from itertools import islice, pairwise
from typing import Any, cast

from graph.calendar.zones import author_time
from graph.db.batch_rows import FactRows
from graph.db.row import Row
from graph.db.rows import importance_of, memory_row
from graph.db.store import Runs, Step, Store
from graph.errors import EnishiError, Unavailable
from graph.extractor import ExtractionInput, Extractor
from graph.intake.checks import checked, checked_user, content_hash, near_hash
from graph.model.draft import Draft
from graph.model.memory import Enrich, Outcome, Remembered
from graph.resolution.name_cache import NameCache
from graph.resolution.resolution_writer import EntityResolver, Shown, Written
from graph.settings import GraphSettings
from graph.write.conversations import MOST_TURNS_LOST, TalkMoved, check_ends, continued_talks, expected_ends, turns_lost
from graph.write.ingest_state import Batch, IngestState
from graph.write.mention_backfill import MentionBackfill
from graph.write.outcomes import Found, again, as_stored, found_by_memory, remembered_of
from graph.write.write_rows import Item, Talk, chunk_rows, knowledge_rows, known_in, with_new_names


class MemoryWriter:
    """Writes memories. One for a process; safe to share between threads."""

    def __init__(
        self,
        store: Store,
        extractor: Extractor,
        lexicon: NameCache,
        settings: GraphSettings,
        settling: EntityResolver,
        matching: MentionBackfill,
        clock: Callable[[], datetime],
        new_id: Callable[[], str],
        new_entity_id: Callable[[], str],
    ) -> None:
        self._settling = settling
        self._matching = matching
        self._store = store
        self._extractor = extractor
        self._lexicon = lexicon
        self._settings = settings
        self._clock = clock
        self._new_id = new_id
        self._new_entity_id = new_entity_id

    def many(
        self, user_id: str, drafts: Iterable[Draft | EnishiError], *, enrich: Enrich, batch_size: int | None
    ) -> Iterator[Outcome]:
        """One outcome a draft, in order. At most a few batches are under way at a time, whatever the input's length."""
        checked_user(user_id)
        size = batch_size or self._settings.batch_size
        if enrich is Enrich.LATER:
            self._refuse_when_full()
        run = IngestState()
        batches = self._batches(user_id, iter(drafts), size, run)
        pending = enrich is Enrich.LATER
        ready = batches if pending else self._understood(batches, alone=size == 1)
        outcomes = _overlapped(ready, lambda batch: self._write(user_id, batch, run, pending=pending))
        return outcomes if size == 1 else self._matched(outcomes, user_id, run)

    def _matched(self, outcomes: Iterator[Outcome], user_id: str, run: IngestState) -> Iterator[Outcome]:
        """The outcomes, and when all is stored the names are looked for; those that cannot be now keep their marks."""
        yield from outcomes
        if run.sought:
            with suppress(Unavailable):
                self._matching.user(user_id)

    def _understood(self, batches: Iterator[Batch], *, alone: bool) -> Iterator[Batch]:
        under_way: deque[Batch] = deque()

        def works() -> Iterator[Sequence[ExtractionInput]]:
            for batch in batches:
                under_way.append(batch)
                yield [ExtractionInput(item.draft, item.reading, item.known) for item in batch.items]

        # A single memory is not worth starting worker processes for.
        stream = map(self._extractor.extract, works()) if alone else self._extractor.extract_stream(works())
        for extractions in stream:
            batch = under_way.popleft()
            for item, extraction in zip(batch.items, extractions, strict=True):
                item.extraction = extraction
            yield batch

    def flagged(self, user_id: str, draft: Draft, remembered: Remembered) -> Remembered:
        """The same, flagged as a duplicate when another memory of the same speaker says nearly the same,
        and of less importance then.

        How nearly is for the embedding model to say, whose cosines crowd together.
        """
        if remembered.duplicate_of is not None:
            return remembered
        rows = self._nearest(user_id, remembered.id)
        cosine = cast(float, rows[0]["cosine"]) if rows else 0.0
        if not rows or self._extractor.embedding.alike(cosine) < self._settings.duplicate_similarity:
            return remembered
        twin = str(rows[0]["id"])
        now = self._clock()
        weight = importance_of(draft, now, repeats=True)
        properties: Row = {"duplicate_of": twin, "similarity": cosine, "importance": weight}
        self._store.write("memory/mark", user_id=user_id, id=remembered.id, properties=properties, now=now)
        return replace(remembered, duplicate_of=twin, links=1, importance=weight)

    def _nearest(self, user_id: str, memory_id: str) -> list[Row]:
        return self._store.read("memory/nearest", user_id=user_id, id=memory_id)

    def waiting(self, user_id: str | None = None) -> int:
        """How many memories are stored but not yet understood."""
        return int(self._store.read("memory/backlog", user_id=user_id)[0]["waiting"])

    def knowledge(self, user_id: str, items: Sequence[Item], now: datetime) -> FactRows:
        """The rows of what a batch knows, for `Settling.written`."""
        return knowledge_rows(user_id, items, now, self._new_entity_id)

    def learn(self, user_id: str) -> None:
        """Takes in the names that the graph holds and this process has not seen."""
        self._before(user_id, [], set())

    def _refuse_when_full(self) -> None:
        waiting = self.waiting()
        if waiting >= self._settings.backlog_most:
            raise Unavailable(
                f"{waiting:,} memories already wait to be understood. Wait until the backlog is shorter, then go on.",
                retry_after=30,
            )

    def _batches(
        self, user_id: str, drafts: Iterator[Draft | EnishiError], size: int, run: IngestState
    ) -> Iterator[Batch]:
        position = 0
        while True:
            batch = Batch(started=time.perf_counter())
            for draft in islice(drafts, size):
                self._take(batch, position, draft)
                position += 1
            if not batch.items and not batch.outcomes:
                return
            self._compare(user_id, batch, run)
            batch.milliseconds["prepare"] = _since(batch.started)
            yield batch

    def _take(self, batch: Batch, position: int, given: Draft | EnishiError) -> None:
        try:
            if isinstance(given, EnishiError):
                raise given
            draft = checked(given, text_most=self._settings.text_most, zone=self._settings.time_zone)
            # What is read now is read again from what is stored, by an edit or beside a forgotten turn: time included.
            draft = replace(
                draft,
                created_at=draft.created_at or author_time("created_at", self._clock(), self._settings.time_zone),
            )
            reading = self._extractor.read(draft)
        except EnishiError as error:
            batch.outcomes[position] = Outcome(position=position, error=error)
            return
        batch.items.append(Item(position, draft, reading, self._new_id(), content_hash(draft)))

    def _compare(self, user_id: str, batch: Batch, run: IngestState) -> None:
        """Sets aside what the graph holds already, and learns what the rest needs: names, twins, the ends of talks."""
        sessions = {i.draft.session_id for i in batch.items if i.in_talk and i.draft.session_id} - run.asked
        run.asked |= sessions
        # Copied before the read, which may not see yet what the writer takes off meanwhile.
        known = run.under_way.copy()
        row = self._before(user_id, batch.items, sessions)
        # After the read, which may have found the names stale and begun them anew.
        names = self._lexicon.of(user_id)
        run.learn(row, sessions)
        run.older |= row["writes"] > 0
        known |= {(stored["content_hash"], stored["session_id"]): stored for stored in row["known"]}
        twins = {t["near_hash"]: t["id"] for t in row["twins"]}
        fresh: list[Item] = []
        for item in batch.items:
            identity = (item.content_hash, item.draft.session_id or "")
            if identity in known:
                batch.outcomes[item.position] = Outcome(position=item.position, remembered=again(known[identity], item))
                continue
            known[identity] = run.under_way[identity] = as_stored(item)
            item.twin = twins.setdefault(near_hash(item.draft), item.id)
            item.twin = None if item.twin == item.id else item.twin
            item.known = known_in(item.reading, names)
            fresh.append(item)
        batch.items = fresh

    def _before(self, user_id: str, items: Sequence[Item], sessions: Collection[str]) -> Mapping[str, Any]:
        names = self._lexicon.of(user_id)
        row = self._store.read(
            "memory/before",
            user_id=user_id,
            identities=[{"content_hash": i.content_hash, "session_id": i.draft.session_id or ""} for i in items],
            near_hashes=[near_hash(item.draft) for item in items],
            sessions=sorted(sessions),
            version=names.version,
            names_most=self._settings.names_cached,
        )[0]
        if names.stale(row["writes"], row["forgot_at"]):
            self._lexicon.drop(user_id)
            return self._before(user_id, items, sessions)
        names.seen = row["writes"]
        names.learn(row["names"])
        return row

    def _write(self, user_id: str, batch: Batch, run: IngestState, *, pending: bool) -> None:
        """Writes a batch; where another writer went on with one of its talks meanwhile, from that writer's end.

        What is too much for the database's memory is written in halves.
        """
        for _ in range(MOST_TURNS_LOST):
            if not batch.items:
                return
            try:
                self._write_once(user_id, batch, run, pending=pending)
            except TalkMoved:
                self._compare_again(user_id, batch, run)
            except Unavailable as error:
                if not error.less or len(batch.items) == 1:
                    raise
                for half in batch.halves():
                    self._write(user_id, half, run, pending=pending)
                return
            else:
                return
        raise turns_lost()

    def _compare_again(self, user_id: str, batch: Batch, run: IngestState) -> None:
        """Reads the ends of a batch's talks anew, and sets aside what their other writer stored meanwhile."""
        sessions = {item.draft.session_id for item in batch.items if item.in_talk and item.draft.session_id}
        row = self._before(user_id, batch.items, sessions)
        run.learn(row, sessions)
        known = {(stored["content_hash"], stored["session_id"]): stored for stored in row["known"]}
        for item in batch.items:
            stored = known.get((item.content_hash, item.draft.session_id or ""))
            if stored is not None:
                batch.outcomes[item.position] = Outcome(position=item.position, remembered=again(stored, item))
        batch.items = [item for item in batch.items if item.position not in batch.outcomes]

    def _write_once(self, user_id: str, batch: Batch, run: IngestState, *, pending: bool) -> None:
        started = time.perf_counter()
        now = self._clock()
        forgot_at = run.forgot_at
        talks = continued_talks(batch.items, run.tails)
        memories = [_memory_row(user_id, item, talks, now, pending=pending) for item in batch.items]
        ends = expected_ends(run.tails, talks)
        given: Row = {"memories": memories, "ends": ends, "forgot_at": forgot_at, "now": now}
        steps = [Step("memory/store", {"user_id": user_id, **given})]
        placing = _placing(user_id, batch, talks, now)
        if placing:
            steps.append(placing)
        with_new_names(batch.items)

        def work(runs: Runs) -> tuple[list[Row], FactRows, Written]:
            # The first step takes the user's lock: what is settled then, no other writer settles meanwhile.
            stored = steps[0].run(runs)
            check_ends(stored)
            for step in steps[1:]:
                step.run(runs)
            created = {row["given"] for row in stored if row["created"]}
            rows = self.knowledge(user_id, [item for item in batch.items if item.id in created], now)
            return stored, rows, self._settling.written(runs, user_id, rows, now, at_once=False)

        first, rows, written = self._store.together(work, divisible=len(batch.items) > 1)
        shown = self._everywhere(user_id, written, now)
        run.went_on(talks, forgot_at)
        run.sought |= run.older and any(row["sought"] for row in rows.names)
        run.older = True
        for item in batch.items:
            run.under_way.pop((item.content_hash, item.draft.session_id or ""), None)
        batch.milliseconds["write"] = _since(started)
        _tell(batch, memories, first, found_by_memory(rows, shown), pending=pending)

    def _everywhere(self, user_id: str, written: Written, now: datetime) -> Mapping[tuple[str, str], Shown]:
        """What is shown of the names of a batch, once all are judged that it moved."""
        shown = written.shown
        if written.waits:
            # What is stored is stored: this may follow any time later.
            with suppress(Unavailable):
                shown = self._store.together(lambda runs: self._settling.everywhere(runs, user_id, written.shown, now))
        return shown


def _tell(
    batch: Batch, memories: Sequence[Row], written: Sequence[Row], found: Mapping[str, Found], *, pending: bool
) -> None:
    # Another writer may have stored the same meanwhile: then its memory is the one.
    stored = {row["given"]: row for row in written}
    for item, row in zip(batch.items, memories, strict=True):
        entities, facts = found.get(item.id, ((), ()))
        remembered = remembered_of(
            item, row, entities, facts, batch.milliseconds, pending=pending, stored=stored[item.id]
        )
        batch.outcomes[item.position] = Outcome(position=item.position, remembered=remembered)


def _memory_row(user_id: str, item: Item, talks: Mapping[str, Talk], now: datetime, *, pending: bool) -> Row:
    row = memory_row(
        item.id, user_id, item.draft, item.reading, now, pending=pending, twin=item.twin, fallback=item.fallback
    )
    talk = talks.get(item.draft.session_id or "") if item.in_talk else None
    return {**row, "chunks": chunk_rows(user_id, item, talk, item.draft.created_at or now)}


def _placing(user_id: str, batch: Batch, talks: Mapping[str, Talk], now: datetime) -> Step | None:
    """The step that puts the batch into sessions, projects and categories and chains its chunks, if there is any."""
    sessions: dict[str, Row] = {}
    projects: dict[str, list[str]] = defaultdict(list)
    pairs = [pair for talk in talks.values() for pair in talk.pairs]
    for item in batch.items:
        draft = item.draft
        if draft.session_id:
            fresh: Row = {"session_id": draft.session_id, "channel": draft.channel, "memory_ids": []}
            members = sessions.setdefault(draft.session_id, fresh)["memory_ids"]
            cast(list[str], members).append(item.id)
        if draft.project:
            projects[draft.project].append(item.id)
        if not item.in_talk:
            ids = [item.chunk_id(chunk.ordinal) for chunk in item.reading.chunks]
            pairs += [list(pair) for pair in pairwise(ids)]
    categories = sorted({item.draft.category for item in batch.items if item.draft.category})
    if not (sessions or projects or categories or pairs):
        return None
    parameters = {
        "user_id": user_id, "now": now, "categories": categories, "pairs": pairs,
        "sessions": [sessions[key] for key in sorted(sessions)],
        "projects": [
            {"path": path, "name": path.rpartition("/")[2], "memory_ids": ids} for path, ids in sorted(projects.items())
        ],
        "lasts": [{"session_id": session, "chunk_id": talk.tail[-1].id} for session, talk in sorted(talks.items())],
        "chunks": [row for talk in talks.values() for row in talk.rewritten],
    }  # fmt: skip
    return Step("memory/place", parameters)


def _overlapped(batches: Iterator[Batch], write: Callable[[Batch], None]) -> Iterator[Outcome]:
    """Writes each batch while the next one is made ready; outcomes come in order, each after it is written."""
    with ThreadPoolExecutor(1, thread_name_prefix="enishi-write") as pool:
        written: tuple[Batch, Future[None]] | None = None
        for batch in batches:
            if written is not None:
                written[1].result()
                yield from _in_order(written[0])
            written = batch, pool.submit(copy_context().run, write, batch)
        if written is not None:
            written[1].result()
            yield from _in_order(written[0])


def _in_order(batch: Batch) -> Iterator[Outcome]:
    for position in sorted(batch.outcomes):
        yield batch.outcomes[position]


def _since(started: float) -> float:
    return round(1000 * (time.perf_counter() - started), 3)
