"""The words of the English calendar, months, weekdays, numbers and ordinals, as values and as patterns."""

import re
from typing import Final

from extraction.lang.en.word_lists import PACKAGE
from extraction.text.lexicon import lexicon

LEXICON: Final = lexicon(PACKAGE, "dates")
MONTHS: Final = {name: int(number) for name, number in LEXICON.values("month").items()}
WEEKDAY_NAMES: Final = LEXICON.ordered("weekday")
WEEKDAYS: Final = {name[:3]: number for number, name in enumerate(WEEKDAY_NAMES)}
_ONES: Final = LEXICON.ordered("number")
_TENS: Final = LEXICON.ordered("tens")
_ORDINALS: Final = LEXICON.ordered("ordinal")
COUNTS: Final = {word: number for number, word in enumerate(_ONES, start=1)} | {
    word: 10 * number for number, word in enumerate(_TENS, start=2)
}
_COUNT_PHRASES: Final = {"a": 1, "an": 1, "zero": 0, "a couple of": 2, "a couple": 2, "couple of": 2, "couple": 2}
_ORDINAL_VALUES: Final = {word: number for number, word in enumerate(_ORDINALS, start=1)} | {"thirtieth": 30}

WORDS: Final = frozenset(
    (*MONTHS, *WEEKDAYS, *WEEKDAY_NAMES, *COUNTS, *_ORDINAL_VALUES, "zero", "tues", "thur", "thurs")
)
"""Every word that names a month, a weekday or a number."""
MONTH: Final = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?"
)
SURE_MONTH: Final = r"(?:january|february|april|june|july|august|september|october|november|december|(?-i:March|May))\b"
"""A month that no other word looks like."""
WEEKDAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
SHORT_WEEKDAY: Final = r"(?-i:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun|tues|wed|thurs)\b\.?"
YEAR: Final = r"(?:1[0-9]\d\d|20\d\d)"
COUNT: Final = (
    rf"(?:\d{{1,3}}|(?:a\s+)?couple(?:\s+of)?|(?:{'|'.join(_TENS)})(?:[-\s](?:{'|'.join(_ONES[:9])}))?"
    rf"|{'|'.join(reversed(_ONES))}|an?)"
)
ORDINAL: Final = rf"(?:(?:twenty|thirty)[-\s](?:{'|'.join(_ORDINALS[:9])})|thirtieth|{'|'.join(reversed(_ORDINALS))})"
DAY_NUMBER: Final = r"(?:[12]\d|3[01]|0?[1-9])"
DAY: Final = rf"(?:{DAY_NUMBER}(?:st|nd|rd|th)?(?!\d)|(?:{ORDINAL})\b)"


def month_number(word: str) -> int:
    """1–12 of a month's name, whole or short."""
    return MONTHS[word.lower().rstrip(".")]


def weekday_number(word: str) -> int:
    """0 (Monday) – 6 of a weekday's name, whole or short."""
    return WEEKDAYS[word.lower()[:3]]


def count(words: str) -> int:
    """The value of a number in digits or words ("12", "twenty-one", "a couple of")."""
    words = " ".join(words.lower().split())
    if words.isdigit():
        return int(words)
    if words in _COUNT_PHRASES:
        return _COUNT_PHRASES[words]
    return sum(COUNTS[word] for word in re.split(r"[-\s]", words))


def ordinal(word: str) -> int:
    """The value of an ordinal in digits or words ("3rd", "3", "twenty-first")."""
    digits = re.match(r"\d+", word)
    if digits:
        return int(digits[0])
    *tens, last = re.split(r"[-\s]+", word.lower())
    return sum(COUNTS[ten] for ten in tens) + _ORDINAL_VALUES[last]


def year_of(words: str, now: int) -> int:
    """A year in four digits, or in two: the one nearest to now, at most twenty years ahead."""
    digits = int(re.sub(r"\D", "", words))
    if digits >= 100:
        return digits
    year = now // 100 * 100 + digits
    return year - 100 if year > now + 20 else year
