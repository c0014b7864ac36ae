"""The vectors of sentences take a byte a value, and still tell which sentence is near to a question."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from graph.model.reading.sentence_vectors import nearest, packed

SIZE = 384


def near(kept: bytes | None, question: NDArray[np.float32]) -> float | None:
    return nearest([kept], question)[0]


def units(count: int, seed: int = 0) -> NDArray[np.float32]:
    drawn = np.random.default_rng(seed).standard_normal((count, SIZE)).astype(np.float32)
    return (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)


@given(count=st.integers(1, 40), seed=st.integers(0, 1000))
def test_what_was_packed_is_as_near_as_it_was_to_within_a_hundredth(count: int, seed: int) -> None:
    sentences, question = units(count, seed), units(1, seed + 1)[0]
    assert near(packed(sentences), question) == pytest.approx(float((sentences @ question).max()), abs=0.01)


def test_the_nearest_sentence_counts_wherever_it_stands() -> None:
    question = units(1, 7)[0]
    others = units(3)
    for place in range(4):
        assert near(packed(np.insert(others, place, question, axis=0)), question) == pytest.approx(1, abs=0.001)


def test_a_sentence_takes_a_byte_a_value() -> None:
    assert len(packed(units(2))) == 2 * SIZE


def test_no_sentences_and_those_of_another_size_tell_nothing() -> None:
    question = units(1)[0]
    assert packed(np.empty((0, SIZE), np.float32)) == b""
    assert near(b"", question) is None
    assert near(None, question) is None
    assert near(packed(units(1))[:-1], question) is None


def test_a_sentence_without_direction_is_near_to_nothing() -> None:
    assert near(packed(np.zeros((1, SIZE), np.float32)), units(1)[0]) == 0.0


def test_each_chunk_of_many_is_told_for_itself() -> None:
    question = units(1)[0]
    chunks = [packed(units(3, 1)), None, packed(units(1, 2)), b"", packed(units(2, 3))]
    cosines = nearest(chunks, question)
    assert [cosine is None for cosine in cosines] == [False, True, False, True, False]
    for cosine, kept in zip(cosines, chunks, strict=True):
        assert cosine is None or cosine == pytest.approx(near(kept, question))
    assert nearest([], question) == []
