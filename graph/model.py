"""The values that travel between the rooms: frozen, without behaviour beyond what they say of themselves."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from graph.naming.forms import NameForms

Vector = NDArray[np.float32]
"""A unit vector of the embedding model's dimensions."""


class EntityType(StrEnum):
    """What a node stands for; also its second label in the graph."""

    PERSON = "Person"
    LOCATION = "Location"
    EVENT = "Event"
    CONCEPT = "Concept"
    OBJECT = "Object"
    ORGANIZATION = "Organization"
    TIME_UNIT = "TimeUnit"
    TASK = "Task"
    DOCUMENT = "Document"
    TECHNOLOGY = "Technology"


class RelationType(StrEnum):
    """What ties two entities: thirteen specific types and the general ones that fit entities.

    The value is the relationship type in the graph.
    """

    FAMILY_MEMBER = "FAMILY_MEMBER"
    FRIEND = "FRIEND"
    COLLEAGUE = "COLLEAGUE"
    KNOWS = "KNOWS"
    LOCATED_IN = "LOCATED_IN"
    NEAR_TO = "NEAR_TO"
    PART_OF = "PART_OF"
    MEMBER_OF = "MEMBER_OF"
    WORKS_FOR = "WORKS_FOR"
    LEADS = "LEADS"
    INSTANCE_OF = "INSTANCE_OF"
    TYPE_OF = "TYPE_OF"
    SIMILAR_TO = "SIMILAR_TO"
    RELATES_TO = "RELATES_TO"
    CONTAINS = "CONTAINS"
    LOCATED_AT = "LOCATED_AT"
    PARTICIPATES_IN = "PARTICIPATES_IN"
    CAUSES = "CAUSES"
    SEQUENCE = "SEQUENCE"
    OPPOSITION = "OPPOSITION"
    DEPENDENCY = "DEPENDENCY"
    OWNERSHIP = "OWNERSHIP"


class LinkType(StrEnum):
    """How a chunk refers to an entity."""

    MENTIONS = "mentions"
    DESCRIBES = "describes"
    DEFINES = "defines"
    INVOLVES = "involves"
    LOCATED_AT = "located_at"
    PERFORMED_BY = "performed_by"
    AFFECTS = "affects"
    CREATES = "creates"
    USES = "uses"
    OWNS = "owns"


class LinkKind(StrEnum):
    """What ties two memories. The value is the relationship type in the graph."""

    TEMPORAL_SEQUENCE = "TEMPORAL_SEQUENCE"
    TEMPORAL_PARALLEL = "TEMPORAL_PARALLEL"
    TEMPORAL_CAUSALITY = "TEMPORAL_CAUSALITY"
    SEMANTIC_SIMILARITY = "SEMANTIC_SIMILARITY"
    THEMATIC_CONNECTION = "THEMATIC_CONNECTION"
    CONCEPTUAL_HIERARCHY = "CONCEPTUAL_HIERARCHY"
    REFERENCE = "REFERENCE"
    ELABORATION = "ELABORATION"
    CONTRADICTION = "CONTRADICTION"
    SAME_SESSION = "SAME_SESSION"
    CONVERSATION_FLOW = "CONVERSATION_FLOW"
    CO_OCCURRENCE = "CO_OCCURRENCE"


class InferenceKind(StrEnum):
    """What was inferred."""

    RELATION = "relation"
    """A relation that follows from stated ones by a rule."""
    PREDICTION = "prediction"
    """A relation that is likely, for the two have rare neighbours in common."""
    SUPERSEDED = "superseded"
    """A fact that a later one has brought to an end, or contradicts."""
    DUPLICATE = "duplicate"
    """A memory that says what an earlier one says."""


class Validation(StrEnum):
    """What a person said of a relation, a link or an inference."""

    UNVALIDATED = "unvalidated"
    CONFIRMED = "confirmed"
    REJECTED = "rejected"


class Status(StrEnum):
    """Where a memory stands in its life."""

    ACTIVE = "active"
    ARCHIVED = "archived"
    INVALID = "invalid"


class Polarity(StrEnum):
    """Whether a fact is stated or denied."""

    POSITIVE = "positive"
    NEGATIVE = "negative"


class Modality(StrEnum):
    """How firmly a fact is stated."""

    STATED = "stated"
    POSSIBLE = "possible"
    INTENDED = "intended"
    OBLIGATORY = "obligatory"
    ASKED = "asked"
    REPORTED = "reported"


def tells(modality: Modality) -> bool:
    """Whether a text says that something is so, or is not so: it neither asks, plans nor merely thinks it possible.

    A denial is of the relation that it denies, by which the two meet.
    """
    return modality in (Modality.STATED, Modality.REPORTED)


def holds(polarity: Polarity, modality: Modality) -> bool:
    """Whether a text says that something is so, and does not deny it."""
    return polarity is Polarity.POSITIVE and tells(modality)


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenFact:
    """A relation that a caller hands over with a memory: it holds whether or not the text can be read so.

    The names need not stand in the text. Without types of their own the ends have those that the graph knows their
    names by, or that the relation asks for. `predicate` are the words for it, those of its type when there are none.
    """

    subject: str
    type: RelationType
    object: str
    predicate: str | None = None
    subject_type: EntityType | None = None
    object_type: EntityType | None = None

    @property
    def ends(self) -> tuple[tuple[str, EntityType | None], tuple[str, EntityType | None]]:
        """The names of subject and object with their types as far as they were given."""
        return (self.subject, self.subject_type), (self.object, self.object_type)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A memory not yet stored: the caller's words and what the caller knows about them.

    Times are zone-aware. `speaker` marks a chat turn: the message of one person in a session. `facts` are relations
    that the caller knows, beside those that are read off the text.
    """

    text: str
    title: str | None = None
    category: str | None = None
    tags: tuple[str, ...] = ()
    source: str | None = None
    channel: str | None = None
    device_id: str | None = None
    session_id: str | None = None
    project: str | None = None
    speaker: str | None = None
    created_at: datetime | None = None
    occurred_at: datetime | None = None
    latitude: float | None = None
    longitude: float | None = None
    extra: Mapping[str, object] = field(default_factory=dict[str, object])
    pinned: bool = False
    rating: int | None = None
    facts: tuple[GivenFact, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A stretch of a memory's text that may be a name: its key and its offsets in the text as given."""

    key: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A piece of a memory's text small enough to embed. Offsets count characters of the text as given.

    `words` are the tokens the full-text index holds, separated by single spaces; `asked` those of them that stand in
    questions, `asks` whether there is one ("Why?" has no such token). `candidates` are the stretches that would name an
    entity if the user's graph knows one of that key.
    """

    ordinal: int
    start: int
    end: int
    text: str
    language: str
    words: str
    asked: str = ""
    asks: bool = False
    candidates: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What can be told of a draft without any model: language, titles, chunks, and whether it asks to be pinned.

    `given` are the keys of the names in facts that were handed over with it.
    """

    language: str
    title: str
    summary: str
    micro_summary: str
    chunks: tuple[Chunk, ...]
    pinned: bool
    given: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One place where a memory names an entity. Offsets are None when the name stands in the title alone.

    `key` is the normalised name by which mentions meet; `name` the form to show; `reasons` say where
    `confidence` (0–1) comes from. `aliases` are forms that the text equates with the name, `alias_keys` their keys.
    `forms` is the name taken apart, None for what has no name to compare, such as a date.
    """

    chunk: int
    start: int | None
    end: int | None
    surface: str
    name: str
    key: str
    type: EntityType
    link_type: LinkType
    confidence: float
    reasons: tuple[str, ...]
    method: str
    subtype: str | None = None
    aliases: tuple[str, ...] = ()
    alias_keys: tuple[str, ...] = ()
    forms: NameForms | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One relation that a sentence states between two mentions: the value a Fact node is made of.

    `subject` and `object` index into the extraction's mentions. `start` and `end` frame the sentence. `past`: it is
    told of a time that is over ("used to work"), and says nothing of today. `amount` is the name of an amount that
    belongs to it without being an end of it ("paid Anna $50").
    """

    chunk: int
    subject: int
    object: int
    predicate: str
    lemma: str
    type: RelationType
    start: int
    end: int
    confidence: float
    reasons: tuple[str, ...]
    method: str
    polarity: Polarity = Polarity.POSITIVE
    modality: Modality = Modality.STATED
    past: bool = False
    time: str | None = None
    place: str | None = None
    amount: str | None = None
    valid_from: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """All that was understood of one draft: its reading, a vector per chunk, mentions and statements.

    `sentences` has the vectors of each chunk's sentences as `graph.sentences` packs them; it is empty where the engine
    shows no more than one vector a text. `fallback` says why a language model that should have helped did not.
    """

    reading: Reading
    vectors: tuple[Vector, ...]
    sentences: tuple[bytes, ...] = ()
    mentions: tuple[Mention, ...]
    statements: tuple[Statement, ...]
    fallback: str | None = None


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened, by which a question tells its time ("before the release"): the question's words for it.

    `side` is −1 for before it, 1 for after it, 0 for when it was.
    """

    words: str
    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """The time that a question asks about: zone-aware, from `since` to before `until`, None where it is open.

    `said` are the question's words for it, `rest` is the question without them. `only` tells that it asks for nothing
    but the time ("what happened last week?"). With a `happening` both ends are open until somebody has found out when
    that was.
    """

    said: str
    rest: str = ""
    since: datetime | None = None
    until: datetime | None = None
    happening: Happening | None = None
    only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question made ready for the graph: its vector, its index words and what it may name entities by.

    `vector` is None when only words were asked for. `pieces` are words that are none of their own, but letters side by
    side. `candidates` are the strings it may name entities by, wherever they stand, `blocks` where names meet that may
    be one with a name of it: readings, romanisations, surnames alone. `sought` are the types of what it asks for, where
    that is told, `of_me` whether it is about who asks it alone, `period` the time it asks about, where `now` was given.
    """

    text: str
    language: str
    vector: Vector | None
    words: tuple[str, ...]
    pieces: frozenset[str] = frozenset()
    candidates: tuple[Candidate, ...] = ()
    blocks: tuple[str, ...] = ()
    sought: frozenset[EntityType] = frozenset()
    of_me: bool = False
    period: Period | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of its candidates, each once."""
        return tuple(dict.fromkeys(one.key for one in self.candidates))


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingModel:
    """Which model made the vectors of a graph. Vectors of different models never meet in one index.

    `spread` is how strongly the model's cosines crowd together: the factor A of the fusion; `spreads` have that of
    languages for which another one was measured. `apart` is how fast two passages stop being alike; the spread where
    nothing else was measured. `far` is the cosine below which a text mostly stays that has nothing to do with a
    question, None where that was not measured.
    """

    name: str
    dimensions: int
    version: str
    query_prefix: str
    passage_prefix: str
    spread: float
    spreads: Mapping[str, float] = field(default_factory=dict[str, float])
    apart: float | None = None
    far: float | None = None

    def spread_in(self, language: str) -> float:
        """The factor A for a question in this language."""
        return self.spreads.get(language, self.spread)

    def alike(self, cosine: float) -> float:
        """How alike two passages are, 1 when they say the same: `1 − B · (1 − cosine)`, B how fast they stop being."""
        return 1 - (self.spread if self.apart is None else self.apart) * (1 - cosine)
