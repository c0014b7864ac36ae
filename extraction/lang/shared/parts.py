"""What stands beside a name and tells whose it is: "the InfluxDB bucket vib_raw", 「保全課の共有アドレス」.

Whatever the parser makes of a row of nouns: the first name has what the second names, and a person is of a group.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final

from extraction.model.findings import Findings, FoundName, FoundStatement
from extraction.names.identifiers import is_of_work
from graph.model.types import EntityType, RelationType
from graph.tables import table_rows, values

_METHOD: Final = "part"
_SURE: Final = 0.7
"""How often a name beside another is read right; set by hand."""
_KINDS: Final = frozenset(
    kind for kinds, _ in table_rows("extraction.lang.shared", "part_kinds", "kinds example") for kind in values(kinds)
)
_NOUN: Final = re.compile(r" ([a-z]{3,16}) [`*]{0,2}")
_OF: Final = re.compile(r"[」』`]? ?の(?:中の|うちの)? ?[「『`*]{0,2}")
_KIND_OF: Final = re.compile(r" ?の[一-鿿々ァ-ヺー]{1,8} ?[「『`*]{0,2}")
"""What stands between a thing and the name of its part: 「Cantaloupe の設定 cantaloupe.properties」."""
VALUED: Final = re.compile(r" ?(?:が|は|も|を) ?[^。\n\d]{0,6}\d(?!\d*(?::|/| ?[時月日]))")
"""What stands behind a measure and no part: 「gw1 の CPU が 95%」; a time is no measure."""
_TRAIT: Final = re.compile(
    r"[一-鿿]{1,2}|.*(?:化|増|減|枠|値|率|損失|登録|実験|試験|検証|オーナー|担当者?|チェック|タイムアウト|バージョンアップ|切り?替え?|移行|更新|見積もり|スコープ|上限|パスワード|エラー)"
)
"""What names a trait or an act and no part: a plain noun (間隔, 単位), 範囲チェック, 夜間枠."""
_WHOLES: Final = (EntityType.TECHNOLOGY, EntityType.OBJECT, EntityType.DOCUMENT, EntityType.ORGANIZATION)
_PARTS: Final = (EntityType.TECHNOLOGY, EntityType.OBJECT, EntityType.DOCUMENT)
_GROUPS: Final = (EntityType.ORGANIZATION, EntityType.LOCATION)
_OWNERS: Final = (EntityType.ORGANIZATION, EntityType.PERSON)
_OWNED: Final = (*_PARTS, EntityType.CONCEPT)
"""What somebody has, or another thing holds."""
_HOLDERS: Final = (*_OWNED, EntityType.LOCATION, EntityType.TASK, EntityType.EVENT)


def with_parts(findings: Findings, text: str, language: str) -> Findings:
    """The findings with what each name beside another is part of."""
    if language not in ("en", "ja"):
        return findings
    related = {frozenset((fact.subject, fact.object)) for fact in findings.statements}
    places = {name.surface: place for place, name in enumerate(findings.names)}
    members = (fact for fact in findings.literals if fact.type is RelationType.MEMBER_OF)
    related |= {frozenset((fact.subject, places.get(fact.object_text or ""))) for fact in members}
    added = [
        fact
        for fact in (_in_japanese if language == "ja" else _in_english)(findings.names, text)
        if frozenset((fact.subject, fact.object)) not in related
    ]
    return replace(findings, statements=(*findings.statements, *added))


def _in_english(names: tuple[FoundName, ...], text: str) -> Iterator[FoundStatement]:
    for whole, part in _neighbours(names):
        between = _NOUN.fullmatch(text, names[whole].end, names[part].start)
        if (
            between is not None
            and between[1] in _KINDS
            and names[whole].type in _WHOLES
            and names[part].type in _PARTS
            and names[part].method == "identifier"
            and names[whole].subtype != "version"
        ):
            yield _fact(part, whole, f"{between[1]} of", RelationType.PART_OF, names)


def _in_japanese(names: tuple[FoundName, ...], text: str) -> Iterator[FoundStatement]:
    of_work = is_of_work(names)
    for whole, part in _neighbours(names):
        between = names[whole].end, names[part].start
        is_of = (of_work or names[part].subtype is not None) and _OF.fullmatch(text, *between) is not None
        is_of = is_of or (names[part].surface.isascii() and of_work and _KIND_OF.fullmatch(text, *between) is not None)
        if not is_of or VALUED.match(text, names[part].end) is not None:
            continue
        kinds = names[whole].type, names[part].type
        if kinds[1] is EntityType.PERSON and kinds[0] in _GROUPS:
            yield _fact(part, whole, "所属", RelationType.MEMBER_OF, names)
        elif kinds[0] in _OWNERS and kinds[1] in _OWNED:
            yield _fact(whole, part, "持つ", RelationType.OWNERSHIP, names)
        elif kinds[0] in _HOLDERS and kinds[1] in _OWNED and not _TRAIT.fullmatch(names[part].surface):
            yield _fact(whole, part, "含む", RelationType.CONTAINS, names)


def _neighbours(names: tuple[FoundName, ...]) -> Iterator[tuple[int, int]]:
    return pairwise(
        sorted((at for at, name in enumerate(names) if name.start < name.end), key=lambda at: names[at].start)
    )


def _fact(subject: int, thing: int, predicate: str, kind: RelationType, names: tuple[FoundName, ...]) -> FoundStatement:
    ends = names[subject], names[thing]
    return FoundStatement(
        subject=subject, object=thing, predicate=predicate, lemma=predicate, type=kind,
        start=min(end.start for end in ends), end=max(end.end for end in ends), confidence=_SURE, reasons=("beside",),
        method=_METHOD,
    )  # fmt: skip
