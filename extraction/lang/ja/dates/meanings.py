"""Which period each kind of Japanese date means, read off the groups of its pattern."""

import re
from datetime import date, timedelta
from typing import Final

from extraction.lang.ja.dates.calendar import AGES, NEAR, NEAR_DAYS, WEEKDAYS, number, year_of
from extraction.lang.shared import dates
from extraction.lang.shared.dates import Period
from extraction.lang.shared.expressions import Telling, word

_IN: Final = re.compile(r"(?:に|で|まで)(?![^。]{0,12}(?:った|した|いた|んだ|れた|えた))")
"""What follows a month that may lie ahead; 1月から and 1月の議事録 lie behind, and so does 1月に会った人."""
_SEASONS: Final = {"春": 3, "夏": 6, "秋": 9, "冬": 12}
_TENTHS: Final = {"終わり": "end", "おわり": "end"} | {
    "末": "end",
    "末日": "end",
    "下旬": "late",
    "中旬": "mid",
    "半ば": "mid",
    "中頃": "mid",
}
_UNITS: Final = {"秒": "second", "分": "minute", "時間": "hour", "日": "day", "週間": "week", "年": "year"}
_AFTERNOON: Final = frozenset(("午後", "夜", "夕方", "晩", "夕刻"))


def nothing(match: re.Match[str], telling: Telling) -> Period | None:  # noqa: ARG001
    """What looks like a date and is none: 毎週火曜, 紀元前208年."""
    return None


def slashed(match: re.Match[str], telling: Telling) -> Period | None:
    """2022/1/21, R4.1.21."""
    year = year_of(match["year"], telling.when.year)
    if year is None:
        return None
    return dates.day(date(year, int(match["month"]), int(match["day"])), telling.zone)


def short_slashed(match: re.Match[str], telling: Telling) -> Period | None:
    """3/14: always the month first in Japanese; a likely fraction is none."""
    month, day = int(match["month"]), int(match["day"])
    if (month, day) in ((1, 2), (1, 3), (1, 4), (2, 3), (3, 4)) and not word(match, "weekday"):
        return None
    return dates.yearless_day(month, day, telling.when, telling.side)


def _year(match: re.Match[str], telling: Telling) -> int | None:
    """The year that the match tells, or that of the date before (同年, 翌年, or nothing said in between)."""
    told = word(match, "year")
    if told[:2] in ("同年", "翌年", "前年"):
        if telling.before is None:
            raise ValueError("no date stands before")
        return telling.before.start.year + {"同": 0, "翌": 1, "前": -1}[told[0]]
    if told:
        return year_of(match["year"], telling.when.year)
    return telling.before.start.year if telling.before is not None and telling.near else None


def _month_of(match: re.Match[str], telling: Telling) -> tuple[int, int]:
    """Year and month that the match tells. A month that ends a run begun in a later one lies in the next year."""
    near = re.match(r"(再来|先々|今|来|先)月", word(match, "near"))
    if near:
        at = dates.away(telling.when, "month", NEAR[near[1]]).start
        return at.year, at.month
    month, year = number(match["month"]), _year(match, telling)
    if not 1 <= month <= 12:
        raise ValueError("the calendar has no such month")
    if year is None:
        soon = not telling.looks_back and _IN.match(match.string, match.end()) is not None
        return dates.yearless_month(month, telling.when, telling.side, soon=soon).start.year, month
    runs = telling.before is not None and telling.runs and not word(match, "year")
    return year + (runs and telling.before is not None and month < telling.before.start.month), month


def day(match: re.Match[str], telling: Telling) -> Period | None:
    """A day with its month; without a year the one the sentence makes likely."""
    if not word(match, "year") and not word(match, "near") and not telling.near:
        return dates.yearless_day(number(match["month"]), number(match["day"]), telling.when, telling.side)
    year, month = _month_of(match, telling)
    return dates.day(date(year, month, number(match["day"])), telling.zone)


def days(match: re.Match[str], telling: Telling) -> Period | None:
    """4月1日〜3日."""
    first = day(match, telling)
    if first is None:
        return None
    start = first.start.date()
    end = start.replace(day=number(match["last"]))
    if word(match, "last_month"):
        month = number(match["last_month"])
        end = date(start.year + (month < start.month), month, number(match["last"]))
    return dates.span(start, end, telling.zone)


def lone_day(match: re.Match[str], telling: Telling) -> Period | None:
    """A day without its month: of the month told right before, else of the likely month when に or a part follows."""
    told = number(match["day"])
    if telling.before is not None and telling.near and telling.before.is_day:
        start = telling.before.start.date()
        return dates.day(dates.shifted(start.replace(day=1), months=told < start.day).replace(day=told), telling.zone)
    if match["sure"] is None:
        return None
    return dates.day_of_month(told, telling.when, telling.side)


def month(match: re.Match[str], telling: Telling) -> Period | None:
    """A month or a part of it: 上旬, 中旬, 下旬 ten days, 末 its last day, 初め its first ten."""
    year, told = _month_of(match, telling)
    part = word(match, "part")
    if part:
        return dates.part_of_month(year, told, _TENTHS.get(part, "early"), telling.zone)
    return dates.month(year, told, telling.zone)


def business_year(match: re.Match[str], telling: Telling) -> Period | None:
    """2011年3月期: the twelve months that end with the month."""
    year, told = _month_of(match, telling)
    first = dates.month(year - 1, told + 1, telling.zone).start.date()
    return dates.span(first, dates.shifted(first, months=12) - timedelta(days=1), telling.zone)


def weekday_of_month(match: re.Match[str], telling: Telling) -> Period | None:
    """来月の第2土曜日, 3月の最終金曜日."""
    year, told = _month_of(match, telling)
    place = -1 if match["number"][0] == "最" else number(match["number"])
    return dates.weekday_of_month(year, told, place, WEEKDAYS.index(match["weekday"]), telling.zone)


def fiscal(match: re.Match[str], telling: Telling) -> Period | None:
    """年度: April to March; 上期 and 下期 its halves, 末 its last day."""
    told, now = match["year"], telling.when.year - (telling.when.month < 4)
    year = now - 1 if told.startswith("前") else now if told == "年度" else year_of(told.replace("年度", "年"), now)
    if year is None:
        return None
    part = word(match, "part")
    if part == "末":
        return dates.day(date(year + 1, 3, 31), telling.zone)
    return dates.fiscal(year, telling.zone, number=0 if not part else 1 if part[0] in "上前" else 2)


def year(match: re.Match[str], telling: Telling) -> Period | None:
    """A year, its last day (末), its season, quarter or half."""
    told = _year(match, telling)
    if told is None:
        return None
    if word(match, "season"):
        first = _SEASONS[match["season"]]
        return dates.months(told, first, first + 2, telling.zone)
    if word(match, "quarter"):
        return dates.quarter(told, number(match["quarter"]), telling.zone)
    if word(match, "half"):
        return dates.half(told, 1 if match["half"][0] in "上前" else 2, telling.zone)
    if word(match, "part") in ("末", "末日", "終わり"):
        return dates.day(date(told, 12, 31), telling.zone)
    return dates.year(told, telling.zone)


def short_year(match: re.Match[str], telling: Telling) -> Period | None:
    """The year that ends a run in two digits: 1990年から94年."""
    if telling.before is None or not (telling.near and telling.runs):
        return None
    told = telling.before.start.year // 100 * 100 + int(match["short"])
    return dates.year(told, telling.zone) if told > telling.before.start.year else None


def years_ago_today(match: re.Match[str], telling: Telling) -> Period | None:
    """5年前の今日."""
    return dates.day(dates.shifted(telling.when.date(), months=-12 * number(match["count"])), telling.zone)


def near_season(match: re.Match[str], telling: Telling) -> Period | None:
    """今春, 来夏, 昨秋."""
    first = _SEASONS[match["season"]]
    return dates.months(telling.when.year + NEAR[match["near"]], first, first + 2, telling.zone)


def years(match: re.Match[str], telling: Telling) -> Period | None:
    """1939〜1945年."""
    first, last = number(match["first"]), match["last"]
    return dates.years(first, int(str(first)[: 4 - len(last)] + str(int(last))), telling.zone)


def decade(match: re.Match[str], telling: Telling) -> Period | None:
    """1980年代, 80年代 (of the last century), 昭和30年代."""
    if word(match, "era"):
        first = year_of(match["era"], 0)
        return dates.years(first, first + 9, telling.zone) if first else None
    told = number(match["decade"])
    return dates.decade(told + 1900 if told < 100 else told, telling.zone)


def century(match: re.Match[str], telling: Telling) -> Period | None:
    """18世紀, also of its part."""
    return dates.century(number(match["number"]), telling.zone)


def age(match: re.Match[str], telling: Telling) -> Period | None:
    """江戸時代 and the like, by the years that textbooks give."""
    return dates.years(*AGES[match[0]], telling.zone)


def near_day(match: re.Match[str], telling: Telling) -> Period | None:
    """今日, 昨夜, 明後日の夜. 翌日 and 同日 count from the day told before."""
    told = match["near"]
    if told in ("翌日", "同日", "翌朝", "前日"):
        if telling.before is None or not telling.before.is_day:
            return None
        steps = {"翌": 1, "同": 0, "前": -1}[told[0]]
        return dates.day(telling.before.start.date() + timedelta(days=steps), telling.zone)
    return dates.day(telling.when.date() + timedelta(days=NEAR_DAYS[told]), telling.zone)


def week(match: re.Match[str], telling: Telling) -> Period | None:
    """来週, 先週末, 来週の火曜; weeks begin on Monday."""
    near = re.match(r"(再来|先々|今|来|先)", match["near"])
    steps = NEAR[near[1]] if near else 0
    if word(match, "weekday"):
        return dates.weekday_of_week(WEEKDAYS.index(match["weekday"]), telling.when, steps)
    return dates.away(telling.when, "weekend" if word(match, "end") else "week", steps)


def weekday(match: re.Match[str], telling: Telling) -> Period | None:
    """次の日曜日 is the next after today, この前の日曜日 the last before; a bare one as the sentence tells."""
    place, side = WEEKDAYS.index(match["weekday"]), word(match, "side")
    if telling.near and telling.before is not None and telling.before.is_day:
        # 2025年6月2日は月曜日だった says of that day which one it was.
        at = telling.before.start.date()
        return None if at.weekday() == place else dates.weekday_near(place, telling.before.start, 1)
    told = 1 if side in ("次の", "今度の", "次回の") else -1 if side else min(telling.side, 0)
    return dates.weekday_near(place, telling.when, told)


def bare(match: re.Match[str], telling: Telling) -> Period | None:
    """週末, 週明け, 月末, 年末, 年内 and the like: of the week, month or year around."""
    told, past = match["bare"], telling.side < 0
    when = telling.when
    if told == "週末":
        return dates.away(when, "weekend", -1 if past else 0)
    if told == "週明け":
        return dates.weekday_of_week(0, when, 0 if past else 1)
    if told in ("月末", "月初"):
        return dates.part_of_month(when.year, when.month, "end" if told == "月末" else "early", telling.zone)
    if told == "年末":
        return dates.day(date(when.year - past, 12, 31), telling.zone)
    return dates.away(when, {"週": "week", "月": "month", "年": "year"}[told[0]], 0)


def away(match: re.Match[str], telling: Telling) -> Period | None:
    """三日前, 2年半前, 30分後. What came so long after something in the past counts from the date told before."""
    backwards = match["side"] == "前"
    told = match["count"]
    unit = _UNITS.get(match["unit"], "month")
    steps = (1 if told == "半" else number(told)) * (-1 if backwards else 1)
    if told == "半" or word(match, "half"):
        sign, told_half = (-1 if backwards else 1), told == "半"
        halves = {"year": ("month", 12, 6), "hour": ("minute", 60, 30)}.get(unit)
        if halves is None:
            return None
        unit, whole, part = halves
        steps = sign * part if told_half else steps * whole + sign * part
    when = telling.when
    if not backwards and telling.side < 0:
        if telling.before is None or not telling.near or not (telling.before.is_day or unit == "year"):
            return None
        when = telling.before.start
    return dates.away(when, unit, steps)


def clock(match: re.Match[str], telling: Telling) -> Period | None:
    """A time of day, on 24 hours unless a part of the day stands before it; at first without its day."""
    if word(match, "named"):
        return dates.clock(12, 0, telling.when)
    hour, minute = number(match["hour"]), number(match["minute"]) if word(match, "minute") else 0
    part = word(match, "part")
    if (part in _AFTERNOON and hour < 12 and not (part in ("夜", "晩") and hour < 4)) or (part == "昼" and hour < 6):
        hour += 12
    elif hour == 12 and part in ("夜", "深夜", "午前"):
        hour = 0
    return dates.clock(hour % 24 if hour == 24 else hour, 30 if word(match, "half") else minute, telling.when)
