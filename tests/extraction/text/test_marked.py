"""A text is read as its marks show it, and every character that is shown has its place in the original."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.text.marked import without_marks


def shown(text: str) -> str:
    marked = without_marks(text)
    return text if marked is None else marked.text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("**Nora Lind** works for *Acme*.", "Nora Lind works for Acme."),
        ("***Nora*** and __Tom__ and _Ken_", "Nora and Tom and Ken"),
        ("**佐藤さん**は**京都**に住む。", "佐藤さんは京都に住む。"),
        ("佐藤さんは*京都*に住む。", "佐藤さんは京都に住む。"),
        ("[Nora](people/nora.md) joined [Acme](https://acme.example/a_(b) 'Acme').", "Nora joined Acme."),
        ("[Nora][1] joined Acme[^2].", "Nora joined Acme."),
        ("Met [[Nora Lind|Nora]] in [[places/Oslo]].", "Met Nora Lind in Oslo."),
        ("[[people/nora|Nora Lind]] and [[nora-lind|Nora]]", "Nora Lind and Nora"),
        ("[[Nora Lind#Work]] and [[Tom.md]]", "Nora Lind and Tom"),
        ("![[plan.png]]See ![the plan](plan.png).", "See the plan."),
        ("~~Ken lives in Oslo.~~ Ken lives in Bergen.", "Ken lives in Bergen."),
        ("Use `PostgreSQL`, ==not== <b>MySQL</b>.", "Use PostgreSQL, not MySQL."),
        ("# Plan #\nAnna leads it.", "Plan\nAnna leads it."),
        ("- [ ] Call Anna [soon]\n- [x] Write", "- Call Anna [soon]\n- Write"),
    ],
)
def test_marks_are_no_part_of_what_is_shown(text: str, plain: str) -> None:
    assert shown(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        "2*3*4 is 24, and 2 * 3 is 6.",
        "my_file_name.py and __init__.py",
        "* Tom lives in Oslo\n* Anna lives in Rome",
        "a <- b, a < b > c, x == y and y == z",
        "It costs ~5 or ~~6",
        "#1 is not a heading, nor is #tag",
        "**", "[[", "`", "~~~~", "[](", "",
    ],
)  # fmt: skip
def test_what_is_no_mark_stays(text: str) -> None:
    assert shown(text) == text


def test_a_heading_and_what_follows_it_begin_sentences() -> None:
    marked = without_marks("Intro\n## Plan\nAnna leads it.")
    assert marked is not None
    assert [marked.text[place:][:4] for place in marked.sentence_starts] == ["Plan", "Anna"]


@given(st.text(alphabet="ab *_`~[]()|#<>=!\n/.^京", max_size=60))
def test_every_character_that_is_shown_stands_in_the_original(text: str) -> None:
    marked = without_marks(text)
    if marked is not None:
        assert [text[start] for start in marked.starts] == list(marked.text)
        assert list(marked.starts) == sorted(marked.starts)
        for start, end in ((0, 1), (0, len(marked.text))):
            first, last = marked.origin(start, end)
            assert marked.shown(first, last) == (start, end)
