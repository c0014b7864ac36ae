"""What an entity takes over from one that is merged into it, and what is given back at a split: pure."""

import json
from collections.abc import Mapping, Sequence, Set
from datetime import datetime
from typing import Any, cast

from graph.db.entity_mapping import merged_id
from graph.db.row import Row
from graph.errors import Invalid

_KEPT = ("name", "type", "subtype", "description", "attributes", "edited")


def identity(name: Mapping[str, Any]) -> Row:
    """The key and type that identify a name of a user."""
    return {"key": name["key"], "type": name["type"]}


def record(entity: Mapping[str, Any], by: str, now: datetime, carried: Set[str]) -> str:
    """An entity before it was merged, and the fields the other took over, as "<id> <JSON>"."""
    kept = {key: entity[key] for key in _KEPT if entity[key] is not None}
    before = {**kept, "by": by, "at": now.isoformat(), "carried": sorted(carried)}
    return f"{entity['id']} {json.dumps(before, ensure_ascii=False)}"


def _recorded(entity: Mapping[str, Any], target: str) -> Row:
    """What an entity that was merged into another was before; empty when it never was one."""
    text = next((text for text in entity["merged_from"] or () if merged_id(text) == target), None)
    return json.loads(text.partition(" ")[2]) if text else {}


def carried(kept: Mapping[str, Any], absorbed: Mapping[str, Any]) -> set[str]:
    """The fields that a person set of the absorbed entity and not of the kept one.

    The type only where both have the same: else the kept entity would change its type without being asked.
    """
    fields = {"description", "attributes"} | ({"type", "subtype"} if kept["type"] == absorbed["type"] else set())
    return fields & {*(absorbed["edited"] or ())} - {*(kept["edited"] or ())}


def going_back(entity: Mapping[str, Any], target: str) -> set[str]:
    """Of the fields carried over from an entity those that nobody has changed since."""
    was = _recorded(entity, target)
    return {field for field in cast("list[str]", was.get("carried", [])) if entity[field] == was.get(field)}


def merged(entity: Mapping[str, Any]) -> list[str]:
    """The ids of what a person merged into an entity, the last one last."""
    return [merged_id(text) for text in entity["merged_from"] or ()]


def leaving(row: Mapping[str, Any], names: Sequence[str] | None) -> list[Mapping[str, Any]]:
    """The names that leave an entity: those given by key or form, or those of the last merge by hand."""
    every: list[Mapping[str, Any]] = row["names"]
    if names is None:
        last = merged(row["entity"])[-1:]
        chosen = [name for name in every if last and last[0] in name["was"]]
        if not chosen:
            raise Invalid("names", "nothing was merged into it by hand.", allowed="the names that are to leave it")
    else:
        wanted = {name.casefold() for name in names}
        chosen = [name for name in every if wanted & {name["key"], *(form.casefold() for form in name["names"])}]
        known = {form for name in chosen for form in (name["key"], *(alias.casefold() for alias in name["names"]))}
        if not wanted or wanted - known:
            raise Invalid("names", "not all of these are names of this entity.", allowed="names that `show` lists")
    if len(chosen) == len(every):
        raise Invalid("names", "these are all its names; nothing would be left.", allowed="some of its names")
    return chosen


def before(was: Sequence[str], target: str) -> list[str]:
    """Of the entities that a name went through, those before one."""
    return list(was[: was.index(target)]) if target in was else list(was)


def restored(entity: Mapping[str, Any], target: str, leaving: Sequence[Mapping[str, Any]]) -> Row:
    """The properties of an entity that comes out of another: as it was before, if it was one before."""
    naming = leaving[0]
    kept = _recorded(entity, target)
    return {
        "key": naming["key"], "kind": naming["type"], "name": naming["name"], "type": naming["type"], "aliases": [],
        "confidence": naming["confidence"], "mention_count": 0, "validation_status": "unvalidated",
        **{key: kept[key] for key in _KEPT if key in kept},
    }  # fmt: skip
