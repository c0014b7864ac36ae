"""The time a question asks about, in both languages: periods, bounds of them, and happenings that tell a time.

Dates are read by the readers that read memories; here is only what stands around a date in a question: "since",
"between … and", 以降, から…まで. People ask a memory about what was: a date that may lie on either side lies before.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from extraction.lang.en.dates import calendar as english
from extraction.lang.en.dates.dates import find_dates
from extraction.lang.ja.dates import calendar as japanese
from extraction.lang.ja.dates.dates import moments
from extraction.lang.shared import dates
from extraction.question.reworded import UNTIL, Reworded, reworded, without_distance
from graph.calendar.intervals import Stretch, stretch
from graph.model.question import Happening, Period

Spot = tuple[int, int, dates.Period]
"""Where a date stands in a question, and what it means."""

_READ: Final = 2_000
"""Characters of a question that are read for its time."""
_FORWARD: Final = re.compile(
    r"\b(?:until|till|by|due|deadline|will|shall|upcoming|plan(?:s|ned)?|when (?:is|are))\b"
    r"|予定|締|〆切|これから|^(?!.*から).*まで",
    re.IGNORECASE | re.DOTALL,
)
"""Where one of these stands, a date need not lie before."""

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
"""What follows the last days of a trip; "the last two weeks of my life" are those up to now."""
_WITHIN: Final = re.compile(r"\b(?:in|within|over|during|for)\s+$", re.IGNORECASE)
_EN_SIDES: Final = {
    "since": "from", "as of": "from", "from": "from", "after": "after", "following": "after", "until": "to",
    "till": "to", "up to": "to", "by": "to", "before": "before", "prior to": "before",
}  # fmt: skip
_EN_HAPPENING: Final = re.compile(
    r"\b(?P<word>before|prior\s+to|after|following|since|until|till|during)\s+"
    r"(?!(?:that|this|then|all|it|now|me|us|you|him|her|them|i|we|he|she|they)\b)"
    r"(?P<what>\w[\w'’\- ]{1,79}?)"
    r"(?=\s+(?:about|regarding|did|was|were|does|do|is|are|has|had|who|what|when|where|which)\b|\s*[.?!,;:\n]|\s*$)",
    re.IGNORECASE,
)
_EMPTY_WORDS: Final = (
    "what whats what's which did do does done doing was were is are has have had been be going on happened happen "
    "happens happening there in at of the a an to from between and since until till before after during by about "
    "tell show list give find me my i we us our you all any anything everything something things thing stuff events "
    "event memories memory notes note news new say said told talk talked discuss discussed wrote write up for back "
    "around remember please let know s"
)
_EN_EMPTY: Final = frozenset(_EMPTY_WORDS.split())

_JA_WINDOW: Final = re.compile(
    rf"(?:過去|直近|ここ|この|最近の?|前の?)\s*(?P<count>{japanese.COUNT})\s*(?P<unit>日|週|[かヶケカ箇]月|年)間?(?![前後目生])"
)
_JA_UNITS: Final = {"日": "day", "週": "week", "年": "year"}
_JA_JOIN: Final = re.compile(r"\s*(?:から|〜|～|~|-|–|−|ー|と)\s*")
_JA_AFTER: Final = re.compile(
    r"の?(?:(?P<after>より後|の後|後|あと)|(?P<from>以降|以後|以来|から)|(?P<before>より前|の前|前|まえ)|(?P<to>まで|以前))"
)
_JA_HAPPENING: Final = re.compile(
    r"(?P<what>[一-鿿々ァ-ヴーA-Za-z0-9][一-鿿々ァ-ヴーA-Za-z0-9・っしりきけみちいえわせげぎびれめて]{1,29}?)"
    r"(?:の|する|した)?(?P<side>直前|より前|前|まえ|以前|直後|より後|後|あと|以降|以来|まで|中)"
    r"(?=に|は|の|、|で|何|なに|誰|どこ|どう|から|$)"
)
_JA_SIDES: Final = {"直前": -1, "より前": -1, "前": -1, "まえ": -1, "以前": -1, "まで": -1, "中": 0}
_JA_EMPTY_WORDS: Final = (
    # 話して, でする, ですべて: read word by word the longest of their words would leave a rest that is none.
    "から|まで|以降|以後|以来|以前|より|の間|間|前|後|に|は|が|を|で|と|の|も|か|何|なに|なん|どんな|こと|事|出来事|"
    "もの|記憶|メモ|あった|あっ|起きた|起こった|起き|した|して|し|する|やった|やっ|いた|い|話した|話して|話し|話|聞いた|言った|書いた|"
    "教えて|見せて|全部|すべて|ください|下さい|ました|ます|まし|です|た|だ|っけ|ね|よ|でする|ですべて"
)
_JA_EMPTY: Final = re.compile(
    rf"(?:{'|'.join(sorted(_JA_EMPTY_WORDS.split('|'), key=len, reverse=True))}|[\s、。,.?？！!「」])*+"
)
"""The longest first, and what was taken is never given back: else a single mark at the end tries every way to part."""


class _Asked(NamedTuple):
    """A question that is read for its time: its words, those its dates are read in, and how they are."""

    text: str
    words: Reworded
    now: datetime
    untold: int
    read: Callable[[str, datetime, int], list[Spot]]

    def spots(self) -> list[Spot]:
        """The dates in it, times of day without their day left out."""
        return [spot for spot in self.read(self.words.text, self.now, self.untold) if not spot[2].is_clock]

    def told(
        self,
        span: tuple[int, int],
        since: datetime | None = None,
        until: datetime | None = None,
        happening: Happening | None = None,
    ) -> Period:
        """The time told by a stretch of the words that are read."""
        start, end = self.words.back(span)
        rest = f"{self.text[:start]} {self.text[end:]}".strip()
        said = self.text[start:end].strip()
        return Period(words=said, rest=rest, since=since, until=until, happening=happening, only=_is_empty(rest))


def asked_period(text: str, language: str, now: datetime) -> Period | None:
    """The time that a question asks about, counted from `now` (zone-aware); None when it tells none."""
    text = text[:_READ]
    if language == "ja":
        return _japanese(text, now) or _english(text, now)
    return _english(text, now) or (None if text.isascii() else _japanese(text, now))


def _english(text: str, now: datetime) -> Period | None:
    words = reworded(text)
    # The end of a run is no end that lies ahead: "what did I eat from Monday until today?"
    untold = 0 if _FORWARD.search(f"{words.text[: words.start]} {words.text[words.end :]}") else -1
    asked = _Asked(text, words, now, untold, _found)
    text, spots = words.text, asked.spots()
    window = _EN_WINDOW.search(text)
    if window and (window["count"] or not spots) and not _is_last_of(text, window):
        number = english.count(window["count"]) if window["count"] else 1
        return _window(asked, window, window["unit"].lower(), number)
    if not spots:
        return _told_by_happening(asked, _EN_HAPPENING.search(text), -1)
    start, end, _ = spots[0]
    if len(spots) > 1 and text[end : spots[1][0]].strip().lower() == UNTIL:
        return _between(asked, spots[0], spots[1])
    before = _EN_BEFORE.search(text[:start])
    side = _EN_SIDES[" ".join(before["word"].lower().split())] if before else ""
    onward = _EN_ONWARD.match(text, end)
    if side == "from" and before and before["word"].lower() == "from" and not onward:
        side = ""
    said = (before.start() if before and side else start, onward.end() if onward and side else end)
    return _bounded(asked, said, spots[0][2], side)


def _is_last_of(text: str, window: re.Match[str]) -> bool:
    """Whether it is the last of something else, and not of the time up to now: "the last day of the trip"."""
    if _OF.match(text, window.end()):
        return True
    return window["unit"].lower() == "day" and not window["count"] and not _WITHIN.search(text[: window.start()])


def _japanese(text: str, now: datetime) -> Period | None:
    untold = 0 if _FORWARD.search(text) else -1
    asked = _Asked(text, Reworded(text), now, untold, _moments)
    window = _JA_WINDOW.search(text)
    if window:
        unit = _JA_UNITS.get(window["unit"], "month")
        return _window(asked, window, unit, japanese.number(window["count"]))
    spots = asked.spots()
    if len(spots) > 1 and text[spots[0][1] : spots[1][0]] == "の":
        return _away_from(asked, spots[0], spots[1])
    words = without_distance(text)
    if words.longer and not any(end == words.start for _, end, _ in spots):
        asked = asked._replace(words=words)
        text, spots = words.text, asked.spots()
    if not spots:
        return _told_by_happening(asked, _JA_HAPPENING.search(text), 1)
    start, end, first = spots[0]
    if len(spots) > 1 and _JA_JOIN.fullmatch(text[end : spots[1][0]]):
        return _between(asked, spots[0], spots[1])
    after = _JA_AFTER.match(text, end)
    side = next((name for name, held in after.groupdict().items() if held), "") if after else ""
    return _bounded(asked, (start, after.end() if after else end), first, side)


def _found(text: str, when: datetime, untold: int) -> list[Spot]:
    return list(find_dates(text, when, default_side=untold))


def _moments(text: str, when: datetime, untold: int) -> list[Spot]:
    return [(one.start, one.end, one.period) for one in moments(text, when, untold=untold)]


def _window(asked: _Asked, match: re.Match[str], unit: str, number: int) -> Period | None:
    """The last so many units up to this moment."""
    now = asked.now
    days = {"day": number, "week": 7 * number}.get(unit, 0)
    months = {"month": number, "year": 12 * number}.get(unit, 0)
    try:
        first = dates.shifted(now.date(), months=-months, days=-days)
    except (ValueError, OverflowError):
        return None
    since = datetime(first.year, first.month, first.day, tzinfo=now.tzinfo)
    return asked.told(match.span(), since, _tomorrow(now))


def _between(asked: _Asked, first: Spot, last: Spot) -> Period | None:
    """The time from one date to another. Where they run backwards, one is read again as seen from the other."""
    one, other = _stretch(first[2], asked.now), _stretch(last[2], asked.now)
    if one is None or other is None:
        return None
    if one[0] >= other[1]:
        if asked.untold:  # "from December to February": the first of them lies in the year before
            one = _seen_from(asked, first, other[1], -1) or one
        else:
            other = _seen_from(asked, last, one[0], 1) or other
    if one[0] >= other[1]:
        one, other = other, one
    return asked.told((first[0], last[1]), one[0], other[1])


def _away_from(asked: _Asked, base: Spot, away: Spot) -> Period | None:
    """The time so long before or after a date: 5月5日の3日前."""
    frame = _stretch(base[2], asked.now)
    seen = _seen_from(asked, away, frame[0], asked.untold) if frame else None
    return asked.told((base[0], away[1]), *seen) if seen else None


def _seen_from(asked: _Asked, spot: Spot, when: datetime, side: int) -> Stretch | None:
    """The date of a spot as somebody would mean it at another moment."""
    again = asked.read(asked.words.text[spot[0] : spot[1]], when, side)
    return _stretch(again[0][2], when) if again else None


def _bounded(asked: _Asked, said: tuple[int, int], told: dates.Period, side: str) -> Period | None:
    """The period of a date and of the word that makes a bound of it."""
    frame = _stretch(told, asked.now)
    if frame is None:
        return None
    since, until = {
        "from": (frame[0], None),
        "after": (frame[1], None),
        "to": (None, frame[1]),
        "before": (None, frame[0]),
    }.get(side, frame)
    return asked.told(said, since, until)


def _stretch(period: dates.Period, now: datetime) -> Stretch | None:
    return stretch(period.name, period.start.tzinfo or now.tzinfo or UTC)


def _told_by_happening(asked: _Asked, match: re.Match[str] | None, default: int) -> Period | None:
    if match is None:
        return None
    groups = match.groupdict()
    if "side" in groups:
        side = _JA_SIDES.get(match["side"], default)
    else:
        word = " ".join(match["word"].lower().split())
        side = {"before": -1, "prior to": -1, "until": -1, "till": -1, "during": 0}.get(word, 1)
    return asked.told(match.span(), happening=Happening(match["what"].strip(), side))


def _is_empty(rest: str) -> bool:
    """Whether what is left of a question without its time is nothing but words that ask and that join."""
    words = re.findall(r"[a-z']+|\d+", rest.lower().replace("’", "'"))
    japanese_left = re.sub(r"[A-Za-z'’]+", " ", rest)
    return _JA_EMPTY.fullmatch(japanese_left) is not None and all(word in _EN_EMPTY for word in words)


def _tomorrow(now: datetime) -> datetime:
    at = now + timedelta(days=1)
    return at.replace(hour=0, minute=0, second=0, microsecond=0)
