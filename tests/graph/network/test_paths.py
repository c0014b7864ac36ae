"""The best paths equal those that trying all paths gives, on random networks."""

import math
from itertools import pairwise
from typing import Any

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.model.network import PathKind
from graph.network import paths
from graph.network.neighbours import reached_from
from graph.network.paths import Tie, Way, best_ways

HOPS = 4
Graph = Any
"""A graph of networkx."""
CONFIDENCES = st.sampled_from([0.3, 0.5, 0.6, 0.75, 0.9, 1.0])


@st.composite
def networks(draw: st.DrawFn) -> tuple[Graph, dict[str, list[Tie]]]:
    """A random network as networkx has it and as ours."""
    count = draw(st.integers(2, 9))
    pairs = [(low, high) for low in range(count) for high in range(low + 1, count)]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=18))
    graph = networkx.Graph()
    graph.add_nodes_from(map(str, range(count)))
    ties: dict[str, list[Tie]] = {str(node): [] for node in range(count)}
    for low, high in chosen:
        confidence, seen = draw(CONFIDENCES), float(draw(st.integers(0, 50)))
        graph.add_edge(str(low), str(high), confidence=confidence, seen=seen)
        for near, far in ((low, high), (high, low)):
            ties[str(near)].append(Tie(str(far), "KNOWS", confidence, seen))
    return graph, ties


def product(graph: Graph, nodes: tuple[str, ...]) -> float:
    return math.prod(graph.edges[pair]["confidence"] for pair in pairwise(nodes))


def oldest(graph: Graph, nodes: tuple[str, ...]) -> float:
    return min(graph.edges[pair]["seen"] for pair in pairwise(nodes))


def all_paths(graph: Graph) -> list[tuple[str, ...]]:
    return [tuple(nodes) for nodes in networkx.all_simple_paths(graph, "0", "1", cutoff=HOPS)]


def best(ties: dict[str, list[Tie]], kind: PathKind, limit: int = 50) -> list[Way]:
    whole = best_ways(ties, "0", "1", kind, hops=HOPS, limit=limit)
    assert whole.complete
    return whole.ways


@given(networks())
def test_the_shortest_paths_come_in_the_order_of_hops_and_then_of_strength(
    network: tuple[Graph, dict[str, list[Tie]]],
) -> None:
    graph, ties = network
    expected = sorted((len(nodes), -round(product(graph, nodes), 9)) for nodes in all_paths(graph))
    assert [(len(way.nodes), -round(way.strength, 9)) for way in best(ties, PathKind.SHORTEST, 500)] == expected


@given(networks())
def test_the_strongest_paths_come_in_the_order_of_their_products(
    network: tuple[Graph, dict[str, list[Tie]]],
) -> None:
    graph, ties = network
    expected = sorted((round(product(graph, nodes), 9) for nodes in all_paths(graph)), reverse=True)
    assert [round(way.strength, 9) for way in best(ties, PathKind.STRONGEST, 500)] == expected


@given(networks())
def test_the_recent_paths_come_in_the_order_of_their_oldest_hop(
    network: tuple[Graph, dict[str, list[Tie]]],
) -> None:
    graph, ties = network
    expected = sorted((oldest(graph, nodes) for nodes in all_paths(graph)), reverse=True)
    assert [min(tie.seen for tie in way.ties) for way in best(ties, PathKind.RECENT, 500)] == expected


@given(networks())
def test_unlike_paths_are_paths_that_share_less_than_half_of_their_stops(
    network: tuple[Graph, dict[str, list[Tie]]],
) -> None:
    graph, ties = network
    ways = best(ties, PathKind.ALL)
    assert bool(ways) == bool(all_paths(graph))
    for place, way in enumerate(ways):
        assert way.nodes in set(all_paths(graph))
        for other in ways[:place]:
            inner, others = {*way.nodes[1:-1]}, {*other.nodes[1:-1]}
            assert len(inner & others) < len(inner | others) / 2


@pytest.mark.parametrize("kind", PathKind)
def test_a_search_that_ends_before_all_was_looked_at_says_so(monkeypatch: pytest.MonkeyPatch, kind: PathKind) -> None:
    inner = [str(node) for node in range(2, 9)]
    ties = {end: [Tie(node, "KNOWS", 0.9) for node in inner] for end in ("0", "1")}
    ties |= {node: [Tie(end, "KNOWS", 0.9) for end in ("0", "1")] for node in inner}
    monkeypatch.setattr(paths, "LOOKED_AT_MOST", 9)
    asked = {limit: best_ways(ties, "0", "1", kind, hops=HOPS, limit=limit) for limit in (1, 50)}
    assert (len(asked[1].ways), asked[1].complete) == (1, True)
    assert not asked[50].complete
    assert len(asked[50].ways) < len(inner)
    monkeypatch.setattr(paths, "LOOKED_AT_MOST", 1_000)
    assert best_ways(ties, "0", "1", kind, hops=HOPS, limit=50).complete


def test_of_several_ties_between_two_the_surest_is_taken() -> None:
    ties = {"0": [Tie("1", "KNOWS", 0.4), Tie("1", "FRIEND", 0.9)], "1": [Tie("0", "FRIEND", 0.9)]}
    assert [way.ties[0].kind for way in best(ties, PathKind.SHORTEST)] == ["FRIEND"]


@given(networks())
def test_neighbours_are_as_far_as_the_shortest_path_and_as_strong_as_the_best_of_that_length(
    network: tuple[Graph, dict[str, list[Tie]]],
) -> None:
    graph, ties = network
    lengths = networkx.single_source_shortest_path_length(graph, "0", cutoff=3)
    reached = {each.id: each for each in reached_from(ties, "0", 3)}
    assert {node: each.hops for node, each in reached.items()} == {n: d for n, d in lengths.items() if n != "0"}
    for node, each in reached.items():
        strengths = [product(graph, tuple(nodes)) for nodes in networkx.all_shortest_paths(graph, "0", node)]
        assert math.isclose(each.strength, max(strengths))
