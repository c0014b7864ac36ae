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
    if len(later & earlier) < max(_LEAST, _COMMON * len(later | earlier)) or clashing(*texts) or not adds_only(*texts):
        return None
    return round(min(1.0, 0.8 + (pair.alike - ALIKE)), 4)
