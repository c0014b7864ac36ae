"""Patterns of dates and times in English prose, from the most to the least specific kind."""

import re
from collections.abc import Iterator
from typing import Final

from extraction.lang.en.dates import resolution
from extraction.lang.en.dates.calendar import (
    COUNT,
    DAY,
    LEXICON,
    MONTH,
    ORDINAL,
    SHORT_WEEKDAY,
    SURE_MONTH,
    WEEKDAY,
    WORDS,
    YEAR,
)
from extraction.lang.shared.expressions import Expressions, Meaning

_DAYPART: Final = r"(?:\s+(?:early\s+|late\s+)?(?:morning|afternoon|evening|night)\b)?"
_DASH: Final = r"\s?[-–—]\s?"
_TO: Final = r"\s+(?:to|through|until|till|and)\s+"
_NAMED_YEAR: Final = rf"(?P<year>{YEAR})(?!\d)"
_ON: Final = (
    r"(?:(?<=\bon\s)|(?<=\bby\s)|(?<=\buntil\s)|(?<=\bsince\s)|(?<=\bbefore\s)|(?<=\bafter\s)|(?<=\bfrom\s)"
    r"|(?<=\bdue\s)|(?<=\bdated\s)|(?<=\bsigned\s)|(?<=day\s)|(?<=day,\s)|(?<=\bsent\s))"
)
_ANY_WEEKDAY: Final = rf"(?:(?P<on>{WEEKDAY}|{SHORT_WEEKDAY})\s?,?\s+(?:the\s+)?)?"
_UNIT: Final = r"(?P<unit>second|minute|hour|day|week|month|year|decade)s?\b"
_NO_NUMBER: Final = "".join(rf"(?<!\b{word}\s)" for word in LEXICON.ordered("numbered_noun"))
_NO_COUNT: Final = (
    r"(?![,.:%/-]\d|[%\d°$€£]|\s?(?:kg|km|cm|mm|mb|gb|kb|m|miles?|met(?:er|re)s?|feet|ft|people|persons?|dollars|euros"
    r"|pounds|yen|points|words|times|units|copies|tons?|tonnes|hours|minutes|days|years|employees|students|members"
    r"|inhabitants|residents|bce?)\b)"
)
_SEASON: Final = r"(?P<season>spring|summer|autumn|fall|winter)"
_HOURS: Final = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_HALF: Final = r"(?P<half>[ap](?:\.\s?m\.|m\b))"
_CLOCK_DAYPART: Final = r"(?:\s+(?:in\s+the\s+|this\s+|at\s+)(?P<part>morning|afternoon|evening|night))?"
_BEFORE_HOUR: Final = (
    r"(?:(?<=\bat\s)|(?<=\bby\s)|(?<=\bfrom\s)|(?<=\buntil\s)|(?<=\btill\s)|(?<=\bbefore\s)|(?<=\bafter\s)"
    r"|(?<=\bsince\s)|(?<=\baround\s)|(?<=\babout\s)|(?<=\bto\s)|(?<=\band\s)|(?<=\bfor\s)|(?<=day\s)|(?<=,\s)"
    r"|(?<=\btomorrow\s)|(?<=\btonight\s)|(?<=\d[-–])|(?<=\s[-–]\s)|^|(?<=\n)|(?<=\())"
)
_HALF_DAY_HOUR: Final = (
    rf"(?<![\d.,:$])(?:(?P<hour>2[0-4]|1\d|0?\d)(?:[:.]?(?P<minute>[0-5]\d))?(?:[:.][0-5]\d)?"
    rf"|(?P<word>zero|{_HOURS}))\s?{_HALF}"
)
"""Hours with their half of the day: "6:30 p.m.", "seven am"."""
_PARTED_HOUR: Final = (
    rf"{_BEFORE_HOUR}(?P<hour>1[0-2]|0?[1-9])(?=\s*(?:$|[;!?)\n]|[.,](?!\d))|\s(?:the|an?|my|our|his|her|their|its|we|i|he|she|it"
    r"|they|you|and|but|or|for|in|on|with|to|when|because|as|until|sharp)\b)"
)
"""An hour alone, which the part of the day before it halves: "this morning at 7"."""
_DIGITAL_HOUR: Final = (
    rf"{_BEFORE_HOUR}(?P<hour>2[0-3]|[01]?\d):(?P<minute>[0-5]\d)(?::[0-5]\d)?(?:\s?hrs?\b)?(?![\d:.]*\d)"
    rf"{_CLOCK_DAYPART}"
)
_SPOKEN_HOUR: Final = (
    rf"(?:(?:(?:(?:a\s+)?(?P<quarter>quarter|half)"
    rf"|{_BEFORE_HOUR}(?<!from\s)(?:(?P<minutes>five|ten|twenty(?:[-\s]five)?)(?:\s+minutes)?|(?P<digits>\d\d?)\s+minutes))"
    rf"\s+(?P<side>past|to|after|before)\s+(?P<hour>{_HOURS}|\d\d?)(?:\s+o['’]clock)?"
    rf"|(?P<full>{_HOURS}|zero|(?:thir|four|fif|six|seven|eigh|nine)teen|\d\d?)\s+o['’]clock)\b{_CLOCK_DAYPART})"
)
_NOON_OR_MIDNIGHT: Final = r"(?P<named>noon|midday|midnight)\b"
_RECURRING: Final = re.sub(
    r"\(\?P<\w+>",
    "(?:",
    rf"(?:every|each)\s+(?:other\s+|second\s+|single\s+|{COUNT}\s+)?(?:{WEEKDAY}|{MONTH}|day|week|weekend|month|year"
    rf"|morning|evening|night|afternoon|spring|summer|autumn|winter)s?\b{_DAYPART}(?:\s+at\s+{_HALF_DAY_HOUR})?",
)

_LEAD: Final = r"(?P<lead>(?:in|since|by|until|till|during|of|for|from|before|after|on)\s+)?"
_NEAR_YEAR: Final = r"\s*,?\s+(?:of\s+)?(?P<side>last|next|this)\s+year\b"
_OF_NEAR_YEARS: Final[tuple[tuple[str, str, Meaning], ...]] = (
    (
        "month_day_near_year",
        rf"{_LEAD}(?P<month>{MONTH})\s+(?:the\s+)?(?P<day>{DAY}){_NEAR_YEAR}",
        resolution.of_near_year,
    ),
    (
        "day_month_near_year",
        rf"{_LEAD}(?P<day>{DAY})\s+(?:of\s+)?(?P<month>{MONTH}){_NEAR_YEAR}",
        resolution.of_near_year,
    ),
    (
        "month_near_year",
        rf"{_LEAD}(?:(?P<part>early|mid|late)[-\s]+)?(?P<month>{MONTH}){_NEAR_YEAR}",
        resolution.of_near_year,
    ),
    (
        "season_near_year",
        rf"{_LEAD}(?:the\s+)?(?:(?:early|mid|late)[-\s]+)?{_SEASON}{_NEAR_YEAR}",
        resolution.of_near_year,
    ),
    (
        "near_year_and_month",
        rf"(?P<side>last|next|this)\s+year,?\s+(?:in|on)\s+(?P<month>{MONTH})(?:\s+(?P<day>{DAY}))?(?![\d:%])\b",
        resolution.of_near_year,
    ),
)
"""Months, days and seasons with "last year" behind them instead of a number."""

_DAYS: Final[tuple[tuple[str, str, Meaning], ...]] = (
    (
        "iso",
        r"(?P<day>(?:1[0-9]|20)\d\d(?:-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])|/\d{1,2}/\d{1,2}))(?!\d)"
        r"(?:(?:T|,?\s(?:at\s)?)(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?::\d\d(?:\.\d+)?)?"
        r"(?P<zone>Z|[+-]\d\d:?\d\d)?(?![\d:]))?",
        resolution.iso,
    ),
    *(
        (
            name,
            rf"(?:the\s+)?week\s+(?:of|beginning|starting|commencing)\s+(?:the\s+)?{_ANY_WEEKDAY}{day}(?![\d:%])"
            rf"(?:,?\s+{_NAMED_YEAR})?",
            resolution.week_of,
        )
        for name, day in (
            ("week_of_month_day", rf"(?P<month>{MONTH})\s+(?:the\s+)?(?P<day>{DAY})"),
            ("week_of_day_month", rf"(?P<day>{DAY})\s+(?:of\s+)?(?P<month>{MONTH})"),
        )
    ),
    (
        "days_of_month",
        rf"(?P<first>{DAY}){_DASH}(?P<last>{DAY})\s+(?:of\s+)?(?P<month>{MONTH})(?:,?\s+{_NAMED_YEAR})?",
        resolution.days,
    ),
    (
        "month_and_days",
        rf"(?P<month>{MONTH})\s+(?P<first>{DAY}){_DASH}(?P<last>{DAY})(?![-–:\d])(?:\s?,?\s+{_NAMED_YEAR})?",
        resolution.days,
    ),
    (
        "day_month_year",
        rf"{_ANY_WEEKDAY}(?P<day>{DAY})\s+(?:of\s+)?(?P<month>{MONTH})\s?,?\s+{_NAMED_YEAR}",
        resolution.full,
    ),
    (
        "month_day_year",
        rf"{_ANY_WEEKDAY}(?P<month>{MONTH})\s+(?:the\s+)?(?P<day>{DAY})\s*,?\s+{_NAMED_YEAR}",
        resolution.full,
    ),
    (
        "day_before_month_and_year",
        rf"(?P<day>{DAY})(?={_TO}{DAY}\s+(?P<month>{MONTH}),?\s+{_NAMED_YEAR})",
        resolution.full,
    ),
    (
        "day_month_before_year",
        rf"(?P<day>{DAY})\s+(?P<month>{MONTH})(?=(?:{_TO}|{_DASH}){DAY}\s+(?P<last_month>{MONTH}),?\s+{_NAMED_YEAR})",
        resolution.full,
    ),
    (
        "month_day_before_year",
        rf"(?P<month>{MONTH})\s+(?P<day>{DAY})(?=(?:{_TO}|{_DASH})(?P<last_month>{MONTH})\s+{DAY},?\s+{_NAMED_YEAR})",
        resolution.full,
    ),
    (
        "slashed",
        r"(?P<first>[0-3]?\d)/(?P<second>[0-3]?\d)/(?P<year>(?:20|19)\d\d|\d\d)(?![\d/]|\.\d)",
        resolution.slashed,
    ),
    ("short_slashed", rf"{_ON}(?P<first>[0-3]?\d)/(?P<second>[0-3]?\d)(?![\d/]|\.\d)", resolution.slashed),
    ("dotted", rf"{_ON}(?P<day>[0-3]?\d)\.(?P<month>[01]?\d)\.(?P<year>(?:19|20)\d\d)(?!\.?\d)", resolution.dotted),
    ("day_month", rf"{_ANY_WEEKDAY}(?P<day>{DAY})\s+of\s+(?P<month>{MONTH})(?![-–]\d|\d)", resolution.yearless),
    (
        "number_month",
        rf"{_ANY_WEEKDAY}(?P<day>[0-3]?\d(?:st|nd|rd|th)?)\s+(?P<month>{SURE_MONTH})",
        resolution.yearless,
    ),
    (
        "day_before_month",
        rf"(?P<day>[0-3]?\d(?:st|nd|rd|th)?)(?={_TO}{DAY}\s+(?P<month>{SURE_MONTH}))",
        resolution.yearless,
    ),
    ("month_day", rf"{_ANY_WEEKDAY}(?P<month>{MONTH})\s+(?:the\s+)?(?P<day>{DAY})(?![\d:%])\b", resolution.yearless),
)

_MONTHS_AND_YEARS: Final[tuple[tuple[str, str, Meaning], ...]] = (
    ("months", rf"(?P<first>{MONTH}){_DASH}(?P<last>{MONTH}),?\s+{_NAMED_YEAR}", resolution.months),
    (
        "month_before_year",
        rf"(?P<month>{SURE_MONTH})(?={_TO}(?P<last_month>{MONTH}),?\s+{_NAMED_YEAR})",
        resolution.month,
    ),
    (
        "part_of_month",
        rf"(?:(?P<part>early|mid|late)[-\s]+|(?:the\s+)?(?P<whole>end|beginning|start|middle)\s+of\s+)"
        rf"(?:(?P<side>last|next|this)\s+)?(?P<month>{MONTH})(?:,?\s+(?:of\s+)?{_NAMED_YEAR}|(?!\s+\d))",
        resolution.month,
    ),
    (
        "end_of",
        rf"(?:the\s+)?(?P<part>end|beginning|start|middle)\s+of\s+(?:(?:the|(?P<side>this|next|last))\s+"
        rf"(?P<unit>week|month|year)\b|(?P<year>{YEAR})(?![\d-]))",
        resolution.end_of,
    ),
    ("month_year", rf"(?P<month>{MONTH}),?\s+(?:of\s+)?{_NAMED_YEAR}", resolution.month),
    (
        "season",
        rf"(?:(?:early|mid|late)[-\s]+)?{_SEASON}\s+(?:of\s+)?{_NAMED_YEAR}|(?P<side>last|this|next)\s+"
        rf"{_SEASON.replace('season', 'near_season')}\b",
        resolution.season,
    ),
    (
        "weekday_in_month",
        rf"(?:the\s+)?(?P<number>last|[1-5](?:st|nd|rd|th)|first|second|third|fourth|fifth)\s+(?P<weekday>{WEEKDAY})"
        rf"\s+(?:of|in)\s+(?:(?P<side>last|this|next)\s+month\b|(?P<month>{MONTH})(?:,?\s+{_NAMED_YEAR})?)",
        resolution.weekday_in_month,
    ),
    (
        "month",
        rf"(?:(?P<lead>(?:in|since|by|until|till|during|of|for|from|before|after)\s+)|(?P<side>last|this|next)\s+)"
        rf"(?P<month>{SURE_MONTH})(?!,?\s+(?:of\s+)?\d|{_TO}{MONTH},?\s+{YEAR})",
        resolution.month,
    ),
    (
        "share",
        rf"(?:(?:the\s+)?(?P<number>first|second|third|fourth|[1-4](?:st|nd|rd|th))\s+(?P<unit>quarter|half)\s+of\s+"
        rf"|Q(?P<short>[1-4])\s?,?(?:\s?of\s)?\s?){_NAMED_YEAR}",
        resolution.share,
    ),
    (
        "century",
        rf"(?:(?:early|mid|late)[-\s]+)?(?P<number>\d\d?(?:st|nd|rd|th)|{ORDINAL})(?:\s+|\s?-\s?)century\b(?!\s+B\.?C)",
        resolution.century,
    ),
    (
        "decade",
        r"(?:(?:early|mid|late)[-\s]+)?(?P<decade>(?:1[5-9]|20)\d0['’]?s"
        r"|(?:(?<=the\s)|(?<=the\searly\s)|(?<=the\slate\s)|(?<=\bmid-))"
        r"(?:['’]?[3-9]0['’]?s|thirties|forties|fifties|sixties|seventies|eighties|nineties))\b",
        resolution.decade,
    ),
    ("years", rf"(?<!-)(?P<first>{YEAR})(?:{_DASH}|/)(?P<last>{YEAR}|\d\d)(?![\d-]|[/.]\d)", resolution.years),
    (
        "year",
        rf"(?:(?P<lead>(?:(?:in|since|by|until|from|of|during|circa|year)[\s-]+)+)(?:(?:early|late|mid)[\s-]+)?"
        rf"|(?:early|late|mid)[\s-]+)(?P<year>{YEAR})(?![-/]\d){_NO_COUNT}",
        resolution.year,
    ),
    (
        "plain_year",
        rf"(?<![\d.,$€£¥#:/-]){_NO_NUMBER}(?P<year>1[5-9]\d\d|20[0-4]\d)(?![\d,.:%/-]\d|[%\d]){_NO_COUNT}\b",
        resolution.year,
    ),
)

_NEAR: Final[tuple[tuple[str, str, Meaning], ...]] = (
    (
        "ahead",
        rf"(?P<in>in)\s+(?P<count>{COUNT})(?P<more>\s+and\s+a\s+half)?\s+{_UNIT}(?:['’]s?\s+time\b)?",
        resolution.ago,
    ),
    (
        "ago",
        rf"(?P<count>{COUNT})(?P<more>\s+and\s+a\s+half)?\s+{_UNIT}(?P<half>\s+and\s+a\s+half)?\s+"
        rf"(?:(?P<ago>ago)\b|from\s+(?:now|today)\b)",
        resolution.ago,
    ),
    (
        "from_day",
        rf"(?P<count>{COUNT})\s+(?P<unit>day|week)s?\s+from\s+(?P<base>tomorrow|{WEEKDAY})\b",
        resolution.ago,
    ),
    ("half_ago", r"half\s+a\s+year\s+ago\b", resolution.half_ago),
    (
        "after_next",
        r"(?:the\s+)?(?P<unit>weekend|week|month|quarter|year)\s+(?P<side>after|before)\s+(?:next|last)\b",
        resolution.after_next,
    ),
    (
        "weekday_of_week",
        rf"(?P<weekday>{WEEKDAY})\b{_DAYPART},?\s+(?:of\s+)?(?P<side>last|this|next)\s+week\b",
        resolution.weekday_of_week,
    ),
    (
        "week_and_weekday",
        rf"(?P<side>last|this|next)\s+week,?\s+(?:on\s+)?(?P<weekday>{WEEKDAY})\b{_DAYPART}",
        resolution.weekday_of_week,
    ),
    (
        "weekday_before_week",
        rf"(?P<weekday>{WEEKDAY})\b(?={_TO}{WEEKDAY}\s+(?:of\s+)?(?P<side>last|this|next)\s+week\b)",
        resolution.weekday_of_week,
    ),
    ("some_weekday", rf"an?\s+{WEEKDAY}\b", resolution.no_date),
    (
        "weekday_and_day",
        rf"(?P<weekday>{WEEKDAY})\s*,?\s+the\s+(?P<day>[0-3]?\d(?:st|nd|rd|th))\b"
        r"(?=\s*(?:$|[.,;!?)\n]|(?:at|and|we|i|he|she|they|in\s+the)\b))",
        resolution.day_of_month,
    ),
    (
        "weekday",
        rf"(?:this\s+(?=past|coming))?(?:(?P<side>last|next|this|past|coming)\s+)?"
        rf"(?P<weekday>{WEEKDAY}\b|(?:(?<=on\s)|(?<=next\s)|(?<=last\s)|(?<=this\s)){SHORT_WEEKDAY}){_DAYPART}",
        resolution.weekday,
    ),
    (
        "near",
        rf"(?:the\s+)?(?P<twice>day\s+(?:after|before)\s+(?=tomorrow|yesterday))?"
        rf"(?P<near>today|tonight|tomorrow|yesterday|last\s+night|this\s+(?:morning|afternoon|evening))\b{_DAYPART}",
        resolution.near,
    ),
    (
        "relative",
        r"(?<!the\s)(?:this\s+(?=past|coming))?(?P<side>last|next|this|past|coming)\s+"
        r"(?P<unit>weekend|week|month|quarter|year|decade)\b",
        resolution.relative,
    ),
    (
        "day_of_month",
        rf"{_ON}the\s+(?P<day>[0-3]?\d(?:st|nd|rd|th))\b(?:\s+of\s+(?P<side>last|this|next)\s+month\b"
        r"|(?=\s*(?:$|[.,;!?)\n]|(?:at|and|to|we|i|he|she|they|for|in\s+the)\b)))",
        resolution.day_of_month,
    ),
)

_FIRST_WORDS: Final = LEXICON.words("date_opening") | WORDS
_MAY_START: Final = re.compile(r"(?<![\w@#])(?:[a-z]+|['’]?\d)", re.IGNORECASE)


def starts(text: str) -> Iterator[int]:
    """The places of words that may open a date, and of numbers."""
    for match in _MAY_START.finditer(text):
        word = match[0]
        if word[-1].isdigit() or word.lower() in _FIRST_WORDS:
            yield match.start()


ENGLISH: Final = Expressions(
    (
        ("ancient", r"\d{1,3}(?:,?\d{3}){0,4}(?:\s?[-–]\s?\d+)?\s?(?:BCE?\b|B\.C\.)", resolution.no_date),
        (
            "fiscal",
            r"(?:(?:fiscal|financial|tax)(?:\s+year)?|FY)\s?(?:\d{4}|\d\d\b)(?:[-/]\d{2,4})?",
            resolution.no_date,
        ),
        ("recurring", _RECURRING, resolution.no_date),
        ("always", r"24/7\b", resolution.no_date),
        ("christian", r"(?:AD\s(?P<year>\d{1,4})(?!\d))|(?P<year_ce>\d{1,4})\s(?:AD|CE)\b", resolution.christian),
        *_OF_NEAR_YEARS,
        *_DAYS,
        ("halved", _HALF_DAY_HOUR, resolution.half_day_hour),
        ("parted", _PARTED_HOUR, resolution.parted_hour),
        ("spoken", _SPOKEN_HOUR, resolution.spoken_hour),
        *_NEAR,
        *_MONTHS_AND_YEARS,
        ("digital", _DIGITAL_HOUR, resolution.digital_hour),
        ("named", _NOON_OR_MIDNIGHT, resolution.noon_or_midnight),
    ),
    starts,
    flags=re.IGNORECASE,
)
"""All kinds in order of precedence; what only looks like a date ("every Tuesday") comes first."""
