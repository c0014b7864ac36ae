"""Names of amounts ("JPY 3000000", "about 65 kg"): parsing them, and which exclude each other."""

import re
from typing import Final, NamedTuple

MONEY: Final = "money"
QUANTITY: Final = "quantity"
"""The subtypes of a concept that is an amount."""
CURRENCIES: Final = frozenset(
    "AUD BRL CAD CHF CNY EUR GBP HKD IDR INR JPY KRW MXN MYR NZD PHP RUB SEK SGD THB TWD USD VND".split()  # noqa: SIM905
)
"""Codes of ISO 4217."""
UNITS: Final = frozenset(
    "mm cm m km in ft yd mi mg g kg t ton oz lb mm2 cm2 m2 km2 ha acre ft2 tsubo jo m3 ml l gal °C °F % kB MB GB TB "  # noqa: SIM905
    "kbit/s Mbit/s Gbit/s MB/s W kW MW GW Wh kWh MWh GWh V mAh Ah Nm kcal Hz kHz MHz GHz m/s km/h mi/h h min".split()
)
"""Symbols of units. Of two that differ in case alone there is one: the key of a name has no capitals."""
ABOUT: Final = "about"
MARKS: Final = (ABOUT, "at least", "at most", "over", "under")
"""Marks of an amount that is not exact."""
RATES: Final = ("/hour", "/day", "/night", "/week", "/month", "/year", "/person", " each")

_NUMBER: Final = r"(?:minus )?\d{1,18}(?:\.\d{1,6})?"
_NAME: Final = re.compile(
    rf"(?:(?P<mark>{'|'.join(MARKS)}) )?(?:(?P<code>{'|'.join(sorted(CURRENCIES))}) )?(?P<first>{_NUMBER})"
    rf"(?P<range>–{_NUMBER})?(?: (?P<unit>{'|'.join(sorted(map(re.escape, UNITS), key=len, reverse=True))}))?"
    rf"(?P<rate>{'|'.join(RATES)})?"
)
_LONGEST: Final = 80


class AmountValue(NamedTuple):
    """What the name of an amount tells: its number, its unit (a currency's code, a symbol, what it is per) and whether
    it is meant exactly."""

    number: str
    unit: str
    exact: bool


def amount_value(name: str) -> AmountValue | None:
    """The parsed name of an amount, None for the name of anything else."""
    match = _NAME.fullmatch(name) if len(name) <= _LONGEST else None
    if match is None or bool(match["code"]) is bool(match["unit"]):
        return None
    unit = (match["code"] or match["unit"]) + (match["rate"] or "")
    return AmountValue(match["first"] + (match["range"] or ""), unit, not (match["mark"] or match["range"]))


def is_amount(name: str) -> bool:
    """Whether a name is that of an amount: it is equal to another or says something else, and is never near."""
    return amount_value(name) is not None


def bare(name: str) -> str:
    """The name of an amount without the mark that tells that it is no exact one."""
    return next((name[len(mark) + 1 :] for mark in MARKS if name.startswith(f"{mark} ")), name)


def exclude(first_name: str, other: str) -> bool:
    """Whether both amounts cannot be true of one thing: exact, of one unit, and different."""
    first, second = amount_value(first_name), amount_value(other)
    if first is None or second is None or not (first.exact and second.exact):
        return False
    return first.unit == second.unit and first.number != second.number
