"""Makes values of records: each field of a dataclass is read from the column or property of its name."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache, partial
from types import UnionType
from typing import Any, NamedTuple, TypeVar, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")


class _Field(NamedTuple):
    """How one field is read; `absent` is what stands for a null, `MISSING` where the dataclass decides."""

    name: str
    read: Callable[[Any], object]
    absent: object


def value_of(kind: type[T], row: Mapping[str, Any], **given: object) -> T:
    """A dataclass of this kind from a row: `value_of(Relation, row)`; `given` are fields that the row has otherwise.

    Lists become tuples, the driver's times datetimes, texts members of enums, maps the dataclass that the field asks
    for. A null is the field's default, else an empty tuple, False or None where its type allows that. Raises TypeError
    where a value is missing, ValueError where it is none of its enum.
    """
    values = dict(given)
    for field in _fields(kind):
        if field.name not in values:
            held = row.get(field.name)
            if held is not None:
                values[field.name] = field.read(held)
            elif field.absent is not MISSING:
                values[field.name] = field.absent
    return kind(**values)


def moment(value: Any) -> datetime:
    """A plain datetime from what the driver returns: its own form, or text in the form of ISO 8601."""
    if isinstance(value, str):
        return datetime.fromisoformat(value.partition("[")[0])
    return value if isinstance(value, datetime) else value.to_native()


@cache
def _fields(kind: type[Any]) -> tuple[_Field, ...]:
    hints = get_type_hints(kind)
    made: list[_Field] = []
    for field in fields(kind):
        hint = hints[field.name]
        required = field.default is MISSING and field.default_factory is MISSING
        made.append(_Field(field.name, _reader(hint), _absent(hint) if required else MISSING))
    return tuple(made)


def _reader(hint: Any) -> Callable[[Any], object]:
    if isinstance(hint, UnionType):
        hint = get_args(hint)[0]
    if get_origin(hint) is tuple:
        return partial(_each, _reader(get_args(hint)[0]))
    if hint is datetime:
        return moment
    if is_dataclass(hint):
        return partial(value_of, cast("type[Any]", hint))
    return hint if isinstance(hint, type) and issubclass(hint, Enum) else _unchanged


def _each(read: Callable[[Any], object], held: Iterable[Any]) -> tuple[object, ...]:
    return tuple(map(read, held))


def _unchanged(held: object) -> object:
    return held


def _absent(hint: Any) -> object:
    if get_origin(hint) is tuple:
        return ()
    if hint is bool:
        return False
    return None if isinstance(hint, UnionType) else MISSING
