"""Tells callers what became of their drafts: pure steps from rows that were written to outcomes."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, cast

from graph.db.batch_rows import FactRows
from graph.db.row import Row
from graph.db.rows import entities_of, facts_of
from graph.model.memory import EntityFound, FactFound, Remembered
from graph.model.types import Status
from graph.resolution.resolution_writer import Shown
from graph.write.write_rows import Item

Found = tuple[tuple[EntityFound, ...], tuple[FactFound, ...]]


def found_by_memory(rows: FactRows, shown: Mapping[tuple[str, str], Shown]) -> dict[str, Found]:
    """What was found in each memory of a batch, for the caller. `shown` tells which entity each name is of."""
    entities: dict[str, list[Row]] = defaultdict(list)
    facts: dict[str, list[Row]] = defaultdict(list)
    for row in (*rows.mentions, *rows.descriptions):
        one = shown.get((str(row["key"]), str(row["type"])))
        if one is not None:
            entities[_memory_id(row)].append({**_properties(row), "id": one.id, "name": one.name, "type": one.type})
    for row in rows.facts:
        subject = shown.get((str(row["subject_key"]), str(row["subject_type"])))
        thing = shown.get((str(row["object_key"]), str(row["object_type"])))
        if subject is not None and thing is not None:
            facts[_memory_id(row)].append({**_properties(row), "subject": subject.name, "object": thing.name})
    return {memory: (entities_of(found), facts_of(facts[memory])) for memory, found in entities.items()}


def _memory_id(row: Row) -> str:
    return str(row["chunk_id"]).partition(".")[0]


def _properties(row: Row) -> dict[str, object]:
    properties = row["properties"]
    assert isinstance(properties, dict)
    return cast(dict[str, object], properties)


def remembered_of(
    item: Item,
    row: Row,
    entities: tuple[EntityFound, ...],
    facts: tuple[FactFound, ...],
    milliseconds: Mapping[str, float],
    *,
    pending: bool,
    stored: Mapping[str, Any],
) -> Remembered:
    """What is said of a draft that was written: what it became, and what was found in it."""
    properties = _properties(row)
    return Remembered(
        id=stored["id"],
        title=item.reading.title,
        micro_summary=item.reading.micro_summary,
        language=item.reading.language,
        created=stored["created"],
        status=Status(stored["status"]),
        pending=pending,
        pinned=bool(properties["pinned"]),
        chunks=len(item.reading.chunks),
        importance=cast(float, properties["importance"]),
        duplicate_of=item.twin,
        entities=entities,
        facts=facts,
        links=1 if item.twin else 0,
        milliseconds=dict(milliseconds),
        fallback=item.fallback,
    )


def again(stored: Mapping[str, Any], item: Item) -> Remembered:
    """What is said of a draft that the graph holds already: what is stored."""
    return Remembered(
        id=stored["id"],
        title=stored["title"],
        micro_summary=stored["micro_summary"],
        language=stored["language"],
        created=False,
        status=Status(stored["status"]),
        pending=bool(stored.get("pending")),
        pinned=bool(stored["pinned"]),
        chunks=len(item.reading.chunks),
        importance=stored["importance"],
        duplicate_of=stored.get("duplicate_of"),
        entities=(),
        facts=(),
        links=0,
        milliseconds={},
    )


def as_stored(item: Item) -> dict[str, Any]:
    """How a draft of this batch will be stored, for an equal one that comes after it."""
    reading = item.reading
    return {
        "id": item.id, "title": reading.title, "micro_summary": reading.micro_summary, "language": reading.language,
        "status": Status.ACTIVE.value, "pending": False, "pinned": item.draft.pinned or reading.pinned,
        "importance": 0.0, "duplicate_of": None,
    }  # fmt: skip
