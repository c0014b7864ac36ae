"""The words of the English calendar: months, weekdays, numbers and ordinals, as patterns and as values."""

import re
from typing import Final

MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
WEEKDAY_NAMES: Final = tuple("monday tuesday wednesday thursday friday saturday sunday".split())  # noqa: SIM905
WEEKDAYS: Final = {name: number for number, name in enumerate("mon tue wed thu fri sat sun".split())}  # noqa: SIM905
_ONES: Final = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINALS: Final = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)
COUNTS: Final = {word: number for number, word in enumerate(_ONES.split(), start=1)} | {
    word: 10 * number for number, word in enumerate(_TENS.split(), start=2)
}
_COUNTED: Final = {"a": 1, "an": 1, "zero": 0, "a couple of": 2, "a couple": 2, "couple of": 2, "couple": 2}
_NUMBERED: Final = {word: number for number, word in enumerate(_ORDINALS.split(), start=1)} | {"thirtieth": 30}

WORDS: Final = frozenset(
    (
        *(*MONTHS, *WEEKDAYS, *WEEKDAY_NAMES, *COUNTS, *_NUMBERED),
        *("zero", "tues", "thur", "thurs"),
    )
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
_TENS_PATTERN: Final = _TENS.replace(" ", "|")
_ONES_PATTERN: Final = "|".join(reversed(_ONES.split()))
COUNT: Final = (
    rf"(?:\d{{1,3}}|(?:a\s+)?couple(?:\s+of)?|(?:{_TENS_PATTERN})(?:[-\s](?:{'|'.join(_ONES.split()[:9])}))?"
    rf"|{_ONES_PATTERN}|an?)"
)
ORDINAL: Final = (
    rf"(?:(?:twenty|thirty)[-\s](?:{'|'.join(_ORDINALS.split()[:9])})|thirtieth"
    rf"|{'|'.join(reversed(_ORDINALS.split()))})"
)
DAY: Final = rf"(?:(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?(?!\d)|(?:{ORDINAL})\b)"


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
    if words in _COUNTED:
        return _COUNTED[words]
    return sum(COUNTS[word] for word in re.split(r"[-\s]", words))


def ordinal(word: str) -> int:
    """The value of an ordinal in digits or words ("3rd", "3", "twenty-first")."""
    digits = re.match(r"\d+", word)
    if digits:
        return int(digits[0])
    *tens, last = re.split(r"[-\s]+", word.lower())
    return sum(COUNTS[ten] for ten in tens) + _NUMBERED[last]


def year_of(words: str, now: int) -> int:
    """A year in four digits, or in two: the one nearest to now, at most twenty years ahead."""
    digits = int(re.sub(r"\D", "", words))
    if digits >= 100:
        return digits
    year = now // 100 * 100 + digits
    return year - 100 if year > now + 20 else year
