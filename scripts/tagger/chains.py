"""Trains a network of the tagging head that marks stretches: any scores of units, and a linear chain over them."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from extraction.encoder.tagging.lattice import best_paths, bio_constrained, bio_spans
from scripts.logistic import fitted

LONGEST = 80
"""Units of a text that training sees at once."""
BATCH = 64
ROUNDS, PACE, DECAY = 15, 3e-3, 1e-3
DROPPED = 0.3
_GATE_PENALTY = 10.0
AVERAGED = 1 / 3
"""Share of the rounds, the last ones, whose weights are averaged."""
Weights = dict[str, np.ndarray]


@dataclass(frozen=True, slots=True)
class Architecture:
    """How a network begins and what it scores."""

    started: Callable[[Any, int, int], dict[str, Any]]
    """The weights to begin with, of a key of chance, the width of inputs and the number of labels."""
    label_scores: Callable[..., Any]
    """The scores of labels, (texts, units, labels), by the weights, inputs (texts, units, width), mask and a
    key; with a key some values are dropped.
    """
    large: Sequence[str] = ()
    """The weights whose squares are a penalty."""
    penalty: float = 0.0


def dropped(values: Any, key: Any, place: int, share: float = DROPPED) -> Any:
    """The values without a share of them, which chance takes; all of them without a key."""
    if key is None:
        return values
    kept = jax.random.bernoulli(jax.random.fold_in(key, place), 1 - share, values.shape)
    return values * kept / (1 - share)


@dataclass(frozen=True, slots=True)
class Marked:
    """What the network reads of a text, where its units lie, and the stretches that are marked in it."""

    inputs: np.ndarray
    """(units, width)"""
    offsets: np.ndarray
    """Start and end of each unit, (units, 2)."""
    spans: tuple[tuple[int, int, str], ...]
    """Start, end, kind; no two share a character."""


def labels_of(kinds: Sequence[str]) -> tuple[str, ...]:
    """The labels of kinds: outside, and the beginning and inside of each."""
    return ("O", *(f"{place}-{kind}" for kind in kinds for place in "BI"))


def trained(
    network: Architecture,
    texts: Sequence[Marked],
    kinds: Sequence[str],
    *,
    seed: int = 0,
    rounds: int = ROUNDS,
    batch: int = BATCH,
    pace: float = PACE,
    decay: float = DECAY,
) -> Weights:
    """The weights after so many rounds over all texts, `batch` of them a step; averaged over the last rounds."""
    labels = labels_of(kinds)
    examples = [example for text in texts for example in _examples(text, labels)]
    chance = np.random.default_rng(seed)
    weights = network.started(jax.random.key(seed), examples[0][0].shape[1], len(labels))
    steps = rounds * (len(examples) // batch + 1)
    optimiser = optax.chain(
        optax.clip_by_global_norm(1.0), optax.adamw(optax.cosine_decay_schedule(pace, steps), weight_decay=decay)
    )
    state = optimiser.init(weights)

    @jax.jit
    def step(weights: Any, state: Any, group: Any, key: Any) -> Any:
        lost, gradient = jax.value_and_grad(_loss)(weights, network, *group, key)
        change, state = optimiser.update(gradient, state, weights)
        return optax.apply_updates(weights, change), state, lost

    mean, averaged, count = weights, 0, 0
    for turn in range(rounds):
        losses: list[float] = []
        for group in _batches(examples, batch, chance):
            weights, state, lost = step(weights, state, group, jax.random.fold_in(jax.random.key(seed + 1), count))
            losses.append(float(lost))
            count += 1
        if turn >= rounds * (1 - AVERAGED):
            averaged += 1
            mean = jax.tree.map(lambda old, new, n=averaged: old + (new - old) / n, mean, weights)
        print(turn, round(float(np.mean(losses)), 4), flush=True)
    return {name: np.asarray(value) for name, value in mean.items()}


def gate(inside: Sequence[Marked], others: Sequence[Marked], margin: float, prior: float = 0.0) -> Weights:
    """The weights that part the texts of a domain from others by the mean of what their units are (logistic).

    A text is in the domain from a log-odds of `margin`; `prior` units more, which are nothing, stand in each mean.
    """
    means = np.array([text.inputs.sum(0) / (len(text.inputs) + prior) for text in (*inside, *others)])
    truth = np.array([1.0] * len(inside) + [0.0] * len(others))
    weights = fitted(np.c_[means, np.ones(len(means))], truth, _GATE_PENALTY)
    weights[-1] -= margin
    right = (means @ weights[:-1] + weights[-1] > 0) == truth
    print(
        "gate", round(float(right[: len(inside)].mean()), 4), round(float(right[len(inside) :].mean()), 4), flush=True
    )
    return {"gate": weights[:-1], "gate.bias": weights[-1], "gate.prior": np.float32(prior)}


def halved(weights: Weights) -> Weights:
    """The weights in half precision, as they are packaged."""
    return {name: np.asarray(value, np.float16) for name, value in weights.items()}


def written(folder: Path, scheme: str, weights: Weights, record: dict[str, Any]) -> None:
    """Writes the weights of a scheme in half precision, and what is known of them."""
    np.savez(folder / f"{scheme}.npz", **halved(weights))
    content = json.dumps({"temperature": 1.0, **record}, indent=1, ensure_ascii=False)
    (folder / f"{scheme}.json").write_text(content + "\n", encoding="utf-8")


def tagged(network: Architecture, weights: Weights, kinds: Sequence[str], text: Marked) -> set[tuple[int, int, str]]:
    """The stretches that the network marks in a text."""
    if not len(text.inputs):
        return set()
    labels = labels_of(kinds)
    weights = {name: np.asarray(value, np.float32) for name, value in weights.items()}
    transitions, opening = bio_constrained(labels, weights["transitions"], weights["opening"])
    mask = np.ones((1, len(text.inputs)))
    scores = np.asarray(network.label_scores(weights, text.inputs[None].astype(np.float32), mask))[0]
    path = best_paths(scores[:, None], [len(text.inputs)], transitions, opening)[0]
    return {
        (int(text.offsets[first, 0]), int(text.offsets[after - 1, 1]), kind)
        for first, after, kind in bio_spans(path, labels)
    }


def scores(
    network: Architecture, weights: Weights, kinds: Sequence[str], texts: Sequence[Marked], scored: Sequence[str]
) -> dict[str, float]:
    """F1 in percent of exact stretches and kinds, of all that are scored and of each kind."""
    right: Counter[str] = Counter()
    marked: Counter[str] = Counter()
    gold: Counter[str] = Counter()
    for text in texts:
        true, given = set(text.spans), tagged(network, weights, kinds, text)
        right.update(kind for *_, kind in true & given)
        marked.update(kind for *_, kind in given)
        gold.update(kind for *_, kind in true)

    def f1(kinds: Sequence[str]) -> float:
        total = sum(marked[kind] + gold[kind] for kind in kinds)
        return round(200 * sum(right[kind] for kind in kinds) / max(1, total), 1)

    return {"f1": f1(scored), **{kind.lower(): f1([kind]) for kind in scored}}


def _examples(text: Marked, labels: Sequence[str]) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """A text with the label of each unit, in parts of at most LONGEST units."""
    numbers = np.zeros(len(text.offsets), np.int32)
    for start, end, kind in text.spans:
        inside = np.flatnonzero((text.offsets[:, 0] >= start) & (text.offsets[:, 0] < end))
        numbers[inside] = labels.index(f"I-{kind}")
        numbers[inside[:1]] = labels.index(f"B-{kind}")
    start = 0
    while start < len(numbers):
        end = min(start + LONGEST, len(numbers))
        while end < len(numbers) and end > start + 1 and labels[numbers[end]].startswith("I"):
            end -= 1  # no stretch is cut
        yield text.inputs[start:end], numbers[start:end]
        start = end


def _loss(weights: Any, network: Architecture, inputs: Any, labels: Any, mask: Any, key: Any) -> Any:
    """The negative log-likelihood of the labels (a linear chain) a unit, and a penalty of large weights."""
    given = network.label_scores(weights, inputs, mask, key)

    def forward(total: Any, at: Any) -> Any:
        reached = jax.nn.logsumexp(total[:, :, None] + weights["transitions"][None], 1) + given[:, at]
        return jnp.where(mask[:, at, None] > 0, reached, total), None

    total, _ = jax.lax.scan(forward, given[:, 0] + weights["opening"], jnp.arange(1, given.shape[1]))
    right = (jnp.take_along_axis(given, labels[..., None], 2)[..., 0] * mask).sum(1) + weights["opening"][labels[:, 0]]
    right += (weights["transitions"][labels[:, :-1], labels[:, 1:]] * mask[:, 1:]).sum(1)
    large = sum((weights[name] ** 2).sum() for name in network.large)
    return (jax.nn.logsumexp(total, 1) - right).sum() / mask.sum() + network.penalty * large


def _batches(
    examples: Sequence[tuple[np.ndarray, np.ndarray]], size: int, chance: np.random.Generator
) -> Iterator[Any]:
    """All examples in batches of like length, in an order of chance."""
    order = sorted(range(len(examples)), key=lambda place: len(examples[place][0]) + chance.random() * 4)
    groups = [order[start : start + size] for start in range(0, len(order), size)]
    chance.shuffle(groups)
    for group in groups:
        longest = -(-max(len(examples[place][0]) for place in group) // 16) * 16
        inputs = np.zeros((size, longest, examples[0][0].shape[1]), np.float32)
        labels, mask = np.zeros((size, longest), np.int32), np.zeros((size, longest), np.float32)
        for row, place in enumerate(group):
            length = len(examples[place][0])
            inputs[row, :length], labels[row, :length] = examples[place]
            mask[row, :length] = 1
        yield inputs, labels, mask
