"""Facts that a caller gives with a memory: parsed from fields, and as JSON for the graph."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from enum import StrEnum
from typing import TypeVar, cast

from graph.errors import Invalid
from graph.model.draft import GivenFact
from graph.model.types import EntityType, RelationType

FIELDS = tuple(field.name for field in fields(GivenFact))
_Kind = TypeVar("_Kind", bound=StrEnum)


def given_text(facts: Sequence[GivenFact]) -> str:
    """Given facts as JSON text; `given_of` reads it back."""
    return json.dumps([given_fields(fact) for fact in facts], ensure_ascii=False, sort_keys=True)


def given_of(text: str) -> tuple[GivenFact, ...]:
    """The given facts that `given_text` wrote."""
    return tuple(fact_of("facts", fields_of_fact) for fields_of_fact in json.loads(text))


def given_fields(fact: GivenFact) -> dict[str, str]:
    """The fields of a given fact that are set."""
    return {name: value for name, value in asdict(fact).items() if value is not None}


def fact_of(where: str, given: Mapping[str, object]) -> GivenFact:
    """The fact that these fields tell; those that hold nothing count as left out.

    Raises Invalid for a field that no fact has or that is missing, and for a type that is none.
    """
    stated = {name: value for name, value in given.items() if value is not None}
    if not {"subject", "type", "object"} <= stated.keys():
        raise Invalid(where, "it has no subject, type or object.", allowed="all three")
    if not all(isinstance(value, str) for value in stated.values()):
        raise Invalid(where, "one of its fields is no text.", allowed="text")
    return _fact(where, cast(dict[str, str], stated))


def _fact(where: str, stated: Mapping[str, str]) -> GivenFact:
    if not stated.keys() <= set(FIELDS):
        raise Invalid(where, "it has a field that no fact has.", allowed=", ".join(FIELDS))
    return GivenFact(
        subject=stated["subject"],
        type=relation_type(where, stated["type"]),
        object=stated["object"],
        predicate=stated.get("predicate"),
        subject_type=_entity_type(where, stated.get("subject_type")),
        object_type=_entity_type(where, stated.get("object_type")),
    )


def relation_type(where: str, written: str) -> RelationType:
    """The type of relation that somebody writes, in any case and with any blanks. Raises Invalid."""
    return kind_of(where, RelationType, written.strip().upper().replace("-", "_").replace(" ", "_"))


def kind_of(where: str, kinds: type[_Kind], written: str) -> _Kind:
    """The type of that name. Raises Invalid, naming the types there are."""
    try:
        return kinds(written)
    except ValueError:
        raise Invalid(where, "there is no such type.", allowed=", ".join(kinds)) from None


def _entity_type(where: str, written: str | None) -> EntityType | None:
    return None if written is None else kind_of(where, EntityType, written)
