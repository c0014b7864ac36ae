from datetime import datetime, timedelta, timezone
from functools import partial

import pytest

from extraction.model.context import KnownSpan
from extraction.model.findings import Findings, FoundName, FoundStatement
from graph.model.types import EntityType, LinkType, Modality, Polarity, RelationType
from tests.extraction.lang.ja import extracted

pytestmark = pytest.mark.models

WHEN = datetime(2022, 1, 18, 10, 0, tzinfo=timezone(timedelta(hours=9)))
findings = partial(extracted.findings, speaker=None, when=WHEN)
triples = partial(extracted.triples, speaker=None, when=WHEN)


def names(text: str) -> dict[str, EntityType]:
    return {name.name: name.type for name in findings(text).names}


def only(text: str) -> FoundStatement:
    [statement] = findings(text).statements
    return statement


def named(result: Findings, name: str) -> FoundName:
    return next(candidate for candidate in result.names if candidate.name == name)


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("田中さんに電話した。", "田中", EntityType.PERSON),
        ("佐藤部長が来た。", "佐藤", EntityType.PERSON),
        ("株式会社リコーを訪ねた。", "リコー", EntityType.ORGANIZATION),
        ("京都大学に電話した。", "京都大学", EntityType.ORGANIZATION),
        ("新宿駅で待つ。", "新宿駅", EntityType.LOCATION),
        ("『吾輩は猫である』を読んだ。", "吾輩は猫である", EntityType.DOCUMENT),
        ("ゲームアプリ「森の冒険」が出た。", "森の冒険", EntityType.TECHNOLOGY),
        ("フジ子・ヘミングの演奏を聴いた。", "フジ子・ヘミング", EntityType.PERSON),
        ("来週の火曜に東京へ行く。", "2022-01-25", EntityType.TIME_UNIT),
    ],
)
def test_a_name_is_found_whole_and_typed(text: str, name: str, kind: EntityType) -> None:
    assert names(text)[name] is kind


@pytest.mark.parametrize(
    "text",
    [
        "それはいいことだと思う。",
        "本当にそのとおりですね。",
        "みんなの分も三つあります。",
        "お母さん、ありがとうございます。",
        "気持ちの問題です。",
        "一番の理由はそれだった。",
        "うちの猫ちゃんがかわいい。",
    ],
)
def test_formal_nouns_pronouns_counters_and_kinship_are_never_names(text: str) -> None:
    assert names(text) == {}


@pytest.mark.parametrize(
    ("text", "triple"),
    [
        ("田中さんが資料を作成した。", ("田中", "作成する", "資料")),
        ("田中さんは株式会社リコーで働いている。", ("田中", "働く", "リコー")),
        ("安倍晋三はアメリカを訪問した。", ("安倍晋三", "訪問する", "アメリカ")),
        ("『坊っちゃん』は夏目漱石によって書かれた。", ("夏目漱石", "書く", "坊っちゃん")),
        ("東京に住む田中さんが来た。", ("田中", "住む", "東京")),
        ("夏目漱石が書いた『こころ』を読んだ。", ("夏目漱石", "書く", "こころ")),
        ("田中さんは大阪から来た。", ("田中", "から来る", "大阪")),
        ("山本氏はソニーに入社した。", ("山本", "入社する", "ソニー")),
        ("山本氏は新製品の発表会などに参加した。", ("山本", "参加する", "発表会")),
        ("花子は太郎の妻です。", ("花子", "妻", "太郎")),
        ("開発チームのリーダーは高橋さんだ。", ("高橋", "リーダー", "開発チーム")),
        ("契約書を山田さんに送った。", ("契約書", "送る", "山田")),
        ("佐藤さんが大阪支社へ異動する予定だ。", ("佐藤", "異動する", "大阪支社")),
        ("トヨタの佐藤さんが来た。", ("佐藤", "所属", "トヨタ")),
        ("首相の安倍晋三は帰国した。", ("安倍晋三", "である", "首相")),
        ("アジャイル開発とはソフトウェア開発手法の一つである。", ("アジャイル開発", "である", "ソフトウェア開発手法")),
        ("契約書の締切は来週の金曜日です。", ("契約書", "締切", "2022-01-28")),
        ("夏目漱石の出身地は東京。", ("夏目漱石", "出身地", "東京")),
        ("モーニング娘。の拠点は東京。", ("モーニング娘", "拠点", "東京")),
        ("太陽の塔の設計者は岡本太郎。", ("太陽の塔", "設計者", "岡本太郎")),
        ("市の花が美しい館林市の市長は多田さん。", ("多田", "市長", "館林市")),
    ],
)
def test_each_pattern_gives_its_statement(text: str, triple: tuple[str, str, str]) -> None:
    assert triple in triples(text)


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("田中さんと佐藤さんが東京を訪れた。", {("田中", "東京"), ("佐藤", "東京")}),
        (
            "東京湾の面している都道府県は千葉県、東京都、神奈川県。",
            {("東京湾", "千葉県"), ("東京湾", "東京都"), ("東京湾", "神奈川県")},
        ),
    ],
)
def test_parallel_names_each_get_the_statement(text: str, pairs: set[tuple[str, str]]) -> None:
    assert pairs <= {(subject, value) for subject, _, value in triples(text)}


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("田中さんは株式会社リコーで働いている。", RelationType.WORKS_FOR),
        ("山本氏は京都に住んでいる。", RelationType.LOCATED_IN),
        ("田中は鈴木と結婚した。", RelationType.FAMILY_MEMBER),
        ("山本氏は東京オリンピックに参加した。", RelationType.PARTICIPATES_IN),
        ("夏目漱石の職業は小説家。", RelationType.INSTANCE_OF),
    ],
)
def test_a_statement_carries_the_relation_of_its_predicate(text: str, relation: RelationType) -> None:
    assert relation in {statement.type for statement in findings(text).statements}


@pytest.mark.parametrize(
    ("text", "polarity", "modality"),
    [
        ("田中は鈴木と結婚しなかった。", Polarity.NEGATIVE, Modality.STATED),
        ("田中は鈴木と結婚したかもしれない。", Polarity.POSITIVE, Modality.POSSIBLE),
        ("田中は鈴木と結婚する予定だ。", Polarity.POSITIVE, Modality.INTENDED),
        ("田中さんは鈴木さんと大阪へ行きましょう。", Polarity.POSITIVE, Modality.INTENDED),
        ("田中は鈴木と結婚しなければならない。", Polarity.POSITIVE, Modality.OBLIGATORY),
        ("田中は鈴木と結婚しましたか？", Polarity.POSITIVE, Modality.ASKED),
        ("田中は鈴木と結婚するべきではない。", Polarity.NEGATIVE, Modality.OBLIGATORY),
        ("『坊っちゃん』の作者は森鴎外ではない。", Polarity.NEGATIVE, Modality.STATED),
        ("山本氏はソニーの社員かもしれない。", Polarity.POSITIVE, Modality.POSSIBLE),
    ],
)
def test_denial_and_doubt_stay_with_the_statement(text: str, polarity: Polarity, modality: Modality) -> None:
    statement = only(text)
    assert (statement.polarity, statement.modality) == (polarity, modality)


def test_time_and_place_stay_with_the_statement() -> None:
    result = findings("田中さんは1月10日に大阪で佐藤さんを紹介した。")
    statement = next(fact for fact in result.statements if result.names[fact.object].name == "佐藤")
    assert (statement.time, statement.place) == ("2022-01-10", "大阪")
    assert statement.valid_from == datetime(2022, 1, 10, tzinfo=WHEN.tzinfo)


def test_a_chat_speaker_is_the_subject_of_i() -> None:
    assert triples("私は京都に住んでいます。", speaker="高木") == {("高木", "住む", "京都")}
    assert ("高木", "好き", "カレー") in triples("僕、カレーが好きです。", speaker="高木")
    assert triples("ハイボールは私は苦手です。", speaker="高木") == {("高木", "苦手", "ハイボール")}
    assert ("高木", "趣味", "読書") in triples("趣味は読書です。", speaker="高木")


def test_without_a_speaker_i_is_nobody() -> None:
    assert triples("私は京都に住んでいます。") == set()


def test_the_topic_is_what_the_chunk_is_about() -> None:
    result = findings("夏目漱石の出身地は東京。")
    assert {name.name for name in result.names if name.about} == {"夏目漱石"}


def test_a_measure_leaves_the_topic_found_and_is_an_amount() -> None:
    result = findings("東京タワーの高さは333メートル。")
    assert [(name.name, name.about) for name in result.names] == [("東京タワー", True), ("333 m", False)]


def test_a_definition_says_so_in_its_link() -> None:
    result = findings("アジャイル開発とはソフトウェア開発手法の一つである。")
    assert named(result, "アジャイル開発").link_type is LinkType.DEFINES


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("鈴木花子さんが山田太郎さんの助けを借りた。", "助け"),
        ("鈴木花子さんは荷物を運ぶ手順を説明した。", "手順"),
        ("返事の期限は7月31日です。", "返事"),
        ("鈴木花子さんは大阪の倉庫の立ち会いに行った。", "立ち会い"),
    ],
)
def test_a_deed_or_a_noun_that_a_clause_explains_is_no_node(text: str, noun: str) -> None:
    assert noun not in names(text)


def test_a_thing_somebody_uses_and_a_deed_somebody_does_stay_nodes() -> None:
    assert "チェロ" in names("鈴木花子さんは新しいチェロを買った。")
    assert "釣り" in names("鈴木花子さんは週末に釣りをしている。")
    assert "俳優" in names("鈴木花子さんは俳優です。")


def test_a_clause_before_a_noun_does_not_become_its_name() -> None:
    assert "昨日買った本" not in names("昨日買った本の著者は田中さん。")


def test_a_known_name_overrides_what_the_rules_would_find() -> None:
    span = KnownSpan(start=0, end=4, key="ふくろう", name="梟プロジェクト", type=EntityType.TASK)
    result = findings("ふくろうが公開された。", spans=[span])
    [name] = result.names
    assert (name.name, name.type, name.method, name.surface) == ("梟プロジェクト", EntityType.TASK, "known", "ふくろう")


def test_offsets_spell_the_surface() -> None:
    text = "昨日、佐藤部長と『坊っちゃん』の話をした。来週の火曜に株式会社リコーへ行く。"
    result = findings(text)
    assert len(result.names) >= 5
    assert all(text[name.start : name.end] == name.surface for name in result.names)


def test_confidence_follows_the_evidence() -> None:
    near = only("田中さんが東京を訪れた。").confidence
    topic = only("田中さんは東京を訪れた。").confidence
    quoted = min(statement.confidence for statement in findings("「田中さんは東京を訪れた」と聞いた。").statements)
    assert near > topic > quoted
    assert all(statement.reasons for statement in findings("田中さんは東京を訪れた。").statements)


def test_a_company_name_brings_its_short_form_and_its_abbreviation() -> None:
    assert "株式会社リコー" in named(findings("株式会社リコーを訪ねた。"), "リコー").surface


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "。。。",
        "！？",
        "\n\n",
        "（「『",
        "a",
        "は",
        "のは。",
        "𠮷野家",
        "🍣が好き",
        "・・・の・は・。",
        "』」）",
    ],
)
def test_odd_texts_are_survived(text: str) -> None:
    result = findings(text, speaker="高木")
    assert all(text[name.start : name.end] == name.surface for name in result.names)


@pytest.mark.parametrize("place", ["会議室", "カフェ", "図書館", "空港"])
def test_a_place_is_one_without_a_name(place: str) -> None:
    result = findings(f"佐藤さんは{place}にいる。")
    assert named(result, place).type is EntityType.LOCATION
    assert [fact.type for fact in result.statements] == [RelationType.LOCATED_AT]


@pytest.mark.parametrize(
    ("text", "holder"),
    [
        ("木箱にはりんごが入っている。", "木箱"),
        ("引き出しに鍵が入っています。", "引き出し"),
        ("新人がチームに入った。", None),
        ("田中さんが風呂に入っている。", None),
    ],
)
def test_what_lies_in_something_is_held_by_it_and_nobody_who_goes_or_joins(text: str, holder: str | None) -> None:
    result = findings(text)
    facts = [*result.statements, *result.literals]
    held = [fact for fact in facts if fact.type is RelationType.CONTAINS]
    subjects = [fact.subject_text if fact.subject is None else result.names[fact.subject].name for fact in held]
    assert subjects == ([] if holder is None else [holder])
