import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.text import words as words_module
from extraction.text.analysers import BASES
from extraction.text.language import detected_language, question_languages
from extraction.text.words import LONGEST, MOST, index_words, matched_words, query_words
from graph.tables import table_rows, values


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


@pytest.mark.parametrize(
    ("language", "forms"),
    [(language, forms) for language, _, forms in table_rows("extraction.text", "stemmers", "language stemmer forms")],
)
def test_forms_of_a_word_meet_in_its_language(language: str, forms: str) -> None:
    one, other = (query_words(form, language) for form in values(forms))
    assert set(one.words) - one.pieces == set(other.words) - other.pieces != set()


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Welche Bücher hat Anna im Haus?", "Anna hat uns gestern ein Buch über alte Häuser gegeben, das ihr gehört."),
        ("¿Dónde guarda Ana las canciones?", "Ana guarda cada canción que escribe en una carpeta de su ordenador."),
        ("Какую книгу читает Анна?", "Анна сейчас читает книги о старом городе и о его жителях."),
        ("Quels chevaux Anne a-t-elle vus ?", "Anne a vu un cheval dans le pré derrière la maison de son oncle."),
        ("अन्ना का लड़का कहाँ है?", "अन्ना के लड़के आज स्कूल में हैं।"),
        ("안나는 서울에서 무엇을 했어?", "안나가 어제 서울에 갔다가 돌아왔다."),
        ("แอนนาซื้อหนังสืออะไร", "เมื่อวานแอนนาไปซื้อหนังสือเกี่ยวกับเมืองเก่า"),
    ],
    ids=["German", "Spanish", "Russian", "French", "Hindi", "Korean", "Thai"],
)
def test_a_question_meets_the_forms_of_its_own_language(question: str, text: str) -> None:
    language, *others = question_languages(question)
    words, pieces = query_words(question, language, others)
    held = set(index_words(text, detected_language(text)))
    whole = set(words) - pieces
    assert len(whole & held) >= 2
    assert frozenset().union(*matched_words(words, [text])[0]) == held & set(words)


@pytest.mark.parametrize("question", ["Häuser", "Anna Haus", "Häusern Anna"])
def test_words_too_few_to_tell_their_language_are_met_in_their_form(question: str) -> None:
    held = index_words(
        "Anna hat das Haus am Meer und zwei Häuser in den Bergen, die zu Häusern ihrer Eltern passen.", "de"
    )
    language, *others = question_languages(question)
    assert set(query_words(question, language, others).words) - {"anna"} <= set(held)


def test_stop_words_of_the_language_of_a_question_are_not_asked() -> None:
    words = query_words("Was hat die Anna dem Mann gesagt?", "de").words
    assert {"anna", "mann"} <= set(words)
    assert not {"hat", "die", "dem"} & set(words)


def test_the_language_of_a_text_is_detected_once(monkeypatch: pytest.MonkeyPatch) -> None:
    detected: list[str] = []

    def detect(text: str) -> str:
        detected.append(text)
        return detected_language(text)

    monkeypatch.setattr(words_module, "detected_language", detect)
    text = "Anna hat in diesem Satz allein zwei Häuser am Meer."
    assert matched_words(["haus"], [text, text]) == matched_words(["haus"], [text, text]) == [[{"haus"}]] * 2
    assert matched_words(["東京"], ["Ein anderer Satz von 東京."]) == [[{"東京"}]]
    assert detected == [text]


def test_an_english_question_is_read_in_english_alone() -> None:
    assert question_languages("Where did Guido van Rossum work?") == ["en"]


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
