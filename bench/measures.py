"""The measures of a ranking, as the evaluation sets define them, in percent; and how long work takes."""

import math
import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeVar

Item = TypeVar("Item")
RESAMPLES: Final = 300
MANY: Final = 500
"""Questions or sentences from which on a set says enough without an interval."""


def ndcg(ranked: Sequence[str], gold: Iterable[str], k: int = 10) -> float:
    """Normalised discounted cumulative gain with binary gains: `Σ 1 / log2(rank + 1)` over its ideal."""
    wanted = set(gold)
    gained = sum(1 / math.log2(place + 2) for place, item in enumerate(ranked[:k]) if item in wanted)
    return gained / sum(1 / math.log2(place + 2) for place in range(min(k, len(wanted))))


def recall(ranked: Sequence[str], gold: Iterable[str], k: int) -> float:
    """The share of the gold among the first k."""
    wanted = set(gold)
    return len(set(ranked[:k]) & wanted) / len(wanted)


def full(ranked: Sequence[str], gold: Iterable[str], k: int) -> float:
    """1 when all of the gold is among the first k."""
    return float(set(gold) <= set(ranked[:k]))


def mean(values: Sequence[float]) -> float:
    """The plain mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def macro(by_category: Mapping[str, Sequence[float]]) -> float:
    """The plain mean over categories of their means."""
    return mean([mean(values) for values in by_category.values()])


def percent(value: float) -> float:
    """On 0–100, to one decimal."""
    return round(100 * value, 1)


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies (nearest rank)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, math.ceil(share * len(ordered)) - 1))]


def milliseconds(work: Callable[[], object]) -> float:
    """How long some work takes."""
    began = time.perf_counter()
    work()
    return 1_000 * (time.perf_counter() - began)


def intervals(
    items: Sequence[Item], scores: Callable[[Sequence[Item]], Mapping[str, float]], seed: int = 1
) -> dict[str, list[float]]:
    """The 95 % bootstrap interval of each score: percentiles 2.5 and 97.5 of samples with replacement."""
    draw = random.Random(seed)
    samples = [scores(draw.choices(items, k=len(items))) for _ in range(RESAMPLES)]
    return {
        name: [percentile([sample.get(name, 0.0) for sample in samples], share) for share in (0.025, 0.975)]
        for name in scores(items)
    }
