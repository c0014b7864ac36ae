"""Turns records of entities into values; pure."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from graph.calendar.zones import at_offset
from graph.db.rows import NEVER, arguments_of
from graph.db.values import moment, value_of
from graph.db.verdicts import verdict_of
from graph.lifecycle.packing import stretch
from graph.lifecycle.snippets import around
from graph.model.entities import Entity, EntityDetail, EntityFact, EntityHit, MentionedIn, Proposed, Referral, Relation
from graph.model.types import Validation

_SNIPPET = 120
"""Characters that are shown around a mention."""


def entity_of(row: Mapping[str, Any], may_be: Sequence[Mapping[str, Any]]) -> Entity:
    """An entity from the map of its properties, with whom it may mean."""
    verdict = row.get("validation_status") or Validation.UNVALIDATED.value
    referrals = tuple(value_of(Referral, referral) for referral in may_be)
    return value_of(Entity, row, validation_status=verdict, may_be=referrals)


def entity_hit_of(row: Mapping[str, Any]) -> EntityHit:
    """An entity that a description fits."""
    place = row["place"]
    return value_of(
        EntityHit, row, entity=entity_of(row["entity"], row["may_be"]), snippet=_snippet(place) if place else ""
    )


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
        importance=max((weight["importance"] or 0.0 for weight in row["weights"]), default=0.0),
        use_count=sum(weight["uses"] for weight in row["weights"]),
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
        snippet=next(map(_snippet, row["places"]), ""),
        relevance=round(row["its"] / row["all_of_it"], 4) if row["all_of_it"] else 0.0,
    )


def _snippet(place: Mapping[str, Any]) -> str:
    """The text around a place, out of the chunk that holds it, or out of the packed text of what is archived."""
    start, end = (max(0, place[key] - place["chunk_start"]) for key in ("start", "end"))
    if place["text"]:
        return around(place["text"], start, end, characters=_SNIPPET)
    text = stretch(place, max(0, place["start"] - _SNIPPET), place["end"] + _SNIPPET)
    before = min(place["start"], _SNIPPET)
    return around(text, before, before + end - start, characters=_SNIPPET) if text else ""


def relation_of(row: Mapping[str, Any]) -> Relation:
    """One relation."""
    return value_of(Relation, row, **verdict_of(row))
