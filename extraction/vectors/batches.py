"""Groups texts of like length, so that hardly any of the encoder's work goes into padding."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def batches(lengths: Sequence[int], *, tokens: int, texts: int) -> list[list[int]]:
    """Positions of `lengths` in groups, shortest first: at most `texts` a group and `tokens` with its padding.

    A single text longer than `tokens` is a group of its own. Every position appears once.
    """
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    groups: list[list[int]] = []
    group: list[int] = []
    for position in order:
        padded = lengths[position] * (len(group) + 1)  # the newest is the longest
        if group and (padded > tokens or len(group) >= texts):
            groups.append(group)
            group = []
        group.append(position)
    if group:
        groups.append(group)
    return groups


def padded(rows: Sequence[Sequence[int]], padding: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Token ids as one array (texts, longest), and a mask of the same shape: 1 where a token is."""
    width = max(len(row) for row in rows)
    ids = np.full((len(rows), width), padding, np.int64)
    mask = np.zeros((len(rows), width), np.int32)
    for place, row in enumerate(rows):
        ids[place, : len(row)] = row
        mask[place, : len(row)] = 1
    return ids, mask
