"""The period that a question asks about, in both languages: dates, ranges, bounds, and events as references.

The date readers of the language packs find the dates; here is what stands around a date in a question: "since",
"between … and", 以降, から…まで. Questions are about the past: an ambiguous date lies before now.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from extraction.lang.en.dates import calendar as english
from extraction.lang.en.dates.dates import find_dates
from extraction.lang.fr.dates import find_dates as french_dates
from extraction.lang.ja.dates import calendar as japanese
from extraction.lang.ja.dates.dates import moments
from extraction.lang.shared import dates
from extraction.text.lexicon import lexicon
from graph.calendar.intervals import Stretch, stretch
from graph.model.reading.question import Happening, Period

Spot = tuple[int, int, dates.Period]
"""Start and end of a date in a question, and its period."""

_READ: Final = 2_000
"""Characters of a question that are read."""
_FORWARD: Final = re.compile(
    r"\b(?:until|till|by|due|deadline|will|shall|upcoming|plan(?:s|ned)?|when (?:is|are))\b"
    r"|予定|締め?切|締日|〆切|これから|^(?!.*から).*まで",
    re.IGNORECASE | re.DOTALL,
)
"""Words with which a date may lie ahead."""

_EN_BEFORE: Final = re.compile(
    r"\b(?P<word>since|after|following|as of|from|until|till|up to|by|before|prior to)"
    r"\s+(?:(?:the\s+)?(?:end|start|beginning)\s+of\s+)?(?:the\s+|this\s+)?$",
    re.IGNORECASE,
)
_EN_ONWARD: Final = re.compile(r"\s*(?:on(?:wards?)?\b|to now\b|until now\b)", re.IGNORECASE)
_EN_WINDOW: Final = re.compile(
    rf"\b(?:(?:the|these|this)\s+)?(?:last|past|previous)\s+(?:(?P<count>{english.COUNT})\s+)?"
    r"(?P<unit>day|week|month|year)s?\b",
    re.IGNORECASE,
)
_OF: Final = re.compile(r"\s+of\b(?!\s+(?:this|my|our)\b)", re.IGNORECASE)
"""Follows "the last days of a trip"; "the last two weeks of my life" end now."""
_WITHIN: Final = re.compile(r"\b(?:in|within|over|during|for)\s+$", re.IGNORECASE)
_EN_SIDES: Final = {
    "since": "from", "as of": "from", "from": "from", "after": "after", "following": "after", "until": "to",
    "till": "to", "up to": "to", "by": "to", "before": "before", "prior to": "before",
}  # fmt: skip
_EN_EVENT: Final = re.compile(
    r"\b(?P<word>before|prior\s+to|after|following|since|until|till|during)\s+"
    r"(?!(?:that|this|then|all|it|now|me|us|you|him|her|them|i|we|he|she|they)\b)"
    r"(?P<what>\w[\w'’\- ]{1,79}?)"
    r"(?=\s+(?:about|regarding|did|was|were|does|do|is|are|has|had|who|what|when|where|which)\b|\s*[.?!,;:\n]|\s*$)",
    re.IGNORECASE,
)
_FILLERS: Final = lexicon("extraction.question", "periods")
_EN_FILLERS: Final = _FILLERS.words("english_filler")
_EN_CHANGE: Final = re.compile(rf"\b(?:{'|'.join(_FILLERS.ordered('english_change'))})\s+$", re.IGNORECASE)
_JA_CHANGE: Final = re.compile(rf"\s*[にへ](?:{'|'.join(_FILLERS.ordered('japanese_change'))})")
"""What tells that two days are those of which a thing had one and has the other: no time that is asked about."""

_FR_BEFORE: Final = re.compile(
    r"\b(?P<word>depuis|après|avant|en|dès|jusqu['’]?(?:en|au|à)?)\s*(?:le\s+|la\s+)?$", re.IGNORECASE
)
_FR_SIDES: Final = {"depuis": "from", "dès": "from", "après": "after", "avant": "before", "en": ""} | dict.fromkeys(
    ("jusqu", "jusqu'en", "jusqu'au", "jusqu'à", "jusqu’en", "jusqu’au", "jusqu’à"), "to"
)

_JA_WINDOW: Final = re.compile(
    rf"(?:過去|直近|ここ|この|最近の?|前の?)\s*(?P<count>{japanese.COUNT})\s*(?P<unit>日|週|[かヶケカ箇]月|年)間?(?![前後目生])"
)
_JA_UNITS: Final = {"日": "day", "週": "week", "年": "year"}
_JA_JOIN: Final = re.compile(r"\s*(?:から|〜|～|~|-|–|−|ー|と)\s*")
_JA_AFTER: Final = re.compile(
    r"の?(?:(?P<after>より後|の後|後|あと)|(?P<from>以降|以後|以来|から)|(?P<before>より前|の前|前|まえ)|(?P<to>まで|以前))"
)
_JA_EVENT: Final = re.compile(
    r"(?P<what>[一-鿿々ァ-ヴーA-Za-z0-9][一-鿿々ァ-ヴーA-Za-z0-9・っしりきけみちいえわせげぎびれめて]{1,29}?)"
    r"(?:の|する|した)?(?P<side>直前|より前|前|まえ|以前|直後|より後|後|あと|以降|以来|まで|中)"
    r"(?=に|は|の|、|で|何|なに|誰|どこ|どう|から|$)"
)
_JA_SIDES: Final = {"直前": -1, "より前": -1, "前": -1, "まえ": -1, "以前": -1, "まで": -1, "中": 0}
_JA_FILLERS: Final = re.compile(
    rf"(?:{'|'.join(sorted(_FILLERS.ordered('japanese_filler'), key=len, reverse=True))}|[\s、。,.?？！!「」])*+"
)
"""The longest alternatives first, and possessive: otherwise a single mark at the end makes the match exponential."""


_UNTIL: Final = "until"
"""The word between the two dates of a rewritten range."""

_ORDINAL: Final = r"(?:st|nd|rd|th)?"
_JOINT: Final = r"\s+(?:and|to|until|till|through)\s+"
_AHEAD: Final = (
    rf"(?=(?:the\s+|early\s+|late\s+|mid\s+)?(?:{english.MONTH}|{english.WEEKDAY}|\d|now\b|today|yesterday"
    r"|last\s|this\s))"
)
_RANGE: Final = re.compile(rf"\b(?:between|from)\s+{_AHEAD}(?P<first>[^.?!\n]{{1,40}}?){_JOINT}{_AHEAD}", re.IGNORECASE)
_DAYS: Final = (
    re.compile(
        rf"\b(?:between|from)\s+(?P<month>{english.MONTH})\s+(?:the\s+)?(?P<first>{english.DAY_NUMBER}){_ORDINAL}{_JOINT}"
        rf"(?:the\s+)?(?P<last>{english.DAY_NUMBER}){_ORDINAL}(?![\w:])",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:between|from)\s+(?:the\s+)?(?P<first>{english.DAY_NUMBER}){_ORDINAL}{_JOINT}(?:the\s+)?(?P<last>{english.DAY_NUMBER})"
        rf"{_ORDINAL}\s+(?:of\s+)?(?P<month>{english.MONTH})",
        re.IGNORECASE,
    ),
)
"""Days of one month: "from May 3 to the 5th", "between the 3rd and the 5th of May"."""
_OFFSET: Final = re.compile(
    r"(?<=[一-鿿々ァ-ヴーA-Za-z0-9ぁ-ん])(?<!さん)(?<!ちゃん)(?<!くん)(?<![私僕俺彼今])(?<!彼女)"
    rf"の(?:{japanese.COUNT})\s*(?:日|週間?|[かヶケカ箇]月|年|時間|分)(?P<side>前|後)(?=[にはも、]|$)"
)
"""An offset from an event; behind a person it is relative to now (田中さんの3日前の発言)."""


class _Reworded(NamedTuple):
    """A rewritten question: the text between `start` and `end` replaces some of the original."""

    text: str
    start: int = 0
    end: int = 0
    longer: int = 0
    """How much longer the rewritten text is."""

    def back(self, span: tuple[int, int]) -> tuple[int, int]:
        """The span in the original of a span of the rewritten text; the rewritten part counts as a whole."""
        start, end = span
        if self.start < end and start < self.end:
            start, end = min(start, self.start), max(end, self.end)
        return self._place(start), self._place(end)

    def _place(self, at: int) -> int:
        return at if at <= self.start else at - self.longer


class _DatedQuestion(NamedTuple):
    """A question with its reworded text and the reader of its dates. `default_side` is where ambiguous dates lie."""

    text: str
    words: _Reworded
    now: datetime
    default_side: int
    read: Callable[[str, datetime, int], list[Spot]]

    def spots(self) -> list[Spot]:
        """The dates of the question, without times of day that have no day."""
        return [spot for spot in self.read(self.words.text, self.now, self.default_side) if not spot[2].is_clock]

    def period_at(
        self,
        span: tuple[int, int],
        since: datetime | None = None,
        until: datetime | None = None,
        happening: Happening | None = None,
    ) -> Period:
        """The period given by a span of the reworded text."""
        start, end = self.words.back(span)
        rest = f"{self.text[:start]} {self.text[end:]}".strip()
        phrase = self.text[start:end].strip()
        return Period(
            words=phrase, rest=rest, since=since, until=until, happening=happening, only=_is_only_fillers(rest)
        )


def asked_period(text: str, language: str, now: datetime) -> Period | None:
    """The period that a question asks about, relative to `now` (zone-aware); None when it has none."""
    text = text[:_READ]
    if language == "ja":
        return _japanese(text, now) or _english(text, now)
    if language == "fr":
        return _french(text, now)
    return _english(text, now) or (None if text.isascii() else _japanese(text, now))


def _english(text: str, now: datetime) -> Period | None:
    words = _with_range_reworded(text)
    # The end of a run is no end that lies ahead: "what did I eat from Monday until today?"
    default_side = 0 if _FORWARD.search(f"{words.text[: words.start]} {words.text[words.end :]}") else -1
    question = _DatedQuestion(text, words, now, default_side, _english_dates)
    text, spots = words.text, question.spots()
    window = _EN_WINDOW.search(text)
    if window and (window["count"] or not spots) and not _is_last_of(text, window):
        number = english.count(window["count"]) if window["count"] else 1
        return _recent_window(question, window, window["unit"].lower(), number)
    if not spots:
        return _relative_to_event(question, _EN_EVENT.search(text), -1)
    start, end, _ = spots[0]
    if len(spots) > 1 and text[end : spots[1][0]].strip().lower() == _UNTIL:
        if _EN_CHANGE.search(text[: words.start]):
            return None
        return _between(question, spots[0], spots[1])
    before = _EN_BEFORE.search(text[:start])
    side = _EN_SIDES[" ".join(before["word"].lower().split())] if before else ""
    onward = _EN_ONWARD.match(text, end)
    if side == "from" and before and before["word"].lower() == "from" and not onward:
        side = ""
    span = (before.start() if before and side else start, onward.end() if onward and side else end)
    return _bounded(question, span, spots[0][2], side)


def _french(text: str, now: datetime) -> Period | None:
    """The first date, and the word that makes it a bound: "depuis mai", "avant 2020"."""
    question = _DatedQuestion(text, _Reworded(text), now, -1, _french_spots)
    spots = question.spots()
    if not spots:
        return None
    start, end, period = spots[0]
    before = _FR_BEFORE.search(text[:start])
    side = _FR_SIDES[before["word"].lower()] if before else ""
    return _bounded(question, (before.start() if before else start, end), period, side)


def _french_spots(text: str, now: datetime, default_side: int) -> list[Spot]:
    return list(french_dates(text, now, default_side))


def _is_last_of(text: str, window: re.Match[str]) -> bool:
    """Whether it is the end of something else and not of the time up to now: "the last day of the trip"."""
    if _OF.match(text, window.end()):
        return True
    return window["unit"].lower() == "day" and not window["count"] and not _WITHIN.search(text[: window.start()])


def _japanese(text: str, now: datetime) -> Period | None:
    default_side = 0 if _FORWARD.search(text) else -1
    question = _DatedQuestion(text, _Reworded(text), now, default_side, _japanese_dates)
    window = _JA_WINDOW.search(text)
    if window:
        unit = _JA_UNITS.get(window["unit"], "month")
        return _recent_window(question, window, unit, japanese.number(window["count"]))
    spots = question.spots()
    if len(spots) > 1 and text[spots[0][1] : spots[1][0]] == "の":
        return _offset_from(question, spots[0], spots[1])
    words = _without_offset(text)
    if words.longer and not any(end == words.start for _, end, _ in spots):
        question = question._replace(words=words)
        text, spots = words.text, question.spots()
    if not spots:
        return _relative_to_event(question, _JA_EVENT.search(text), 1)
    start, end, first = spots[0]
    if len(spots) > 1 and _JA_JOIN.fullmatch(text[end : spots[1][0]]):
        if _JA_CHANGE.match(text, spots[1][1]):
            return None
        return _between(question, spots[0], spots[1])
    after = _JA_AFTER.match(text, end)
    side = next((name for name, matched in after.groupdict().items() if matched), "") if after else ""
    return _bounded(question, (start, after.end() if after else end), first, side)


def _english_dates(text: str, when: datetime, default_side: int) -> list[Spot]:
    return list(find_dates(text, when, default_side=default_side))


def _japanese_dates(text: str, when: datetime, default_side: int) -> list[Spot]:
    return [(moment.start, moment.end, moment.period) for moment in moments(text, when, untold=default_side)]


def _recent_window(question: _DatedQuestion, match: re.Match[str], unit: str, number: int) -> Period | None:
    """The last so many units before now."""
    now = question.now
    days = {"day": number, "week": 7 * number}.get(unit, 0)
    months = {"month": number, "year": 12 * number}.get(unit, 0)
    try:
        first = dates.shifted(now.date(), months=-months, days=-days)
    except (ValueError, OverflowError):
        return None
    since = datetime(first.year, first.month, first.day, tzinfo=now.tzinfo)
    return question.period_at(match.span(), since, _tomorrow(now))


def _between(question: _DatedQuestion, first: Spot, last: Spot) -> Period | None:
    """The time from one date to another. Where they run backwards, one is read again relative to the other."""
    earlier, later = _stretch(first[2], question.now), _stretch(last[2], question.now)
    if earlier is None or later is None:
        return None
    if earlier[0] >= later[1]:
        if question.default_side:  # "from December to February": the first of them lies in the year before
            earlier = _read_relative_to(question, first, later[1], -1) or earlier
        else:
            later = _read_relative_to(question, last, earlier[0], 1) or later
    if earlier[0] >= later[1]:
        earlier, later = later, earlier
    return question.period_at((first[0], last[1]), earlier[0], later[1])


def _offset_from(question: _DatedQuestion, anchor: Spot, offset: Spot) -> Period | None:
    """The time so long before or after a date: 5月5日の3日前."""
    frame = _stretch(anchor[2], question.now)
    shifted_stretch = _read_relative_to(question, offset, frame[0], question.default_side) if frame else None
    return question.period_at((anchor[0], offset[1]), *shifted_stretch) if shifted_stretch else None


def _read_relative_to(question: _DatedQuestion, spot: Spot, when: datetime, side: int) -> Stretch | None:
    """The date of a spot when read relative to another moment."""
    reread = question.read(question.words.text[spot[0] : spot[1]], when, side)
    return _stretch(reread[0][2], when) if reread else None


def _bounded(question: _DatedQuestion, span: tuple[int, int], period: dates.Period, side: str) -> Period | None:
    """The period of a date with the word that makes it a bound ("since 2020")."""
    frame = _stretch(period, question.now)
    if frame is None:
        return None
    since, until = {
        "from": (frame[0], None),
        "after": (frame[1], None),
        "to": (None, frame[1]),
        "before": (None, frame[0]),
    }.get(side, frame)
    return question.period_at(span, since, until)


def _stretch(period: dates.Period, now: datetime) -> Stretch | None:
    return stretch(period.name, period.start.tzinfo or now.tzinfo or UTC)


def _relative_to_event(question: _DatedQuestion, match: re.Match[str] | None, default: int) -> Period | None:
    if match is None:
        return None
    groups = match.groupdict()
    if "side" in groups:
        side = _JA_SIDES.get(match["side"], default)
    else:
        word = " ".join(match["word"].lower().split())
        side = {"before": -1, "prior to": -1, "until": -1, "till": -1, "during": 0}.get(word, 1)
    return question.period_at(match.span(), happening=Happening(match["what"].strip(), side))


def _is_only_fillers(rest: str) -> bool:
    """Whether the question without its period has only function and question words: "what happened"."""
    words = re.findall(r"[a-z']+|\d+", rest.lower().replace("’", "'"))
    japanese_left = re.sub(r"[A-Za-z'’]+", " ", rest)
    return _JA_FILLERS.fullmatch(japanese_left) is not None and all(word in _EN_FILLERS for word in words)


def _tomorrow(now: datetime) -> datetime:
    at = now + timedelta(days=1)
    return at.replace(hour=0, minute=0, second=0, microsecond=0)


def _with_range_reworded(text: str) -> _Reworded:
    """The question with its first date range rewritten."""
    for pattern in _DAYS:
        days = pattern.search(text)
        if days:
            return _reworded_span(text, days, f"{days['month']} {days['first']}–{days['last']}")
    run = _RANGE.search(text)
    return _reworded_span(text, run, f"from {run['first']} {_UNTIL} ") if run else _Reworded(text)


def _without_offset(text: str) -> _Reworded:
    """The question with an offset from an event reduced to before or after it: リリースの3日前 to リリースの前."""
    away = _OFFSET.search(text)
    return _reworded_span(text, away, f"の{away['side']}") if away else _Reworded(text)


def _reworded_span(text: str, match: re.Match[str], words: str) -> _Reworded:
    start, end = match.span()
    return _Reworded(f"{text[:start]}{words}{text[end:]}", start, start + len(words), len(words) - (end - start))
