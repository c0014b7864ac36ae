"""What people tell a memory of their health and of those who are something to them."""

import pytest

from graph.insight.inference.succession import SURE
from graph.model.types import EntityType, RelationType
from tests.extraction.lang.ja.extracted import findings, triples, types

pytestmark = pytest.mark.models


@pytest.mark.parametrize(
    "text",
    [
        "高血圧と診断されましたか？",
        "友人が高血圧と診断されました。",
        "病院には持病がある人が多い。",
        "アレルギーにはいろいろな種類があります。",
        "この薬は高血圧に効きます。",
        "父は糖尿病でした。うつ病と診断されました。",
    ],
)
def test_the_health_of_others_and_of_anybody_is_not_the_speakers(text: str) -> None:
    assert "Ken" not in {subject for subject, _, _ in triples(text)}


@pytest.mark.parametrize(
    ("text", "triple"),
    [
        ("息子は猫アレルギーです。", ("息子", RelationType.RELATES_TO, "猫アレルギー")),
        ("父は糖尿病です。", ("父", RelationType.RELATES_TO, "糖尿病")),
        ("母は看護師です。", ("母", RelationType.INSTANCE_OF, "看護師")),
        ("うちの息子は小学三年生です。", ("息子", RelationType.INSTANCE_OF, "小学三年生")),
        ("私の父は医者です。", ("父", RelationType.INSTANCE_OF, "医者")),
        ("妹は京都大学で法律を学んでいます。", ("妹", RelationType.RELATES_TO, "法律")),
        ("上司はカナダ出身です。", ("上司", RelationType.RELATES_TO, "カナダ")),
        ("兄は東京に住んでいます。", ("兄", RelationType.LOCATED_IN, "東京")),
        ("夫はトヨタで働いています。", ("夫", RelationType.WORKS_FOR, "トヨタ")),
        ("姉は猫を飼っています。", ("姉", RelationType.OWNERSHIP, "猫")),
        ("妹の大学は京都大学です。", ("妹", RelationType.RELATES_TO, "京都大学")),
    ],
)
def test_what_somebody_is_to_the_speaker_tells_whom_a_fact_is_of(text: str, triple: tuple[str, str, str]) -> None:
    assert triple in types(text)
    assert {name.type for name in findings(text).names if name.name == triple[0]} == {EntityType.PERSON}


@pytest.mark.parametrize(
    "text",
    [
        "彼の妻は看護師です。",
        "田中さんの妻は看護師です。",
        "田中さんは医者です。妻は看護師です。",
        "弟は結婚しています。妻は看護師です。",
        "友人は父が医者です。",
        "友人が「父は医者だ」と言っていた。",
        "友人は大阪に住んでいます。",
        "子供は野菜を食べません。",
        "前の上司は大阪に住んでいます。",
        "父は出張です。",
        "息子は保育園です。",
        "娘は夏休みです。",
        "母は元気です。",
        "お父さんは公務員ですか？",
    ],
)
def test_a_role_to_others_and_what_somebody_is_busy_with_tells_nothing_of_a_relative(text: str) -> None:
    roles = {"妻", "友人", "子供", "上司", "父", "息子", "娘", "母", "お父さん"}
    assert not {triple for triple in triples(text) if triple[0] in roles and triple[1] != "結婚する"}


def test_a_relative_of_nobody_we_know_is_told_of_by_no_page() -> None:
    assert not triples("母は看護師です。", None)
    assert not triples("兄は東京に住んでいます。", None)


@pytest.mark.parametrize("text", ["父は糖尿病です。母は看護師です。", "父は糖尿病で、母は看護師です。"])
def test_several_relatives_are_each_their_own(text: str) -> None:
    assert triples(text) == {("父", "である", "糖尿病"), ("母", "である", "看護師")}


def test_a_row_of_relatives_is_had_one_by_one() -> None:
    assert triples("妹と弟がいます。") == {("Ken", "がいる", "妹"), ("Ken", "がいる", "弟")}


def test_whose_illness_it_is_bears_with_what_goes_along() -> None:
    assert "Ken" not in {subject for subject, _, _ in triples("妹は犬アレルギーで、猫も苦手です。")}


def test_what_follows_is_of_the_relative_and_not_of_the_speaker() -> None:
    assert ("妹", "住む", "東京") in triples("妹は大学生です。東京に住んでいます。")


def test_kin_told_of_before_stay_the_speakers() -> None:
    assert ("弟", "である", "大学生") in triples("私に弟がいる。弟は大学生です。")
    assert ("母", "である", "看護師") in triples("映画が好きです。母は看護師です。")


def test_what_may_be_so_is_not_over() -> None:
    assert not findings("喘息があるみたい。").statements[0].past


def test_what_somebody_does_this_minute_is_unsure() -> None:
    assert findings("母は今テレビを見ています。").statements[0].confidence < SURE
    assert findings("今、大阪に住んでいます。").statements[0].confidence >= SURE


@pytest.mark.parametrize("noun", ["百合", "数学", "七夕"])
def test_a_noun_that_begins_like_a_number_is_a_thing(noun: str) -> None:
    assert triples(f"{noun}が好きです。") == {("Ken", "好き", noun)}
    assert not triples("数人が好きです。")
