"""Tells callers what became of their drafts: pure steps from rows that were written to `Remembered`."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, cast

from graph.db.batch_rows import FactRows
from graph.db.row import Row
from graph.db.rows import entities_of, facts_of
from graph.model.memory import EntityFound, FactFound, Remembered
from graph.model.types import Status
from graph.resolution.resolution_writer import NamesWritten, ShownEntity
from graph.write.stages import ReadDraft, fallback_of

Findings = tuple[tuple[EntityFound, ...], tuple[FactFound, ...]]
"""The entities and facts of one memory."""


def findings_by_memory(rows: FactRows, written: NamesWritten) -> dict[str, Findings]:
    """The entities and facts of each memory of a batch, and entities of others that its names were found in."""
    shown = written.shown
    entities: dict[str, list[Row]] = defaultdict(list)
    facts: dict[str, list[Row]] = defaultdict(list)
    matched: list[Row] = [{**row} for row in written.matched]
    for row in (*rows.mentions, *rows.descriptions, *matched):
        entity = shown.get((str(row["key"]), str(row["type"])))
        if entity is not None:
            identity: Row = {"id": entity.id, "name": entity.name, "type": entity.type}
            entities[_memory_id(row)].append({**_properties(row), **identity})
    for row in rows.facts:
        subject = shown.get((str(row["subject_key"]), str(row["subject_type"])))
        thing = shown.get((str(row["object_key"]), str(row["object_type"])))
        if subject is not None and thing is not None:
            facts[_memory_id(row)].append({**_properties(row), "subject": subject.name, "object": thing.name})
    for row in rows.literals:
        properties = _properties(row)
        facts[_memory_id(row)].append({**properties, **{end: _end(row, properties, end, shown) for end in _ENDS}})
    return {
        memory: (entities_of(entities.get(memory, ())), facts_of(facts.get(memory, ())))
        for memory in dict.fromkeys((*entities, *facts))
    }


_ENDS: Final = ("subject", "object")


def _end(row: Row, properties: Row, end: str, shown: Mapping[tuple[str, str], ShownEntity]) -> object:
    """The name of the entity at an end of a literal fact, else its words."""
    entity = shown.get((str(row[f"{end}_key"]), str(row[f"{end}_type"])))
    return properties[f"{end}_text"] if entity is None else entity.name


def _memory_id(row: Row) -> str:
    return str(row["chunk_id"]).partition(".")[0]


def _properties(row: Row) -> dict[str, object]:
    properties = row["properties"]
    assert isinstance(properties, dict)
    return cast(dict[str, object], properties)


def remembered_of(
    draft: ReadDraft,
    row: Row,
    findings: Findings,
    milliseconds: Mapping[str, float],
    *,
    pending: bool,
    stored: Mapping[str, Any],
) -> Remembered:
    """What became of a draft that was written as `row`, and is `stored` under the id that is told."""
    properties = _properties(row)
    entities, facts = findings
    return Remembered(
        id=stored["id"],
        title=draft.reading.title,
        micro_summary=draft.reading.micro_summary,
        language=draft.reading.language,
        created=stored["created"],
        status=Status(stored["status"]),
        pending=pending,
        pinned=bool(properties["pinned"]),
        chunks=len(draft.reading.chunks),
        importance=cast(float, properties["importance"]),
        duplicate_of=draft.twin,
        entities=entities,
        facts=facts,
        links=1 if draft.twin else 0,
        milliseconds=dict(milliseconds),
        fallback=fallback_of(draft),
        personal=draft.personal,
    )


def already_stored(stored: Mapping[str, Any], draft: ReadDraft) -> Remembered:
    """What became of a draft that the graph holds already: what is stored."""
    return Remembered(
        id=stored["id"],
        title=stored["title"],
        micro_summary=stored["micro_summary"],
        language=stored["language"],
        created=False,
        status=Status(stored["status"]),
        pending=bool(stored.get("pending")),
        pinned=bool(stored["pinned"]),
        chunks=len(draft.reading.chunks),
        importance=stored["importance"],
        duplicate_of=stored.get("duplicate_of"),
        entities=(),
        facts=(),
        links=0,
        milliseconds={},
        personal=draft.personal,
    )


def repeated(first: Remembered, draft: ReadDraft) -> Remembered:
    """What became of a draft whose equal in the same stream was written before it: what is stored of that."""
    return replace(
        first, created=False, chunks=len(draft.reading.chunks), entities=(), facts=(), links=0, milliseconds={},
        fallback=None, updated=False, personal=draft.personal,
    )  # fmt: skip
