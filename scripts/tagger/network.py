"""The head's network in JAX, for training: the arithmetic of `encoder/tagging/network.py` with dropout and loss."""

from collections.abc import Mapping
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from extraction.encoder.tagging.units import FLAGS

Params = dict[str, Any]
VECTORS = {"en": 96, "ja": 256}


def fresh(seed: int, states: int, tags: int, schemes: Mapping[str, int], hidden: int, recurrent: int) -> Params:
    """Random weights."""
    chance = np.random.default_rng(seed)

    def normal(*shape: int, scale: float) -> np.ndarray:
        return chance.normal(0, scale, shape).astype(np.float32)

    params: Params = {
        "states": normal(states, hidden, scale=states**-0.5),
        "vectors": normal(sum(VECTORS.values()), hidden, scale=0.02),
        "tags": normal(tags, hidden, scale=0.1),
        "flags": normal(FLAGS, hidden, scale=0.1),
        "languages": normal(2, hidden, scale=0.1),
        "bias": np.zeros(hidden, np.float32),
    }
    for side in ("forward", "backward"):
        params[f"{side}.input"] = normal(hidden, 4 * recurrent, scale=hidden**-0.5)
        params[f"{side}.recurrent"] = normal(recurrent, 4 * recurrent, scale=recurrent**-0.5)
        bias = np.zeros(4 * recurrent, np.float32)
        bias[recurrent : 2 * recurrent] = 1.0
        params[f"{side}.bias"] = bias
    width = hidden + 2 * recurrent
    for name, labels in schemes.items():
        params[f"{name}.weight"] = normal(width, labels, scale=0.5 * width**-0.5)
        params[f"{name}.bias"] = np.zeros(labels, np.float32)
        params[f"{name}.transitions"] = np.zeros((labels, labels), np.float32)
        params[f"{name}.opening"] = np.zeros(labels, np.float32)
    return {name: jnp.asarray(value) for name, value in params.items()}


def features(params: Params, batch: Params, key: jax.Array, drop: jax.Array) -> jax.Array:
    """(texts, units, width) of a padded batch."""
    keys = jax.random.split(key, 4)
    states = batch["states"].astype(jnp.float32)
    bottom = states @ params["states"] + batch["vectors"].astype(jnp.float32) @ params["vectors"]
    bottom += params["tags"][batch["tags"]] + batch["flags"].astype(jnp.float32) @ params["flags"]
    bottom += params["bias"] + params["languages"][batch["language"]][:, None]
    bottom = bottom * jax.nn.sigmoid(1.702 * bottom)
    bottom = dropped(bottom, keys[0], drop)
    above = recurrent(params, bottom, batch["lengths"])
    return jnp.concatenate([bottom, dropped(above, keys[1], drop)], axis=-1)


def dropped(values: jax.Array, key: jax.Array, rate: jax.Array) -> jax.Array:
    """Values with a share of them set to 0, the others raised for it."""
    return jnp.where(jax.random.bernoulli(key, 1 - rate, values.shape), values / (1 - rate), 0.0)


def turned(values: jax.Array, lengths: jax.Array) -> jax.Array:
    """Every text's units in reverse, its padding left behind them."""
    places = jnp.arange(values.shape[1])[None]
    back = jnp.where(places < lengths[:, None], lengths[:, None] - 1 - places, places)
    return jnp.take_along_axis(values, back[..., None], axis=1)


def recurrent(params: Params, bottom: jax.Array, lengths: jax.Array) -> jax.Array:
    """A forward and a backward LSTM side by side."""
    both = jnp.stack([bottom, turned(bottom, lengths)])
    weights = jnp.stack([params["forward.input"], params["backward.input"]])
    bias = jnp.stack([params["forward.bias"], params["backward.bias"]])
    gates = jnp.einsum("sbti,sig->tsbg", both, weights) + bias[None, :, None]
    repeat = jnp.stack([params["forward.recurrent"], params["backward.recurrent"]])
    size = repeat.shape[1]

    def step(carried: tuple[jax.Array, jax.Array], now: jax.Array) -> tuple[tuple[jax.Array, jax.Array], jax.Array]:
        state, cell = carried
        now = now + jnp.einsum("sbh,shg->sbg", state, repeat)
        through = jax.nn.sigmoid(now[..., : 3 * size])
        taken, kept, shown = jnp.split(through, 3, axis=-1)
        cell = kept * cell + taken * jnp.tanh(now[..., 3 * size :])
        state = shown * jnp.tanh(cell)
        return (state, cell), state

    start = jnp.zeros((2, bottom.shape[0], size))
    _, states = jax.lax.scan(step, (start, start), gates)
    ahead, behind = states[:, 0].swapaxes(0, 1), states[:, 1].swapaxes(0, 1)
    return jnp.concatenate([ahead, turned(behind, lengths)], axis=-1)


def partition(scores: jax.Array, lengths: jax.Array, transitions: jax.Array, opening: jax.Array) -> jax.Array:
    """The log of the sum over all label sequences: scores (units, schemes, texts, labels), result (schemes, texts).

    Transitions are (schemes, labels, labels), openings (schemes, labels).
    """
    step = jnp.exp(transitions)
    first = scores[0] + opening[:, None]

    def advance(carried: jax.Array, given: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, None]:
        row, place = given
        top = jax.lax.stop_gradient(carried.max(axis=-1, keepdims=True))
        after = jnp.log(jnp.einsum("sbl,slm->sbm", jnp.exp(carried - top), step) + 1e-30) + top + row
        return jnp.where((place < lengths)[None, :, None], after, carried), None

    last, _ = jax.lax.scan(advance, first, (scores[1:], jnp.arange(1, scores.shape[0])))
    return jax.nn.logsumexp(last, axis=-1)


def loss(params: Params, batch: Params, tables: Mapping[str, jax.Array], key: jax.Array, drop: jax.Array) -> jax.Array:
    """Negative log likelihood of what the labels allow, per unit, summed over the schemes a text is labelled by.

    `tables[scheme]` (sets, labels of the set, labels of the scheme) tells which labels a set's label allows; a text of
    a set that says nothing of a scheme has weight 0 in `batch["weights"]`.
    """
    found = features(params, batch, key, drop)
    real = jnp.maximum(batch["lengths"].sum(), 1)
    most = max(table.shape[-1] for table in tables.values())

    def wide(values: jax.Array, filled: float) -> jax.Array:
        rim = [(0, 0)] * (values.ndim - 1) + [(0, most - values.shape[-1])]
        return jnp.pad(values, rim, constant_values=filled)

    free: list[jax.Array] = []
    bound: list[jax.Array] = []
    for name, table in tables.items():
        scores = found @ params[f"{name}.weight"] + params[f"{name}.bias"]
        allowed = table[batch["set"][:, None], batch["labels"]]
        if name in ("enishi", "ontonotes"):
            narrowed = allowed & table[-1][batch["second"]]
            allowed = jnp.where(narrowed.any(-1, keepdims=True), narrowed, allowed)
        free.append(wide(scores, -1e4))
        bound.append(wide(jnp.where(allowed, scores, scores - 1e4), -1e4))
    both = jnp.stack([*free, *bound]).transpose(2, 0, 1, 3)
    steps = [
        jnp.pad(params[f"{name}.transitions"], [(0, most - table.shape[-1])] * 2) for name, table in tables.items()
    ]
    opens = [wide(params[f"{name}.opening"], 0.0) for name in tables]
    sums = partition(both, batch["lengths"], jnp.stack(steps * 2), jnp.stack(opens * 2))
    gap = sums[: len(tables)] - sums[len(tables) :]
    return (gap * batch["weights"].T).sum() / real
