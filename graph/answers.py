"""The values that come back from the graph: memories, hits with every part of their score, outcomes of acts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from graph.errors import EnishiError
from graph.model import EntityType, GivenFact, InferenceKind, LinkKind, RelationType, Status, Validation
from graph.ties import Tie
from graph.trace import Trace


class Mode(StrEnum):
    """Which signals a recall uses."""

    HYBRID = "hybrid"
    SEMANTIC = "semantic"
    KEYWORD = "keyword"
    GRAPH = "graph"
    TEMPORAL = "temporal"
    """By how well a memory's time fits the time the question asks about."""
    ENTITY = "entity"
    """What is known of the entities the question names."""
    RECENT = "recent"
    IMPORTANCE = "importance"
    CONTENT = "content"


class Recipe(StrEnum):
    """How a hybrid recall fuses its signals."""

    JOINED = "joined"
    """The measured default: scores of vectors and words fused, then one join over shared entities."""
    DEEP = "deep"
    """`joined`, and a second step by vector from what its best hits say: three more embeddings and reads."""
    FUSED = "fused"
    """Vectors and words by score, without the graph."""
    RERANKED = "reranked"
    """`joined`, its best hits read again together with the question by a cross-encoder (an optional extra)."""
    RRF = "rrf"
    """Reciprocal rank fusion of vectors and words, without the graph."""
    WEIGHTED = "weighted"
    """0.6 semantic + 0.3 graph proximity (breadth first to depth 3, × 0.8 a step) + 0.1 recency."""


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
class Filters:
    """What a recall or a list is narrowed to; every field left out narrows nothing.

    Ranges include their ends. `entities` are names or ids, any of which must be mentioned.
    """

    project: str | None = None
    category: str | None = None
    tags: tuple[str, ...] = ()
    session_id: str | None = None
    channel: str | None = None
    source: str | None = None
    language: str | None = None
    created_from: datetime | None = None
    created_to: datetime | None = None
    occurred_from: datetime | None = None
    occurred_to: datetime | None = None
    min_importance: float | None = None
    status: Status = Status.ACTIVE
    entities: tuple[str, ...] = ()


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
    channel: str | None = None
    device_id: str | None = None
    session_id: str | None = None
    project: str | None = None
    speaker: str | None = None
    rating: int | None = None
    use_count: int = 0
    edit_count: int = 0
    last_used_at: datetime | None = None
    duplicate_of: str | None = None
    fallback: str | None = None
    latitude: float | None = None
    longitude: float | None = None
    extra: Mapping[str, object] = field(default_factory=dict[str, object])
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


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryDetail:
    """A memory with the knowledge that was taken from it."""

    memory: Memory
    chunks: int
    entities: tuple[EntityFound, ...]
    facts: tuple[FactFound, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """What became of one draft. `created` is False when the same memory was there already, with the `status` it had:
    what is archived or invalid stays so, and answers leave it out until it is restored.

    `fallback` says why a language model that should have helped to read it did not.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One item of a batch: its place in the input and what became of it, or why it failed."""

    position: int
    remembered: Remembered | None = None
    error: EnishiError | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """Every part of a hit's score. The first three are raw signals, the rest are addends or factors."""

    cosine: float | None = None
    sentence: float | None = None
    """The cosine of the sentence nearest to the question, which stands for a passage of several."""
    words: float | None = None
    base: float = 0.0
    join: float = 0.0
    linked: float = 0.0
    cues: float = 0.0
    kept: float = 0.0
    """What was added because one of the best direct hits keeps its place before those that the graph led to."""
    recency: float = 1.0
    importance: float = 1.0
    time: float = 1.0
    """How well the memory's time fits the time that was asked about, as a factor."""
    about: float = 0.0
    """What was added because the memory is about an entity that was asked for, and does not only mention it."""
    further: float = 0.0
    """What a second step added, from what the best hits say (recipe `deep`)."""
    relevance: float = 0.0
    """How well a cross-encoder found it to answer, 0 to 1: the whole score then (recipe `reranked`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a memory in which what a `content` search looks for begins; numbers count from 1."""

    number: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A memory that answers, the chunk that matched and why it stands where it stands."""

    memory: Memory
    chunk_id: str
    text: str
    start: int
    end: int
    score: float
    parts: Parts
    ties: tuple[Tie, ...]
    entities: tuple[str, ...]
    why: str
    about: tuple[str, ...] = ()
    """Ids of the entities asked for that this memory tells of, those it is about first."""
    lines: tuple[Line, ...] = ()
    """In the mode `content`: the lines that hold it, 20 at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """An entity that a question names. `how` is "name", "id" or "reading"; `named` the words of the question for it."""

    id: str
    name: str
    type: EntityType
    description: str | None
    mention_count: int
    how: str
    named: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """The hits of one recall in order, and how long each step took in milliseconds.

    `read_as` is the question as it was asked of the graph, where names were put to those it calls by what they are.
    `note` says what the asker should know of the answer: that nothing is called so, that time ran out.
    `named` are the entities the question names, in the mode `entity`. `trace` is there when it was asked for.
    """

    mode: Mode
    recipe: Recipe | None
    hits: tuple[Hit, ...]
    next_cursor: str | None
    milliseconds: Mapping[str, float]
    round_trips: int
    read_as: str | None = None
    note: str | None = None
    named: tuple[Named, ...] = ()
    trace: Trace | None = None


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


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryLink:
    """One link of a memory: what ties it to which other, how strong, how sure and why.

    `outgoing` tells whether it leads from the memory that was asked about to `memory`; `keywords` are names in common.
    """

    kind: LinkKind
    outgoing: bool
    memory: Memory
    weight: float
    confidence: float
    evidence_count: int
    method: str
    reasons: tuple[str, ...]
    keywords: tuple[str, ...]
    first_evidence: datetime
    last_evidence: datetime
    validation_status: Validation
    validated_by: str | None = None
    validated_at: datetime | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """What linking did: how many memories it looked at, and how many links they have to earlier ones."""

    memories: int
    links: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceFound:
    """One fact that something inferred rests on."""

    id: str
    subject: str
    predicate: str
    object: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InferenceFound:
    """Something that nobody stated: what was inferred of which two, how sure, why, and the facts it rests on.

    The two are entities; for `superseded` the later and the older fact, for `duplicate` two memories.
    """

    id: str
    kind: InferenceKind
    type: str
    source_id: str
    source: str
    target_id: str
    target: str
    confidence: float
    reasons: tuple[str, ...]
    evidence: tuple[EvidenceFound, ...]
    validation_status: Validation
    validated_by: str | None = None
    validated_at: datetime | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Inferred:
    """What inference did: how many changed entities it looked at, what follows from their facts, what these ended."""

    entities: int
    conclusions: int
    ended: int
