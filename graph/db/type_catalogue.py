"""The system's entity and relation types as rows: what people see in a list, and what drawing and rules read."""

import json
from dataclasses import asdict, dataclass

from graph.model.catalogue import AttributeKind, TypeAttribute
from graph.model.types import EntityType, RelationType


@dataclass(frozen=True, slots=True)
class EntityTypeRow:
    """How one entity type is shown, and what may be told of its entities."""

    name: str
    name_ja: str
    name_en: str
    icon: str
    colour: str
    parent: str | None = None
    attributes: tuple[TypeAttribute, ...] = ()
    description: str = ""


@dataclass(frozen=True, slots=True)
class RelationTypeRow:
    """How one relation type is shown and what it allows."""

    name: str
    name_ja: str
    name_en: str
    symmetric: bool
    transitive: bool
    colour: str
    line: str = "solid"
    directed: bool = True
    default_weight: float = 0.5
    threshold: float = 0.3


def _attributes(*names: str, kind: AttributeKind = AttributeKind.TEXT) -> tuple[TypeAttribute, ...]:
    return tuple(TypeAttribute(name=name, kind=kind) for name in names)


_E = EntityTypeRow
ENTITY_TYPES: tuple[EntityTypeRow, ...] = (
    _E(EntityType.PERSON, "人物", "Person", "user", "#e4572e",
       attributes=_attributes("role", "organization", "address", "skills"), description="a person"),
    _E(EntityType.ORGANIZATION, "組織", "Organization", "building", "#4c6ef5",
       attributes=_attributes("address", "leader"), description="a company, group or institution"),
    _E(EntityType.LOCATION, "場所", "Location", "map-pin", "#2f9e44",
       attributes=(*_attributes("address"), *_attributes("coordinates", kind=AttributeKind.COORDINATES)),
       description="a place, building or region"),
    _E(EntityType.EVENT, "出来事", "Event", "calendar", "#f59f00",
       attributes=_attributes("deadline", "address"), description="what happens or is planned"),
    _E(EntityType.TIME_UNIT, "時", "Time", "clock", "#868e96", description="a day, month or other stretch of time"),
    _E(EntityType.CONCEPT, "概念", "Concept", "lightbulb", "#ae3ec9", description="an idea, field or topic"),
    _E(EntityType.OBJECT, "物", "Object", "box", "#a0673b", description="a thing"),
    _E(EntityType.TECHNOLOGY, "技術", "Technology", "cpu", "#0c8599", EntityType.CONCEPT,
       _attributes("version"), "a tool, language or system"),
    _E(EntityType.TASK, "作業", "Task", "check-square", "#c2255c", EntityType.EVENT,
       description="work that is to be done"),
    _E(EntityType.DOCUMENT, "文書", "Document", "file-text", "#5c7c2f", EntityType.OBJECT,
       _attributes("version"), "a file, record or reference"),
)  # fmt: skip

_R = RelationTypeRow
_PEOPLE, _PLACE, _PARTS, _KIND, _PLAIN = "#e4572e", "#2f9e44", "#4c6ef5", "#ae3ec9", "#868e96"

RELATION_TYPES: tuple[RelationTypeRow, ...] = (
    _R(RelationType.FAMILY_MEMBER, "家族", "family member", True, False, _PEOPLE, directed=False),
    _R(RelationType.FRIEND, "友人", "friend", True, False, _PEOPLE, directed=False),
    _R(RelationType.COLLEAGUE, "同僚", "colleague", True, False, _PEOPLE, directed=False),
    _R(RelationType.KNOWS, "知人", "knows", True, False, _PEOPLE, directed=False),
    _R(RelationType.LOCATED_IN, "所在", "located in", False, True, _PLACE),
    _R(RelationType.NEAR_TO, "近く", "near to", True, False, _PLACE, directed=False),
    _R(RelationType.PART_OF, "一部", "part of", False, True, _PARTS),
    _R(RelationType.MEMBER_OF, "構成員", "member of", False, False, _PARTS),
    _R(RelationType.WORKS_FOR, "勤務先", "works for", False, False, _PARTS),
    _R(RelationType.LEADS, "率いる", "leads", False, False, _PARTS),
    _R(RelationType.INSTANCE_OF, "実例", "instance of", False, False, _KIND),
    _R(RelationType.TYPE_OF, "種類", "type of", False, True, _KIND),
    _R(RelationType.SIMILAR_TO, "類似", "similar to", True, False, _KIND, "dashed", directed=False),
    _R(RelationType.RELATES_TO, "関連", "relates to", False, False, _PLAIN),
    _R(RelationType.CONTAINS, "含む", "contains", False, True, _PARTS),
    _R(RelationType.LOCATED_AT, "位置", "located at", False, False, _PLACE),
    _R(RelationType.PARTICIPATES_IN, "参加", "participates in", False, False, _PEOPLE),
    _R(RelationType.CAUSES, "原因", "causes", False, True, _KIND),
    _R(RelationType.SEQUENCE, "順序", "sequence", False, True, _PLAIN, "dotted"),
    _R(RelationType.OPPOSITION, "対立", "opposition", True, False, _KIND, "dashed", directed=False),
    _R(RelationType.DEPENDENCY, "依存", "dependency", False, True, _KIND),
    _R(RelationType.OWNERSHIP, "所有", "ownership", False, False, _PARTS),
)

RELATION_WORDS = {RelationType(row.name): row.name_en for row in RELATION_TYPES}
"""The words for a relation where nobody gave others."""
SYMMETRIC: tuple[str, ...] = tuple(row.name for row in RELATION_TYPES if row.symmetric)
"""The relation types that say the same from either end: of two entities there is one relation of such a type."""


def entity_type_rows() -> list[dict[str, object]]:
    """The parameter rows of the system's entity types."""
    rows: list[dict[str, object]] = []
    for row in ENTITY_TYPES:
        held: dict[str, object] = {key: value for key, value in asdict(row).items() if value is not None}
        rows.append({**held, "attributes": json.dumps([asdict(each) for each in row.attributes])})
    return rows


def relation_type_rows() -> list[dict[str, object]]:
    """The parameter rows of the system's relation types."""
    return [dict(asdict(row)) for row in RELATION_TYPES]
