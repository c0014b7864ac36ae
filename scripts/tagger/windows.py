"""The window networks of the tagging head, as training sees them: what a unit and its neighbours are."""

from typing import Any

import jax
import jax.numpy as jnp

from extraction.encoder.tagging.windows import REACH
from scripts.tagger.chains import Architecture, dropped

HIDDEN = 128
_PENALTY = 1e-5


def _started(key: Any, width: int, labels: int) -> dict[str, Any]:
    """Weights to begin with."""
    keys, windows = jax.random.split(key, 3), (2 * REACH + 1) * HIDDEN
    return {
        "inner": jax.random.normal(keys[0], (width, HIDDEN)) * width**-0.5,
        "inner.bias": jnp.zeros(HIDDEN),
        "window": jax.random.normal(keys[1], (windows, HIDDEN)) * windows**-0.5,
        "window.bias": jnp.zeros(HIDDEN),
        "labels": jax.random.normal(keys[2], (HIDDEN, labels)) * HIDDEN**-0.5,
        "labels.bias": jnp.zeros(labels),
        "transitions": jnp.zeros((labels, labels)),
        "opening": jnp.zeros(labels),
    }


def _label_scores(weights: Any, inputs: Any, mask: Any, key: Any = None) -> Any:
    """The scores of each unit's labels, (texts, units, labels); with a key some values are dropped."""

    inner = dropped(jax.nn.relu(inputs @ weights["inner"] + weights["inner.bias"]) * mask[..., None], key, 0)
    padded = jnp.pad(inner, ((0, 0), (REACH, REACH), (0, 0)))
    windows = jnp.concatenate([padded[:, at : at + inner.shape[1]] for at in range(2 * REACH + 1)], -1)
    hidden = dropped(jax.nn.relu(windows @ weights["window"] + weights["window.bias"]), key, 1)
    return hidden @ weights["labels"] + weights["labels.bias"]


WINDOW = Architecture(_started, _label_scores, ("inner", "window", "labels"), _PENALTY)
