"""The types of one user: listed, made, changed and removed; those of the system may be shown and weighed otherwise."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from graph.catalogue import rules
from graph.catalogue.catalogue import Catalogue, fields_kept, properties_of
from graph.catalogue.order import AskedRelation, EntityTypes, TypeOrder
from graph.db.row import Row
from graph.db.store import Runs, Step, Store
from graph.errors import Conflict, Invalid, NotFound
from graph.journal.journal import Journal
from graph.model.catalogue import EntityKind, RelationKind, TypeRemoved
from graph.model.life.journal import Act

OWN_MOST = 200
"""Types of each kind that a user may have."""
Kind = TypeVar("Kind", EntityKind, RelationKind)
_Keep = Callable[[str, str, Row], Step]


@dataclass(frozen=True, slots=True)
class TypeParts:
    """What the types of every user are made of."""

    store: Store
    catalogue: Catalogue
    journal: Journal
    clock: Callable[[], datetime]


class Types:
    """The types of one user's entities and relations.

    An own type is a kind of another one, in the end of the system's. Names are matched whatever their case.
    """

    def __init__(self, parts: TypeParts, user_id: str) -> None:
        self._parts = parts
        self._user_id = user_id

    def entities(self) -> tuple[EntityKind, ...]:
        """The types of entities, those of the system first, with how many entities asking for each finds."""
        order = self._parts.catalogue.entities(self._user_id)
        rows = self._parts.store.read("types/entity_usage", user_id=self._user_id)
        counts = [(row["type"], row["subtype"], row["count"]) for row in rows]
        return tuple(
            replace(kind, usage=sum(n for type_, subtype, n in counts if type_ in types or subtype in subtypes))
            for kind in order.kinds.values()
            for types, subtypes in [order.asked(kind.name)]
        )

    def relations(self) -> tuple[RelationKind, ...]:
        """The types of relations, those of the system first, with how many facts asking for each finds."""
        order = self._parts.catalogue.relations(self._user_id)
        types = self._entity_order()
        bounded = order.bounded(types)
        rows = self._parts.store.read(
            "types/relation_usage", user_id=self._user_id, types=[each.type for each in bounded],
            words=[word for each in bounded for word in each.words],
        )  # fmt: skip
        asked = {name: order.asked([name], types) for name in order.kinds}
        return tuple(
            replace(kind, usage=sum(row["count"] for row in rows if any(_is_of(row, each) for each in asked[name])))
            for name, kind in order.kinds.items()
        )

    def entity(self, name: str) -> EntityKind:
        """One type of entities. Raises NotFound."""
        return _named("type of entities", name, self.entities())

    def relation(self, name: str) -> RelationKind:
        """One type of relations. Raises NotFound."""
        return _named("type of relations", name, self.relations())

    def create_entity(self, name: str, changes: Mapping[str, object] | None = None) -> EntityKind:
        """Makes a type of entities, a kind of Concept unless `parent` says another. Raises Conflict, Invalid."""
        kind = EntityKind(name=rules.checked_name(name), name_ja=name, name_en=name, parent="Concept")
        order = self._parts.catalogue.entities(self._user_id)
        made = self._created(_keep_entity, kind, changes, order)
        return self.entity(made.name)

    def create_relation(self, name: str, changes: Mapping[str, object] | None = None) -> RelationKind:
        """Makes a type of relations, a kind of RELATES_TO unless `parent` says another. Raises Conflict, Invalid.

        Facts that are told by one of its `predicates` are of this type; without any its own name is one.
        """
        word = rules.checked_name(name)
        kind = RelationKind(
            name=word, name_ja=name, name_en=name, parent="RELATES_TO",
            predicates=(word.replace("_", " ").lower(),),
        )  # fmt: skip
        order = self._parts.catalogue.relations(self._user_id)
        made = self._created(_keep_relation, kind, changes, order)
        return self.relation(made.name)

    def change_entity(self, name: str, changes: Mapping[str, object]) -> EntityKind:
        """Changes a type of entities; of the system's all but what it is a kind of. Raises NotFound, Invalid."""
        order = self._parts.catalogue.entities(self._user_id)
        return self.entity(self._changed(_keep_entity, _named("type of entities", name, order), changes, order))

    def change_relation(self, name: str, changes: Mapping[str, object]) -> RelationKind:
        """Changes a type of relations; of the system's all but parent and words. Raises NotFound, Invalid."""
        order = self._parts.catalogue.relations(self._user_id)
        kind = _named("type of relations", name, order)
        return self.relation(self._changed(_keep_relation, kind, changes, order))

    def remove_entity(self, name: str) -> TypeRemoved:
        """Removes an own type: its entities and the types below it go to its parent. One of the system is reset.

        Raises NotFound, and Invalid for a type of the system that nobody changed.
        """
        order = self._parts.catalogue.entities(self._user_id)
        kind = self._removable(_named("type of entities", name, order))
        parent = order.kinds.get(kind.parent or "")
        below = parent.name if parent is not None and not parent.system else None
        gone: Row = {"name": kind.name, "parent": None if kind.system else kind.parent, "subtype": below}
        row = self._removed(kind, Step("types/drop_entity", {"user_id": self._user_id, **gone}))
        heir = None if kind.system else kind.parent
        return TypeRemoved(name=kind.name, parent=heir, entities=row["entities"], types=row["types"])

    def remove_relation(self, name: str) -> TypeRemoved:
        """Removes an own type; what was told by its words stays what it was. One of the system is reset.

        Raises NotFound, and Invalid for a type of the system that nobody changed.
        """
        kind = self._removable(_named("type of relations", name, self._parts.catalogue.relations(self._user_id)))
        gone: Row = {"name": kind.name, "parent": None if kind.system else kind.parent}
        row = self._removed(kind, Step("types/drop_relation", {"user_id": self._user_id, **gone}))
        return TypeRemoved(name=kind.name, parent=None if kind.system else kind.parent, types=row["types"])

    def _created(self, keep: _Keep, kind: Kind, changes: Mapping[str, object] | None, order: TypeOrder[Kind]) -> Kind:
        if order.get(kind.name) is not None:
            raise Conflict("There is a type of this name. Change that one, or choose another name.")
        if sum(not each.system for each in order.kinds.values()) >= OWN_MOST:
            raise Invalid("name", "there are too many types.", allowed=f"up to {OWN_MOST} of your own")
        made = kind if not changes else rules.changed(kind, changes, order, self._entity_order())
        self._stored(keep, made, properties_of(made, fields_kept(made)), Act.TYPE_CREATED, changes or {})
        return made

    def _changed(self, keep: _Keep, kind: Kind, changes: Mapping[str, object], order: TypeOrder[Kind]) -> str:
        made = rules.changed(kind, changes, order, self._entity_order())
        self._stored(keep, made, properties_of(made, frozenset(changes)), Act.TYPE_CHANGED, changes)
        return made.name

    def _stored(self, keep: _Keep, kind: Kind, properties: Row, act: Act, changes: Mapping[str, object]) -> None:
        step = self._parts.journal.step(self._user_id, act, subject=kind.name, fields=list(changes))

        def work(runs: Runs) -> None:
            self._locked(runs)
            keep(self._user_id, kind.name, properties).run(runs)
            step.run(runs)

        self._parts.store.together(work)

    def _removed(self, kind: Kind, drop: Step) -> Row:
        step = self._parts.journal.step(self._user_id, Act.TYPE_REMOVED, subject=kind.name)

        def work(runs: Runs) -> Row:
            self._locked(runs)
            rows = drop.run(runs)
            step.run(runs)
            return rows[0]

        return self._parts.store.together(work)

    def _locked(self, runs: Runs) -> None:
        """Takes the user's lock; what is kept of the graph as a whole was made with the types before."""
        runs("project/open", {"user_id": self._user_id, "now": self._parts.clock()})

    def _removable(self, kind: Kind) -> Kind:
        if kind.system and not kind.changed:
            raise Invalid("name", "this type is there for everybody.", allowed="a type of your own, or one you changed")
        return kind

    def _entity_order(self) -> EntityTypes:
        return self._parts.catalogue.entities(self._user_id)


def _is_of(row: Row, asked: AskedRelation) -> bool:
    """Whether facts of a row of `types/relation_usage` are of a type."""
    return (
        (row["type"] == asked.type or row["word"] in asked.words)
        and (asked.sources is None or not {*asked.sources}.isdisjoint(row["source"]))
        and (asked.targets is None or not {*asked.targets}.isdisjoint(row["target"]))
    )


def _keep_entity(user_id: str, name: str, properties: Row) -> Step:
    return Step("types/store_entity", {"user_id": user_id, "name": name, "properties": properties})


def _keep_relation(user_id: str, name: str, properties: Row) -> Step:
    return Step("types/store_relation", {"user_id": user_id, "name": name, "properties": properties})


def _named(what: str, name: str, kinds: "TypeOrder[Kind] | tuple[Kind, ...]") -> Kind:
    order = kinds if isinstance(kinds, TypeOrder) else TypeOrder(kinds)
    kind = order.get(name)
    if kind is None:
        raise NotFound(what, name)
    return kind
