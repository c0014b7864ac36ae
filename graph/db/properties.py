"""Properties as JSON can hold them, and back: the database's own types are marked, the rest is as it is.

2026-11-27T09:00:00.5Z  ->  {"time": "2026-11-27T09:00:00.500000000+00:00"}
b"…"                    ->  {"bytes": "base64"}
a vector of 32 bit      ->  {"floats": "base64"}   four bytes a value, for properties named `…embedding`
"""

import base64
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from neo4j.time import DateTime

from graph.db.values import moment

EMBEDDING: Final = "embedding"


def to_json(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Properties that the driver returned, as JSON holds them."""
    return {name: _marked(name, value) for name, value in properties.items()}


def from_json(held: Mapping[str, Any]) -> dict[str, Any]:
    """Properties as the driver takes them."""
    return {name: _unmarked(value) for name, value in held.items()}


def text_of(value: Any) -> str:
    """A property as text; "" for none."""
    return value.iso_format() if isinstance(value, DateTime) else str(value or "")


def _marked(name: str, value: Any) -> Any:
    if isinstance(value, DateTime):
        return {"time": value.iso_format()}
    if isinstance(value, bytes | bytearray):
        return {"bytes": base64.b64encode(value).decode("ascii")}
    if name.endswith(EMBEDDING) and isinstance(value, list):
        single = np.asarray(value, dtype=np.float32)
        if np.array_equal(single.astype(np.float64), np.asarray(value, dtype=np.float64)):
            return {"floats": base64.b64encode(single.tobytes()).decode("ascii")}
    return value


def _unmarked(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if "time" in value:
        exact = DateTime.from_iso_format(value["time"])
        # As the driver had it from Python, which is to the microsecond.
        return moment(value["time"]) if exact.nanosecond % 1_000 == 0 else exact
    if "bytes" in value:
        return base64.b64decode(value["bytes"])
    return np.frombuffer(base64.b64decode(value["floats"]), dtype=np.float32).astype(np.float64).tolist()
