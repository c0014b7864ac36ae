"""Names lack their capitals where the writer uses none."""

import pytest

from extraction.text.casing import is_uncased


@pytest.mark.parametrize(
    "text", ["i live in oslo", "My name is anna and i'm from rome", "met anna in oslo", "yeah i know, i've been there"]
)
def test_a_text_without_capitals_is_uncased(text: str) -> None:
    assert is_uncased(text)


@pytest.mark.parametrize(
    "text",
    [
        "I went home.",
        "He met Anna in Oslo.",
        "lives in Oslo",
        "use iPhone i guess",
        "I. Newton",
        "私はi先生",
        "ok",
        "",
        "42",
    ],
)
def test_a_text_with_capitals_or_hardly_a_word_is_not(text: str) -> None:
    assert not is_uncased(text)
