"""Trains the tagging head on what `scripts.tagger.reading` has read, and scores it on what was held back.

`python -m scripts.tagger.train --cache FOLDER --base FILE [--folds 4] [--ship]`. The base is trained on the sets with
train parts; each fold tunes it with three quarters of the sets that have none and scores the rest; `--ship` tunes it
with everything that may be used.
"""

import argparse
import json
import math
import pickle
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from extraction.encoder.tagging.network import tag_row
from extraction.encoder.tagging.states import LANGUAGES
from scripts.tagger import labels, network
from scripts.tagger.reading import Read
from scripts.tagger.scoring import calibrated, told
from scripts.tagger.sets import Example

SETS = tuple(labels.MEANINGS)
NOTHING = 60
"""The row of a table that allows every label."""
LENGTHS = (32, 64, 128, 256)
Often = Callable[[Example], float]


@dataclass(slots=True)
class Options:
    """How to train."""

    hidden: int = 256
    recurrent: int = 128
    epochs: float = 6.0
    rate: float = 3e-3
    drop: float = 0.35
    units: int = 2400
    decay: float = 0.01
    seed: int = 0
    own: float = 1.0
    ours: float = 0.5
    silver: float = 0.3
    replay: float = 0.12
    """How often the tuning sees again what the base was trained on."""


@dataclass(slots=True)
class Labelled:
    """A read example with the numbers of its labels."""

    read: Read
    own: np.ndarray
    second: np.ndarray
    tags: np.ndarray


def numbered(read: Read, spans: Sequence[tuple[int, int, str]], names: Sequence[str]) -> np.ndarray:
    """The label of every unit: its beginning or its inside where a span covers it."""
    row = {name: place for place, name in enumerate(names)}
    numbers = np.zeros(len(read.units.offsets), np.int32)
    offsets = read.units.offsets
    for start, end, kind in spans:
        covered = np.flatnonzero((offsets[:, 0] < end) & (offsets[:, 1] > start))
        if len(covered) and f"B-{kind}" in row:
            numbers[covered] = row[f"I-{kind}"]
            numbers[covered[0]] = row[f"B-{kind}"]
    return numbers


def tables(schemes: Mapping[str, Sequence[str]]) -> dict[str, jax.Array]:
    """For every scheme which of its labels each label of each set allows."""
    made: dict[str, jax.Array] = {}
    for scheme, names in schemes.items():
        row = {name: place for place, name in enumerate(names)}
        table = np.ones((len(SETS), NOTHING + 1, len(names)), bool)
        for place, one in enumerate(SETS):
            if one == scheme:
                for number in range(len(names)):
                    table[place, number] = np.arange(len(names)) == number
            elif scheme == "enishi":
                theirs = labels.annotated(one)
                table[place, : len(theirs)] = _ours(one, theirs, row)
        made[scheme] = jnp.asarray(table)
    return made


def _ours(one: str, theirs: Sequence[str], row: Mapping[str, int]) -> np.ndarray:
    allowed = np.zeros((len(theirs), len(row)), bool)
    for number, label in enumerate(theirs):
        if label == "O":
            kept = ["O", *(f"{place}-{kind}" for kind in labels.SILENT[one] for place in "BI")]
        else:
            kept = [f"{label[0]}-{kind}" for kind in labels.MEANINGS[one][label[2:]]]
        allowed[number, [row[label] for label in kept]] = True
    return allowed


def tag_rows(reads: Sequence[Read]) -> dict[str, int]:
    """Every tag and every beginning of one (at a hyphen) that occurs ten times; the row 0 is for all others."""
    seen: Counter[str] = Counter()
    for read in reads:
        for tag in read.given.words.tags:
            parts = tag.split("-")
            seen.update("-".join(parts[:count]) for count in range(1, len(parts) + 1))
    return {"": 0} | {
        tag: place + 1 for place, tag in enumerate(sorted(tag for tag, n in seen.items() if tag and n >= 10))
    }


def labelled(reads: Sequence[Read], schemes: Mapping[str, Sequence[str]], rows: dict[str, int]) -> list[Labelled]:
    """The examples with their labels' numbers; those without a single unit are left out."""
    made: list[Labelled] = []
    for read in reads:
        if not len(read.units.offsets) or len(read.units.offsets) > LENGTHS[-1]:
            continue
        one = read.example
        second = np.full(len(read.units.offsets), NOTHING, np.int32)
        if one.language == "en":
            second = numbered(read, read.kinds, schemes["ontonotes"])
        tags = np.array([*(tag_row(tag, rows) for tag in read.given.words.tags), 0], np.int32)[read.units.words]
        made.append(Labelled(read, numbered(read, one.spans, labels.annotated(one.scheme)), second, tags))
    return made


def batched(
    made: Sequence[Labelled], often: Often, options: Options, chance: np.random.Generator
) -> Iterator[list[Labelled]]:
    """One round through the examples, each as often as it is to be repeated, in batches of like length."""
    chosen: list[Labelled] = []
    for one in made:
        times = often(one.read.example)
        chosen += [one] * (int(times) + int(chance.random() < times - int(times)))
    lengths = np.array([len(one.own) for one in chosen]) * chance.uniform(0.85, 1.15, len(chosen))
    order = np.argsort(lengths)
    groups: list[list[Labelled]] = [[]]
    for place in order:
        one = chosen[place]
        longest = _room(max([len(one.own), *(len(other.own) for other in groups[-1])]))
        if longest * (len(groups[-1]) + 1) > options.units and groups[-1]:
            groups.append([])
        groups[-1].append(one)
    chance.shuffle(groups)
    yield from groups


def _room(length: int) -> int:
    return next(room for room in LENGTHS if room >= length)


def packed(group: Sequence[Labelled], options: Options, schemes: Sequence[str]) -> dict[str, np.ndarray]:
    """A batch as padded arrays; the number of texts is rounded up so that few shapes are compiled."""
    length = _room(max(len(one.own) for one in group))
    count = max(1, options.units // length)
    width = group[0].read.given.states.shape[1]
    batch = {
        "states": np.zeros((count, length, width), np.float16),
        "vectors": np.zeros((count, length, sum(network.VECTORS.values())), np.float16),
        "flags": np.zeros((count, length, group[0].read.units.flags.shape[1]), np.float16),
        "tags": np.zeros((count, length), np.int32),
        "labels": np.zeros((count, length), np.int32),
        "second": np.full((count, length), NOTHING, np.int32),
        "lengths": np.zeros(count, np.int32),
        "language": np.zeros(count, np.int32),
        "set": np.zeros(count, np.int32),
        "weights": np.zeros((count, len(schemes)), np.float32),
    }
    for row, one in enumerate(group):
        read, size = one.read, len(one.own)
        example = read.example
        batch["states"][row, :size] = read.given.states[read.units.tokens]
        begin = 0 if example.language == "en" else network.VECTORS["en"]
        if len(read.given.words.tags):
            vectors = np.concatenate([read.given.words.vectors, np.zeros((1, network.VECTORS[example.language]))])
            batch["vectors"][row, :size, begin : begin + vectors.shape[1]] = vectors[read.units.words]
        batch["flags"][row, :size] = read.units.flags
        batch["tags"][row, :size], batch["labels"][row, :size] = one.tags, one.own
        batch["second"][row, :size], batch["lengths"][row] = one.second, size
        batch["language"][row], batch["set"][row] = LANGUAGES.index(example.language), SETS.index(example.scheme)
        for place, scheme in enumerate(schemes):
            batch["weights"][row, place] = _weight(scheme, example, options)
    return batch


def _weight(scheme: str, example: Example, options: Options) -> float:
    if scheme == example.scheme:
        return options.own
    if scheme == "enishi":
        return options.ours
    return options.silver if scheme == "ontonotes" and example.language == "en" else 0.0


def trained(
    rounds: Sequence[Sequence[Labelled]],
    often: Often,
    schemes: Mapping[str, Sequence[str]],
    tags: int,
    options: Options,
    start: Mapping[str, np.ndarray] | None = None,
) -> dict[str, np.ndarray]:
    """The weights after training; the rounds take turns, and the average of the last third of the way is given."""
    allowed = tables(schemes)
    chance = np.random.default_rng(options.seed)
    width = rounds[0][0].read.given.states.shape[1]
    counts = {name: len(names) for name, names in schemes.items()}
    params = network.fresh(options.seed, width, tags, counts, options.hidden, options.recurrent)
    if start is not None:
        params = {name: jnp.asarray(value) for name, value in start.items()}
    whole = math.ceil(options.epochs)
    groups = [list(batched(rounds[epoch % len(rounds)], often, options, chance)) for epoch in range(whole)]
    groups[-1] = groups[-1][: max(1, round(len(groups[-1]) * (options.epochs - whole + 1)))]
    steps = sum(map(len, groups))
    plan = optax.warmup_cosine_decay_schedule(0.0, options.rate, steps // 20 + 1, steps, options.rate * 0.05)
    optimiser = optax.chain(optax.clip_by_global_norm(5.0), optax.adamw(plan, weight_decay=options.decay))
    state = optimiser.init(params)

    @jax.jit
    def slope(params: Any, batch: Any, allowed: Any, key: Any, drop: Any) -> tuple[Any, Any]:
        return jax.value_and_grad(network.loss)(params, batch, allowed, key, drop)

    @jax.jit
    def stepped(params: Any, state: Any, change: Any) -> tuple[Any, Any]:
        change, state = optimiser.update(change, state, params)
        return optax.apply_updates(params, change), state

    key = jax.random.key(options.seed)
    mean: dict[str, Any] | None = None
    taken, done, begun = 0, 0, time.time()
    for epoch, one in enumerate(groups):
        losses: list[jax.Array] = []
        for group in one:
            key, now = jax.random.split(key)
            batch = packed(group, options, list(schemes))
            value, change = slope(params, batch, allowed, now, jnp.float32(options.drop))
            params, state = stepped(params, state, change)
            losses.append(value)
            done += 1
            if done > steps * 0.7 and done % 10 == 0:
                taken += 1
                mean = params if mean is None else jax.tree.map(lambda a, b, n=taken: a + (b - a) / n, mean, params)
        print(
            f"epoch {epoch} loss {np.mean([float(one) for one in losses]):.4f} {time.time() - begun:.0f} s", flush=True
        )
    return {name: np.asarray(value) for name, value in (mean or params).items()}


def is_held(one: Example, fold: int, folds: int) -> bool:
    """Whether an example is kept from training: of the dev part, or where a set has no other, of the fold."""
    if one.scheme in ("ewt", "wnut17"):
        return one.block % folds == fold
    return one.part == "dev"


def narrow_reads(cache: Path) -> tuple[list[Read], list[Read]]:
    """The examples as they stand and in runs behind titles and speakers, as `scripts.tagger.reading` left them."""
    with (cache / "narrow-reads.pickle").open("rb") as reads, (cache / "narrow-runs.pickle").open("rb") as runs:
        return pickle.load(reads), pickle.load(runs)  # noqa: S301  our own cache


def main() -> None:
    """Trains, scores and writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--folds", type=int, default=4)
    parser.add_argument("--only", type=int, nargs="*")
    parser.add_argument("--ship", action="store_true", help="train on everything, for the package")
    parser.add_argument("--base", type=Path, help="file of the base weights: read if there, else written")
    parser.add_argument("--start", type=Path, help="weights that the base begins from")
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="options of the base")
    parser.add_argument("--tune", nargs="*", default=[], metavar="NAME=VALUE", help="options of the tuning")
    arguments = parser.parse_args()
    jax.config.update("jax_compilation_cache_dir", str(arguments.cache / "compiled"))
    options, tuning = Options(), Options(epochs=3.0, rate=1.5e-3)
    for pairs, chosen in ((arguments.set, options), (arguments.tune, tuning)):
        for pair in pairs:
            name, value = pair.split("=")
            setattr(chosen, name, type(getattr(chosen, name))(value))
    tuning.hidden, tuning.recurrent = options.hidden, options.recurrent
    schemes = labels.schemes()
    reads, runs = narrow_reads(arguments.cache)
    print("loaded", flush=True)
    rows = tag_rows(reads)
    rounds = [labelled(part, schemes, rows) for part in (reads, runs)]
    if arguments.base.exists():
        base = dict(np.load(arguments.base))
    else:
        kept = [[one for one in part if not is_held(one.read.example, 0, 1)] for part in rounds]
        start = dict(np.load(arguments.start)) if arguments.start else None
        base = trained(kept, of_base, schemes, len(rows), options, start)
        np.savez(arguments.base, **base)
        told(base, rows, schemes, [read for read in reads if read.example.part == "dev"], "base")
    for fold in range(arguments.folds) if arguments.only is None else arguments.only:
        kept = [[one for one in part if not is_held(one.read.example, fold, arguments.folds)] for part in rounds]
        weights = trained(kept, of_tuning(tuning), schemes, len(rows), tuning, base)
        apart = [read for read in reads if is_held(read.example, fold, arguments.folds)]
        scores = told(weights, rows, schemes, apart, str(fold))
        temperatures = {
            name: calibrated(weights, rows, schemes, apart, name) for name in schemes if name != "ontonotes"
        }
        print(fold, temperatures, flush=True)
        written = json.dumps({"scores": scores, "temperatures": temperatures})
        arguments.base.with_suffix(f".fold{fold}.json").write_text(written, encoding="utf-8")
    if arguments.ship:
        weights = trained(rounds, of_shipping(tuning), schemes, len(rows), tuning, base)
        np.savez(arguments.base.with_suffix(".shipped.npz"), **weights)
        print("shipped", flush=True)


def of_base(one: Example) -> float:
    """How often the base sees an example in a round."""
    return {"redocred": 0.4}.get(one.scheme, 1.0)


def of_tuning(options: Options) -> Often:
    """How often the tuning sees an example: above all those of the sets that the base has not seen."""
    return lambda one: {"ewt": 2.0, "wnut17": 2.5, "redocred": 0.12}.get(one.scheme, options.replay)


def of_shipping(options: Options) -> Often:
    """The same, with the parts the base was scored on."""
    tuned = of_tuning(options)
    return lambda one: 1.0 if one.part == "dev" and one.scheme in ("gsd", "stockmark") else tuned(one)


if __name__ == "__main__":
    main()
