"""A small knowledge kept in dictionaries: it keeps the promises of the front door without a server or models."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count, islice
from threading import Event, RLock

from graph.calendar.zones import universal
from graph.care.reembedding import Progress
from graph.context.packing import packed
from graph.db.filters import from_parts
from graph.errors import Conflict, EnishiError, Invalid, NotFound, Unavailable
from graph.intake.checks import checked, checked_user
from graph.knowledge import ALL, NOTHING
from graph.model.care.reembedding import ModelName, Reembedded, Stage, VectorsState
from graph.model.context import Context, ContextOrder
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.life.audience import visibility
from graph.model.life.journal import Act
from graph.model.memory import (
    Enrich,
    EntityFound,
    FactFound,
    Forgotten,
    Memory,
    MemoryDetail,
    Order,
    Outcome,
    Page,
    Remembered,
    Stats,
)
from graph.model.recalled import Hit, Mode, Parts, Recalled, Recipe
from graph.model.synced import Survey, SyncChange, SyncCounts, Synced, origin_of
from graph.model.trace import CypherRows, Ran, Trace
from graph.model.types import EntityType, RelationType, Status
from graph.recall.recalling import sure_enough
from graph.write.said_again import said_again
from tests.api.fake_channels import FakeChannels
from tests.api.fake_entities import FakeEntities
from tests.api.fake_history import FakeHistory
from tests.api.fake_index import FakeIndex
from tests.api.fake_jobs import FakeJobs
from tests.api.fake_lifecycle import FakeLifecycle
from tests.api.fake_links import FakeLinks
from tests.api.fake_network import FakeNetwork
from tests.api.fake_projects import FakeProjects
from tests.api.fake_rotation import FakeRotation
from tests.api.fake_rules import below, lines_held, matches, offer_of, paged, place, score_of, tokens, words_of
from tests.api.fake_synced import FakeSynced
from tests.api.fake_talk import FakeTalk
from tests.api.fake_transfer import FakeTransfer

EPOCH = datetime(2026, 10, 1, 9, 0, tzinfo=UTC)
NAMES = {
    "Tanaka": EntityType.PERSON,
    "田中": EntityType.PERSON,
    "Acme": EntityType.ORGANIZATION,
    "Osaka": EntityType.LOCATION,
    "大阪": EntityType.LOCATION,
}
EDITABLE = frozenset(
    {
        "text",
        "title",
        "category",
        "tags",
        "project",
        "rating",
        "bookmarked",
        "extra",
        "source",
        "facts",
        "audience",
        "area",
        "agent",
    }
)
_KEPT = (
    "category tags source place channel device_id session_id project speaker occurred_at latitude longitude extra "
    "rating facts audience area agent"
)


class FakeKnowledge(
    FakeHistory,
    FakeLinks,
    FakeEntities,
    FakeLifecycle,
    FakeProjects,
    FakeChannels,
    FakeNetwork,
    FakeTalk,
    FakeRotation,
    FakeIndex,
    FakeTransfer,
    FakeJobs,
    FakeSynced,
):
    """The front door over dictionaries. Times start at EPOCH and go on by a second for each memory.

    Set `trouble` to an error and every call raises it, `backlog_most` to what may wait to be understood.
    `rested` is set when enrich_pending finds nothing to understand, `rounds` counts its calls.
    """

    def __init__(self, *, names: Mapping[str, EntityType] = NAMES) -> None:
        FakeChannels.__init__(self)
        FakeHistory.__init__(self)
        FakeLinks.__init__(self)
        FakeEntities.__init__(self)
        FakeLifecycle.__init__(self)
        FakeProjects.__init__(self)
        FakeNetwork.__init__(self)
        FakeRotation.__init__(self)
        FakeIndex.__init__(self)
        FakeSynced.__init__(self)
        self.names = names
        self.trouble: EnishiError | None = None
        self.backlog_most = 50_000
        self.closed = False
        self.rested = Event()
        self.rounds = 0
        self._kept: dict[str, Memory] = {}
        self._numbers = count(1)
        self._guard = RLock()

    def begin_anew(self) -> None:
        """Forgets everything and every trouble, for the next test of a module that shares one fake."""
        self.trouble = None
        self._kept.clear()
        self.described.clear()

    def remember(self, user_id: str, draft: Draft, *, enrich: Enrich = Enrich.NOW) -> Remembered:
        self._troubled()
        checked_user(user_id)
        draft = checked(draft)
        with self._guard:
            same = self._same(user_id, draft)
            if same is not None:
                again = said_again({**asdict(same), "extra": None}, replace(draft, occurred_at=None, extra={}))
                self._kept[same.id] = replace(same, **again.changes)  # pyright: ignore[reportArgumentType]
                remembered = self._remembered(self._kept[same.id], created=False)
                return replace(remembered, added=tuple(again.changes), ignored=again.ignored)
            memory = self._memory(user_id, draft, pending=enrich is Enrich.LATER)
            self.put(memory, Act.REMEMBERED)
        return self._remembered(memory, created=True)

    def remember_many(
        self,
        user_id: str,
        drafts: Iterable[Draft | EnishiError],
        *,
        enrich: Enrich = Enrich.NOW,
        batch_size: int | None = None,  # noqa: ARG002  a dictionary knows no batches
    ) -> Iterator[Outcome]:
        waiting = self.backlog()
        if enrich is Enrich.LATER and waiting >= self.backlog_most:
            raise Unavailable(f"{waiting:,} memories already wait to be understood.", retry_after=30)
        for position, draft in enumerate(drafts):
            try:
                if isinstance(draft, EnishiError):
                    raise draft
                yield Outcome(position=position, remembered=self.remember(user_id, draft, enrich=enrich))
            except (Invalid, NotFound) as error:
                yield Outcome(position=position, error=error)

    def enrich_pending(self, *, limit: int = 200) -> int:
        self.rounds += 1
        self._troubled()
        with self._guard:
            chosen = list(islice((kept for kept in self._kept.values() if kept.pending), limit))
            for memory in chosen:
                self._kept[memory.id] = replace(memory, pending=False)
        if not chosen:
            self.rested.set()
        return len(chosen)

    def backlog(self, user_id: str | None = None) -> int:
        self._troubled()
        with self._guard:
            return sum(kept.pending and user_id in (None, kept.user_id) for kept in self._kept.values())

    def users(self, most: int) -> list[str]:
        return sorted({kept.user_id for kept in self._kept.values()})[:most]

    def all_of(self, user_id: str) -> list[Memory]:
        self._troubled()
        return [memory for memory in self._kept.values() if memory.user_id == user_id]

    def recall(
        self,
        user_id: str,
        question: str,
        *,
        mode: Mode = Mode.HYBRID,
        recipe: Recipe = Recipe.JOINED,
        filters: Filters = ALL,
        limit: int = 10,
        cursor: str | None = None,
        touch: bool = False,
        min_confidence: float = 0.0,
        explain: bool = False,
    ) -> Recalled:
        if not question.strip() and mode not in (Mode.RECENT, Mode.IMPORTANCE):
            raise Invalid("question", "is empty.", allowed="any text")
        if mode is Mode.CONTENT:
            return self.content(user_id, question, filters=filters, limit=limit, cursor=cursor, explain=explain)
        scored = [(score_of(question, kept, mode), kept) for kept in self._chosen(user_id, filters)]
        scored = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: (-pair[0], pair[1].id))
        page, following = paged([kept for _, kept in scored], limit, cursor)
        scores = {kept.id: score for score, kept in scored}
        if touch:
            for kept in page:
                self._kept[kept.id] = replace(kept, use_count=kept.use_count + 1, last_used_at=EPOCH)
        return Recalled(
            mode=mode,
            recipe=recipe if mode is Mode.HYBRID else None,
            hits=tuple(sure_enough([self._hit(kept, scores[kept.id]) for kept in page], min_confidence)),
            next_cursor=following,
            milliseconds={"question": 0.5, "read": 1.5},
            round_trips=1,
            trace=self._trace(question, len(scored)) if explain else None,
        )

    def content(
        self,
        user_id: str,
        pattern: str,
        *,
        regex: bool = False,
        filters: Filters = ALL,
        order: Order = Order.CREATED,
        limit: int = 10,
        cursor: str | None = None,
        explain: bool = False,
    ) -> Recalled:
        chosen = sorted(self._chosen(user_id, filters), key=partial(place, order), reverse=True)
        held = lines_held(chosen, pattern, regex=regex)
        lines = {kept.id: held_lines for kept, held_lines in held}
        listed = sorted((kept for kept, _ in held), key=partial(place, order), reverse=True)
        page, following = paged(listed, limit, cursor)
        return Recalled(
            mode=Mode.CONTENT, recipe=None, milliseconds={"total": 1.5}, round_trips=1, next_cursor=following,
            hits=tuple(replace(self._hit(kept, 0.0), lines=lines[kept.id]) for kept in page),
            trace=self._trace(pattern, len(held)) if explain else None,
        )  # fmt: skip

    def context(
        self,
        user_id: str,
        question: str,
        *,
        budget_tokens: int,
        order: ContextOrder | None = None,
        filters: Filters = ALL,
        with_ids: bool = False,
        min_confidence: float | None = None,
        fenced: bool = False,
    ) -> Context:
        del fenced
        order = order or ContextOrder.RELEVANCE
        if not 0 <= budget_tokens <= 1_000_000:
            raise Invalid("budget_tokens", "is out of range.", allowed="0 to 1,000,000")
        hits = self.recall(user_id, question, filters=filters, limit=100, min_confidence=min_confidence or 0).hits
        packing = packed(
            [offer_of(hit) for hit in hits],
            question.casefold().split(),
            budget=budget_tokens,
            pinned_share=0.3,
            order=order,
            with_ids=with_ids,
            tokens=tokens,
        )
        return Context(
            text=packing.text,
            citations=packing.citations,
            tokens=packing.tokens,
            budget_tokens=budget_tokens,
            order=order,
            left_out=len(hits) - len(packing.memory_ids),
            milliseconds={"question": 0.5, "search": 1.5},
            round_trips=2,
        )

    def memory_called(self, user_id: str, called: str, *, audience: str | None = None) -> str:
        self._troubled()
        mine = [
            memory
            for memory in self._kept.values()
            if memory.user_id == checked_user(user_id) and visibility(memory.audience, audience) is not None
        ]
        ids = sorted(memory.id for memory in mine if called and memory.id.startswith(called))
        if not ids:
            raise NotFound("memory", called)
        if len(ids) > 1 and called not in ids:
            raise Conflict(f"The ids of several memories begin so. Give more of the one you mean: {'; '.join(ids)}.")
        return called if called in ids else ids[0]

    def show(self, user_id: str, memory_id: str) -> MemoryDetail:
        memory = self.owned(user_id, memory_id)
        return MemoryDetail(memory=memory, chunks=1, entities=self.entities_in(memory), facts=self.facts_in(memory))

    def memories(
        self,
        user_id: str,
        *,
        filters: Filters = ALL,
        order: Order = Order.CREATED,
        limit: int = 20,
        cursor: str | None = None,
    ) -> Page:
        chosen = sorted(self._chosen(user_id, filters), key=partial(place, order), reverse=True)
        page, following = paged(chosen, limit, cursor)
        return Page(memories=tuple(page), next_cursor=following)

    def edit(self, user_id: str, memory_id: str, changes: Mapping[str, object]) -> Remembered:
        memory = self.owned(user_id, memory_id)
        for field in changes:
            if field not in EDITABLE:
                raise Invalid(field, "cannot be edited.", allowed=", ".join(sorted(EDITABLE)))
        text = changes.get("text", memory.text)
        checked(Draft(text=text if isinstance(text, str) else "", rating=memory.rating))
        edited = replace(memory, **changes, edit_count=memory.edit_count + 1)  # pyright: ignore[reportArgumentType]
        self.put(edited, Act.EDITED, memory)
        return self._remembered(edited, created=False)

    def pin(self, user_id: str, memory_id: str) -> Memory:
        memory = self.owned(user_id, memory_id)
        return self.put(replace(memory, pinned=True), Act.PINNED, memory)

    def unpin(self, user_id: str, memory_id: str) -> Memory:
        memory = self.owned(user_id, memory_id)
        return self.put(replace(memory, pinned=False), Act.UNPINNED, memory)

    def archive(self, user_id: str, memory_id: str) -> Memory:
        memory = self.owned(user_id, memory_id)
        return self.put(replace(memory, status=Status.ARCHIVED), Act.ARCHIVED, memory)

    def restore(self, user_id: str, memory_id: str) -> Memory:
        memory = self.owned(user_id, memory_id)
        return self.put(replace(memory, status=Status.ACTIVE), Act.RESTORED, memory)

    def invalidate(self, user_id: str, memory_id: str) -> Memory:
        memory = self.owned(user_id, memory_id)
        return self.put(replace(memory, status=Status.INVALID), Act.INVALIDATED, memory)

    def forget(self, user_id: str, memory_id: str) -> Forgotten:
        detail = self.show(user_id, memory_id)
        del self._kept[memory_id]
        return Forgotten(memories=1, chunks=1, entities=len(detail.entities), facts=len(detail.facts))

    def count_from(self, user_id: str, *, source: str | None = None, project: str | None = None) -> int:
        return len(self._from(user_id, source, project))

    def origins_from(self, user_id: str, *, source: str | None = None, project: str | None = None) -> Mapping[str, int]:
        kept = self._from(user_id, source, project)
        return dict(Counter(origin_of(memory.place, memory.source) for memory in kept).most_common())

    def forget_from(self, user_id: str, *, source: str | None = None, project: str | None = None) -> Forgotten:
        gone = [self.forget(user_id, kept.id) for kept in self._from(user_id, source, project)]
        return sum(gone, Forgotten(memories=0, chunks=0, entities=0, facts=0))

    def _from(self, user_id: str, source: str | None, project: str | None) -> list[Memory]:
        path, sources = from_parts(source, project)
        memories = [kept for kept in self._kept.values() if kept.user_id == user_id]
        return [
            kept
            for kept in memories
            if (path is None or below(kept.project, path))
            and (
                not sources or below(kept.source, sources[0]) or below((kept.place or "").replace("#", "/"), sources[0])
            )
        ]

    def sync(
        self,
        user_id: str,
        survey: Survey,
        drafts: Iterable[Draft | EnishiError],
        *,
        allow_empty: bool = False,
        enrich: Enrich = Enrich.NOW,
        batch_size: int | None = None,
    ) -> Iterator[Synced]:
        del survey, allow_empty
        for outcome in self.remember_many(user_id, drafts, enrich=enrich, batch_size=batch_size):
            created = outcome.remembered is not None and outcome.remembered.created
            change = SyncChange.ADDED if created else SyncChange.UNCHANGED
            yield Synced(change=change, position=outcome.position, remembered=outcome.remembered, error=outcome.error)

    def sync_counts(self, user_id: str, survey: Survey) -> SyncCounts:
        self._troubled()
        del user_id
        return SyncCounts(added=len(survey.texts))

    def forget_user(self, user_id: str) -> Forgotten:
        self._troubled()
        gone = [kept for kept in self._kept.values() if kept.user_id == user_id]
        for kept in gone:
            del self._kept[kept.id]
        names = {entity.id for kept in gone for entity in self.entities_in(kept)}
        facts = sum(len(self.facts_in(kept)) for kept in gone)
        return Forgotten(memories=len(gone), chunks=len(gone), entities=len(names), facts=facts)

    def cypher(
        self, statement: str, parameters: Mapping[str, object] = NOTHING, *, seconds: float = 10.0, limit: int = 1_000
    ) -> CypherRows:
        self._troubled()
        if "CREATE" in statement:
            raise Invalid("statement", "it would change something.")
        return CypherRows(
            columns=("seconds", *parameters), rows=((seconds, *parameters.values()),)[:limit], more=False, elapsed_ms=1
        )

    def vectors(self) -> VectorsState:
        self._troubled()
        return VectorsState(stage=Stage.NONE, read=ModelName(name="none", dimensions=2, version="1"))

    def reembed(self, *, dry_run: bool = False, drop: bool = False, progress: Progress | None = None) -> Reembedded:
        del drop, progress
        state = self.vectors()
        return Reembedded(dry_run=dry_run, chunks=0, entities=0, failed=0, dropped=0, seconds=0.0, state=state)

    def stats(self, user_id: str) -> Stats:
        self._troubled()
        memories = [kept for kept in self._kept.values() if kept.user_id == user_id]
        types = {entity.id: str(entity.type) for kept in memories for entity in self.entities_in(kept)}
        facts = sum(len(self.facts_in(kept)) for kept in memories)
        return Stats(
            memories=len(memories),
            chunks=len(memories),
            entities=len(types),
            facts=facts,
            relations=facts,
            pending=sum(kept.pending for kept in memories),
            pinned=sum(kept.pinned for kept in memories),
            archived=sum(kept.status is Status.ARCHIVED for kept in memories),
            characters=sum(len(kept.text) for kept in memories),
            by_language=Counter(kept.language for kept in memories),
            by_entity_type=Counter(types.values()),
            server="dictionaries",
            embedding_model="none",
        )

    def warm(self) -> None:
        """There is nothing to load."""

    def ready(self) -> None:
        self._troubled()

    def close(self) -> None:
        self.closed = True

    def of_user(self, user_id: str) -> list[Memory]:
        return self._chosen(user_id, ALL)

    def _troubled(self) -> None:
        if self.trouble is not None:
            raise self.trouble

    def owned(self, user_id: str, memory_id: str) -> Memory:
        self._troubled()
        memory = self._kept.get(memory_id)
        if memory is None or memory.user_id != user_id:
            raise NotFound("memory", memory_id)
        return memory

    def replaced(self, memory: Memory) -> Memory:
        self._kept[memory.id] = memory
        return memory

    def _same(self, user_id: str, draft: Draft) -> Memory | None:
        memories = (kept for kept in self._kept.values() if kept.user_id == user_id and kept.text == draft.text)
        return next((kept for kept in memories if kept.session_id == draft.session_id), None)

    def _chosen(self, user_id: str, filters: Filters) -> list[Memory]:
        self._troubled()
        with self._guard:
            memories = [kept for kept in self._kept.values() if kept.user_id == user_id]
        return [kept for kept in memories if matches(kept, filters) and self._mentions(kept, filters.entities)]

    def _mentions(self, memory: Memory, wanted: tuple[str, ...]) -> bool:
        known = {name for entity in self.entities_in(memory) for name in (entity.id, entity.name)}
        return not wanted or not known.isdisjoint(wanted)

    def _memory(self, user_id: str, draft: Draft, *, pending: bool) -> Memory:
        number = next(self._numbers)
        now = EPOCH + timedelta(seconds=number)
        kept = {field: getattr(draft, field) for field in _KEPT.split()}
        kept["occurred_at"] = universal(draft.occurred_at) if draft.occurred_at else None
        asks = "remember this" in draft.text.casefold() or "覚えておいて" in draft.text
        return Memory(
            id=f"01K{number:023d}",
            user_id=user_id,
            text=draft.text,
            title=draft.title or (draft.text[:50] + "..." if len(draft.text) > 50 else draft.text),
            summary=draft.text[:200],
            micro_summary=draft.text[:80],
            language="en" if draft.text.isascii() else "ja",
            status=Status.ACTIVE,
            pending=pending,
            pinned=draft.pinned or asks,
            bookmarked=draft.bookmarked,
            importance=5.0,
            created_at=universal(draft.created_at or now),
            updated_at=now,
            **kept,
        )

    def _remembered(self, memory: Memory, *, created: bool) -> Remembered:
        return Remembered(
            id=memory.id,
            title=memory.title,
            micro_summary=memory.micro_summary,
            language=memory.language,
            created=created,
            status=memory.status,
            pending=memory.pending,
            pinned=memory.pinned,
            chunks=1,
            importance=memory.importance,
            duplicate_of=memory.duplicate_of,
            entities=self.entities_in(memory),
            facts=self.facts_in(memory),
            links=0,
            milliseconds={"extract": 2.0, "write": 3.0},
        )

    def entities_in(self, memory: Memory) -> tuple[EntityFound, ...]:
        if memory.pending:
            return ()
        return tuple(
            EntityFound(
                id=f"entity-{name.casefold()}",
                name=name,
                type=type_,
                link_type="mentions",
                confidence=0.9,
                surfaces=(name,),
                starts=(memory.text.index(name),),
                ends=(memory.text.index(name) + len(name),),
                reasons=("in the list of names",),
            )
            for name, type_ in self.names.items()
            if name in memory.text
        )

    def facts_in(self, memory: Memory) -> tuple[FactFound, ...]:
        if memory.pending:
            return ()
        return tuple(
            FactFound(
                id=f"fact-{memory.id}-{match.start()}",
                subject=match[1],
                predicate="works for",
                object=match[2],
                type=RelationType.WORKS_FOR,
                polarity="positive",
                modality="stated",
                confidence=0.8,
                start=match.start(),
                end=match.end(),
            )
            for match in re.finditer(r"\b(\w{1,40}) works for (\w{1,40})", memory.text)
        )

    def _trace(self, question: str, candidates: int) -> Trace:
        ran = Ran(statement="dictionaries", milliseconds=1.5, rows=candidates)
        words = tuple(sorted(words_of(question)))
        return Trace(language="en", words=words, keys=(), time=None, candidates=candidates, statements=(ran,))

    def _hit(self, memory: Memory, score: float) -> Hit:
        return Hit(
            memory=memory,
            chunk_id=f"{memory.id}-0",
            text=memory.text,
            start=0,
            end=len(memory.text),
            score=score,
            confidence=round(score / (1 + score), 3),
            parts=Parts(words=score, base=score),
            ties=(),
            entities=tuple(entity.name for entity in self.entities_in(memory)),
            why="shares words with the question",
        )
