"""The time a question asks about, in both languages: periods, bounds of them, and happenings that tell a time.

Dates are read by the readers that read memories; here is only what stands around a date in a question: "since",
"between … and", 以降, から…まで. People ask a memory about what was: a date that may lie on either side lies before.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import Final, TypedDict

from extraction import dates
from extraction.english import calendar as english
from extraction.english.dates import found
from extraction.japanese import calendar as japanese
from extraction.japanese.dates import moments
from graph.model import Happening, Period
from graph.periods import Stretch, stretch

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

_DATE_AHEAD: Final = (
    rf"(?=(?:the\s+|early\s+|late\s+|mid\s+)?(?:{english.MONTH}|{english.WEEKDAY}|\d|now\b|today|yesterday"
    r"|last\s|this\s))"
)
_BETWEEN: Final = re.compile(
    rf"\b(?:between|from)\s+{_DATE_AHEAD}(?P<first>[^.?!\n]{{1,40}}?)\s+(?:and|to|until|till|through)\s+{_DATE_AHEAD}",
    re.IGNORECASE,
)
_DAYS_OF: Final = re.compile(
    rf"\b(?:between|from)\s+(?P<first>{english.MONTH}\s+\d{{1,2}})\s+(?:and|to|until|till|through)\s+"
    r"(?P<last>\d{1,2})(?![\d:])",
    re.IGNORECASE,
)
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
_EN_EMPTY: Final = frozenset(
    [
        "what",
        "whats",
        "what's",
        "which",
        "did",
        "do",
        "does",
        "done",
        "doing",
        "was",
        "were",
        "is",
        "are",
        "has",
        "have",
        "had",
        "been",
        "be",
        "going",
        "on",
        "happened",
        "happen",
        "happens",
        "happening",
        "there",
        "in",
        "on",
        "at",
        "of",
        "the",
        "a",
        "an",
        "to",
        "from",
        "between",
        "and",
        "since",
        "until",
        "till",
        "before",
        "after",
        "during",
        "by",
        "about",
        "tell",
        "show",
        "list",
        "give",
        "find",
        "me",
        "my",
        "i",
        "we",
        "us",
        "our",
        "you",
        "all",
        "any",
        "anything",
        "everything",
        "something",
        "things",
        "thing",
        "stuff",
        "events",
        "event",
        "memories",
        "memory",
        "notes",
        "note",
        "news",
        "new",
        "say",
        "said",
        "told",
        "talk",
        "talked",
        "discuss",
        "discussed",
        "wrote",
        "write",
        "up",
        "for",
        "back",
        "around",
        "remember",
        "please",
        "let",
        "know",
        "s",
    ]
)

_JA_WINDOW: Final = re.compile(
    rf"(?:過去|直近|ここ|この|最近の?|前の?)\s*(?P<count>{japanese.COUNT})\s*(?P<unit>日|週|[かヶケカ箇]月|年)間?(?!前|後)"
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


class _Left(TypedDict):
    rest: str
    only: bool


def asked_period(text: str, language: str, now: datetime) -> Period | None:
    """The time that a question asks about, counted from `now` (zone-aware); None when it tells none."""
    text = text[:_READ]
    untold = 0 if _FORWARD.search(text) else -1
    if language == "ja":
        return _japanese(text, now, untold) or _english(text, now, untold)
    return _english(text, now, untold) or (None if text.isascii() else _japanese(text, now, untold))


def _english(text: str, now: datetime, untold: int) -> Period | None:
    text = _DAYS_OF.sub(lambda match: f"{match['first']}–{match['last']}", text)
    text = _BETWEEN.sub(lambda match: f"from {match['first']} until ", text)
    window = _EN_WINDOW.search(text)
    spots: list[Spot] = [spot for spot in found(text, now, untold=untold) if not spot[2].is_clock]
    if window and (window["count"] or not spots):
        number = english.count(window["count"]) if window["count"] else 1
        return _window(text, window, window["unit"].lower(), number, now)
    if not spots:
        return _told_by_happening(text, _EN_HAPPENING.search(text), -1)
    start, end, first = spots[0]
    if len(spots) > 1 and text[end : spots[1][0]].strip().lower() == "until":
        last = spots[1]
        return _between(text, (start, last[1]), first, last[2], now)
    before = _EN_BEFORE.search(text[:start])
    side = _EN_SIDES[" ".join(before["word"].lower().split())] if before else ""
    onward = _EN_ONWARD.match(text, end)
    if side == "from" and before and before["word"].lower() == "from" and not onward:
        side = ""
    said = (before.start() if before and side else start, onward.end() if onward and side else end)
    return _bounded(text, said, first, side, now)


def _japanese(text: str, now: datetime, untold: int) -> Period | None:
    window = _JA_WINDOW.search(text)
    if window:
        unit = _JA_UNITS.get(window["unit"], "month")
        return _window(text, window, unit, japanese.number(window["count"]), now)
    spots: list[Spot] = [
        (one.start, one.end, one.period) for one in moments(text, now, untold=untold) if not one.period.is_clock
    ]
    if not spots:
        return _told_by_happening(text, _JA_HAPPENING.search(text), 1)
    start, end, first = spots[0]
    if len(spots) > 1 and _JA_JOIN.fullmatch(text[end : spots[1][0]]):
        last = spots[1]
        return _between(text, (start, last[1]), first, last[2], now)
    after = _JA_AFTER.match(text, end)
    side = next((name for name, held in after.groupdict().items() if held), "") if after else ""
    return _bounded(text, (start, after.end() if after else end), first, side, now)


def _window(text: str, match: re.Match[str], unit: str, number: int, now: datetime) -> Period | None:
    """The last so many units up to this moment."""
    days = {"day": number, "week": 7 * number}.get(unit, 0)
    months = {"month": number, "year": 12 * number}.get(unit, 0)
    try:
        first = dates.shifted(now.date(), months=-months, days=-days)
    except (ValueError, OverflowError):
        return None
    since = datetime(first.year, first.month, first.day, tzinfo=now.tzinfo)
    return Period(said=match[0].strip(), since=since, until=_tomorrow(now), **_left(text, match.span()))


def _between(text: str, said: tuple[int, int], first: dates.Period, last: dates.Period, now: datetime) -> Period | None:
    one, other = _stretch(first, now), _stretch(last, now)
    if one is None or other is None:
        return None
    since, until = one[0], other[1]
    while since >= until and since.year > 1:
        # "from December to February": the first of them lies in the year before.
        since = since.replace(year=since.year - 1, day=min(since.day, 28))
    return Period(said=_said(text, said), since=since, until=until, **_left(text, said))


def _bounded(text: str, said: tuple[int, int], told: dates.Period, side: str, now: datetime) -> Period | None:
    """The period of a date and of the word that makes a bound of it."""
    frame = _stretch(told, now)
    if frame is None:
        return None
    since, until = {
        "from": (frame[0], None),
        "after": (frame[1], None),
        "to": (None, frame[1]),
        "before": (None, frame[0]),
    }.get(side, frame)
    return Period(said=_said(text, said), since=since, until=until, **_left(text, said))


def _stretch(period: dates.Period, now: datetime) -> Stretch | None:
    return stretch(period.name, period.start.tzinfo or now.tzinfo or UTC)


def _told_by_happening(text: str, match: re.Match[str] | None, default: int) -> Period | None:
    if match is None:
        return None
    groups = match.groupdict()
    if "side" in groups:
        side = _JA_SIDES.get(match["side"], default)
    else:
        word = " ".join(match["word"].lower().split())
        side = {"before": -1, "prior to": -1, "until": -1, "till": -1, "during": 0}.get(word, 1)
    return Period(said=match[0].strip(), happening=Happening(match["what"].strip(), side), **_left(text, match.span()))


def _left(text: str, span: tuple[int, int]) -> _Left:
    """What is left of a question without its time, and whether that is nothing but words that ask and that join."""
    rest = f"{text[: span[0]]} {text[span[1] :]}".strip()
    words = re.findall(r"[a-z']+|\d+", rest.lower().replace("’", "'"))
    japanese_left = re.sub(r"[A-Za-z'’]+", " ", rest)
    only = _JA_EMPTY.fullmatch(japanese_left) is not None and all(word in _EN_EMPTY for word in words)
    return {"rest": rest, "only": only}


def _said(text: str, span: tuple[int, int]) -> str:
    return text[span[0] : span[1]].strip()


def _tomorrow(now: datetime) -> datetime:
    at = now + timedelta(days=1)
    return at.replace(hour=0, minute=0, second=0, microsecond=0)
