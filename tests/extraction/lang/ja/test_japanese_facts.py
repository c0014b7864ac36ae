from functools import partial

import pytest

from graph.model.types import LinkType, Modality, Polarity, RelationType
from tests.extraction.lang.ja import extracted
from tests.extraction.lang.ja.extracted import findings

pytestmark = pytest.mark.models

triples = partial(extracted.triples, speaker=None)
types = partial(extracted.types, speaker=None)
statement = partial(extracted.statement, speaker=None)


@pytest.mark.parametrize(
    ("text", "triple"),
    [
        ("田中さんは鈴木さんに契約書を確認してもらった。", ("鈴木", "確認する", "契約書")),
        ("田中さんは英語が話せる。", ("田中", "話せる", "英語")),
        ("田中さんは佐藤さんに紹介された。", ("佐藤", "紹介する", "田中")),
        ("佐藤さんは田中さんの契約書の確認を行った。", ("佐藤", "確認する", "田中")),
    ],
)
def test_voice_and_favours_are_undone(text: str, triple: tuple[str, str, str]) -> None:
    stated = triples(text)
    assert triple in stated or triple[:2] not in {other[:2] for other in stated}


def test_whoever_does_a_favour_is_who_acts() -> None:
    assert ("鈴木", "確認する", "契約書") in triples("田中さんは鈴木さんに契約書を確認してもらった。")
    assert ("田中", "確認する", "契約書") not in triples("田中さんは鈴木さんに契約書を確認してもらった。")


def test_a_topic_goes_on_into_the_next_sentence_less_surely() -> None:
    text = "夏目漱石は東京で暮らした。その後、ロンドンに留学した。"
    assert ("夏目漱石", "留学する", "ロンドン") in triples(text)
    named = statement("夏目漱石はロンドンに留学した。", "留学する")
    assert statement(text, "留学する").confidence < named.confidence


def test_a_topic_does_not_go_on_over_another_one() -> None:
    text = "夏目漱石は東京で暮らした。森鴎外はドイツに留学した。"
    assert ("夏目漱石", "留学する", "ドイツ") not in triples(text)


@pytest.mark.parametrize("text", ["昨日、京都に行きました。", "来年はアメリカに行きたいな。", "カレーが好きです。"])
def test_who_speaks_of_no_one_speaks_of_themselves(text: str) -> None:
    assert {subject for subject, _, _ in triples(text, speaker="高木")} == {"高木"}


@pytest.mark.parametrize(
    "text", ["京都に行きましたか？", "京都に行ってください。", "田中さんが京都に行った。", "雨がアメリカに降った。"]
)
def test_a_question_a_request_and_other_peoples_deeds_are_not_the_speakers(text: str) -> None:
    assert "高木" not in {subject for subject, _, _ in triples(text, speaker="高木")}


def test_the_same_company_is_the_one_named_before() -> None:
    assert ("トヨタ", "本社を置く", "愛知県") in triples("トヨタは新工場を建てた。同社は愛知県に本社を置く。")


def test_he_is_nobody_when_two_may_be_meant() -> None:
    text = "田中さんと佐藤さんが来た。彼は京都を訪れた。"
    assert "京都" not in {value for _, _, value in triples(text)}


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("田中さんはソニーを率いている。", ("田中", RelationType.LEADS, "ソニー")),
        ("ソニーの社長は田中さん。", ("田中", RelationType.LEADS, "ソニー")),
        ("田中さんはソニーの社員だ。", ("田中", RelationType.WORKS_FOR, "ソニー")),
        ("田中さんの勤務先はソニー。", ("田中", RelationType.WORKS_FOR, "ソニー")),
        ("日本の首都は東京。", ("東京", RelationType.LOCATED_IN, "日本")),
        ("山本氏は京都に住んでいる。", ("山本", RelationType.LOCATED_IN, "京都")),
    ],
)
def test_a_relation_has_its_direction(text: str, relation: tuple[str, RelationType, str]) -> None:
    assert relation in types(text)


@pytest.mark.parametrize(
    "text",
    [
        "山本氏は京都に住みたい。",
        "山本氏は京都に住んでいますか？",
        "山本氏の出身地は京都。",
        "伊藤さんは自転車だった。",
        "田中さんは渡辺さんを買う。",
    ],
)
def test_what_is_wished_asked_or_of_the_wrong_kind_ties_nothing(text: str) -> None:
    assert {relation for _, relation, _ in types(text)} <= {RelationType.RELATES_TO}


def test_a_denial_keeps_the_relation_that_it_denies() -> None:
    assert types("山本氏は京都に住んでいない。") == {("山本", RelationType.LOCATED_IN, "京都")}
    assert statement("山本氏は京都に住んでいない。", "住む").polarity is Polarity.NEGATIVE


def test_a_place_where_something_was_done_is_not_created() -> None:
    links = {name.name: name.link_type for name in findings("田中さんは大阪で資料を作成した。", None).names}
    assert links["大阪"] is LinkType.LOCATED_AT
    assert links["資料"] is LinkType.CREATES


def test_what_somebody_tells_is_reported_and_says_by_whom() -> None:
    visit = statement("佐藤さんは田中さんが京都を訪れたと言った。", "訪れる")
    assert visit.modality is Modality.REPORTED
    assert "said by 佐藤" in visit.reasons


def test_a_denial_of_a_wish_stays_one() -> None:
    assert statement("田中さんは京都を訪れなかった。", "訪れる").polarity is Polarity.NEGATIVE
