"""What the formats read off the lines of an export: nodes as plain values, names, who is mentioned where.

Each goes through the lines once more and holds at most ids: the lines lie on the disk.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from graph.db.properties import from_json
from graph.lifecycle.packing import with_text
from graph.model.types import LinkKind, RelationType
from graph.transfer.records import Record, parsed

Lines = Callable[[], Iterable[bytes]]
_NAME: Final = "the export"
_RELATIONS: Final = frozenset(RelationType)
_LINKS: Final = frozenset(LinkKind)
MENTIONS: Final = frozenset(("MENTIONS", "DESCRIBES"))


def nodes(lines: Lines, label: str | None = None) -> Iterator[Record]:
    """The nodes of an export, or those with a label."""
    for number, line in enumerate(lines()):
        record = parsed(line, _NAME, number)
        if "ref" in record and (label is None or label in record["labels"]):
            yield record


def plain(record: Record) -> dict[str, Any]:
    """The properties of a node as JSON holds them: times in ISO 8601, an archived text unpacked, no vectors."""
    held = record["properties"]
    values = {name: _plain(value) for name, value in held.items()}
    if "packed" in held and values.get("text") is None:
        packed = dict(from_json({"packed": held["packed"]}))
        with_text(packed)
        values["text"] = packed["text"]
    return {name: value for name, value in values.items() if value is not None}


def _plain(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return value.get("time")


def mentions(lines: Lines) -> Iterator[tuple[str, str]]:
    """Each memory with an entity that it names, as refs; a pair may come again."""
    for record in nodes(lines, "Chunk"):
        whole = next((other for kind, other, _ in record["ties"] if kind == "PART_OF"), None)
        if whole is not None:
            yield from ((whole, other) for kind, other, _ in record["ties"] if kind in MENTIONS)


def names(lines: Lines) -> dict[str, tuple[str, str]]:
    """The name and type of each entity by its ref. Of two with one name the later is told by its type as well."""
    taken: set[str] = set()
    called: dict[str, tuple[str, str]] = {}
    for record in nodes(lines, "Entity"):
        kind = kind_of(record)
        name = str(record["properties"].get("name") or record["properties"].get("key") or "")
        for candidate in (name, f"{name} ({kind})", record["ref"]):
            if candidate not in taken:
                taken.add(candidate)
                called[record["ref"]] = candidate, kind
                break
    return called


def kind_of(record: Record) -> str:
    """The type of an entity."""
    return next((label for label in record["labels"] if label != "Entity"), "Concept")


def relations(record: Record) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """The relations that begin at an entity and hold: type, ref of the other, properties."""
    return _ties(record, _RELATIONS)


def links(record: Record) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """The links of a memory to others that nobody rejected: kind, ref of the other, properties."""
    return _ties(record, _LINKS)


def _ties(record: Record, kinds: frozenset[Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for kind, other, held in record["ties"]:
        if kind in kinds and held.get("validation_status") != "rejected" and held.get("evidence_count", 1):
            yield kind, other, {name: value for name, each in held.items() if (value := _plain(each)) is not None}


def by_memory(lines: Lines) -> dict[str, list[str]]:
    """The refs of the entities that each memory names, by its ref."""
    return _gathered(mentions(lines))


def by_entity(lines: Lines) -> dict[str, list[str]]:
    """The refs of the memories that name each entity, by its ref."""
    return _gathered((entity, memory) for memory, entity in mentions(lines))


def _gathered(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    held: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for key, value in pairs:
        held[key][value] = None
    return {key: list(values) for key, values in held.items()}


def encoded(value: object) -> bytes:
    """A value as JSON in UTF-8; half characters are escaped."""
    try:
        return json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return json.dumps(value).encode()
