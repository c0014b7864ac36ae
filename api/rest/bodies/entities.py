"""Request models of entities, and of verdicts on relations, links and inferences."""

from dataclasses import dataclass
from typing import Any

from pydantic import ConfigDict, Field, JsonValue

from api.rest.wire import Flag, Limit, Some, Wire, without_defaults
from graph.model.types import Validation

_OTHER = "77b1d3c2-6f0e-4a58-9a2b-0c4d5e6f7a8b"


def _changing(schema: dict[str, Any]) -> None:
    schema["examples"] = [{"name": "佐藤美咲", "type": "Person", "aliases": ["みさきち"]}]
    without_defaults(schema)


class EntitiesInAddress(Wire):
    """Which entities to list."""

    type: Some | None = None
    """Only those of this type or of one below it, the system's or an own one."""
    text: str | None = None
    """Only those with this text in their name or an alias; case does not matter."""
    limit: Limit = 20
    cursor: Some | None = None
    """`next_cursor` of the page before."""


class AboutInAddress(Wire):
    """What the entities are like that are looked for."""

    about: Some
    """In your own words, in any language: "the colleague who keeps the servers running"."""
    type: Some | None = None
    """Only those of this type or of one below it, the system's or an own one."""
    limit: Limit = 10


class ProposalsInAddress(Wire):
    """Which proposals to list."""

    limit: Limit = 50
    cursor: Some | None = None
    """`next_cursor` of the page before."""


class EntityChanges(Wire):
    """What to set of an entity by hand: fields left out stay. Memories never overwrite what was set."""

    model_config = ConfigDict(json_schema_extra=_changing)

    name: Some = ""
    """What it is called; the name it had becomes an alias."""
    type: Some = ""
    """What it is: a type of the system or one of your own, whose attributes it must have then."""
    subtype: str = ""
    """What it is more exactly: a type of your own, or any word; empty takes it back."""
    aliases: tuple[str, ...] = ()
    """Names it goes by beside those that memories give, in place of those given here before."""
    description: str = ""
    attributes: dict[str, JsonValue] = Field(default_factory=dict)
    """Anything else, as a JSON object."""


class Merge(Wire):
    """Which entity becomes part of the one in the address."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"other": _OTHER}]})

    other: str
    """Id of the entity that is merged into it."""
    force: Flag = False
    """Whether two of different types may be merged."""


class Split(Wire):
    """Which names leave an entity and become one of their own."""

    model_config = ConfigDict(json_schema_extra={"examples": [{}, {"names": ["Misaki Sato"]}]})

    names: tuple[str, ...] | None = None
    """Left out: the names that came with the last merge by hand, which undoes it."""


class KeepApart(Wire):
    """Which entity is never the one in the address."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"other": _OTHER, "note": "Two brothers."}]})

    other: str
    """Id of the other entity."""
    note: str | None = None
    """Why, in at most 128 characters."""


class Verdict(Wire):
    """What a person says of a relation, a link or an inference."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"status": "rejected", "note": "He left in 2024."}]})

    status: Validation
    """confirmed, rejected, or unvalidated to take back what was said."""
    note: str | None = None
    """Why, in at most 128 characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejected:
    """How many facts went with an entity that was taken away."""

    facts: int
