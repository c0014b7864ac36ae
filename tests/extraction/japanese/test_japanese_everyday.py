from datetime import datetime, timedelta, timezone
from functools import lru_cache

import pytest

from extraction.context import Context
from extraction.found import Findings, FoundStatement
from extraction.japanese import find, load
from graph.model import EntityType, Modality, Polarity, RelationType

pytestmark = pytest.mark.models

WHEN = datetime(2026, 11, 18, 9, 0, tzinfo=timezone(timedelta(hours=9)))
_loaded = lru_cache(maxsize=1)(load)


def findings(text: str, speaker: str | None = "Ken") -> Findings:
    return next(find(_loaded().pipe([text]), [Context(when=WHEN, speaker=speaker)]))


def triples(text: str, speaker: str | None = "Ken") -> set[tuple[str, str, str]]:
    found = findings(text, speaker)
    return {(found.names[one.subject].name, one.predicate, found.names[one.object].name) for one in found.statements}


def types(text: str, speaker: str | None = "Ken") -> set[tuple[str, RelationType, str]]:
    found = findings(text, speaker)
    return {(found.names[one.subject].name, one.type, found.names[one.object].name) for one in found.statements}


def statement(text: str, predicate: str) -> FoundStatement:
    return next(one for one in findings(text).statements if one.predicate == predicate)


@pytest.mark.parametrize(
    ("text", "triple"),
    [
        ("Googleでエンジニアとして働いています。", ("Ken", "働く", "Google")),
        ("Googleでエンジニアとして働いています。", ("Ken", "として働く", "エンジニア")),
        ("来月京都に行く予定です。", ("Ken", "行く", "京都")),
        ("来週大阪に出張する予定があります。", ("Ken", "出張する", "大阪")),
        ("来月家族とハワイに旅行する予定。", ("Ken", "旅行する", "ハワイ")),
        ("猫を二匹飼っている。", ("Ken", "飼う", "猫")),
        ("1990年に大阪で生まれました。", ("Ken", "生まれる", "大阪")),
        ("毎週土曜日にテニスをしています。", ("Ken", "する", "テニス")),
        ("大阪から引っ越してきました。", ("Ken", "から引っ越す", "大阪")),
        ("看護師をしています。", ("Ken", "である", "看護師")),
        ("タバコはやめました。", ("Ken", "やめる", "タバコ")),
    ],
)
def test_people_tell_of_themselves_without_a_word_for_it(text: str, triple: tuple[str, str, str]) -> None:
    assert triple in triples(text)
    assert triples(text, None) == set()


@pytest.mark.parametrize(
    "text",
    [
        "新しい店がオープンする予定です。",
        "京都に行く予定がなくなった。",
        "京都で赤ちゃんが生まれた。",
        "京都に行った人がいます。",
        "猫は食べません。",
        "子供は野菜を食べません。",
        "その映画は見ました。",
        "電車は遅れました。",
        "友達がセットを欲しいと言っていた。",
    ],
)
def test_what_others_and_things_do_is_not_the_speakers(text: str) -> None:
    assert "Ken" not in {subject for subject, _, _ in triples(text)}


def test_a_plan_is_meant_and_has_its_time() -> None:
    told = statement("来月京都に行く予定です。", "行く")
    assert (told.modality, told.time) == (Modality.INTENDED, "2026-12")


def test_what_is_given_up_or_never_taken_is_denied_or_stated() -> None:
    assert statement("お酒は飲みません。", "飲む").polarity is Polarity.NEGATIVE
    assert statement("タバコはやめました。", "やめる").polarity is Polarity.POSITIVE


@pytest.mark.parametrize(
    ("text", "triple"),
    [
        ("ギターを弾くのが趣味です。", ("Ken", "弾くのが趣味", "ギター")),
        ("趣味は映画を見ることです。", ("Ken", "見るのが趣味", "映画")),
        ("散歩をするのが日課です。", ("Ken", "日課", "散歩")),
        ("読書が好きです。", ("Ken", "好き", "読書")),
        ("田中さんは絵を描くのが得意です。", ("田中", "描くのが得意", "絵")),
        ("佐藤さんは猫が苦手です。", ("佐藤", "苦手", "猫")),
    ],
)
def test_what_somebody_likes_to_do_is_theirs_alone(text: str, triple: tuple[str, str, str]) -> None:
    assert triples(text) == {triple}


def test_a_gift_that_was_is_past_and_one_that_is_not_is_denied() -> None:
    assert statement("英語を話すのが苦手でした。", "話すのが苦手").past
    assert statement("ゲームをするのは好きじゃない。", "好き").polarity is Polarity.NEGATIVE


def test_what_is_bought_is_no_person() -> None:
    found = findings("テスラを買いました。")
    assert EntityType.PERSON not in {name.type for name in found.names if name.name == "テスラ"}
    assert ("Ken", RelationType.OWNERSHIP, "テスラ") in types("テスラを買いました。")
