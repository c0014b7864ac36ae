"""A window network scores each text by itself, and with a gate only texts of the kind that taught it."""

import numpy as np

from extraction.encoder.tagging.states import Floats
from extraction.encoder.tagging.windows import OUTSIDE, REACH, WindowNetwork

WIDTH, HIDDEN, LABELS = 6, 4, 5


OPEN = {"gate": np.zeros(WIDTH, np.float32), "gate.bias": np.ones(1, np.float32), "gate.prior": np.zeros(1, np.float32)}


def network(is_silent: bool = True, gate: dict[str, Floats] = OPEN) -> WindowNetwork:
    chance = np.random.default_rng(0)

    def values(*shape: int) -> Floats:
        return chance.normal(0, 1, shape).astype(np.float32)

    return WindowNetwork({
        "inner": values(WIDTH, HIDDEN), "inner.bias": values(HIDDEN),
        "window": values((2 * REACH + 1) * HIDDEN, HIDDEN), "window.bias": values(HIDDEN),
        "labels": values(HIDDEN, LABELS), "labels.bias": values(LABELS), **gate,
    }, is_silent)  # fmt: skip


def texts(*sizes: int) -> list[Floats]:
    chance = np.random.default_rng(1)
    return [chance.normal(0, 1, (size, WIDTH)).astype(np.float32) for size in sizes]


def together(scored: WindowNetwork, parts: list[Floats]) -> Floats:
    return scored.scores(np.concatenate(parts), np.array([len(part) for part in parts]))[0]


def test_a_text_has_the_scores_it_has_alone():
    parts = texts(3, 0, 5, 1)
    alone = [together(network(), [part]) for part in parts if len(part)]
    assert np.allclose(together(network(), parts), np.concatenate(alone), atol=1e-5)


def parted() -> tuple[list[Floats], dict[str, Floats]]:
    """Texts of which a gate takes the first alone for its own."""
    parts = texts(4, 0, 3)
    parts[0] += 5
    parts[2] -= 5
    return parts, OPEN | {"gate": np.ones(WIDTH, np.float32), "gate.bias": np.zeros(1, np.float32)}


def test_few_words_alone_do_not_open_a_gate():
    ones, three = np.ones(WIDTH, np.float32), np.full(1, 3, np.float32)
    gate = {"gate": ones, "gate.bias": -5 * np.ones(1, np.float32), "gate.prior": three}
    domain = network(gate=gate).in_domain(np.ones((42, WIDTH), np.float32), np.array([2, 40]))
    assert domain.tolist() == [False, True]


def test_behind_a_gate_all_of_another_text_is_outside_and_the_rest_is_scored_as_without():
    parts, gate = parted()
    scores = together(network(gate=gate), parts)
    assert np.allclose(scores[:4], together(network(), parts[:1]), atol=1e-5)
    assert set(scores[4:].argmax(axis=1)) == {OUTSIDE}


def test_a_network_that_is_not_silent_scores_all_and_tells_which_texts_are_of_its_domain():
    parts, gate = parted()
    scores, inside = network(is_silent=False, gate=gate).scores(np.concatenate(parts), np.array([4, 0, 3]))
    assert np.allclose(scores, together(network(), parts), atol=1e-5)
    assert inside.tolist() == [True, False, False]


def test_where_no_text_passes_the_gate_nothing_is_scored():
    closed = OPEN | {"gate.bias": -np.ones(1, np.float32)}
    assert set(together(network(gate=closed), texts(4, 2)).argmax(axis=1)) == {OUTSIDE}
