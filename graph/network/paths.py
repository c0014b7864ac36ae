"""The best ways between two nodes of a small network, of at most some hops; pure.

Each kind of path has a value that only falls as the path grows:

    shortest   (−hops, product of confidences)
    strongest  product of confidences
    recent     (when its oldest hop was last told, product of confidences)

What is still to come is bounded by the best completion of each node for each number of hops, computed backwards from
the target once. Paths are then taken up best bound first (A*), so that they end in the order of their values: the first
that ends is the best, the second the second best.
"""

import heapq
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from typing import NamedTuple

from graph.model.network import PathKind

ALIKE = 0.5
"""Paths whose inner stops have this share in common are one way told twice (Jaccard)."""
LOOKED_AT_MOST = 20_000
"""Partial paths that are taken up at most: in a dense network there are more than anybody can read."""
Value = tuple[float, float]


class Tie(NamedTuple):
    """What ties a node to another: the surest of its kind, and when it was last told, in seconds of the epoch."""

    other: str
    kind: str
    confidence: float
    seen: float = 0.0


Ties = Mapping[str, Sequence[Tie]]
"""The ties of each node, both ways: what ties a to b stands in the list of each."""


@dataclass(frozen=True, slots=True)
class Way:
    """A path as its nodes and the tie of each hop."""

    nodes: tuple[str, ...]
    ties: tuple[Tie, ...]

    @property
    def strength(self) -> float:
        """The product of the confidences of its ties."""
        product = 1.0
        for tie in self.ties:
            product *= tie.confidence
        return product


@dataclass(frozen=True, slots=True)
class BestWays:
    """The best paths; `complete` is False where there may be others that would have been among them."""

    ways: list[Way]
    complete: bool


def best_ways(ties: Ties, source: str, target: str, kind: PathKind, *, hops: int, limit: int) -> BestWays:
    """The best paths without a cycle, the best first; for `ALL` the shortest, without those that are nearly another."""
    kept: list[Way] = []
    if source == target:
        return BestWays(kept, complete=True)
    near = _distances(ties, source, hops)
    for way in _ranked(_simple(ties, _between(ties, near, target, hops)), source, target, kind, hops, near):
        if way is None:
            return BestWays(kept, complete=False)
        if kind is not PathKind.ALL or _unlike(way, kept):
            kept.append(way)
        if len(kept) == limit:
            break
    return BestWays(kept, complete=True)


def stops_between(ties: Ties, source: str, target: str, hops: int) -> set[str]:
    """The nodes between two over which a way of at most so many hops may lead."""
    return _between(ties, _distances(ties, source, hops), target, hops) - {source, target}


def closed(ties: Ties, nodes: Collection[str]) -> dict[str, Sequence[Tie]]:
    """The ties without those of some nodes: a way may end at them, and leads through none."""
    return {node: () if node in nodes else some for node, some in ties.items()}


def both_ways(ties: Ties) -> dict[str, list[Tie]]:
    """The ties with those of nodes that were not asked for theirs: as they are seen from the other end."""
    whole = {node: list(some) for node, some in ties.items()}
    for node, some in ties.items():
        for tie in some:
            if tie.other not in ties:
                whole.setdefault(tie.other, []).append(tie._replace(other=node))
    return whole


def _between(ties: Ties, near: Mapping[str, int], target: str, hops: int) -> set[str]:
    far = _distances(ties, target, hops)
    return {node for node, distance in near.items() if distance + far.get(node, hops + 1) <= hops}


def _simple(ties: Ties, among: Collection[str]) -> Ties:
    """One tie between each two of the nodes: the surest, of equal ones the one told last."""
    best: dict[str, dict[str, Tie]] = {}
    for node in among:
        for tie in ties.get(node, ()):
            if tie.other not in among:
                continue
            held = best.setdefault(node, {}).get(tie.other)
            if held is None or (tie.confidence, tie.seen, tie.kind) > (held.confidence, held.seen, held.kind):
                best[node][tie.other] = tie
    return {node: tuple(some.values()) for node, some in best.items()}


def _ranked(
    ties: Ties, source: str, target: str, kind: PathKind, hops: int, near: Mapping[str, int]
) -> Iterator[Way | None]:
    """The paths in the order of their values, and None where no more are looked at although there may be some."""
    completions = _completions(ties, target, kind, hops, near)
    if source not in completions[hops]:
        return
    order = count()
    start = Way((source,), ())
    waiting = [(_falling(completions[hops][source]), next(order), _BEGINNING[kind], start)]
    for _ in range(LOOKED_AT_MOST):
        if not waiting:
            return
        _, _, value, way = heapq.heappop(waiting)
        if way.nodes[-1] == target:
            yield way
            continue
        left = hops - len(way.ties) - 1
        for tie in ties.get(way.nodes[-1], ()):
            if tie.other in way.nodes or left < 0 or tie.other not in completions[left]:
                continue
            grown = _joined(kind, value, _value(kind, tie))
            bound = _falling(_joined(kind, grown, completions[left][tie.other]))
            heapq.heappush(waiting, (bound, next(order), grown, Way((*way.nodes, tie.other), (*way.ties, tie))))
    if waiting:
        yield None


def _completions(ties: Ties, target: str, kind: PathKind, hops: int, near: Mapping[str, int]) -> list[dict[str, Value]]:
    """For each number of hops left, the best value by which each node reaches the target within so many.

    `near` is how far each node is from the source: one that is too far to have so many left is left out.
    """
    reached: list[dict[str, Value]] = [{target: _BEGINNING[kind]}]
    for left in range(1, hops + 1):
        best = dict(reached[-1])
        for node, value in reached[-1].items():
            for tie in ties.get(node, ()):
                if near.get(tie.other, hops + 1) > hops - left:
                    continue
                grown = _joined(kind, _value(kind, tie), value)
                if grown > best.get(tie.other, _WORST):
                    best[tie.other] = grown
        reached.append(best)
    return reached


def _distances(ties: Ties, source: str, hops: int) -> dict[str, int]:
    distances, front = {source: 0}, [source]
    for hop in range(1, hops + 1):
        front = list(
            dict.fromkeys(tie.other for node in front for tie in ties.get(node, ()) if tie.other not in distances)
        )
        distances |= dict.fromkeys(front, hop)
    return distances


_WORST: Value = (float("-inf"), float("-inf"))
_BEGINNING: Mapping[PathKind, Value] = {
    PathKind.SHORTEST: (0.0, 1.0),
    PathKind.ALL: (0.0, 1.0),
    PathKind.STRONGEST: (1.0, 1.0),
    PathKind.RECENT: (float("inf"), 1.0),
}


def _value(kind: PathKind, tie: Tie) -> Value:
    match kind:
        case PathKind.STRONGEST:
            return tie.confidence, tie.confidence
        case PathKind.RECENT:
            return tie.seen, tie.confidence
        case _:
            return -1.0, tie.confidence


def _joined(kind: PathKind, first: Value, second: Value) -> Value:
    match kind:
        case PathKind.STRONGEST:
            return first[0] * second[0], first[1] * second[1]
        case PathKind.RECENT:
            return min(first[0], second[0]), first[1] * second[1]
        case _:
            return first[0] + second[0], first[1] * second[1]


def _falling(value: Value) -> Value:
    return -value[0], -value[1]


def _unlike(way: Way, kept: Sequence[Way]) -> bool:
    inner = {*way.nodes[1:-1]}
    return all(_shared(inner, {*other.nodes[1:-1]}) < ALIKE for other in kept)


def _shared(first: set[str], second: set[str]) -> float:
    return len(first & second) / len(first | second) if first or second else 1.0


def hops_of(way: Way) -> list[tuple[str, str, str]]:
    """The hops of a path as its two ends and the kind of what ties them."""
    return [(near, far, tie.kind) for (near, far), tie in zip(pairwise(way.nodes), way.ties, strict=True)]
