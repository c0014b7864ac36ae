"""The values that tell of entities: who they are, whom a partial name may mean, what is proposed, what is related."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from graph.model.arguments import Argument
from graph.model.care.vectors import VectorOrigin
from graph.model.types import EntityType, RelationType, Status, Validation


@dataclass(frozen=True, slots=True, kw_only=True)
class Referral:
    """Another entity that this one may be or mean, how sure and why; `shown` when it is to be taken for it."""

    id: str
    name: str
    confidence: float
    reasons: tuple[str, ...]
    shown: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """One entity of a user. `may_be` is whom a surname or a given name alone may mean, likeliest first.

    `edited` are the fields that a person has set, which extraction leaves alone.
    """

    id: str
    name: str
    type: EntityType
    subtype: str | None
    aliases: tuple[str, ...]
    description: str | None
    mention_count: int
    confidence: float
    validation_status: str
    edited: tuple[str, ...]
    first_seen: datetime | None
    last_seen: datetime | None
    may_be: tuple[Referral, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityName:
    """A name that memories gave an entity: the type it was read with and the chunks it stands in.

    `held` tells that a person put it there, `was` the entities it named before.
    """

    key: str
    name: str
    type: EntityType
    count: int
    held: bool
    was: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """The sum of the facts of one type between two entities, and what a person said of it."""

    source: str
    source_name: str
    type: RelationType
    target: str
    target_name: str
    predicate: str
    evidence_count: int
    confidence: float
    validation_status: Validation
    validated_by: str | None = None
    validated_at: datetime | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationRemoved:
    """What became of a relation: memories that only stated it were forgotten; `rejected` where a text states it."""

    memories: int
    rejected: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityFact:
    """A fact of which an entity is one end, with the sentence that states it.

    The other end may be no entity but the words themselves, which then have no id. `valid_to` is when a later fact
    ended it, None while it holds.
    """

    id: str
    memory_id: str
    subject_id: str | None
    subject: str
    predicate: str
    object_id: str | None
    object: str
    type: RelationType
    polarity: str
    modality: str
    confidence: float
    sentence: str
    said_at: datetime
    valid_to: datetime | None
    time: str | None = None
    place: str | None = None
    amount: str | None = None
    subject_text: str | None = None
    object_text: str | None = None
    arguments: tuple[Argument, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAttribute:
    """The value of an attribute of an entity as a fact tells it, and where: of the role of Maria "nurse".

    `entity_id` is the entity that is the value, where it is one. Without a `fact_id` it is where the memory was written
    that is about the entity: the coordinates of a place.
    """

    name: str
    value: str
    entity_id: str | None
    fact_id: str | None
    memory_id: str
    confidence: float
    said_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class MentionedIn:
    """A memory that mentions an entity, and how it is written there.

    `snippet` is the text around the first place that names it, `relevance` the share that it has in all places of the
    memory that name something: 1 where nothing else is named, 0 where only the title or the speaker is it.
    """

    memory_id: str
    title: str
    created_at: datetime
    occurred_at: datetime | None
    status: Status
    surfaces: tuple[str, ...]
    snippet: str = ""
    relevance: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityDetail:
    """An entity with its names, relations, proposals, and the parts of names that may mean it.

    `facts` and `memories` are the latest of as many as `fact_count` and `memory_count` tell; `merged_from` and `apart`
    are ids; `given` are the aliases that a person gave. `attributes` were set by hand; `read_attributes` are what facts
    that hold tell of those that nobody set. `importance` is that of the most important active memory that mentions it,
    `use_count` how often active memories that mention it were used. `vector`: where its vector comes from.
    """

    entity: Entity
    names: tuple[EntityName, ...]
    relations: tuple[Relation, ...]
    meant_by: tuple[Referral, ...]
    proposals: tuple[Referral, ...]
    facts: tuple[EntityFact, ...]
    fact_count: int
    memories: tuple[MentionedIn, ...]
    memory_count: int
    merged_from: tuple[str, ...]
    apart: tuple[str, ...]
    given: tuple[str, ...] = ()
    attributes: Mapping[str, object] = field(default_factory=dict[str, object])
    read_attributes: tuple[ReadAttribute, ...] = ()
    importance: float = 0.0
    use_count: int = 0
    vector: VectorOrigin | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityPage:
    """Some entities of a list and the cursor that continues it."""

    entities: tuple[Entity, ...]
    next_cursor: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityHit:
    """An entity that a description fits, and how well.

    `score` is 0.2 of `cosine`, that of the entity's vector, and 0.8 of `passage_cosine`, that of the nearest passage
    that names it, in memory `memory_id` and shown as `snippet`. None: it was not among the
    nearest, and counts as the last.
    """

    entity: Entity
    score: float
    cosine: float | None
    passage_cosine: float | None
    memory_id: str | None
    snippet: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeCandidate:
    """One side of a proposal."""

    id: str
    name: str
    type: EntityType
    aliases: tuple[str, ...]
    mention_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """Two entities that may be one, for a person to decide."""

    one: MergeCandidate
    other: MergeCandidate
    score: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalPage:
    """Some proposals, likeliest first, and the cursor that continues them."""

    proposals: tuple[Proposed, ...]
    next_cursor: str | None
