"""What may be asked of one user's graph of entities: facts, neighbours, paths, and the timeline of an entity."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from graph.calendar.zones import at_offset, in_utc
from graph.db.entity_mapping import fact_of
from graph.db.filters import checked_limit
from graph.db.row import Row
from graph.db.values import moment, value_of
from graph.errors import Invalid, NotFound
from graph.intake.checks import choice, plain
from graph.lifecycle.packing import stretch
from graph.model.network import (
    FactPage,
    Hop,
    Neighbourhood,
    Path,
    PathKind,
    PathNode,
    Paths,
    Timeline,
    TimelineEntry,
    TimelineOrder,
)
from graph.network.neighbours import reached_from, weight
from graph.network.paths import BestWays, Ties, best_ways, both_ways, closed, hops_of, stops_between
from graph.network.reading import MEMORY, GraphReader, checked_number

DEPTH_MOST = 4
"""Hops that a walk may have."""
_MEMORY_ID = re.compile(r"[0-9A-HJKMNP-TV-Z]{26}")


class EntityGraph:
    """The graph of one user, to be asked; it changes nothing.

    Entities are meant by id, by how it begins, by name or alias; an end of a path may be a memory, by its id. `at` asks
    for what was so then: relations that a fact states which held at that time.
    """

    def __init__(self, reader: GraphReader) -> None:
        self._reader = reader

    def facts(
        self,
        *,
        entity: str | None = None,
        subject: str | None = None,
        object: str | None = None,  # noqa: A002 -- the end of a fact is called so
        types: Sequence[str] = (),
        predicate: str | None = None,
        place: str | None = None,
        min_confidence: float = 0.0,
        at: datetime | None = None,
        holding: bool = True,
        limit: int = 50,
    ) -> FactPage:
        """The facts that were told, the surest first, each with its sentence.

        Of an `entity` at either end, or of a `subject`, an `object` or both; `predicate` and `place` are words of
        theirs. `holding` leaves out what is denied, asked, possible or planned. Raises NotFound, Conflict, Invalid.
        """
        passing = self._reader.passing(types, min_confidence, at)
        del passing["thresholds"]
        asked: Row = {
            **passing, "holding": bool(holding), "limit": checked_limit(limit) + 1,
            "predicate": plain("predicate", predicate).lower() if predicate else None,
            "place": plain("place", place).lower() if place else None,
        }  # fmt: skip
        if entity and (subject or object):
            raise Invalid("entity", "it stands for either end.", allowed="entity, or subject and object")
        ends = [self._reader.called(end) for end in (entity or subject or object, subject and object) if end]
        if ends:
            rows = self._reader.store.read(
                "network/facts_of",
                user_id=self._reader.user_id,
                id=ends[0],
                other=ends[1] if len(ends) > 1 else None,
                as_subject=bool(entity or subject),
                as_object=bool(entity or not subject),
                **asked,
            )
        else:
            rows = self._reader.store.read("network/facts_among", user_id=self._reader.user_id, **asked)
        return FactPage(facts=tuple(fact_of(row["fact"]) for row in rows[:limit]), more=len(rows) > limit)

    def neighbours(
        self,
        entity: str,
        *,
        depth: int = 1,
        types: Sequence[str] = (),
        min_confidence: float | None = None,
        at: datetime | None = None,
        limit: int = 50,
    ) -> Neighbourhood:
        """The entities within `depth` hops (1–4), nearest first; of equal distance those most strongly tied.

        Each relation must be as sure as its type asks for (0.3) unless said otherwise, and counts as its type weighs.
        An entity with very many ties counts for less, and no walk leads through it. Raises NotFound, Conflict, Invalid.
        """
        depth = checked_number("depth", depth, DEPTH_MOST)
        passing, limit = self._reader.passing(types, min_confidence, at), checked_limit(limit)
        centre = self._reader.called(entity)
        ties, degrees = self._reader.ball([centre], depth, passing)
        reached = reached_from(ties, centre, depth, self._reader.weights())
        # No step led beyond the last ring, so nothing is known yet of how much else its entities are tied to.
        rim = {each.id for each in reached if each.hops == depth} - degrees.keys()
        if len(reached) - len(rim) < limit:
            degrees |= self._reader.degrees(rim)
        kept = sorted(reached, key=lambda each: (each.hops, -weight(each, degrees), each.id))[:limit]
        known = self._reader.nodes([centre, *(each.id for each in kept)])
        return Neighbourhood(
            centre=replace(known[centre], hops=0),
            nodes=tuple(
                replace(known[each.id], hops=each.hops, weight=round(weight(each, degrees), 4))
                for each in kept
                if each.id in known
            ),
            edges=self._reader.edges(list(known), passing),
            total=len(reached),
            hubs=tuple(
                identity for identity, count in degrees.items() if count > self._reader.hub and identity != centre
            ),
        )

    def paths(
        self,
        source: str,
        target: str,
        *,
        kind: PathKind = PathKind.SHORTEST,
        hops: int = 4,
        types: Sequence[str] = (),
        min_confidence: float | None = None,
        at: datetime | None = None,
        limit: int = 3,
    ) -> Paths:
        """The best ways from one node to another, of at most four hops, with the sentence behind each hop.

        shortest: fewest hops; strongest: greatest product of confidences (each 0.5 at least unless said otherwise);
        recent: whose oldest hop was told last; all: the shortest that are unlike each other. Where an end is a memory,
        a memory and an entity that it speaks of are a hop: with `types`, of the ends alone, and with `at`, of memories
        from before. Raises NotFound, Conflict, Invalid.
        """
        kind = choice("kind", PathKind, kind)
        hops, limit = checked_number("hops", hops, DEPTH_MOST), checked_limit(limit)
        least = min_confidence if min_confidence is not None else 0.5 if kind is PathKind.STRONGEST else None
        passing = self._reader.passing(types, least, at)
        ends = self._ends(source, target)
        over_memories = any(end.kind == MEMORY for end in ends)
        version = self._reader.version()
        key = ("paths", *(end.id for end in ends), kind, hops, limit, *map(str, passing.values()))

        def made() -> tuple[tuple[Path, ...], bool]:
            first, last = ends[0].id, ends[1].id

            def best(ties: Ties, hops: int) -> BestWays:
                # Where the steps from both ends meet, none led on, so it is not known yet whether that is a hub.
                inner = self._reader.degrees(stops_between(ties, first, last, hops))
                hubs = [identity for identity, count in inner.items() if count > self._reader.hub]
                return best_ways(closed(ties, hubs), first, last, kind, hops=hops, limit=limit)

            def reached(ties: Ties) -> bool:
                # What is tied within a hop of either end: no farther way is as short.
                return kind is PathKind.SHORTEST and len(best(both_ways(ties), min(hops, 2)).ways) == limit

            ties, _ = self._reader.ball(
                list(dict.fromkeys((first, last))),
                (hops + 1) // 2,
                passing,
                over_memories=over_memories,
                reached=reached,
            )
            whole = best(ties, hops)
            return self._with_evidence([([*way.nodes], hops_of(way)) for way in whole.ways], at), whole.complete

        paths, complete = self._reader.kept(key, version, made)
        return Paths(kind=kind, source=ends[0], target=ends[1], paths=paths, complete=complete)

    def timeline(
        self,
        entity: str,
        *,
        order: TimelineOrder = TimelineOrder.TIME,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = 50,
    ) -> Timeline:
        """The memories that speak of an entity: from the earliest on, or those that matter most first.

        Raises NotFound, Conflict, Invalid.
        """
        order = choice("order", TimelineOrder, order)
        identity = self._reader.called(entity)
        rows = self._reader.store.read(
            "network/timeline",
            user_id=self._reader.user_id,
            id=identity,
            since=in_utc("since", since),
            until=in_utc("until", until),
            by_importance=order is TimelineOrder.IMPORTANCE,
            limit=checked_limit(limit),
        )
        return Timeline(
            entity=self._reader.nodes([identity])[identity],
            entries=tuple(_entry(row["memory"]) for row in rows),
            total=rows[0]["total"] if rows else 0,
        )

    def _ends(self, *called: str) -> list[PathNode]:
        identities = [end if _MEMORY_ID.fullmatch(plain("source", end)) else self._reader.called(end) for end in called]
        known = self._named(identities)
        for identity in identities:
            if identity not in known:
                raise NotFound("memory", identity)
        return [known[identity] for identity in identities]

    def _named(self, identities: Sequence[str]) -> dict[str, PathNode]:
        rows = self._reader.store.read(
            "network/named", user_id=self._reader.user_id, ids=list(dict.fromkeys(identities))
        )
        return {row["id"]: PathNode(id=row["id"], name=row["name"], kind=row["kind"]) for row in rows}

    def _with_evidence(
        self, ways: Sequence[tuple[list[str], list[tuple[str, str, str]]]], at: datetime | None
    ) -> tuple[Path, ...]:
        """The paths with names, and with the sentence behind each hop."""
        if not ways:
            return ()
        asked = [
            {"place": f"{number}.{step}", "near": near, "far": far, "type": kind}
            for number, (_, hops) in enumerate(ways)
            for step, (near, far, kind) in enumerate(hops)
        ]
        rows = self._reader.store.read(
            "network/evidence", user_id=self._reader.user_id, hops=asked, at=in_utc("at", at)
        )
        by_place: dict[str, Mapping[str, Any]] = {row["place"]: row for row in rows}
        named = self._named([node for nodes, _ in ways for node in nodes])
        shown: list[Path] = []
        for number, (nodes, hops) in enumerate(ways):
            some = [by_place.get(f"{number}.{step}") for step in range(len(hops))]
            # What was forgotten since it was read ties nothing any more.
            if all(node in named for node in nodes) and all(row is not None for row in some):
                shown.append(_path([named[node] for node in nodes], [row for row in some if row is not None]))
        return tuple(shown)


def _entry(row: Mapping[str, Any]) -> TimelineEntry:
    happened = row["occurred_at"] is not None
    return TimelineEntry(
        memory_id=row["id"], title=row["title"], happened=happened, importance=row["importance"],
        at=at_offset(moment(row["occurred_at"] if happened else row["created_at"]), row["utc_offset"]),
        pinned=bool(row["pinned"]), surfaces=tuple(dict.fromkeys(text for some in row["surfaces"] for text in some)),
    )  # fmt: skip


def _path(nodes: Sequence[PathNode], rows: Sequence[Mapping[str, Any]]) -> Path:
    hops = tuple(
        value_of(Hop, row, sentence=row["sentence"] or stretch(row, row["start"] or 0, row["end"] or 0) or None)
        for row in rows
    )
    strength = 1.0
    for hop in hops:
        strength *= hop.confidence
    seen = [moment(row["seen"]) for row in rows if row["seen"] is not None]
    last = min(seen) if len(seen) == len(rows) else None
    return Path(nodes=tuple(nodes), hops=hops, strength=round(strength, 4), last_seen=last)
