"""Figures of one user's graph as a whole: a part to draw, size and structure, who is central, communities, growth."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime

import numpy as np

from graph.db.filters import checked_limit
from graph.errors import NotFound
from graph.intake.checks import choice
from graph.model.network import (
    Centrality,
    Communities,
    CommunityMethod,
    GraphMap,
    GrowthStep,
    Influence,
    Insights,
    NetworkEdge,
    NetworkNode,
    NetworkStatistics,
    Ranked,
    Snapshot,
    Unexpected,
)
from graph.model.types import EntityType
from graph.network import measures, standing_out
from graph.network.mapping import drawn_map, pairs_among
from graph.network.measures import Network
from graph.network.reading import GraphReader, checked_number

SNAPSHOT_MOST = 5_000
_MEMBERS = 10
_COMMUNITIES_READ = 1_000


class GraphFigures:
    """The graph of one user as a whole. What was computed is kept until the graph changes."""

    def __init__(self, reader: GraphReader) -> None:
        self._reader = reader

    def snapshot(
        self,
        *,
        limit: int = 300,
        around: str | None = None,
        types: Sequence[str] = (),
        min_confidence: float = 0.3,
        at: datetime | None = None,
    ) -> Snapshot:
        """The most central entities with the relations among them, or what lies around one: a part to be drawn.

        Raises NotFound, Conflict, Invalid.
        """
        limit = checked_number("limit", limit, SNAPSHOT_MOST)
        network = self._reader.network(types, min_confidence, at)
        centre = None if around is None else self._place(network, around)
        key = "ranks", centre, tuple(sorted(map(str, types))), min_confidence, at
        ranks = self._reader.kept(key, network.version, lambda: measures.pagerank(network, centre))
        tied = np.flatnonzero(network.degrees > 0)
        chosen = measures.foremost(network, ranks, tied, limit)
        nodes = tuple(self._drawn(network, int(place), float(ranks[place])) for place in chosen)
        passing = self._reader.passing(types, min_confidence, at)
        edges = self._reader.edges([node.id for node in nodes], passing, pairs_among(network, chosen))
        return Snapshot(
            nodes=nodes, edges=edges, total_nodes=len(tied), total_edges=len(network.kinds),
            styles=self._reader.styles(edges),
        )  # fmt: skip

    def map(
        self,
        *,
        limit: int = 300,
        around: str | None = None,
        project: str | None = None,
        types: Sequence[str] = (),
        min_confidence: float = 0.3,
        damp_hubs: bool = False,
        anew: bool = False,
    ) -> GraphMap:
        """The most central entities, or what lies around one, each at the place on the map that it keeps.

        Of a `project` those that its memories speak of. `damp_hubs` ranks who is tied to much lower. `anew` lays out
        what is drawn anew; otherwise only what has no place yet is given one. Raises NotFound, Conflict, Invalid.
        """
        limit = checked_number("limit", limit, SNAPSHOT_MOST)
        network = self._reader.network(types, min_confidence)
        centre = None if around is None else self._place(network, around)
        passing = tuple(sorted(map(str, types))), min_confidence
        ranks = self._reader.kept(
            ("ranks", centre, *passing, None), network.version, lambda: measures.pagerank(network, centre)
        )
        if damp_hubs:
            ranks = measures.damped(network, ranks)
        key = "map communities", *passing
        part, _ = self._reader.kept(
            key, network.version, lambda: measures.communities(network, CommunityMethod.LOUVAIN)
        )
        return drawn_map(
            self._reader, network, ranks, part, limit=limit, types=types, min_confidence=min_confidence,
            project=project, anew=anew,
        )  # fmt: skip

    def statistics(self, *, at: datetime | None = None) -> NetworkStatistics:
        """How large the graph is and how it hangs together."""
        network = self._reader.network(at=at)

        def made() -> NetworkStatistics:
            figures = measures.structure(network)
            _, modularity = self._parted(network, CommunityMethod.LOUVAIN, at)
            return NetworkStatistics(
                entities=len(network.ids), relations=len(network.kinds), by_entity_type=_counted(network.types),
                by_relation_type=_counted(network.kinds), density=figures.density, mean_degree=figures.mean_degree,
                highest_degree=int(network.degrees.max(initial=0)), isolated=int((network.degrees == 0).sum()),
                components=figures.components, largest_component=figures.largest_component,
                clustering=figures.clustering, mean_path_length=figures.mean_path_length,
                small_world=figures.small_world, power_law=figures.power_law, modularity=modularity,
            )  # fmt: skip

        return self._reader.kept(("statistics", at), network.version, made)

    def central(self, measure: Centrality = Centrality.PAGERANK, *, limit: int = 20) -> Ranked:
        """The most central entities by a measure. Raises Invalid."""
        measure, limit = choice("measure", Centrality, measure), checked_limit(limit)
        network = self._reader.network()
        scores, exact = self._scores(network, measure)
        chosen = measures.foremost(network, scores, np.flatnonzero(scores > 0), limit)
        nodes = tuple(self._drawn(network, int(place), float(scores[place])) for place in chosen)
        return Ranked(measure=measure, nodes=nodes, total=len(network.ids), exact=exact)

    def communities(
        self, method: CommunityMethod = CommunityMethod.LOUVAIN, *, limit: int = 20, members: int = _MEMBERS
    ) -> Communities:
        """The communities of entities, the largest first, each called by its best tied members. Raises Invalid."""
        method, limit = choice("method", CommunityMethod, method), checked_limit(limit)
        network = self._reader.network()
        part, modularity = self._parted(network, method)
        made = standing_out.named_communities(
            network, part, lambda place: self._drawn(network, place), limit=limit, members=checked_limit(members)
        )
        total = int(part.max(initial=-1)) + 1
        return Communities(method=method, communities=tuple(made), total=total, modularity=modularity)

    def insights(self, *, limit: int = 5) -> Insights:
        """What stands out: the bridges between communities, ties one would not expect, the largest communities."""
        limit = checked_limit(limit)
        network = self._reader.network()
        part, _ = self._parted(network, CommunityMethod.LOUVAIN)
        between, _ = self._scores(network, Centrality.BETWEENNESS)
        some = standing_out.named_communities(
            network, part, lambda place: self._drawn(network, place), limit=_COMMUNITIES_READ, members=limit
        )
        names = [community.name for community in some]
        few = [
            (*each, places)
            for each in standing_out.unexpected(network, part, limit)
            if max(places := [int(part[ends[each[0]]]) for ends in (network.sources, network.targets)]) < len(names)
        ]
        edges = self._edges_at(network, [place for place, *_ in few])
        return Insights(
            bridges=tuple(
                standing_out.bridges(network, part, between, names, lambda place: self._drawn(network, place), limit)
            ),
            unexpected=tuple(
                Unexpected(
                    edge=edges[place], ties_between=ties, communities=(names[two[0]], names[two[1]]),
                    source_name=network.names[network.places[edges[place].source]],
                    target_name=network.names[network.places[edges[place].target]],
                )
                for place, ties, two in few
                if place in edges
            ),
            communities=tuple(some[:limit]),
        )  # fmt: skip

    def influence(self, entity: str, *, limit: int = 20) -> Influence:
        """How much an entity weighs by each measure, and whom a random walk from it comes by most.

        Raises NotFound, Conflict, Invalid.
        """
        limit = checked_limit(limit)
        network = self._reader.network()
        place = self._place(network, entity)
        ranks = {
            measure.value: int((scores > scores[place]).sum()) + 1
            for measure in Centrality
            for scores in (self._scores(network, measure)[0],)
        }
        walked = measures.pagerank(network, place)
        walked[place] = 0.0
        chosen = measures.foremost(network, walked, np.flatnonzero(walked > 0), limit)
        return Influence(
            node=self._drawn(network, place), ranks=ranks, of=len(network.ids),
            reaches=tuple(self._drawn(network, int(each), float(walked[each])) for each in chosen),
        )  # fmt: skip

    def growth(self) -> tuple[GrowthStep, ...]:
        """What came into the graph month by month, and what it then held."""
        counted: dict[str, dict[str, int]] = {}
        for row in self._reader.store.read("network/growth", user_id=self._reader.user_id):
            counted.setdefault(row["month"], {})[row["kind"]] = row["count"]
        kinds = ("entities", "relations", "memories")
        held = dict[str, int].fromkeys(kinds, 0)
        steps: list[GrowthStep] = []
        for month, counts in sorted(counted.items()):
            held = {kind: held[kind] + counts.get(kind, 0) for kind in kinds}
            steps.append(
                GrowthStep(
                    since=datetime.combine(date.fromisoformat(month), datetime.min.time(), UTC),
                    entities=counts.get("entities", 0), relations=counts.get("relations", 0),
                    memories=counts.get("memories", 0), entities_in_all=held["entities"],
                    relations_in_all=held["relations"], memories_in_all=held["memories"],
                )
            )  # fmt: skip
        return tuple(steps)

    def _edges_at(self, network: Network, places: Iterable[int]) -> dict[int, NetworkEdge]:
        """The relations at some places of a network, in full."""
        asked = {place: (int(network.sources[place]), int(network.targets[place])) for place in places}
        ids = sorted({network.ids[end] for ends in asked.values() for end in ends})
        edges = self._reader.edges(ids, self._reader.passing((), 0.0, None))
        by_ends = {frozenset((edge.source, edge.target)): edge for edge in reversed(edges)}
        keys = {place: frozenset(network.ids[end] for end in ends) for place, ends in asked.items()}
        return {place: by_ends[key] for place, key in keys.items() if key in by_ends}

    def _place(self, network: Network, entity: str) -> int:
        identity = self._reader.called(entity)
        if identity not in network.places:
            raise NotFound("entity", entity)
        return network.places[identity]

    def _scores(self, network: Network, measure: Centrality) -> tuple[measures.Floats, bool]:
        key = "centrality", measure
        return self._reader.kept(key, network.version, lambda: measures.centrality(network, measure))

    def _parted(
        self, network: Network, method: CommunityMethod, at: datetime | None = None
    ) -> tuple[measures.Ints, float]:
        key = "communities", method, at
        return self._reader.kept(key, network.version, lambda: measures.communities(network, method))

    @staticmethod
    def _drawn(network: Network, place: int, weight: float = 0.0) -> NetworkNode:
        return NetworkNode(
            id=network.ids[place], name=network.names[place], type=EntityType(network.types[place]),
            mentions=network.mentions[place], weight=round(weight, 6),
        )  # fmt: skip


def _counted(values: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items(), key=lambda each: (-each[1], each[0])))
