"""Dates and times in Japanese prose: which stretches of text name one, and which period each means."""

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta, tzinfo
from typing import NamedTuple

from extraction import dates
from extraction.dates import Period


class Moment(NamedTuple):
    """A date in the text: where it stands, the period it means, and whether it counts from the memory's own time."""

    start: int
    end: int
    period: Period
    relative: bool


_ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
_WEEKDAYS = "月火水木金土日"
_DAYS = {
    "今日": 0,
    "本日": 0,
    "きょう": 0,
    "今朝": 0,
    "今夜": 0,
    "今晩": 0,
    "明日": 1,
    "あした": 1,
    "明朝": 1,
    "明晩": 1,
    "明後日": 2,
    "あさって": 2,
    "昨日": -1,
    "きのう": -1,
    "昨夜": -1,
    "昨晩": -1,
    "ゆうべ": -1,
    "一昨日": -2,
    "おととい": -2,
}
_NEAR = {"今": 0, "来": 1, "再来": 2, "先": -1, "先々": -2, "去": -1, "昨": -1, "一昨": -2, "おとと": -2}
_KANJI_DIGITS = {"〇": 0, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}

_N = r"[0-9０-９]{1,2}"
_COUNT = r"(?:[0-9０-９]{1,3}|[一二三四五六七八九十]{1,3})"
_YEAR = (
    r"(?:(?:西暦)?(?<![0-9０-９.])[12１２][0-9０-９]{3}|"
    r"(?:明治|大正|昭和|平成|令和)(?:元|[0-9０-９]{1,2}|[一二三四五六七八九十]{1,3}))年"
)
_DAY = rf"{_N}日(?![間々本目])(?:\([{_WEEKDAYS}]\)|（[{_WEEKDAYS}]）)?"
_MONTH = rf"{_N}月(?!間)"
_RELATIVE_YEAR = r"(?:今年|来年|再来年|去年|昨年|一昨年|おととし)"
_RELATIVE_MONTH = r"(?:今月|来月|再来月|先月|先々月)"
_RELATIVE_WEEK = r"(?:今週|来週|再来週|先週|先々週)"
_PART = r"(?:末|初め|はじめ|頭|上旬|中旬|下旬|半ば)"
_CLOCK = (
    rf"(?:(?:午前|午後|朝|夜|夕方|昼)の?)?{_N}時(?!間)(?:{_N}分|半)?(?:頃|ごろ)?|"
    r"(?<![0-9:：])[0-2]?[0-9][:：][0-5][0-9](?![0-9:：])"
)

Meaning = Callable[[str, datetime], Period | None]


def moments(text: str, when: datetime) -> Iterator[Moment]:
    """Each date or time of the text in order; relative ones count from `when` (zone-aware)."""
    last: Moment | None = None
    for match in _DATES.finditer(text):
        kind = str(match.lastgroup)
        period = _MEANINGS[kind](match[0], _seen_from(last, kind, text[last.end : match.start()] if last else "", when))
        if kind == "weekday" and period is not None and _told_in_the_past(text, match.end()):
            period = dates.day(period.start.date() - timedelta(days=7), _zone(when))
        if period is None:
            continue
        moment = Moment(match.start(), match.end(), period, kind not in _ABSOLUTE)
        if kind == "clock" and last is not None and _joined(text[last.end : match.start()], last):
            last = _at_clock(last, moment)
            continue
        if last is not None:
            yield last
        last = moment
    if last is not None:
        yield last


def _seen_from(before: Moment | None, kind: str, between: str, when: datetime) -> datetime:
    """A month right after a full date lies in that date's year ("2014年1月から5月", "2011年に…同年7月")."""
    if before is not None and not before.relative and between.endswith("同年"):
        return before.period.start.replace(month=7, day=1)
    if before is None or before.relative or kind not in ("month", "month_day") or "。" in between or len(between) > 40:
        return when
    return before.period.start.replace(month=7, day=1)


def _joined(between: str, before: Moment) -> bool:
    return between in ("", "の", "、", " ", "　") and len(before.period.name) == len("2022-01-21")


def _at_clock(day: Moment, clock: Moment) -> Moment:
    hour, minute = map(int, clock.period.name.split(":"))
    start = day.period.start.replace(hour=hour, minute=minute)
    return Moment(day.start, clock.end, Period(f"{day.period.name}T{clock.period.name}", start), day.relative)


def _told_in_the_past(text: str, end: int) -> bool:
    sentence = re.split(r"[。！？!?\n]", text[end : end + 80])[0]
    return bool(re.search(r"(?:た|だった|でした|ました)(?:よ|ね|んです|のです|けど|が)*$", sentence))


def _zone(when: datetime) -> tzinfo:
    zone = when.tzinfo
    if zone is None:
        raise ValueError("the moment that dates count from has no time zone")
    return zone


def number(text: str) -> int:
    """The value of Arabic (either width) or kanji digits up to 99."""
    if text == "元":
        return 1
    if re.fullmatch(r"[0-9０-９]+", text):
        return int(text)
    tens, found, ones = text.partition("十")
    if not found:
        return int("".join(str(_KANJI_DIGITS[digit]) for digit in text))
    return (_KANJI_DIGITS.get(tens, 0) if tens else 1) * 10 + (_KANJI_DIGITS.get(ones, 0) if ones else 0)


def _year_of(text: str, when: datetime) -> int:
    """The year that a text begins with: by the calendar, an era, or relative to the memory; else the memory's own."""
    match = re.match(
        r"(?:西暦)?([0-9０-９]{3,4})(?:年|[/.\-－])|(明治|大正|昭和|平成|令和)(元|[0-9０-９]+|[一二三四五六七八九十]+)年",
        text,
    )
    if match:
        return int(match[1]) if match[1] else _ERAS[match[2]] + number(match[3])
    match = re.match(r"(今|来|再来|去|昨|一昨|おとと)(?:年|し)", text)
    return when.year + (_NEAR[match[1]] if match else 0)


def _month_of(text: str) -> int:
    match = re.search(r"([0-9０-９]{1,2})月", text)
    return int(match[1]) if match else 1


def _day_of(text: str) -> int:
    match = re.search(r"([0-9０-９]{1,2})日", text)
    return int(match[1]) if match else 1


def _slashed(text: str, when: datetime) -> Period | None:
    year, month, day = (int(part) for part in re.split(r"[-/.]", text))
    return dates.valid(lambda: dates.day(date(year, month, day), _zone(when)))


def _full(text: str, when: datetime) -> Period | None:
    year, month, day = _year_of(text, when), _month_of(text), _day_of(text)
    return dates.valid(lambda: dates.day(date(year, month, day), _zone(when)))


def _year_month(text: str, when: datetime) -> Period | None:
    year, month = _year_of(text, when), _month_of(text)
    return dates.valid(lambda: dates.month(year, month, _zone(when))) if 1 <= month <= 12 else None


def _year(text: str, when: datetime) -> Period | None:
    return dates.valid(lambda: dates.year(_year_of(text, when), _zone(when)))


def _decade(text: str, when: datetime) -> Period | None:
    return dates.valid(lambda: dates.decade(int(text[:4]), _zone(when)))


def _fiscal(text: str, when: datetime) -> Period | None:
    year = _year_of(text.replace("年度", "年"), when)
    if text.startswith("今年") and when.month < 4:
        year -= 1
    return dates.valid(lambda: dates.span(date(year, 4, 1), date(year + 1, 3, 31), _zone(when)))


def _month_day(text: str, when: datetime) -> Period | None:
    month, day = _month_of(text), _day_of(text)

    def nearest() -> Period:
        options = [date(year, month, day) for year in (when.year - 1, when.year, when.year + 1)]
        return dates.day(min(options, key=lambda at: abs((at - when.date()).days)), _zone(when))

    return dates.valid(nearest)


def _month(text: str, when: datetime) -> Period | None:
    month, year = _month_of(text), when.year
    if not 1 <= month <= 12:
        return None
    if abs(month - when.month) > 6:
        year += 1 if month < when.month else -1
    return dates.valid(lambda: dates.month(year, month, _zone(when)))


def _near_day(text: str, when: datetime) -> Period | None:
    return dates.valid(lambda: dates.day(when.date() + timedelta(days=_DAYS[text]), _zone(when)))


def _near_week(text: str, when: datetime) -> Period | None:
    match = re.match(r"(再来|先々|今|来|先)週", text)
    at = when.date() + timedelta(weeks=_NEAR[match[1]] if match else 0)
    if "末" in text:
        return dates.valid(lambda: dates.weekend(at, _zone(when)))
    weekday = re.search(rf"([{_WEEKDAYS}])曜", text)
    if not weekday:
        return dates.valid(lambda: dates.week(at, _zone(when)))
    ahead = _WEEKDAYS.index(weekday[1]) - at.weekday()
    return dates.valid(lambda: dates.day(at + timedelta(days=ahead), _zone(when)))


def _near_month(text: str, when: datetime) -> Period | None:
    match = re.match(r"(再来|先々|今|来|先)月", text)
    steps = _NEAR[match[1]] if match else 0
    if "日" in text:
        first = dates.shifted(when.date().replace(day=1), months=steps)
        return dates.valid(lambda: dates.day(first.replace(day=_day_of(text)), _zone(when)))
    return dates.valid(lambda: _part_of_month(dates.month(when.year, when.month + steps, _zone(when)), text, when))


def _part_of_month(month: Period, text: str, when: datetime) -> Period:
    """The last day for 末, the first for 初め, ten days for a 旬; else the month itself."""
    first = month.start.date()
    last = dates.shifted(first, months=1) - timedelta(days=1)
    if text.endswith("末"):
        return dates.day(last, _zone(when))
    for ending, start, end in (("上旬", 1, 10), ("中旬", 11, 20), ("下旬", 21, last.day)):
        if text.endswith(ending):
            return dates.span(first.replace(day=start), first.replace(day=end), _zone(when))
    return month


def _month_part(text: str, when: datetime) -> Period | None:
    month = _year_month(text, when) if "年" in text else _month(text, when)
    return dates.valid(lambda: _part_of_month(month, text, when)) if month else None


def _near_year(text: str, when: datetime) -> Period | None:
    return dates.valid(lambda: dates.year(_year_of(text, when), _zone(when)))


def _away(text: str, when: datetime) -> Period | None:
    """ "三日前", "2週間後", "数ヶ月前": the unit that lies so many units away."""
    match = re.match(rf"({_COUNT})(日|週間|[かヶカヵケ]月|年)(前|後)", text)
    if not match:
        return None
    steps = number(match[1]) * (-1 if match[3] == "前" else 1)
    zone, today = _zone(when), when.date()
    builders: dict[str, Callable[[], Period]] = {
        "日": lambda: dates.day(today + timedelta(days=steps), zone),
        "週間": lambda: dates.week(today + timedelta(weeks=steps), zone),
        "年": lambda: dates.year(when.year + steps, zone),
    }
    return dates.valid(builders.get(match[2], lambda: dates.month(when.year, when.month + steps, zone)))


def _weekday(text: str, when: datetime) -> Period | None:
    ahead = (_WEEKDAYS.index(text[0]) - when.weekday()) % 7
    return dates.valid(lambda: dates.day(when.date() + timedelta(days=ahead), _zone(when)))


def _clock(text: str, when: datetime) -> Period | None:
    """A time of day ("15:00"), at first without a day."""
    numbers = [int(part) for part in re.findall(r"[0-9０-９]+", text)]
    hour, minute = numbers[0], numbers[1] if len(numbers) > 1 else 30 if "半" in text else 0
    if hour < 12 and text.startswith(("午後", "夜", "夕方")):
        hour += 12
    if hour > 23 or minute > 59:
        return None
    return Period(f"{hour:02d}:{minute:02d}", when.replace(hour=hour, minute=minute, second=0, microsecond=0))


_PATTERNS: tuple[tuple[str, str, Meaning], ...] = (
    (
        "slashed",
        r"(?<![\d./-])(?:1[0-9]|20)\d\d([-/.])(?:0?[1-9]|1[0-2])\1(?:[12]\d|3[01]|0?[1-9])(?![\d./-])",
        _slashed,
    ),
    ("full", rf"(?:{_YEAR}|{_RELATIVE_YEAR}の?)[ 　]?{_MONTH}[ 　]?{_DAY}", _full),
    ("month_part", rf"(?:(?:{_YEAR}|{_RELATIVE_YEAR}の?){_MONTH}|{_MONTH}){_PART}", _month_part),
    ("year_month", rf"(?:{_YEAR}|{_RELATIVE_YEAR}の?)[ 　]?{_MONTH}", _year_month),
    ("fiscal", rf"{_YEAR}度|(?:今年|来年|昨年|去年)度", _fiscal),
    ("decade", r"(?<!\d)(?:1[5-9]|20)\d0年代", _decade),
    (
        "year",
        rf"{_YEAR}(?!間|代|度|前|後)|(?<![0-9,.])[1-9][0-9]{{2}}年(?!間|代|度|前|後|以上|ほど|くらい|ぐらい|余|目|に一|ぶり)",
        _year,
    ),
    ("month_day", rf"(?<!\d)(?<!毎年){_MONTH}{_DAY}", _month_day),
    ("month", rf"(?<!\d)(?<!毎年){_MONTH}(?!号)", _month),
    ("near_week", rf"{_RELATIVE_WEEK}の?[{_WEEKDAYS}]曜日?|{_RELATIVE_WEEK}末|{_RELATIVE_WEEK}(?!間)", _near_week),
    ("near_month", rf"{_RELATIVE_MONTH}の?(?:{_DAY}|{_PART})?(?!号|分)", _near_month),
    ("away", rf"{_COUNT}(?:日|週間|[かヶカヵケ]月|年)(?:前|後)", _away),
    ("near_day", "|".join(sorted(_DAYS, key=len, reverse=True)), _near_day),
    ("near_year", rf"{_RELATIVE_YEAR}(?!度)", _near_year),
    ("weekday", rf"(?<!毎週)[{_WEEKDAYS}]曜日?(?!版)", _weekday),
    ("clock", _CLOCK, _clock),
)
_ABSOLUTE = frozenset({"slashed", "full", "year_month", "year", "decade", "fiscal", "month_part"})
_MEANINGS = {name: meaning for name, _, meaning in _PATTERNS}


def _compiled() -> re.Pattern[str]:
    # \1 of the slashed form must keep pointing at its own separator once it stands among named groups.
    parts = [
        f"(?P<{name}>{pattern})".replace(r"([-/.])", "(?P<separator>[-/.])").replace(r"\1", "(?P=separator)")
        for name, pattern, _ in _PATTERNS
    ]
    return re.compile("|".join(parts))


_DATES = _compiled()
