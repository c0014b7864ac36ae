"""Which of the graph's relations a Japanese predicate, noun or attribute stands for: one table, read one way."""

import re
from typing import NamedTuple

from extraction.lang.ja.word_lists import words_of
from extraction.names.kinship import COUPLE_VERBS, japanese_words
from graph.model.types import EntityType, RelationType

R = RelationType
PERSON, LOCATION, EVENT = EntityType.PERSON, EntityType.LOCATION, EntityType.EVENT
CONCEPT, OBJECT, ORGANIZATION = EntityType.CONCEPT, EntityType.OBJECT, EntityType.ORGANIZATION
TIME_UNIT, TASK = EntityType.TIME_UNIT, EntityType.TASK
DOCUMENT, TECHNOLOGY = EntityType.DOCUMENT, EntityType.TECHNOLOGY
Kinds = frozenset[EntityType]


class Meaning(NamedTuple):
    """A relation, and whether the sentence's subject is its object ("チームのリーダーは田中": he leads the team)."""

    type: RelationType
    swapped: bool = False


PLAIN = Meaning(R.RELATES_TO)


class Sense(NamedTuple):
    """What a verb means with a noun in one of these roles, between these kinds of names; empty kinds allow all."""

    type: RelationType
    roles: str
    subjects: Kinds
    objects: Kinds
    swapped: bool = False


def _of(*kinds: EntityType) -> Kinds:
    return frozenset(kinds)


_WHO, _GROUP, _WHERE = _of(PERSON), _of(ORGANIZATION), _of(LOCATION)
_ACTORS = _of(PERSON, ORGANIZATION)
_THINGS = _of(OBJECT, TECHNOLOGY, DOCUMENT, LOCATION, ORGANIZATION)
_UNDERTAKINGS = _of(EVENT, TASK, DOCUMENT, TECHNOLOGY, ORGANIZATION)
_LED = _of(ORGANIZATION, EVENT, TASK, TECHNOLOGY, LOCATION)
_NOT_TIME = frozenset(EntityType) - {TIME_UNIT}
_NOT_PEOPLE = _NOT_TIME - {PERSON}

_VERBS: tuple[tuple[Sense, str], ...] = (
    (
        Sense(R.WORKS_FOR, "にでへ", _WHO, _GROUP),
        "勤める 勤務する 入社する 就職する 働く 転職する 入行する 出向する 在籍する 内定する",
    ),
    (
        Sense(R.MEMBER_OF, "にへ", _ACTORS, _GROUP),
        """
        所属する 属する 加入する 加盟する 入会する 入部する 入団する 入学する 在学する 通う 加わる 進学する
        入る 移籍する 配属する 異動する
        """,
    ),
    (Sense(R.MEMBER_OF, "を", _WHO, _GROUP), "卒業する"),
    (
        Sense(R.LOCATED_IN, "にへで", _NOT_TIME, _WHERE),
        "住む 暮らす 居住する 在住する 位置する 所在する 引っ越す 引越す 転居する 移住する 立地する 定住する",
    ),
    (Sense(R.LOCATED_IN, "に", _NOT_TIME - {PERSON}, _WHERE), "ある 存在する"),
    (
        Sense(R.LOCATED_AT, "にへを", _ACTORS, _WHERE),
        "滞在する 泊まる 宿泊する 駐在する 訪れる 訪問する 到着する 立ち寄る",
    ),
    (
        Sense(R.LEADS, "を", _ACTORS, _LED),
        "率いる 統率する 主宰する 指揮する 経営する 主導する 統治する 治める 運営する 束ねる",
    ),
    (
        Sense(R.PARTICIPATES_IN, "にへ", _ACTORS, _UNDERTAKINGS),
        "参加する 出場する 出席する 出演する 参戦する 参画する 登壇する 出走する 出展する 従軍する",
    ),
    (Sense(R.CONTAINS, "を", _NOT_PEOPLE, _NOT_TIME), "含む 含める 備える 搭載する 収録する 擁する 内蔵する"),
    (Sense(R.PART_OF, "を", _NOT_TIME, _NOT_PEOPLE), "構成する"),
    (Sense(R.CAUSES, "を", _NOT_TIME, _NOT_PEOPLE), "引き起こす もたらす 誘発する"),
    (
        Sense(R.OWNERSHIP, "を", _ACTORS, _THINGS | {CONCEPT}),
        "所有する 保有する 飼う 購入する 買う 所蔵する 入手する 買収する",
    ),
    (Sense(R.OWNERSHIP, "を", _ACTORS, _THINGS), "持つ 手に入れる"),
    (Sense(R.DEPENDENCY, "にを", _NOT_TIME, _NOT_PEOPLE), "依存する 必要とする"),
    (Sense(R.FAMILY_MEMBER, "とに", _WHO, _WHO), "結婚する 再婚する 婚約する 嫁ぐ 入籍する"),
    (Sense(R.FRIEND, "と", _WHO, _WHO), " ".join(COUPLE_VERBS)),
    (Sense(R.KNOWS, "とにを", _WHO, _WHO), "会う 知り合う 出会う 面会する 面談する"),
    (Sense(R.SIMILAR_TO, "にと", _NOT_TIME, _NOT_TIME), "似る 類似する 相当する 匹敵する"),
    (Sense(R.OPPOSITION, "にと", _NOT_TIME, _NOT_TIME), "反対する 対立する 対抗する 敵対する 戦う 対戦する"),
    (Sense(R.SEQUENCE, "に", _NOT_TIME, _NOT_TIME), "先立つ"),
    (Sense(R.NEAR_TO, "にと", _NOT_PEOPLE, _WHERE), "隣接する 面する 接する 近い"),
)
_PASSIVES: tuple[tuple[Sense, str], ...] = (
    (Sense(R.PART_OF, "に", _NOT_TIME, _NOT_TIME), "含む 収録する 内蔵する"),
    (Sense(R.TYPE_OF, "に", _NOT_TIME, _NOT_TIME), "分類する"),
    (Sense(R.LOCATED_IN, "に", _NOT_PEOPLE, _WHERE), "置く 設置する 建てる 建設する 設ける"),
    (Sense(R.LOCATED_AT, "で", _of(EVENT, TASK, DOCUMENT), _WHERE), "開催する 開く 行う 実施する"),
    (Sense(R.CONTAINS, "から", _NOT_PEOPLE, _NOT_TIME), "構成する"),
    (Sense(R.DEPENDENCY, "に", _NOT_TIME, _NOT_TIME), "左右する"),
)


_ENDINGS: tuple[tuple[tuple[str, ...], Kinds, Kinds, str], ...] = (
    (("を",), _WHO, _GROUP, "辞める 退職する 退社する"),
    (("を", "から"), _WHO, _GROUP | _WHERE, "退任する 辞任する"),
    (("と", "に"), _WHO, _WHO, "離婚する 離別する"),
)
"""Verbs by which a job, an office or a couple ends, with the roles and the kinds of their ends.

Who leaves a town (出る, 離れる) may come back in the evening.
"""


def ends(lemma: str, role: str, subject: EntityType, value: EntityType) -> bool:
    """Whether a verb says of these two that what was between them is over."""
    return any(
        lemma in words_of(verbs) and role in roles and subject in subjects and value in objects
        for roles, subjects, objects, verbs in _ENDINGS
    )


def _by_word(table: tuple[tuple[Sense, str], ...]) -> dict[str, tuple[Sense, ...]]:
    found: dict[str, tuple[Sense, ...]] = {}
    for sense, verbs in table:
        for verb in words_of(verbs):
            found[verb] = (*found.get(verb, ()), sense)
    return found


_ACTIVE_SENSES, _PASSIVE_SENSES = _by_word(_VERBS), _by_word(_PASSIVES)


def of_verb(
    lemma: str,
    role: str = "",
    subject: EntityType | None = None,
    value: EntityType | None = None,
    *,
    passive: bool = False,
) -> Meaning:
    """The relation of a verb between its subject and the noun in this role: RELATES_TO unless both kinds allow more.

    Without kinds or role the verb alone is asked.
    """
    for sense in (_PASSIVE_SENSES if passive else _ACTIVE_SENSES).get(lemma, ()):
        fits = (not role or role in _roles(sense)) and (subject is None or subject in sense.subjects)
        if fits and (value is None or value in sense.objects):
            return Meaning(sense.type, sense.swapped)
    if role == "で" and value is LOCATION and subject in (PERSON, ORGANIZATION, EVENT) and not passive:
        return Meaning(R.LOCATED_AT)
    return PLAIN


def _roles(sense: Sense) -> tuple[str, ...]:
    return ("から",) if sense.roles == "から" else tuple(sense.roles)


_NOUNS: dict[RelationType, tuple[str, str, Kinds, Kinds]] = {
    R.FAMILY_MEMBER: (
        """
        四男 子 養子 養父 養女 家族 親 親戚 先祖 子孫 父方の祖父
        """,
        "",
        _WHO,
        _WHO,
    ),
    R.FRIEND: ("", "", _WHO, _WHO),
    R.COLLEAGUE: ("相方 相棒", "", _WHO, _WHO),
    R.KNOWS: ("知人 知り合い ライバル", "", _WHO, _WHO),
    R.WORKS_FOR: (
        "社員 職員 従業員 店員 研究員 記者",
        "勤務先 勤め先 就職先 所属事務所 事務所 所属会社 所属先",
        _WHO,
        _GROUP,
    ),
    R.MEMBER_OF: (
        "メンバー 会員 一員 部員 団員 学生 生徒 卒業生",
        "所属団体 所属チーム 所属クラブ 所属球団 所属 母校 最終学歴 卒業大学",
        _ACTORS,
        _GROUP,
    ),
    R.LEADS: (
        """
        社長 会長 部長 課長 係長 代表 代表者 リーダー 責任者 市長 知事 首相 大統領 国王 主将 監督 キャプテン 代表取締役
        代表取締役社長 CEO CTO 学長 校長 院長 店長 所長 座長 議長 委員長 主宰 藩主 城主 総裁 理事長 指揮者 マネージャー
        プロジェクトマネージャー 編集長 首長 町長 村長 院長 室長 局長
        """,
        "",
        _ACTORS,
        _LED | {CONCEPT},
    ),
    R.LOCATED_IN: (
        "首都 県庁所在地 州都",
        """
        所在地 位置 場所 住所 本社 本社所在地 本拠地 所在都道府県 会場 居住地 本店 本部 拠点 所在
        所在地の都道府県 都道府県 開催地
        """,
        _NOT_TIME,
        _WHERE,
    ),
    R.PART_OF: ("一部 部分 傘下 子会社 構成員 支店 支社 部署 部門", "親会社", _NOT_TIME, _NOT_PEOPLE),
    R.TYPE_OF: ("", "種類 分類 ジャンル 業種 種別", _NOT_PEOPLE, _NOT_PEOPLE),
    R.INSTANCE_OF: ("", "職業 職種", _WHO, _of(CONCEPT, OBJECT, PERSON)),
    R.CAUSES: ("原因 要因 引き金", "", _NOT_TIME, _NOT_PEOPLE),
    R.OWNERSHIP: (
        "所有者 持ち主 飼い主 オーナー",
        "愛車 車 バイク ペット 飼い犬 飼い猫 愛犬 愛猫 犬 猫",
        _ACTORS,
        _NOT_TIME,
    ),
    R.NEAR_TO: ("隣 近く 最寄り 最寄り駅", "", _NOT_TIME, _NOT_PEOPLE),
    R.CONTAINS: ("", "収録曲 構成 構成要素", _NOT_PEOPLE, _NOT_TIME),
    R.SEQUENCE: ("後身 後任 続編 次作", "前身 先代 前任 前作", _NOT_TIME, _NOT_TIME),
    R.DEPENDENCY: ("", "前提 前提条件", _NOT_TIME, _NOT_TIME),
}
"""A relation's nouns: those that say what one is to the other ("AはBの社員"), those that say what one has
("Aの勤務先はB"), and the kinds of its ends."""

_IS = {noun: kind for kind, (roles, _, _, _) in _NOUNS.items() for noun in (*words_of(roles), *japanese_words(kind))}
_HAS = {noun: kind for kind, (_, attributes, _, _) in _NOUNS.items() for noun in words_of(attributes)}
SYMMETRIC = frozenset((R.FAMILY_MEMBER, R.FRIEND, R.COLLEAGUE, R.KNOWS, R.NEAR_TO))
_OTHER_RELATIONAL = frozenset(
    words_of("担当者 担当 作者 著者 創業者 創立者 設立者 主演 主人公 原作者 開発者 理由 先生 仲間")
)
_NOT_BY_ENDING = frozenset(words_of("子 親 隣 部分 代表 記者 学生 構成 場所 位置 所属"))


_BIRTH = re.compile(r"出生|出身|生誕|生国|没地|死没地|終焉")
"""Where somebody comes from is not where somebody is."""


def of_noun(noun: str) -> Meaning:
    """The relation of "thing の noun は value", swapped where the value is what the noun says to the thing."""
    owner, _, noun = noun.rpartition("の")
    if is_relational(owner) or _BIRTH.search(noun):
        return PLAIN
    kind, swapped = _IS.get(noun), True
    if kind is None:
        kind, swapped = _HAS.get(noun), False
    for size in (4, 3, 2):
        if kind is None and len(noun) > size and noun[-size:] not in _NOT_BY_ENDING:
            kind, swapped = _IS.get(noun[-size:]), True
            if kind is None:
                kind, swapped = _HAS.get(noun[-size:]), False
    return PLAIN if kind is None else Meaning(kind, swapped and kind not in SYMMETRIC)


_RULERS = frozenset(words_of("市長 知事 首相 大統領 国王 町長 村長 首長 藩主 城主 区長 総督 皇帝 女王 領主"))
"""Who leads a place; a "日本の映画監督" leads no country."""


def between(noun: str, thing: EntityType, value: EntityType) -> Meaning:
    """`of_noun`, where the kinds of thing and value allow it; otherwise RELATES_TO, in the order of the text."""
    meaning = of_noun(noun)
    if meaning.type is R.RELATES_TO:
        return meaning
    if meaning.type is R.LEADS and thing is LOCATION and noun.rpartition("の")[2] not in _RULERS:
        return PLAIN
    _, _, subjects, objects = _NOUNS[meaning.type]
    subject, object_ = (value, thing) if meaning.swapped else (thing, value)
    return meaning if subject in subjects and object_ in objects else PLAIN


_PERSONAL = frozenset((R.FAMILY_MEMBER, R.FRIEND, R.COLLEAGUE, R.KNOWS))


def is_personal(noun: str) -> bool:
    """Whether a noun names what one person is to another (妻, 同僚, 友人)."""
    return _IS.get(noun) in _PERSONAL


_OWN = frozenset(
    words_of(
        """
        夢 将来の夢 得意料理 得意科目 苦手科目 専攻 専門 星座 最寄り駅 最寄駅 推し 座右の銘 本業 副業 住まい 地元
        愛車 車 バイク ペット 犬 猫 大好物 モットー あだ名 ニックネーム 仕事 職種 出身校 出身大学 国籍 日課 母国語
        母語 マイブーム 会社 勤務先 職場 学校
        """
    )
)
_LIKED = re.compile(
    r"^(?:(?:大好き|好き|大嫌い|嫌い|苦手|得意|欲しい|ほしい|憧れ|お気に入り|好み|推し)(?:な|の)?"
    r"|(?:行|見|観|食べ|や|会|読|住|乗|学|習|飲|訪れ|登|し)[^はがをの、]{0,5}たい)[^はがをの、]{1,10}$"
)
"""What somebody likes, hates, is good at or wants: 好きな食べ物, 行きたい国."""


def is_liked(attribute: str) -> bool:
    """Whether a phrase names what somebody likes, hates, is good at or wants."""
    return bool(_LIKED.match(attribute)) and not is_relational(attribute)


def liked_kind(attribute: str) -> EntityType | None:
    """The type of what somebody likes, when the phrase tells (好きな映画 is a work)."""
    return _by_ending(_LIKED_KINDS, attribute) if is_liked(attribute) else None


def is_own(attribute: str) -> bool:
    """Whether an attribute without an owner is one of whoever speaks (趣味, 出身, 好きな食べ物, 妻)."""
    person = subject_kind(attribute) is PERSON and attribute in _SUBJECTS
    return is_personal(attribute) or person or attribute in _OWN or is_liked(attribute)


def is_relational(noun: str) -> bool:
    """Whether a noun names what something is to something else (妻, 原因, 部長)."""
    return noun in _IS or noun in _HAS or noun in _OTHER_RELATIONAL


_SUBJECT_KINDS: dict[EntityType, str] = {
    PERSON: """
        生年月日 出身地 出生地 生誕地 職業 配偶者 妻 夫 父 母 父親 母親 息子 娘 長男 長女 次男 次女 兄 弟 姉 妹
        身長 体重 血液型 没年月日 死因 国籍 出身 学歴 最終学歴 相方 本名 出生年 誕生日 年齢 師匠 墓所 趣味 愛称
        続柄 祖父 祖母 子供 所属事務所 事務所 生没年月日 活動開始年 ポジション 所属球団 卒業大学 弟子 好物 特技
        勤務先 上司 部下 同僚 友人 電話番号 旧姓
    """,
    LOCATION: """
        人口 面積 総面積 人口密度 市長 知事 県庁所在地 首都 標高 起点 終点 最寄り駅 市の花 市の木 市の鳥 県の木
        県の花 公用語 空港 地方 路線 所属路線 収容人数
    """,
    ORGANIZATION: """
        社長 会長 創業者 創立者 設立者 本社 本社所在地 設立日 設立年 設立年月日 業種 資本金 従業員数 親会社
        子会社 学長 代表取締役 CEO 売上高 代表者 製品
    """,
    DOCUMENT: """
        監督 作者 著者 原作 原作者 脚本 主演 主演俳優 出版社 掲載誌 連載された雑誌 作詞 作曲 作詞者 作曲者
        作詞・作曲 主題歌 放送回数 放送局 発売日 公開日 ジャンル 興行収入 主人公 プロデューサー 演出 歌手
        レーベル 発行元 続編 ページ数 製作費
    """,
}
_VALUE_KINDS: dict[EntityType, str] = {
    PERSON: """
        監督 作者 著者 原作者 脚本 主演 主演俳優 作詞 作曲 作詞者 作曲者 作詞・作曲 配偶者 妻 夫 父 母 父親 母親
        息子 娘 長男 長女 次男 次女 兄 弟 姉 妹 社長 会長 創業者 創立者 設立者 市長 知事 首相 大統領 相方 師匠
        弟子 プロデューサー 歌手 主人公 リーダー 担当者 担当 責任者 上司 部下 同僚 友人 祖父 祖母 孫 代表者
        設計者 藩主 部長 課長 恋人 親友 出演者 原作 演出 投手 代表 校長 学長 代表取締役社長 講師 義弟 義兄
    """,
    LOCATION: """
        出身地 出生地 生誕地 所在地 本社所在地 位置 首都 場所 起点 終点 空港 県庁所在地 最寄り駅 本拠地 居城
        墓所 所在都道府県 会場 住所 都道府県 美術館 本社 地方 生国 終焉の地 撮影地 居住地 国籍 出身
    """,
    ORGANIZATION: """
        所属事務所 事務所 出版社 親会社 子会社 発売元 製造元 販売会社 放送局 所属球団 所属チーム 勤務先 取引先
        所属事業者 発行元 卒業大学 最終学歴 母校 レーベル 所属団体 出身校 出身大学 制作会社 運営会社 所属会社
        大学 前身
    """,
    DOCUMENT: "掲載誌 連載された雑誌 主題歌 代表作 続編 デビュー作 収録アルバム 雑誌 原作",
    TIME_UNIT: "生年月日 発売日 公開日 設立日 設立年 締切 締め切り 期限 納期 日時 日程 開催日 誕生日",
}


def _kinds(table: dict[EntityType, str]) -> dict[str, EntityType]:
    return {noun: kind for kind, nouns in table.items() for noun in words_of(nouns)}


_LIKED_KINDS = _kinds(
    {
        PERSON: "な俳優 な女優 な歌手 な作家 な選手 な監督 映画監督 な芸人 な声優 な作曲家 な画家 な漫画家 い人",
        DOCUMENT: "映画 な本 小説 漫画 マンガ な曲 アニメ ドラマ",
        LOCATION: "な国 い国 場所 な街 な町 い街 い町 都市 い県",
        TECHNOLOGY: "プログラミング言語",
    }
)
_SUBJECTS, _VALUES = _kinds(_SUBJECT_KINDS), _kinds(_VALUE_KINDS)


def subject_kind(attribute: str) -> EntityType | None:
    """The type of what has the attribute, when the attribute tells ("監督" belongs to a work)."""
    return _by_ending(_SUBJECTS, attribute)


def value_kind(attribute: str) -> EntityType | None:
    """The type of the attribute's value, when the attribute tells (a "監督" is a person)."""
    return _by_ending(_VALUES, attribute)


def _by_ending(table: dict[str, EntityType], attribute: str) -> EntityType | None:
    return next((table[attribute[-size:]] for size in range(len(attribute), 1, -1) if attribute[-size:] in table), None)
