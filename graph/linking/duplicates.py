"""Tells of two memories that are nearly alike whether they say the same."""

from graph.linking.parallel import exclusion, tokens
from graph.sketches import Pair

ALIKE = 0.8


def duplicate(pair: Pair) -> float | None:
    """How surely the later memory says what the earlier says; None when it need not.

    Nearly alike in meaning, the same numbers, and no place where one text excludes the other. Turns of one talk are
    left out: their vectors hold each other.
    """
    if pair.alike is None or pair.alike < ALIKE or pair.same_talk:
        return None
    one, other = pair.later.text, pair.earlier.text
    if _numbers(one) != _numbers(other) or exclusion(one, other) is not None:
        return None
    return round(min(1.0, 0.5 + 2.5 * (pair.alike - ALIKE)), 4)


def _numbers(text: str) -> list[str]:
    return sorted(token for token in tokens(text) if token[0].isdigit())
