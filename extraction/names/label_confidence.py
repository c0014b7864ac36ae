"""The tagging head's labels as entity types, with confidence thresholds: one table for both languages."""

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
"""Labels of named entities. Dates and amounts are read by rules, which also interpret them."""

FIRM: Final = 0.8
"""Confidence from which the head's type overrides lexical evidence."""
_LEAST, _MOST = 0.02, 0.98


def log_odds(confidence: float) -> float:
    """A confidence as log-odds that can be added up, bounded to 0.02–0.98."""
    bounded = min(_MOST, max(_LEAST, confidence))
    return math.log(bounded / (1 - bounded))


LEAST: Final[Mapping[EntityType, float]] = {
    **dict.fromkeys(EntityType, 0.4),
    EntityType.CONCEPT: 0.75,
    EntityType.OBJECT: 0.5,
    EntityType.DOCUMENT: 0.5,
    EntityType.EVENT: 0.5,
}
"""Confidence below which a tagged span is no name: where fewer than half are right, measured on the dev sets."""


def reads_otherwise(
    read_type: EntityType, read_confidence: float, known_type: EntityType, known_confidence: float
) -> bool:
    """Whether the head's type of a known name is evidence against its type in the graph.

    A reading less confident than the graph changes nothing, so that the order of memories does not matter; nor does one
    against a type that the draft itself states, as a title does.
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
