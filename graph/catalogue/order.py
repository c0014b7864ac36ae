"""The order of types: what is a kind of what, and which names and words asking for one stands for; pure.

Restaurant → Shop → Location        asking for Location or Shop finds a Restaurant
"""

import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from graph.errors import Invalid
from graph.model.catalogue import EntityKind, RelationKind, RelationStyle, TypeAttribute
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


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedRelation:
    """A type of relations as statements ask for it: facts of this type or told by these words, between such ends.

    `sources` and `targets` are the types and subtypes that its ends may be of, None for any.
    """

    type: str
    words: tuple[str, ...] = ()
    sources: tuple[str, ...] | None = None
    targets: tuple[str, ...] | None = None


class RelationTypes(TypeOrder[RelationKind]):
    """The types of relations of one user."""

    def root(self, kind: RelationKind) -> RelationType:
        """The type of the system that one is a kind of: that of the relationship in the graph."""
        return RelationType(next(each.name for each in self.chain(kind.name) if each.system))

    def asked(self, names: Sequence[str], types: EntityTypes) -> tuple[AskedRelation, ...]:
        """What asking for some types finds, those below them as well; `types` are those of entities. Raises Invalid."""
        below = [each.name for name in names for each in self.below(self.named("types", str(name)).name)]
        return tuple(asked for name in dict.fromkeys(below) for asked in self.between(name, types))

    def ends(self, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The types that the ends of a type's relations may be of, its own or those of the nearest type above it."""
        chain = self.chain(name)
        sources = next((each.source_types for each in chain if each.source_types), ())
        return sources, next((each.target_types for each in chain if each.target_types), ())

    def between(self, name: str, types: EntityTypes) -> tuple[AskedRelation, ...]:
        """A type with all that its ends may be; one that says the same from either end may be told from both."""
        kind = self.kinds[name]
        sources, targets = (
            tuple(dict.fromkeys(each.name for end in ends if end in types.kinds for each in types.below(end))) or None
            for ends in self.ends(name)
        )
        ways = dict.fromkeys(((sources, targets), (targets, sources)) if kind.symmetric else ((sources, targets),))
        return tuple(
            AskedRelation(type=kind.name, words=kind.predicates, sources=first, targets=last) for first, last in ways
        )

    def bounded(self, types: EntityTypes) -> tuple[AskedRelation, ...]:
        """The types that may not tie everything."""
        return tuple(each for name in self.kinds if any(self.ends(name)) for each in self.between(name, types))

    def styles(self, roots: Collection[RelationType]) -> tuple[RelationStyle, ...]:
        """How relations of these types of the system are drawn, and those that own types tell by their words.

        The finest types come first: the first that a relation is of draws it.
        """
        kinds = sorted(self.kinds.values(), key=lambda kind: kind.level if not kind.system else -1, reverse=True)
        drawn = (kind for kind in kinds if (kind.predicates if not kind.system else RelationType(kind.name) in roots))
        return tuple(
            RelationStyle(
                name=kind.name, type=self.root(kind), words=kind.predicates, line=kind.line, arrow=kind.arrow,
                colour=next((each.colour for each in self.chain(kind.name) if each.colour), ""),
            )
            for kind in drawn
        )  # fmt: skip

    def thresholds(self) -> dict[str, float]:
        """How sure a relation of each type of the system must be."""
        return {kind.name: kind.threshold for kind in self.kinds.values() if kind.system}

    def weights(self) -> dict[str, float]:
        """How much a tie of each type of the system counts in a walk: 1.0 with a default weight of 0.5."""
        return {kind.name: 2 * kind.default_weight for kind in self.kinds.values() if kind.system}
