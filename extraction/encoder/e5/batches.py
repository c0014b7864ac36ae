"""Batches texts of similar length to reduce padding."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def batches(lengths: Sequence[int], *, tokens: int, texts: int, overhead: int) -> list[list[int]]:
    """The indices of `lengths` in batches of similar length with the least total cost, by dynamic programming.

    A batch costs its texts times its longest, plus `overhead`, in tokens. It has at most `texts` texts and `tokens`
    tokens with padding; a longer text is a batch of its own.
    """
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    least = [0]  # the least work for the first n of `order`
    begins = [0]  # where the last group of that solution begins
    for end in range(1, len(order) + 1):
        longest = lengths[order[end - 1]]
        most = max(1, min(texts, tokens // max(longest, 1), end))
        work, size = min((least[end - size] + size * longest, size) for size in range(1, most + 1))
        least.append(work + overhead)
        begins.append(end - size)
    groups: list[list[int]] = []
    end = len(order)
    while end:
        groups.append(order[begins[end] : end])
        end = begins[end]
    return groups[::-1]


def padded(rows: Sequence[Sequence[int]], padding: int, spare: int = 0) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Token ids as one padded array (texts, longest + spare), and the number of tokens of each row (texts)."""
    lengths = np.array([len(row) for row in rows], np.int64)
    ids = np.full((len(rows), int(lengths.max()) + spare), padding, np.int64)
    for place, row in enumerate(rows):
        ids[place, : len(row)] = row
    return ids, lengths
