import pytest

from graph.model.types import EntityType, Modality, Polarity, RelationType
from tests.extraction.lang.ja.extracted import findings, statement, triples, types

pytestmark = pytest.mark.models


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
        ("お肉は食べません。", ("Ken", "食べる", "お肉")),
        ("テレビは見ません。", ("Ken", "見る", "テレビ")),
        ("小説は読みます。", ("Ken", "読む", "小説")),
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
        "お客さんは買わなかった。",
        "女性はよく買う。",
        "赤ちゃんは飲んだ。",
        "観客は見た。",
        "ファンは見ました。",
        "クラスメイトは食べた。",
        "ロボットは使う。",
        "その映画は見ました。",
        "電車は遅れました。",
        "友達がセットを欲しいと言っていた。",
        "ピアノを弾くのが好きな人は多い。",
        "ピアノを弾くのが得意な友達がいる。",
        "タバコを吸うのが嫌いな人もいる。",
        "ギターを弾くのが趣味の人は多い。",
        "田中さんがピアノを弾くのが好きです。",
        "夢は娘がピアノを弾くことです。",
    ],
)
def test_what_others_and_things_do_is_not_the_speakers(text: str) -> None:
    assert "Ken" not in {subject for subject, _, _ in triples(text)}


def test_a_plan_is_meant_and_has_its_time() -> None:
    plan = statement("来月京都に行く予定です。", "行く")
    assert (plan.modality, plan.time) == (Modality.INTENDED, "2026-12")


def test_what_is_given_up_or_never_taken_is_denied_or_stated() -> None:
    assert statement("お酒は飲みません。", "飲む").polarity is Polarity.NEGATIVE
    assert statement("タバコはやめました。", "やめる").polarity is Polarity.POSITIVE


def test_a_gift_that_was_is_past_and_one_that_is_not_is_denied() -> None:
    assert statement("英語を話すのが苦手でした。", "話すのが苦手").past
    assert statement("ゲームをするのは好きじゃない。", "好き").polarity is Polarity.NEGATIVE


def test_what_is_bought_is_no_person() -> None:
    names = findings("テスラを買いました。").names
    assert EntityType.PERSON not in {name.type for name in names if name.name == "テスラ"}
    assert ("Ken", RelationType.OWNERSHIP, "テスラ") in types("テスラを買いました。")


@pytest.mark.parametrize(
    ("text", "triple"),
    [
        ("ベジタリアンです。", ("Ken", RelationType.INSTANCE_OF, "ベジタリアン")),
        ("はい、専業主婦です。", ("Ken", RelationType.INSTANCE_OF, "専業主婦")),
        ("トラックドライバーです。", ("Ken", RelationType.INSTANCE_OF, "トラックドライバー")),
        ("フリーライターです。", ("Ken", RelationType.INSTANCE_OF, "フリーライター")),
        ("花粉症です。", ("Ken", RelationType.RELATES_TO, "花粉症")),
        ("鼻炎です。", ("Ken", RelationType.RELATES_TO, "鼻炎")),
        ("発達障害があります。", ("Ken", RelationType.RELATES_TO, "発達障害")),
        ("ピーナッツアレルギーがあります。", ("Ken", RelationType.RELATES_TO, "ピーナッツアレルギー")),
        ("運転免許があります。", ("Ken", RelationType.RELATES_TO, "運転免許")),
        ("息子が二人います。", ("Ken", RelationType.RELATES_TO, "息子")),
        ("うちには猫がいます。", ("Ken", RelationType.RELATES_TO, "猫")),
        ("田中さんは海老アレルギーがあります。", ("田中", RelationType.RELATES_TO, "海老アレルギー")),
        ("田中さんには娘がいます。", ("田中", RelationType.RELATES_TO, "娘")),
    ],
)
def test_what_people_are_and_have_is_theirs_alone(text: str, triple: tuple[str, RelationType, str]) -> None:
    assert types(text) == {triple}


@pytest.mark.parametrize(
    "text",
    [
        "雨です。",
        "大丈夫です。",
        "本当です。",
        "はい、そうです。",
        "3時です。",
        "立派です。",
        "軽症です。",
        "火炎です。",
        "通信障害です。",
        "サーバー障害でした。",
        "システム障害がありました。",
        "プリンタードライバーです。",
        "パスワードマネージャーです。",
        "Bluetoothドライバーです。",
        "小学生です。",
        "3年生です。",
        "有名な歌手です。",
        "医者ですか？",
        "隣の人は医者です。",
        "彼はドイツ人です。ベジタリアンです。",
        "うちの犬は柴犬です。アレルギーがあります。",
        "母には持病があります。",
        "用事があります。",
        "時間がありません。",
        "駅前に病院があります。",
        "公園に犬がいます。",
        "彼には妹がいます。",
    ],
)
def test_what_happens_and_what_others_are_is_not_the_speakers(text: str) -> None:
    assert "Ken" not in {subject for subject, _, _ in triples(text)}


def test_what_was_done_to_ones_regret_was_done() -> None:
    assert statement("財布を忘れてしまいました。", "忘れる").polarity is Polarity.POSITIVE
    assert statement("二度と京都に行くまい。", "行く").polarity is Polarity.NEGATIVE


def test_who_was_a_couple_is_one_no_longer() -> None:
    assert statement("2019年まで美咲と付き合っていた。", "付き合う").past
    assert statement("美咲と付き合ったことがある。", "付き合う").past
    assert not statement("2019年から美咲と付き合っている。", "付き合う").past


def test_what_somebody_was_is_past_and_what_is_not_had_is_denied() -> None:
    assert statement("元高校教師です。", "である").past
    assert statement("アレルギーはありません。", "がある").polarity is Polarity.NEGATIVE


@pytest.mark.parametrize(
    "text",
    [
        "好きな食べ物はラーメンですか？",
        "仕事は休みです。",
        "車は便利です。",
        "車は赤です。",
        "妻は東京です。",
        "趣味はいろいろです。",
    ],
)
def test_a_question_or_a_state_is_nobodys_attribute(text: str) -> None:
    assert "Ken" not in {subject for subject, _, _ in triples(text)}


@pytest.mark.parametrize(
    ("text", "lemma"),
    [
        ("健太は美咲と付き合っている。", "付き合う"),
        ("健太は美咲に付き合って飲みに行った。", "同行する"),
        ("健太と美咲は離婚した。", "離婚する"),
        ("健太は美咲と別れました。", "離別する"),
        ("健太は駅で美咲と別れた。", "別れる"),
        ("健太は美咲と別れて帰宅した。", "別れる"),
        ("健太は3時に美咲と別れた。", "別れる"),
        ("健太は美咲と籍を入れた。", "入籍する"),
    ],
)
def test_two_are_a_couple_by_what_they_do_with_each_other(text: str, lemma: str) -> None:
    result = findings(text)
    pairs = {
        (fact.lemma, *sorted(result.names[end].name for end in (fact.subject, fact.object)))
        for fact in result.statements
    }
    assert (lemma, "健太", "美咲") in pairs


@pytest.mark.parametrize(
    "text",
    [
        "田中さんが来た。妻のアンナも一緒だった。",
        "母は妹のエマと暮らしている。",
        "彼女の友達のアンナは優しい。",
        "アンナは医者です。妹のエマとよく会う。",
        "弟の名前は健太ですか？",
        "妻は美咲といいますか？",
        "兄は健二と言っていた。",
        "弟さんの健太くんが来た。",
        "兄のアレクサが鳴った。",
        "息子の名前は未定です。",
        "息子の名前は平凡です。",
        "父のトヨタは走る。",
        "弟のカワサキは元気です。",
        "妻の名前は内緒です。",
        "会社の犬の名前はレックスです。",
        "私は犬の散歩とか。",
        "猫の写真と寝る。",
        "猫のエサを食べる。",
        "妹のエルメスを借りた。",
        "弟のルイヴィトンが盗まれた。",
        "姉のディオールを使った。",
        "友達のトムフォードを着た。",
        "父のトヨタに乗った。",
        "弟のグッチは高い。",
        "猫のトムとジェリーが好きです。",
        "猫のガーフィールドを見た。",
        "猫のトイレは元気です。",
    ],
)
def test_a_role_of_others_and_the_things_of_an_animal_make_no_tie(text: str) -> None:
    mine = {predicate for subject, predicate, value in triples(text) if "Ken" in (subject, value)}
    assert not mine & {"妻", "妹", "友達", "弟", "姉", "兄", "父", "飼う"}


def aliases(text: str, speaker: str) -> tuple[str, ...]:
    return next((name.aliases for name in findings(text, speaker).names if name.name == speaker), ())


@pytest.mark.parametrize(
    ("text", "alias"),
    [
        ("私の名前は田中健二です。", "田中健二"),
        ("はじめまして、田中健二です。よろしくお願いします。", "田中健二"),
        ("田中健二と申します。", "田中健二"),
        ("気軽に健ちゃんと呼んでね。", "健ちゃん"),
    ],
)
def test_speakers_go_by_the_name_they_give(text: str, alias: str) -> None:
    assert aliases(text, "Ken") == (alias,)
    assert aliases(text, "山田花子") == ()


@pytest.mark.parametrize(
    "text",
    [
        "夫は田中健二と申します。",
        "田中健二です。",
        "監督は黒澤明です。よろしくお願いします。",
        "健二と呼んでいます。",
        "健二と呼んでいい？",
        "彼のことは健二と呼んでください。",
        "彼女はエマです。エマと呼んでください。",
    ],
)
def test_the_names_of_others_are_no_aliases(text: str) -> None:
    assert aliases(text, "Ken") == ()
