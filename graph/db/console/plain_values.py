"""Values of the driver as what JSON can say."""

from collections.abc import Mapping, Sequence
from typing import cast

from neo4j.graph import Node, Path, Relationship
from neo4j.spatial import Point
from neo4j.time import Date, DateTime, Duration, Time


def plain(value: object) -> object:
    """A value of the driver as what JSON can say: nodes and relationships as maps, times as ISO 8601 text."""
    if isinstance(value, Node):
        return {"labels": sorted(value.labels), **_plain_map(value)}
    if isinstance(value, Relationship):
        return {"type": value.type, **_plain_map(value)}
    if isinstance(value, Path):
        return [plain(part) for pair in zip(value.nodes, (*value.relationships, None), strict=True) for part in pair][
            :-1
        ]
    if isinstance(value, Date | DateTime | Time | Duration):
        return value.iso_format()
    if isinstance(value, Point):
        return {"srid": value.srid, "coordinates": list(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in cast("Mapping[object, object]", value).items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in cast("Sequence[object]", value)]
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)


def _plain_map(entity: Node | Relationship) -> dict[str, object]:
    return {key: plain(item) for key, item in entity.items()}
