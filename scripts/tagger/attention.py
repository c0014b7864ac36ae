"""The attention network of the tagging head, as training sees it: what a note chooses, by all that stands around it."""

from typing import Any

import jax
import jax.numpy as jnp

from extraction.encoder.tagging.attention import FARTHEST, HEADS, LEAST_SPREAD, REACH
from scripts.tagger.chains import Architecture, dropped

HIDDEN = 128
_DROPPED_INPUTS = 0.1


def _started(key: Any, width: int, labels: int) -> dict[str, Any]:
    """Weights to begin with; `inner` holds `layers` too until they are parted for the product (`parted`)."""
    shapes = {
        "inner": (width, HIDDEN), "window": ((2 * REACH + 1) * HIDDEN, HIDDEN), "labels": (HIDDEN, labels),
        "queries": (HIDDEN, HIDDEN), "keys": (HIDDEN, HIDDEN), "values": (HIDDEN, HIDDEN), "attended": (HIDDEN, HIDDEN),
        "wide": (HIDDEN, 2 * HIDDEN), "back": (2 * HIDDEN, HIDDEN),
    }  # fmt: skip
    keys = jax.random.split(key, len(shapes))
    weights = {
        name: jax.random.normal(seed, shape) * shape[0] ** -0.5
        for seed, (name, shape) in zip(keys, shapes.items(), strict=True)
    }
    weights |= {f"{name}.bias": jnp.zeros(shapes[name][1]) for name in ("inner", "window", "labels", "wide", "back")}
    for name in ("before", "between", "behind"):
        weights |= {f"{name}.scale": jnp.ones(HIDDEN), f"{name}.bias": jnp.zeros(HIDDEN)}
    return weights | {
        "distances": jnp.zeros((HEADS, 2 * FARTHEST + 1)),
        "transitions": jnp.zeros((labels, labels)),
        "opening": jnp.zeros(labels),
    }


def _label_scores(weights: Any, inputs: Any, mask: Any, key: Any = None) -> Any:
    """The scores of each unit's labels, (texts, units, labels); with a key some values are dropped."""
    inputs = dropped(inputs, key, 0, _DROPPED_INPUTS)
    inner = dropped(jax.nn.relu(inputs @ weights["inner"] + weights["inner.bias"]) * mask[..., None], key, 1)
    padded = jnp.pad(inner, ((0, 0), (REACH, REACH), (0, 0)))
    windows = jnp.concatenate([padded[:, at : at + inner.shape[1]] for at in range(2 * REACH + 1)], -1)
    hidden = dropped(jax.nn.relu(windows @ weights["window"] + weights["window.bias"]), key, 2)
    hidden = hidden + dropped(_attended(weights, _norm(weights, hidden, "before"), mask), key, 3)
    wide = jax.nn.relu(_norm(weights, hidden, "between") @ weights["wide"] + weights["wide.bias"])
    hidden = hidden + dropped(wide @ weights["back"] + weights["back.bias"], key, 4)
    return _norm(weights, hidden, "behind") @ weights["labels"] + weights["labels.bias"]


def _attended(weights: Any, hidden: Any, mask: Any) -> Any:
    texts, units, width = hidden.shape
    queries, keys, values = (
        (hidden @ weights[name]).reshape(texts, units, HEADS, width // HEADS) for name in ("queries", "keys", "values")
    )
    apart = jnp.clip(jnp.arange(units)[None] - jnp.arange(units)[:, None], -FARTHEST, FARTHEST) + FARTHEST
    scores = jnp.einsum("tnhd,tmhd->thnm", queries, keys) / (width / HEADS) ** 0.5 + weights["distances"][:, apart]
    shares = jax.nn.softmax(jnp.where(mask[:, None, None] > 0, scores, -1e9), -1)
    return jnp.einsum("thnm,tmhd->tnhd", shares, values).reshape(texts, units, width) @ weights["attended"]


def _norm(weights: Any, values: Any, name: str) -> Any:
    centred = values - values.mean(-1, keepdims=True)
    spread = jnp.sqrt((centred**2).mean(-1, keepdims=True) + LEAST_SPREAD)
    return centred / spread * weights[f"{name}.scale"] + weights[f"{name}.bias"]


ATTENTION = Architecture(_started, _label_scores)
