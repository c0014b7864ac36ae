"""What was so once is past: roles and things that are no more, what somebody had, did or liked, and until when."""

import pytest

from extraction.model.findings import FoundStatement
from tests.extraction.lang.ja.extracted import findings

pytestmark = pytest.mark.models


def statement_of(text: str, lemma: str) -> FoundStatement:
    return next(statement for statement in findings(text).statements if statement.lemma == lemma)


@pytest.mark.parametrize(
    ("text", "lemma"),
    [
        ("前の勤務先はソニーです。", "勤務先"),
        ("以前の勤務先はトヨタでした。", "勤務先"),
        ("田中さんの前の勤務先はソニーです。", "前の勤務先"),
        ("前の妻は葵です。", "妻"),
        ("前の家賃は6万円です。", "家賃"),
        ("前の上司は田中さんです。", "上司"),
        ("元上司の田中さんに会った。", "上司"),
        ("以前の上司の田中さんに会った。", "上司"),
        ("前の会社の同僚の田中さんに会った。", "同僚"),
        ("亡き夫の健太は優しかった。", "夫"),
        ("亡くなった妻の美咲は猫が好きだった。", "妻"),
        ("別れた妻の美咲に会った。", "妻"),
        ("元カノの美咲は東京に住んでいる。", "元カノ"),
        ("田中さんは元トヨタ社員です。", "社員"),
        ("田中さんは以前の上司です。", "だ"),
        ("佐藤さんはトヨタの前社長です。", "だ"),
    ],
)
def test_who_or_what_was_something_once_is_it_no_longer(text: str, lemma: str) -> None:
    assert statement_of(text, lemma).past


@pytest.mark.parametrize(
    ("text", "lemma"),
    [
        ("ソニーで働いたことがある。", "働く"),
        ("福岡に住んだことがあります。", "住む"),
        ("犬を飼っていた。", "飼う"),
        ("車を持っていました。", "持つ"),
        ("iPhoneを使っていた。", "使う"),
        ("ピアノを習っていた。", "習う"),
        ("コーヒーが好きだった。", "好き"),
        ("田中さんはコーヒーが好きでしたが、今は嫌いです。", "好き"),
        ("看護師をしていました。", "だ"),
    ],
)
def test_what_somebody_had_did_or_liked_is_past(text: str, lemma: str) -> None:
    assert statement_of(text, lemma).past


@pytest.mark.parametrize(
    ("text", "lemma"),
    [
        ("勤務先はソニーです。", "勤務先"),
        ("家賃は8万円です。", "家賃"),
        ("以前の上司の田中さんに会った。", "会う"),
        ("妻の美咲はソニーで働いています。", "働く"),
        ("大阪に引っ越した。", "引っ越す"),
        ("犬を飼っています。", "飼う"),
        ("コーヒーが好きではなくなった。", "好き"),
        ("看護師をしています。", "だ"),
    ],
)
def test_what_is_so_is_not_past(text: str, lemma: str) -> None:
    assert not statement_of(text, lemma).past


@pytest.mark.parametrize(
    ("text", "lemma", "since"),
    [
        ("2020年までトヨタで働いていました。", "働く", None),
        ("2015年から2020年まで大阪に住んでいた。", "住む", "2015"),
        ("去年まで大阪に住んでいました。", "住む", None),
    ],
)
def test_until_when_it_was_so_is_not_when_it_began(text: str, lemma: str, since: str | None) -> None:
    statement = statement_of(text, lemma)
    assert (statement.past, statement.time) == (True, since)


@pytest.mark.parametrize(
    ("text", "since"), [("2015年から大阪に住んでいます。", "2015"), ("2020年に大阪に引っ越した。", "2020")]
)
def test_since_when_it_is_so_is_kept(text: str, since: str) -> None:
    statement = next(iter(findings(text).statements))
    assert (statement.past, statement.time) == (False, since)


def test_what_comes_after_a_condition_is_to_come() -> None:
    assert statement_of("福岡に引っ越したら、猫を飼う。", "飼う").modality == "intended"
    assert statement_of("時間があれば、ギターを弾きます。", "弾く").modality == "stated"


@pytest.mark.parametrize(
    ("text", "relative", "whose"),
    [
        ("父は健太です。", "健太", "Ken"),
        ("健太の父は太郎です。", "太郎", "健太"),
        ("健太は太郎の父です。", "健太", "太郎"),
        ("妻の名前は美咲です。", "美咲", "Ken"),
        ("妻の美咲は医者です。", "美咲", "Ken"),
        ("健太の妻は美咲かもしれない。", "美咲", "健太"),
    ],
)
def test_a_relative_is_something_to_whose_relative_it_is(text: str, relative: str, whose: str) -> None:
    read = findings(text)
    ends = {(read.names[statement.subject].name, read.names[statement.object].name) for statement in read.statements}
    assert (relative, whose) in ends
    assert (whose, relative) not in ends
