"""The tools of agents: each parses, calls a function of Knowledge, renders. Agents read the docstrings."""

from collections.abc import Callable
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Annotated, Final

from pydantic import AfterValidator, BeforeValidator, Field

from api.agents import replies
from api.agents.asker import Asker
from api.rest.moment import LastMoment, Moment
from graph.errors import Invalid, NotFound
from graph.model.context import ContextOrder
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.life.audience import visibility
from graph.model.memory import Memory, MemoryDetail, Order, Remembered
from graph.model.network import PathKind, TimelineOrder
from graph.model.recalled import Mode
from graph.model.types import Status

if TYPE_CHECKING:
    from graph.knowledge import Knowledge

_WHOLE_ID: Final = 26
_ADDRESS: Final = "enishi://memory/"
_PINNED_READ: Final = 1_000
_AROUND_TOKENS: Final = 64
"""What stands around the text of a context in a reply: its fence, the names of its fields, its counts."""
_LEAST_BUDGET, _MOST_BUDGET = 100, 20_000


def _types(written: object) -> object:
    """Types of relation as agents write them: "works for", "WORKS_FOR"."""
    many = [written] if isinstance(written, str) else written
    return tuple(str(each) for each in many) if isinstance(many, list | tuple) else many


def _budget(tokens: int) -> int:
    """Checked here and not announced: the bounds would cost more to read than they save."""
    if not _LEAST_BUDGET <= tokens <= _MOST_BUDGET:
        raise ValueError(f"must lie between {_LEAST_BUDGET} and {_MOST_BUDGET}")
    return tokens


Budget = Annotated[int, AfterValidator(_budget)]
"""Most tokens of the reply."""
Types = Annotated[
    tuple[str, ...],
    BeforeValidator(_types),
    Field(json_schema_extra={"items": {"type": "string"}}, description="Only these, e.g. WORKS_FOR"),
]
Id = Annotated[str, Field(description="Id of the memory")]
Entity = Annotated[str, Field(description="Name or id")]
Limit = Annotated[int, Field(ge=1, le=200)]
Rating = Annotated[int | None, Field(ge=0, le=5)]
Least = Annotated[float, Field(ge=0, le=1)]
At = Moment | None


class Memories:
    """The memories of whoever asks, opened when the first tool needs them."""

    def __init__(
        self,
        open_knowledge: "Callable[[], Knowledge]",
        asker: Callable[[], Asker],
        *,
        on_saved: Callable[[], None] = lambda: None,
    ) -> None:
        """`asker` tells who asks now, `on_saved` is told that something was kept."""
        self.asker = asker
        self.on_saved = on_saved
        self._open = open_knowledge
        self._opened: Knowledge | None = None
        self._lock = Lock()

    @property
    def user(self) -> str:
        """Whose memories are meant."""
        return self.asker().user

    @property
    def audience(self) -> str | None:
        """Who reads the answers beside the user; None where nobody does."""
        return self.asker().audience

    @property
    def knowledge(self) -> "Knowledge":
        """The knowledge, opened now where it was not."""
        with self._lock:
            self._opened = self._opened or self._open()
        return self._opened

    def close(self) -> None:
        """Closes what was opened."""
        with self._lock:
            if self._opened is not None:
                self._opened.close()

    def id_of(self, called: str) -> str:
        """The whole id of a memory of which an address, an id or its beginning was given.

        Raises NotFound where others read along who may not read it: it is neither shown to them nor changed by them.
        """
        identity = self._whole_id(called)
        if self.audience is not None:
            self._read(identity)
        return identity

    def shown(self, called: str) -> MemoryDetail:
        """A memory with what was read off it; where others read along the memory alone.

        Names of entities and what ended a fact may come from memories that are not theirs.
        """
        detail = self._read(self._whole_id(called))
        return detail if self.audience is None else replace(detail, entities=(), facts=(), endings=())

    def _whole_id(self, called: str) -> str:
        called = called.strip().removeprefix(_ADDRESS)
        if len(called) >= _WHOLE_ID:
            return called
        return self.knowledge.memory_called(self.user, called, audience=self.audience)

    def _read(self, identity: str) -> MemoryDetail:
        """A memory that whoever asks may read. Raises NotFound for another."""
        detail = self.knowledge.show(self.user, identity)
        if self.audience is not None and visibility(detail.memory.audience, self.audience) is None:
            raise NotFound("memory", identity)
        return detail

    def saved(self, remembered: Remembered) -> Remembered:
        """What became of a memory; where others read along without what is taken from memories beside it."""
        if self.audience is None:
            return remembered
        return replace(remembered, entities=(), facts=(), duplicate_of=None)

    def pinned(self) -> tuple[Memory, ...]:
        """What is pinned among the thousand memories that matter most."""
        pinned: list[Memory] = []
        cursor = None
        for _ in range(_PINNED_READ // 200):
            filters = Filters(audience=self.audience)
            page = self.knowledge.memories(self.user, filters=filters, order=Order.IMPORTANCE, limit=200, cursor=cursor)
            pinned += [memory for memory in page.memories if memory.pinned]
            cursor = page.next_cursor
            if cursor is None:
                break
        return tuple(pinned)


class Tools:
    """The tools over the memories of a user."""

    def __init__(self, memories: Memories) -> None:
        self._memories = memories

    @property
    def _knowledge(self) -> "Knowledge":
        return self._memories.knowledge

    @property
    def _user(self) -> str:
        return self._memories.user

    def save_memory(
        self,
        text: Annotated[str, Field(description="One self-contained statement, names and dates in full")],
        project: Annotated[str | None, Field(description="Path, e.g. work/api")] = None,
        tags: tuple[str, ...] = (),
        occurred_at: Annotated[Moment | None, Field(description="When it happened")] = None,
        rating: Rating = None,
        bookmarked: bool = False,
        budget_tokens: Budget = 500,
    ) -> replies.SavedReply:
        """Remember something for later talks: a fact, decision, preference, event. The same text twice is kept once."""
        project = project or self._memories.asker().project
        draft = Draft(
            text=text, project=project, tags=tags, occurred_at=occurred_at, rating=rating, bookmarked=bookmarked,
            audience=self._memories.audience,
        )  # fmt: skip
        saved = self._knowledge.remember(self._user, draft)
        self._memories.on_saved()
        return replies.saved(self._memories.saved(saved), budget_tokens)

    def search_memories(
        self,
        query: Annotated[str, Field(description="A question or words, any language")],
        mode: Mode = Mode.HYBRID,
        project: str | None = None,
        tags: tuple[str, ...] = (),
        since: Annotated[Moment | None, Field(description="Dated from then on")] = None,
        until: LastMoment | None = None,
        bookmarked: bool | None = None,
        limit: Limit = 10,
        cursor: str | None = None,
        budget_tokens: Budget = 2000,
    ) -> replies.FoundReply:
        """Find memories that answer a question, best first, with ids. For text to answer from: build_context."""
        filters = Filters(
            project=project, tags=tags, occurred_from=since, occurred_to=until, bookmarked=bookmarked,
            audience=self._memories.audience,
        )  # fmt: skip
        recalled = self._knowledge.recall(self._user, query, mode=mode, filters=filters, limit=limit, cursor=cursor)
        return replies.found_memories(recalled, budget_tokens)

    def build_context(
        self,
        question: str,
        project: str | None = None,
        order: ContextOrder | None = None,
        budget_tokens: Budget = 1500,
    ) -> replies.ContextReply:
        """What is remembered about a question, packed to answer from: pinned first, numbered, ids below, nothing twice.
        Call it before answering whatever may depend on the user or earlier talks."""
        context = self._knowledge.context(
            self._user, question, budget_tokens=budget_tokens - _AROUND_TOKENS, order=order,
            filters=Filters(project=project, audience=self._memories.audience), with_ids=True,
        )  # fmt: skip
        return replies.context_reply(context)

    def entity_neighbors(
        self,
        entity: Entity,
        depth: Annotated[int, Field(ge=1, le=4)] = 1,
        types: Types = (),
        min_confidence: Least = 0.3,
        at: At = None,
        limit: Limit = 20,
        budget_tokens: Budget = 2000,
    ) -> replies.GraphReply:
        """Who and what is tied to a person, place or thing, nearest first."""
        around = self._knowledge.graph(self._user).neighbours(
            entity, depth=depth, types=types, min_confidence=min_confidence, at=at, limit=limit
        )
        return replies.neighbours(around, budget_tokens)

    def find_path(
        self,
        source: Annotated[str, Field(description="Entity, or id of a memory")],
        target: str,
        kind: PathKind = PathKind.SHORTEST,
        hops: Annotated[int, Field(ge=1, le=4)] = 4,
        at: At = None,
        limit: Annotated[int, Field(ge=1, le=50)] = 3,
        budget_tokens: Budget = 2000,
    ) -> replies.PathsReply:
        """How two entities or memories hang together, with the sentence behind each step."""
        paths = self._knowledge.graph(self._user).paths(source, target, kind=kind, hops=hops, at=at, limit=limit)
        return replies.ways(paths, budget_tokens)

    def graph_snapshot(
        self,
        around: Annotated[str | None, Field(description="Entity; else the most central")] = None,
        at: At = None,
        limit: Limit = 30,
        budget_tokens: Budget = 2000,
    ) -> replies.GraphReply:
        """An overview of the knowledge graph: its most central entities and the ties among them."""
        part = self._knowledge.network(self._user).snapshot(limit=limit, around=around, at=at)
        return replies.snapshot(part, budget_tokens)

    def update_memory(
        self,
        id: Id,  # noqa: A002 -- what agents call it
        text: Annotated[str | None, Field(description="New text, read anew")] = None,
        project: str | None = None,
        tags: tuple[str, ...] | None = None,
        rating: Rating = None,
        bookmarked: bool | None = None,
        status: Annotated[Status | None, Field(description="Alone; invalid: no longer true")] = None,
        budget_tokens: Budget = 500,
    ) -> replies.SavedReply | replies.MarkedReply:
        """Correct a memory, or mark it as no longer true, archived or active again. What is left out stays."""
        given = {"text": text, "project": project, "tags": tags, "rating": rating, "bookmarked": bookmarked}
        changes = {name: value for name, value in given.items() if value is not None}
        if bool(changes) == (status is not None):
            raise Invalid("update_memory", "says nothing, or two things.", allowed="fields to change, or status alone")
        identity = self._memories.id_of(id)
        if status is None:
            edited = self._knowledge.edit(self._user, identity, changes)
            return replies.saved(self._memories.saved(edited), budget_tokens)
        marks = {
            Status.ACTIVE: self._knowledge.restore,
            Status.ARCHIVED: self._knowledge.archive,
            Status.INVALID: self._knowledge.invalidate,
        }
        return replies.marked(marks[status](self._user, identity))

    def list_memories(
        self,
        order: Order = Order.CREATED,
        project: str | None = None,
        tags: tuple[str, ...] = (),
        status: Status = Status.ACTIVE,
        bookmarked: bool | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
        budget_tokens: Budget = 2000,
    ) -> replies.ListReply:
        """List memories, newest or most important first, without ranking them by a question."""
        filters = Filters(
            project=project, tags=tags, status=status, bookmarked=bookmarked, audience=self._memories.audience
        )
        page = self._knowledge.memories(self._user, filters=filters, order=order, limit=limit, cursor=cursor)
        return replies.listed(page, budget_tokens)

    def show_memory(self, id: Id, budget_tokens: Budget = 2000) -> replies.MemoryReply:  # noqa: A002
        """Show a memory whole, with the entities and facts that were read off it."""
        return replies.shown(self._memories.shown(id), budget_tokens)

    def entity_timeline(
        self,
        entity: Entity,
        order: TimelineOrder = TimelineOrder.TIME,
        since: Moment | None = None,
        until: LastMoment | None = None,
        limit: Limit = 50,
        budget_tokens: Budget = 2000,
    ) -> replies.LinesReply:
        """The memories that speak of an entity, by when it happened or by importance."""
        timeline = self._knowledge.graph(self._user).timeline(
            entity, order=order, since=since, until=until, limit=limit
        )
        return replies.dates(timeline, budget_tokens)

    def list_facts(
        self,
        entity: str | None = None,
        subject: str | None = None,
        object: str | None = None,  # noqa: A002 -- the end of a fact is called so
        types: Types = (),
        predicate: str | None = None,
        at: At = None,
        limit: Limit = 50,
        budget_tokens: Budget = 2000,
    ) -> replies.LinesReply:
        """Facts that were stated, the surest first, each with its sentence."""
        page = self._knowledge.graph(self._user).facts(
            entity=entity, subject=subject, object=object, types=types, predicate=predicate, at=at, limit=limit
        )
        return replies.facts(page, budget_tokens)

    def list_projects(
        self,
        project: Annotated[str | None, Field(description="Read this one whole: overview, pinned, each session")] = None,
        limit: Annotated[int, Field(ge=1, le=1_000)] = 100,
        budget_tokens: Budget = 2000,
    ) -> replies.LinesReply:
        """The user's projects by path, with how much belongs to each; or a project whole, its newest memories."""
        if project is None:
            return replies.projects(
                self._knowledge.projects(self._user, audience=self._memories.audience), budget_tokens
            )
        whole = self._knowledge.overviews(self._user).whole(project, limit=limit, audience=self._memories.audience)
        return replies.whole_project(whole, budget_tokens)

    def pin_memory(self, id: Id, pinned: bool = True) -> replies.MarkedReply:  # noqa: A002
        """Pin a memory, so that it comes first in every context and is never rotated out; or unpin it."""
        act = self._knowledge.pin if pinned else self._knowledge.unpin
        return replies.marked(act(self._user, self._memories.id_of(id)))

    def graph_insights(
        self, limit: Annotated[int, Field(ge=1, le=50)] = 5, budget_tokens: Budget = 1000
    ) -> replies.InsightsReply:
        """What stands out in the graph: communities, entities that bridge them, unexpected ties."""
        return replies.insights(self._knowledge.network(self._user).insights(limit=limit), budget_tokens)

    def memory_stats(self) -> replies.StatsReply:
        """How much is remembered, by language and type of entity."""
        return replies.counted(self._knowledge.stats(self._user))
