"""Writes what a batch knows and settles which of its names are one entity, inside the transaction that writes it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, cast

from graph.db.batch_rows import FactRows
from graph.db.entity_mapping import merged_id
from graph.db.row import Row
from graph.db.rows import read_forms
from graph.db.store import Runs
from graph.db.type_catalogue import SYMMETRIC
from graph.journal.tombstones import fact_keys
from graph.model.types import EntityType
from graph.resolution.naming.blocks import MOST_IN_BLOCK, MOST_IN_WIDE
from graph.resolution.naming.comparison_cache import Comparisons
from graph.resolution.naming.members import Surroundings
from graph.resolution.naming.partial_name_candidates import LEAST_STRANGER, Strangers
from graph.resolution.naming.reach import Reach, Reaching, Seen
from graph.resolution.naming.readings import WEAK
from graph.resolution.naming.similarity import NEARLY
from graph.resolution.resolution import Judge, planned
from graph.resolution.resolution_plan import MISTAKEN_FOR, GivenName, Group, Identity, JudgedTie, Plan, Standing

SHARE_STEP = 0.1
"""Step of the share of strangers; when it moves by one step, all partial names are resolved again."""
CONTEXT_MOST = 60
"""How many of its newest chunks are read as the context of a name."""
OFTEN = 200
"""Mentions beyond which not all of them are searched for a common place."""
CHUNKS_MOST = 10_000
"""A name that more chunks may hold unread is none of them: it would tie everything to everything."""
_MOST_READS = 3
"""How often the names near those just reached are read; what is reached by the last of these stays as it is."""
_NOTHING_ASKED: Row = {"keys": [], "blocks": [], "entities": [], "all_parts": False}


@dataclass(frozen=True, slots=True)
class ShownEntity:
    """The entity that a name means, as callers see it."""

    id: str
    name: str
    type: EntityType


@dataclass(frozen=True, slots=True)
class NamesWritten:
    """The entity of each (key, type) of a batch, and whether `resolve_everywhere` is still to come.

    `matched` are the ties of chunks to names that other memories give, as rows of `entity/match`.
    """

    shown: Mapping[tuple[str, str], ShownEntity]
    waits: bool
    matched: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True, slots=True)
class Resolved:
    """The changes of a resolution, the properties of entities that were written, and whether names elsewhere wait."""

    plan: Plan = field(default_factory=Plan)
    faces: Sequence[Row] = ()
    waits: bool = False

    def applied(self, shown: Mapping[tuple[str, str], ShownEntity]) -> dict[tuple[str, str], ShownEntity]:
        """What was shown before, as it is now."""
        by_id = {row["id"]: _properties(row) for row in self.faces}
        after = dict(shown)
        for (key, kind), entity in shown.items():
            place = self.plan.places.get(Identity(key, kind).id, entity.id)
            face = by_id.get(place)
            if face is not None:
                after[key, kind] = ShownEntity(place, str(face["name"]), EntityType(face["type"]))
        return after


class EntityResolver:
    """Decides which names are one entity. Pure but for the statements that `runs` runs; one for a process."""

    def __init__(self, judge: Judge, new_entity_id: Callable[[], str]) -> None:
        self._judge = judge
        self._new_entity_id = new_entity_id

    def write(self, runs: Runs, user_id: str, rows: FactRows, now: datetime, *, at_once: bool = True) -> NamesWritten:
        """Writes names, ties and facts, resolves the names, and returns the entity of each (key, type).

        Unless `at_once`, names beyond those of the batch may be left to `resolve_everywhere`.
        """
        if not (rows.names or rows.candidates):
            return NamesWritten({}, waits=False)
        given_limits = {"nearly": NEARLY, "often": OFTEN, "symmetric": SYMMETRIC, "mistaken": MISTAKEN_FOR}
        stored = runs("entity/store", {"user_id": user_id, **rows.numbered(), **given_limits})
        shown = {
            (row["key"], row["type"]): ShownEntity(row["id"], row["name"], EntityType(row["kind"]))
            for row in stored
            if not row["rejected"]
        }
        fresh = sorted({str(row["key"]) for row in stored if row["fresh"]})
        matched = self._matched(runs, user_id, rows.candidates, fresh)
        shown |= {
            (row["key"], row["type"]): ShownEntity(row["id"], row["name"], EntityType(row["kind"])) for row in matched
        }
        keys = {str(row["key"]) for row in stored if row["open"]} | _to_resolve(matched)
        made = {Identity(row["key"], row["type"]).id for row in stored if row["made"]}
        resolve = self.resolve(runs, user_id, now, keys=sorted(keys), made=made, at_once=at_once)
        if rows.facts and any(row["rejects"] for row in stored):
            known: Row = {"facts": fact_keys(user_id, rows.facts), "symmetric": SYMMETRIC}
            runs("tombstone/relations", {"user_id": user_id, **known})
        return NamesWritten(resolve.applied(shown), waits=resolve.waits, matched=matched)

    def resolve_dropped(
        self,
        runs: Runs,
        user_id: str,
        now: datetime,
        *,
        keys: Collection[str],
        blocks: Collection[str],
        entities: Collection[str],
    ) -> None:
        """Resolves what a memory leaves behind that is taken out, by the keys and blocks of its names and its entities.

        Chunks that lost a name with it are tied to what else they may name before.
        """
        matched = self._matched(runs, user_id, [], sorted(keys))
        keys = sorted({*keys, *_to_resolve(matched)})
        self.resolve(runs, user_id, now, keys=keys, blocks=blocks, entities=entities)

    def _matched(
        self, runs: Runs, user_id: str, unread: Sequence[Row], keys: Sequence[str]
    ) -> Sequence[Mapping[str, Any]]:
        """Ties the chunks of a batch to names that they hold unread, and older chunks to names of these keys."""
        if not (unread or keys):
            return []
        limits: Row = {"weak": sorted(WEAK), "most": CHUNKS_MOST, "nearly": NEARLY}
        return runs("entity/match", {"user_id": user_id, "unread": unread, "keys": keys, **limits})

    def resolve_everywhere(
        self, runs: Runs, user_id: str, shown: Mapping[tuple[str, str], ShownEntity], now: datetime
    ) -> dict[tuple[str, str], ShownEntity]:
        """Resolves all partial names again; returns the entities shown after it.

        A transaction of its own, which may follow any time later: the user keeps a mark that it is due.
        """
        runs("entity/lock", {"user_id": user_id, "ids": []})
        return self._judge_anew(runs, user_id, now, {**_NOTHING_ASKED, "all_parts": True}).applied(shown)

    def resolve(
        self,
        runs: Runs,
        user_id: str,
        now: datetime,
        *,
        keys: Collection[str] = (),
        blocks: Collection[str] = (),
        entities: Collection[str] = (),
        made: Collection[str] = (),
        at_once: bool = True,
    ) -> Resolved:
        """Resolves the names of these keys, blocks and entities, and all names that may be one with them.

        The properties of `entities` are written again in any case. Those `made` have been new since the user's lock was
        taken: each is an entity of its own, as is right where it meets nobody.
        """
        if not (keys or blocks or entities):
            return Resolved()
        asked = {**_NOTHING_ASKED, "keys": list(keys), "blocks": list(blocks), "entities": list(entities)}
        return self._judge_anew(runs, user_id, now, asked, entities, made=made, at_once=at_once)

    def _judge_anew(
        self,
        runs: Runs,
        user_id: str,
        now: datetime,
        asked: Row,
        entities: Collection[str] = (),
        *,
        made: Collection[str] = (),
        at_once: bool = True,
    ) -> Resolved:
        near = self._near(runs, user_id, asked, made)
        if not near.rows:
            return Resolved()
        before = float(near.rows[0]["people"][3])
        share, waits, due = before, False, False if asked["all_parts"] else None
        plan = self._planned(near, entities, share)
        after = share_after(near.rows, plan)
        if after is not None and after != share:
            # The share of strangers has changed: all partial names are resolved again.
            waits = not (at_once or has_all_parts(near.rows))
            if not waits:
                if not has_all_parts(near.rows):
                    near = self._near(runs, user_id, {**asked, "all_parts": True}, made)
                plan, share = self._planned(near, entities, after), after
            due = waits
        standing = {row["entity"]["id"]: _standing_of(row) for row in near.rows}
        faces = [_face(group, standing, plan) for group in plan.groups]
        params = plan_rows(plan, faces, near.rows)
        params["reblocked"] = _reblocked(near.rows, entities)
        if any(params.values()) or share != before or due is not None:
            known_share = share if share >= 0 else None
            runs(
                "entity/settle",
                {"user_id": user_id, "now": now, "share": known_share, "due": due, "symmetric": SYMMETRIC, **params},
            )
        return Resolved(plan, faces, waits=waits)

    def carry_out(
        self,
        runs: Runs,
        user_id: str,
        now: datetime,
        *,
        moves: Sequence[Mapping[str, object]],
        created: Sequence[Mapping[str, object]],
        entities: Sequence[str],
        between: Callable[[], object] = lambda: None,
    ) -> None:
        """Moves names as a person decided, then resolves what is near the entities they left and joined."""
        moved = sorted({str(row[end]) for row in moves for end in ("from", "to")})
        nothing = ("faces", "referring", "references", "considered", "proposals", "reblocked")
        empty: Row = {key: [] for key in nothing}
        params = {**empty, "created": created, "moves": moves, "moved": moved, "share": None, "due": None, "now": now}
        params["symmetric"] = SYMMETRIC
        runs("entity/settle", {"user_id": user_id, **params})
        between()
        self.resolve(runs, user_id, now, entities=entities)

    def _near(self, runs: Runs, user_id: str, asked: Row, made: Collection[str]) -> "_Near":
        """The rows of `entity/known` for the names that may change, and for those that must be compared with them.

        Most names near by are only found unlike: of them the forms are read and no context.
        """
        comparisons = Comparisons()
        reaching = Reaching(comparisons)
        near = self._reading(runs, user_id, asked, reaching)
        reaching.touch(name_id for name_id, row in near.items() if row["step"] == 0)
        for _ in range(_MOST_READS - 1):
            # A name that is resolved must be compared with all names of its blocks, as the touched names were.
            keys = sorted({near[name_id]["key"] for name_id in reaching.lacking()})
            if not keys:
                break
            more = self._reading(runs, user_id, {**_NOTHING_ASKED, "keys": keys}, reaching)
            near |= {
                name_id: row
                for name_id, row in more.items()
                if name_id not in near or row["step"] < near[name_id]["step"]
            }
        reach = reaching.reach()
        # Of new names that meet nobody, most of all, nothing is to be judged; one of them tells of the whole graph.
        judged = sorted((reach.open - reach.alone.intersection(made)) | reach.aside) or sorted(reach.open)[:1]
        return _Near(self._known(runs, user_id, near, reach, judged), reach.full, comparisons)

    def _known(
        self, runs: Runs, user_id: str, near: Mapping[str, Mapping[str, Any]], reach: Reach, judged: Sequence[str]
    ) -> list[Row]:
        chosen = [
            {
                "key": near[name_id]["key"], "type": near[name_id]["type"],
                "placed": name_id in reach.placed, "together": name_id in reach.together,
            }
            for name_id in judged
        ]  # fmt: skip
        if not chosen:
            return []
        rows = runs("entity/known", {"user_id": user_id, "names": chosen, "context_most": CONTEXT_MOST})
        known: list[Row] = []
        for row in rows:
            name_id = _id(row["name"])
            seen = near[name_id]
            forms = seen["forms"]
            # Part of a name that is in a full block may mean more people than were read.
            hidden = forms is not None and forms.partial and not forms.sought.isdisjoint(seen["full"])
            nearest = name_id in reach.open and seen["step"] <= 1 and not hidden
            known.append({**row, "forms": forms, "asked": seen["step"] == 0, "nearest": nearest})
        return known

    def _reading(self, runs: Runs, user_id: str, asked: Row, reaching: Reaching) -> dict[str, Mapping[str, Any]]:
        most = {"block_most": MOST_IN_BLOCK, "words_most": MOST_IN_WIDE}
        rows = runs("entity/near", {"user_id": user_id, **most, **asked})
        near: dict[str, Mapping[str, Any]] = {
            _id(row): {**row, "forms": read_forms(row["forms"] or ())} for row in rows
        }
        reaching.add(map(_seen_of, near.values()), full={block for row in rows for block in row["full"]})
        return near

    def _planned(self, near: "_Near", entities: Collection[str], share: float) -> Plan:
        standing = {row["entity"]["id"]: _standing_of(row) for row in near.rows}
        names = [_name_of(row) for row in near.rows]
        fixed = Fixed(known=0, fitting=0, unfitting=0, fixed=max(share, LEAST_STRANGER))
        judge = partial(self._judge, full=near.full, comparisons=near.comparisons)
        return planned(names, standing, judge, self._new_entity_id, anew=entities, strangers=fixed)


@dataclass(frozen=True, slots=True)
class _Near:
    """The rows of `entity/known`, each with its forms, whether it was `asked` for, and whether it is `nearest`."""

    rows: Sequence[Mapping[str, Any]]
    full: Collection[str]
    comparisons: Comparisons


@dataclass(frozen=True, kw_only=True)
class Fixed(Strangers):
    """The share of partial names that mean a stranger, given once for the whole graph."""

    fixed: float

    @property
    def share(self) -> float:
        """The likelihood, 0–1."""
        return self.fixed


def share_after(near: Sequence[Mapping[str, Any]], plan: Plan) -> float | None:
    """How likely a part of a name means a stranger once a plan is carried out, None when there are no such names.

    Rounded to steps, so that a resolution does not depend on when it is made: at the next step all are made again.
    """
    known, parts, referring, _ = near[0]["people"]
    if not parts:
        return None
    judged = {_id(row["name"]) for row in near if row["nearest"] and row["fits"]}
    fitting = referring - len(judged) + len(plan.fitting)
    counted = Strangers(known=known, fitting=fitting, unfitting=max(0, parts - fitting))
    return round(round(counted.share / SHARE_STEP) * SHARE_STEP, 2)


def has_all_parts(near: Sequence[Mapping[str, Any]]) -> bool:
    """Whether all partial names of the user were asked for."""
    parts = near[0]["people"][1]
    return sum(row["asked"] and row["name"]["part"] == "part" for row in near) >= parts


def plan_rows(plan: Plan, faces: Sequence[Row], near: Sequence[Mapping[str, Any]]) -> dict[str, Sequence[object]]:
    """The parameters of `entity/settle` that write a plan, all empty when nothing is to be written."""
    proposed, refers = ({row["entity"]["id"] for row in near if row[key]} for key in ("proposed", "refers"))
    created = [
        {"id": group.id, "properties": {**_properties(face), "validation_status": "unvalidated", "mention_count": 0}}
        for group, face in zip(plan.groups, faces, strict=True)
        if group.fresh
    ]
    moves = [
        {"key": m.name.key, "type": m.name.type, "from": m.origin, "to": m.target, "was": list(m.was)}
        for m in plan.moves
    ]
    moved = sorted({end for move in plan.moves for end in (move.origin, move.target)})
    return {
        "created": created, "moves": moves, "moved": moved, "faces": faces,
        "referring": sorted(refers & {*plan.referring}), "references": [_between(tie) for tie in plan.references],
        "considered": sorted(proposed & {*plan.considered}),
        "proposals": [{**_between(tie), "score": tie.confidence} for tie in plan.proposals],
    }  # fmt: skip


def _between(tie: JudgedTie) -> Row:
    return {
        "from": tie.origin, "to": tie.target, "confidence": tie.confidence, "reasons": list(tie.reasons),
        "shown": tie.shown, "weight": tie.confidence if tie.shown else 0.0,
    }  # fmt: skip


def _id(row: Mapping[str, Any]) -> str:
    return Identity(row["key"], row["type"]).id


def _seen_of(row: Mapping[str, Any]) -> Seen:
    return Seen(
        id=_id(row), key=row["key"], entity=row["entity"], forms=row["forms"], tied=tuple(row["tied"]),
        several=row["several"], near=row["step"] <= 1,
    )  # fmt: skip


def _name_of(row: Mapping[str, Any]) -> GivenName:
    name = row["name"]
    around = {key: frozenset(filter(None, values or ())) for key, values in row["around"].items()}
    return GivenName(
        identity=Identity(name["key"], name["type"]),
        name=name["name"],
        names=(*name["names"], *row["given"]),
        confidence=name["confidence"],
        count=name["count"],
        entity=row["entity"]["id"],
        forms=row["forms"],
        subtype=name["subtype"],
        common=bool(name["common"]),
        aliases=tuple(Identity(key, kind) for key, kind in row["aliases"]),
        held=row["held"],
        was=tuple(row["was"]),
        around=Surroundings(**around, mentions=name["count"]),
        nearest=row["nearest"],
    )  # fmt: skip


def _standing_of(row: Mapping[str, Any]) -> Standing:
    entity = row["entity"]
    return Standing(
        id=entity["id"],
        key=entity["key"],
        kind=entity["kind"],
        name=entity["name"],
        type=entity["type"],
        mention_count=entity["mention_count"] or 0,
        version=entity["version"] or 0,
        edited=frozenset(entity["edited"] or ()),
        apart=frozenset(row["apart"]),
        merged_from=tuple(entity["merged_from"] or ()),
    )


def _face(group: Group, standing: Mapping[str, Standing], plan: Plan) -> Row:
    """What an entity is called and known by, made of its names; what a person has set stays."""
    there = standing.get(group.id)
    edited = there.edited if there else frozenset[str]()
    naming = group.naming
    name = there.name if there and "name" in edited else naming.name
    merged = there.merged_from if there else ()
    was = {identity for n in group.names for identity in _was_after(n, group, plan)}
    return {
        "id": group.id,
        "properties": {
            "key": naming.identity.key, "kind": naming.identity.type, "name": name,
            **({} if "subtype" in edited else {"subtype": naming.subtype}),
            "type": there.type if there and "type" in edited else naming.identity.type,
            "aliases": sorted({alias for n in group.names for alias in n.names} - {name}),
            "confidence": max(n.confidence for n in group.names),
            "merged_from": [identity for identity in merged if merged_id(identity) in was] or None,
        },
    }  # fmt: skip


def _was_after(name: GivenName, group: Group, plan: Plan) -> tuple[str, ...]:
    moved = next((move for move in plan.moves if move.name == name.identity and move.target == group.id), None)
    return moved.was if moved else name.was


def _reblocked(near: Sequence[Mapping[str, Any]], entities: Collection[str]) -> list[Row]:
    """The names of some entities and the blocks that their forms give, which may be fewer than they are in."""
    left = [row for row in near if row["entity"]["id"] in entities]
    return [
        {
            "key": row["name"]["key"], "type": row["name"]["type"],
            "blocks": list(row["forms"].blocks) if row["forms"] else [],
        }
        for row in left
    ]  # fmt: skip


def _properties(face: Row) -> dict[str, object]:
    properties = face["properties"]
    assert isinstance(properties, dict)
    return cast(dict[str, object], properties)


def _to_resolve(matched: Sequence[Mapping[str, Any]]) -> set[str]:
    """The keys of names that are tied anew: whom part of a name means is told by whom it stands beside."""
    keys = {str(row["key"]) for row in matched if row["open"]}
    return keys.union(str(key) for row in matched for key in row["beside"])
