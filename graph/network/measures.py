"""Figures of a network of entities: centralities, communities, structure. Pure, over arrays; computed by NetworKit.

Relations are taken as undirected, those between the same two as one tie that weighs the sum of their confidences.
"""

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import compress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graph.model.network import Centrality, CommunityMethod

EXACT_MOST = 5_000
"""Nodes up to which betweenness is exact; above, it is estimated from shortest paths of a sample."""
_SAMPLES = 500
"""Nodes whose shortest paths estimate betweenness and the mean path length."""
_DAMPING = 0.85
_TOLERANCE = 1e-10
_ROUNDS = 200
_SEED = 42
_TAIL_LEAST = 50
"""Nodes that the tail of the degrees must have before an exponent is told of it."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Network:
    """Entities and the relations between them as arrays.

    `ids`, `names`, `types`, `mentions` by node; `sources`, `targets` (places of nodes), `kinds`, `confidences` by
    relation. `version` is how far the graph had come when it was read: what is computed of it holds for that. `whole`
    is the network whose surer relations these are.
    """

    ids: list[str]
    names: list[str]
    types: list[str]
    mentions: list[int]
    sources: Ints
    targets: Ints
    kinds: list[str]
    confidences: Floats
    version: Hashable = 0
    whole: "Network | None" = None
    _surer: dict[float, "Network"] = field(default_factory=dict[float, "Network"])

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Where each id stands."""
        return self.whole.places if self.whole else {identity: place for place, identity in enumerate(self.ids)}

    def surer(self, least: float) -> "Network":
        """The same entities with the relations that are at least so sure, itself where all are.

        The one that was asked for last is held.
        """
        passing = self.confidences >= least
        if passing.all():
            return self
        held = self._surer.get(least)
        if held is None:
            held = replace(
                self, sources=self.sources[passing], targets=self.targets[passing],
                kinds=list(compress(self.kinds, passing)), confidences=self.confidences[passing], whole=self, _surer={},
            )  # fmt: skip
            self._surer.clear()
            self._surer[least] = held
        return held

    @cached_property
    def ties(self) -> tuple[Ints, Ints, Floats]:
        """Each two nodes that relations stand between, once, the lower place first, with the sum of the confidences."""
        others = self.sources != self.targets
        ends = self.sources[others], self.targets[others]
        keys, inverse = np.unique(np.minimum(*ends) * max(1, len(self.ids)) + np.maximum(*ends), return_inverse=True)
        weights = np.zeros(len(keys))
        np.add.at(weights, inverse, self.confidences[others])
        return keys // max(1, len(self.ids)), keys % max(1, len(self.ids)), weights

    @cached_property
    def degrees(self) -> Ints:
        """To how many others each node is tied."""
        low, high, _ = self.ties
        return np.bincount(np.concatenate([low, high]), minlength=len(self.ids)).astype(np.int64)

    @property
    def drawn(self) -> Any:
        """The network as NetworKit has it: undirected and weighted. It is made anew: what is computed of it is kept."""
        kit = _kit()
        low, high, weights = self.ties
        return kit.GraphFromCoo((weights, (low, high)), n=len(self.ids), weighted=True, directed=False)

    @property
    def size(self) -> int:
        """About how many bytes it takes, with the surer relations that it holds beside all."""
        return 300 * len(self.ids) + 2 * 56 * len(self.kinds)


def foremost(network: Network, scores: Floats, places: Ints, limit: int) -> Ints:
    """Those of some nodes that score highest, so many, the highest first; of equal ones the lower id."""
    if len(places) > limit:
        # What is sorted is little more than what is asked for, of however many nodes.
        least = np.partition(scores[places], len(places) - limit)[len(places) - limit]
        places = places[scores[places] >= least]
    ranked = sorted((-float(scores[place]), network.ids[place], int(place)) for place in places)
    return np.array([place for _, _, place in ranked[:limit]], dtype=np.int64)


def centrality(network: Network, measure: Centrality) -> tuple[Floats, bool]:
    """The measure of each node, and whether it is exact.

    degree and betweenness are shares of what is possible (0–1), PageRank sums to 1, eigenvector has length 1.
    """
    nodes = len(network.ids)
    match measure:
        case Centrality.DEGREE:
            return network.degrees / max(1, nodes - 1), True
        case Centrality.PAGERANK:
            return pagerank(network), True
        case Centrality.EIGENVECTOR:
            return eigenvector(network), True
        case Centrality.BETWEENNESS:
            return _betweenness(network)


def pagerank(network: Network, start: int | None = None) -> Floats:
    """How often a random walk comes by each node: it follows ties by their weight, and begins anew by 15 %.

    It begins anywhere, or at `start` alone (personalised PageRank). p = 0.85 P^T p + 0.15 s, by power iteration.
    """
    nodes = len(network.ids)
    if nodes == 0:
        return np.zeros(0)
    matrix = _adjacency(network)
    out = np.asarray(matrix.sum(axis=1)).ravel()
    share = np.divide(1.0, out, out=np.zeros(nodes), where=out > 0)
    restart = np.full(nodes, 1 / nodes) if start is None else np.eye(1, nodes, start).ravel()
    rank = restart.copy()
    for _ in range(_ROUNDS):
        # A node without ties passes on what it holds to where walks begin.
        stuck = rank[out == 0].sum()
        following = _DAMPING * (matrix @ (rank * share) + stuck * restart) + (1 - _DAMPING) * restart
        if np.abs(following - rank).sum() < _TOLERANCE:
            return following
        rank = following
    return rank


def damped(network: Network, scores: Floats) -> Floats:
    """Scores by which hubs stand back: score / (1 + ln ties). Who is tied to everything says little of anyone."""
    return scores / (1 + np.log(np.maximum(1, network.degrees)))


def eigenvector(network: Network) -> Floats:
    """The eigenvector of the greatest eigenvalue of the ties, of length 1 and none below 0."""
    nodes = len(network.ids)
    if nodes == 0 or len(network.ties[0]) == 0:
        return np.zeros(nodes)
    matrix = _adjacency(network)
    vector = np.full(nodes, 1 / math.sqrt(nodes))
    for _ in range(20 * _ROUNDS):
        # x + Ax has the same eigenvectors, and comes to rest where a network of two sides would swing to and fro.
        following = matrix @ vector + vector
        following /= np.linalg.norm(following)
        if np.abs(following - vector).sum() < _TOLERANCE * nodes:
            return following
        vector = following
    return vector


def _betweenness(network: Network) -> tuple[Floats, bool]:
    kit, nodes = _kit(), len(network.ids)
    if nodes < 3:
        return np.zeros(nodes), True
    exact = nodes <= EXACT_MOST
    unweighted = kit.graphtools.toUnweighted(network.drawn)
    if exact:
        run = kit.centrality.Betweenness(unweighted, normalized=True)
    else:
        run = kit.centrality.EstimateBetweenness(unweighted, _SAMPLES, normalized=True)
    run.run()
    return np.asarray(run.scores()), exact


def communities(network: Network, method: CommunityMethod) -> tuple[Ints, float]:
    """The community of each node that has ties (−1 for others), the largest 0, and the modularity of the whole."""
    kit = _kit()
    part = np.full(len(network.ids), -1, dtype=np.int64)
    tied = network.degrees > 0
    if not tied.any():
        return part, 0.0
    louvain = method is CommunityMethod.LOUVAIN
    run = kit.community.PLM(network.drawn, refine=True) if louvain else kit.community.PLP(network.drawn)
    run.run()
    numbered = np.asarray(run.getPartition().getVector())
    numbers, sizes = np.unique(numbered[tied], return_counts=True)
    ranked = numbers[np.lexsort((numbers, -sizes))]
    renamed = {int(number): place for place, number in enumerate(ranked)}
    part[tied] = [renamed[int(number)] for number in numbered[tied]]
    return part, modularity(network, part)


def modularity(network: Network, part: Ints) -> float:
    """Q = Σ over communities of w_within / w − (d / 2w)², with the weights of ties, and of all ties at its nodes."""
    low, high, weights = network.ties
    total = float(weights.sum())
    if total == 0:
        return 0.0
    within = part[low] == part[high]
    ends = np.concatenate([part[low], part[high]])
    held = np.bincount(ends, weights=np.concatenate([weights, weights]))
    return float(weights[within].sum() / total - ((held / (2 * total)) ** 2).sum())


@dataclass(frozen=True, slots=True)
class Structure:
    """How a network hangs together, by the formulas of `NetworkStatistics`."""

    density: float
    mean_degree: float
    components: int
    largest_component: int
    clustering: float
    mean_path_length: float | None
    small_world: float | None
    power_law: float | None


def structure(network: Network) -> Structure:
    """The figures of the whole; path lengths are those of the largest component, from a sample where it is large."""
    kit, nodes, ties = _kit(), len(network.ids), len(network.ties[0])
    density = 2 * ties / (nodes * (nodes - 1)) if nodes > 1 else 0.0
    mean_degree = 2 * ties / nodes if nodes else 0.0
    if not ties:
        return Structure(density, mean_degree, nodes, min(nodes, 1), 0.0, None, None, None)
    unweighted = kit.graphtools.toUnweighted(network.drawn)
    parts = kit.components.ConnectedComponents(unweighted)
    parts.run()
    largest = max(parts.getComponents(), key=len)
    local = kit.centrality.LocalClusteringCoefficient(unweighted)
    local.run()
    clustering = float(np.mean(local.scores()))
    length = _mean_path_length(kit, unweighted, largest)
    return Structure(
        density, mean_degree, parts.numberOfComponents(), len(largest), clustering, length,
        small_world(clustering, length, nodes, mean_degree), power_law(network.degrees),
    )  # fmt: skip


def component_count(network: Network) -> int:
    """How many parts of the network no tie connects; an entity without ties is one."""
    if not len(network.ties[0]):
        return len(network.ids)
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415 -- as `_adjacency`

    return int(connected_components(_adjacency(network), directed=False, return_labels=False))


def small_world(clustering: float, length: float | None, nodes: int, mean_degree: float) -> float | None:
    """(C / (k / n)) / (L / (ln n / ln k)), after Humphries and Gurney; None where a random graph has no such length."""
    if length is None or mean_degree <= 1 or nodes < 3:
        return None
    at_random = mean_degree / nodes, math.log(nodes) / math.log(mean_degree)
    return (clustering / at_random[0]) / (length / at_random[1])


def power_law(degrees: Ints) -> float | None:
    """The exponent α of a tail p(k) ∝ k^−α: 1 + n / Σ ln(k / (k_min − ½)), after Clauset, Shalizi and Newman.

    k_min is the one whose fit lies nearest to the degrees (least Kolmogorov–Smirnov distance). None where the tail has
    too few nodes.
    """
    degrees = degrees[degrees > 0]
    best: tuple[float, float] | None = None
    for least in np.unique(degrees):
        tail = np.sort(degrees[degrees >= least])
        if len(tail) < _TAIL_LEAST:
            break
        exponent = 1 + len(tail) / np.log(tail / (least - 0.5)).sum()
        fitted = 1 - ((tail + 0.5) / (least - 0.5)) ** (1 - exponent)
        distance = float(np.abs(np.searchsorted(tail, tail, side="right") / len(tail) - fitted).max())
        if best is None or distance < best[0]:
            best = distance, float(exponent)
    return best[1] if best else None


def _mean_path_length(kit: Any, unweighted: Any, component: list[int]) -> float | None:
    if len(component) < 2:
        return None
    chosen = np.random.default_rng(_SEED).permutation(component)[:_SAMPLES]
    total = 0.0
    for node in chosen:
        run = kit.distance.BFS(unweighted, int(node), storePaths=False)
        run.run()
        distances = np.asarray(run.getDistances(asarray=True))
        # Of a node that is not reached NetworKit gives the greatest number there is.
        total += float(distances[distances < unweighted.numberOfNodes()].sum())
    return total / (len(chosen) * (len(component) - 1))


def _adjacency(network: Network) -> Any:
    from scipy.sparse import csr_array  # noqa: PLC0415 -- a fifth of a second, for figures of the whole alone

    low, high, weights = network.ties
    nodes = len(network.ids)
    both = np.concatenate([low, high]), np.concatenate([high, low])
    return csr_array((np.concatenate([weights, weights]), both), shape=(nodes, nodes))


def _kit() -> Any:
    import networkit  # noqa: PLC0415 -- half a second, for figures of the whole alone

    networkit.setSeed(_SEED, useThreadId=False)
    # By one thread the same network has the same communities.
    networkit.setNumberOfThreads(1)
    return networkit
