"""The kinds of dates and times in Japanese prose, from most to least specific: each pattern with its meaning."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from extraction.lang.ja.dates.calendar import (
    AGES,
    COUNT,
    DAY,
    FULL_YEAR,
    LUNAR_ERA,
    MONTH,
    NEAR,
    NEAR_DAYS,
    NEAR_MONTH,
    NEAR_WEEK,
    NEAR_YEAR,
    NUMBER,
    WEEKDAY_IN_BRACKETS,
    WEEKDAYS,
    YEAR,
    number,
    year_of,
)
from extraction.lang.shared import dates
from extraction.lang.shared.dates import Period
from extraction.lang.shared.expressions import Expressions, Meaning, Telling, word

_MAY_LIE_AHEAD: Final = re.compile(r"(?:に|で|まで)(?![^。]{0,12}(?:った|した|いた|んだ|れた|えた))")
"""What follows a month that may lie ahead; 1月から, 1月の議事録 and 1月に会った人 are past."""
_SEASONS: Final = {"春": 3, "夏": 6, "秋": 9, "冬": 12}
_PARTS_OF_MONTH: Final = {"終わり": "end", "おわり": "end"} | {
    "末": "end",
    "末日": "end",
    "下旬": "late",
    "中旬": "mid",
    "半ば": "mid",
    "中頃": "mid",
}
_UNITS: Final = {"秒": "second", "分": "minute", "時間": "hour", "日": "day", "週間": "week", "年": "year"}
_IN_BRACKETS: Final = re.compile(rf"[（(]([{WEEKDAYS}])")
_AFTERNOON: Final = frozenset(("午後", "夜", "夕方", "晩", "夕刻"))


def _nothing(match: re.Match[str], telling: Telling) -> Period | None:  # noqa: ARG001
    """No date, though it looks like one: 毎週火曜, 紀元前208年."""
    return None


def _slashed(match: re.Match[str], telling: Telling) -> Period | None:
    """2022/1/21, R4.1.21."""
    year = year_of(match["year"], telling.when.year)
    if year is None:
        return None
    return dates.day(date(year, int(match["month"]), int(match["day"])), telling.zone)


def _short_slashed(match: re.Match[str], telling: Telling) -> Period | None:
    """3/14: always month first in Japanese; a likely fraction is no date, nor is a page in brackets (2/5)."""
    month, day = int(match["month"]), int(match["day"])
    around = match.string[max(match.start() - 1, 0) : match.start()] + match.string[match.end() : match.end() + 1]
    fraction = (month, day) in ((1, 2), (1, 3), (1, 4), (2, 3), (3, 4)) or around in ("()", "（）")
    if fraction and not word(match, "weekday"):
        return None
    return dates.yearless_day(month, day, telling.when, telling.side, weekday=_weekday_beside(match))


def _weekday_beside(match: re.Match[str]) -> int | None:
    """The weekday in brackets behind a day, which tells its year: 3/28(土), 4月20日（月）."""
    beside = _IN_BRACKETS.search(match[0])
    return WEEKDAYS.index(beside[1]) if beside else None


def _year_of_match(match: re.Match[str], telling: Telling) -> int | None:
    """The year of the match, or that of the date before (同年, 翌年, or no year at all); None without both."""
    year = word(match, "year")
    if year[:2] in ("同年", "翌年", "前年"):
        if telling.before is None:
            raise ValueError("no date stands before")
        return telling.before.start.year + {"同": 0, "翌": 1, "前": -1}[year[0]]
    if year:
        return year_of(match["year"], telling.when.year)
    return telling.before.start.year if telling.before is not None and telling.near else None


def _month_of(match: re.Match[str], telling: Telling) -> tuple[int, int]:
    """Year and month of the match. In a range, a month before the first one lies in the next year (11月から2月)."""
    near = re.match(r"(再来|先々|今|来|先)月", word(match, "near"))
    if near:
        at = dates.away(telling.when, "month", NEAR[near[1]]).start
        return at.year, at.month
    month, year = number(match["month"]), _year_of_match(match, telling)
    if not 1 <= month <= 12:
        raise ValueError("the calendar has no such month")
    if year is None:
        soon = not telling.looks_back and _MAY_LIE_AHEAD.match(match.string, match.end()) is not None
        return dates.yearless_month(month, telling.when, telling.side, soon=soon).start.year, month
    runs = telling.before is not None and telling.runs and not word(match, "year")
    return year + (runs and telling.before is not None and month < telling.before.start.month), month


def _day(match: re.Match[str], telling: Telling) -> Period | None:
    """A day with its month; without a year the likely one by the sentence."""
    if not word(match, "year") and not word(match, "near") and not telling.near:
        month, day = number(match["month"]), number(match["day"])
        return dates.yearless_day(month, day, telling.when, telling.side, weekday=_weekday_beside(match))
    year, month = _month_of(match, telling)
    return dates.day(date(year, month, number(match["day"])), telling.zone)


def _days(match: re.Match[str], telling: Telling) -> Period | None:
    """4月1日〜3日."""
    first = _day(match, telling)
    if first is None:
        return None
    start = first.start.date()
    end = start.replace(day=number(match["last"]))
    if word(match, "last_month"):
        month = number(match["last_month"])
        end = date(start.year + (month < start.month), month, number(match["last"]))
    return dates.span(start, end, telling.zone)


def _lone_day(match: re.Match[str], telling: Telling) -> Period | None:
    """A day without its month: of the month before it, else of the likely month where に or a part of day follows."""
    day = number(match["day"])
    if telling.before is not None and telling.near and telling.before.is_day:
        start = telling.before.start.date()
        return dates.day(dates.shifted(start.replace(day=1), months=day < start.day).replace(day=day), telling.zone)
    if match["sure"] is None:
        return None
    return dates.day_of_month(day, telling.when, telling.side)


def _month(match: re.Match[str], telling: Telling) -> Period | None:
    """A month or a part of it: 上旬, 中旬, 下旬 ten days, 末 its last day, 初め its first ten."""
    year, month = _month_of(match, telling)
    part = word(match, "part")
    if part:
        return dates.part_of_month(year, month, _PARTS_OF_MONTH.get(part, "early"), telling.zone)
    return dates.month(year, month, telling.zone)


def _business_year(match: re.Match[str], telling: Telling) -> Period | None:
    """2011年3月期: the twelve months that end with the month."""
    year, month = _month_of(match, telling)
    first = dates.month(year - 1, month + 1, telling.zone).start.date()
    return dates.span(first, dates.shifted(first, months=12) - timedelta(days=1), telling.zone)


def _weekday_of_month(match: re.Match[str], telling: Telling) -> Period | None:
    """来月の第2土曜日, 3月の最終金曜日."""
    year, month = _month_of(match, telling)
    position = -1 if match["number"][0] == "最" else number(match["number"])
    return dates.weekday_of_month(year, month, position, WEEKDAYS.index(match["weekday"]), telling.zone)


def _fiscal(match: re.Match[str], telling: Telling) -> Period | None:
    """年度: April to March; 上期 and 下期 its halves, 末 its last day."""
    year_word, current = match["year"], telling.when.year - (telling.when.month < 4)
    if year_word.startswith("前"):
        year = current - 1
    else:
        year = current if year_word == "年度" else year_of(year_word.replace("年度", "年"), current)
    if year is None:
        return None
    part = word(match, "part")
    if part == "末":
        return dates.day(date(year + 1, 3, 31), telling.zone)
    return dates.fiscal(year, telling.zone, number=0 if not part else 1 if part[0] in "上前" else 2)


def _year(match: re.Match[str], telling: Telling) -> Period | None:
    """A year, or its last day (末), season, quarter or half."""
    year = _year_of_match(match, telling)
    if year is None:
        return None
    if word(match, "season"):
        first = _SEASONS[match["season"]]
        return dates.months(year, first, first + 2, telling.zone)
    if word(match, "quarter"):
        return dates.quarter(year, number(match["quarter"]), telling.zone)
    if word(match, "half"):
        return dates.half(year, 1 if match["half"][0] in "上前" else 2, telling.zone)
    if word(match, "part") in ("末", "末日", "終わり"):
        return dates.day(date(year, 12, 31), telling.zone)
    return dates.year(year, telling.zone)


def _short_year(match: re.Match[str], telling: Telling) -> Period | None:
    """A year in two digits that ends a range: 1990年から94年."""
    if telling.before is None or not (telling.near and telling.runs):
        return None
    year = telling.before.start.year // 100 * 100 + int(match["short"])
    return dates.year(year, telling.zone) if year > telling.before.start.year else None


def _years_ago_today(match: re.Match[str], telling: Telling) -> Period | None:
    """5年前の今日."""
    return dates.day(dates.shifted(telling.when.date(), months=-12 * number(match["count"])), telling.zone)


def _near_season(match: re.Match[str], telling: Telling) -> Period | None:
    """今春, 来夏, 昨秋."""
    first = _SEASONS[match["season"]]
    return dates.months(telling.when.year + NEAR[match["near"]], first, first + 2, telling.zone)


def _years(match: re.Match[str], telling: Telling) -> Period | None:
    """1939〜1945年."""
    first, last = number(match["first"]), match["last"]
    return dates.years(first, int(str(first)[: 4 - len(last)] + str(int(last))), telling.zone)


def _decade(match: re.Match[str], telling: Telling) -> Period | None:
    """1980年代, 80年代 (of the last century), 昭和30年代."""
    if word(match, "era"):
        first = year_of(match["era"], 0)
        return dates.years(first, first + 9, telling.zone) if first else None
    first_year = number(match["decade"])
    return dates.decade(first_year + 1900 if first_year < 100 else first_year, telling.zone)


def _century(match: re.Match[str], telling: Telling) -> Period | None:
    """18世紀; 18世紀末 is read as the whole century, too."""
    return dates.century(number(match["number"]), telling.zone)


def _age(match: re.Match[str], telling: Telling) -> Period | None:
    """江戸時代 and the like, by their years in textbooks."""
    return dates.years(*AGES[match[0]], telling.zone)


def _near_day(match: re.Match[str], telling: Telling) -> Period | None:
    """今日, 昨夜, 明後日の夜. 翌日 and 同日 count from the day before them in the text."""
    day_word = match["near"]
    if day_word in ("翌日", "同日", "翌朝", "前日"):
        if telling.before is None or not telling.before.is_day:
            return None
        steps = {"翌": 1, "同": 0, "前": -1}[day_word[0]]
        return dates.day(telling.before.start.date() + timedelta(days=steps), telling.zone)
    return dates.day(telling.when.date() + timedelta(days=NEAR_DAYS[day_word]), telling.zone)


def _week(match: re.Match[str], telling: Telling) -> Period | None:
    """来週, 先週末, 来週の火曜; weeks begin on Monday."""
    near = re.match(r"(再来|先々|今|来|先)", match["near"])
    steps = NEAR[near[1]] if near else 0
    if word(match, "weekday"):
        return dates.weekday_of_week(WEEKDAYS.index(match["weekday"]), telling.when, steps)
    return dates.away(telling.when, "weekend" if word(match, "end") else "week", steps)


def _weekday(match: re.Match[str], telling: Telling) -> Period | None:
    """次の日曜日 is the next after today, この前の日曜日 the last before it, 日曜日 by the tense of the sentence."""
    place, side = WEEKDAYS.index(match["weekday"]), word(match, "side")
    if telling.near and telling.before is not None and telling.before.is_day:
        # 2025年6月2日は月曜日だった names the weekday of that day.
        at = telling.before.start.date()
        return None if at.weekday() == place else dates.weekday_near(place, telling.before.start, 1)
    direction = 1 if side in ("次の", "今度の", "次回の") else -1 if side else min(telling.side, 0)
    return dates.weekday_near(place, telling.when, direction)


def _bare(match: re.Match[str], telling: Telling) -> Period | None:
    """週末, 週明け, 月末, 年末, 年内 and the like: of the current week, month or year."""
    period_word, past = match["bare"], telling.side < 0
    when = telling.when
    if period_word == "週末":
        return dates.away(when, "weekend", -1 if past else 0)
    if period_word == "週明け":
        return dates.weekday_of_week(0, when, 0 if past else 1)
    if period_word in ("月末", "月初"):
        return dates.part_of_month(when.year, when.month, "end" if period_word == "月末" else "early", telling.zone)
    if period_word == "年末":
        return dates.day(date(when.year - past, 12, 31), telling.zone)
    return dates.away(when, {"週": "week", "月": "month", "年": "year"}[period_word[0]], 0)


def _away(match: re.Match[str], telling: Telling) -> Period | None:
    """三日前, 2年半前, 30分後. 三日後 in the past counts from the date before it in the text."""
    backwards = match["side"] == "前"
    count = match["count"]
    unit = _UNITS.get(match["unit"], "month")
    steps = (1 if count == "半" else number(count)) * (-1 if backwards else 1)
    if count == "半" or word(match, "half"):
        sign, half_alone = (-1 if backwards else 1), count == "半"
        halves = {"year": ("month", 12, 6), "hour": ("minute", 60, 30)}.get(unit)
        if halves is None:
            return None
        unit, whole, part = halves
        steps = sign * part if half_alone else steps * whole + sign * part
    when = telling.when
    if not backwards and telling.side < 0:
        if telling.before is None or not telling.near or not (telling.before.is_day or unit == "year"):
            return None
        when = telling.before.start
    return dates.away(when, unit, steps)


def _clock(match: re.Match[str], telling: Telling) -> Period | None:
    """A time of day on 24 hours, unless a part of the day stands before it; its day is added later."""
    if word(match, "named"):
        return dates.clock(12, 0, telling.when)
    hour, minute = number(match["hour"]), number(match["minute"]) if word(match, "minute") else 0
    part = word(match, "part")
    if (part in _AFTERNOON and hour < 12 and not (part in ("夜", "晩") and hour < 4)) or (part == "昼" and hour < 6):
        hour += 12
    elif hour == 12 and part in ("夜", "深夜", "午前"):
        hour = 0
    return dates.clock(hour % 24 if hour == 24 else hour, 30 if word(match, "half") else minute, telling.when)


_SOME_YEAR: Final = rf"(?P<year>(?:{YEAR}|{NEAR_YEAR}|同年|翌年|前年)の?)[ 　]?"
_PART: Final = r"(?P<part>末日?|初め|はじめ|初旬|初頭|頭(?!痛|部|脳)|上旬|中旬|下旬|半ば|中頃|終わり|おわり)"
_PART_OF_YEAR: Final = (
    r"(?P<season>[春夏秋冬])(?![一-鿿])|第(?P<quarter>[1-4１-４一二三四])四半期|(?P<half>上半期|下半期|前半|後半)"
    rf"|{_PART}"
)
_HOURS: Final = (
    rf"(?P<part>午前|午後|朝|夜|夕方|昼|深夜|早朝|未明|明け方|晩)?の?(?P<hour>{NUMBER})時(?![間代点計刻期給])"
)
_DAYTIME: Final = (
    rf"(?:の?(?:朝|昼|夜|晩|夕方|夕刻|深夜|早朝|未明|午前中?|午後)(?!の?{NUMBER}時|[一-鿿]))?"
    r"(?:中(?=[にはでのも、。]|$))?"
)
_PARTS: Final = "カップ|スケール|サイズ|程度|ほど|以[上下]|量|倍|ページ|[個本杯枚人名回件社台冊秒]"
"""What stands behind a fraction."""
_DASH: Final = "[〜～~–—ー−-]"
_WITHIN: Final = r"(?:中(?=[にはでのも、。\s]|$)|内)?"
_MONTHS_DAY: Final = DAY.replace("(?P<day>", "(?P<last>")

_AHEAD_OF: Final = rf"{COUNT}(?:分|時間|日|週間|[かヶカヵケ箇]月)前"
_EACH_TIME: Final = r"に(?=[^、。たてで\n]{0,20}(?:[るうくすつぬむぐぶ]|ます|こと)(?:[。\n]|$))"
"""What is done so long before each (7日前に通知する): what was done so long ago is told in the past."""

_NO_DATES: Final[tuple[tuple[str, str, Meaning], ...]] = (
    ("ancient", rf"紀元前[約]?(?:[0-9０-９]+|{NUMBER})(?:年代?|世紀)", _nothing),
    (
        "recurring",
        rf"(?:毎(?:日|朝|晩|夜|週|月|年)|隔週|隔月)(?:の|、)?(?:第?{NUMBER}?[{WEEKDAYS}]曜日?|{NUMBER}月(?:{NUMBER}日)?"
        rf"|{NUMBER}日)?(?:の?(?:午前|午後|朝|夜|夕方)?{NUMBER}時(?:半|{NUMBER}分)?)?",
        _nothing,
    ),
    ("each", rf"[{WEEKDAYS}]曜日?(?:ごと|毎|版|のたび)", _nothing),
    ("each_of_days", rf"(?<=日は)[{WEEKDAYS}]曜日?(?:(?:と|・|、|や)[{WEEKDAYS}]曜日?)+", _nothing),
    (
        "each_barred",
        rf"(?<![月週の0-9０-９])(?:[{WEEKDAYS}]曜日?|月末|月初|週末)(?:の?{NUMBER}時(?:半|{NUMBER}分)?)?(?:以降|以前|まで)?"
        r"(?=[のはにも][^。\n]{0,30}(?:禁止|厳禁|不可|ないこと)(?!だっ|でし|し))",
        _nothing,
    ),
    ("before_each", rf"(?:{_AHEAD_OF}(?:、|・|と|や|または))*{_AHEAD_OF}(?:まで)?{_EACH_TIME}", _nothing),
    ("before_what", rf"(?<=[一-鿿ァ-ヺーA-Za-z0-9]の){_AHEAD_OF}(?=に|まで|から|[、。\n]|$)", _nothing),
)

_DAYS: Final[tuple[tuple[str, str, Meaning], ...]] = (
    (
        "slashed",
        r"(?<![\d./-])(?P<year>(?:1[0-9]|20)\d\d)(?P<separator>[-/.])(?P<month>0?[1-9]|1[0-2])(?:[-/.])"
        rf"(?P<day>[12]\d|3[01]|0?[1-9])(?![\d/-]|\.\d){WEEKDAY_IN_BRACKETS}",
        _slashed,
    ),
    (
        "lettered",
        r"(?<![A-Za-z0-9])(?P<year>[MTSHR](?:元|\d{1,2}))[./](?P<month>1[0-2]|0?[1-9])[./]"
        r"(?P<day>3[01]|[12]\d|0?[1-9])(?!\d)",
        _slashed,
    ),
    (
        "short_slashed",
        r"(?<![\d/.A-Za-z])(?<!第)(?P<month>1[0-2]|0?[1-9])/(?P<day>3[01]|[12]\d|0?[1-9])(?![\d/A-Za-z%％]|\.\d)"
        rf"(?! ?(?:{_PARTS}))(?P<weekday>[（(][{WEEKDAYS}](?:曜日?)?[）)])?",
        _short_slashed,
    ),
    ("days", rf"(?:{_SOME_YEAR})?{MONTH}{DAY}{_DASH}(?:(?P<last_month>{NUMBER})月)?{_MONTHS_DAY}", _days),
    (
        "days_without_first",
        rf"(?:{_SOME_YEAR})?{MONTH}(?P<day>{NUMBER})[〜～–-]{_MONTHS_DAY}",
        _days,
    ),
    ("full", rf"{_SOME_YEAR}{MONTH}[ 　]?{DAY}{_DAYTIME}", _day),
    ("month_day", rf"(?<![0-9０-９]){MONTH}[ 　]?{DAY}{_DAYTIME}", _day),
    ("near_month_day", rf"(?P<near>{NEAR_MONTH})の?{DAY}{_DAYTIME}", _day),
    (
        "weekday_of_month",
        rf"(?:(?P<near>{NEAR_MONTH})|(?:{_SOME_YEAR})?{MONTH})の?第?(?P<number>(?<=第)[1-5１-５一二三四五]|最終|最後の)"
        rf"(?P<weekday>[{WEEKDAYS}])曜日?",
        _weekday_of_month,
    ),
    (
        "numbered_weekday",
        rf"第[1-5１-５一二三四五](?:[・、]第?[1-5１-５一二三四五])*[{WEEKDAYS}]曜日?",
        _nothing,
    ),
    (
        "lone_day",
        rf"(?<![月0-9０-９第])(?<!^週)(?<![^今来先]週){DAY}(?:(?P<sure>(?=に(?![0-9０-９一二三四五]+[回度本つ])|の(?:朝|夜|午前|午後|夕方|昼)|午前|午後|夜|朝|付))"
        r"|(?=まで|から|、|の|に|は|と|未))",
        _lone_day,
    ),
)

_LONGER: Final[tuple[tuple[str, str, Meaning], ...]] = (
    ("business_year", rf"(?:{_SOME_YEAR}){MONTH}期(?![間待限])", _business_year),
    ("month", rf"(?:{_SOME_YEAR}|(?<![0-9０-９年])){MONTH}(?:の?{_PART})?", _month),
    ("near_month", rf"(?P<near>{NEAR_MONTH})(?:の?{_PART})?{_WITHIN}(?![号分期])", _month),
    (
        "fiscal",
        rf"(?P<year>(?:{YEAR}|{NEAR_YEAR}|前年)度|(?<![一-鿿0-9０-９])年度(?=末|内))(?:の?(?P<part>上半?期|下半?期|前期|後期|末)|内)?",
        _fiscal,
    ),
    ("era_decade", rf"(?P<era>(?:明治|大正|昭和|平成){NUMBER})年代", _decade),
    ("decade", r"(?<!\d)(?P<decade>(?:1[5-9]|20)\d0|[一][八九]..(?=年代)|[3-9]0)年代", _decade),
    (
        "years",
        rf"(?P<first>{FULL_YEAR})年?{_DASH}(?P<last>[12]\d{{3}}|\d\d)年(?![間代度前後])",
        _years,
    ),
    ("short_year", r"(?<![0-9０-９.])(?P<short>[0-9]{2})年(?=まで|に|、|の|か)", _short_year),
    ("old_era", rf"(?P<year>(?:{LUNAR_ERA})(?:元|{NUMBER})年)(?:{NUMBER}月)?(?:{NUMBER}日)?(?![間代])", _year),
    (
        "year",
        rf"(?P<year>{YEAR}|(?<![0-9０-９,.])[1-9][0-9]{{2}}年(?!以上|ほど|くらい|ぐらい|余|目|に一|ぶり|もの|ご))(?![間代度前後目])"
        rf"(?:の?(?:{_PART_OF_YEAR}))?",
        _year,
    ),
    (
        "near_year",
        rf"(?P<year>{NEAR_YEAR})(?!度)(?:の?(?:{_PART_OF_YEAR})|{_WITHIN})",
        _year,
    ),
    (
        "relative_year",
        r"(?P<year>同年|翌年|前年)(?![度比同間])(?:の?(?P<season>[春夏秋冬])(?![一-鿿])|の?(?P<part>末))?",
        _year,
    ),
    ("near_season", r"(?P<near>[今来昨])(?P<season>[春夏秋冬])(?![一-鿿])", _near_season),
    (
        "century",
        rf"(?P<number>{NUMBER})世紀(?:初頭|末|半ば|中頃|前半|後半|初め)?",
        _century,
    ),
    ("age", "|".join(AGES), _age),
)

_NEAR: Final[tuple[tuple[str, str, Meaning], ...]] = (
    ("years_ago_today", rf"(?P<count>{COUNT})年前の(?:今日|きょう)", _years_ago_today),
    (
        "away",
        rf"(?P<count>{COUNT}|半)(?P<unit>秒|分|時間|日|週間|[かヶカヵケ箇]月|年)(?P<half>半)?(?:ほど|くらい|ぐらい)?(?P<side>前|後)(?![後半日年月])",
        _away,
    ),
    (
        "week",
        rf"(?P<near>{NEAR_WEEK})(?:の?(?P<weekday>[{WEEKDAYS}])(?:曜日?|(?=[にのは、]))"
        rf"{_DAYTIME}|の?(?P<end>末|土日)|の?(?:前半|後半|半ば)|{_WITHIN})(?![間刊])",
        _week,
    ),
    (
        "near_day",
        rf"(?P<near>{'|'.join(sorted(NEAR_DAYS, key=len, reverse=True))}|翌日|同日|翌朝|前日)"
        rf"(?![子香葉的])(?<!明朝(?=[時体]))(?<!きょう(?=だい))(?<!あす(?=[かぱ]))(?<!けさ(?=[ぁ-ん]{{2}}))(?<!あした(?=ば)){_DAYTIME}",
        _near_day,
    ),
    (
        "weekday",
        rf"(?P<side>次の|今度の|次回の|この前の|前の|この間の|先日の)?(?P<weekday>[{WEEKDAYS}])曜日?(?!版|ごと){_DAYTIME}",
        _weekday,
    ),
    ("next_weekday", rf"(?P<side>次の|今度の|この前の)(?P<weekday>[土日])(?=[にのは、]){_DAYTIME}", _weekday),
    (
        "bare",
        r"(?<![一-鿿0-9０-９])(?P<bare>週末|週明け|月末|月初|年末(?!年始|調整|商戦|ジャンボ)|週内|月内|年内)",
        _bare,
    ),
)

_CLOCKS: Final[tuple[tuple[str, str, Meaning], ...]] = (
    ("noon", r"(?P<named>正午)", _clock),
    (
        "clock",
        rf"(?<![同当0-9０-９一二三四五六七八九十]){_HOURS}(?<!^一時)(?<![^前後朝夜方昼明け晩]一時)"
        rf"(?:(?P<minute>{NUMBER}(?=分)|[一二三四五]十[一-九]?(?=分))分|(?P<half>半))?(?:頃|ごろ)?",
        _clock,
    ),
    (
        "digital",
        r"(?<![0-9:：.])(?P<hour>[0-2]?[0-9])[:：](?P<minute>[0-5][0-9])(?::[0-5]\d)?(?![0-9:：])",
        _clock,
    ),
)

_MAY_START: Final = re.compile(
    r"[0-9０-９〇一二三四五六七八九十零半今本来再先去昨前翌同明大昭平令永元天文慶寛正承万延貞宝享安弘嘉奈鎌室江西紀毎隔第年週月土日火水木金"
    r"次こ朝夜夕昼深早未晩午おきけあしゆMTSHR]"
)


def starts(text: str) -> Iterator[int]:
    """The places of characters that may begin a date."""
    return (match.start() for match in _MAY_START.finditer(text))


JAPANESE_DATES: Final = Expressions((*_NO_DATES, *_DAYS, *_NEAR[:2], *_LONGER, *_NEAR[2:], *_CLOCKS), starts)
"""Dates and times; what only looks like one (毎週火曜) comes first and has no meaning."""
