"""The values of the catalogue of types: what entities and relations may be, the system's kinds and a person's own."""

from dataclasses import dataclass
from enum import StrEnum

from graph.model.types import RelationType


class AttributeKind(StrEnum):
    """What the value of an attribute is."""

    TEXT = "text"
    """a text, or a list of texts"""
    NUMBER = "number"
    DATE = "date"
    """an ISO date or time, "2026-11-27" """
    YES_NO = "yes_no"
    CHOICE = "choice"
    """one of `choices`"""
    ADDRESS = "address"
    """an address on the web"""
    COORDINATES = "coordinates"
    """degrees north and east: "34.6937, 135.5023", or a list of both"""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeAttribute:
    """An attribute that entities of a type have; `least` and `most` bound a number, `choices` name what is allowed."""

    name: str
    kind: AttributeKind = AttributeKind.TEXT
    required: bool = False
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityKind:
    """A type of entities. `parent` is what it is a kind of: who asks for the parent finds it too.

    `attributes` are its own; those of its parents hold for it as well. `system` types are there for everybody, and
    `changed` tells that a person sees one otherwise. `usage` counts the entities that asking for it finds.
    """

    name: str
    name_ja: str
    name_en: str
    description: str = ""
    icon: str = ""
    colour: str = ""
    parent: str | None = None
    level: int = 0
    attributes: tuple[TypeAttribute, ...] = ()
    system: bool = False
    changed: bool = False
    usage: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationKind:
    """A type of relations. One of a person's own is a kind of `parent`, told by its `predicates`.

    A fact that is told by one of these words is of this type, whatever type reading gave it. `threshold` is how sure a
    relation must be before it leads anywhere and cleaning leaves it, `default_weight` how much it counts in a walk, as
    it is with 0.5. `source_types` and `target_types` are what its ends must be, those of the type
    above where it has none. `arrow` is that of a line that draws it: to the other end, none or both.
    """

    name: str
    name_ja: str
    name_en: str
    description: str = ""
    parent: str | None = None
    level: int = 0
    predicates: tuple[str, ...] = ()
    source_types: tuple[str, ...] = ()
    target_types: tuple[str, ...] = ()
    directed: bool = True
    symmetric: bool = False
    transitive: bool = False
    default_weight: float = 0.5
    threshold: float = 0.3
    colour: str = ""
    line: str = "solid"
    arrow: str = ""
    system: bool = False
    changed: bool = False
    usage: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationStyle:
    """How relations of a type are drawn: those told by one of the `words`, without words all of the system's type.

    `line` is solid, dashed or dotted; `arrow` points to the other end, to neither or to both (to, none, both).
    """

    name: str
    type: RelationType
    words: tuple[str, ...]
    colour: str
    line: str
    arrow: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeRemoved:
    """What became of a type that was removed: entities and types below that went to `parent`, None for a reset one."""

    name: str
    parent: str | None
    entities: int = 0
    types: int = 0
