"""Facts that a caller gives with a memory: read from what doors are handed, and as the graph keeps them; pure."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from enum import StrEnum
from typing import TypeVar

from graph.errors import Invalid
from graph.model import EntityType, GivenFact, RelationType

FIELDS = tuple(field.name for field in fields(GivenFact))
_Kind = TypeVar("_Kind", bound=StrEnum)


def given_text(facts: Sequence[GivenFact]) -> str:
    """Given facts as JSON text; `given_of` reads it back."""
    return json.dumps([said_of(fact) for fact in facts], ensure_ascii=False, sort_keys=True)


def given_of(text: str) -> tuple[GivenFact, ...]:
    """The given facts that `given_text` wrote."""
    return tuple(fact_of("facts", said) for said in json.loads(text))


def said_of(fact: GivenFact) -> dict[str, str]:
    """The fields of a given fact that say something."""
    return {name: value for name, value in asdict(fact).items() if value is not None}


def fact_of(where: str, said: Mapping[str, str]) -> GivenFact:
    """The fact that these fields tell. Raises Invalid for a field that no fact has, and for a type that is none."""
    unknown = sorted(said.keys() - set(FIELDS))
    if unknown:
        raise Invalid(where, f"no fact has a field {unknown[0]!r}.", allowed=", ".join(FIELDS))
    return GivenFact(
        subject=said["subject"],
        type=kind_of(where, RelationType, said["type"]),
        object=said["object"],
        predicate=said.get("predicate"),
        subject_type=_entity_type(where, said.get("subject_type")),
        object_type=_entity_type(where, said.get("object_type")),
    )


def kind_of(where: str, kinds: type[_Kind], written: str) -> _Kind:
    """The type of that name. Raises Invalid, naming the types there are."""
    try:
        return kinds(written)
    except ValueError:
        raise Invalid(where, f"there is no type {written!r}.", allowed=", ".join(kinds)) from None


def _entity_type(where: str, written: str | None) -> EntityType | None:
    return None if written is None else kind_of(where, EntityType, written)
