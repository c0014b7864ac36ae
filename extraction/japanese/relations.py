"""Which of the graph's relations a Japanese predicate, noun or attribute stands for: one table, read one way."""

from typing import NamedTuple

from extraction.japanese.lexicon import (
    DOCUMENT,
    LOCATION,
    ORGANIZATION,
    PERSON,
    TIME_UNIT,
    words_of,
)
from graph.model import EntityType, RelationType

R = RelationType


class Meaning(NamedTuple):
    """A relation, and whether the sentence's subject is its object ("田中が率いるチーム": the team is led)."""

    type: RelationType
    swapped: bool = False


_VERBS: dict[RelationType, str] = {
    R.WORKS_FOR: """
        勤める 勤務する 入社する 就職する 働く 転職する 入団する 入行する 出向する 配属する 就任する 在籍する
        内定する
    """,
    R.MEMBER_OF: "所属する 属する 加入する 加盟する 入会する 入部する 入学する 在学する 通う",
    R.LOCATED_IN: "住む 暮らす 居住する 在住する 位置する 所在する 引っ越す 転居する 移住する 滞在する 立地する",
    R.LEADS: "率いる 統率する 主宰する 指揮する 経営する 創業する 創立する 設立する 主導する 統治する 治める",
    R.PARTICIPATES_IN: "参加する 出場する 出席する 出演する 参戦する 参画する 登壇する 出走する 出展する 従軍する",
    R.CONTAINS: "含む 含める 備える 搭載する 収録する 構成する 擁する 内蔵する",
    R.CAUSES: "引き起こす 招く もたらす 起こす 生じる 誘発する",
    R.OWNERSHIP: "所有する 保有する 持つ 飼う 買う 購入する 手に入れる 所蔵する 入手する",
    R.DEPENDENCY: "依存する 基づく 左右する 必要とする",
    R.FAMILY_MEMBER: "結婚する 離婚する 再婚する 婚約する 嫁ぐ",
    R.KNOWS: "会う 知り合う 出会う 面会する 紹介する",
    R.SIMILAR_TO: "似る 類似する 相当する 匹敵する",
    R.OPPOSITION: "反対する 対立する 対抗する 敵対する 戦う 対戦する",
    R.SEQUENCE: "続く 先立つ 後任する",
    R.NEAR_TO: "隣接する 面する 接する 近い",
    R.TYPE_OF: "分類する 属す",
}
_BY_VERB = {verb: kind for kind, verbs in _VERBS.items() for verb in words_of(verbs)}

_NOUNS: dict[RelationType, str] = {
    R.FAMILY_MEMBER: """
        妻 夫 配偶者 息子 娘 長男 次男 三男 四男 長女 次女 三女 父 母 父親 母親 両親 子 子供 子ども 兄 弟 姉 妹
        兄弟 姉妹 祖父 祖母 孫 叔父 叔母 伯父 伯母 甥 姪 従兄弟 いとこ 従姉妹 義父 義母 義弟 義兄 義妹 義姉 旦那
        奥さん 嫁 婿 養子 養父 養女 家族 親 親戚 先祖 子孫 婚約者 実父 実母 父方の祖父
    """,
    R.FRIEND: "友人 友達 親友 友だち 旧友 仲間 幼なじみ 幼馴染 恋人 彼女 彼氏",
    R.COLLEAGUE: "同僚 上司 部下 先輩 後輩 同期 相方 相棒 コンビ",
    R.KNOWS: "知人 知り合い 師匠 弟子 師 恩師 先生 教え子 ライバル",
    R.WORKS_FOR: "社員 職員 従業員 勤務先 勤め先 就職先 店員 研究員 記者 所属事務所 事務所 所属会社 所属球団 所属",
    R.MEMBER_OF: """
        メンバー 会員 一員 所属団体 所属チーム 所属クラブ 出身校 出身大学 母校 最終学歴 卒業大学 部員 学生 生徒
    """,
    R.LEADS: """
        社長 会長 部長 課長 係長 代表 リーダー 責任者 担当者 担当 市長 知事 首相 大統領 国王 監督 主将
        キャプテン 創業者 創立者 設立者 代表取締役 代表取締役社長 CEO 学長 校長 院長 店長 所長 座長 議長 委員長
        主宰 オーナー 藩主 城主 総裁 理事長 指揮者
    """,
    R.LOCATED_IN: """
        所在地 位置 場所 住所 本社 本社所在地 本拠地 所在都道府県 出身地 出身 出生地 生誕地 都市 地方 会場
        居住地 首都 所在地の都道府県
    """,
    R.PART_OF: "一部 部分 一つ 一種 傘下 子会社 構成員",
    R.TYPE_OF: "種類 分類 ジャンル 職業 業種 種別",
    R.CAUSES: "原因 要因 引き金",
    R.OWNERSHIP: "所有者 持ち主 飼い主 親会社 持株会社",
    R.NEAR_TO: "隣 近く 最寄り 最寄り駅",
    R.CONTAINS: "構成 製品 収録曲 市の花 市の木 県の木 内容",
    R.SEQUENCE: "前身 後身 先代 後任 前任 続編 次作 前作",
    R.DEPENDENCY: "前提 条件",
}
_BY_NOUN = {noun: kind for kind, nouns in _NOUNS.items() for noun in words_of(nouns)}
_OF_THE_NOUN = frozenset({R.LEADS, R.CAUSES, R.OWNERSHIP})
"""Attributes whose value does it to the thing: "AのリーダーはB" says that B leads A."""


def of_verb(lemma: str) -> RelationType:
    """The relation that a verb states between its subject and its object; RELATES_TO when the table has none."""
    return _BY_VERB.get(lemma, R.RELATES_TO)


def of_noun(noun: str) -> Meaning:
    """The relation of "thing の noun は value", swapped where the value acts on the thing."""
    kind = _BY_NOUN.get(noun)
    if kind is None:
        kind = next(
            (_BY_NOUN[noun[-size:]] for size in (4, 3, 2) if noun[-size:] in _BY_NOUN and len(noun) > size), None
        )
    if kind is None:
        return Meaning(R.RELATES_TO)
    return Meaning(kind, kind in _OF_THE_NOUN)


def is_relational(noun: str) -> bool:
    """Whether a noun names what something is to something else (妻, 原因, 部長)."""
    return noun in _BY_NOUN


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


_SUBJECTS, _VALUES = _kinds(_SUBJECT_KINDS), _kinds(_VALUE_KINDS)


def subject_kind(attribute: str) -> EntityType | None:
    """The type of what has the attribute, when the attribute tells ("監督" belongs to a work)."""
    return _by_ending(_SUBJECTS, attribute)


def value_kind(attribute: str) -> EntityType | None:
    """The type of the attribute's value, when the attribute tells (a "監督" is a person)."""
    return _by_ending(_VALUES, attribute)


def _by_ending(table: dict[str, EntityType], attribute: str) -> EntityType | None:
    return next((table[attribute[-size:]] for size in range(len(attribute), 1, -1) if attribute[-size:] in table), None)
