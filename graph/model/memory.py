"""The values that come back from the graph: memories, hits with every part of their score, outcomes of acts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from graph.errors import EnishiError
from graph.model.arguments import Argument
from graph.model.draft import GivenFact
from graph.model.endings import Ending
from graph.model.life.journal import Act
from graph.model.types import EntityType, MemoryKind, RelationType, Status


class Order(StrEnum):
    """How a list of memories is ordered, newest or highest first."""

    CREATED = "created"
    OCCURRED = "occurred"
    IMPORTANCE = "importance"


class Enrich(StrEnum):
    """When vectors and knowledge of a memory are made: before remembering returns, or from the backlog."""

    NOW = "now"
    LATER = "later"


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One thing worth keeping, as it is stored."""

    id: str
    user_id: str
    text: str
    title: str
    summary: str
    micro_summary: str
    language: str
    status: Status
    pending: bool
    pinned: bool
    bookmarked: bool
    importance: float
    created_at: datetime
    updated_at: datetime
    occurred_at: datetime | None = None
    category: str | None = None
    tags: tuple[str, ...] = ()
    source: str | None = None
    source_id: str | None = None
    place: str | None = None
    channel: str | None = None
    device_id: str | None = None
    session_id: str | None = None
    project: str | None = None
    speaker: str | None = None
    rating: int | None = None
    use_count: int = 0
    edit_count: int = 0
    last_used_at: datetime | None = None
    invalidated_at: datetime | None = None
    merged_into: str | None = None
    duplicate_of: str | None = None
    fallback: str | None = None
    failed: str | None = None
    latitude: float | None = None
    longitude: float | None = None
    extra: Mapping[str, object] = field(default_factory=dict[str, object])
    audience: str | None = None
    """Who may read it beside the user: "shared" or a group; None for nobody."""
    area: str | None = None
    agent: str | None = None
    kind: MemoryKind | None = None
    """How long it is likely to be wanted, read off its category, tags and words; None for most."""
    facts: tuple[GivenFact, ...] = ()
    """Those given with it; what was read off its text is beside it in the graph."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityFound:
    """An entity a memory mentions: which node, where in the text, how sure and why."""

    id: str
    name: str
    type: EntityType
    link_type: str
    confidence: float
    surfaces: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FactFound:
    """A relation a memory states, with the sentence that states it."""

    id: str
    subject: str
    predicate: str
    object: str
    type: RelationType
    polarity: str
    modality: str
    confidence: float
    start: int
    end: int
    time: str | None = None
    place: str | None = None
    amount: str | None = None
    lemma: str = ""
    subject_text: str | None = None
    object_text: str | None = None
    """The words of the ends where these say more than the names, or are all there is: an end need not be an entity."""
    arguments: tuple[Argument, ...] = ()
    ending: Ending | None = None
    """What ended it, where something did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryDetail:
    """A memory with the knowledge that was taken from it."""

    memory: Memory
    chunks: int
    entities: tuple[EntityFound, ...]
    facts: tuple[FactFound, ...]
    endings: tuple[Ending, ...] = ()
    """What of it is over or openly contradicted, in the order of its text."""
    merged: tuple[str, ...] = ()
    """The memories that went into it: what they state stays in force."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryVersion:
    """What a memory was before an act changed it, from when to when, and through whom it was changed.

    `before` are the fields that changed, with the values that they had. Of a merge, `other` went `into` another memory.
    """

    text: str
    title: str
    since: datetime
    until: datetime
    number: int
    act: Act
    by: str
    before: Mapping[str, object] = field(default_factory=dict[str, object])
    other: str | None = None
    into: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """What became of one draft. `created` is False when the same memory was there already, with the `status` it had:
    what is archived or invalid stays so, and answers leave it out until it is restored.

    `fallback` says why a language model that should have helped to read it did not. `updated`: it was there with
    another text, which this one replaced (`Draft.source_id`, `Draft.place`). `added` are fields that a memory which was
    there took from this draft, such as further tags or the project that it had not; `ignored` those that say otherwise
    than the memory and were left: edit it to change them. `personal` counts by kind what was marked or masked of
    personal data.
    """

    id: str
    title: str
    micro_summary: str
    language: str
    created: bool
    status: Status
    pending: bool
    pinned: bool
    chunks: int
    importance: float
    duplicate_of: str | None
    entities: tuple[EntityFound, ...]
    facts: tuple[FactFound, ...]
    links: int
    milliseconds: Mapping[str, float]
    fallback: str | None = None
    updated: bool = False
    added: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    personal: Mapping[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One item of a batch: its place in the input and what became of it, or why it failed."""

    position: int
    remembered: Remembered | None = None
    error: EnishiError | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Some memories of a list and the cursor that continues it."""

    memories: tuple[Memory, ...]
    next_cursor: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """What forgetting removed."""

    memories: int
    chunks: int
    entities: int
    facts: int

    def __add__(self, other: "Forgotten") -> "Forgotten":
        """What both removed."""
        return Forgotten(
            memories=self.memories + other.memories, chunks=self.chunks + other.chunks,
            entities=self.entities + other.entities, facts=self.facts + other.facts,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """How much one user's graph holds."""

    memories: int
    chunks: int
    entities: int
    facts: int
    relations: int
    pending: int
    pinned: int
    archived: int
    characters: int
    by_language: Mapping[str, int]
    by_entity_type: Mapping[str, int]
    server: str
    embedding_model: str
    failed: int = 0
