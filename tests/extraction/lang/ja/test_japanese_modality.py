"""What a sentence wishes, supposes, denies, asks or only thinks is no fact, however it puts it."""

import pytest

from extraction.lang.ja.modality.predicate_suffixes import WISHED, polarity_of
from extraction.model.findings import FoundStatement
from graph.model.types import Modality, Polarity, tells
from tests.extraction.lang.ja.extracted import findings

DENIED, SO = Polarity.NEGATIVE, Polarity.POSITIVE


def statement_of(text: str, lemma: str) -> FoundStatement:
    return next(statement for statement in findings(text).statements if statement.lemma == lemma)


@pytest.mark.parametrize(
    "tail", ["たい", "たかった", "たくない", "たいけど", "たがっている", "てみたい", "ていたければ"]
)
def test_a_wish_is_one_in_all_its_forms(tail: str) -> None:
    assert WISHED.search(tail)


@pytest.mark.parametrize("tail", ["るみたい", "ていたが", "たくらい", "がたい", "ていたけど", "た"])
def test_what_only_sounds_like_a_wish_is_none(tail: str) -> None:
    assert not WISHED.search(tail)


@pytest.mark.parametrize(
    ("tail", "polarity"),
    [
        ("ない", DENIED),
        ("たわけではない", DENIED),
        ("でいるはずがない", DENIED),
        ("ではなくなった", DENIED),
        ("ところだった", DENIED),
        ("そうになった", DENIED),
        ("ていたところだった", SO),
        ("でいないわけではない", SO),
        ("ないことはない", SO),
        ("でいるはずだ", SO),
        ("せず", DENIED),
        ("しかない", SO),
        ("なければならない", SO),
        ("なきゃいけない", SO),
        ("ざるを得ない", SO),
        ("ではいけない", DENIED),
        ("じゃないです", DENIED),
        ("じゃないですか", SO),
    ],
)
def test_the_last_denial_decides(tail: str, polarity: Polarity) -> None:
    assert polarity_of(tail) is polarity


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "lemma"),
    [
        ("グーグルで働きたかった。", "働く"),
        ("福岡に住みたいけど、仕事がない。", "住む"),
        ("東京に住みたいので、貯金している。", "住む"),
        ("テスラを買いたいが、お金がない。", "買う"),
        ("美咲と結婚したかった。", "結婚する"),
        ("グーグルを辞めたいけど、勇気がない。", "辞める"),
        ("田中さんはトヨタを辞めたがっている。", "辞める"),
        ("東京に住んでみたい。", "住む"),
        ("田中さんはグーグルを辞めて福岡に引っ越したい。", "辞める"),
        ("田中さんが東京に引っ越すと約束した。", "引っ越す"),
    ],
)
def test_what_is_wished_for_is_meant_and_not_so(text: str, lemma: str) -> None:
    assert statement_of(text, lemma).modality is Modality.INTENDED


@pytest.mark.models
def test_what_is_not_wanted_is_not_denied() -> None:
    statement = statement_of("大阪に住みたくない。", "住む")
    assert (statement.polarity, statement.modality) == (DENIED, Modality.INTENDED)


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "lemma"),
    [
        ("福岡に引っ越したら、猫を飼う。", "引っ越す"),
        ("健太と美咲が結婚したら嬉しい。", "結婚する"),
        ("田中さんがグーグルを辞めたら困る。", "辞める"),
        ("田中さんがグーグルを辞めると困る。", "辞める"),
        ("田中さんがグーグルを辞めなければ、昇進する。", "辞める"),
        ("田中さんが東京に住んでいるなら、会いに行こう。", "住む"),
        ("田中さんが東京に引っ越せば、会いやすくなる。", "引っ越す"),
        ("田中さんが東京に引っ越しても、友達だ。", "引っ越す"),
        ("田中さんが東京に引っ越した場合、連絡する。", "引っ越す"),
        ("もし田中さんがグーグルを辞めたら、給料が下がった。", "辞める"),
        ("田中さんは福岡に引っ越すと思う。", "引っ越す"),
        ("田中さんはグーグルを辞めて福岡に引っ越すと思う。", "辞める"),
        ("田中さんは東京に住んでいると思っていたが、違った。", "住む"),
        ("田中さんは東京に住んでいるのかと思った。", "住む"),
        ("田中さんは東京に住んでいると嘘をついた。", "住む"),
        ("田中さんは東京に住んでいるとは限らない。", "住む"),
        ("田中さんは東京に住んでいるわけではない。", "住む"),
        ("田中さんは東京に住んでいるはずだ。", "住む"),
        ("田中さんは東京に住んでいるっぽい。", "住む"),
        ("田中さんは東京に住んでいるに違いない。", "住む"),
        ("田中さんは多分東京に住んでいる。", "住む"),
        ("もしかしたら田中さんはグーグルを辞めた。", "辞める"),
        ("田中さんは、おそらく来年、福岡に引っ越す。", "引っ越す"),
        ("健太と美咲は別れそうだ。", "別れる"),
    ],
)
def test_what_is_supposed_is_only_possible(text: str, lemma: str) -> None:
    assert statement_of(text, lemma).modality is Modality.POSSIBLE


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "lemma"),
    [
        ("東京に行ったら、田中さんに会った。", "行く"),
        ("田中さんがグーグルを辞めたら、給料が下がった。", "辞める"),
        ("田中さんはトヨタを辞めても、東京に残った。", "辞める"),
        ("田中さんは会社を辞めて、東京に引っ越した。", "辞める"),
        ("先月、田中さんはグーグルを辞めて、福岡で働きたいと言った。", "辞める"),
        ("文字を書いたら、字が下手になっていて驚きました。", "書く"),
        ("田中さんは多分来るが、佐藤さんは東京に住んでいる。", "住む"),
        ("田中さんは東京に引っ越したばかりだ。", "引っ越す"),
        ("昨日、健が田中さんに話しかけた。", "話しかける"),
    ],
)
def test_what_has_happened_stays_told(text: str, lemma: str) -> None:
    statement = statement_of(text, lemma)
    assert statement.polarity is SO
    assert tells(statement.modality)


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "lemma"),
    [
        ("田中さんはトヨタを辞めたわけではない。", "辞める"),
        ("田中さんはトヨタを辞めるところだった。", "辞める"),
        ("田中さんはトヨタを辞めそうになった。", "辞める"),
        ("田中さんが東京に住んでいるわけがない。", "住む"),
        ("コーヒーが好きではなくなった。", "好き"),
        ("田中さんがグーグルを辞めたというのはデマだ。", "辞める"),
        ("田中さんが東京に引っ越したという話は嘘だ。", "引っ越す"),
    ],
)
def test_what_is_denied_from_behind_a_noun_is_denied(text: str, lemma: str) -> None:
    statement = statement_of(text, lemma)
    assert (statement.polarity, statement.modality) == (DENIED, Modality.STATED)


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "lemma"),
    [
        ("田中さんは東京に住んでいるんだっけ。", "住む"),
        ("田中さんが東京に住んでいるか聞かれた。", "住む"),
        ("田中さんが東京に住んでいるかどうか知らない。", "住む"),
        ("田中さんがグーグルを辞めたというのは本当ですか。", "辞める"),
    ],
)
def test_a_question_within_a_sentence_asks(text: str, lemma: str) -> None:
    assert statement_of(text, lemma).modality is Modality.ASKED


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "lemma"),
    [
        ("田中さんが大阪に引っ越したって聞いた。", "引っ越す"),
        ("田中さんは会社を辞めるそうだ。", "辞める"),
        ("田中さんが東京に引っ越したというのは嘘ではない。", "引っ越す"),
    ],
)
def test_hearsay_is_reported(text: str, lemma: str) -> None:
    statement = statement_of(text, lemma)
    assert (statement.polarity, statement.modality) == (SO, Modality.REPORTED)
