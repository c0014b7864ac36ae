"""Turns records of entities into values; pure."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from graph.figures import Candidate, Entity, EntityDetail, EntityName, Referral, Relation, Validation
from graph.model import EntityType, RelationType
from graph.rows import moment


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


def candidate_of(row: Mapping[str, Any]) -> Candidate:
    """One side of a proposal."""
    return Candidate(
        id=row["id"],
        name=row["name"],
        type=EntityType(row["type"]),
        aliases=tuple(row["aliases"] or ()),
        mention_count=row["mention_count"],
    )


def detail_of(row: Mapping[str, Any]) -> EntityDetail:
    """All of one entity."""
    entity = row["entity"]
    return EntityDetail(
        entity=entity_of(entity, row["may_be"]),
        names=tuple(
            EntityName(
                key=one["key"], name=one["name"], type=EntityType(one["type"]), count=one["count"], held=one["held"],
                was=tuple(one["was"]),
            )
            for one in row["names"]
        ),
        relations=tuple(map(relation_of, row["relations"])),
        meant_by=tuple(map(referral_of, row["meant_by"])),
        proposals=tuple(map(referral_of, row["proposals"])),
        merged_from=tuple(one.partition(" ")[0] for one in entity.get("merged_from") or ()),
        apart=tuple(row["apart"]),
        attributes=json.loads(entity.get("attributes") or "{}"),
    )  # fmt: skip


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
        validation_status=Validation(row["validation_status"] or "unvalidated"),
        validated_by=row.get("validated_by"),
        note=row.get("note"),
    )
