"""Request models of types of entities and relations, and examples of the answers."""

from typing import Any

from pydantic import ConfigDict, Field

from api.rest.wire import Flag, Some, Wire, without_defaults
from graph.model.catalogue import AttributeKind, EntityKind, RelationKind, TypeAttribute, TypeRemoved


def _showing(*examples: dict[str, Any]) -> ConfigDict:
    def change(schema: dict[str, Any]) -> None:
        schema["examples"] = list(examples)
        without_defaults(schema)

    return ConfigDict(json_schema_extra=change)


class Attribute(Wire):
    """An attribute that entities of a type have."""

    name: Some
    kind: AttributeKind = AttributeKind.TEXT
    """text, number, date, yes_no, choice, address or coordinates."""
    required: Flag = False
    """Whether an entity of the type must have it."""
    choices: tuple[str, ...] = ()
    """What is allowed, of the kind choice."""
    least: float | None = None
    """The least number allowed."""
    most: float | None = None
    """The greatest number allowed."""


class EntityTypeChanges(Wire):
    """What to change of a type of entities: fields left out stay."""

    model_config = _showing({"parent": "Location", "attributes": [{"name": "seats", "kind": "number", "least": 1}]})

    parent: Some = ""
    """The type that it is a kind of; not of a type of the system."""
    name_ja: str = ""
    """What it is called in Japanese."""
    name_en: str = ""
    """What it is called in English."""
    description: str = ""
    icon: str = ""
    """The name of an icon, such as map-pin."""
    colour: str = ""
    """A colour, such as #2f9e44."""
    attributes: tuple[Attribute, ...] = ()
    """Its own attributes, in place of those it had; those of the types above it hold as well."""


class NewEntityType(EntityTypeChanges):
    """A type of entities of one's own."""

    model_config = _showing({"name": "Restaurant", "parent": "Location", "name_ja": "飲食店", "colour": "#e8590c"})

    name: Some
    """What it is called wherever a type is asked for; case does not matter."""


class RelationTypeChanges(Wire):
    """What to change of a type of relations: fields left out stay."""

    model_config = _showing({"threshold": 0.6}, {"predicates": ["mentor", "指導する"]})

    parent: Some = ""
    """The type that it is a kind of; not of a type of the system."""
    name_ja: str = ""
    name_en: str = ""
    description: str = ""
    predicates: tuple[str, ...] = Field(default=(), max_length=50)
    """The words of facts that are of this type, as facts are shown with."""
    source_types: tuple[str, ...] = ()
    """Of which types its first end must be; any without."""
    target_types: tuple[str, ...] = ()
    """Of which types its other end must be; any without."""
    default_weight: float = 0.5
    """How much it counts in a walk: 0.5 as it is, 1 twice as much."""
    threshold: float = 0.3
    """How sure it must be to lead anywhere, and for cleaning to leave it."""
    colour: str = ""
    line: str = "solid"
    """solid, dashed or dotted."""
    arrow: str = ""
    """to, none or both: to the other end, to neither or to both."""


class NewRelationType(RelationTypeChanges):
    """A type of relations of one's own."""

    model_config = _showing({"name": "MENTORS", "parent": "LEADS", "predicates": ["mentor", "指導する"]})

    name: Some


ENTITY_TYPE = EntityKind(
    name="Restaurant", name_ja="飲食店", name_en="Restaurant", parent="Location", level=1, colour="#e8590c",
    attributes=(TypeAttribute(name="seats", kind=AttributeKind.NUMBER, least=1),), usage=3,
)  # fmt: skip
RELATION_TYPE = RelationKind(
    name="MENTORS", name_ja="指導", name_en="mentors", parent="LEADS", level=1, predicates=("mentor", "指導する"),
    source_types=("Person",), target_types=("Person",), arrow="to", usage=4,
)  # fmt: skip
TYPE_REMOVED = TypeRemoved(name="Restaurant", parent="Location", entities=3)
