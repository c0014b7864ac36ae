"""Decoding is exact: equal to what trying every sequence of labels gives."""

import itertools

import numpy as np
import pytest

from extraction.encoder.tagging.lattice import best_paths, bio_constrained, bio_spans, marginals, outside_margins

LABELS = ("O", "B-A", "I-A", "B-B", "I-B")


def lattice(seed: int) -> tuple[np.ndarray, list[int], np.ndarray, np.ndarray]:
    chance = np.random.default_rng(seed)
    lengths = [5, 3, 1]
    scores = chance.normal(0, 2, (5, 3, len(LABELS))).astype(np.float32)
    transitions, opening = bio_constrained(
        LABELS, chance.normal(0, 1, (5, 5)).astype(np.float32), chance.normal(0, 1, 5).astype(np.float32)
    )
    return scores, lengths, transitions, opening


def every(
    scores: np.ndarray, length: int, transitions: np.ndarray, opening: np.ndarray
) -> dict[tuple[int, ...], float]:
    sums: dict[tuple[int, ...], float] = {}
    for path in itertools.product(range(len(LABELS)), repeat=length):
        total = float(opening[path[0]] + sum(scores[place, label] for place, label in enumerate(path)))
        sums[path] = total + float(sum(transitions[a, b] for a, b in itertools.pairwise(path)))
    return sums


@pytest.mark.parametrize("seed", range(5))
def test_the_path_of_each_text_is_the_best_of_all(seed: int):
    scores, lengths, transitions, opening = lattice(seed)

    paths = best_paths(scores, lengths, transitions, opening)

    for text, length in enumerate(lengths):
        sums = every(scores[:, text], length, transitions, opening)
        assert tuple(paths[text]) == max(sums, key=sums.__getitem__)


@pytest.mark.parametrize("seed", range(5))
def test_how_sure_a_label_is_is_its_share_of_all_paths(seed: int):
    scores, lengths, transitions, opening = lattice(seed)

    sure = marginals(scores, lengths, transitions, opening)

    for text, length in enumerate(lengths):
        sums = every(scores[:, text], length, transitions, opening)
        weights = {path: np.exp(total) for path, total in sums.items()}
        whole = sum(weights.values())
        for place in range(length):
            for label in range(len(LABELS)):
                share = sum(weight for path, weight in weights.items() if path[place] == label) / whole
                assert sure[place, text, label] == pytest.approx(share, abs=1e-4)


def test_an_inside_label_only_follows_its_own_kind():
    scores = np.zeros((3, 1, 5), np.float32)
    scores[:, 0, 4] = 9.0
    transitions, opening = bio_constrained(LABELS, np.zeros((5, 5), np.float32), np.zeros(5, np.float32))

    path = best_paths(scores, [3], transitions, opening)[0]

    assert list(bio_spans(path, LABELS)) == [(0, 3, "B")]


def test_two_neighbours_of_one_kind_stay_two():
    assert list(bio_spans([1, 1, 2, 0, 3], LABELS)) == [(0, 1, "A"), (1, 3, "A"), (4, 5, "B")]


def test_a_text_in_which_no_unit_may_gain_has_nothing_marked_and_the_bound_is_of_use():
    quiet = 0
    for seed in range(200):
        scores, lengths, transitions, opening = lattice(seed)
        scores[:, :, 0] += 5.0
        paths = best_paths(scores, lengths, transitions, opening)
        for text, length in enumerate(lengths):
            if outside_margins(scores[:length, text], 0, transitions, opening).max() < 0:
                quiet += 1
                assert paths[text] == [0] * length
    assert quiet > 100
