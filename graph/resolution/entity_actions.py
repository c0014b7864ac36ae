"""What a person asks and changes of entities: lists, proposals, merge and split, names and types, relations."""

import json
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

import numpy as np

from graph.catalogue.catalogue import Catalogue
from graph.catalogue.order import EntityTypes
from graph.catalogue.read_attributes import asked_facts, attributes_read
from graph.catalogue.rules import checked_attributes
from graph.db.entity_mapping import detail_of, entity_hit_of, entity_of, proposed_of, relation_of
from graph.db.filters import Cursor, checked_limit, cursor_of
from graph.db.row import Row
from graph.db.rows import NEVER
from graph.db.store import Runs, Store
from graph.db.type_catalogue import SYMMETRIC
from graph.db.vector_origin import vector_of
from graph.db.verdicts import note_of, verdict_row
from graph.errors import Conflict, Invalid, NotFound
from graph.extractor import Extractor
from graph.intake.checks import plain
from graph.journal.journal import Journal
from graph.journal.tombstones import lifted, raised, relation_keys
from graph.model.care.vectors import PASSAGES_MOST
from graph.model.entities import EntityDetail, EntityHit, EntityPage, ProposalPage, Relation
from graph.model.life.journal import Act
from graph.model.types import PROPER_TYPES, EntityType, RelationType, Validation
from graph.resolution import merges
from graph.resolution.called import called_query
from graph.resolution.naming.similarity import PROPOSE
from graph.resolution.resolution_writer import EntityResolver

NAME_MOST = 200
DESCRIPTION_MOST = 2_000
ATTRIBUTES_MOST = 10_000
ALIASES_MOST = 50
SUBTYPE_MOST = 64
EDITABLE = frozenset({"name", "type", "subtype", "aliases", "description", "attributes"})
_FIRST_COUNT = 2**53
_RELATIONS_MOST = 100
_LATEST = 20
_TELLING_MOST = 200
"""Facts that may tell an attribute, the latest."""
_NAMED_MOST = 6
_NEAREST = 100
"""Entities, and chunks, that are looked at for those that a description fits."""
_NEAREST_OF_ROOT = 500
_OWN_SHARE = 0.2
"""How much an entity's own vector, which is mostly that of its name, counts beside the nearest passage."""
_BEGINNING = 6
"""So many characters of an id may stand for it; fewer are rather a name."""
_SURER_THAN_ALL = 2.0


class Entities:
    """Reads and changes entities. One for a process; safe to share between threads.

    What a person sets or joins is never overwritten by what memories say later; all of it can be undone.
    """

    def __init__(
        self,
        store: Store,
        extractor: Extractor,
        resolver: EntityResolver,
        clock: Callable[[], datetime],
        new_entity_id: Callable[[], str],
        journal: Journal,
        catalogue: Catalogue,
    ) -> None:
        self._journal = journal
        self._catalogue = catalogue
        self._store = store
        self._extractor = extractor
        self._resolver = resolver
        self._clock = clock
        self._new_entity_id = new_entity_id

    def page(self, user_id: str, kind: str | None, text: str | None, limit: int, cursor: str | None) -> EntityPage:
        """Entities in most memories first, a page at a time; of a type or below it, or with a text in a name if asked.

        Raises Invalid.
        """
        after = cursor_of(cursor) if cursor else None
        asked = self._catalogue.entities(user_id).asked(plain("type", kind)) if kind is not None else (None, None)
        rows = self._store.read(
            "entity/list",
            user_id=user_id,
            types=asked[0],
            subtypes=asked[1],
            text=plain("text", text).lower() if text else None,
            after=after.value if after else _FIRST_COUNT,
            after_id=after.id if after else "",
            limit=checked_limit(limit) + 1,
        )
        listed = [entity_of(row["entity"], row["may_be"]) for row in rows[:limit]]
        given = (after.given if after else 0) + len(listed)
        more = Cursor(given, float(listed[-1].mention_count), listed[-1].id).text() if len(rows) > limit else None
        return EntityPage(entities=tuple(listed), next_cursor=more)

    def about(self, user_id: str, description: str, kind: str | None, limit: int) -> tuple[EntityHit, ...]:
        """The entities that a description fits, best first; of a type or below it if asked, else of proper names.

        Raises Invalid.
        """
        if not plain("about", description).strip():
            raise Invalid("about", "it is empty.", allowed="a description in any language")
        types, subtypes, candidates = sorted(PROPER_TYPES), list[str](), _NEAREST
        roots = {*types}
        if kind is not None:
            order = self._catalogue.entities(user_id)
            types, subtypes = order.asked(plain("type", kind))
            roots = {*types, *(order.root(order.kinds[name]) for name in subtypes)}
            # An own type is no filter of the index: of its root more are looked at.
            candidates = _NEAREST if types else _NEAREST_OF_ROOT
        rows = self._store.read(
            "entity/about",
            user_id=user_id,
            vector=np.asarray(self._extractor.question(description).vector, np.float32).tolist(),
            ranges=[{"low": root, "high": root} for root in sorted(roots)],
            types=types,
            subtypes=subtypes,
            share=_OWN_SHARE,
            candidates=max(candidates, checked_limit(limit)),
            limit=limit,
        )
        return tuple(map(entity_hit_of, rows))

    def show(self, user_id: str, entity_id: str) -> EntityDetail:
        """One entity with all that is known of it. Raises NotFound."""
        given: Row = {
            "limit": _RELATIONS_MOST,
            "latest": _LATEST,
            "telling_most": _TELLING_MOST,
            "never": NEVER,
            "passages_most": PASSAGES_MOST,
        }
        rows = self._store.read("entity/show", user_id=user_id, id=entity_id, **given, **asked_facts())
        if not rows:
            raise NotFound("entity", entity_id)
        detail = detail_of(rows[0])
        read = attributes_read(
            entity_id, detail.entity.type, detail.attributes.keys(), rows[0]["telling"], rows[0]["located"]
        )
        return replace(detail, read_attributes=read, vector=vector_of(rows[0], self._store))

    def called(self, user_id: str, called: str) -> str:
        """The id of the one entity that an id, how it begins, a name or an alias means.

        Raises NotFound, and Conflict for several.
        """
        query = called_query(user_id, plain("entity", called))
        if query is None:
            raise NotFound("entity", called)
        rows = self._store.read(
            "entity/called", user_id=user_id, called=called, query=query, least=_BEGINNING, limit=_NAMED_MOST
        )
        best = [row for row in rows if row["rank"] == rows[0]["rank"]]
        if not best:
            raise NotFound("entity", called)
        if len(best) > 1:
            those = "; ".join(f"{row['id']} ({row['type']}, mentions: {row['mention_count']})" for row in best)
            raise Conflict(f"More than one entity is called that. Say which by its id: {those}.")
        return best[0]["id"]

    def proposals(self, user_id: str, limit: int, cursor: str | None) -> ProposalPage:
        """Pairs that may be one entity, likeliest first, a page at a time."""
        after = cursor_of(cursor) if cursor else None
        rows = self._store.read(
            "entity/proposals",
            user_id=user_id,
            least=PROPOSE,
            after=after.value if after else _SURER_THAN_ALL,
            after_id=after.id if after else "",
            limit=checked_limit(limit) + 1,
        )
        listed = [proposed_of(row) for row in rows[:limit]]
        given = (after.given if after else 0) + len(listed)
        last = f"{listed[-1].one.id} {listed[-1].other.id}" if listed else ""
        more = Cursor(given, listed[-1].score, last).text() if len(rows) > limit else None
        return ProposalPage(proposals=tuple(listed), next_cursor=more)

    def merge(self, user_id: str, into: str, other: str, *, by: str, force: bool) -> EntityDetail:
        """Makes one entity of two, under the id `into`; `split` undoes it. Done twice it changes nothing more.

        What a person said of the other is said of the one from then on, where nobody has said it of that one.
        Raises Invalid for an entity with itself, NotFound, and Conflict for two types unless `force`.
        """
        if into == plain("other", other):
            raise Invalid("other", "an entity cannot be merged with itself.", allowed="the id of another entity")
        now = self._clock()
        recording = self._journal.step(user_id, Act.ENTITY_MERGED, subject=into)

        def work(runs: Runs) -> None:
            (kept,) = self._locked(runs, user_id, into)
            absorbed = self._again(runs, user_id, kept, other)
            if absorbed is None:
                return
            if kept["entity"]["type"] != absorbed["entity"]["type"] and not force:
                raise Conflict("The two entities are of different types. Retype one of them, or merge with force.")
            carried = merges.carried(kept["entity"], absorbed["entity"])
            record = merges.record(absorbed["entity"], by, now, carried)
            self._carry(runs, user_id, kept["entity"], {field: absorbed["entity"][field] for field in carried}, carried)
            runs("entity/hold", {"user_id": user_id, "ids": [into, other], "id": into, "merged_from": [record]})
            moves = [
                {**merges.identity(name), "from": other, "to": into, "was": [*name["was"], other]}
                for name in absorbed["names"]
            ]
            self._resolver.carry_out(runs, user_id, now, moves=moves, created=[], entities=[into])
            recording.run(runs)

        return self._done(user_id, work, into)

    def split(self, user_id: str, entity_id: str, names: Sequence[str] | None, *, by: str) -> EntityDetail:
        """Parts an entity: the names given leave it, or those of the last merge by hand; the two are kept apart.

        Returns the entity that came of it, under the id it had before the merge. Raises NotFound, Invalid.
        """
        now = self._clock()
        made: list[str] = []
        recording = self._journal.step(user_id, Act.ENTITY_SPLIT, subject=entity_id)

        def work(runs: Runs) -> None:
            made.clear()
            recording.run(runs)
            (row,) = self._locked(runs, user_id, entity_id)
            leaving = merges.leaving(row, names)
            before = [
                identity
                for identity in merges.merged(row["entity"])
                if any(identity in name["was"] for name in leaving)
            ]
            old = [name["was"][-1] for name in leaving if name["was"]]
            there = runs("entity/lock", {"user_id": user_id, "ids": [*before, *old]})
            free = [
                identity
                for identity in [*reversed(before), *old]
                if identity not in {row["entity"]["id"] for row in there}
            ]
            target = free[0] if free else self._new_entity_id()
            made.append(target)
            created: Row = {"id": target, "properties": merges.restored(row["entity"], target, leaving)}
            moves = [
                {**merges.identity(name), "from": entity_id, "to": target, "was": merges.before(name["was"], target)}
                for name in leaving
            ]
            back = merges.going_back(row["entity"], target)
            self._carry(runs, user_id, row["entity"], dict.fromkeys(back - {"type"}), back)
            ends = [entity_id, target]
            apart: Row = {"one": entity_id, "other": target, "by": by, "note": None, "now": now}
            self._resolver.carry_out(
                runs, user_id, now, moves=moves, created=[created], entities=ends,
                between=lambda: runs("entity/part", {"user_id": user_id, **apart}),
            )  # fmt: skip

        self._done(user_id, work, entity_id)
        return self.show(user_id, made[0])

    def keep_apart(self, user_id: str, first: str, second: str, *, by: str, note: str | None) -> EntityDetail:
        """Says that two entities are never one: not proposed again, not merged again. Raises NotFound, Invalid.

        Returns the first of the two as it is then.
        """
        if first == plain("other", second):
            raise Invalid("other", "an entity cannot be kept apart from itself.", allowed="the id of another entity")
        now = self._clock()
        text = note_of(note)
        recording = self._journal.step(user_id, Act.ENTITY_KEPT_APART, subject=first)

        def work(runs: Runs) -> None:
            self._locked(runs, user_id, first, second)
            recording.run(runs)
            runs("entity/part", {"user_id": user_id, "one": first, "other": second, "by": by, "note": text, "now": now})
            self._resolver.resolve(runs, user_id, now, entities=[first, second])

        return self._done(user_id, work, first)

    def edit(self, user_id: str, entity_id: str, changes: Mapping[str, object]) -> EntityDetail:
        """Sets name, type, subtype, aliases, description or attributes by hand. Raises NotFound, Invalid.

        The type may be one of the user's own: the entity is of the type of the system that this is a kind of then, and
        of this as its subtype.
        """
        types = self._catalogue.entities(user_id)
        properties = _changed(changes, types)
        aliases = _aliases(changes)
        calls = [*([str(properties["name"])] if "name" in properties else ()), *(aliases or ())]
        given = [{"key": self._key(name), "name": name} for name in calls]
        besides = {"aliases"} if aliases is not None else set[str]()
        now = self._clock()
        recording = self._journal.step(
            user_id, Act.ENTITY_EDITED, subject=entity_id, fields=sorted(properties.keys() | besides)
        )

        def work(runs: Runs) -> None:
            (row,) = self._locked(runs, user_id, entity_id)
            recording.run(runs)
            fitting = _fitting(properties, row["entity"], types)
            runs(
                "entity/change",
                {"user_id": user_id, "id": entity_id, "properties": fitting, "edited": sorted(fitting.keys() | besides),
                 "given": given, "anew": aliases is not None},
            )  # fmt: skip
            self._resolver.resolve(runs, user_id, now, entities=[entity_id])

        return self._done(user_id, work, entity_id)

    def reject(self, user_id: str, entity_id: str, *, by: str) -> int:
        """Takes an entity away for good: memories that name it later do not bring it back.

        Returns how many facts went with it. Raises NotFound.
        """
        now = self._clock()
        recording = self._journal.step(user_id, Act.ENTITY_REJECTED, subject=entity_id)

        def work(runs: Runs) -> int:
            (row,) = self._locked(runs, user_id, entity_id)
            recording.run(runs)
            rejected = runs("entity/reject", {"user_id": user_id, "id": entity_id, "by": by, "now": now})
            self._resolver.resolve(runs, user_id, now, keys=[name["key"] for name in row["names"]])
            runs("inference/keep", {"user_id": user_id, "judged": []})
            return rejected[0]["facts"]

        return self._store.together(work)

    def judge(
        self, user_id: str, source: str, kind: RelationType, target: str, status: Validation, *, by: str,
        note: str | None,
    ) -> Relation:  # fmt: skip
        """Confirms or rejects a relation, or takes that back, and returns it. Raises NotFound, Invalid.

        What was inferred or linked by what is rejected goes, and is looked for anew; likewise when that is taken back.
        """
        given: Row = {
            "user_id": user_id, "source": source, "target": target, "type": kind.value, "symmetric": SYMMETRIC,
            **verdict_row(status, by, note, self._clock()),
        }  # fmt: skip

        recording = self._journal.step(
            user_id, Act.RELATION_JUDGED, subject=f"{source} {kind.value} {target}", fields=[status.value]
        )

        def work(runs: Runs) -> Relation:
            self._locked(runs, user_id)
            recording.run(runs)
            rows = runs("entity/judge", given)
            if not rows:
                raise NotFound("relation", f"{source} {kind.value} {target}")
            keys = relation_keys(user_id, kind.value, rows[0]["source_keys"], rows[0]["target_keys"])
            if status is Validation.REJECTED:
                raised(runs, user_id, keys, Act.RELATION_JUDGED, self._clock())
            else:
                lifted(runs, user_id, keys)
            stating: Row = {"user_id": user_id, "ids": rows[0]["memories"]}
            if stating["ids"]:
                runs("inference/drop", stating)
                runs("link/drop", stating)
            return relation_of(rows[0]["relation"])

        return self._store.together(work)

    def confirm(self, user_id: str, entity_id: str, status: Validation, *, by: str, note: str | None) -> EntityDetail:
        """Says that an entity is right, or takes that back. Raises NotFound, Invalid."""
        if status is Validation.REJECTED:
            raise Invalid("status", "what is no entity is taken away instead.", allowed="confirmed, unvalidated")
        given: Row = {"user_id": user_id, "id": entity_id, **verdict_row(status, by, note, self._clock())}
        recording = self._journal.step(user_id, Act.ENTITY_CONFIRMED, subject=entity_id, fields=[status.value])

        def work(runs: Runs) -> None:
            self._locked(runs, user_id, entity_id)
            recording.run(runs)
            runs("entity/confirm", given)

        return self._done(user_id, work, entity_id)

    def weigh(
        self, user_id: str, source: str, kind: RelationType, target: str, *, weight: float | None,
        confidence: float | None,
    ) -> Relation:  # fmt: skip
        """Says how much a relation weighs and how sure it is; None leaves that to its evidence. Raises NotFound."""
        given: Row = {
            "user_id": user_id, "source": source, "target": target, "type": kind.value, "symmetric": SYMMETRIC,
            "weight": weight, "confidence": confidence,
        }  # fmt: skip
        named = f"{source} {kind.value} {target}"
        recording = self._journal.step(user_id, Act.RELATION_WEIGHED, subject=named)

        def work(runs: Runs) -> None:
            self._locked(runs, user_id)
            recording.run(runs)
            rows = runs("entity/weigh", given)
            if not rows:
                raise NotFound("relation", named)
            pairs = [row["pair"] for row in rows]
            runs("entity/sum", {"user_id": user_id, "ids": [], "pairs": pairs, "symmetric": SYMMETRIC})

        detail = self._done(user_id, work, source)
        return next(each for each in detail.relations if each.type is kind and target in (each.source, each.target))

    def stating(self, user_id: str, source: str, kind: RelationType, target: str, origin: str) -> list[str]:
        """The memories of one source that state a relation."""
        rows = self._store.read(
            "entity/stating", user_id=user_id, source=source, target=target, type=kind.value, origin=origin,
            symmetric=SYMMETRIC,
        )  # fmt: skip
        return [row["memory"] for row in rows]

    def _locked(self, runs: Runs, user_id: str, *ids: str) -> list[Mapping[str, Any]]:
        rows = {row["entity"]["id"]: row for row in runs("entity/lock", {"user_id": user_id, "ids": list(ids)})}
        for identity in ids:
            if identity not in rows:
                raise NotFound("entity", identity)
        return [rows[identity] for identity in ids]

    def _carry(
        self, runs: Runs, user_id: str, entity: Mapping[str, Any], properties: Mapping[str, object], turned: Set[str]
    ) -> None:
        """Sets properties of an entity; the fields that are `turned` count as set by a person now, or no longer."""
        if turned:
            edited = sorted({*(entity["edited"] or ())} ^ turned) or None
            changes = {"user_id": user_id, "id": entity["id"], "properties": {**properties, "edited": edited}}
            runs("entity/carry", changes)

    def _again(self, runs: Runs, user_id: str, kept: Mapping[str, Any], other: str) -> Mapping[str, Any] | None:
        """The entity that is to be merged into another; None when it was merged into that one before."""
        rows = runs("entity/lock", {"user_id": user_id, "ids": [other]})
        if not rows and other not in merges.merged(kept["entity"]):
            raise NotFound("entity", other)
        return rows[0] if rows else None

    def _done(self, user_id: str, work: Callable[[Runs], None], entity_id: str) -> EntityDetail:
        self._store.together(work)
        return self.show(user_id, entity_id)

    def _key(self, name: str) -> str:
        keys = self._extractor.question(name, vector=False).keys
        return max(keys, key=lambda key: (len(key), key), default=name.casefold())


def _changed(changes: Mapping[str, object], types: EntityTypes) -> Row:
    unknown = changes.keys() - EDITABLE
    if unknown or not changes:
        raise Invalid(min(unknown, default="changes"), "cannot be changed.", allowed=", ".join(sorted(EDITABLE)))
    properties: Row = {}
    for field, most in (("name", NAME_MOST), ("description", DESCRIPTION_MOST)):
        if field in changes:
            properties[field] = _words(field, changes[field], most)
    if "type" in changes:
        kind = types.named("type", _words("type", changes["type"], SUBTYPE_MOST))
        properties["type"] = types.root(kind).value
        if not kind.system:
            properties["subtype"] = kind.name
    if "subtype" in changes:
        written = changes["subtype"]
        subtype = None if written in (None, "") else _words("subtype", written, SUBTYPE_MOST)
        kind = types.get(subtype) if subtype else None
        properties["subtype"] = kind.name if kind is not None and not kind.system else subtype
    if "attributes" in changes:
        properties["attributes"] = _attributes(changes["attributes"])
    return properties


def _fitting(changes: Row, entity: Mapping[str, Any], types: EntityTypes) -> Row:
    """The changes with type and subtype brought in line: what is of an own type is of the system's type above it.

    Raises Invalid where the two contradict, or an attribute is not as the type asks.
    """
    properties = dict(changes)
    named = types.get(entity["subtype"] or "")
    if "type" in properties and "subtype" not in properties and named is not None:
        properties["subtype"] = None
    subtype = properties.get("subtype", entity["subtype"])
    kind = types.get(str(subtype)) if subtype else None
    if kind is not None:
        root = types.root(kind).value
        if properties.get("type", root) != root:
            raise Invalid("subtype", "it is no kind of the type given.", allowed=f"with the type {root}")
        if "subtype" in properties:
            properties["type"] = root
    if properties.keys() & {"type", "subtype", "attributes"}:
        held = json.loads(str(properties.get("attributes", entity["attributes"]) or "{}"))
        type_ = EntityType(str(properties.get("type", entity["type"])))
        asked = types.attributes(type_, kind.name if kind is not None else None)
        checked_attributes(held, asked, complete=kind is not None)
    return properties


def _attributes(given: object) -> str:
    try:
        written = json.dumps(given, ensure_ascii=False, allow_nan=False) if isinstance(given, dict) else ""
    except (TypeError, ValueError):
        written = ""
    if not written or len(written) > ATTRIBUTES_MOST:
        raise Invalid("attributes", "they are no object, or too large.", allowed="a JSON object")
    return plain("attributes", written)


def _aliases(changes: Mapping[str, object]) -> list[str] | None:
    """The aliases given by hand, each once; None when nothing was said of them."""
    given = changes.get("aliases")
    if "aliases" not in changes:
        return None
    if not isinstance(given, list | tuple) or len(cast("Sequence[object]", given)) > ALIASES_MOST:
        raise Invalid("aliases", "they are no list, or too many.", allowed=f"a list of at most {ALIASES_MOST} names")
    return list(dict.fromkeys(_words("aliases", alias, NAME_MOST) for alias in cast("Sequence[object]", given)))


def _words(field: str, value: object, most: int) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > most:
        raise Invalid(field, "it is empty or too long.", allowed=f"1 to {most} characters")
    return plain(field, value.strip())
