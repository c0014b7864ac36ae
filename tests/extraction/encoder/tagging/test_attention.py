"""The attention network scores each text by itself and all of it, however far apart its words are."""

import numpy as np

from extraction.encoder.tagging.attention import FARTHEST, HEADS, REACH, AttentionNetworks
from extraction.encoder.tagging.states import Floats

WIDTH, LAYERS, HIDDEN, LABELS = 6, 10, 2 * HEADS, 5


NETWORKS = 2


def networks() -> AttentionNetworks:
    chance = np.random.default_rng(0)

    def values(*shape: int) -> Floats:
        return chance.normal(0, 0.5, (NETWORKS, *shape)).astype(np.float32)

    norms = {f"{name}.{part}": values(HIDDEN) for name in ("before", "between", "behind") for part in ("scale", "bias")}
    return AttentionNetworks.of({
        "inner": values(WIDTH, HIDDEN), "inner.bias": values(HIDDEN), "layers": values(LAYERS, HIDDEN),
        "window": values((2 * REACH + 1) * HIDDEN, HIDDEN), "window.bias": values(HIDDEN),
        **{name: values(HIDDEN, HIDDEN) for name in ("queries", "keys", "values", "attended")},
        "wide": values(HIDDEN, 2 * HIDDEN), "wide.bias": values(2 * HIDDEN),
        "back": values(2 * HIDDEN, HIDDEN), "back.bias": values(HIDDEN),
        "transitions": values(LABELS, LABELS), "opening": values(LABELS),
        "distances": values(HEADS, 2 * FARTHEST + 1), "labels": values(HIDDEN, LABELS), "labels.bias": values(LABELS),
        **norms,
    })  # fmt: skip


def texts(*sizes: int) -> list[tuple[Floats, Floats]]:
    """What the network is given of texts with so many units: their inputs, and the layers of their tokens."""
    chance = np.random.default_rng(1)
    return [
        (
            chance.normal(0, 1, (size, WIDTH)).astype(np.float32),
            networks().projected([chance.normal(0, 1, (size, LAYERS)).astype(np.float32)]),
        )
        for size in sizes
    ]


def scores(*parts: tuple[Floats, Floats]) -> Floats:
    inputs, projected = (np.concatenate(side) for side in zip(*parts, strict=True))
    return networks().scores(inputs, projected, np.array([len(part) for part, _ in parts]))


def test_a_text_has_the_scores_it_has_alone():
    parts = texts(3, 0, 50, 1)
    alone = [scores(part) for part in parts if len(part[0])]
    assert np.allclose(scores(*parts), np.concatenate(alone), atol=1e-5)


def test_a_word_is_read_by_what_stands_far_away():
    [(inputs, projected)] = texts(20)
    other = projected.copy()
    other[-1] += 5
    assert np.abs(scores((inputs, projected))[0] - scores((inputs, other))[0]).max() > 1e-3


def test_an_order_of_words_tells_something():
    [(inputs, projected)] = texts(40)
    turned = scores((inputs[::-1], projected[::-1]))[::-1]
    assert not np.allclose(scores((inputs, projected)), turned, atol=1e-3)


def test_networks_that_score_together_give_the_mean_of_what_each_gives():
    [(inputs, projected)] = texts(12)
    alone = [
        AttentionNetworks([member]).scores(inputs, part, np.array([12]))
        for member, part in zip(networks().members, np.split(projected, NETWORKS, axis=1), strict=True)
    ]
    assert np.allclose(scores((inputs, projected)), np.mean(alone, axis=0), atol=1e-5)
