"""Nouns in kana are things where the dictionary writes them as things."""

import pytest

from tests.extraction.lang.ja.extracted import triples

pytestmark = pytest.mark.models


@pytest.mark.parametrize(
    ("text", "triple"),
    [
        ("きのこが苦手です。", ("Ken", "苦手", "きのこ")),
        ("りんごが好きです。", ("Ken", "好き", "りんご")),
        ("毎晩ジムに行きます。", ("Ken", "行く", "ジム")),
        ("人混みが苦手です。", ("Ken", "苦手", "人混み")),
        ("数学が得意です。", ("Ken", "得意", "数学")),
    ],
)
def test_a_taste_may_be_for_what_is_written_in_kana(text: str, triple: tuple[str, str, str]) -> None:
    assert triples(text) == {triple}


@pytest.mark.parametrize("text", ["ひとが苦手です。", "やつが嫌いです。", "そこが好きです。", "みんなが好きです。"])
def test_a_word_in_kana_that_tells_no_thing_is_none(text: str) -> None:
    assert not triples(text)
