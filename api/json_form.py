"""Values of graph as JSON, and JSON as such values: what both ends of the REST API speak."""

import json
import math
import types
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from api.rest.problems import problem
from graph.errors import EnishiError

if TYPE_CHECKING:
    from pydantic import JsonValue  # for the type alone: it would double the time of a short command

_Value = TypeVar("_Value")


def to_json(value: object) -> "JsonValue":
    """A value of graph as JSON: dataclasses as objects, times in ISO 8601, errors as problems, NaN as null.

    Not pydantic's serializer, which refuses keys with lone surrogates; users' JSON may have them. Raises TypeError for
    a value without such a form: a bug of ours.
    """
    if isinstance(value, Enum):
        return to_json(value.value)
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        number = float(value)
        return number if math.isfinite(number) else None
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, EnishiError):
        return to_json(problem(value))
    return _container_to_json(value)


def _container_to_json(value: object) -> "JsonValue":
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_json(held) for key, held in value.items()}
    if isinstance(value, Sequence | AbstractSet):
        return [to_json(held) for held in value]
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def encoded(value: object) -> bytes:
    """A value as JSON in UTF-8; characters that UTF-8 cannot hold (lone surrogates) are escaped."""
    ready = to_json(value)
    try:
        return json.dumps(ready, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(ready, separators=(",", ":")).encode()


def from_json(kind: type[_Value], value: object) -> _Value:
    """The value of a type that `to_json` wrote: `from_json(Page, {"memories": [], "next_cursor": null})`.

    Members that the type lacks are passed over: a newer server may say more. Raises ValueError, TypeError or KeyError
    for what is no such value.
    """
    return cast("_Value", _reader(kind)(value))


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """What reads values of a type, looked at once: an answer may have thousands of them."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        read = _reader(next(each for each in inner if each is not type(None)))
        return lambda value: None if value is None else read(value)
    if origin is tuple:
        read = _reader(inner[0])
        return lambda value: tuple(map(read, value))
    if kind is datetime:
        return lambda value: datetime.fromisoformat(str(value))
    if isinstance(kind, type) and (kind is float or issubclass(kind, Enum)):
        return kind
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass_reader(kind)
    return lambda value: value


def _dataclass_reader(kind: Callable[..., Any]) -> Callable[[Any], Any]:
    members: dict[str, Callable[[Any], Any]] = {}

    def read(given: Any) -> Any:
        # Not before it is asked for: a type may hold values of its own.
        readers = members or {name: _reader(of) for name, of in get_type_hints(kind).items()}
        members.update(readers)
        return kind(**{name: readers[name](value) for name, value in given.items() if name in readers})

    return read
