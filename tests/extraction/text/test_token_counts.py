"""Tokens of a prompt are counted with a real tokeniser, and rather too many than too few."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.text.token_counts import prompt_tokens
from tests.extraction.models import encoder


def one_each(_: str) -> int:
    """A tokeniser that takes everything for one piece, as one that knows nothing of a script does."""
    return 1


def letters(line: str) -> int:
    return len(re.findall(r"\S", line))


@pytest.mark.parametrize(
    ("text", "least"),
    [
        ("", 0),
        ("one two three", 3),
        ("2026-05-01", 6),
        ("田中さんは大阪へ行った。", 12),
        ("ﾃｽﾄ", 3),
        ("😀🎉", 4),
        ("a\nb\n", 4),
        ("- [1] x", 5),
        ("word" * 8, 2),
    ],
)
def test_no_word_number_sign_or_japanese_character_is_free(text: str, least: int) -> None:
    assert prompt_tokens(text, one_each) == least


def test_what_the_tokeniser_cuts_finer_counts_as_it_cuts() -> None:
    assert prompt_tokens("unbelievable", letters) == 12


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=40), min_size=1))
def test_lines_and_their_breaks_add_up(lines: list[str]) -> None:
    apart = sum(prompt_tokens(line, letters) for line in lines)
    assert prompt_tokens("\n".join(lines), letters) == apart + len(lines) - 1


@pytest.mark.models
@pytest.mark.parametrize(
    "text",
    ["The auth service moves to Osaka.\nAda leads it.", "認証サービスは大阪へ移る。\n責任者は田中さん。", "𠮷野家 😀"],
)
def test_the_count_is_never_below_that_of_the_encoders_tokeniser(text: str) -> None:
    assert prompt_tokens(text, encoder().count) >= encoder().count(text) > 0
