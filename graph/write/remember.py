"""Takes drafts into the graph: read, understood, resolved and written in batches of few round trips."""

import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice, pairwise
from typing import Any, Protocol, cast

from graph.calendar.zones import author_time
from graph.db.batch_rows import FactRows
from graph.db.row import Row
from graph.db.rows import memory_row
from graph.db.store import Runs, Step, Store
from graph.errors import Conflict, EnishiError, Invalid, NotFound, Unavailable
from graph.extractor import ExtractionInput, Extractor
from graph.intake.checks import checked, checked_user, content_hash, near_hash
from graph.intake.personal import Handling, handled
from graph.journal.actor import is_unattended
from graph.journal.journal import Journal
from graph.journal.tombstones import forgotten, keys_of, replacement_of
from graph.model.draft import Draft
from graph.model.life.audience import visibility
from graph.model.life.journal import Act
from graph.model.memory import Enrich, Outcome, Remembered
from graph.model.types import Status
from graph.resolution.resolution_writer import NamesWritten
from graph.settings import GraphSettings, ImportanceSettings
from graph.write.conversations import (
    ATTEMPTS_MOST,
    StaleRead,
    check_ends,
    continued_sessions,
    expected_ends,
    too_many_conflicts,
)
from graph.write.fact_writer import FactWriter
from graph.write.ingest_state import IngestState
from graph.write.outcomes import already_stored, findings_by_memory, remembered_of, repeated
from graph.write.said_again import said_again
from graph.write.stages import Batch, Change, ReadDraft, Repeat, UnderstoodDraft, UnderWay, fallback_of, is_decision
from graph.write.write_rows import SessionUpdate, chunk_rows


class TakeUp(Protocol):
    """Gives a stored memory what a draft adds to it, and where it is `reworded` the draft's text."""

    def __call__(self, user_id: str, memory_id: str, draft: Draft, /, *, reworded: bool) -> Remembered:
        """What became of the draft."""
        ...


class MemoryWriter:
    """Writes memories. One for a process; safe to share between threads."""

    def __init__(
        self,
        store: Store,
        extractor: Extractor,
        facts: FactWriter,
        settings: GraphSettings,
        clock: Callable[[], datetime],
        new_id: Callable[[], str],
        journal: Journal,
        *,
        take_up: "TakeUp",
        settle: Callable[[str], object],
        replace_in: Callable[[str, Sequence[str]], object],
    ) -> None:
        """`take_up` gives a stored memory what a draft says of it, as `MemoryEditor.take_up` does.

        `settle` ends what the new facts of a user end, `replace_in` what some new memories replace by their wording.
        Both are called once these are stored.
        """
        self._settle = settle
        self._replace_in = replace_in
        self._store = store
        self._extractor = extractor
        self._facts = facts
        self._settings = settings
        self._clock = clock
        self._new_id = new_id
        self._journal = journal
        self._take_up = take_up

    def remember(self, user_id: str, draft: Draft, *, enrich: Enrich) -> Remembered:
        """Keeps one draft in this process and thread; flags it when another memory plainly says the same.

        Without a time it is said now: the same words on another day are another memory, and those of a turn in another
        minute. What was put away or is no longer true is said anew, and so is what was forgotten.
        """
        checked_user(user_id)
        started = time.perf_counter()
        pending = enrich is Enrich.LATER
        if pending:
            self._refuse_when_full()
        state = IngestState(anew=True)
        now = author_time("created_at", self._clock(), self._settings.time_zone)
        read = self._read(0, draft, said_at=now)
        batch = self._compare(user_id, Batch([read]), state, started)
        number = 1
        while read.occasion and batch.stored and batch.stored[0].status is not Status.ACTIVE:
            number += 1
            batch = self._compare(user_id, Batch([read.on(f"{read.occasion}#{number}")]), IngestState(), started)
        self._record_refused(user_id, batch)
        if batch.failed:
            raise batch.failed[0]
        if batch.drafts and not pending:
            batch = batch.understood(self._extractor.extract(_inputs(batch)))
        remembered = self._write(user_id, batch, state, pending=pending)[0]
        self._end_facts(user_id, state)
        if isinstance(remembered, EnishiError):
            raise remembered
        return remembered

    def remember_many(
        self, user_id: str, drafts: Iterable[Draft | EnishiError], *, enrich: Enrich, batch_size: int | None
    ) -> Iterator[Outcome]:
        """One outcome a draft, in order. At most a few batches are under way at a time, whatever the input's length."""
        checked_user(user_id)
        size = batch_size or self._settings.batch_size
        pending = enrich is Enrich.LATER
        if pending:
            self._refuse_when_full()
        state = IngestState()
        batches = self._batches(user_id, iter(drafts), size, state)
        ready = batches if pending else self._understand(batches, alone=size == 1)
        outcomes = _overlapped(ready, lambda batch: self._write(user_id, batch, state, pending=pending))
        return self._then_settle(self._completed(user_id, outcomes, state), user_id, state)

    def waiting(self, user_id: str | None = None) -> int:
        """How many memories are stored but not yet understood."""
        return int(self._store.read("memory/backlog", user_id=user_id)[0]["waiting"])

    def _refuse_when_full(self) -> None:
        waiting = self.waiting()
        if waiting >= self._settings.backlog_most:
            raise Unavailable(
                f"{waiting:,} memories already wait to be understood. Wait until the backlog is shorter, then go on.",
                retry_after=30,
            )

    def _completed(self, user_id: str, outcomes: Iterator[Outcome], state: IngestState) -> Iterator[Outcome]:
        """The outcomes; after them what an earlier run left undone that was killed."""
        yield from outcomes
        if state.due:
            with suppress(Unavailable):
                self._facts.resolve_everywhere(user_id, NamesWritten({}, waits=True), self._clock())

    def _then_settle(self, outcomes: Iterator[Outcome], user_id: str, state: IngestState) -> Iterator[Outcome]:
        yield from outcomes
        # An earlier run that was killed may have left facts that end others, though no new one does.
        state.has_endings = True
        self._end_facts(user_id, state)

    def _end_facts(self, user_id: str, state: IngestState) -> None:
        """Ends what the new facts end, where any may: what cannot be done now keeps its marks for the next time."""
        with suppress(Unavailable):
            if state.has_endings:
                self._settle(user_id)
            self._replace(user_id, state)

    def _replace(self, user_id: str, state: IngestState) -> None:
        """Sees what the memories that were understood last replace by their wording."""
        ids, state.understood = state.understood, []
        if ids:
            self._replace_in(user_id, ids)

    def _understand(self, batches: Iterator[Batch], *, alone: bool) -> Iterator[Batch]:
        under_way: deque[Batch] = deque()

        def inputs() -> Iterator[Sequence[ExtractionInput]]:
            for batch in batches:
                under_way.append(batch)
                yield _inputs(batch)

        # A single memory is not worth starting worker processes for.
        stream = map(self._extractor.extract, inputs()) if alone else self._extractor.extract_stream(inputs())
        for extractions in stream:
            yield under_way.popleft().understood(extractions)

    def _batches(
        self, user_id: str, given: Iterator[Draft | EnishiError], size: int, state: IngestState
    ) -> Iterator[Batch]:
        numbered = enumerate(given)
        while True:
            started = time.perf_counter()
            drafts: list[ReadDraft] = []
            failed: dict[int, EnishiError] = {}
            for position, draft in islice(numbered, size):
                try:
                    drafts.append(self._numbered(self._read(position, draft), state))
                except EnishiError as error:
                    failed[position] = error
            if not drafts and not failed:
                return
            yield self._compare(user_id, Batch(drafts, failed=failed), state, started)

    def _read(self, position: int, given: Draft | EnishiError, said_at: datetime | None = None) -> ReadDraft:
        """Checks a draft and cuts it into chunks. Raises Invalid, or the error that stands in its place."""
        if isinstance(given, EnishiError):
            raise given
        personal = self._settings.personal
        clean, counts = handled(given, Handling(personal.handling), personal.regions)
        draft = checked(clean, text_most=self._settings.text_most, zone=self._settings.time_zone)
        # What is read now is read again from what is stored, by an edit or beside a forgotten turn: time included.
        created_at = draft.created_at or author_time("created_at", self._clock(), self._settings.time_zone)
        occasion = occasion_of(draft, said_at)
        draft = replace(draft, created_at=created_at)
        reading = self._extractor.read(draft)
        digest = content_hash(draft, occasion)
        return ReadDraft(
            position=position, draft=draft, reading=reading, id=self._new_id(), content_hash=digest, occasion=occasion,
            personal={kind.value: count for kind, count in counts.items()},
        )  # fmt: skip

    @staticmethod
    def _numbered(read: ReadDraft, state: IngestState) -> ReadDraft:
        """A turn told from the same words of the same speaker and time before it in its session, by their number."""
        if read.conversation is None or read.draft.source_id:
            return read
        before = state.times_spoken(read.conversation, read.content_hash)
        return read.on(f"{read.occasion or read.draft.occurred_at or ''}#{before + 1}") if before else read

    def _compare(self, user_id: str, batch: Batch, state: IngestState, started: float) -> Batch:
        """The batch without what the graph holds already; the rest with its twins."""
        sessions = {draft.conversation for draft in batch.drafts if draft.conversation} - state.sessions_read
        state.sessions_read |= sessions
        # Copied before the read, which may not see yet what the writing thread takes off meanwhile.
        under_way, texts = state.under_way.copy(), state.texts_to_come()
        by_itself = not state.anew or is_unattended()
        row = self._facts.before(user_id, batch.drafts, sessions, by_itself=by_itself)
        state.learn(user_id, row, sessions)
        state.due |= row["due"]
        known = _known(row)
        moved = _apart(batch.drafts, known, under_way)
        if moved:
            batch = replace(batch, drafts=[moved.get(draft.position, draft) for draft in batch.drafts])
            known |= _known(self._facts.before(user_id, list(moved.values())))
        twins: defaultdict[str, list[tuple[str | None, str]]] = defaultdict(list)
        for twin in sorted(row["twins"], key=lambda twin: twin["id"]):
            twins[twin["near_hash"]].append((twin["audience"], twin["id"]))
        placed = {memory["place"]: memory["id"] for memory in row["placed"]}
        stored: dict[int, Remembered] = {}
        changed: dict[int, Change] = {}
        repeats: dict[int, Repeat] = {}
        rejected = frozenset(row["rejected"])
        if rejected and state.anew:
            lift: Row = {"keys": sorted(rejected), "unattended": is_unattended()}
            if not self._store.write("tombstone/lift", user_id=user_id, **lift)[0]["standing"]:
                rejected = frozenset[str]()
        revising: dict[tuple[str, str], str] = {}
        texts = texts.new_child(revising)
        new: list[ReadDraft] = []
        for draft in batch.drafts:
            if draft.identity in known:
                there = known[draft.identity]
                coming = {**there, "text": texts.get(draft.identity, there.get("text"))}
                remembered, change = _known_again(coming, draft)
                if change is not None and change.reworded and _is_refused(user_id, draft, rejected, replaced_too=False):
                    batch.failed[draft.position] = forgotten()
                    continue
                stored[draft.position] = remembered
                if change is not None:
                    changed[draft.position] = change
                    if change.reworded:
                        revising[draft.identity] = draft.draft.text
                continue
            there_already = draft.draft.place in placed
            if rejected and _is_refused(user_id, draft, rejected, replaced_too=not there_already):
                batch.failed[draft.position] = forgotten()
                continue
            if (first := under_way.get(draft.identity)) is not None:
                # Under an id of its source the last text is the one; else the same identity is the same text.
                other = bool(draft.draft.source_id) and draft.draft.text != first.draft.text
                repeats[draft.position] = Repeat(first, draft, other, _says_more(first.draft, draft.draft))
                first.draft = draft.draft
                if other:
                    revising[draft.identity] = draft.draft.text
                continue
            if there_already:
                # Once: of two texts at one place the second is another memory.
                changed[draft.position] = Change(placed.pop(draft.draft.place), draft.draft, True, draft.personal)
                continue
            under_way[draft.identity] = state.under_way[draft.identity] = UnderWay(draft.draft)
            audience, alike = draft.draft.audience, twins[near_hash(draft.draft)]
            # No id of what others may not see is kept with what they may.
            twin = next((identity for readers, identity in alike if visibility(readers, audience) is not None), None)
            if twin is None:
                alike.append((audience, draft.id))
            new.append(replace(draft, twin=twin))
        state.revising.append(revising)
        return Batch(
            new,
            stored=stored,
            failed=batch.failed,
            milliseconds={"prepare": _since(started)},
            changed=changed,
            repeats=repeats,
        )

    def _compare_again(self, user_id: str, batch: Batch, state: IngestState, changed: dict[int, Change]) -> Batch:
        """Reads the ends of a batch's sessions anew; the batch without what their other writer stored meanwhile.

        What its drafts say of that joins what is `changed`.
        """
        sessions = {draft.conversation for draft in batch.drafts if draft.conversation}
        row = self._facts.before(user_id, batch.drafts, sessions)
        state.learn(user_id, row, sessions)
        known = _known(row)
        if moved := _apart(batch.drafts, known, {}):
            batch = replace(batch, drafts=[moved.get(draft.position, draft) for draft in batch.drafts])
            known |= _known(self._facts.before(user_id, list(moved.values())))
        again = {
            draft.position: _known_again(known[draft.identity], draft)
            for draft in batch.drafts
            if draft.identity in known
        }
        drafts = [draft for draft in batch.drafts if draft.identity not in known]
        rejected: frozenset[str] = frozenset() if state.anew else frozenset(row["rejected"])
        if rejected:
            # Taken away while it was being read.
            gone = [draft for draft in drafts if _is_refused(user_id, draft, rejected)]
            batch.failed.update({draft.position: forgotten() for draft in gone})
            drafts = [draft for draft in drafts if draft not in gone]
        stored = {position: remembered for position, (remembered, _) in again.items()}
        changed.update({position: change for position, (_, change) in again.items() if change is not None})
        return replace(batch, drafts=drafts, stored={**batch.stored, **stored})

    def _write(
        self, user_id: str, batch: Batch, state: IngestState, *, pending: bool
    ) -> dict[int, Remembered | EnishiError]:
        """Writes a batch; what became of its drafts, by position."""
        changed = {**batch.changed}
        remembered = self._written(user_id, batch, state, changed, pending=pending)
        for draft in batch.drafts:
            if draft.position in remembered:
                state.arrived(draft.identity, remembered[draft.position])
        for position, repeat in batch.repeats.items():
            # Batches are written in order: what comes before is written, or was taken away meanwhile.
            if repeat.first.remembered is None:
                batch.failed[position] = forgotten()
                continue
            remembered[position] = repeated(repeat.first.remembered, repeat.draft)
            if repeat.reworded or repeat.more:
                changed[position] = Change(
                    remembered[position].id, repeat.draft.draft, repeat.reworded, repeat.draft.personal
                )
        remembered |= self._revised(user_id, changed)
        self._record_refused(user_id, batch)
        if reworded := [change.memory_id for change in changed.values() if change.reworded]:
            state.understood += reworded
            state.has_endings = True
        state.revising.popleft()
        if len(state.understood) >= self._settings.batch_size:
            with suppress(Unavailable):
                self._replace(user_id, state)
        return remembered

    def _record_refused(self, user_id: str, batch: Batch) -> None:
        """Records that some drafts were refused, since a person had taken away what they say: how many, and no text."""
        number = sum(isinstance(error, Conflict) and error.forgotten for error in batch.failed.values())
        if number:
            self._store.write_all([self._journal.step(user_id, Act.REFUSED, number=number)])

    def _written(
        self, user_id: str, batch: Batch, state: IngestState, changed: dict[int, Change], *, pending: bool
    ) -> dict[int, Remembered]:
        """Writes the new drafts of a batch; what became of these and of those that are there, by position.

        Where another writer continued one of its sessions meanwhile, it is written from that writer's end. What is too
        much for the database's memory is written in halves.
        """
        for _ in range(ATTEMPTS_MOST):
            try:
                written = self._write_once(user_id, batch, state, pending=pending) if batch.drafts else {}
            except StaleRead:
                batch = self._compare_again(user_id, batch, state, changed)
            except Unavailable as error:
                if not error.less or len(batch.drafts) == 1:
                    raise
                first, second = batch.halves()
                remembered = self._written(user_id, first, state, changed, pending=pending)
                return remembered | self._written(user_id, second, state, changed, pending=pending)
            else:
                return {**batch.stored, **written}
        raise too_many_conflicts()

    def _revised(self, user_id: str, changed: Mapping[int, Change]) -> dict[int, Remembered | EnishiError]:
        """Changes memories that stand in the graph under the same id, at the same place or with the same words.

        One that cannot be changed, being forgotten meanwhile or becoming another's double, stops no other.
        """
        revised: dict[int, Remembered | EnishiError] = {}
        for position, change in sorted(changed.items(), key=lambda item: item[0]):
            try:
                taken = self._take_up(user_id, change.memory_id, change.draft, reworded=change.reworded)
            except (Conflict, Invalid, NotFound) as error:
                revised[position] = error
            else:
                revised[position] = replace(taken, personal=change.personal)
        return revised

    def _write_once(self, user_id: str, batch: Batch, state: IngestState, *, pending: bool) -> dict[int, Remembered]:
        started = time.perf_counter()
        now = self._clock()
        forgot_at = state.forgot_at
        talks = continued_sessions(user_id, batch.drafts, state.tails)
        weighing = self._settings.importance
        memories = [_memory_row(user_id, draft, talks, now, weighing, pending=pending) for draft in batch.drafts]
        ends = expected_ends(state.tails, talks)
        given: Row = {"memories": memories, "ends": ends, "forgot_at": forgot_at, "now": now}
        recorded = self._journal.event(Act.REMEMBERED, [draft.id for draft in batch.drafts])
        storing = Step("memory/store", {"user_id": user_id, **given, **recorded})
        placing = _place_step(user_id, batch.drafts, talks, now)
        understood = [draft for draft in batch.drafts if isinstance(draft, UnderstoodDraft)]

        def work(runs: Runs) -> tuple[list[Row], FactRows, NamesWritten]:
            # The first step takes the user's lock: what is resolved then, no other writer resolves meanwhile.
            stored = storing.run(runs)
            check_ends(stored)
            if placing is not None:
                placing.run(runs)
            created = {row["given"] for row in stored if row["created"]}
            rows = self._facts.rows(user_id, [draft for draft in understood if draft.id in created], now)
            return stored, rows, self._facts.write(runs, user_id, rows, now, at_once=False)

        stored, rows, written = self._store.together(work, divisible=len(batch.drafts) > 1)
        if written.waits:
            # What is stored is stored: this may follow any time later.
            with suppress(Unavailable):
                written = self._facts.resolve_everywhere(user_id, written, now)
                state.due = False
        state.continue_sessions(talks, forgot_at)
        state.understood += [draft.id for draft in understood]
        state.has_endings |= any("to_settle" in cast(Row, row["properties"]) for row in rows.facts)
        milliseconds = {**batch.milliseconds, "write": _since(started)}
        findings = findings_by_memory(rows, written)
        # Another writer may have stored the same meanwhile: then its memory is the one.
        by_draft = {row["given"]: row for row in stored}
        return {
            draft.position: remembered_of(
                draft, row, findings.get(draft.id, ((), ())), milliseconds, pending=pending, stored=by_draft[draft.id]
            )
            for draft, row in zip(batch.drafts, memories, strict=True)
        }


def _is_refused(user_id: str, draft: ReadDraft, rejected: frozenset[str], *, replaced_too: bool = True) -> bool:
    """Whether a person took a text away, or put other words in its place, which at its own place stay by themselves."""
    keys = keys_of(user_id, draft.draft, by_itself=True)
    return not rejected.isdisjoint(keys if replaced_too else keys - {replacement_of(user_id, draft.draft)})


def _known(row: Mapping[str, Any]) -> dict[tuple[str, str], Mapping[str, Any]]:
    """The memories that the graph holds already, by identity."""
    return {(stored["content_hash"], stored["session_id"]): stored for stored in row["known"]}


def _apart(
    drafts: Iterable[ReadDraft],
    known: Mapping[tuple[str, str], Mapping[str, Any]],
    under_way: Mapping[tuple[str, str], UnderWay],
) -> dict[int, ReadDraft]:
    """The drafts for others whose words a memory has already that these may not see, told from it, by position."""
    apart: dict[int, ReadDraft] = {}
    before: dict[tuple[str, str], str | None] = {key: each.draft.audience for key, each in under_way.items()}
    before |= {key: there.get("audience") for key, there in known.items()}
    for read in drafts:
        parted = read.apart_from(before.setdefault(read.identity, read.draft.audience))
        if parted is not None:
            apart[read.position] = parted
    return apart


def _known_again(there: Mapping[str, Any], draft: ReadDraft) -> tuple[Remembered, Change | None]:
    """What became of a draft that the graph holds already, and what it changes there."""
    again = said_again(there, draft.draft)
    reworded = there.get("text") not in (None, draft.draft.text)
    change = Change(there["id"], draft.draft, reworded, draft.personal) if reworded or again.changes else None
    return replace(already_stored(there, draft), ignored=again.ignored), change


def _says_more(before: Draft, draft: Draft) -> bool:
    """Whether a draft says anything beside the words that it shares with one before it in the stream."""
    return replace(before, text=draft.text) != replace(draft, created_at=before.created_at)


def occasion_of(draft: Draft, said_at: datetime | None = None) -> str | None:
    """What tells a draft from the same words at another time, where that is not the time it occurred at.

    The time at which it was kept, where the caller knows it; else, of what is said now, the day, and of a turn the
    minute: within it the same words are a call that was repeated.
    """
    if draft.occurred_at is not None or draft.source_id:
        return None
    if draft.created_at is not None:
        return draft.created_at.astimezone(UTC).isoformat()
    if said_at is None:
        return None
    return said_at.isoformat(timespec="minutes") if draft.speaker and draft.session_id else said_at.date().isoformat()


def _inputs(batch: Batch) -> list[ExtractionInput]:
    return [draft.extraction_input() for draft in batch.drafts]


def _memory_row(
    user_id: str,
    draft: ReadDraft,
    talks: Mapping[str, SessionUpdate],
    now: datetime,
    weighing: ImportanceSettings,
    *,
    pending: bool,
) -> Row:
    row = memory_row(
        draft.id, user_id, draft.draft, draft.reading, now,
        pending=pending, twin=draft.twin, fallback=fallback_of(draft), occasion=draft.occasion,
        weighing=weighing, decides=is_decision(draft),
    )  # fmt: skip
    talk = talks.get(draft.conversation or "")
    return {**row, "chunks": chunk_rows(user_id, draft, talk, draft.draft.created_at or now)}


def _place_step(
    user_id: str, drafts: Sequence[ReadDraft], talks: Mapping[str, SessionUpdate], now: datetime
) -> Step | None:
    """The step that puts the batch into sessions, projects and categories and chains its chunks, if there is any."""
    sessions: dict[str, Row] = {}
    projects: dict[str, list[str]] = defaultdict(list)
    pairs = [pair for talk in talks.values() for pair in talk.pairs]
    for read in drafts:
        draft = read.draft
        if draft.session_id:
            fresh: Row = {"session_id": draft.session_id, "channel": draft.channel, "memory_ids": []}
            members = sessions.setdefault(draft.session_id, fresh)["memory_ids"]
            cast(list[str], members).append(read.id)
        if draft.project:
            projects[draft.project].append(read.id)
        if read.conversation is None:
            ids = [read.chunk_id(chunk.ordinal) for chunk in read.reading.chunks]
            pairs += [list(pair) for pair in pairwise(ids)]
    categories = sorted({read.draft.category for read in drafts if read.draft.category})
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


Written = Mapping[int, Remembered | EnishiError]
"""What became of the drafts of a batch, by position."""


def _overlapped(batches: Iterator[Batch], write: Callable[[Batch], Written]) -> Iterator[Outcome]:
    """Writes each batch while the next one is prepared; outcomes come in order, each after it is written."""
    with ThreadPoolExecutor(1, thread_name_prefix="enishi-write") as pool:
        under_way: tuple[Batch, Future[Written]] | None = None
        for batch in batches:
            if under_way is not None:
                yield from _outcomes(under_way[0], under_way[1].result())
            under_way = batch, pool.submit(copy_context().run, write, batch)
        if under_way is not None:
            yield from _outcomes(under_way[0], under_way[1].result())


def _outcomes(batch: Batch, written: Written) -> Iterator[Outcome]:
    became = {**written, **batch.failed}
    for position, result in sorted(became.items(), key=lambda item: item[0]):
        if isinstance(result, EnishiError):
            yield Outcome(position=position, error=result)
        else:
            yield Outcome(position=position, remembered=result)


def _since(started: float) -> float:
    return round(1000 * (time.perf_counter() - started), 3)
