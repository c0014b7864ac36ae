"""What Japanese sentences say is so much, and which facts an amount belongs to, as Ken says it."""

from datetime import datetime, timedelta, timezone
from functools import lru_cache

import pytest

from extraction.lang.ja import find, load
from extraction.model.context import Context
from extraction.model.findings import Findings
from graph.model.types import EntityType, Modality, Polarity, RelationType

pytestmark = pytest.mark.models

WHEN = datetime(2026, 11, 18, 9, 0, tzinfo=timezone(timedelta(hours=9)))
_loaded = lru_cache(maxsize=1)(load)


def say(text: str, speaker: str | None = "Ken") -> Findings:
    return next(find(_loaded().pipe([text]), [Context(when=WHEN, speaker=speaker)]))


def facts(findings: Findings) -> set[str]:
    """Facts written "subject | predicate | object", and the amount behind it where one belongs to them."""
    return {
        " | ".join((findings.names[statement.subject].name, statement.predicate, findings.names[statement.object].name))
        + (f" ({statement.amount})" if statement.amount else "")
        for statement in findings.statements
    }


def amounts(findings: Findings) -> set[str]:
    return {name.name for name in findings.names if name.subtype}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("予算は300万円だ。", "予算 | である | JPY 3000000"),
        ("予算は三百万円です。", "予算 | である | JPY 3000000"),
        ("予算は300万円以内です。", "予算 | である | at most JPY 3000000"),
        ("部屋の広さは45平米。", "部屋の広さ | である | 45 m2"),
        ("決済システムの開発に300万円かかった。", "決済システムの開発 | かかる | JPY 3000000"),
        ("修理に2時間かかりました。", "修理 | かかる | 2 h"),
        ("送料は500円かかります。", "送料 | かかる | JPY 500"),
        ("チケットは3000円だった。", "チケット | である | JPY 3000"),
        ("このカメラは5万円です。", "カメラ | である | JPY 50000"),
        ("参加費は1人5000円です。", "参加費 | である | JPY 5000/person"),
        ("会議は2時間続いた。", "会議 | 続く | 2 h"),
        ("消費税が8%から10%に上がった。", "消費税 | に上がる | 10 %"),
        ("今日の気温は30度だ。", "気温 | である | 30 °C"),
        ("昨日、田中さんは10キロ走りました。", "田中 | 走る | 10 km"),
    ],
)
def test_what_is_so_much_is_stated_of_it(text: str, fact: str) -> None:
    assert facts(say(text)) == {fact}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("家賃は月8万円です。", "Ken | 家賃 | JPY 80000/month"),
        ("体重が65キロになった。", "Ken | 体重 | 65 kg"),
        ("私の体重は65キロです。", "Ken | 体重 | 65 kg"),
        ("田中さんの年収は500万円です。", "田中 | 年収 | JPY 5000000"),
        ("田中さんは身長が180センチです。", "田中 | 身長 | 180 cm"),
        ("東京タワーの高さは333メートルです。", "東京タワー | 高さ | 333 m"),
        ("東京タワーは高さが333メートルある。", "東京タワー | 高さ | 333 m"),
        ("荷物の重さは2.3kgでした。", "荷物 | 重さ | 2.3 kg"),
        ("星野ロボティクスの売上は50億円に達した。", "星野ロボティクス | 売上 | JPY 5000000000"),
        ("給料が25万円から30万円に上がった。", "Ken | 給料 | JPY 300000"),
    ],
)
def test_a_price_or_a_weight_is_that_of_whoever_has_it(text: str, fact: str) -> None:
    assert facts(say(text)) == {fact}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("冷蔵庫は12万8000円、送料は3,000円でした。", {"冷蔵庫 | である | JPY 128000", "送料 | である | JPY 3000"}),
        ("体重は65キロ、身長は172センチです。", {"Ken | 体重 | 65 kg", "Ken | 身長 | 172 cm"}),
        ("田中さんの体重は65キロ、身長は172センチ。", {"田中 | 体重 | 65 kg", "田中 | 身長 | 172 cm"}),
        ("田中さんは体重が65キロ、身長が172センチです。", {"田中 | 体重 | 65 kg", "田中 | 身長 | 172 cm"}),
        ("田中さんの年収は600万円で、家賃は8万円です。", {"田中 | 年収 | JPY 6000000", "田中 | 家賃 | JPY 80000"}),
        (
            "長さは5メートル、幅は2メートル、重さは3キロでした。",
            {"長さ | である | 5 m", "幅 | である | 2 m", "重さ | である | 3 kg"},
        ),
    ],
)
def test_a_sentence_says_of_each_how_much_it_is_and_whose(text: str, expected: set[str]) -> None:
    assert facts(say(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("iPhoneの値段は12万円、年収は600万円です。", {"iPhone | 値段 | JPY 120000", "Ken | 年収 | JPY 6000000"}),
        ("犬の体重は5キロ、体重は65キロです。", {"犬 | 体重 | 5 kg", "Ken | 体重 | 65 kg"}),
        ("田中さんは身長が180センチ、私は体重が75キロです。", {"Ken | 体重 | 75 kg"}),
        ("りんごは100円、みかんは80円値上がりした。", set()),
        ("体重は65キロ、去年は70キロでした。", set()),
        ("身長は172センチ、体重は65キロの田中さんに会った。", set()),
    ],
)
def test_what_one_amount_is_of_says_nothing_of_the_next(text: str, expected: set[str]) -> None:
    assert facts(say(text)) == expected


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("社長は5キロ痩せた。", "5 kg"),
        ("太郎は5キロ走った。", "5 km"),
        ("金子さんは5ポンド痩せた。", "5 lb"),
        ("太郎は10ポンド払った。", "GBP 10"),
        ("体重は65キロ、身長は172センチです。", "65 kg"),
    ],
)
def test_what_is_done_tells_which_kilo_and_which_pound_it_is_and_no_name_does(text: str, amount: str) -> None:
    assert amount in {name.name for name in say(text).names}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("田中さんはアンナに5000円払った。", "田中 | 払う | アンナ (JPY 5000)"),
        ("佐藤さんはユニセフに1万円寄付した。", "佐藤 | 寄付する | ユニセフ (JPY 10000)"),
        ("田中さんはMacBookを20万円で買った。", "田中 | 買う | MacBook (JPY 200000)"),
    ],
)
def test_a_fact_keeps_the_amount_that_belongs_to_it_and_is_told_once(text: str, fact: str) -> None:
    read = say(text)
    assert facts(read) == {fact}
    assert len(amounts(read)) == 1


def test_an_amount_that_only_measures_a_thing_is_no_name() -> None:
    read = say("田中さんは300万円の車を買った。")
    assert facts(read) == {"田中 | 買う | 車 (JPY 3000000)"}
    assert amounts(read) == set()


@pytest.mark.parametrize(
    "text",
    [
        "100円ショップで皿を買った。",
        "バージョン2.0を使う。",
        "電話番号は03-1234-5678です。",
        "3-2で勝った。",
        "猫を三匹飼っている。",
        "田中さんは42歳です。",
        "チケットは2割引です。",
        "ドルは150円だ。",
        "ガソリンは1リットル170円だ。",
        "チケットは大人が2000円、子供が1000円です。",
        "東京から大阪まで500キロある。",
        "2024年に開店した。",
        "10時30分に会う。",
        "予算は数百万円だ。",
        "私は往復5時間でした。",
        "30℃越えがレアだった。",
    ],
)
def test_what_no_statement_has_is_no_name(text: str) -> None:
    assert amounts(say(text)) == set()


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("体重が5キロ減った。", "Ken | 体重が減る | 5 kg"),
        ("給料が2万円上がった。", "Ken | 給料が上がる | JPY 20000"),
        ("会費が500円上がった。", "会費 | 上がる | JPY 500"),
        ("月額は38万円で、以前より18%安い。", "月額 | である | JPY 380000"),
    ],
)
def test_by_how_much_something_changed_is_not_how_much_it_is(text: str, fact: str) -> None:
    read = say(text)
    assert facts(read) == {fact}
    assert {statement.lemma for statement in read.statements} != {"なる"}


def test_what_one_clause_says_is_so_much_belongs_to_no_other_clause() -> None:
    assert facts(say("倉庫の面積は2,704km2で、南部に工場が置かれている。")) == {"倉庫 | 面積 | 2704 km2"}


def test_a_share_of_something_is_no_amount_of_another() -> None:
    assert amounts(say("センサーの無線は全電力の7割を使っている。")) == set()


def test_a_denied_amount_is_denied_and_an_asked_one_asked() -> None:
    (denied,), (asked,) = say("予算は300万円ではない。").statements, say("予算は300万円か？").statements
    assert (denied.polarity, asked.modality) == (Polarity.NEGATIVE, Modality.ASKED)


def test_what_is_no_exact_amount_is_less_sure_and_says_why() -> None:
    exact, about = (say(text).statements[0] for text in ("予算は300万円です。", "予算は約300万円です。"))
    assert about.confidence < exact.confidence
    (name,) = [name for name in say("予算は約300万円です。").names if name.subtype]
    assert name.reasons == ("amount", "about")
    assert name.surface == "約300万円"


def test_an_amount_is_a_concept_of_money_or_a_quantity_without_another_name() -> None:
    read = say("予算は300万円だ。荷物の重さは2.3kgでした。")
    mentions = {name.name: (name.type, name.subtype, name.aliases) for name in read.names if name.subtype}
    assert mentions == {
        "JPY 3000000": (EntityType.CONCEPT, "money", ()),
        "2.3 kg": (EntityType.CONCEPT, "quantity", ()),
    }
    assert {statement.type for statement in read.statements} == {RelationType.RELATES_TO}
