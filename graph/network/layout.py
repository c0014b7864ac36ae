"""Where the nodes of a network lie on a map, such that those that are tied lie near each other; pure.

Forces after Fruchterman and Reingold: ties pull with d² / k, all nodes push each other apart with k² / d, and a weak
pull to the middle keeps parts together that no tie holds. k, the length of a tie in rest, is 1. Each round moves a node
by at most a length that shrinks to nothing. What is fixed stays: a map that somebody knows does not move when it grows.

The same network and the same places give the same map: where a node begins follows from its rank, not from chance.
"""

import math

import numpy as np
from numpy.typing import NDArray

from graph.network.measures import Floats, Ints

_ROUNDS = 90
_ROUNDS_LARGE = 50
_EXACT_MOST = 800
"""Nodes up to which each pushes each; of larger networks the far ones push as the middle of their square."""
_SQUARES = 16
_NEAR = 2.5
"""Within so many lengths of a tie nodes push each other themselves."""
_GRAVITY = np.array([0.045, 0.1])
"""The pull to the middle along each axis: a map is wider than high, as screens are."""
_TURN = math.pi * (3 - math.sqrt(5))
"""The angle by which places on a spiral of equal density follow each other."""
_CLOSEST = 0.01


def laid_out(nodes: int, low: Ints, high: Ints, weights: Floats, start: Floats | None = None) -> Floats:
    """The places of `nodes` nodes (an array of two columns) with ties between `low` and `high` of these weights.

    `start` has the places that are kept, NaN where a node has none yet. Nodes are expected by rank, the highest first.
    """
    fixed = np.zeros(nodes, dtype=np.bool_) if start is None else np.isfinite(start[:, 0])
    if nodes == 0 or fixed.all():
        return np.zeros((nodes, 2)) if start is None else start
    places = _begun(nodes, low, high, start, fixed)
    pull = np.minimum(1.0, 0.4 + weights / 2)
    rounds = _ROUNDS if nodes <= _EXACT_MOST else _ROUNDS_LARGE
    # What joins a map that is there has less far to go.
    longest = 0.25 * math.sqrt(nodes) if not fixed.any() else 1.0
    for step in range(rounds):
        force = _pushed(places) - _GRAVITY * places * math.sqrt(nodes) / 4
        between = places[high] - places[low]
        drawn = between * (np.hypot(*between.T) * pull)[:, None]
        for axis in (0, 1):
            force[:, axis] += np.bincount(low, drawn[:, axis], nodes) - np.bincount(high, drawn[:, axis], nodes)
        length = np.maximum(np.hypot(*force.T), _CLOSEST)
        moved = force * (np.minimum(length, longest * (1 - step / rounds)) / length)[:, None]
        moved[fixed] = 0.0
        places = places + moved
    return places


def _begun(nodes: int, low: Ints, high: Ints, start: Floats | None, fixed: NDArray[np.bool_]) -> Floats:
    """Where nodes begin: on a spiral by rank; beside those they are tied to, where these have places already."""
    ranks = np.arange(nodes)
    spiral = np.sqrt(ranks + 0.5)[:, None] * np.column_stack([np.cos(ranks * _TURN), np.sin(ranks * _TURN)])
    if start is None:
        return spiral
    kept = np.where(fixed[:, None], np.nan_to_num(start), 0.0)
    count, total = np.zeros(nodes), np.zeros((nodes, 2))
    for near, far in ((low, high), (high, low)):
        placed = fixed[far]
        count += np.bincount(near[placed], minlength=nodes)
        for axis in (0, 1):
            total[:, axis] += np.bincount(near[placed], kept[far[placed], axis], nodes)
    beside = total / np.maximum(count, 1)[:, None] + spiral / np.maximum(1.0, np.hypot(*spiral.T))[:, None]
    # What is tied to nothing that has a place begins outside of what has one.
    edge = np.hypot(*kept[fixed].T).max(initial=1.0)
    outside = spiral * ((edge + 1.0) / np.maximum(1.0, np.hypot(*spiral.T)))[:, None]
    return np.where(fixed[:, None], kept, np.where((count > 0)[:, None], beside, outside))


def _pushed(places: Floats) -> Floats:
    return _pushed_by(places, places, np.ones(len(places))) if len(places) <= _EXACT_MOST else _pushed_roughly(places)


def _pushed_by(places: Floats, others: Floats, weights: Floats) -> Floats:
    """The push on each place of others that count `weights` times: Σ w (p − q) / |p − q|², by products of matrices."""
    # In single precision it takes half as long, and a place needs no more digits.
    near, far = places.astype(np.float32), others.astype(np.float32)
    pushing = near @ (-2 * far.T)
    pushing += (near**2).sum(1)[:, None]
    pushing += (far**2).sum(1)[None, :]
    np.maximum(pushing, _CLOSEST, out=pushing)
    np.divide(weights.astype(np.float32)[None, :], pushing, out=pushing)
    # Of a node and itself the difference is nothing, whatever it counts.
    return (near * pushing.sum(1)[:, None] - pushing @ far).astype(np.float64)


def _pushed_roughly(places: Floats) -> Floats:
    """The same, with the far ones together as the middle of their square, and the near ones each by itself."""
    from scipy.spatial import KDTree  # noqa: PLC0415 -- a fifth of a second, for large maps alone

    least, most = places.min(0), places.max(0)
    cell = np.minimum(((places - least) / np.maximum(most - least, _CLOSEST) * _SQUARES).astype(int), _SQUARES - 1)
    square, held = np.unique(cell[:, 0] * _SQUARES + cell[:, 1], return_inverse=True)
    count = np.bincount(held, minlength=len(square)).astype(float)
    middle = np.column_stack([np.bincount(held, places[:, axis], len(square)) / count for axis in (0, 1)])
    force = _pushed_by(places, middle, count)
    # Its own square pushes a node from where its neighbours lie, below, and not from their middle.
    off = places - middle[held]
    force -= off * (count[held] / np.maximum((off**2).sum(1), _CLOSEST))[:, None]
    pairs = KDTree(places).query_pairs(_NEAR, output_type="ndarray")
    pairs = pairs[held[pairs[:, 0]] == held[pairs[:, 1]]]
    apart = places[pairs[:, 0]] - places[pairs[:, 1]]
    push = apart / np.maximum((apart**2).sum(1), _CLOSEST)[:, None]
    for axis in (0, 1):
        force[:, axis] += np.bincount(pairs[:, 0], push[:, axis], len(places))
        force[:, axis] -= np.bincount(pairs[:, 1], push[:, axis], len(places))
    return force
