"""Texts that are built alike exclude each other only where they swap what cannot both be, or where one denies it."""

import pytest

from graph.insight.linking.opposition import contradiction
from graph.insight.linking.parallel import compared, content, exclusion, tokens
from graph.model.types import EntityType
from tests.graph.insight.made_link_features import named, pair, sketch


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The release is planned for Monday.", "The release is planned for Thursday."),
        ("Lucas likes coffee.", "Lucas does not like coffee."),
        ("We ship to Spain.", "We do not ship to Spain."),
        ("The door is open.", "The door is closed."),
        ("締切は7月15日です。", "締切は7月22日です。"),
        ("田中さんは会議に行く。", "田中さんは会議に行かない。"),
        ("棚に本が置いてあります。", "棚に本が置いてありません。"),
        ("川のそばに家がある。", "川のそばには家がない。"),
        ("赤い消火栓が立っています。", "黄色い消火栓が立っています。"),
        ("三台の車が並んでいます。", "五台の車が並んでいます。"),
    ],
)
def test_one_place_that_cannot_both_be_excludes(one: str, other: str) -> None:
    found = exclusion(one, other)
    assert found is not None
    assert 0.5 < found[0] <= 1
    assert exclusion(other, one) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lucas likes coffee.", "Lucas likes coffee."),
        ("Met Ada on Monday.", "Met Grace on Monday."),
        ("The budget is 300.", "The budget is 300 euros."),
        ("会議に行きました。", "会議に行きます。"),
        ("三台の車が並んでいます。", "3台の車が並んでいます。"),
        ("赤い車と青い車がある。", "黄色い船と白い船がある。"),
        ("草地に牛が立っています。", "飛行機が空を飛んでいます。"),
        ("", ""),
        ("The door is open in the morning.", "The window is closed in the evening."),
    ],
)
def test_what_may_both_be_does_not_exclude(one: str, other: str) -> None:
    assert exclusion(one, other) is None


def test_numbers_are_the_same_however_they_are_written() -> None:
    assert tokens("三台と５本、two and 2") == ("3", "台", "と", "5", "本", "2", "and", "2")


def test_what_a_text_is_made_of_are_its_words_and_pairs_of_letters() -> None:
    assert content("The cat, 認証サービスの12台") == {"the", "cat", "認証", "サービス", "12", "台"}


def test_texts_of_any_length_are_compared_in_bounded_time() -> None:
    assert compared("a b " * 500_000, "b a " * 500_000).common > 0.9
    assert exclusion("あ" * 1_000_000, "い" * 1_000_000) is None


def test_a_long_word_is_not_parted_in_all_ways_to_find_what_changed() -> None:
    # Of two memories that share a rare name; with one way more for each letter this would not end.
    name = named("Kestrel", EntityType.EVENT)
    for hostile in ("It moved from " + "A" * 3_900, "It moved from x to " + "A" * 3_900, "から" * 1_900):
        later = sketch("later", f"Kestrel: {hostile}", name)
        assert contradiction(pair(later, sketch("earlier", "Kestrel is on Monday.", name))) is None
