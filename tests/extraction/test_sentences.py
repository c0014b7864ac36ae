"""Sentences tile a text, and each gets the mean of its own tokens' states."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.sentences import pooled, spans_of_sentences


@given(st.text())
def test_sentences_leave_no_character_out(text: str) -> None:
    spans = spans_of_sentences(text)
    assert "".join(text[start:end] for start, end in spans) == text
    assert all(start < end for start, end in spans)


def test_both_languages_end_their_sentences_in_their_own_way() -> None:
    assert [text.strip() for text in parts("Ada left. Why? 佐藤が来た。「本当？」と聞いた")] == [
        "Ada left.", "Why?", "佐藤が来た。", "「本当？」", "と聞いた",
    ]  # fmt: skip


def parts(text: str) -> list[str]:
    return [text[start:end] for start, end in spans_of_sentences(text)]


def test_a_vector_is_the_mean_of_the_tokens_of_its_sentence_at_length_one() -> None:
    text = "One two three. Four five six."
    offsets = np.array([(0, 3), (3, 7), (7, 14), (14, 19), (19, 24), (24, 29)], np.int32)
    states = np.arange(24, dtype=np.float32).reshape(6, 4)
    vectors = pooled(states, offsets, spans_of_sentences(text))
    for vector, own in zip(vectors, (states[:3], states[3:]), strict=True):
        assert vector == pytest.approx(own.mean(axis=0) / np.linalg.norm(own.mean(axis=0)))


def test_too_short_a_sentence_has_no_vector() -> None:
    offsets = np.array([(0, 2), (2, 3), (3, 7), (7, 10), (10, 14)], np.int32)
    assert len(pooled(np.ones((5, 4), np.float32), offsets, spans_of_sentences("Yes. One two six."))) == 1


def test_a_text_that_the_encoder_saw_nothing_of_has_no_vectors() -> None:
    assert pooled(np.empty((0, 4), np.float32), np.empty((0, 2), np.int32), []).shape == (0, 4)
