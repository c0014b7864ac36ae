"""How sure a role is: the signs for and against it, weighed as annotated sentences taught."""

import json
from collections.abc import Iterable
from functools import cache
from importlib import resources
from math import exp
from typing import cast


@cache
def _weights() -> tuple[float, dict[str, float]]:
    # Read with the first Japanese text; made by scripts/fit_japanese_arguments.py.
    text = resources.files("extraction.lang.ja.arguments").joinpath("arguments.json").read_text(encoding="utf-8")
    told = json.loads(text)
    return float(told["bias"]), cast(dict[str, float], told["signs"])


def confidence_of(signs: Iterable[str]) -> float:
    """The probability, 0–1, that a candidate with these signs is the argument it is proposed for.

    A logistic model over signs; those that the annotated sentences never showed weigh nothing.
    """
    bias, weights = _weights()
    return 1 / (1 + exp(-(bias + sum(weights.get(sign, 0.0) for sign in signs))))


_KNOWN = 0.7
"""What the kinds of both ends say for a reading, in log-odds; set by hand, beside what English gives its relations."""


def borne_out(confidence: float) -> float:
    """The confidence, 0–1, of a statement whose ends are of the kinds that its verb asks for."""
    odds = confidence * exp(_KNOWN)
    return odds / (1 - confidence + odds)
