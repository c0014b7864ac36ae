"""Sentences tile a text, and each gets the mean of its own tokens' states."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.text.sentences import pooled, spans_of_sentences


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
    _, vectors = pooled(states, offsets, spans_of_sentences(text), most=9)
    for vector, sentence_states in zip(vectors, (states[:3], states[3:]), strict=True):
        assert vector == pytest.approx(sentence_states.mean(axis=0) / np.linalg.norm(sentence_states.mean(axis=0)))


def test_too_short_a_sentence_goes_with_the_one_before_it_and_no_token_is_lost() -> None:
    text = "Yes. One two six. Oh. Why? Seven eight."
    offsets = np.array([(0, 3), (3, 4), (4, 8), (8, 12), (12, 17), (17, 21), (21, 26), (26, 32), (32, 38), (38, 39)])
    states = np.eye(10, dtype=np.float32)
    spans, vectors = pooled(states, offsets.astype(np.int32), spans_of_sentences(text), most=9)
    assert [text[start:end].strip() for start, end in spans] == ["Yes.", "One two six. Oh. Why?", "Seven eight."]
    assert [np.flatnonzero(vector).tolist() for vector in vectors] == [[0, 1], [2, 3, 4, 5, 6], [7, 8, 9]]


def test_of_too_many_sentences_the_last_vector_is_that_of_all_the_rest() -> None:
    offsets = np.array([(place, place + 1) for place in range(12)], np.int32)
    spans = [(start, start + 3) for start in range(0, 12, 3)]
    sentences, vectors = pooled(np.eye(12, dtype=np.float32), offsets, spans, most=2)
    assert sentences == [(0, 3), (3, 12)]
    assert [np.flatnonzero(vector).tolist() for vector in vectors] == [[0, 1, 2], [3, 4, 5, 6, 7, 8, 9, 10, 11]]


def test_a_text_that_the_encoder_saw_nothing_of_has_no_vectors() -> None:
    spans, vectors = pooled(np.empty((0, 4), np.float32), np.empty((0, 2), np.int32), [], most=9)
    assert (spans, vectors.shape) == ([], (0, 4))
