"""Turns records of entities into values; pure."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from graph.calendar.zones import at_offset
from graph.db.rows import NEVER, moment
from graph.db.verdicts import verdict_of
from graph.model.entities import (
    Entity,
    EntityDetail,
    EntityFact,
    EntityName,
    MentionedIn,
    MergeCandidate,
    Proposed,
    Referral,
    Relation,
)
from graph.model.types import EntityType, RelationType, Status, Validation


def entity_of(row: Mapping[str, Any], may_be: Sequence[Mapping[str, Any]]) -> Entity:
    """An entity from the map of its properties, with whom it may mean."""
    first, last = row.get("first_seen"), row.get("last_seen")
    return Entity(
        id=row["id"],
        name=row["name"],
        type=EntityType(row["type"]),
        subtype=row.get("subtype"),
        aliases=tuple(row.get("aliases") or ()),
        description=row.get("description"),
        mention_count=row["mention_count"],
        confidence=row["confidence"],
        validation_status=row.get("validation_status") or Validation.UNVALIDATED.value,
        edited=tuple(row.get("edited") or ()),
        first_seen=moment(first) if first else None,
        last_seen=moment(last) if last else None,
        may_be=tuple(map(referral_of, may_be)),
    )


def referral_of(row: Mapping[str, Any]) -> Referral:
    """One entity that another may be."""
    return Referral(
        id=row["id"],
        name=row["name"],
        confidence=row["confidence"],
        reasons=tuple(row["reasons"]),
        shown=bool(row["shown"]),
    )


def candidate_of(row: Mapping[str, Any]) -> MergeCandidate:
    """One side of a proposal."""
    return MergeCandidate(
        id=row["id"],
        name=row["name"],
        type=EntityType(row["type"]),
        aliases=tuple(row["aliases"] or ()),
        mention_count=row["mention_count"],
    )


def proposed_of(row: Mapping[str, Any]) -> Proposed:
    """Two entities that may be one."""
    return Proposed(
        one=candidate_of(row["one"]),
        other=candidate_of(row["other"]),
        score=row["score"],
        reasons=tuple(row["reasons"]),
    )


def detail_of(row: Mapping[str, Any]) -> EntityDetail:
    """All of one entity."""
    entity = row["entity"]
    return EntityDetail(
        entity=entity_of(entity, row["may_be"]),
        names=tuple(
            EntityName(
                key=name["key"], name=name["name"], type=EntityType(name["type"]), count=name["count"],
                held=name["held"], was=tuple(name["was"]),
            )
            for name in row["names"]
        ),
        relations=tuple(map(relation_of, row["relations"])),
        meant_by=tuple(map(referral_of, row["meant_by"])),
        proposals=tuple(map(referral_of, row["proposals"])),
        facts=tuple(map(fact_of, row["facts"])),
        fact_count=row["fact_count"],
        memories=tuple(map(mentioned_in, row["memories"])),
        memory_count=row["memory_count"],
        merged_from=tuple(merged_id(name) for name in entity.get("merged_from") or ()),
        apart=tuple(row["apart"]),
        given=tuple(row["given"]),
        attributes=json.loads(entity.get("attributes") or "{}"),
    )  # fmt: skip


def merged_id(record: str) -> str:
    """The id that an entity had which was merged into another, from the record of it."""
    return record.partition(" ")[0]


def fact_of(row: Mapping[str, Any]) -> EntityFact:
    """One fact with its sentence, cut out of the chunk that states it."""
    until = moment(row["valid_to"])
    start, end = (row[key] - row["chunk_start"] for key in ("start", "end"))
    return EntityFact(
        id=row["id"],
        memory_id=row["memory_id"],
        subject_id=row["subject_id"],
        subject=row["subject"],
        predicate=row["predicate"],
        object_id=row["object_id"],
        object=row["object"],
        type=RelationType(row["type"]),
        polarity=row["polarity"],
        modality=row["modality"],
        confidence=row["confidence"],
        sentence=row["text"][max(0, start) : max(0, end)],
        said_at=moment(row["said_at"]),
        valid_to=until if until < NEVER else None,
        time=row.get("time"),
        place=row.get("place"),
        amount=row.get("amount"),
    )


def mentioned_in(row: Mapping[str, Any]) -> MentionedIn:
    """One memory that mentions an entity."""
    occurred, offset = row.get("occurred_at"), row.get("utc_offset")
    return MentionedIn(
        memory_id=row["id"],
        title=row["title"],
        created_at=at_offset(moment(row["created_at"]), offset),
        occurred_at=at_offset(moment(occurred), offset) if occurred else None,
        status=Status(row["status"]),
        surfaces=tuple(dict.fromkeys(surface for surfaces in row["surfaces"] for surface in surfaces)),
    )


def relation_of(row: Mapping[str, Any]) -> Relation:
    """One relation."""
    return Relation(
        source=row["source"],
        source_name=row["source_name"],
        type=RelationType(row["type"]),
        target=row["target"],
        target_name=row["target_name"],
        predicate=row["predicate"],
        evidence_count=row["evidence_count"],
        confidence=row["confidence"],
        **verdict_of(row),
    )
