"""Classifies what a memory's given title names, so that the memory can be linked to it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from extraction.names.keys import name_key
from extraction.text.lexicon import lexicon
from graph.model.types import EntityType

_PARENTHESIS: Final = re.compile(r"\s*[(（]([^()（）]+)[)）]\s*$")

_TYPE_OF: Final = {
    word: EntityType(kind) for word, kind in lexicon("extraction.names", "titles").values("title_head").items()
}
_DAY: Final = re.compile(
    r"[\s,、]+(?:\d{4}[-/.年]\d{1,2}(?:[-/.月]\d{1,2}日?)?|\d{1,2}/\d{1,2}|\d{1,2}月\d{1,2}日"
    r"|\d{1,2}(?:st|nd|rd|th)? [A-Z][a-z]{2,8}|[A-Z][a-z]{2,8} \d{1,2})$"
)
_OF_NOTES: Final = lexicon("extraction.names", "titles").words("of_note")
_PERSON_ENDS: Final = ("家", "者", "人", "員", "師", "士", "官", "手", "優", "督", "匠", "僧", "相")

_ENGLISH_PERSON_ENDS: Final = ("cian", "logist", "grapher", "mist", "nist", "urist", "vist", "neer")

_ENGLISH: Final = re.compile(
    r"\b(?:is|was|are|were)\s+(?:a|an|the|one of the|among the)\s+([^.;:()]{2,120})", re.IGNORECASE
)
_ENGLISH_STOP: Final = re.compile(
    r",|\b(?:who|that|which|of|in|by|from|for|on|at|and|with|known|directed|written|released|born|based|located|to)\b"
)
_BEHIND_HEAD: Final = re.compile(r"(?:about|after|by|for|from|in|of|on|to|with)$|[A-Z0-9(–—-]")
"""The word behind the noun that a title has for its head: "Final report from Ann", "Incident report Line 3"."""
_PERSONAL: Final = re.compile(
    r"\(\s*(?:born|b\.|c\.)|\(\D{0,30}\d{3,4}\D{0,20}[–—-]\D{0,30}\d{3,4}\)|(?<=[.,] )(?:He|She|he|she|his|her)\b"
    r"|[(（][^()（）]{0,60}\d{3,4}年[^()（）]{0,30}[-–—〜～~－][^()（）]{0,30}[)）]"
)
_JAPANESE: Final = r"[^。]{0,80}?は、?([^。]{1,200}?)(?:である|であった|です|でした|だ|だった)?。"
_JAPANESE_HEAD: Final = re.compile(r"[\u30a1-\u30fc\u4e00-\u9fff]+$")
_HEADING: Final = re.compile(r"[:：,，]|['’]s |の.+(?:[（(]|$)|^(?:How|Why|What|Who|When|Where|The rules) ")


@dataclass(frozen=True, slots=True)
class TitleGuess:
    """The entity type of a title, its confidence and the reason."""

    type: EntityType
    confidence: float
    reason: str


def bare_title(title: str) -> str:
    """The title without a disambiguating parenthesis at its end."""
    return _PARENTHESIS.sub("", title) or title


def undated_title(title: str) -> str:
    """The title without what stands in brackets and the day at its end: 運用会議 of "運用会議 3/2"."""
    return _DAY.sub("", bare_title(title)) or title


def guess_from_title(title: str) -> TitleGuess | None:
    """A guess by the title's own end: "Final Exam (1981 film)" is a work, "Walram II, Count of Nassau" a person."""
    parenthesis = _PARENTHESIS.search(title)
    descriptor = parenthesis[1] if parenthesis else title.partition(", ")[2].partition(" of ")[0]
    kind = _kind_of(descriptor)
    return TitleGuess(kind, 0.92, "disambiguation") if kind else None


def guess_from_definition(title: str, text: str) -> TitleGuess | None:
    """A guess by the opening definition: "Prague is the capital city of …", 「…は、日本の小説家である」."""
    lead = text[:400]
    if not set(name_key(bare_title(title)).split()) & set(name_key(lead[:200]).split()) and not _opens(title, lead):
        return None
    definition = _ENGLISH.search(lead)
    phrases = (
        [_ENGLISH_STOP.split(definition[1])[0]]
        if definition
        else re.findall(re.escape(bare_title(title)) + _JAPANESE, lead)
    )
    for phrase in phrases:
        kind = _kind_of(phrase)
        if kind:
            return TitleGuess(kind, 0.85, "definition")
    is_life = _PERSONAL.search(lead) is not None and not _is_of_note(title)
    return TitleGuess(EntityType.PERSON, 0.65, "life dates or pronoun") if is_life else None


def guess_from_shape(title: str) -> TitleGuess:
    """A guess by shape: a heading that reads like a phrase, has a date or calls itself a note is a document.

    Anything else is a concept.
    """
    words = title.split()
    japanese = bool(re.search(r"[\u3041-\u30ff\u4e00-\u9fff]", title))
    long = len(title) > 24 if japanese else len(words) > 7
    if _is_of_note(title):
        return TitleGuess(EntityType.DOCUMENT, 0.5, "note")
    if long or re.search(r"\d{4}[-/年.]\d{1,2}|[。？?!！]$", title):
        return TitleGuess(EntityType.DOCUMENT, 0.4, "shape")
    lower = sum(1 for word in words if word[:1].islower())
    if _HEADING.search(title) or lower > 1:
        return TitleGuess(EntityType.DOCUMENT, 0.4, "shape")
    return TitleGuess(EntityType.CONCEPT, 0.35 if lower > len(words) / 2 else 0.45, "shape")


def _is_of_note(title: str) -> bool:
    """Whether a title calls itself a note: "Release notes", "Final report from Ann", リリースの手順."""
    words = bare_title(title).split()
    heads = [word for word, after in pairwise(words) if word.islower() and _BEHIND_HEAD.match(after)]
    ends = [word.casefold().rstrip(":：") for word in (*words[:1], *heads, *words[-1:])]
    return any(end in _OF_NOTES or (not end.isascii() and end.endswith(tuple(_OF_NOTES))) for end in ends)


def _opens(title: str, lead: str) -> bool:
    return bare_title(title).casefold()[:12] in lead.casefold()


def _kind_of(phrase: str) -> EntityType | None:
    """The type of a noun phrase by its head: the last known English word, the end of the Japanese phrase."""
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
