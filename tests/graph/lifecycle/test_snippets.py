"""Snippets show where a word stands: in one line, within their length, with whole words."""

import pytest

from graph.lifecycle.snippets import snippets


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("The parser is slow.", "parser", ("The parser is slow.",)),
        ("Parsers parse; a sparse array does not.", "parse", ("Parsers parse; a sparse array does not.",)),
        ("東京で機械学習を学ぶ。", "機械学習", ("東京で機械学習を学ぶ。",)),
        ("ＰＡＲＳＥＲ in wide letters", "parser", ("PARSER in wide letters",)),
        ("one\n\n  two  three", "two", ("one two three",)),
        ("nothing here", "parser", ()),
        ("a sparse matrix", "parse", ()),
    ],
)
def test_a_word_is_shown_where_it_stands(text: str, word: str, expected: tuple[str, ...]) -> None:
    assert snippets(text, word, most=3, characters=80) == expected


def test_snippets_do_not_overlap_and_are_as_many_and_as_long_as_asked_for() -> None:
    text = " ".join(["architecture of the billing system with many parts and pieces"] * 9)
    shown = snippets(text, "billing", most=3, characters=40)
    assert len(shown) == 3
    assert all("billing" in each and len(each) <= 42 for each in shown)
    assert shown[0].startswith("…")
    assert shown[0].endswith("…")
    assert snippets(text, "billing", most=0, characters=40) == ()
