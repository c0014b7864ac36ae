"""Where importances stand: the bucket and the level of one, mean, median and deviation of many."""

import statistics
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from graph.model.importance import Bucket, Level
from graph.settings import LevelSettings


def bucket_of(score: float, settings: LevelSettings) -> Bucket:
    """Critical from 9, high from 7, medium from 4, low from 1, minimal below: no score lies between two buckets."""
    return next(bucket for bucket, least in bucket_floors(settings).items() if score >= least)


def bucket_floors(settings: LevelSettings) -> Mapping[Bucket, float]:
    """The least score of each bucket, highest first."""
    return {
        Bucket.CRITICAL: settings.bucket_critical,
        Bucket.HIGH: settings.bucket_high,
        Bucket.MEDIUM: settings.bucket_medium,
        Bucket.LOW: settings.bucket_low,
        Bucket.MINIMAL: 0.0,
    }


def level_of(score: float, settings: LevelSettings) -> Level:
    """High from 8, medium from 5, low from 2, negligible from 1; below 1 it is to be archived first."""
    floors = (
        (Level.HIGH, settings.high),
        (Level.MEDIUM, settings.medium),
        (Level.LOW, settings.low),
        (Level.NEGLIGIBLE, settings.archive),
    )
    return next((level for level, least in floors if score >= least), Level.ARCHIVE)


class Spread(NamedTuple):
    """Mean, median and (population) standard deviation."""

    mean: float
    median: float
    deviation: float


def spread(scores: Sequence[float]) -> Spread:
    """How scores are spread; zeros where there are none."""
    if not scores:
        return Spread(0.0, 0.0, 0.0)
    figures = statistics.fmean(scores), statistics.median(scores), statistics.pstdev(scores)
    return Spread(*(round(figure, 3) for figure in figures))
