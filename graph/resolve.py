"""Decides which entity each mention of a batch means, by key and alias, as a pure function of its arguments."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graph.lexicon import NamedEntity
from graph.model import EntityType, Mention

_WEAK = frozenset({EntityType.CONCEPT, EntityType.OBJECT, EntityType.DOCUMENT, EntityType.TECHNOLOGY})
"""Types that say little: a name seen with one of them gives way to a stronger reading of the same name."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What an entity is known by inside one user's graph."""

    key: str
    type: EntityType


def resolved(
    mentions: Iterable[Mention], known: Mapping[str, Sequence[NamedEntity]]
) -> dict[tuple[str, EntityType], Identity]:
    """The identity for each (key, type) that the mentions of a batch came with.

    One name is one entity unless the evidence names two strong types for it (a person and a place of one name stay
    apart). A name the graph knows keeps the identity it has there.
    """
    weights: dict[str, dict[EntityType, float]] = defaultdict(lambda: defaultdict(float))
    for mention in mentions:
        weights[mention.key][mention.type] += mention.confidence
    return {
        (key, kind): _identity(key, kind, by_type, known.get(key, ()))
        for key, by_type in weights.items()
        for kind in by_type
    }


def _identity(
    key: str, kind: EntityType, by_type: Mapping[EntityType, float], known: Sequence[NamedEntity]
) -> Identity:
    for entity in known:
        if entity.type == kind:
            return Identity(entity.key, entity.type)
    # The order of the types breaks ties, so that the same batch always gives the same graph.
    order = list(EntityType)
    strong = [t for t in by_type if t not in _WEAK]
    candidates = [entity for entity in known if kind in _WEAK or entity.type in _WEAK]
    if candidates:
        best = min(candidates, key=lambda entity: (entity.type in _WEAK, order.index(entity.type), entity.key))
        return Identity(best.key, best.type)
    if kind in _WEAK:
        pool = strong or list(by_type)
        winner = max(pool, key=lambda t: (by_type[t], -order.index(t)))
        return Identity(key, winner)
    return Identity(key, kind)
