"""What speakers tell of themselves without a word for it is sure, and what is anybody's is not theirs."""

import pytest

from graph.inference.succession import SURE
from graph.model import EntityType, Polarity
from tests.extraction.japanese.test_japanese_everyday import findings, statement, triples

pytestmark = pytest.mark.models


@pytest.mark.parametrize(
    ("text", "triple"),
    [
        ("牛乳が飲めません。", ("Ken", "飲める", "牛乳")),
        ("私はエビが食べられません。", ("Ken", "食べられる", "エビ")),
        ("納豆は食べられないんです。", ("Ken", "食べられる", "納豆")),
        ("お酒が飲めなくなりました。", ("Ken", "飲める", "お酒")),
        ("自転車に乗れません。", ("Ken", "乗れる", "自転車")),
    ],
)
def test_what_somebody_cannot_do_is_denied_of_them(text: str, triple: tuple[str, str, str]) -> None:
    assert triples(text) == {triple}
    assert statement(text, triple[1]).polarity is Polarity.NEGATIVE


@pytest.mark.parametrize(
    "text",
    [
        "この店ではケーキが食べられます。",
        "駅前でコーヒーが飲めます。",
        "明日は食べられません。",
        "娘は食べられません。",
        "その本は売れません。",
        "卵が食べられない人は多い。",
        "牛乳が飲めませんか？",
        "昨日は納豆が食べられませんでした。",
    ],
)
def test_what_anybody_can_do_and_what_went_wrong_once_is_nobodys_lack(text: str) -> None:
    assert "Ken" not in {subject for subject, _, _ in triples(text)}


def test_who_cannot_take_something_somewhere_can_go_there() -> None:
    assert "行ける" in {verb for _, verb, _ in triples("会社に行けません。")}
    assert "行ける" not in {verb for _, verb, _ in triples("猫はサーバー室に連れて行けません。")}


@pytest.mark.parametrize(
    "text",
    [
        "卵アレルギーです。",
        "毎朝メトホルミンを飲んでいます。",
        "ギターを弾きます。",
        "ベジタリアンです。",
        "日本語を勉強しています。",
        "大阪で育ちました。",
        "トヨタで働いています。",
        "プリウスに乗っています。",
        "子供が二人います。",
    ],
)
def test_what_speakers_plainly_tell_of_themselves_is_sure(text: str) -> None:
    told = findings(text)
    assert {told.names[one.subject].name for one in told.statements if one.confidence >= SURE} == {"Ken"}


def test_what_somebody_drives_is_a_thing() -> None:
    told = {name.name: name.type for name in findings("プリウスに乗っています。").names}
    assert told["プリウス"] is EntityType.OBJECT


@pytest.mark.parametrize(
    "text",
    [
        "時間があります。",
        "質問があります。",
        "用事があります。",
        "大丈夫です。",
        "元気です。",
        "忙しいです。",
        "楽しみです。",
        "そうです。",
        "私もです。",
        "残念です。",
        "いいですね。",
        "行けません。",
        "わかりません。",
        "料理もできますね！",
    ],
)
def test_small_talk_tells_no_fact(text: str) -> None:
    assert not triples(text)


def test_an_illness_and_what_it_forbids_are_both_told() -> None:
    told = triples("甲殻類アレルギーなのでエビは食べられません。")
    assert told == {("Ken", "である", "甲殻類アレルギー"), ("Ken", "食べられる", "エビ")}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("海外ドラマとか見てます。", {("Ken", "見る", "海外ドラマ")}),
        ("続きをやってほしいです。", set()),
        ("友達ができました。", set()),
    ],
)
def test_a_row_has_no_companion_and_what_others_should_do_no_doer(text: str, told: set[tuple[str, str, str]]) -> None:
    assert triples(text) == told


@pytest.mark.parametrize("text", ["スーパーで売っています。", "ずっと料理をしていて楽しいです。", "車が必要です。"])
def test_what_runs_on_or_leaves_its_object_open_stays_unsure(text: str) -> None:
    assert all(one.confidence < SURE for one in findings(text).statements)
