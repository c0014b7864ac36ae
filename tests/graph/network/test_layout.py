"""Maps of networks: what is tied lies near, what is known stays, and the same network gives the same map."""

import time

import numpy as np
import pytest

from graph.network.layout import laid_out
from graph.network.measures import Floats, Ints

Ties = tuple[Ints, Ints, Floats]


def made_ties(pairs: list[tuple[int, int]]) -> Ties:
    low, high = (
        (np.array(ends, dtype=np.int64) for ends in zip(*pairs, strict=True)) if pairs else (np.zeros(0, int),) * 2
    )
    return low, high, np.full(len(pairs), 0.7)


def random_ties(nodes: int, count: int, seed: int = 1) -> Ties:
    """Ties of which few nodes have many."""
    rng = np.random.default_rng(seed)
    pairs = np.column_stack([(nodes * rng.random(count) ** 2).astype(np.int64), rng.integers(0, nodes, count)])
    return made_ties([(int(min(pair)), int(max(pair))) for pair in pairs if pair[0] != pair[1]])


def away(places: Floats, low: Ints, high: Ints) -> Floats:
    return np.hypot(*(places[low] - places[high]).T)


@pytest.mark.parametrize("nodes", [60, 500, 1500])
def test_what_is_tied_lies_nearer_than_what_is_not(nodes: int) -> None:
    low, high, weights = random_ties(nodes, 2 * nodes)
    places = laid_out(nodes, low, high, weights)
    assert np.isfinite(places).all()
    others = np.random.default_rng(2).integers(0, nodes, (2, 1000))
    assert np.median(away(places, low, high)) < 0.7 * np.median(away(places, *others))


def test_no_two_nodes_lie_upon_each_other() -> None:
    low, high, weights = random_ties(200, 300)
    places = laid_out(200, low, high, weights)
    apart = away(places, *np.triu_indices(200, 1))
    assert apart.min() > 0.05


def test_two_groups_lie_apart() -> None:
    groups = [(start + one, start + other) for start in (0, 12) for one in range(12) for other in range(one)]
    low, high, weights = made_ties([(min(pair), max(pair)) for pair in [*groups, (0, 12)]])
    places = laid_out(24, low, high, weights)
    within = max(away(places, low[:-1], high[:-1]))
    assert np.hypot(*(places[:12].mean(0) - places[12:].mean(0))) > within / 2
    assert all(np.hypot(*(places[:12] - places[:12].mean(0)).T) < np.hypot(*(places[:12] - places[12:].mean(0)).T))


def test_the_same_network_gives_the_same_map() -> None:
    ties = random_ties(300, 500)
    assert np.array_equal(laid_out(300, *ties), laid_out(300, *ties))


@pytest.mark.parametrize("nodes", [300, 1200])
def test_what_has_a_place_stays_and_what_is_new_comes_beside_what_it_is_tied_to(nodes: int) -> None:
    low, high, weights = random_ties(nodes, 2 * nodes)
    start = laid_out(nodes, low, high, weights)
    known = start.copy()
    ends = np.bincount(np.concatenate([low, high]), minlength=nodes)
    new = np.flatnonzero(ends == 2)[:5]
    known[new] = np.nan
    again = laid_out(nodes, low, high, weights, known)
    kept = np.setdiff1d(np.arange(nodes), new)
    assert np.array_equal(again[kept], start[kept])
    assert np.isfinite(again[new]).all()
    size = np.hypot(*start.T).max()
    for node in new:
        tied = np.concatenate([high[low == node], low[high == node]])
        middle = again[tied].mean(0)
        assert np.hypot(*(again[node] - middle)) < size / 2


def test_nothing_and_one_and_what_no_tie_holds_have_places() -> None:
    none = made_ties([])
    assert laid_out(0, *none).shape == (0, 2)
    assert np.isfinite(laid_out(1, *none)).all()
    places = laid_out(50, *none)
    assert away(places, *np.triu_indices(50, 1)).min() > 0.1
    assert np.hypot(*places.T).max() < 100
    known = np.full((3, 2), np.nan)
    known[0] = 5.0, 5.0
    assert np.isfinite(laid_out(3, *none, known)).all()


def test_everything_that_has_a_place_is_left_as_it_is() -> None:
    start = np.arange(20.0).reshape(10, 2)
    assert laid_out(10, *made_ties([(0, 1)]), start) is start


def test_five_hundred_nodes_take_less_than_half_a_second() -> None:
    ties = random_ties(500, 1000)
    began = time.process_time()
    laid_out(500, *ties)
    # Of processor time of all threads, on a machine that others use too.
    assert time.process_time() - began < 2.0
