"""What speakers tell of themselves without a word for it is sure, and what is anybody's is not theirs."""

import pytest

from graph.insight.inference.succession import SURE
from graph.model.types import EntityType, Polarity
from tests.extraction.lang.ja.extracted import findings, statement, triples

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
    result = findings(text)
    assert {result.names[fact.subject].name for fact in result.statements if fact.confidence >= SURE} == {"Ken"}


def test_what_somebody_drives_is_a_thing() -> None:
    types = {name.name: name.type for name in findings("プリウスに乗っています。").names}
    assert types["プリウス"] is EntityType.OBJECT


def test_an_illness_and_what_it_forbids_are_both_told() -> None:
    stated = triples("甲殻類アレルギーなのでエビは食べられません。")
    assert stated == {("Ken", "である", "甲殻類アレルギー"), ("Ken", "食べられる", "エビ")}


@pytest.mark.parametrize("text", ["スーパーで売っています。", "ずっと料理をしていて楽しいです。", "車が必要です。"])
def test_what_runs_on_or_leaves_its_object_open_stays_unsure(text: str) -> None:
    assert all(fact.confidence < SURE for fact in findings(text).statements)


@pytest.mark.parametrize(
    "text",
    [
        "政府が増税を決めた。消費税を上げた。",
        "うちの犬は元気です。毎日鶏肉を食べます。",
        "鳥が来た。木の実を食べています。",
        "赤ちゃんが生まれた。ミルクを飲んでいる。",
        "新しい店ができた。パンを売っています。",
        "日本は島国だ。魚を食べる。",
        "赤ちゃんが生まれた。卵アレルギーです。",
        "花粉症になったら薬を飲む。",
        "パスワードが思い出せません。",
        "チケットが買えない。",
        "姉の結婚式に行けません。",
        "空気が読めない。",
    ],
)
def test_what_may_be_somebody_elses_or_passing_is_not_surely_the_speakers(text: str) -> None:
    result = findings(text)
    subjects = {result.names[fact.subject].name for fact in result.statements if fact.confidence >= SURE}
    assert "Ken" not in subjects


@pytest.mark.parametrize(
    "text",
    [
        "私は医者です。ギターを弾きます。",
        "犬が好きです。毎朝コーヒーを飲みます。",
        "子供が二人います。毎朝コーヒーを飲みます。",
        "趣味は釣りです。毎朝コーヒーを飲みます。",
    ],
)
def test_behind_what_the_speaker_tells_of_themselves_they_go_on(text: str) -> None:
    result = findings(text)
    last = result.statements[-1]
    assert last.confidence >= SURE
    assert result.names[last.subject].name == "Ken"


@pytest.mark.parametrize(
    "text",
    [
        "弟だけ犬が嫌い。",
        "弟だけ魚が好き。",
        "弟さえ納豆が食べられない。",
        "母しか車を運転しません。",
        "母しかコーヒーを飲みません。",
        "この魚は食べられない。",
        "この動画は見られません。",
        "図書館では飲み物が飲めません。",
        "ここでは写真が撮れません。",
        "お酒は二十歳まで飲めません。",
        "日曜は薬が買えません。",
        "コーヒーが飲めないと死ぬ。",
    ],
)
def test_what_only_one_does_or_nobody_can_do_there_is_not_the_speakers(text: str) -> None:
    assert "Ken" not in {subject for subject, _, _ in triples(text)}
