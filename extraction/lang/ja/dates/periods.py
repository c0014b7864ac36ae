"""The kinds of dates and times in Japanese prose, from most to least specific, as patterns."""

import re
from collections.abc import Iterator
from typing import Final

from extraction.lang.ja.dates import meanings
from extraction.lang.ja.dates.calendar import (
    AGES,
    COUNT,
    DAY,
    FULL_YEAR,
    MONTH,
    NEAR_DAYS,
    NEAR_MONTH,
    NEAR_WEEK,
    NEAR_YEAR,
    NUMBER,
    OLD_ERA,
    WEEKDAY_IN_BRACKETS,
    WEEKDAYS,
    YEAR,
)
from extraction.lang.shared.expressions import Expressions, Meaning

_SOME_YEAR: Final = rf"(?P<year>(?:{YEAR}|{NEAR_YEAR}|同年|翌年|前年)の?)[ 　]?"
_PART: Final = r"(?P<part>末日?|初め|はじめ|初旬|初頭|頭(?!痛|部|脳)|上旬|中旬|下旬|半ば|中頃|終わり|おわり)"
_HOURS: Final = (
    rf"(?P<part>午前|午後|朝|夜|夕方|昼|深夜|早朝|未明|明け方|晩)?の?(?P<hour>{NUMBER})時(?![間代点計刻期給])"
)
_DAYTIME: Final = (
    rf"(?:の?(?:朝|昼|夜|晩|夕方|夕刻|深夜|早朝|未明|午前中?|午後)(?!の?{NUMBER}時|[一-鿿]))?"
    r"(?:中(?=[にはでのも、。]|$))?"
)
_DASH: Final = "[〜～~–—ー−-]"
_WITHIN: Final = r"(?:中(?=[にはでのも、。\s]|$)|内)?"
_MONTHS_DAY: Final = DAY.replace("(?P<day>", "(?P<last>")

_NONE: Final[tuple[tuple[str, str, Meaning], ...]] = (
    ("ancient", rf"紀元前[約]?(?:[0-9０-９]+|{NUMBER})(?:年代?|世紀)", meanings.nothing),
    (
        "recurring",
        rf"(?:毎(?:日|朝|晩|夜|週|月|年)|隔週|隔月)(?:の|、)?(?:第?{NUMBER}?[{WEEKDAYS}]曜日?|{NUMBER}月(?:{NUMBER}日)?"
        rf"|{NUMBER}日)?(?:の?(?:午前|午後|朝|夜|夕方)?{NUMBER}時(?:半|{NUMBER}分)?)?",
        meanings.nothing,
    ),
    ("each", rf"[{WEEKDAYS}]曜日?(?:ごと|毎|版|のたび)", meanings.nothing),
)

_DAYS: Final[tuple[tuple[str, str, Meaning], ...]] = (
    (
        "slashed",
        r"(?<![\d./-])(?P<year>(?:1[0-9]|20)\d\d)(?P<separator>[-/.])(?P<month>0?[1-9]|1[0-2])(?:[-/.])"
        rf"(?P<day>[12]\d|3[01]|0?[1-9])(?![\d/-]|\.\d){WEEKDAY_IN_BRACKETS}",
        meanings.slashed,
    ),
    (
        "lettered",
        r"(?<![A-Za-z0-9])(?P<year>[MTSHR](?:元|\d{1,2}))[./](?P<month>1[0-2]|0?[1-9])[./]"
        r"(?P<day>3[01]|[12]\d|0?[1-9])(?!\d)",
        meanings.slashed,
    ),
    (
        "short_slashed",
        r"(?<![\d/.A-Za-z])(?P<month>1[0-2]|0?[1-9])/(?P<day>3[01]|[12]\d|0?[1-9])(?![\d/]|\.\d)"
        rf"(?:(?P<weekday>[（(][{WEEKDAYS}](?:曜日?)?[）)])|(?=に|から|まで|は|の|、|〜|～|\s*\d|午))",
        meanings.short_slashed,
    ),
    ("days", rf"(?:{_SOME_YEAR})?{MONTH}{DAY}{_DASH}(?:(?P<last_month>{NUMBER})月)?{_MONTHS_DAY}", meanings.days),
    (
        "days_without_first",
        rf"(?:{_SOME_YEAR})?{MONTH}(?P<day>{NUMBER})[〜～–-]{_MONTHS_DAY}",
        meanings.days,
    ),
    ("full", rf"{_SOME_YEAR}{MONTH}[ 　]?{DAY}{_DAYTIME}", meanings.day),
    ("month_day", rf"(?<![0-9０-９]){MONTH}[ 　]?{DAY}{_DAYTIME}", meanings.day),
    ("near_month_day", rf"(?P<near>{NEAR_MONTH})の?{DAY}{_DAYTIME}", meanings.day),
    (
        "weekday_of_month",
        rf"(?:(?P<near>{NEAR_MONTH})|(?:{_SOME_YEAR})?{MONTH})の?第?(?P<number>(?<=第)[1-5１-５一二三四五]|最終|最後の)"
        rf"(?P<weekday>[{WEEKDAYS}])曜日?",
        meanings.weekday_of_month,
    ),
    (
        "numbered_weekday",
        rf"第[1-5１-５一二三四五](?:[・、]第?[1-5１-５一二三四五])*[{WEEKDAYS}]曜日?",
        meanings.nothing,
    ),
    (
        "lone_day",
        rf"(?<![月0-9０-９第])(?<!^週)(?<![^今来先]週){DAY}(?:(?P<sure>(?=に(?![0-9０-９一二三四五]+[回度本つ])|の(?:朝|夜|午前|午後|夕方|昼)|午前|午後|夜|朝|付))"
        r"|(?=まで|から|、|の|に|は|と|未))",
        meanings.lone_day,
    ),
)

_LONGER: Final[tuple[tuple[str, str, Meaning], ...]] = (
    ("business_year", rf"(?:{_SOME_YEAR}){MONTH}期(?![間待限])", meanings.business_year),
    ("month", rf"(?:{_SOME_YEAR}|(?<![0-9０-９年])){MONTH}(?:の?{_PART})?", meanings.month),
    ("near_month", rf"(?P<near>{NEAR_MONTH})(?:の?{_PART})?{_WITHIN}(?![号分期])", meanings.month),
    (
        "fiscal",
        rf"(?P<year>(?:{YEAR}|{NEAR_YEAR}|前年)度|(?<![一-鿿0-9０-９])年度(?=末|内))(?:の?(?P<part>上半?期|下半?期|前期|後期|末)|内)?",
        meanings.fiscal,
    ),
    ("era_decade", rf"(?P<era>(?:明治|大正|昭和|平成){NUMBER})年代", meanings.decade),
    ("decade", r"(?<!\d)(?P<decade>(?:1[5-9]|20)\d0|[一][八九]..(?=年代)|[3-9]0)年代", meanings.decade),
    (
        "years",
        rf"(?P<first>{FULL_YEAR})年?{_DASH}(?P<last>[12]\d{{3}}|\d\d)年(?![間代度前後])",
        meanings.years,
    ),
    ("short_year", r"(?<![0-9０-９.])(?P<short>[0-9]{2})年(?=まで|に|、|の|か)", meanings.short_year),
    ("old_era", rf"(?P<year>(?:{OLD_ERA})(?:元|{NUMBER})年)(?:{NUMBER}月)?(?:{NUMBER}日)?(?![間代])", meanings.year),
    (
        "year",
        rf"(?P<year>{YEAR}|(?<![0-9０-９,.])[1-9][0-9]{{2}}年(?!以上|ほど|くらい|ぐらい|余|目|に一|ぶり|もの|ご))(?![間代度前後目])"
        rf"(?:の?(?:(?P<season>[春夏秋冬])(?![一-鿿])|第(?P<quarter>[1-4１-４一二三四])四半期|(?P<half>上半期|下半期|前半|後半)|{_PART}))?",
        meanings.year,
    ),
    (
        "near_year",
        rf"(?P<year>{NEAR_YEAR})(?!度)(?:の?(?:(?P<season>[春夏秋冬])(?![一-鿿])|第(?P<quarter>[1-4１-４一二三四])四半期"
        rf"|(?P<half>上半期|下半期|前半|後半)|{_PART})|{_WITHIN})",
        meanings.year,
    ),
    (
        "told_year",
        r"(?P<year>同年|翌年|前年)(?![度比同間])(?:の?(?P<season>[春夏秋冬])(?![一-鿿])|の?(?P<part>末))?",
        meanings.year,
    ),
    ("near_season", r"(?P<near>[今来昨])(?P<season>[春夏秋冬])(?![一-鿿])", meanings.near_season),
    (
        "century",
        rf"(?P<number>{NUMBER})世紀(?:初頭|末|半ば|中頃|前半|後半|初め)?",
        meanings.century,
    ),
    ("age", "|".join(AGES), meanings.age),
)

_NEAR: Final[tuple[tuple[str, str, Meaning], ...]] = (
    ("years_ago_today", rf"(?P<count>{COUNT})年前の(?:今日|きょう)", meanings.years_ago_today),
    (
        "away",
        rf"(?P<count>{COUNT}|半)(?P<unit>秒|分|時間|日|週間|[かヶカヵケ箇]月|年)(?P<half>半)?(?:ほど|くらい|ぐらい)?(?P<side>前|後)(?![後半日年月])",
        meanings.away,
    ),
    (
        "week",
        rf"(?P<near>{NEAR_WEEK})(?:の?(?P<weekday>[{WEEKDAYS}])(?:曜日?|(?=[にのは、]))"
        rf"{_DAYTIME}|の?(?P<end>末|土日)|の?(?:前半|後半|半ば)|{_WITHIN})(?![間刊])",
        meanings.week,
    ),
    (
        "near_day",
        rf"(?P<near>{'|'.join(sorted(NEAR_DAYS, key=len, reverse=True))}|翌日|同日|翌朝|前日)"
        rf"(?![子香葉的])(?<!明朝(?=[時体]))(?<!きょう(?=だい))(?<!あす(?=[かぱ]))(?<!けさ(?=[ぁ-ん]{{2}}))(?<!あした(?=ば)){_DAYTIME}",
        meanings.near_day,
    ),
    (
        "weekday",
        rf"(?P<side>次の|今度の|次回の|この前の|前の|この間の|先日の)?(?P<weekday>[{WEEKDAYS}])曜日?(?!版|ごと){_DAYTIME}",
        meanings.weekday,
    ),
    ("next_weekday", rf"(?P<side>次の|今度の|この前の)(?P<weekday>[土日])(?=[にのは、]){_DAYTIME}", meanings.weekday),
    (
        "bare",
        r"(?<![一-鿿0-9０-９])(?P<bare>週末|週明け|月末|月初|年末(?!年始|調整|商戦|ジャンボ)|週内|月内|年内)",
        meanings.bare,
    ),
)

_CLOCKS: Final[tuple[tuple[str, str, Meaning], ...]] = (
    ("noon", r"(?P<named>正午)", meanings.clock),
    (
        "clock",
        rf"(?<![同当0-9０-９一二三四五六七八九十]){_HOURS}(?<!^一時)(?<![^前後朝夜方昼明け晩]一時)"
        rf"(?:(?P<minute>{NUMBER}(?=分)|[一二三四五]十[一-九]?(?=分))分|(?P<half>半))?(?:頃|ごろ)?",
        meanings.clock,
    ),
    (
        "digital",
        r"(?<![0-9:：.])(?P<hour>[0-2]?[0-9])[:：](?P<minute>[0-5][0-9])(?::[0-5]\d)?(?![0-9:：])",
        meanings.clock,
    ),
)

_MAY_START: Final = re.compile(
    r"[0-9０-９〇一二三四五六七八九十零半今本来再先去昨前翌同明大昭平令永元天文慶寛正承万延貞宝享安弘嘉奈鎌室江西紀毎隔第年週月土日火水木金"
    r"次こ朝夜夕昼深早未晩午おきけあしゆMTSHR]"
)


def starts(text: str) -> Iterator[int]:
    """Where a character stands that may open a date."""
    return (match.start() for match in _MAY_START.finditer(text))


JAPANESE: Final = Expressions((*_NONE, *_DAYS, *_NEAR[:2], *_LONGER, *_NEAR[2:], *_CLOCKS), starts)
"""Dates and times; what only looks like one (毎週火曜) comes first and means nothing."""
