"""Amounts of money and quantities in English prose: which stretches of text tell one, and what each comes to.

A number is one only with a currency or a unit. What counts things ("5 apples"), lasts for days or may be several units
("ten pounds" without a word of money or weight, "40 degrees") is not read.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from extraction.lang.en.dates.calendar import COUNTS
from extraction.lang.shared import amounts
from extraction.lang.shared.amounts import Idiom, Measure, Spot

_SCALES: Final = {"hundred": 100, "thousand": 1_000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_SHORT_SCALES: Final = {
    "k": 1_000, "m": 10**6, "mn": 10**6, "mm": 10**6, "mil": 10**6, "bn": 10**9, "b": 10**9, "tn": 10**12,
}  # fmt: skip
_WORD: Final = "|".join(sorted((*COUNTS, *_SCALES), key=len, reverse=True))
_FIRST: Final = "|".join(sorted(COUNTS, key=len, reverse=True))
_SCALE: Final = "|".join(_SCALES)
_NUMBER: Final = re.compile(
    r"(?<![\w.,:/#@&_\\*^=+)-])(?:(?<!\d )-(?=\d))?[0-9]+(?:[.,][0-9]+)*"
    rf"|\b(?<![-'’.])(?:an?(?=\s+(?:{_SCALE})\b)|(?:{_FIRST}))(?:[\s-]{{1,2}}(?:and\s)?(?:{_WORD})\b){{0,12}}\b",
    re.IGNORECASE,
)
_MAY: Final = re.compile(rf"[0-9０-９]|\b(?:{_WORD})\b", re.IGNORECASE)

_SIGNS: Final = {
    "$": "USD", "us$": "USD", "a$": "AUD", "au$": "AUD", "c$": "CAD", "ca$": "CAD", "nz$": "NZD", "hk$": "HKD",
    "nt$": "TWD", "s$": "SGD", "r$": "BRL", "€": "EUR", "£": "GBP", "¥": "JPY", "₩": "KRW", "₹": "INR", "฿": "THB",
    "₽": "RUB", "₱": "PHP", "₫": "VND",
}  # fmt: skip
_CODE: Final = "|".join(sorted(amounts.CURRENCIES))
_SIGN: Final = re.compile(
    rf"(?<![\w$])(?:(?:(?:US|AU?|CA?|NZ|HK|NT|S|R)?\$|[€£¥₩₹฿₽₱₫])|(?:{_CODE})(?:\s?[$€£¥])?)\s?$"
)
_CURRENCIES: Final = (
    (r"(?:u\.?s\.?\s+)?dollars?|bucks?|us\$", "USD"), (r"euros?", "EUR"), (r"yens?", "JPY"), (r"yuans?|rmb", "CNY"),
    (r"(?:south\s+)?(?:korean\s+)?won(?!['’]t)", "KRW"), (r"pounds?\s+sterling|quid", "GBP"),
    (r"(?:indian\s+)?rupees?", "INR"), (r"swiss\s+francs?", "CHF"), (r"(?:canadian)\s+dollars?", "CAD"),
    (r"australian\s+dollars?", "AUD"), (r"new\s+zealand\s+dollars?", "NZD"), (r"hong\s+kong\s+dollars?", "HKD"),
    (r"singapore\s+dollars?", "SGD"), (r"baht", "THB"), (r"rubles?|roubles?", "RUB"), (r"ringgit", "MYR"),
)  # fmt: skip
_MEASURES: Final = (
    (r"mm|millimet(?:er|re)s?", "mm"), (r"cm|centimet(?:er|re)s?", "cm"), (r"met(?:er|re)s?", "m"),
    (r"km|kilomet(?:er|re)s?", "km"), (r"inch(?:es)?", "in"), (r"ft|feet|foot", "ft"), (r"yards?", "yd"),
    (r"miles?|mi", "mi"), (r"mg|milligrams?", "mg"), (r"grams?|grammes?|(?-i:g)", "g"),
    (r"kg|kgs|kilos?|kilograms?|kilogrammes?", "kg"), (r"tonnes?|metric\s+tons?|(?-i:(?<=\s)t)", "t"),
    (r"tons?", "ton"),
    (r"oz|ounces?", "oz"), (r"lbs?", "lb"),
    (r"(?:sq(?:uare)?\.?\s?(?:m|met(?:er|re)s?)|m2|m²|sqm)", "m2"), (r"(?:sq(?:uare)?\.?\s?(?:km|kilomet(?:er|re)s?)"
    r"|km2|km²)", "km2"), (r"(?:sq(?:uare)?\.?\s?(?:ft|feet|foot))\.?", "ft2"), (r"acres?", "acre"),
    (r"ha|hectares?", "ha"), (r"cubic\s+met(?:er|re)s?|m3|m³", "m3"), (r"ml|millilit(?:er|re)s?", "ml"),
    (r"lit(?:er|re)s?|(?-i:L)", "l"), (r"gal|gallons?", "gal"),
    (r"°\s?C|℃|degrees?\s+(?:celsius|centigrade)|degrees\s+(?-i:C)", "°C"),
    (r"°\s?F|℉|degrees?\s+fahrenheit|degrees\s+(?-i:F)", "°F"), (r"percent|per\s+cent|pct", "%"),
    (r"(?-i:kB|KB)|kilobytes?", "kB"), (r"(?-i:MB)|megabytes?", "MB"), (r"(?-i:GB)|gigabytes?|gigs?", "GB"),
    (r"(?-i:TB)|terabytes?", "TB"), (r"(?-i:kbps|Kbps)", "kbit/s"), (r"(?-i:Mbps|Mbit/s)", "Mbit/s"),
    (r"(?-i:Gbps|Gbit/s)", "Gbit/s"), (r"(?-i:MB/s)", "MB/s"), (r"(?-i:W)|watts?", "W"),
    (r"(?-i:kW)|kilowatts?", "kW"), (r"(?-i:MW)|megawatts?", "MW"), (r"(?-i:kWh)|kilowatt[-\s]hours?", "kWh"),
    (r"(?-i:Wh)|watt[-\s]hours?", "Wh"), (r"volts?", "V"), (r"mah", "mAh"), (r"kcal|kilocalories", "kcal"),
    (r"(?-i:Hz)|hertz", "Hz"), (r"khz", "kHz"), (r"(?-i:MHz)|megahertz", "MHz"), (r"ghz|gigahertz", "GHz"),
    (r"m/s|met(?:er|re)s?\s+per\s+second", "m/s"), (r"km/h|kph|kmh", "km/h"), (r"mph", "mi/h"),
    (r"hours?|hrs?", "h"), (r"minutes?|mins?", "min"),
)  # fmt: skip
_METRE_HERE: Final = re.compile(r"\s?m(?=\s(?:long|tall|high|wide|deep|thick|away|above|below|in)\b)", re.IGNORECASE)
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


def _units(pairs: tuple[tuple[str, str], ...], lead: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """One pattern of many units, and the symbol of each of its groups."""
    symbols = {f"u{place}": symbol for place, (_, symbol) in enumerate(pairs)}
    named = "|".join(f"(?P<u{place}>{pattern})" for place, (pattern, _) in enumerate(pairs))
    return re.compile(rf"{lead}(?:{named})(?![\w/²³])", re.IGNORECASE), symbols


_CURRENCY, _CURRENCY_CODES = _units((*_CURRENCIES, *((rf"(?-i:{code})", code) for code in _CODE.split("|"))), r"[\s-]?")
_MEASURE, _MEASURE_SYMBOLS = _units(_MEASURES, r"[\s-]?")
_SIGN_BEHIND: Final = re.compile(r"\s?(?P<sign>[€£¥$])(?![\w$])")
_PERCENT: Final = re.compile(r"\s?%(?![\w%])")
_SPELLED: Final = re.compile(rf"[\s-]?(?P<scale>{_SCALE})\b", re.IGNORECASE)
_SHORT: Final = re.compile(r"\s?(?P<scale>k|mn|mm|mil|m|bn|b|tn)\b", re.IGNORECASE)


def found(text: str) -> Iterator[Spot]:
    """Each amount of the text as (start, end, amount), in order."""
    return amounts.find_amounts(text, ENGLISH)


def _value(text: str) -> tuple[Decimal, Decimal] | None:
    """The value of a number in digits or words, None for words that make no number ("two three")."""
    value = amounts.digits(text) if text[0].isdigit() else _spelled_value(text)
    return None if value is None else (value, Decimal(1))


def _spelled_value(text: str) -> Decimal | None:
    words = [word for word in re.split(r"[\s-]+", text.lower()) if word != "and"]
    whole = part = 0
    least = 10**18
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
        elif not part or _SCALES[word] >= least:
            return None
        else:
            least = _SCALES[word]
            whole, part = whole + part * least, 0
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
    """The units that a sign tells, or the words around."""
    sign = _SIGN_BEHIND.match(text, end)
    if sign:
        return Measure(sign.end(), scale, _SIGNS[sign["sign"]])
    percent, metre, pounds = _PERCENT.match(text, end), _METRE_HERE.match(text, end), _POUNDS.match(text, end)
    if percent:
        return Measure(percent.end(), scale, "%")
    if metre and scale == 1:
        return Measure(metre.end(), scale, "m")
    money, weight = _OF_MONEY.search(before), _OF_WEIGHT.search(before)
    if pounds and bool(money) is not bool(weight):
        return Measure(pounds.end(), scale, "GBP" if money else "lb")
    return Measure(end, scale, "")


def _code(sign: str) -> str:
    """The currency that a sign or code before a number means."""
    plain = sign.strip().lower()
    return _SIGNS.get(plain) or plain[:3].upper()


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
    """What an amount is per."""
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
        r"(?:\s?/\s?|\s(?:per|an?|each|every)\s)(?:hour|hr|h|day|night|week|wk|month|mo|year|yr|annum|person|people|head)\b"
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
        r"|or\s+(?:two|three|four)|(?:per|an?)\s+(?!(?:hour|hr|h|day|night|week|wk|month|mo|year|yr|annum|person|people|head)\b)\w+"
        r"|ago|later|from\s+now|old|before|earlier|late|into|past|to\s+go)\b|\s?(?:±|\+/-)|\s?/\s?(?!(?:hour|hr|h|day|night|week|wk|month|mo|year|yr|annum|person|people|head)\b)\w",
        re.IGNORECASE,
    ),
)
"""How English tells amounts."""
