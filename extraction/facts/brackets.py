"""Dates in brackets behind a name: birth and death of a person, the year of a work, in both languages."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from extraction.model.findings import Findings, FoundName, FoundStatement
from graph.model.types import EntityType, RelationType

_OPENS: Final = re.compile(r"[\s\"'’”」』》]*[(（]")
_CLOSES: Final = re.compile(r"[)）]")
_LONGEST: Final = 160
_WITH_YEAR: Final = re.compile(r"\d{4}(?:-\d\d)?(?:-\d\d)?")
_YEARS: Final = re.compile(r"(\d{4})/(\d{4})")
_DASH: Final = re.compile(r"[-–—−〜～~]")
_FROM: Final = re.compile(r"\s*(?:[-–—−〜～~]|から|生|に?生まれ)")
_UNTIL: Final = re.compile(r"[-–—−〜～~]\s*$")
_BORN: Final = re.compile(
    r"(?:\bborn|\bb\.|\*|\bnée?\b|誕生日[:：は]?)[\s;,:]*(?:(?:on|in|c\.|ca\.|circa)\s*)?$", re.IGNORECASE
)
_DIED: Final = re.compile(r"(?:\bdied|\bd\.|†|\+)[\s;,:]*(?:(?:on|in|c\.|ca\.|circa)\s*)?$", re.IGNORECASE)
_GONE: Final = re.compile(r"\s*(?:没|歿|死去|死没|に?亡)")
_SENTENCE_END: Final = re.compile(r"[。！？!?\n]|\.(?=\s+[A-Z\"“])")
_SHORTEST_LIFE: Final = 15
"""Years, given without days, that lie nearer to each other are a term or a stay, no life."""
_WORKS: Final = frozenset((EntityType.DOCUMENT, EntityType.EVENT, EntityType.OBJECT, EntityType.TECHNOLOGY))
_WORDS: Final = {
    ("born", "en"): ("was born", "be born"),
    ("born", "ja"): ("生まれた", "生まれる"),
    ("died", "en"): ("died", "die"),
    ("died", "ja"): ("没した", "没する"),
    ("dates", "en"): ("dates from", "date from"),
    ("dates", "ja"): ("の年", "年"),
}
_SURE: Final = {"born": 0.93, "died": 0.93, "dates": 0.8}


@dataclass(frozen=True, slots=True)
class _Dated:
    """A date in the brackets: its index among the names, and what it states of the name before them."""

    place: int
    event: str


def with_bracket_dates(text: str, language: str, findings: Findings) -> Findings:
    """The findings with the dates that brackets right behind names state.

    A person's years given as one range ("1751–1834") become two years.
    """
    names = list(findings.names)
    added: list[FoundStatement] = []
    for place, name in enumerate(findings.names):
        inside = _bracket(text, name) if name.type is EntityType.PERSON or name.type in _WORKS else None
        if inside is None:
            continue
        if name.type is EntityType.PERSON:
            _part_years(text, names, inside)
            dated = _life(text, names, inside)
        else:
            dated = _year(text, names, inside)
        added += (_statement(text, language, names, place, date) for date in dated)
    return replace(findings, names=tuple(names), statements=(*findings.statements, *added)) if added else findings


def _bracket(text: str, name: FoundName) -> tuple[int, int] | None:
    """Start and end of the text inside the brackets behind a name."""
    opens = _OPENS.match(text, name.end)
    closes = _CLOSES.search(text, opens.end(), opens.end() + _LONGEST) if opens else None
    return (opens.end(), closes.start()) if opens and closes else None


def _part_years(text: str, names: list[FoundName], inside: tuple[int, int]) -> None:
    """Splits a range of years in the brackets: its name becomes the first year, the second is added."""
    for place, name in enumerate(names):
        years = _YEARS.fullmatch(name.name)
        if not years or not (inside[0] <= name.start and name.end <= inside[1]):
            continue
        digits = [match.span() for match in re.finditer(r"\d{2,4}", text[name.start : name.end])]
        if len(digits) != 2:
            continue
        for (start, end), year, at in zip(digits, years.groups(), (place, len(names)), strict=True):
            span = (name.start + start, name.start + end)
            part = replace(name, start=span[0], end=span[1], surface=text[span[0] : span[1]], name=year, aliases=())
            names[at : at + 1] = [part]


def _dates(names: Sequence[FoundName], inside: tuple[int, int]) -> list[int]:
    """The indices of the dates with a year in the brackets, in text order."""
    places = [
        place
        for place, name in enumerate(names)
        if name.type is EntityType.TIME_UNIT
        and _WITH_YEAR.fullmatch(name.name)
        and inside[0] <= name.start
        and name.end <= inside[1]
    ]
    return sorted(places, key=lambda place: names[place].start)


def _life(text: str, names: Sequence[FoundName], inside: tuple[int, int]) -> Iterator[_Dated]:
    """Birth and death of a person: two dates with a dash between, or words and signs beside each."""
    places = _dates(names, inside)
    if len(places) == 2 and _DASH.search(text, names[places[0]].end, names[places[1]].start):
        first, last = names[places[0]].name, names[places[1]].name
        if len(first) + len(last) > 2 * len("1751") or int(last) - int(first) >= _SHORTEST_LIFE:
            yield _Dated(places[0], "born")
            yield _Dated(places[1], "died")
        return
    for place in places:
        before, after = text[inside[0] : names[place].start], text[names[place].end : inside[1]]
        if _DIED.search(before) or _GONE.match(after):
            yield _Dated(place, "died")
        elif _BORN.search(before) or (_FROM.match(after) and len(places) == 1):
            yield _Dated(place, "born")
        elif _UNTIL.search(before) and len(places) == 1:
            yield _Dated(place, "died")


def _year(text: str, names: Sequence[FoundName], inside: tuple[int, int]) -> Iterator[_Dated]:
    """The date of a work or an event with which the brackets begin."""
    for place in _dates(names, inside)[:1]:
        rest = text[names[place].end : inside[1]].strip()
        if not text[inside[0] : names[place].start].strip() and (not rest or rest[0] in ",、;；年"):
            yield _Dated(place, "dates")


def _statement(text: str, language: str, names: Sequence[FoundName], place: int, dated: _Dated) -> FoundStatement:
    predicate, lemma = _WORDS[dated.event, "ja" if language == "ja" else "en"]
    before = [match.end() for match in _SENTENCE_END.finditer(text, 0, names[place].start)]
    after = _SENTENCE_END.search(text, names[dated.place].end)
    sure = _SURE[dated.event] * min(names[place].confidence, names[dated.place].confidence)
    start = before[-1] if before else 0
    return FoundStatement(
        subject=place,
        object=dated.place,
        predicate=predicate,
        lemma=lemma,
        type=RelationType.RELATES_TO,
        start=start + len(text[start:]) - len(text[start:].lstrip()),
        end=after.end() if after else len(text.rstrip()),
        confidence=round(sure, 3),
        reasons=("date in brackets",),
        method="rule",
    )
