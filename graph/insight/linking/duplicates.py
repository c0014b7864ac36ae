"""Near-duplicate detection: whether two similar memories say the same."""

from graph.insight.link_features import Pair
from graph.insight.linking.parallel import adds_only, clashing, content
from graph.model.types import InferenceKind

ALIKE = 0.85
"""Calibrated similarity of two memories that say the same: of such pairs people call four in five equal."""
_COMMON = 0.5
_LEAST = 3


def duplicate(pair: Pair) -> float | None:
    """How surely the later memory says what the earlier says; None when it need not.

    Nearly alike in meaning, half of all their words in common, nothing exchanged or moved (`adds_only`), and no number,
    opposite or denial that tells them apart.
    Left out are turns of one conversation, whose vectors are smoothed with each other, and pairs a person rejected.
    """
    if InferenceKind.DUPLICATE in pair.rejected:
        return None
    if pair.alike is None or pair.alike < ALIKE or pair.same_talk:
        return None
    later, earlier = content(pair.later.text), content(pair.earlier.text)
    texts = pair.later.text, pair.earlier.text
    if len(later & earlier) < max(_LEAST, _COMMON * len(later | earlier)) or tells_apart(*texts):
        return None
    return round(min(1.0, 0.8 + (pair.alike - ALIKE)), 4)


def tells_apart(first: str, second: str) -> bool:
    """Whether of two similar texts one says something else than the other: another number, somebody else, a denial."""
    return clashing(first, second) or not adds_only(first, second)
