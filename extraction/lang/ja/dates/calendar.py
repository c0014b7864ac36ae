"""The Japanese calendar: numbers, eras, weekdays, and words that count from the time of the memory, as patterns."""

import re
from typing import Final

from extraction.text.lexicon import lexicon

_WORDS: Final = lexicon("extraction.lang.ja", "dates")
_KANJI_DIGITS: Final = {digit: value for value, digit in enumerate("〇一二三四五六七八九")} | {"零": 0}
_ERAS: Final = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
_LETTERS: Final = {"M": 1867, "T": 1911, "S": 1925, "H": 1988, "R": 2018}
_LUNAR_ERAS: Final = {era: int(first) for era, first in _WORDS.values("lunar_era").items()}
"""Eras of the lunar calendar with their first year. Their months are not ours: only the year is read."""
AGES: Final = {
    "奈良時代": (710, 794),
    "平安時代": (794, 1185),
    "鎌倉時代": (1185, 1333),
    "室町時代": (1336, 1573),
    "江戸時代": (1603, 1868),
    "明治時代": (1868, 1912),
    "大正時代": (1912, 1926),
    "昭和時代": (1926, 1989),
    "平成時代": (1989, 2019),
}
NEAR_DAYS: Final = {day: int(steps) for day, steps in _WORDS.values("near_day").items()}
"""Words for a day with its distance from today in days (昨日: −1)."""
SPAN_NOUNS: Final = "|".join(_WORDS.ordered("span_noun"))
KEEPING: Final = "|".join(_WORDS.ordered("keeping"))
YEARLY: Final = "|".join(_WORDS.ordered("yearly"))
WEEKLY: Final = "|".join(_WORDS.ordered("weekly"))
NEAR: Final = {"今": 0, "本": 0, "来": 1, "再来": 2, "先": -1, "先々": -2, "去": -1, "昨": -1, "一昨": -2, "おとと": -2}
WEEKDAYS: Final = "月火水木金土日"

_DIGIT: Final = "[0-9０-９]"
NUMBER: Final = rf"(?:{_DIGIT}{{1,2}}|[一二三四五六七八九十]{{1,3}}|零)"
COUNT: Final = rf"(?:{_DIGIT}{{1,3}}|[一二三四五六七八九十]{{1,3}})"
_ERA_NAMES: Final = "|".join(_ERAS)
LUNAR_ERA: Final = "|".join(_LUNAR_ERAS)
FULL_YEAR: Final = rf"(?<!{_DIGIT})(?<![.．])(?:[12１２]{_DIGIT}{{3}}|[一二][〇一二三四五六七八九]{{3}})"
YEAR: Final = (
    rf"(?:(?:西暦)?{FULL_YEAR}年|(?:{_ERA_NAMES})(?:元|{NUMBER})年"
    rf"|(?<![A-Za-z0-9])[MTSHR](?:元|{_DIGIT}{{1,2}})年)"
)
NEAR_YEAR: Final = r"(?:今年|本年|来年|再来年|去年|昨年|一昨年|おととし)"
NEAR_MONTH: Final = r"(?:今月|来月|再来月|先月|先々月)"
NEAR_WEEK: Final = r"(?:今週|来週|再来週|先週|先々週)"
WEEKDAY_BESIDE: Final = rf"(?:[（(][{WEEKDAYS}](?:曜日?)?(?:・?祝)?[）)]|[の 　]?[{WEEKDAYS}]曜日?)?"
DAY: Final = rf"(?P<day>{NUMBER})日(?![間々本目中]|月(?!曜))(?!ほど|くらい|ぐらい|ぶり|おき){WEEKDAY_BESIDE}"
MONTH: Final = rf"(?P<month>{NUMBER})月(?!間|号|ほど|くらい|ぐらい|余り|あまり)"


def number(text: str) -> int:
    """The value of Arabic digits of either width or of kanji, positional or with 十; 元 (first year of an era) is 1."""
    if text == "元":
        return 1
    if text.isdigit():
        return int(text)
    tens, has_ten, ones = text.partition("十")
    if not has_ten:
        return int("".join(str(_KANJI_DIGITS[digit]) for digit in text))
    return (_KANJI_DIGITS[tens] if tens else 1) * 10 + (_KANJI_DIGITS[ones] if ones else 0)


def year_of(text: str, now: int) -> int | None:
    """The year at the beginning of a text: 2011年, 平成23年 or, counted from the year `now`, 去年; None without one."""
    match = re.match(rf"(?:西暦)?({_DIGIT}{{3,4}}|[一二][〇一二三四五六七八九]{{3}})", text)
    if match:
        return number(match[1])
    match = re.match(rf"({_ERA_NAMES}|{LUNAR_ERA}|[MTSHR])(元|{NUMBER})", text)
    if match:
        return {**_ERAS, **_LETTERS}.get(match[1], _LUNAR_ERAS.get(match[1], 0) - 1) + number(match[2])
    match = re.match(r"(再来|一昨|おとと|今|本|来|去|昨)(?:年|し)", text)
    return now + NEAR[match[1]] if match else None
