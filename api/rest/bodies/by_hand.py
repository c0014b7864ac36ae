"""Request models of what a person says of the graph, and examples of the answers."""

from dataclasses import dataclass

from pydantic import ConfigDict

from api.rest.wire import Confidence, Some, Wire
from graph.model.entities import RelationRemoved
from graph.model.types import LinkKind

_OTHER = "01M8CG0WJ5TNRB32HWENR9SJA8"


class NewRelation(Wire):
    """What ties two entities, by a person's word."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"source": "田中太郎", "kind": "FRIEND", "target": "佐藤美咲", "confidence": 0.9}]
        }
    )

    source: Some
    """The entity it leads from: id, name, or a new name."""
    kind: Some
    """Its type: one of the system or of your own."""
    target: Some
    """The entity it leads to, likewise."""
    text: str | None = None
    """The sentence to remember it by; left out, one is made of the three."""
    weight: Confidence | None = None
    """How much it weighs, 0 to 1; left out, as its evidence has it."""
    confidence: Confidence | None = None
    """How sure it is, 0 to 1; left out, as its evidence has it."""


class RelationWeight(Wire):
    """How much a relation weighs and how sure it is; what is left out its evidence tells again."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"weight": 0.8, "confidence": 0.9}, {}]})

    weight: Confidence | None = None
    confidence: Confidence | None = None


class NewLink(Wire):
    """What ties two memories, by a person's word."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"other": _OTHER, "kind": "REFERENCE", "note": "The meeting before."}]}
    )

    other: Some
    """Id of the memory it leads to."""
    kind: LinkKind
    weight: Confidence = 1.0
    confidence: Confidence = 1.0
    subtype: str | None = None
    """What ties them more exactly, in a word of your own."""
    note: str | None = None
    """Why, in at most 128 characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRemoved:
    """That a link made by hand is taken away."""

    removed: bool = True


REMOVED = RelationRemoved(memories=1, rejected=False)
