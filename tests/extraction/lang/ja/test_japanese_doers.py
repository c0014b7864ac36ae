"""Who does what a clause tells where the clause does not say so: the topic that runs on, the speaker, or nobody."""

import pytest

from graph.model.types import Modality
from tests.extraction.lang.ja.extracted import findings, triples

pytestmark = pytest.mark.models


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "マークは以前デンバーに住んでいたけど、2021年にオースティンに引っ越した。",
            {("マーク", "住む", "デンバー"), ("マーク", "引っ越す", "オースティン")},
        ),
        (
            "マークは東京に住んでいて、去年大阪に引っ越した。",
            {("マーク", "住む", "東京"), ("マーク", "引っ越す", "大阪")},
        ),
        (
            "由里子は翔太と別れて、今は健太と付き合っている。",
            {("由里子", "と別れる", "翔太"), ("由里子", "付き合う", "健太")},
        ),
    ],
)
@pytest.mark.parametrize("speaker", ["Ken", None])
def test_what_a_sentence_goes_on_to_tell_is_told_of_its_topic(
    text: str, expected: set[tuple[str, str, str]], speaker: str | None
) -> None:
    assert triples(text, speaker) == expected


def test_a_topic_that_is_nobody_goes_nowhere() -> None:
    assert not {triple for triple in triples("天気は悪かったけど、京都に行った。") if triple[0] != "Ken"}


@pytest.mark.parametrize(
    ("text", "triple"),
    [
        ("Googleは好きだけど、Appleに入社した。", ("Ken", "入社する", "Apple")),
        ("トヨタは高かったけど、ホンダを買った。", ("Ken", "買う", "ホンダ")),
        ("東大は落ちたけど、早稲田大学に入学した。", ("Ken", "入学する", "早稲田大学")),
    ],
)
def test_who_was_only_spoken_of_in_between_does_not_go_on(text: str, triple: tuple[str, str, str]) -> None:
    assert triple in triples(text)
    assert triple[1] not in {other[1] for other in triples(text, None)}


@pytest.mark.parametrize(
    "text",
    [
        "部長が田中さんに報告書を書くように指示した。",
        "田中さんは佐藤さんに報告書を出すように言った。",
        "上司の佐々木さんに金曜までに報告書を出すように言われた。",
        "田中さんに会議室を予約するように頼んだ。",
    ],
)
def test_what_somebody_is_told_to_do_nobody_has_done(text: str) -> None:
    assert not {triple for triple in triples(text) if triple[1] in ("出す", "予約する", "書く")}
    assert not {triple for triple in triples(text, None) if triple[1] in ("出す", "予約する", "書く")}


def test_who_does_it_together_with_somebody_does_it_to_nobody() -> None:
    text = "沙織と一緒にルーメンという会社を立ち上げる。"
    assert {triple[0] for triple in triples(text)} == {"Ken"}
    assert triples(text, None) == set()


def test_what_has_no_name_the_speaker_sends() -> None:
    assert triples("佐々木さんに報告書を送った。") == {("Ken", "送る", "報告書"), ("Ken", "に送る", "佐々木")}
    assert triples("トヨタをホンダと統合した。") == {("トヨタ", "と統合する", "ホンダ")}


def test_a_thing_that_is_only_described_is_no_name_where_it_is_bought() -> None:
    assert triples("新しいものを買った。") == set()


def test_what_only_qualifies_a_thing_does_not_have_it() -> None:
    assert triples("メインのデータベースはPostgreSQLです。") == triples("データベースはPostgreSQLです。") != set()


def test_what_is_liked_of_somebody_is_no_kind_of_thing() -> None:
    assert "優しいところ" not in {triple[2] for triple in triples("田中さんの優しいところが好きです。")}


@pytest.mark.parametrize(
    "text",
    [
        "社長がコース料理を頼み、エビの皿だけ残した。",
        "高橋さんだけ砂浜にノートパソコンを持ってきていた。",
        "山本良子さんが自分で予約画面を操作している。",
        "説明が図解でわかりやすい。",
    ],
)
def test_what_somebody_else_does_is_not_the_speakers_wherever_they_stand(text: str) -> None:
    assert not {triple for triple in triples(text) if "Ken" in triple}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("猫を飼っていて、名前はタマです。", {"タマ"}),
        ("猫を飼っています。名前はタマです。", {"タマ"}),
        ("犬を二匹飼っています。名前はモモとルナです。", {"モモ", "ルナ"}),
    ],
)
def test_the_name_that_is_told_next_is_that_of_the_animal(text: str, names: set[str]) -> None:
    extracted = triples(text)
    assert {triple[0] for triple in extracted if triple[1] == "である"} == names
    assert names < {triple[2] for triple in extracted if triple[:2] == ("Ken", "飼う")}


def test_who_has_an_animal_is_not_its_name() -> None:
    assert ("田中", "である", "ポチ") not in triples("田中さんは犬を飼っていて、名前はポチです。")
    assert not {triple for triple in triples("会社を作った。名前はEnishiだ。") if "Enishi" in triple}


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("明日、新しいパソコンを買う。", Modality.INTENDED),
        ("昨日、新しいパソコンを買った。", Modality.STATED),
        ("毎年、新しいパソコンを買う。", Modality.STATED),
        ("日曜は市場で野菜を買う。", Modality.STATED),
        ("週に一度、市場で野菜を買う。", Modality.STATED),
        ("普段はスーパーで牛乳を買います。", Modality.STATED),
        ("今度の日曜は車を買う。", Modality.INTENDED),
        ("来週日曜は車を買う。", Modality.INTENDED),
        ("来週末は京都に引っ越す。", Modality.INTENDED),
        ("来月、必ずつくばに引っ越します。", Modality.INTENDED),
        ("明日、普段着を買う。", Modality.INTENDED),
        ("明日、毎日新聞を買う。", Modality.INTENDED),
        ("来月、東京に引っ越します。", Modality.INTENDED),
    ],
)
def test_a_change_that_is_to_come_is_intended_and_a_habit_is_so(text: str, modality: Modality) -> None:
    assert {statement.modality for statement in findings(text).statements} == {modality}
