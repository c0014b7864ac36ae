"""The JSON schema of a language model's answer, and its validation."""

import json
import re
from contextlib import suppress
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from graph.model.types import EntityType, Modality, RelationType

_FENCED: Final = re.compile(r"^\s*```(?:json)?\s*\n(?P<inside>.*)\n\s*```\s*$", re.DOTALL)
_MOST: Final = 200


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", str_strip_whitespace=True)


_P = TypeVar("_P", bound=_Part)


class ModelEntity(_Part):
    """An entity named by the model: `text` as it stands in the piece."""

    text: str = Field(min_length=1, max_length=200)
    type: EntityType


class ModelFact(_Part):
    """A relation that the model reads between two names of the same piece."""

    subject: str = Field(min_length=1, max_length=200)
    predicate: str = Field(min_length=1, max_length=80)
    object: str = Field(min_length=1, max_length=200)
    type: RelationType = RelationType.RELATES_TO
    negated: bool = False
    modality: Modality = Modality.STATED


class ModelPiece(_Part):
    """The model's reading of one numbered piece; `partly` when invalid parts were dropped."""

    number: int
    entities: list[ModelEntity]
    facts: list[ModelFact]
    partly: bool = False


class _Piece(_Part):
    number: int = Field(ge=1)
    entities: list[Any]
    facts: list[Any]


class _Answer(_Part):
    pieces: list[_Piece]


def _closed(**properties: object) -> dict[str, object]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_STRING: Final = {"type": "string"}
_ENTITY: Final = _closed(text=_STRING, type=_STRING | {"enum": list(map(str, EntityType))})
_FACT: Final = _closed(
    subject=_STRING,
    predicate=_STRING,
    object=_STRING,
    type=_STRING | {"enum": list(map(str, RelationType))},
    negated={"type": "boolean"},
    modality=_STRING | {"enum": list(map(str, Modality))},
)
_PIECE: Final = _closed(
    number={"type": "integer"},
    entities={"type": "array", "items": _ENTITY},
    facts={"type": "array", "items": _FACT},
)
SCHEMA: Final = _closed(pieces={"type": "array", "items": _PIECE})
"""The JSON schema of an answer, without extra properties and with all required, as strict endpoints demand."""


def unfenced(text: str) -> str:
    """An answer without the fence of a code block around it."""
    fenced = _FENCED.match(text)
    return fenced["inside"] if fenced else text


def parse_answer(text: str, count: int) -> dict[int, ModelPiece]:
    """The valid readings of an answer by piece number, 1 to `count`; a piece it omits is missing.

    An entity or fact that does not fit the schema is dropped alone. Raises ValueError for an answer that is invalid as
    a whole; its message never quotes the answer.
    """
    try:
        content = json.loads(unfenced(text))
    except (ValueError, RecursionError) as error:
        raise ValueError("the model's answer is not JSON") from error
    try:
        answer = _Answer.model_validate(content)
    except (ValidationError, RecursionError) as error:
        raise ValueError("the model's answer does not fit the schema") from error
    numbers = [piece.number for piece in answer.pieces]
    if len(set(numbers)) != len(numbers) or any(number > count for number in numbers):
        raise ValueError("the model's answer speaks of pieces it was not given")
    return {piece.number: _fitting(piece) for piece in answer.pieces}


def _fitting(piece: _Piece) -> ModelPiece:
    entities, facts = _valid_items(ModelEntity, piece.entities), _valid_items(ModelFact, piece.facts)
    partly = len(entities) + len(facts) < len(piece.entities) + len(piece.facts)
    return ModelPiece(number=piece.number, entities=entities, facts=facts, partly=partly)


def _valid_items(kind: type[_P], items: list[Any]) -> list[_P]:
    fitting: list[_P] = []
    for item in items[:_MOST]:
        with suppress(ValidationError):
            fitting.append(kind.model_validate(item))
    return fitting
