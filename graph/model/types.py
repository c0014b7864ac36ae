"""The closed vocabularies of the graph: types of entities, relations and links, kinds of memories, status, polarity,
modality.
"""

from enum import StrEnum


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


PROPER_TYPES = frozenset(
    {EntityType.PERSON, EntityType.ORGANIZATION, EntityType.LOCATION, EntityType.EVENT, EntityType.TECHNOLOGY,
     EntityType.DOCUMENT}
)  # fmt: skip
"""Types of proper names; what is of another is called by a common noun."""


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


class MemoryKind(StrEnum):
    """What a memory is of for one that asks how long it will be wanted; most are of none of these kinds."""

    RULE = "rule"
    PROFILE = "profile"
    PREFERENCE = "preference"
    DECISION = "decision"
    INCIDENT = "incident"
    LEARNING = "learning"
    TASK = "task"
    """Something that is still to be done; once it is done the memory is of no kind."""


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


BOTH_WAYS = frozenset(
    {LinkKind.TEMPORAL_PARALLEL, LinkKind.SEMANTIC_SIMILARITY, LinkKind.THEMATIC_CONNECTION, LinkKind.CONTRADICTION,
     LinkKind.SAME_SESSION, LinkKind.CO_OCCURRENCE}
)  # fmt: skip
"""The kinds of links that say the same from either end."""


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
