"""What the doors ask of the graph, so that a door can be driven by anything that keeps the same promises."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from graph.errors import EnishiError
from graph.model.context import Context, ContextOrder
from graph.model.draft import Draft
from graph.model.entities import EntityDetail, EntityPage, ProposalPage, Relation
from graph.model.filters import Filters
from graph.model.links import InferenceFound, Inferred, Linked, MemoryLink
from graph.model.memory import Enrich, Forgotten, Memory, MemoryDetail, Order, Outcome, Page, Remembered, Stats
from graph.model.recalled import Mode, Recalled, Recipe
from graph.model.types import EntityType, InferenceKind, LinkKind, RelationType, Validation

EVERYTHING = Filters()
"""Filters that narrow nothing but the status: active memories."""


class Front(Protocol):
    """The calls of the graph's front door. Every one raises only the errors of graph.errors."""

    def remember(self, user_id: str, draft: Draft, *, enrich: Enrich = Enrich.NOW) -> Remembered:
        """Keeps one draft."""
        ...

    def remember_many(
        self,
        user_id: str,
        drafts: Iterable[Draft | EnishiError],
        *,
        enrich: Enrich = Enrich.NOW,
        batch_size: int | None = None,
    ) -> Iterator[Outcome]:
        """Keeps many drafts and streams what became of each, in order; an error among them keeps its place."""
        ...

    def enrich_pending(self, *, limit: int = 200) -> int:
        """Understands up to `limit` stored memories of all users; returns how many."""
        ...

    def backlog(self, user_id: str | None = None) -> int:
        """How many stored memories are not understood yet."""
        ...

    def recall(
        self,
        user_id: str,
        question: str,
        *,
        mode: Mode = Mode.HYBRID,
        recipe: Recipe = Recipe.JOINED,
        filters: Filters = EVERYTHING,
        limit: int = 10,
        cursor: str | None = None,
        touch: bool = False,
        explain: bool = False,
    ) -> Recalled:
        """The memories that answer a question, best first."""
        ...

    def context(
        self,
        user_id: str,
        question: str,
        *,
        budget_tokens: int,
        order: ContextOrder = ContextOrder.RELEVANCE,
        filters: Filters = EVERYTHING,
        with_ids: bool = False,
    ) -> Context:
        """The memories that matter for a question, packed for a prompt within a budget of tokens."""
        ...

    def content(
        self,
        user_id: str,
        pattern: str,
        *,
        regex: bool = False,
        filters: Filters = EVERYTHING,
        limit: int = 10,
        cursor: str | None = None,
        explain: bool = False,
    ) -> Recalled:
        """The memories and lines that hold a text or match a regular expression."""
        ...

    def show(self, user_id: str, memory_id: str) -> MemoryDetail:
        """One memory with the knowledge taken from it."""
        ...

    def memories(
        self,
        user_id: str,
        *,
        filters: Filters = EVERYTHING,
        order: Order = Order.CREATED,
        limit: int = 20,
        cursor: str | None = None,
    ) -> Page:
        """Memories in an order, a page at a time."""
        ...

    def edit(self, user_id: str, memory_id: str, changes: Mapping[str, object]) -> Remembered:
        """Changes the named fields of a memory."""
        ...

    def pin(self, user_id: str, memory_id: str) -> Memory:
        """Keeps a memory from ever being rotated out."""
        ...

    def unpin(self, user_id: str, memory_id: str) -> Memory:
        """Undoes a pin."""
        ...

    def archive(self, user_id: str, memory_id: str) -> Memory:
        """Takes a memory out of search without losing it."""
        ...

    def restore(self, user_id: str, memory_id: str) -> Memory:
        """Brings an archived or invalid memory back."""
        ...

    def invalidate(self, user_id: str, memory_id: str) -> Memory:
        """Marks a memory as no longer true."""
        ...

    def forget(self, user_id: str, memory_id: str) -> Forgotten:
        """Deletes a memory and all that only it told."""
        ...

    def forget_user(self, user_id: str) -> Forgotten:
        """Deletes everything of one user."""
        ...

    def match_pending(self, *, limit: int = 200) -> int:
        """Ties older memories to up to `limit` names that later ones made known, of all users; returns how many."""
        ...

    def unasked_s(self) -> float:
        """Seconds since this process last ranked answers to a question; 0 while it does, infinite when it never did."""
        ...

    def link_pending(self, *, limit: int = 200) -> int:
        """Links up to `limit` understood memories of all users to earlier ones; returns how many memories."""
        ...

    def infer_pending(self, *, limit: int = 200) -> int:
        """Infers from the facts of up to `limit` entities that changed, of all users; returns how many entities."""
        ...

    def embed_pending(self, *, limit: int = 200) -> int:
        """Makes the vectors of up to `limit` entities that lack theirs, of all users; returns how many entities."""
        ...

    def link(self, user_id: str, *, anew: bool = False) -> Linked:
        """Links the memories of one user that wait for it."""
        ...

    def links(
        self, user_id: str, memory_id: str, *, verdict: Validation | None = None, limit: int = 50
    ) -> tuple[MemoryLink, ...]:
        """The links of a memory to others, surest first: of one verdict, or all but the rejected."""
        ...

    def judge_link(
        self,
        user_id: str,
        memory_id: str,
        other: str,
        kind: LinkKind,
        status: Validation,
        *,
        by: str | None = None,
        note: str | None = None,
    ) -> MemoryLink:
        """Confirms or rejects what ties two memories, or takes that back."""
        ...

    def infer(self, user_id: str, *, anew: bool = False) -> Inferred:
        """Infers what follows from the facts of one user that changed."""
        ...

    def withdraw(self, user_id: str) -> int:
        """Takes back what was inferred for a user and nobody judged; returns how much."""
        ...

    def inferred(
        self,
        user_id: str,
        *,
        kind: InferenceKind | None = None,
        verdict: Validation | None = None,
        after: str = "",
        limit: int = 100,
    ) -> tuple[InferenceFound, ...]:
        """What was inferred for a user, each with its evidence, by id: of one verdict, or all but the rejected."""
        ...

    def judge_inference(
        self, user_id: str, inference_id: str, status: Validation, *, by: str | None = None, note: str | None = None
    ) -> InferenceFound:
        """Confirms or rejects what was inferred, or takes that back."""
        ...

    def entities(
        self,
        user_id: str,
        *,
        kind: EntityType | None = None,
        text: str | None = None,
        limit: int = 20,
        cursor: str | None = None,
    ) -> EntityPage:
        """Entities, those in most memories first, a page at a time."""
        ...

    def entity(self, user_id: str, entity_id: str) -> EntityDetail:
        """One entity with all that is known of it."""
        ...

    def entity_called(self, user_id: str, called: str) -> str:
        """The id of the one entity that an id, a name or an alias means."""
        ...

    def proposals(self, user_id: str, *, limit: int = 50, cursor: str | None = None) -> ProposalPage:
        """Pairs of entities that may be one, likeliest first, a page at a time."""
        ...

    def merge(self, user_id: str, into: str, other: str, *, by: str | None = None, force: bool = False) -> EntityDetail:
        """Makes one entity of two."""
        ...

    def split(
        self, user_id: str, entity_id: str, *, names: Sequence[str] | None = None, by: str | None = None
    ) -> EntityDetail:
        """Parts an entity; returns the one that came out of it."""
        ...

    def keep_apart(
        self, user_id: str, one: str, other: str, *, by: str | None = None, note: str | None = None
    ) -> EntityDetail:
        """Says that two entities are never one; returns the first."""
        ...

    def edit_entity(self, user_id: str, entity_id: str, changes: Mapping[str, object]) -> EntityDetail:
        """Sets name, type, aliases, description or attributes by hand."""
        ...

    def reject_entity(self, user_id: str, entity_id: str, *, by: str | None = None) -> int:
        """Takes an entity away for good; returns how many facts went with it."""
        ...

    def judge_relation(
        self,
        user_id: str,
        source: str,
        kind: RelationType,
        target: str,
        status: Validation,
        *,
        by: str | None = None,
        note: str | None = None,
    ) -> Relation:
        """Confirms or rejects a relation, or takes that back."""
        ...

    def stats(self, user_id: str) -> Stats:
        """How much one user's graph holds."""
        ...

    def ready(self) -> None:
        """Raises Unavailable or Misconfigured when requests cannot be answered now."""
        ...

    def close(self) -> None:
        """Lets go of connections and models."""
        ...
