"""Draws one user's graph as a map: its most central part, each entity at the place that it keeps."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from graph.db.rows import NEVER
from graph.db.type_catalogue import SYMMETRIC
from graph.db.values import value_of
from graph.intake.checks import plain
from graph.model.network import FactPeriod, GraphMap, MapEdge, MapNode
from graph.model.types import EntityType
from graph.network.layout import laid_out
from graph.network.measures import Floats, Ints, Network, foremost
from graph.network.reading import GraphReader

_PERIODS = 12
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_PAIRS_PER_NODE = 10


def drawn_map(
    reader: GraphReader,
    network: Network,
    ranks: Floats,
    part: Ints,
    *,
    limit: int,
    types: Sequence[str],
    min_confidence: float,
    project: str | None,
    anew: bool,
) -> GraphMap:
    """The map of the entities that rank highest, of those that memories of a project speak of where one is named."""
    passes = network.degrees > 0
    if project is not None:
        path = plain("project", project)
        rows = reader.store.read("network/of_project", user_id=reader.user_id, path=path, prefix=path + "/")
        inside = {*rows[0]["ids"]} if rows else set[str]()
        passes &= np.array([identity in inside for identity in network.ids], dtype=bool)
    chosen = foremost(network, ranks, np.flatnonzero(passes), limit)
    ids = [network.ids[place] for place in chosen]
    held = {row["id"]: row for row in reader.store.read("network/map_nodes", user_id=reader.user_id, ids=ids)}
    places = _placed(reader, network, chosen, held, anew=anew)
    pairs = pairs_among(network, chosen)[: _PAIRS_PER_NODE * len(chosen)]
    asked = {"user_id": reader.user_id, "pairs": pairs, **reader.passing(types, min_confidence, None)}
    edges = reader.store.read("network/map_edges", **asked)
    rows_of_facts = reader.store.read(
        "network/map_periods",
        user_id=reader.user_id,
        pairs=asked["pairs"],
        kinds=asked["kinds"],
        periods=_PERIODS,
    )
    facts = _by_relation(rows_of_facts)
    drawn = tuple(_edge(row, facts.get(_relation(row), ())) for row in edges)
    return GraphMap(
        nodes=tuple(
            value_of(
                MapNode, held[identity], name=network.names[place], type=EntityType(network.types[place]),
                mentions=network.mentions[place], weight=round(float(ranks[place]), 6),
                degree=int(network.degrees[place]), community=int(part[place]),
                x=round(places[identity][0], 3), y=round(places[identity][1], 3), **_seen(held[identity]),
            )
            for identity, place in zip(ids, chosen, strict=True)
            if identity in places
        ),
        edges=drawn,
        styles=reader.styles(drawn),
        total_nodes=int(passes.sum()),
        total_edges=int((passes[network.sources] & passes[network.targets]).sum()),
    )  # fmt: skip


def pairs_among(network: Network, chosen: Ints) -> list[tuple[str, str]]:
    """The pairs of chosen nodes that relations stand between, the surest first, of each the one with fewer ties first.

    The network knows them: the database is not asked which of thousands of relations of a hub lead to another node.
    """
    among = np.zeros(len(network.ids), dtype=np.bool_)
    among[chosen] = True
    places = np.flatnonzero(among[network.sources] & among[network.targets] & (network.sources != network.targets))
    ordered = places[np.argsort(-network.confidences[places], kind="stable")]
    pairs: dict[tuple[int, int], None] = {}
    for place in ordered:
        near, far = int(network.sources[place]), int(network.targets[place])
        in_order = (network.degrees[near], near) <= (network.degrees[far], far)
        pairs[(near, far) if in_order else (far, near)] = None
    return [(network.ids[few], network.ids[many]) for few, many in pairs]


def _placed(
    reader: GraphReader, network: Network, chosen: Ints, held: Mapping[str, Mapping[str, Any]], *, anew: bool
) -> dict[str, tuple[float, float]]:
    """Where each entity lies; what has no place yet is given one, which it keeps."""
    ids = [network.ids[place] for place in chosen]
    start = np.full((len(ids), 2), np.nan)
    for number, identity in enumerate(ids):
        row = held.get(identity)
        if row is not None and row["x"] is not None and not anew:
            start[number] = row["x"], row["y"]
    missing = np.isnan(start[:, 0])
    if missing.any():
        number_of = np.full(len(network.ids), -1, dtype=np.int64)
        number_of[chosen] = np.arange(len(chosen))
        low, high, weights = network.ties
        among = (number_of[low] >= 0) & (number_of[high] >= 0)
        ties = number_of[low[among]], number_of[high[among]], weights[among]
        start = laid_out(len(ids), *ties, start=None if missing.all() else start)
        placed = [
            {"id": ids[number], "x": float(start[number, 0]), "y": float(start[number, 1])}
            for number in np.flatnonzero(missing)
        ]
        # Who asks at the same time may have been first: what is kept is what everybody sees.
        rows = reader.store.write("network/place", user_id=reader.user_id, placed=placed, anew=anew)
        kept = {row["id"]: (row["x"], row["y"]) for row in rows}
        return {
            identity: kept[identity] if missing[number] else (float(start[number, 0]), float(start[number, 1]))
            for number, identity in enumerate(ids)
            if identity in kept or not missing[number]
        }
    return {identity: (float(start[number, 0]), float(start[number, 1])) for number, identity in enumerate(ids)}


def _relation(row: Mapping[str, Any]) -> tuple[str, str, str]:
    """What tells a relation from others; of what says the same from either end, whichever end is named first."""
    ends = row["source"], row["target"]
    low, high = sorted(ends) if row["type"] in SYMMETRIC else ends
    return row["type"], low, high


def _by_relation(rows: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str, str], list[Mapping[str, Any]]]:
    gathered: dict[tuple[str, str, str], list[Mapping[str, Any]]] = {}
    for row in rows:
        gathered.setdefault(_relation(row), []).append(row)
    return gathered


def _edge(row: Mapping[str, Any], facts: Sequence[Mapping[str, Any]]) -> MapEdge:
    periods = sorted(
        (_period(each) for rows in facts for each in rows["periods"]), key=lambda each: (each.said_at, each.since)
    )
    ends = [period.until for period in periods]
    return value_of(
        MapEdge, row, **_seen(row), periods=tuple(periods[:_PERIODS]), directed=row["type"] not in SYMMETRIC,
        denied=sum(rows["denied"] for rows in facts),
        ended_at=max((end for end in ends if end is not None), default=None) if None not in ends else None,
    )  # fmt: skip


def _period(fact: Sequence[int]) -> FactPeriod:
    said_at, since, until = map(_at, fact)
    return FactPeriod(said_at=said_at, since=since, until=None if until >= NEVER else until)


def _at(milliseconds: int) -> datetime:
    """A moment from what the statements of the map tell: of tens of thousands the driver's own times take seconds."""
    return _EPOCH + timedelta(milliseconds=milliseconds)


def _seen(row: Mapping[str, Any]) -> dict[str, datetime | None]:
    return {name: None if row[name] is None else _at(row[name]) for name in ("first_seen", "last_seen")}
