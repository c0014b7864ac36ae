"""What kind of thing a memory's given title names, so that the memory can be linked to what it is about."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from extraction.names.keys import name_key
from graph.model.types import EntityType

_PARENTHESIS: Final = re.compile(r"\s*[(（]([^()（）]+)[)）]\s*$")

_KINDS: Final = {
    EntityType.DOCUMENT: (
        "film movie album song single novel book series episode play opera magazine newspaper poem manga "
        "musical sitcom soundtrack anthology memoir documentary ballad comic report paper article treaty "
        "painting 映画 小説 漫画 曲 楽曲 アルバム シングル ドラマ アニメ 作品 番組 雑誌 新聞 書 本 絵本 歌劇 "
        "テレビドラマ 書籍 詩集 戯曲 絵画"
    ),
    EntityType.PERSON: (
        "singer actor actress politician footballer player musician writer author poet director composer "
        "artist king queen emperor prince princess duke earl painter scientist lawyer judge journalist model "
        "rapper criminal murderer nobleman bishop pope saint officer general soldier philosopher historian "
        "professor cricketer boxer wrestler athlete producer screenwriter novelist engineer physician "
        "businessman daughter son wife husband monarch priest activist dancer comedian filmmaker "
        "cinematographer guitarist drummer countess baron count margrave duchess princess "
        "俳優 女優 歌手 選手 監督 声優 教授 議員 大臣 "
        "人物 タレント モデル アイドル アナウンサー ミュージシャン 武将 天皇 皇后 王 女王 プロデューサー "
        "ピアニスト ギタリスト デザイナー アーティスト"
    ),
    EntityType.ORGANIZATION: (
        "company band university school college club team party organization agency group label corporation "
        "network league institute society museum church bank airline newspaper hospital duo orchestra 会社 "
        "企業 大学 高校 学校 団体 政党 党 クラブ チーム バンド グループ 組織 機関 病院 銀行 協会 省 庁 博物館 "
        "美術館 航空会社"
    ),
    EntityType.LOCATION: (
        "city town village country state province county district river lake mountain island municipality "
        "commune neighborhood region area building street bridge castle airport station park borough "
        "peninsula continent 都市 市 町 村 国 県 府 州 区 川 山 湖 島 駅 空港 公園 地域 地方 半島 城 寺 神社 "
        "橋"
    ),
    EntityType.EVENT: (
        "battle war election festival tournament championship season match game competition ceremony "
        "conference earthquake revolution riot accident disaster 戦争 戦い 大会 選手権 祭 祭り 事件 事故 地震 "
        "選挙 会議 革命 大戦"
    ),
    EntityType.TECHNOLOGY: (
        "software language framework protocol library operating system app website database ソフトウェア 言語 "
        "規格 ライブラリ アプリ ウェブサイト データベース オペレーティングシステム"
    ),
    EntityType.OBJECT: (
        "aircraft ship car vehicle weapon camera instrument food dish mineral drug 飛行機 船 自動車 車 武器 "
        "楽器 料理 食品 医薬品"
    ),
    EntityType.CONCEPT: (
        "disease genus species theory concept sport religion law 病気 理論 概念 競技 宗教 法律 学問 種 属"
    ),
}
_TYPE_OF: Final = {word: kind for kind, words in _KINDS.items() for word in words.split()}
_PERSON_ENDS: Final = ("家", "者", "人", "員", "師", "士", "官", "手", "優", "督", "匠", "僧", "相")

_ENGLISH_PERSON_ENDS: Final = ("cian", "logist", "grapher", "mist", "nist", "urist", "vist", "neer")

_ENGLISH: Final = re.compile(
    r"\b(?:is|was|are|were)\s+(?:a|an|the|one of the|among the)\s+([^.;:()]{2,120})", re.IGNORECASE
)
_ENGLISH_STOP: Final = re.compile(
    r",|\b(?:who|that|which|of|in|by|from|for|on|at|and|with|known|directed|written|released|born|based|located|to)\b"
)
_PERSONAL: Final = re.compile(
    r"\(\s*(?:born|b\.|c\.)|\(\D{0,30}\d{3,4}\D{0,20}[–—-]\D{0,30}\d{3,4}\)|(?<=[.,] )(?:He|She|he|she|his|her)\b"
    r"|[(（][^()（）]{0,60}\d{3,4}年[^()（）]{0,30}[-–—〜～~－][^()（）]{0,30}[)）]"
)
_JAPANESE: Final = r"[^。]{0,80}?は、?([^。]{1,200}?)(?:である|であった|です|でした|だ|だった)?。"
_JAPANESE_HEAD: Final = re.compile(r"[\u30a1-\u30fc\u4e00-\u9fff]+$")
_HEADING: Final = re.compile(r"[:：,，]|['’]s |の.+(?:[（(]|$)|^(?:How|Why|What|Who|When|Where|The rules) ")


@dataclass(frozen=True, slots=True)
class TitleGuess:
    """What a title names, how sure that is, and why."""

    type: EntityType
    confidence: float
    reason: str


def bare_title(title: str) -> str:
    """The title without a disambiguating parenthesis at its end."""
    return _PARENTHESIS.sub("", title) or title


def told_by_itself(title: str) -> TitleGuess | None:
    """What the title's end says: "Final Exam (1981 film)" is a work, "Walram II, Count of Nassau" a person."""
    found = _PARENTHESIS.search(title)
    told = found[1] if found else title.partition(", ")[2].partition(" of ")[0]
    kind = _kind_of(told)
    return TitleGuess(kind, 0.92, "disambiguation") if kind else None


def told_by_definition(title: str, text: str) -> TitleGuess | None:
    """What the opening says the title is: "Prague is the capital city of …", 「…は、日本の小説家である」."""
    lead = text[:400]
    if not set(name_key(bare_title(title)).split()) & set(name_key(lead[:200]).split()) and not _opens(title, lead):
        return None
    found = _ENGLISH.search(lead)
    phrases = (
        [_ENGLISH_STOP.split(found[1])[0]] if found else re.findall(re.escape(bare_title(title)) + _JAPANESE, lead)
    )
    for phrase in phrases:
        kind = _kind_of(phrase)
        if kind:
            return TitleGuess(kind, 0.85, "definition")
    return TitleGuess(EntityType.PERSON, 0.65, "life dates or pronoun") if _PERSONAL.search(lead) else None


def told_by_shape(title: str) -> TitleGuess:
    """What is left: a heading that reads like a phrase or carries a date is a document, anything else a concept."""
    words = title.split()
    japanese = bool(re.search(r"[\u3041-\u30ff\u4e00-\u9fff]", title))
    long = len(title) > 24 if japanese else len(words) > 7
    if long or re.search(r"\d{4}[-/年.]\d{1,2}|[。？?!！]$", title):
        return TitleGuess(EntityType.DOCUMENT, 0.4, "shape")
    lower = sum(1 for word in words if word[:1].islower())
    if _HEADING.search(title) or lower > 1:
        return TitleGuess(EntityType.DOCUMENT, 0.4, "shape")
    return TitleGuess(EntityType.CONCEPT, 0.35 if lower > len(words) / 2 else 0.45, "shape")


def _opens(title: str, lead: str) -> bool:
    return bare_title(title).casefold()[:12] in lead.casefold()


def _kind_of(phrase: str) -> EntityType | None:
    """The type of a noun phrase by its head: the last English word known, the end of the Japanese one."""
    japanese = _JAPANESE_HEAD.search(phrase.strip())
    if japanese:
        return next(_japanese_kinds(japanese[0]), None)
    for word in reversed(re.findall(r"[a-z]+", phrase.casefold())):
        singular = word[:-3] + "y" if word.endswith("ies") else word.removesuffix("s")
        kind = _TYPE_OF.get(word) or _TYPE_OF.get(singular)
        if kind:
            return kind
        if len(singular) > 6 and singular.endswith(_ENGLISH_PERSON_ENDS):
            return EntityType.PERSON
    return None


def _japanese_kinds(head: str) -> Iterator[EntityType]:
    for size in range(len(head), 0, -1):
        kind = _TYPE_OF.get(head[-size:])
        if kind:
            yield kind
    if head.endswith(_PERSON_ENDS) and len(head) > 1:
        yield EntityType.PERSON
