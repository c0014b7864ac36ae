"""Similarity links: two memories that say much the same, and one that elaborates the other."""

import math

from graph.insight.link_features import DetectedLink, MemoryFeatures, Pair, named, shared
from graph.insight.linking.parallel import clashing, content
from graph.model.types import LinkKind

ALIKE = 0.55
"""Calibrated similarity from which two memories are linked: on Japanese pairs judged by people, four in five are."""
_TURN_COVERED = 0.5
"""Share of its words that a turn must have in common with what it is like: its vector holds that of its neighbours."""
_TURN_COMMON = 3
_ELABORATES = 0.6
_LONGER = 1.4
_COVERED = 0.75
_ADDED = 3


def semantic_similarity(pair: Pair) -> DetectedLink | None:
    """Two memories whose nearest chunks mean much the same; the weight is the calibrated similarity.

    Confidence is the share of pairs so alike that people call similar (`1 / (1 + e^(1.92 − 5.36 s))`, fitted on pairs
    of Japanese sentences). Turns of one talk are left out: their vectors hold each other.
    """
    if pair.alike is None or pair.alike < ALIKE or pair.same_talk or not _speaks_for_itself(pair):
        return None
    common = shared(pair)
    return DetectedLink(
        kind=LinkKind.SEMANTIC_SIMILARITY, source=pair.later, target=pair.earlier, weight=min(1.0, pair.alike),
        confidence=1 / (1 + math.exp(1.92 - 5.36 * pair.alike)), reasons=(f"similarity {pair.alike:.2f}",),
        keywords=named(common),
    )  # fmt: skip


def elaboration(pair: Pair) -> DetectedLink | None:
    """From the memory that says more to the one whose content it holds.

    Evidence: likeness, the share of the shorter one's words that stand in the longer one, and what the longer adds.
    """
    if pair.alike is None or pair.alike < _ELABORATES or pair.same_talk or not _speaks_for_itself(pair):
        return None
    more, less = _by_length(pair.later, pair.earlier)
    long, short = content(more.text), content(less.text)
    if len(short) < _ADDED or len(more.text) < _LONGER * len(less.text):
        return None
    covered, added = len(long & short) / len(short), len(long - short)
    if covered < _COVERED or added < _ADDED or clashing(more.text, less.text):
        return None
    confidence = min(0.95, 0.35 + 0.5 * covered + 0.3 * (pair.alike - _ELABORATES))
    return DetectedLink(
        kind=LinkKind.ELABORATION, source=more, target=less, weight=covered, confidence=confidence,
        reasons=(f"holds {covered:.0%} of its words", f"similarity {pair.alike:.2f}"), keywords=named(shared(pair)),
    )  # fmt: skip


def _by_length(first: MemoryFeatures, second: MemoryFeatures) -> tuple[MemoryFeatures, MemoryFeatures]:
    return (first, second) if len(first.text) >= len(second.text) else (second, first)


def _speaks_for_itself(pair: Pair) -> bool:
    if not (pair.later.turn or pair.earlier.turn):
        return True
    later, earlier = content(pair.later.text), content(pair.earlier.text)
    common = len(later & earlier)
    return common >= max(_TURN_COMMON, _TURN_COVERED * min(len(later), len(earlier)))
