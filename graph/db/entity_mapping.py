"""Turns records of entities into values; pure."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from graph.calendar.zones import at_offset
from graph.db.rows import NEVER, arguments_of
from graph.db.values import moment, value_of
from graph.db.verdicts import verdict_of
from graph.lifecycle.packing import stretch
from graph.model.entities import Entity, EntityDetail, EntityFact, MentionedIn, Proposed, Referral, Relation
from graph.model.types import Validation


def entity_of(row: Mapping[str, Any], may_be: Sequence[Mapping[str, Any]]) -> Entity:
    """An entity from the map of its properties, with whom it may mean."""
    verdict = row.get("validation_status") or Validation.UNVALIDATED.value
    referrals = tuple(value_of(Referral, referral) for referral in may_be)
    return value_of(Entity, row, validation_status=verdict, may_be=referrals)


def proposed_of(row: Mapping[str, Any]) -> Proposed:
    """Two entities that may be one."""
    return value_of(Proposed, row)


def detail_of(row: Mapping[str, Any]) -> EntityDetail:
    """All of one entity."""
    entity = row["entity"]
    return value_of(
        EntityDetail,
        row,
        entity=entity_of(entity, row["may_be"]),
        relations=tuple(map(relation_of, row["relations"])),
        facts=tuple(map(fact_of, row["facts"])),
        memories=tuple(map(mentioned_in, row["memories"])),
        merged_from=tuple(merged_id(name) for name in entity.get("merged_from") or ()),
        attributes=json.loads(entity.get("attributes") or "{}"),
    )


def merged_id(record: str) -> str:
    """The id that an entity had which was merged into another, from the record of it."""
    return record.partition(" ")[0]


def fact_of(row: Mapping[str, Any]) -> EntityFact:
    """One fact with its sentence, cut out of the chunk that states it."""
    until = moment(row["valid_to"])
    start, end = (max(0, row[key] - row["chunk_start"]) for key in ("start", "end"))
    return value_of(
        EntityFact,
        row,
        sentence=row["text"][start:end] or stretch(row, row["start"], row["end"]),
        valid_to=until if until < NEVER else None,
        arguments=arguments_of(row),
    )


def mentioned_in(row: Mapping[str, Any]) -> MentionedIn:
    """One memory that mentions an entity."""
    occurred, offset = row.get("occurred_at"), row.get("utc_offset")
    return value_of(
        MentionedIn,
        row,
        memory_id=row["id"],
        created_at=at_offset(moment(row["created_at"]), offset),
        occurred_at=at_offset(moment(occurred), offset) if occurred else None,
        surfaces=tuple(dict.fromkeys(surface for surfaces in row["surfaces"] for surface in surfaces)),
    )


def relation_of(row: Mapping[str, Any]) -> Relation:
    """One relation."""
    return value_of(Relation, row, **verdict_of(row))
