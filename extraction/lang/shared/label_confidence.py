"""What a label of the tagging head is worth in the graph: one table for both languages."""

import math
from collections.abc import Mapping
from typing import Final

from graph.model.types import EntityType
from graph.resolution.naming.readings import MISTAKABLE, SURE, WEAK

PERSON: Final = "PERSON"
GROUP: Final = "GROUP"
PRODUCT: Final = "PRODUCT"

TYPES: Final[Mapping[str, EntityType]] = {
    PERSON: EntityType.PERSON,
    "ORGANIZATION": EntityType.ORGANIZATION,
    "LOCATION": EntityType.LOCATION,
    "FACILITY": EntityType.LOCATION,
    "EVENT": EntityType.EVENT,
    PRODUCT: EntityType.OBJECT,
    "WORK": EntityType.DOCUMENT,
    "LAW": EntityType.DOCUMENT,
    GROUP: EntityType.CONCEPT,
    "CONCEPT": EntityType.CONCEPT,
    "LANGUAGE": EntityType.CONCEPT,
}
"""Labels that name something. Dates and amounts are read by rules, which tell what they mean."""

FIRM: Final = 0.8
"""Confidence from which the head's type stands against what single words suggest."""
_LEAST, _MOST = 0.02, 0.98


def log_odds(confidence: float) -> float:
    """A confidence as evidence that can be added to: never beyond what a model may be trusted."""
    bounded = min(_MOST, max(_LEAST, confidence))
    return math.log(bounded / (1 - bounded))


LEAST: Final[Mapping[EntityType, float]] = {
    **dict.fromkeys(EntityType, 0.4),
    EntityType.CONCEPT: 0.75,
    EntityType.OBJECT: 0.5,
    EntityType.DOCUMENT: 0.5,
    EntityType.EVENT: 0.5,
}
"""Confidence below which what the head sees is no name: where fewer than half are right (measured on the dev sets)."""


def reads_otherwise(
    read_type: EntityType, read_confidence: float, known_type: EntityType, known_confidence: float
) -> bool:
    """Whether the head's reading of a known name is evidence for another type than the graph knows it by.

    What is less sure than the graph changes nothing, so that it does not matter which memory comes first; nor does the
    head where the draft itself tells the type, as a title does.
    """
    if (
        known_confidence >= 1
        or read_type is known_type
        or read_type not in MISTAKABLE
        or known_type not in MISTAKABLE | WEAK
        or read_confidence < LEAST[read_type]
    ):
        return False
    return known_type in WEAK or read_confidence >= min(SURE, known_confidence)
