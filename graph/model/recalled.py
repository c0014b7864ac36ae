"""Answers to a question: hits with every part of their score, and how the search was asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from graph.model.endings import Ending
from graph.model.life.audience import Visibility
from graph.model.memory import Memory
from graph.model.trace import Trace
from graph.model.types import EntityType


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """Every part of a hit's score. The first three are signals, the rest are addends or factors."""

    cosine: float | None = None
    sentence: float | None = None
    """The cosine of the sentence nearest to the question, which stands for a passage of several."""
    words: float | None = None
    """How well the words match, as a share of the best hit's."""
    base: float = 0.0
    join: float = 0.0
    linked: float = 0.0
    cues: float = 0.0
    kept: float = 0.0
    """What was added because one of the best direct hits keeps its place before those that the graph led to, or
    because the newest of several answers was asked for."""
    recency: float = 1.0
    importance: float = 1.0
    time: float = 1.0
    """How well the memory's time fits the time that was asked about, as a factor."""
    about: float = 0.0
    """What was added because the memory is about an entity that was asked for, and does not only mention it."""
    further: float = 0.0
    """What a second step added, from what the best hits say (recipe `deep`)."""
    succession: float = 0.0
    """What was added because it replaced another hit, or taken because what is asked of it is over."""
    relevance: float = 0.0
    """How well a cross-encoder found it to answer, 0 to 1: the whole score then (recipe `reranked`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """One relation on a tie's way and the entity behind it; `outgoing` where it leads there and not from there."""

    relation: str
    outgoing: bool
    entity: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalPath:
    """How the graph led to a hit: the entity that it shares with a strong hit, or that the question's names lead to."""

    entity: str
    """The entity that the hit mentions or is about, by name."""
    weight: float
    seed: str | None = None
    """Id of the memory from which it was reached; None where the question names where it begins."""
    start: str = ""
    """Where the way begins: an entity that the seed mentions or the question names; without a way `entity` itself."""
    crossings: tuple[Crossing, ...] = ()
    """The relations between the two, in order."""

    @property
    def way(self) -> str:
        """The entities on the way and the relations between them: "Ada —WORKS_FOR→ Acme Corp ←LEADS— Grace"."""
        text = self.start or self.entity
        for crossing in self.crossings:
            text += (
                f" —{crossing.relation}→ {crossing.entity}"
                if crossing.outgoing
                else f" ←{crossing.relation}— {crossing.entity}"
            )
        return text


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
    """Compares the hits of one answer; `confidence` compares answers."""
    parts: Parts
    ties: tuple[RetrievalPath, ...]
    entities: tuple[str, ...]
    why: str
    confidence: float | None = None
    """The probability that it holds what is asked, 0 to 1; None where meanings were not compared."""
    endings: tuple[Ending, ...] = ()
    """What of it is over or contradicted, with a mark each: "ended 2026-03-10: replaced by “I moved to Oslo.”"."""
    about: tuple[str, ...] = ()
    """Ids of the entities asked for that this memory tells of, those it is about first."""
    visible_by: Visibility = Visibility.OWN
    """The rule by which whoever reads the answer may see it."""
    lines: tuple[Line, ...] = ()
    """In the mode `content`: the lines that hold it, 20 at most."""
    size_bytes: int = 0
    """What the text of the whole memory takes in UTF-8."""


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
