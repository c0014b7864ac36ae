"""The order of types: what is a kind of what, and which names and words asking for one stands for; pure.

Restaurant → Shop → Location        asking for Location or Shop finds a Restaurant
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from graph.errors import Invalid
from graph.model.catalogue import EntityKind, RelationKind, TypeAttribute
from graph.model.types import EntityType, RelationType

Kind = TypeVar("Kind", EntityKind, RelationKind)


def key_of(name: str) -> str:
    """By what names of types are one: case, width, spaces and hyphens do not matter."""
    return unicodedata.normalize("NFKC", name).strip().casefold().replace("-", "_").replace(" ", "_")


class TypeOrder(Generic[Kind]):
    """Types by name, each below the one that it is a kind of."""

    def __init__(self, kinds: Iterable[Kind]) -> None:
        self.kinds: Mapping[str, Kind] = {kind.name: kind for kind in kinds}
        self._by_key = {key_of(name): name for name in self.kinds}

    def get(self, name: str) -> Kind | None:
        """The type of this name, however it is written."""
        return self.kinds.get(self._by_key.get(key_of(name), ""))

    def named(self, field: str, name: str) -> Kind:
        """The type of this name. Raises Invalid, which names what there is."""
        kind = self.get(name)
        if kind is None:
            raise Invalid(field, "there is no such type.", allowed=", ".join(self.kinds))
        return kind

    def chain(self, name: str) -> tuple[Kind, ...]:
        """A type and all above it, itself first."""
        chain: list[Kind] = []
        at: str | None = name
        while at is not None and (kind := self.kinds.get(at)) is not None and kind not in chain:
            chain.append(kind)
            at = kind.parent
        return tuple(chain)

    def below(self, name: str) -> tuple[Kind, ...]:
        """A type and all below it, itself first."""
        kind = self.kinds[name]
        return (kind, *(each for each in self.kinds.values() if each is not kind and kind in self.chain(each.name)))


class EntityTypes(TypeOrder[EntityKind]):
    """The types of entities of one user."""

    def root(self, kind: EntityKind) -> EntityType:
        """The type of the system that one is a kind of: the label of its entities."""
        return EntityType(next(each.name for each in self.chain(kind.name) if each.system))

    def asked(self, name: str) -> tuple[list[str], list[str]]:
        """The system's types and the person's own that asking for one finds."""
        below = self.below(self.named("type", name).name)
        return [each.name for each in below if each.system], [each.name for each in below if not each.system]

    def attributes(self, type_: EntityType, subtype: str | None) -> tuple[TypeAttribute, ...]:
        """What may be told of entities of a type: its own attributes before those of the types above it."""
        kind = self.get(subtype) if subtype else None
        start = kind.name if kind is not None else type_.value
        by_name = {each.name: each for kind in reversed(self.chain(start)) for each in kind.attributes}
        return tuple(by_name.values())


@dataclass(frozen=True, slots=True)
class AskedRelations:
    """What a question for types of relations stands for: relationship types, and words of facts beside them."""

    types: list[str]
    words: list[str]


class RelationTypes(TypeOrder[RelationKind]):
    """The types of relations of one user."""

    def root(self, kind: RelationKind) -> RelationType:
        """The type of the system that one is a kind of: that of the relationship in the graph."""
        return RelationType(next(each.name for each in self.chain(kind.name) if each.system))

    def asked(self, names: Sequence[str]) -> AskedRelations:
        """The relationship types and words that stand for some types. Raises Invalid."""
        below = [each for name in names for each in self.below(self.named("types", str(name)).name)]
        return AskedRelations(
            sorted({each.name for each in below}), sorted({word for each in below for word in each.predicates})
        )

    def thresholds(self) -> dict[str, float]:
        """How sure a relation of each type of the system must be."""
        return {kind.name: kind.threshold for kind in self.kinds.values() if kind.system}

    def weights(self) -> dict[str, float]:
        """How much a tie of each type of the system counts in a walk: 1.0 with a default weight of 0.5."""
        return {kind.name: 2 * kind.default_weight for kind in self.kinds.values() if kind.system}
