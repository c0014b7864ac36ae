"""Reads the graph of one user as values: nodes and edges by id, the ties around some nodes, and the whole as arrays."""

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import asdict
from datetime import datetime
from itertools import compress
from sys import intern
from typing import Any, TypeVar

import numpy as np

from graph.calendar.zones import in_utc
from graph.catalogue.catalogue import Catalogue
from graph.db.filters import checked_confidence
from graph.db.row import Row
from graph.db.store import Store
from graph.db.type_catalogue import SYMMETRIC
from graph.db.values import value_of
from graph.errors import Invalid
from graph.model.catalogue import RelationStyle
from graph.model.network import MapEdge, NetworkEdge, NetworkNode
from graph.model.types import EntityType
from graph.network.cache import VersionedCache
from graph.network.measures import Floats, Ints, Network
from graph.network.paths import Tie, Ties, both_ways

T = TypeVar("T")
MEMORY = "Memory"
"""The kind of a node that is a memory."""
_EDGES_PER_NODE = 10
_BATCH = 500
"""Entities whose relations are read in one row."""
_NONE: Ints = np.zeros(0, dtype=np.int64)
_LEAST = 0.3
"""How sure a tie to a memory must be where each relation is held to its type."""


class GraphReader:
    """What one user's graph holds, read when it is asked for. The whole is kept until the graph changes."""

    def __init__(
        self,
        store: Store,
        user_id: str,
        called: Callable[[str, str], str],
        catalogue: Catalogue,
        *,
        hub: int,
        networks: VersionedCache[Network],
        answers: VersionedCache[Any],
    ) -> None:
        """`called` finds the entity that a name means; a walk is not led through one of over `hub` relations."""
        self.store = store
        self.user_id = user_id
        self._called = called
        self._catalogue = catalogue
        self.hub = hub
        self._networks = networks
        self._answers = answers

    def called(self, entity: str) -> str:
        """The id of the entity that an id, a name or an alias means. Raises NotFound, Conflict."""
        return self._called(self.user_id, entity)

    def kept(self, key: tuple[Hashable, ...], version: Hashable, make: Callable[[], T]) -> T:
        """What `make` computes of this version of the graph, kept for who asks again."""
        return self._answers.get((self.user_id, *key), version, make)

    def asked(self, types: Sequence[str]) -> list[Row]:
        """What some types of relations stand for, with those below, as the statements take it. Raises Invalid."""
        if not types:
            return []
        order = self._catalogue.relations(self.user_id).asked(types, self._catalogue.entities(self.user_id))
        return [asdict(each) for each in order]

    def passing(self, types: Sequence[str], least: float | None, at: datetime | None) -> Row:
        """Which relations pass, as the statements take it. Raises Invalid.

        Without a `least` each must be as sure as its type asks for.
        """
        asked = self.asked(types)
        thresholds = self._catalogue.relations(self.user_id).thresholds() if least is None else {}
        return {
            "kinds": asked, "thresholds": thresholds, "least": checked_confidence(least or 0.0), "at": in_utc("at", at),
        }  # fmt: skip

    def styles(self, edges: Collection[NetworkEdge | MapEdge]) -> tuple[RelationStyle, ...]:
        """How some relations are drawn."""
        return self._catalogue.relations(self.user_id).styles({edge.type for edge in edges})

    def weights(self) -> dict[str, float]:
        """How much a tie of each type counts in a walk."""
        return self._catalogue.relations(self.user_id).weights()

    def version(self) -> tuple[object, ...]:
        """How far the graph has come, equal only where nothing was written between; empty where there is none."""
        rows = self.store.read("network/version", user_id=self.user_id)
        return tuple(rows[0]["version"]) if rows else ()

    def ball(
        self,
        ends: Sequence[str],
        depth: int,
        passing: Row,
        *,
        over_memories: bool = False,
        reached: Callable[[Ties], bool] | None = None,
    ) -> tuple[dict[str, list[Tie]], dict[str, int]]:
        """The ties of all nodes within `depth` hops of some, both ways, and how many relations each entity has.

        One read a hop; no more once `reached` says that this is enough. Where only relations of some types pass, a
        memory is no way from one entity to another.
        """
        ties: dict[str, list[Tie]] = {}
        degrees: dict[str, int] = {}
        front, walked = list(ends), set[str]()
        given: Row = {"ends": list(ends), "hub": self.hub}
        for _ in range(depth):
            walked |= {*front}
            rows = self.store.read("network/expand", user_id=self.user_id, ids=front, **given, **passing)
            degrees |= {row["id"]: row["ties"] for row in rows}
            if over_memories:
                rows += self.store.read(
                    "network/expand_memories", user_id=self.user_id, ids=front, **given,
                    least=_LEAST if passing["thresholds"] else passing["least"], at=passing["at"],
                    through=not passing["kinds"],
                )  # fmt: skip
            for row in rows:
                columns = zip(row["others"], row["kinds"], row["confidences"], row["seen"], strict=True)
                ties.setdefault(row["id"], []).extend(map(Tie._make, columns))
            if reached is not None and reached(ties):
                break
            front = list(dict.fromkeys(other for row in rows for other in row["others"] if other not in walked))
            if not front:
                break
        return both_ways(ties), degrees

    def degrees(self, ids: Collection[str]) -> dict[str, int]:
        """How many relations each of some entities has."""
        if not ids:
            return {}
        rows = self.store.read("network/degrees", user_id=self.user_id, ids=sorted(ids))
        return {row["id"]: row["ties"] for row in rows}

    def nodes(self, ids: Sequence[str]) -> dict[str, NetworkNode]:
        """Entities by id."""
        rows = self.store.read("network/named", user_id=self.user_id, ids=list(ids))
        return {
            row["id"]: NetworkNode(
                id=row["id"], name=row["name"], type=EntityType(row["kind"]), mentions=row["mentions"] or 0
            )
            for row in rows
            if row["kind"] != MEMORY
        }

    def edges(
        self, ids: Sequence[str], passing: Row, pairs: Sequence[tuple[str, str]] | None = None
    ) -> tuple[NetworkEdge, ...]:
        """The relations among some entities, those that weigh most first.

        Where the `pairs` are known that have some, the thousands of relations of a hub need not be read.
        """
        most = _EDGES_PER_NODE * len(ids)
        asked: Row = {"user_id": self.user_id, "most": most, **passing}
        if pairs is None or len(pairs) > most:
            rows = self.store.read("network/edges_among", ids=list(ids), **asked)
        else:
            rows = self.store.read("network/edges_between", pairs=list(pairs), **asked)
        return tuple(value_of(NetworkEdge, row, directed=row["type"] not in SYMMETRIC) for row in rows)

    def network(self, types: Sequence[str] = (), least: float = 0.0, at: datetime | None = None) -> Network:
        """The whole graph as arrays, as it is now."""
        least, version = checked_confidence(least), self.version()
        if not types and at is None:
            # However sure one asks for, the same graph is read once.
            whole = self._networks.get(
                self.user_id, version, lambda: self._read_network(
                    lambda: self.store.read("network/all_edges", user_id=self.user_id, batch=_BATCH), version
                ),
            )  # fmt: skip
            return whole.surer(least)
        passing = self.passing(types, least, at)
        key = (self.user_id, *map(str, passing.values()))
        return self._networks.get(
            key, version, lambda: self._read_network(
                lambda: self.store.read("network/edges", user_id=self.user_id, batch=_BATCH, **passing), version
            ),
        )  # fmt: skip

    def _read_network(self, edges: Callable[[], list[Row]], version: Hashable) -> Network:
        (nodes,) = self.store.read("network/nodes", user_id=self.user_id)
        places = {identity: place for place, identity in enumerate(nodes["ids"])}
        ends: list[tuple[Ints, Ints]] = []
        kinds: list[str] = []
        confidences: list[Floats] = []
        for row in edges():
            sources, targets = (
                np.fromiter((places.get(end, -1) for end in row[side]), np.int64, len(row[side]))
                for side in ("sources", "targets")
            )
            # What came in since the nodes were read is of a version to come.
            known = (sources >= 0) & (targets >= 0)
            ends.append((sources[known], targets[known]))
            kinds += map(intern, compress(row["kinds"], known))
            confidences.append(np.array(row["confidences"], dtype=np.float64)[known])
        sources, targets = (
            (np.concatenate([_NONE, *side]) for side in zip(*ends, strict=True)) if ends else (_NONE, _NONE)
        )
        return Network(
            nodes["ids"], nodes["names"], [intern(kind) for kind in nodes["types"]], nodes["mentions"], sources,
            targets, kinds, np.concatenate([np.zeros(0), *confidences]), version,
        )  # fmt: skip


def checked_number(name: str, number: int, most: int) -> int:
    """The number, if it is 1 to `most`. Raises Invalid."""
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= most:
        raise Invalid(name, f"{number!r} is not within bounds.", allowed=f"1 to {most}")
    return number
