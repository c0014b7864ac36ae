"""Amounts of money and quantities in English prose: where they stand, and their values.

A number is one only with a currency or a unit. Counts ("5 apples"), durations in days and ambiguous units ("ten pounds"
without a word of money or weight, "40 degrees") are not read.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Final

from extraction.lang.en.dates.calendar import COUNTS
from extraction.lang.en.word_lists import PACKAGE
from extraction.lang.shared import amounts
from extraction.lang.shared.amounts import Idiom, Measure, Spot
from extraction.text.lexicon import lexicon

LEXICON: Final = lexicon(PACKAGE, "amounts")

_SCALES: Final = {word: int(value) for word, value in LEXICON.values("scale").items()}
_SHORT_SCALES: Final = {word: int(value) for word, value in LEXICON.values("short_scale").items()}
_WORD: Final = "|".join(sorted((*COUNTS, *_SCALES), key=len, reverse=True))
_FIRST: Final = "|".join(sorted(COUNTS, key=len, reverse=True))
_SCALE: Final = "|".join(_SCALES)
_NUMBER: Final = re.compile(
    r"(?<![\w.,:/#@&_\\*^=+)-])(?:(?<!\d )-(?=\d))?[0-9]+(?:[.,][0-9]+)*"
    rf"|\b(?<![-'’.])(?:an?(?=\s+(?:{_SCALE})\b)|(?:{_FIRST}))(?:[\s-]{{1,2}}(?:and\s)?(?:{_WORD})\b){{0,12}}\b",
    re.IGNORECASE,
)
_MAY: Final = re.compile(rf"[0-9０-９]|\b(?:{_WORD})\b", re.IGNORECASE)

_SIGNS: Final = LEXICON.values("currency_sign")
_CODE: Final = "|".join(sorted(amounts.CURRENCIES))
_SIGN: Final = re.compile(
    rf"(?<![\w$])(?:(?:(?:US|AU?|CA?|NZ|HK|NT|S|R)?\$|[€£¥₩₹฿₽₱₫])|(?:{_CODE})(?:\s?[$€£¥])?)\s?$"
)
_CASE_SENSITIVE: Final = LEXICON.words("case_sensitive_unit").union(amounts.CURRENCIES)
_METRE_IN_CONTEXT: Final = re.compile(
    r"\s?m(?=\s(?:long|tall|high|wide|deep|thick|away|above|below|in)\b)", re.IGNORECASE
)
_POUNDS: Final = re.compile(r"[\s-]?pounds?\b", re.IGNORECASE)
_OF_MONEY: Final = re.compile(
    r"\b(?:pa(?:y|ys|id|ying)|cost(?:s|ing)?|spen[dt]s?|earn(?:s|ed)?|charge[ds]?|price[ds]?|owe[ds]?|rent|salary|fee"
    r"|lent|lend|donate[ds]?|sold|bought|worth|budget)\b[^.!?\n]*$",
    re.IGNORECASE,
)
_OF_WEIGHT: Final = re.compile(
    r"\b(?:weigh(?:s|ed|ing|t)?|gain(?:s|ed)?|los[te]s?|losing|lift(?:s|ed)?|heavier|lighter)\b[^.!?\n]*$",
    re.IGNORECASE,
)


_FACTOR: Final = (
    r"[-·⋅](?:hours?|hrs?|h|seconds?|secs?|days?|years?|force|pounds?|lbs?|feet|foot|met(?:er|re)s?|miles?|inch(?:es)?"
    r"|kilograms?|grams?|volts?|amp(?:ere)?s?|square|cubic)\b"
    r"|\s(?:hours?|pounds?|feet|force|seconds?|met(?:er|re)s?)\b(?!\s(?:ago|later|earlier|before|after|per)\b)"
)
"""A unit behind another makes a unit of both: "kilowatt-hours" are no kilowatts, and "foot-pounds" no feet.

Where it follows, the shorter spelling does not match, so that the longest that the table knows does, or none.
"""


def _unit_pattern(units: Mapping[str, Sequence[str]]) -> tuple[re.Pattern[str], dict[str, str]]:
    """One pattern of all spellings of units, but for the verb "won't", and the symbol of each of its groups."""
    symbols = {f"u{number}": symbol for number, symbol in enumerate(units)}
    alternatives = (f"(?P<{group}>{'|'.join(map(_spelling, units[symbol]))})" for group, symbol in symbols.items())
    return re.compile(rf"[\s-]?(?:{'|'.join(alternatives)})(?![\w/²³]|(?<=won)['’]t|{_FACTOR})", re.IGNORECASE), symbols


def _spelling(word: str) -> str:
    pattern = word.replace(" ", r"\s+")
    return f"(?-i:{pattern})" if word in _CASE_SENSITIVE else pattern


_CURRENCY_NAMES: Final = LEXICON.groups("currency")
_CURRENCY, _CURRENCY_CODES = _unit_pattern(
    {code: (*_CURRENCY_NAMES.get(code, ()), code) for code in (*_CURRENCY_NAMES, *sorted(amounts.CURRENCIES))}
)
_MEASURE, _MEASURE_SYMBOLS = _unit_pattern(LEXICON.groups("unit"))
_RATE_UNIT: Final = r"(?:hour|hr|h|day|night|week|wk|month|mo|year|yr|annum|person|people|head)"
_SIGN_BEHIND: Final = re.compile(r"\s?(?P<sign>[€£¥$])(?![\w$])")
_PERCENT: Final = re.compile(r"\s?%(?![\w%])")
_SPELLED: Final = re.compile(rf"[\s-]?(?P<scale>{_SCALE})\b", re.IGNORECASE)
_SHORT: Final = re.compile(rf"\s?(?P<scale>{'|'.join(_SHORT_SCALES)})\b", re.IGNORECASE)


def find_amounts(text: str) -> Iterator[Spot]:
    """Each amount of the text as (start, end, amount), in order."""
    return amounts.find_amounts(text, ENGLISH)


def _value(text: str) -> tuple[Decimal, Decimal] | None:
    """The value of a number in digits or words; None for words that make no number ("two three")."""
    value = amounts.digits(text) if text[0].isdigit() else _spelled_value(text)
    return None if value is None else (value, Decimal(1))


def _spelled_value(text: str) -> Decimal | None:
    words = [word for word in re.split(r"[\s-]+", text.lower()) if word != "and"]
    whole = part = 0
    last_scale = 10**18
    for word in words:
        if word in ("a", "an"):
            part = 1
        elif word in COUNTS:
            value = COUNTS[word]
            if part % 100 and (part % 10 or value >= 10):
                return None
            part += value
        elif word == "hundred":
            if not 0 < part < 100:
                return None
            part *= 100
        elif not part or _SCALES[word] >= last_scale:
            return None
        else:
            last_scale = _SCALES[word]
            whole, part = whole + part * last_scale, 0
    return Decimal(whole + part)


def _unit(text: str, end: int, signed: bool, before: str) -> Measure | None:
    """The scale and the unit behind a number; `signed` where a currency stands before it."""
    scale = Decimal(1)
    spelled = _SPELLED.match(text, end)
    short = _SHORT.match(text, end) if spelled is None else None
    if spelled:
        scale, end = Decimal(_SCALES[spelled["scale"].lower()]), spelled.end()
    elif short:
        money = _CURRENCY.match(text, short.end())
        if signed or money:
            scale, end = Decimal(_SHORT_SCALES[short["scale"].lower()]), short.end()
    for pattern, symbols in ((_CURRENCY, _CURRENCY_CODES), (_MEASURE, _MEASURE_SYMBOLS)):
        match = pattern.match(text, end)
        if match and not (signed and pattern is _MEASURE):
            return Measure(match.end(), scale, symbols[str(match.lastgroup)])
    return Measure(end, scale, "") if signed else _signless(text, end, scale, before)


def _signless(text: str, end: int, scale: Decimal, before: str) -> Measure:
    """The unit by a sign behind the number, or by the words around."""
    sign = _SIGN_BEHIND.match(text, end)
    if sign:
        return Measure(sign.end(), scale, _SIGNS[sign["sign"]])
    percent, metre, pounds = _PERCENT.match(text, end), _METRE_IN_CONTEXT.match(text, end), _POUNDS.match(text, end)
    if percent:
        return Measure(percent.end(), scale, "%")
    if metre and scale == 1:
        return Measure(metre.end(), scale, "m")
    money, weight = _OF_MONEY.search(before), _OF_WEIGHT.search(before)
    if pounds and bool(money) is not bool(weight):
        return Measure(pounds.end(), scale, "GBP" if money else "lb")
    return Measure(end, scale, "")


def _code(sign: str) -> str:
    """The code of the currency sign or code before a number."""
    key = sign.strip().lower()
    return _SIGNS.get(key) or key[:3].upper()


_RATES: Final = {
    "h": "/hour",
    "d": "/day",
    "n": "/night",
    "w": "/week",
    "m": "/month",
    "y": "/year",
    "a": "/year",
    "p": "/person",
}


def _rate(words: str) -> str:
    """What an amount is per: "/hour" for "an hour", " each" for "apiece"."""
    word = re.sub(r"^[\s/]*(?:(?:per|an?|each|every)\s+)?", "", words.lower())
    return " each" if word in ("", "apiece") or words.strip().lower() == "each" else _RATES[word[0]]


ENGLISH: Final = Idiom(
    may=_MAY,
    number=_NUMBER,
    last=re.compile(
        rf"[0-9]+(?:[.,][0-9]+)*|\b(?:{_FIRST})\b(?:[\s-]{{1,2}}(?:and\s)?(?:{_WORD})\b){{0,12}}", re.IGNORECASE
    ),
    value=_value,
    sign=_SIGN,
    code=_code,
    unit=_unit,
    link=re.compile(r"(?P<dash>\s?[-–—~]\s?)|(?P<word>\s+to\s+)", re.IGNORECASE),
    both=re.compile(r"\bbetween\s$", re.IGNORECASE),
    and_=re.compile(r"(?P<word>\s+(?:and|to)\s+)", re.IGNORECASE),
    change=re.compile(r"\bfrom\s+\|", re.IGNORECASE),
    before=re.compile(
        r"(?:(?P<about>\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|circa|like|ca\.|estimated)\s|[~≈]\s?)"
        r"|(?P<over>\b(?:over|more\s+than|above|exceeding|upwards\s+of)\s|>\s?)"
        r"|(?P<at_least>\b(?:at\s+least|no(?:t)?\s+less\s+than|a\s+minimum\s+of|starting\s+at)\s|≥\s?)"
        r"|(?P<at_most>\b(?:as\s+much\s+as|(?<!went\s)(?<!goes\s)(?<!gone\s)(?<!go\s)(?<!going\s)(?<!risen\s)(?<!climbed\s)up\s+to|at\s+most|no(?:t)?\s+more\s+than|a\s+maximum\s+of)\s|≤\s?)"
        r"|(?P<under>\b(?:under|less\s+than|below|fewer\s+than)\s|<\s?))(?:an?\s)?$",
        re.IGNORECASE,
    ),
    after=re.compile(
        r"(?P<about>-?ish\b|\s(?:or\s+so|give\s+or\s+take|plus\s+or\s+minus)\b)|(?P<at_least>\+(?!\d)|\s(?:or\s+more|and\s+up"
        r"|at\s+least|minimum)\b)|(?P<at_most>\s(?:or\s+less|or\s+under|at\s+most|maximum|max)\b)",
        re.IGNORECASE,
    ),
    rate=re.compile(
        rf"(?:\s?/\s?|\s(?:per|an?|each|every)\s){_RATE_UNIT}\b"
        r"|\s(?:each|apiece)\b",
        re.IGNORECASE,
    ),
    leading_rate=re.compile(r"(?!)"),
    rates=_rate,
    never_before=re.compile(
        r"(?:\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten),\s$|\b(?:not|or|instead\s+of|rather\s+than|feet|foot|ft|lbs?|hours?|hrs?|dollars?)\s$|[\w)]\s?[×x*]|\b(?:several|few|couple(?:\s+of)?|dozen|many|half|quarter|version|page|room|no\.|number"
        r"|within|plus|times|another|extra|every|each)"
        r"(?:\s+an?)?\s)\s?$",
        re.IGNORECASE,
    ),
    never_after=re.compile(
        rf"\s(?:\d+|{_FIRST})\s?(?:inch(?:es)?|oz|ounces?|min|minutes?|mins|cents?)\b|\s+or\s+(?:[$€£¥]\s?)?\d"
        r"|\s?[×x*]\s?\d|-?(?:\s|-)(?:off|more|less|extra|discount|bills?|notes?|coins?|bill|sign|signs|store|stores|menu|and\s+a\s+half"
        rf"|or\s+(?:two|three|four)|(?:per|an?)\s+(?!{_RATE_UNIT}\b)\w+"
        rf"|ago|later|from\s+now|old|before|earlier|late|into|past|to\s+go)\b|\s?(?:±|\+/-)|\s?/\s?(?!{_RATE_UNIT}\b)\w",
        re.IGNORECASE,
    ),
)
"""The patterns of English amounts."""
