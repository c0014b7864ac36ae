"""Who decided what a note tells: 「…に移す。決めたのは佐藤さんと鈴木さん」, 「…を採用する。決定: 佐藤」, 「…に
変更。佐藤部長決裁」.

The thing is what the last decision before tells of.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.word_lists import VERBS
from extraction.model.findings import FoundStatement
from extraction.names.speakers import ME
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, Modality, Polarity

_DECIDED: Final = re.compile(
    r"(?:決め|決定し|決断し|判断し|承認し|選ん)[ただ]のは(?P<people>[^。\n]{1,80})"
    r"|(?:決定|決裁)者?[:：][ \t]*(?P<listed>[^。\n]{1,80})"
    r"|(?:^|(?<=[。、(（\s]))(?P<takers>[^。、を()（）\n]{2,40}?)[がのはで]?"
    r"(?P<verb>決裁|承認|了承)(?:済み?)?(?=[。、)）\n]|$)"
)
_CHOOSING: Final = VERBS.words("choosing")
_TAKING: Final = frozenset(("採用する", "導入する", "使う", "選ぶ", "選定する"))
"""Verbs that tell of what is chosen where it is put to use: 「Redis を待ち行列に採用」."""
_SURE: Final = 0.7
"""How often the last decision before is the one that somebody took; set by hand."""


def decided(
    text: str,
    names: Sequence[Name],
    statements: Sequence[FoundStatement],
    literals: Sequence[LiteralFact],
    *,
    is_titled: bool,
) -> Iterator[LiteralFact]:
    """What each of those who decided decided; of a note with a title, a label tells of that instead."""
    for match in _DECIDED.finditer(text):
        if is_titled and match["listed"] is not None:
            continue
        thing = _chosen(match.start(), names, statements, literals)
        if thing is None and match["verb"] is not None:
            thing = _told_of(match.start(), literals)
        group = next(group for group in ("people", "listed", "takers") if match[group] is not None)
        start, end = match.span(group)
        verb = "決める" if match["verb"] is None else f"{match['verb']}する"
        takers = (EntityType.PERSON,) if match["verb"] is None else (EntityType.PERSON, EntityType.ORGANIZATION)
        for place, name in enumerate(names) if thing is not None else ():
            is_inside = start <= name.start < name.end <= end and text[name.start - 1] not in "(（"
            if name.type in takers and is_inside:
                yield LiteralFact(
                    subject=place, subject_text=name.surface, predicate=verb, lemma=verb, object=None,
                    object_text=thing or "", start=match.start(), end=match.end(), confidence=_SURE,
                    reasons=("decider",), method="decision",
                )  # fmt: skip


def _told_of(before: int, literals: Sequence[LiteralFact]) -> str | None:
    """What the first clause before a place tells of: 「更新は3件だけ先にやる。佐藤部長決裁」."""
    things = [fact for fact in literals if fact.start < before and fact.reasons[0].startswith("が · ")]
    first = min(things, key=lambda fact: fact.start, default=None)
    return None if first is None or first.subject_text == ME else first.subject_text


def _chosen(
    before: int, names: Sequence[Name], statements: Sequence[FoundStatement], literals: Sequence[LiteralFact]
) -> str | None:
    """The thing that the last decision before a place is for."""
    chosen: list[tuple[int, str]] = []
    for fact in (*statements, *literals):
        is_meant = fact.polarity is Polarity.POSITIVE and fact.modality in (Modality.STATED, Modality.INTENDED)
        if fact.start > before or fact.lemma not in _CHOOSING or not is_meant:
            continue
        ends = [
            words or ("" if place is None else names[place].surface)
            for words, place in ((fact.subject_text, fact.subject), (fact.object_text, fact.object))
        ]
        is_taken = (
            fact.lemma in _TAKING and fact.subject is not None and names[fact.subject].type is not EntityType.PERSON
        )
        text = ends[0] if is_taken else ends[1]
        text = ends[0] if text[:1].isdigit() and ends[0] != ME else text
        if not text[:1].isdigit():
            chosen.append((fact.start, text))
    return max(chosen, key=lambda choice: choice[0])[1] if chosen else None
