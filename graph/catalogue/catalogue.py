"""Reads the types of a user: those of the system as the user sees them, and the user's own."""

import json
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from typing import Any

from graph.catalogue.order import EntityTypes, RelationTypes
from graph.db.row import Row
from graph.db.store import Store
from graph.db.type_catalogue import ENTITY_TYPES, RELATION_TYPES, RelationTypeRow
from graph.db.values import value_of
from graph.model.catalogue import EntityKind, RelationKind, TypeAttribute

_DERIVED = frozenset({"name", "level", "system", "changed", "usage", "directed", "symmetric", "transitive"})


def _arrow(row: RelationTypeRow | RelationKind) -> str:
    """The arrow of what is directed, where nobody asked for another."""
    return "to" if row.directed else "none"


SYSTEM_ENTITIES = tuple(
    EntityKind(
        name=str(row.name), name_ja=row.name_ja, name_en=row.name_en, description=row.description, icon=row.icon,
        colour=row.colour, parent=row.parent and str(row.parent), attributes=row.attributes, system=True,
    )
    for row in ENTITY_TYPES
)  # fmt: skip
SYSTEM_RELATIONS = tuple(
    RelationKind(
        name=str(row.name), name_ja=row.name_ja, name_en=row.name_en, directed=row.directed, symmetric=row.symmetric,
        transitive=row.transitive, default_weight=row.default_weight, threshold=row.threshold, colour=row.colour,
        line=row.line, arrow=_arrow(row), system=True,
    )
    for row in RELATION_TYPES
)  # fmt: skip


class Catalogue:
    """The types of every user. One for a process; safe to share between threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def entities(self, user_id: str) -> EntityTypes:
        """The types of a user's entities, those of the system first."""
        rows = [row["type"] for row in self._store.read("types/entities", user_id=user_id)]
        rows_by_name = {row["name"]: row for row in rows}
        kinds = [
            replace(kind, **_given(rows_by_name.pop(kind.name)), changed=True) if kind.name in rows_by_name else kind
            for kind in SYSTEM_ENTITIES
        ]
        order = EntityTypes([*kinds, *(value_of(EntityKind, row, **_given(row)) for row in rows_by_name.values())])
        return EntityTypes(replace(kind, level=len(order.chain(name)) - 1) for name, kind in order.kinds.items())

    def relations(self, user_id: str) -> RelationTypes:
        """The types of a user's relations, those of the system first."""
        rows = [row["type"] for row in self._store.read("types/relations", user_id=user_id)]
        rows_by_name = {row["name"]: row for row in rows}
        kinds = [
            replace(kind, **_given(rows_by_name.pop(kind.name)), changed=True) if kind.name in rows_by_name else kind
            for kind in SYSTEM_RELATIONS
        ]
        order = RelationTypes([*kinds, *(value_of(RelationKind, row, **_given(row)) for row in rows_by_name.values())])
        return RelationTypes(_placed(kind, order) for kind in order.kinds.values())


def properties_of(kind: EntityKind | RelationKind, names: frozenset[str]) -> Row:
    """What is kept of a type: the fields of these names, with attributes as JSON."""
    held = {name: value for name, value in asdict(kind).items() if name in names - _DERIVED}
    return {name: json.dumps(value) if name == "attributes" else _plain(value) for name, value in held.items()}


def fields_kept(kind: EntityKind | RelationKind) -> frozenset[str]:
    """The fields of a type of a person's own that are kept."""
    return frozenset(field.name for field in fields(kind)) - _DERIVED


def _placed(kind: RelationKind, order: RelationTypes) -> RelationKind:
    """A type with its level; one of a person's own is directed, symmetric, transitive as the system's above it."""
    chain = order.chain(kind.name)
    top = chain[-1]
    return replace(
        kind, level=len(chain) - 1, directed=top.directed, symmetric=top.symmetric, transitive=top.transitive,
        arrow=kind.arrow or _arrow(top),
    )  # fmt: skip


def _given(row: Mapping[str, Any]) -> Row:
    """What a row says of a type, in the form of its fields."""
    given: Row = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in row.items()
        if value is not None and name not in _DERIVED
    }
    if "attributes" in row and row["attributes"] is not None:
        given["attributes"] = tuple(value_of(TypeAttribute, each) for each in json.loads(row["attributes"]))
    return given


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
