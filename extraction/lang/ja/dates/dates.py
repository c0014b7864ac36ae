"""Dates and times in Japanese prose: the spans that name one, and the period that each means.

Durations (3日間), recurring dates (毎週火曜) and vague ones (数日前, 先日) are no dates. A fiscal year (年度) runs from
April to March, a week begins on Monday. Where a sentence leaves year, month or week open, the date right before or the
tense of the sentence (た, 予定) resolves it. Months of the lunar calendar are not converted.
"""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from extraction.lang.ja.dates.expressions import JAPANESE_DATES
from extraction.lang.shared import dates
from extraction.lang.shared.dates import Period
from extraction.lang.shared.expressions import Telling


class Moment(NamedTuple):
    """A date in the text: its span, its period, and whether it is relative to the time of the memory."""

    start: int
    end: int
    period: Period
    relative: bool


_ABSOLUTE: Final = re.compile(
    r"[0-9０-９〇一二三四五六七八九]{3,4}(?:年|[-/.])|世紀|年代|時代|(?:元|[0-9０-９一二三四五六七八九十]+)年(?!前|後|半)|[MTSHR][0-9元]"
)
_SENTENCE_END: Final = re.compile(r"[。！？!?\n]")
_PAST: Final = re.compile(
    r"(?:[たっ]た?|だった|でした|ました|した|んだ)(?:よ|ね|んです|のです|んだ|けど|が|そうだ|らしい|という)*$"
)
_PAST_CLAUSE: Final = re.compile(r"(?:した|ました|った|いた|えた|れた|きた|んだ|けた|めた)(?:が|けど|あと|後|ので|、)")
_COMPLETED: Final = re.compile(r" ?に[^、。]{0,12}完了(?=[。、,(（\n]|$)")
_FUTURE: Final = re.compile(
    r"予定|つもり|までに|締め?切|〆切|たい(?:です)?$|ましょう$|[おこそとのもよろ]う$|でしょう$|だろう$"
)
_PLANNED: Final = re.compile(
    "決ま|決定|決め|予約|変更|延期|遅れ|遅延|延ば|延び|ずら|移転|移す|移し|移る|計画|約束|締め?切|〆切|期限|納期|日程|頼|依頼|申し込|申込|"
    "発注|注文|招待|提案|案内|入れて|ように?(?:言|いわ|指示|命じ|求め|お願い|伝え)[^。、\n]{0,6}?[たる](?![一-鿿ァ-ヺ])"
)
"""What was decided, booked or put off may itself lie ahead: the past tense says nothing about its side."""
_RESCHEDULED: Final = re.compile(
    r"(?:では|じゃ)なく[てと]?、?\||\|(?:では|じゃ)なく|\|に(?:なっ|なりま|変わ)"
    r"|\|(?:の?[朝昼夜晩])?(?:から|より)[^、。]{0,8}[日月曜時朝夜][にへ](?:なっ|なりま|変わ)|\|(?:から|より).*ことにな|\|は.*判明"
)
"""Around a date, which is the "|": it replaces another one, or it is the date of what was found out or decided."""
_QUOTING: Final = re.compile("(?<=[るたいうくすつぬむぐだ])(?:と|って)、?(?:言|話|聞|伝え|述べ)")
"""Reported speech behind a predicate; in 田中さんと話した と marks a companion."""
_LENDING: Final = ("month", "month_day", "near_month_day", "lone_day", "relative_year")
"""Kinds of dates whose year and month a date without them behind it inherits."""
_JOINS: Final = frozenset(("", "の", "、", " ", "　", "，", ","))
_RANGE_MARKS: Final = frozenset(("から", "〜", "～", "~", "-", "–", "−"))
_EVENING: Final = re.compile("夜|晩|夕|午後|ゆうべ")
_HALVED: Final = re.compile("午前|午後|朝|夜|昼|夕|深夜|早朝|未明|明け方|晩|正午|1[2-9]|2[0-4]|０")
_NEAR: Final = 40
"""Characters between two dates up to which the second inherits year and month of the first."""


def moments(text: str, when: datetime, *, untold: int | None = None) -> Iterator[Moment]:
    """Each date or time of the text in order; relative ones count from `when` (zone-aware).

    `untold`, for questions, is the side of `when` (−1 before, 1 after) on which a date lies by default.
    """
    last: Moment | None = None
    for moment in _single(text, when, untold):
        between = text[last.end : moment.start] if last else ""
        if last is not None and moment.period.is_clock:
            if last.period.is_day and between in _JOINS:
                last = Moment(last.start, moment.end, _with_clock(text, last, moment), last.relative)
                continue
            if last.period.is_minute and between in _RANGE_MARKS:
                moment = Moment(moment.start, moment.end, dates.on_day(last.period, moment.period), last.relative)
        if last is not None:
            yield last
        last = moment
    if last is not None:
        yield last


def _with_clock(text: str, day: Moment, clock: Moment) -> Period:
    """A time on its day; after 昨夜 or 明日の午後 its hours are those of the afternoon."""
    late = _EVENING.search(text[day.start : day.end]) and not _HALVED.match(text[clock.start : clock.end])
    minute = dates.on_day(day.period, clock.period)
    if late and 4 <= minute.start.hour < 12:
        return dates.minute(minute.start + timedelta(hours=12))
    return minute


def _single(text: str, when: datetime, untold: int | None) -> Iterator[Moment]:
    """Each expression on its own, a day apart from its time."""
    before: Moment | None = None
    for kind, match in JAPANESE_DATES.matches(text):
        period = JAPANESE_DATES.meaning(kind, match, _telling(text, match, before, when, untold))
        if period is None:
            continue
        absolute = bool(_ABSOLUTE.search(match[0]))
        moment = Moment(match.start(), match.end(), period, not absolute)
        yield moment
        lent = before is not None and not absolute and period.start.year == before.period.start.year
        if not period.is_clock and (absolute or lent or kind in _LENDING):
            before = moment


def _telling(text: str, match: re.Match[str], before: Moment | None, when: datetime, untold: int | None) -> Telling:
    between = text[before.end : match.start()] if before else ""
    return Telling(
        when=when,
        side=_side(text, match.start(), match.end()) or untold or 0,
        looks_back=untold == -1,
        text=text,
        before=before.period if before else None,
        near=before is not None and len(between) <= _NEAR and not _SENTENCE_END.search(between),
        runs="から" in between or between in _RANGE_MARKS,
    )


def _side(text: str, start: int, end: int) -> int:
    """−1 where the sentence is in the past, 1 where it tells of a plan, else 0."""
    before = _SENTENCE_END.split(text[max(0, start - 60) : start])[-1]
    rest = _SENTENCE_END.split(text[end : end + 120], maxsplit=1)[0].rstrip("」』）) 　")
    # Reported future is future: 金曜までに結ばれると言っていた.
    rest = _QUOTING.split(rest, maxsplit=1)[0]
    if _COMPLETED.match(rest):
        return -1
    past = _PAST.search(rest)
    if not past and _FUTURE.search(rest):
        return 1
    if not (past or _PAST_CLAUSE.search(rest[:30])):
        return 0
    return 0 if _PLANNED.search(before + rest) or _RESCHEDULED.search(f"{before}|{rest}") else -1
