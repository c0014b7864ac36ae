"""The words of a memory weigh by length, structure, marked words and how unlike others they are."""

import pytest
from hypothesis import given

from graph.lifecycle.content import content_of, length_part, structure_part
from graph.lifecycle.marked_words import density
from graph.lifecycle.sentiment import balance
from graph.lifecycle.word_tables import WordRow, word_rows
from graph.settings import ContentSettings
from tests.graph.lifecycle.lives import TEXTS

DEFAULTS = ContentSettings()
MARKED, MOODS = list(word_rows("marked_words")), list(word_rows("sentiment"))


@pytest.mark.parametrize(
    ("characters", "expected"), [(0, 0), (25, 0.25), (50, 0.5), (525, 0.75), (1000, 1), (10_000, 0.7), (99_999, 0.7)]
)
def test_length_counts_most_at_a_thousand_characters(characters: int, expected: float) -> None:
    assert length_part("x" * characters, DEFAULTS) == pytest.approx(expected)
    assert length_part("あ" * (characters // 2), DEFAULTS) == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("plain words", 0),
        ("# Head\n- item\n`code` https://example.org", 7.2),
        ("- x\n" * 100, 1.5),
        ("```\na\n```\n```\nb\n```", 2.5),
        ("[guide](guide.md) and [another](b.md)", 1.2),
        ("1. one\n2. two\n\n## Head\n## Another", 3.5),
        ("・牛乳\n・卵", 1.5),
        ("price #1, a - b, 3.5", 0),
    ],
)
def test_what_structures_a_text_counts_once_however_often_it_is_there(text: str, points: float) -> None:
    assert structure_part(text, DEFAULTS) == pytest.approx(points / 10)


@pytest.mark.parametrize("row", MARKED, ids=lambda row: row.word)
def test_every_marked_word_weighs_in_its_example(row: WordRow) -> None:
    assert density(row.example, DEFAULTS) > 0
    assert density(row.example.replace(row.word, "").replace(row.word.capitalize(), ""), DEFAULTS) == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ada joined Acme Corp.",
        "The keynote was long.",
        "Mustard and bread.",
        "Please note that he left.",
        "散歩した。",
    ],
)
def test_other_words_are_not_marked(text: str) -> None:
    assert density(text, DEFAULTS) == 0


def test_marked_words_weigh_by_their_share_of_the_words() -> None:
    words = ["walk"] * 99
    shares = [density(" ".join([*["urgent"] * marked, *words]), DEFAULTS) for marked in (0, 1, 2, 5, 50)]
    assert shares == sorted(shares)
    assert shares[1] == pytest.approx(0.15)
    assert shares[-1] == 1


def test_words_of_ones_own_are_marked_too() -> None:
    settings = ContentSettings(keywords=("invoice", "請求書"))
    for text in ("Two invoices came.", "請求書が届いた。"):
        assert density(text, DEFAULTS) == 0
        assert density(text, settings) > 0


@pytest.mark.parametrize("row", MOODS, ids=lambda row: row.word)
def test_every_word_of_mood_makes_its_example_glad_or_sad(row: WordRow) -> None:
    assert balance(row.example) * (1 if row.kind == "positive" else -1) > 0


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("I am not happy.", -1),
        ("It didn't really failed", 1),
        ("ちっとも嬉しくない。", -1),
        ("失敗しなかった。", 1),
        ("Ken left.", 0),
    ],
)
def test_a_denied_word_of_mood_counts_the_other_way(text: str, sign: int) -> None:
    assert balance(text) == sign


def test_what_repeats_another_memory_is_half_as_unique() -> None:
    both = [content_of("Ada joined.", DEFAULTS, repeats=repeats).value(DEFAULTS) for repeats in (False, True)]
    assert both[0] - both[1] == pytest.approx(0.1)


def test_mood_and_topics_count_only_where_they_are_switched_on() -> None:
    settings = ContentSettings(topics=True, sentiment=True)
    plain = content_of("We went to Nara.", settings).value(settings)
    assert content_of("We went to Nara.", settings, on_topic=True).value(settings) == pytest.approx(1.1 * plain)
    for text, factor in (("I am happy.", 1.1), ("I am sad.", 0.9)):
        assert content_of(text, settings).mood == factor
        assert content_of(text, DEFAULTS, on_topic=True).mood == content_of(text, DEFAULTS, on_topic=True).topic == 1


@given(TEXTS)
def test_content_lies_between_nothing_and_everything(text: str) -> None:
    settings = ContentSettings(topics=True, sentiment=True, topic_boost=2.0, positive_boost=2.0)
    assert 0 <= content_of(text, settings, on_topic=True).value(settings) <= 1
