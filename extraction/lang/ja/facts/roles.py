"""What a verb tells of the names beside it: that one is a thing or a firm, and what happens to it."""

import re

from extraction.lang.ja.arguments.clauses import Argument
from extraction.lang.ja.modality.stating import Stated
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.word_lists import words_of
from graph.model.types import EntityType, LinkType, RelationType

_WEAK_PERSON = 0.75
_DRIVING = frozenset((("乗る", "に"), ("運転する", "を")))
_OF_THINGS = frozenset(words_of("買う 購入する 注文する 売る 使う 飲む 食べる 運転する"))


def retyped(said: Stated, value: Name, argument: Argument, *, ongoing: bool) -> None:
    """Gives a name the type that what is done with it tells, where its own words tell none.

    `ongoing` tells that it goes on or is a habit: プリウスに乗っている is of a car, JALに乗った of an airline.
    """
    _is_a_thing(said, value, argument, ongoing=ongoing)
    _is_a_firm(said, value, argument)


def _is_a_thing(said: Stated, value: Name, argument: Argument, *, ongoing: bool) -> None:
    """A name that may be somebody's or a firm's is a thing's where it is bought, used or driven (テスラを買う)."""
    weak = value.confidence < _WEAK_PERSON and "honorific" not in value.reasons
    used = said.lemma in _OF_THINGS and argument.role == "を" and value.type is EntityType.PERSON and weak
    driven = (
        ongoing
        and (said.lemma, argument.role) in _DRIVING
        and value.type in (EntityType.PERSON, EntityType.ORGANIZATION)
    )
    if used or (driven and not any(reason.startswith("ending:") for reason in value.reasons)):
        value.type = EntityType.OBJECT
        value.reasons.append("role")


_OF_FIRMS = {
    "に": frozenset(words_of("入社する 内定する 勤める 勤務する")),
    "を": frozenset(words_of("買収する 退社する 創業する")),
}
_ABROAD = re.compile(r"[ァ-ヺー]{3,}|[A-Z]")
_SORTS = frozenset(
    words_of(
        "スタートアップ ベンチャー メーカー コンサル ホテル スーパー デパート レストラン カフェ コンビニ メガバンク "
        "グループ サークル チーム クラブ オフィス プロジェクト"
    )
)
"""Foreign nouns for sorts of firms, and for what is none."""


def _is_a_firm(said: Stated, value: Name, argument: Argument) -> None:
    """A foreign name of which nothing else tells what it is, is a firm's where that is joined (メルカリに入社)."""
    unsure = value.type in (EntityType.CONCEPT, EntityType.OBJECT) and not value.surface.endswith(tuple(_SORTS))
    if unsure and said.lemma in _OF_FIRMS.get(argument.role, ()) and _ABROAD.search(value.surface):
        value.type = EntityType.ORGANIZATION
        value.reasons.append("role")


_MAKING = frozenset(
    words_of("作る 作成する 書く 開発する 制作する 製作する 執筆する 設計する 発明する 作曲する 建設する 描く 設立する")
)
_USING = frozenset(words_of("使う 使用する 利用する 用いる 活用する 採用する 導入する"))
_AFFECTING = frozenset(
    words_of("壊す 変更する 修正する 改善する 削除する 中止する 延期する 更新する 攻撃する 破壊する 変える")
)


def link(lemma: str, doer: tuple[Name, Argument], patient: tuple[Name, Argument], kind: RelationType) -> None:
    """How the chunk refers to the names, where the verb tells: made, used and changed is only what stands with を."""
    chosen: LinkType | None = None
    if patient[1].role == "を":
        chosen = (
            LinkType.CREATES
            if lemma in _MAKING
            else LinkType.USES
            if lemma in _USING
            else LinkType.AFFECTS
            if lemma in _AFFECTING
            else LinkType.OWNS
            if kind is RelationType.OWNERSHIP
            else None
        )
    elif patient[0].type is EntityType.LOCATION:
        chosen = LinkType.LOCATED_AT
    if chosen and patient[0].link_type is LinkType.MENTIONS:
        patient[0].link_type = chosen
    made = chosen in (LinkType.CREATES, LinkType.USES, LinkType.AFFECTS)
    if made and doer[1].role == "が" and doer[0].link_type is LinkType.MENTIONS:
        doer[0].link_type = LinkType.PERFORMED_BY
