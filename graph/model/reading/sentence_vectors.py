"""Sentence vectors of a chunk: packed into bytes (int8) for the graph, and the best cosine with a question.

A passage of several sentences means several things, and the vector of the whole stands between them. What answers a
question is one of its sentences, read within its passage.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graph.model.extraction import Vector

MOST = 32
"""Sentence vectors that are stored for a chunk at most."""
_STEPS = 127


def packed(vectors: NDArray[np.float32]) -> bytes:
    """Vectors (sentences, dimensions) as bytes, one signed byte a value.

    Each vector fills the whole range of a byte: its length is not kept, its direction to within a degree.
    """
    peaks = np.abs(vectors).max(axis=1, keepdims=True, initial=0.0)
    return np.rint(vectors * (_STEPS / np.where(peaks > 0, peaks, 1))).astype(np.int8).tobytes()


def nearest(chunks: Sequence[bytes | None], question: Vector) -> list[float | None]:
    """For each chunk the cosine between a question and the sentence nearest to it.

    None where no sentences were kept, or their size does not fit the question's.
    """
    size = len(question)
    counts = [len(kept) // size if kept and len(kept) % size == 0 else 0 for kept in chunks]
    there = [kept for kept, count in zip(chunks, counts, strict=True) if kept and count]
    if not there:
        return [None] * len(chunks)
    # All at once: chunk by chunk it takes three times as long.
    vectors = np.frombuffer(b"".join(there), np.int8).reshape(-1, size).astype(np.float32)
    lengths = np.sqrt(np.einsum("sd,sd->s", vectors, vectors))
    cosines = vectors @ question / np.where(lengths > 0, lengths, 1)
    firsts = np.cumsum([0, *(count for count in counts if count)])[:-1]
    best = iter(np.maximum.reduceat(cosines, firsts).tolist())
    return [next(best) if count else None for count in counts]


def unpacked(kept: bytes | None, size: int) -> NDArray[np.float32]:
    """The sentence vectors of a chunk, of length 1: (sentences, size); none where they do not fit the size."""
    if not kept or len(kept) % size:
        return np.empty((0, size), np.float32)
    vectors = np.frombuffer(kept, np.int8).reshape(-1, size).astype(np.float32)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)
