"""What a type may be, and what its attributes may hold: pure checks, each with one clear error."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

from graph.catalogue.order import TypeOrder
from graph.errors import Invalid
from graph.intake.checks import choice, plain, yes_or_no
from graph.model.catalogue import AttributeKind, EntityKind, RelationKind, TypeAttribute

NAME_MOST = 64
WORDS_MOST = 2_000
ATTRIBUTES_MOST = 50
LEVELS_MOST = 8
_NAME = re.compile(r"\w[\w \-]*")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_DRAWN = {"line": ("solid", "dashed", "dotted"), "arrow": ("to", "none", "both")}
_SHOWN = frozenset({"name_ja", "name_en", "description", "icon", "colour"})
ENTITY_FIELDS = _SHOWN | {"parent", "attributes"}
"""What a person says of a type of entities."""
RELATION_FIELDS = (_SHOWN - {"icon"}) | {
    "parent", "predicates", "source_types", "target_types", "default_weight", "threshold", "line", "arrow",
}  # fmt: skip
"""What a person says of a type of relations. Whether it is directed, symmetric, transitive its parent tells."""
_FIXED = frozenset({"parent", "predicates"})
"""What nobody changes of a type of the system."""

Kind = TypeVar("Kind", EntityKind, RelationKind)


def checked_name(name: str) -> str:
    """The name of a new type. Raises Invalid."""
    written = plain("name", name).strip()
    if not _NAME.fullmatch(written) or len(written) > NAME_MOST:
        allowed = f"1 to {NAME_MOST} letters, digits, spaces, _ or -, a letter or digit first"
        raise Invalid("name", "it is no name of a type.", allowed=allowed)
    return written


def changed(kind: Kind, changes: Mapping[str, object], order: TypeOrder[Kind], types: TypeOrder[EntityKind]) -> Kind:
    """The type with what a person says of it. `types` are those of entities. Raises Invalid."""
    allowed = ENTITY_FIELDS if isinstance(kind, EntityKind) else RELATION_FIELDS
    if kind.system:
        allowed = allowed - _FIXED
    unknown = changes.keys() - allowed
    if unknown or not changes:
        raise Invalid(min(unknown, default="changes"), "cannot be changed.", allowed=", ".join(sorted(allowed)))
    values = {name: _checked(name, value, kind, order, types) for name, value in changes.items()}
    return cast("Kind", replace(cast("Any", kind), **values))


def checked_attributes(given: Mapping[str, object], allowed: Sequence[TypeAttribute], *, complete: bool) -> None:
    """Raises Invalid where a value is not of its attribute's kind, or, if `complete`, one that is required is missing.

    What no type speaks of may hold anything.
    """
    for attribute in allowed:
        value = given.get(attribute.name)
        if value is None or value == "":
            if attribute.required and complete:
                required = ", ".join(each.name for each in allowed if each.required)
                raise Invalid("attributes", f"{attribute.name!r} is missing.", allowed=f"all of: {required}")
            continue
        if fault := _fault(attribute, value):
            raise Invalid("attributes", f"{attribute.name!r} is not what its type asks for.", allowed=fault)


def faults(given: Mapping[str, object], allowed: Sequence[TypeAttribute]) -> list[str]:
    """The names of the attributes that are missing or not of their kind."""
    return [
        each.name
        for each in allowed
        if (each.required if given.get(each.name) in (None, "") else _fault(each, given[each.name]) is not None)
    ]


def _fault(attribute: TypeAttribute, value: object) -> str | None:
    """What is allowed, where the value is not; None where it is."""
    match attribute.kind:
        case AttributeKind.TEXT:
            many = cast("list[object]", value) if isinstance(value, list) else [value]
            return None if all(isinstance(each, str) for each in many) else "a text, or a list of texts"
        case AttributeKind.NUMBER:
            return _number_fault(attribute, value)
        case AttributeKind.YES_NO:
            return None if isinstance(value, bool) else "true or false"
        case AttributeKind.CHOICE:
            return None if value in attribute.choices else ", ".join(attribute.choices)
        case AttributeKind.DATE:
            return None if _is_time(value) else "a date or time such as 2026-11-27"
        case AttributeKind.ADDRESS:
            return None if isinstance(value, str) and _is_address(value) else "an address such as https://example.org"
        case AttributeKind.COORDINATES:
            return None if coordinates_in(value) else "degrees north and east such as 34.6937, 135.5023"


def coordinates_in(value: object) -> tuple[float, float] | None:
    """Degrees north and east of an attribute, None where it holds none: "34.6937, 135.5023" or a list of both."""
    parts = value.split(",") if isinstance(value, str) else value
    try:
        north, east = (float(cast("float", part)) for part in cast("Sequence[object]", parts))
    except (TypeError, ValueError):
        return None
    return (north, east) if -90 <= north <= 90 and -180 <= east <= 180 else None


def _number_fault(attribute: TypeAttribute, value: object) -> str | None:
    least = -math.inf if attribute.least is None else attribute.least
    most = math.inf if attribute.most is None else attribute.most
    if isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most:
        return None
    bounds = [f"{word} {bound:g}" for word, bound in (("from", least), ("to", most)) if math.isfinite(bound)]
    return " ".join(["a number", *bounds])


def _is_time(value: object) -> bool:
    try:
        datetime.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        return False
    return True


def _is_address(value: str) -> bool:
    try:
        parts = urlsplit(value)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)


def _checked(field: str, value: object, kind: Kind, order: TypeOrder[Kind], types: TypeOrder[EntityKind]) -> object:
    match field:
        case "parent":
            return _parent(value, kind, order)
        case "attributes":
            return _attributes(value)
        case "predicates":
            return tuple(dict.fromkeys(word.strip().lower() for word in _texts(field, value) if word.strip()))
        case "source_types" | "target_types":
            return tuple(types.named(field, name).name for name in _texts(field, value))
        case "default_weight" | "threshold":
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
                raise Invalid(field, "it is out of range.", allowed="a number from 0 to 1")
            return float(value)
        case "line" | "arrow":
            if value not in _DRAWN[field]:
                raise Invalid(field, f"there is no such {field}.", allowed=", ".join(_DRAWN[field]))
            return value
        case "colour":
            if not isinstance(value, str) or not _COLOUR.fullmatch(value):
                raise Invalid(field, "it is no colour.", allowed="# and six hexadecimal digits, such as #2f9e44")
            return value.lower()
        case _:
            most = WORDS_MOST if field == "description" else NAME_MOST
            text = plain(field, cast("str", value)).strip()
            if len(text) > most:
                raise Invalid(field, f"{len(text):,} characters are too many.", allowed=f"up to {most:,}")
            return text


def _parent(value: object, kind: Kind, order: TypeOrder[Kind]) -> str:
    parent = order.named("parent", plain("parent", cast("str", value)))
    above = order.chain(parent.name)
    if kind.name in {each.name for each in above}:
        raise Invalid("parent", "a type cannot be a kind of itself.", allowed="a type that is not below it")
    if len(above) > LEVELS_MOST:
        raise Invalid("parent", "there are too many types above it.", allowed=f"up to {LEVELS_MOST} levels")
    return parent.name


def _attributes(value: object) -> tuple[TypeAttribute, ...]:
    if not isinstance(value, list | tuple) or len(cast("Sequence[object]", value)) > ATTRIBUTES_MOST:
        raise Invalid("attributes", "they are no list, or too many.", allowed=f"a list of at most {ATTRIBUTES_MOST}")
    made = tuple(_attribute(each) for each in cast("Sequence[object]", value))
    if len({each.name for each in made}) < len(made):
        raise Invalid("attributes", "two of them have one name.", allowed="each name once")
    return made


def _attribute(value: object) -> TypeAttribute:
    known = {field.name for field in fields(TypeAttribute)}
    if isinstance(value, TypeAttribute):
        given: dict[str, Any] = {name: getattr(value, name) for name in known}
    elif isinstance(value, Mapping) and known.issuperset(cast("Mapping[str, object]", value)) and "name" in value:
        given = dict(cast("Mapping[str, Any]", value))
    else:
        raise Invalid("attributes", "one of them is no attribute.", allowed=f"objects of: {', '.join(sorted(known))}")
    given["name"] = checked_name(given["name"])
    given["kind"] = choice("attributes", AttributeKind, given.get("kind", AttributeKind.TEXT))
    given["required"] = yes_or_no("attributes", given.get("required", False))
    given["choices"] = _texts("attributes", given.get("choices", ()))
    for bound in ("least", "most"):
        held = given.get(bound)
        if held is not None and (
            isinstance(held, bool) or not isinstance(held, int | float) or not math.isfinite(held)
        ):
            raise Invalid("attributes", f"{bound!r} is no number.", allowed="a number, or nothing")
    if (given["kind"] is AttributeKind.CHOICE) != bool(given["choices"]):
        raise Invalid("attributes", "choices belong to the kind choice.", allowed="choices with the kind choice alone")
    return TypeAttribute(**given)


def _texts(field: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or len(cast("Sequence[object]", value)) > ATTRIBUTES_MOST:
        raise Invalid(field, "it is no list, or too long.", allowed=f"a list of at most {ATTRIBUTES_MOST} texts")
    texts = [plain(field, cast("str", each)) for each in cast("Sequence[object]", value)]
    if any(len(each) > NAME_MOST for each in texts):
        raise Invalid(field, "one of them is too long.", allowed=f"up to {NAME_MOST} characters each")
    return tuple(texts)
