"""GraphQL types of the values of graph, made from their annotations: a dataclass is a type, an enum a vocabulary.

`Memory` of `graph.model.memory` is the type `Memory` with the same fields, so that what a value has in Python and REST
it has here, and a new field is asked for without a line of code. Fields are written as GraphQL writes them
(`createdAt`), words of vocabularies as everywhere else (`hybrid`, `Person`, `WORKS_FOR`).
"""

import re
import types
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Any, Final, Union, cast, get_args, get_origin, get_type_hints

import strawberry
from strawberry.types.field import StrawberryField
from strawberry.types.scalar import ScalarDefinition

from api.json_form import to_json
from api.rest.moment import moment

PLAIN: Final = frozenset({str, int, float, bool, datetime})
_ENDS: Final = re.compile(r"(?:^|_)(?:to|until)$")
"""What ends a range is called: of a day its last moment is meant."""


def _written(value: object) -> object:
    """A time as it is written, if it is one; `taken` reads it, who knows what it is for. Raises ValueError."""
    moment(value)
    return value


MOMENT: Final[ScalarDefinition] = strawberry.scalar(
    name="DateTime",
    description='A time in ISO 8601, as REST writes it: "2026-11-27T09:00:00Z". Without a zone it is in that of the '
    "settings; the end of a range may be a day alone, which counts as a whole.",
    serialize=to_json,
    parse_value=_written,
)
Leads = Callable[[type], Mapping[str, StrawberryField]]
"""The fields that lead from a value of a type to others, by name."""


class Types:
    """Makes each type once; `leads` are the fields that a type has beside those of its value."""

    def __init__(self, leads: Leads) -> None:
        self._leads = leads
        self._types: dict[type, type] = {}
        self._inputs: dict[type, type] = {}

    def output(self, annotation: Any) -> Any:
        """The type of a value that an annotation describes. Raises TypeError where it has none: a bug of ours."""
        return self._read(annotation, self._type_of)

    def argument(self, annotation: Any) -> Any:
        """The type by which such a value is handed over."""
        return self._read(annotation, self._input_of)

    def _read(self, annotation: Any, dataclass_type: Callable[[type], type]) -> Any:
        origin, inner = get_origin(annotation), get_args(annotation)
        if origin in (Union, types.UnionType):
            held = [self._read(each, dataclass_type) for each in inner if each is not type(None)]
            # Of `str | Act` the vocabulary says more.
            return (held[-1] if inner[-1] is not type(None) else held[0]) | None if type(None) in inner else held[0]
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return strawberry.scalars.JSON
        if isinstance(origin, type) and issubclass(origin, Sequence | AbstractSet):
            return list[self._read(inner[0], dataclass_type)]
        if annotation in PLAIN:
            return annotation
        if isinstance(annotation, type) and issubclass(annotation, Enum):
            return strawberry.enum(annotation, graphql_name_from="value", description=_first_paragraph(annotation))
        if isinstance(annotation, type) and is_dataclass(annotation):
            return dataclass_type(annotation)
        if annotation is object:
            return strawberry.scalars.JSON
        raise TypeError(f"{annotation} has no type in GraphQL")

    def _type_of(self, model: type) -> type:
        if model in self._types:
            return self._types[model]
        # Known before its fields are read, for values may lead back to their own type.
        made = self._types[model] = types.new_class(model.__name__)
        hints = get_type_hints(model)
        made.__annotations__ = {field.name: self.output(hints[field.name]) for field in fields(cast("Any", model))}
        for name, lead in self._leads(model).items():
            setattr(made, name, lead)
        return strawberry.type(made, description=_first_paragraph(model))

    def _input_of(self, model: type) -> type:
        if model in self._inputs:
            return self._inputs[model]
        made = self._inputs[model] = types.new_class(model.__name__ + "Input")
        hints = get_type_hints(model)
        annotations: dict[str, object] = {}
        for field in fields(cast("Any", model)):
            annotations[field.name] = self.argument(hints[field.name])
            if field.default is not MISSING:
                setattr(made, field.name, _default(field.default))
        made.__annotations__ = annotations
        return strawberry.input(made, description=_first_paragraph(model))


def taken(name: str, annotation: Any, given: object) -> object:
    """An argument as Python wants it: a dataclass for an input of its fields, tuples for lists, times as such."""
    if isinstance(given, list):
        return tuple(cast("list[object]", given))
    meant = (annotation, *get_args(annotation))
    if datetime in meant:
        return moment(given, last=_ENDS.search(name) is not None)
    model = next((each for each in meant if is_dataclass(each)), None)
    if given is None or not isinstance(model, type):
        return given
    hints = get_type_hints(model)
    return model(**{part.name: taken(part.name, hints[part.name], getattr(given, part.name)) for part in fields(model)})


def _first_paragraph(model: type) -> str:
    return " ".join((model.__doc__ or "").split("\n\n")[0].split())


def _default(default: object) -> object:
    return strawberry.field(default_factory=list[object]) if default == () else default
