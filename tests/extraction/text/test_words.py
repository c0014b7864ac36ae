import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.text.words import BASES, LONGEST, MOST, index_words, matched_words, query_words


def test_english_words_are_stemmed_and_lose_possessives_and_stop_words() -> None:
    assert index_words("Nate's friends are running to the shops", "en") == ["nate", "friend", "run", "shop"]


def test_irregular_forms_meet_their_base() -> None:
    assert index_words("She went, bought books and told the children", "en") == index_words(
        "She goes, buys a book and tells the child", "en"
    )


def test_numbers_stay_and_single_letters_go() -> None:
    assert index_words("I paid 3,000 yen for 2.5 kg at 7 pm x", "en") == ["pay", "3000", "yen", "2.5", "kg", "7", "pm"]


def test_contractions_and_question_words_leave_nothing() -> None:
    assert index_words("What don't they've he'll who's I'm can't", "en") == []


def test_initials_are_one_word() -> None:
    assert "usa" in index_words("made in the U.S.A. today", "en")


def test_japanese_gives_bigrams_and_normalised_content_words() -> None:
    words = index_words("電車に乗った", "ja")
    assert {"電車", "車に", "乗っ", "った", "乗る"} <= set(words)


def test_each_script_of_a_mixed_text_follows_its_own_rule() -> None:
    words = index_words("Neo4jでグラフを検索する meetings", "ja")
    assert {"neo4j", "グラ", "グラフ", "検索", "meet"} <= set(words)
    assert {"東京", "visit"} <= set(index_words("I visited 東京", "en"))


def test_half_and_full_width_meet() -> None:
    assert index_words("ＮＴＴのｻｰﾊﾞｰ", "ja") == index_words("NTTのサーバー", "ja")


def test_a_question_holds_each_word_once() -> None:
    assert query_words("dogs and a dog and the dog", "en").words == ["dog"]


def test_two_letters_of_a_question_are_a_piece_unless_they_are_a_word() -> None:
    words, pieces = query_words("西武ライオンズの監督は Ken", "ja")
    assert {"西武", "監督", "ライオンズ", "ken"} <= set(words) - pieces
    assert {"武ラ", "ライ", "イオ", "ンズ", "ズの"} <= pieces <= set(words)


def test_words_are_met_sentence_by_sentence_in_whatever_form_they_stand() -> None:
    words = query_words("Who bought Emily's red boats in the U.S.?", "en").words
    matched = matched_words(
        words, ["Emily has a boat. She buys one each year! A red one, as in the U.S.A. and the U.S."]
    )[0]
    assert matched == [{"emili", "boat"}, {"buy"}, {"red"}, {"us"}]


def test_japanese_words_are_met_where_their_letters_stand() -> None:
    words = query_words("東京駅のＡＰＩ", "ja").words
    assert matched_words(words, ["東京に行く。apiは駅で。"])[0] == [{"東京"}, {"駅", "api"}]


def test_nothing_is_met_in_nothing() -> None:
    assert matched_words(["boat"], [""])[0] == []
    assert matched_words([], ["A boat. A car."])[0] == [set(), set()]


_SPACED = st.text(alphabet="abcty'’.,!? 12\n", max_size=100)


@given(asked=_SPACED, text=_SPACED)
def test_a_spaced_word_is_met_only_where_the_index_has_it(asked: str, text: str) -> None:
    words, held = index_words(asked, "en"), set(index_words(text, "en"))
    assert frozenset().union(*matched_words(words, [text])[0]) <= held


def test_a_text_of_many_lines_is_read_in_few_pieces() -> None:
    matched = matched_words(["boat", "red"], ["a boat\n" * 100 + "red"])[0]
    assert len(matched) == 32
    assert matched[0] == {"boat"}
    assert matched[-1] == {"boat", "red"}


def test_japanese_words_of_both_scripts_are_met_in_either_case() -> None:
    assert matched_words(["Tシャツ"], ["白いＴシャツ。"]) == [[{"Tシャツ"}]]


@pytest.mark.parametrize("language", ["en", "ja", "und"])
@given(text=st.text(max_size=300))
def test_no_token_breaks_the_white_space_analyzer(language: str, text: str) -> None:
    words = index_words(text, language)
    assert words == " ".join(words).split()
    assert all(0 < len(word) <= LONGEST for word in words)


def test_the_number_of_tokens_is_bounded() -> None:
    assert len(index_words("word " * 10_000, "en")) <= MOST
    assert len(index_words("会議計画" * 10_000, "ja")) <= MOST


def test_no_base_is_itself_mapped_to_another() -> None:
    assert not set(BASES.values()) & set(BASES)
