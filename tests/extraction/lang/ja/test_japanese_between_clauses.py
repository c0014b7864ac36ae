from functools import partial

import pytest

from graph.model.types import EntityType, RelationType, holds
from tests.extraction.lang.ja import extracted

pytestmark = pytest.mark.models

findings = partial(extracted.findings, speaker="健")
triples = partial(extracted.triples, speaker="健")
statement = partial(extracted.statement, speaker="健")


@pytest.mark.parametrize("speaker", ["健", None])
@pytest.mark.parametrize(
    ("text", "triple"),
    [
        (
            "山田花子さんは2024年3月にメルカリに入社し、プロダクトマネージャーを務めている。",
            ("山田花子", "入社する", "メルカリ"),
        ),
        ("佐藤さんは去年大阪に引っ越し、ミナトで働いている。", ("佐藤", "引っ越す", "大阪")),
        ("小川さんは東京の大学を卒業し、京都で教師をしている。", ("小川", "卒業する", "大学")),
    ],
)
def test_what_runs_on_into_a_clause_is_done_by_whom_that_is_about(
    text: str, triple: tuple[str, str, str], speaker: str | None
) -> None:
    assert triple in triples(text, speaker=speaker)
    assert not any(subject == "健" for subject, _, _ in triples(text, speaker=speaker))


@pytest.mark.parametrize(
    ("text", "triple"),
    [
        ("先月、JiraからLinearに乗り換えた。", ("健", "乗り換える", "Linear")),
        ("昼はラーメンを食べて、映画を見た。", ("健", "食べる", "ラーメン")),
    ],
)
def test_a_thing_or_a_time_that_is_spoken_of_does_nothing(text: str, triple: tuple[str, str, str]) -> None:
    assert {(s, p, o) for s, p, o in triples(text) if p == triple[1]} == {triple}


@pytest.mark.parametrize(
    ("text", "name", "predicate"),
    [
        ("山田さんは、会社を辞めて起業すると言った佐藤さんを止めた。", "山田", "辞める"),
        ("田中さんは、東京に引っ越して結婚した佐藤さんを訪ねた。", "田中", "引っ越す"),
        ("田中さんは、京都に行ってお茶を習いたいと話す佐藤さんに会った。", "田中", "行く"),
        ("山田さんは会社を辞めたくて、佐藤さんは彼を止めた。", "山田", "辞める"),
    ],
)
def test_what_describes_another_or_is_wished_for_is_not_done_by_the_topic(text: str, name: str, predicate: str) -> None:
    assert (name, predicate) not in {(subject, verb) for subject, verb, _ in triples(text, speaker=None)}


def test_who_changes_trade_joins_no_firm_of_that_name() -> None:
    names = findings("山田さんはエンジニアに転職した。").names
    assert all(name.type is not EntityType.ORGANIZATION for name in names)


@pytest.mark.parametrize("text", ["彼は大阪で生まれ、京都で育った。", "弟は東京の大学を卒業し、教師になった。"])
def test_what_somebody_else_did_the_speaker_did_not(text: str) -> None:
    assert not any(subject == "健" for subject, _, _ in triples(text))


@pytest.mark.parametrize(
    ("text", "predicate", "time"),
    [
        ("中村は以前IBMで働いていたが、去年辞めて会社を立ち上げた。", "働く", None),
        ("中村は去年IBMを辞めて、新しい会社を立ち上げた。", "立ち上げる", "2025"),
        ("山田さんは2024年3月にメルカリに入社し、プロダクトマネージャーを務めている。", "務める", None),
        ("山田さんは2024年3月にメルカリに入社し、プロダクトマネージャーを務めている。", "入社する", "2024-03"),
        ("先週の土曜に鈴木さんと京都へ行って、金閣寺を見た。", "見る", "2026-11-14"),
        ("中村さんは週末に畑で野菜を作っている。", "作る", None),
        ("中村さんは今週末に野菜を植える。", "植える", "2026-11-21/2026-11-22"),
    ],
)
def test_a_date_is_of_its_own_clause_and_of_what_goes_on_from_it(text: str, predicate: str, time: str | None) -> None:
    assert statement(text, predicate).time == time


@pytest.mark.parametrize("text", ["健太と美咲は2023年6月3日にパリで結婚した。", "健太は美咲と結婚した。"])
def test_two_who_marry_are_a_family(text: str) -> None:
    result = findings(text)
    families = [fact for fact in result.statements if fact.type is RelationType.FAMILY_MEMBER]
    assert [{result.names[fact.subject].name, result.names[fact.object].name} for fact in families] == [
        {"健太", "美咲"}
    ]


@pytest.mark.parametrize(
    "text",
    [
        "健太と美咲はパリで結婚しなかった。",
        "健太と美咲は結婚するかもしれない。",
        "健太と美咲は映画を見た。",
        "健太と美咲はそれぞれ去年結婚した。",
        "健太や美咲が結婚した。",
        "健太と美咲と次郎が結婚した。",
    ],
)
def test_who_did_not_marry_is_no_family(text: str) -> None:
    families = [fact for fact in findings(text).statements if fact.type is RelationType.FAMILY_MEMBER]
    assert not any(holds(fact.polarity, fact.modality) for fact in families)


@pytest.mark.parametrize(
    ("text", "triple"),
    [
        ("去年のライブにも行った。", ("健", "行く", "ライブ")),
        ("昨日は東京タワーに行って、写真を撮った。", ("健", "行く", "東京タワー")),
    ],
)
def test_going_somewhere_is_no_holding(text: str, triple: tuple[str, str, str]) -> None:
    stated = triples(text)
    assert triple in stated
    assert not any(predicate == "行う" for _, predicate, _ in stated)


def test_what_is_held_is_not_gone_to() -> None:
    stated = triples("田中さんは月曜に面接を行った。")
    assert not any(predicate == "行く" for _, predicate, _ in stated)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "好きなアーティストは宇多田ヒカルで、去年のライブにも行った。",
            {("健", "好きなアーティスト", "宇多田ヒカル"), ("健", "行く", "ライブ")},
        ),
        ("趣味は釣りで、毎週逗子の海に行きます。", {("健", "趣味", "釣り"), ("健", "行く", "海")}),
        ("妻の名前は由美で、横浜の出身です。", {("由美", "妻", "健")}),
    ],
)
def test_what_a_sentence_opens_with_is_told_beside_what_goes_on(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert expected <= triples(text)
    assert not any(subject == "アーティスト" for subject, _, _ in triples(text))


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("山田さんはメルカリに入社した。", "メルカリ", EntityType.ORGANIZATION),
        ("グーグルは2014年にディープマインドを買収した。", "ディープマインド", EntityType.ORGANIZATION),
    ],
)
def test_what_is_joined_or_bought_up_is_a_firm(text: str, name: str, kind: EntityType) -> None:
    assert kind in {found_name.type for found_name in findings(text).names if found_name.name == name}
