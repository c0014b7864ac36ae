"""Amounts of money and quantities: names that are the same in every language, and the scanner that both languages use.

An amount is a number with a unit. Bounds, ranges and approximations are part of its name, so that it is never taken for
an exact one. Numbers without a unit, such as versions, scores or years, are no amounts.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final, NamedTuple

from graph.model.reading.amount_names import ABOUT, CURRENCIES, MARKS, MONEY, QUANTITY

__all__ = ["CURRENCIES", "INEXACT", "Amount", "Idiom", "Measure", "Spot", "digits", "find_amounts"]

RUN: Final = "range"
"""The mark of a range ("10–20 kg")."""
_DIGITS_MOST: Final = 24
"""Characters of the longest number that is parsed."""
_MOST: Final = Decimal(10) ** 15
_PLACES_MOST: Final = 6
_CONTEXT_CHARACTERS: Final = 48
"""Characters before a number that are read as its context."""
_GROUPED: Final = re.compile(r"(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*|0)(?:\.\d+)?")
_WIDE: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    ord("　"): ord(" "), ord("￥"): ord("¥"), ord("−"): ord("-"), ord("〜"): ord("~"), ord("\u00a0"): ord(" "),
}  # fmt: skip
_BELOW_ZERO: Final = ("°C", "°F")


@dataclass(frozen=True, slots=True)
class Amount:
    """A number or range with a unit, by a name that is the same in every language.

    Names: "JPY 3000000" money by its ISO 4217 code, "2.3 km" a quantity by its symbol, "10–20 kg" a range, "about 65
    kg" and "at least USD 5" inexact amounts, "USD 1200/month" a rate.
    """

    name: str
    subtype: str
    mark: str = ""

    @property
    def is_exact(self) -> bool:
        """Whether it has no bound, range or approximation."""
        return not self.mark


INEXACT: Final = (*MARKS, RUN)
"""The marks of inexact amounts."""
Spot = tuple[int, int, Amount]
"""Start and end of an amount with the words that bound it, and the amount."""


class Measure(NamedTuple):
    """What follows a number: where it ends, its factor (thousand, 万), and the symbol or currency code if any."""

    end: int
    scale: Decimal
    symbol: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Idiom:
    """The patterns by which one language states amounts.

    `may` is a cheap test for any number; `number` finds numbers, `last` the second one of a range, and `value` parses
    them into digits and scale. `sign` is a currency before a number and `code` its ISO code, `unit` parses what follows
    a number (given whether it has a sign, and the text before it). `link` joins two numbers to a range unless `change`
    matches, `and_` those behind `both`. The group names of `before` and `after` are marks; `rate`, `leading_rate` and
    `rates` read what an amount is per. `never_before` and `never_after` rule an amount out.
    """

    may: re.Pattern[str]
    number: re.Pattern[str]
    last: re.Pattern[str]
    value: Callable[[str], tuple[Decimal, Decimal] | None]
    sign: re.Pattern[str]
    code: Callable[[str], str]
    unit: Callable[[str, int, bool, str], Measure | None]
    link: re.Pattern[str]
    both: re.Pattern[str]
    and_: re.Pattern[str]
    change: re.Pattern[str]
    before: re.Pattern[str]
    after: re.Pattern[str]
    rate: re.Pattern[str]
    leading_rate: re.Pattern[str]
    rates: Callable[[str], str]
    never_before: re.Pattern[str]
    never_after: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class _Piece:
    """One parsed number; `symbol` is empty where it has no unit of its own."""

    start: int
    end: int
    number: Decimal
    scale: Decimal
    symbol: str
    signed: bool

    @property
    def value(self) -> Decimal:
        return self.number * self.scale


def find_amounts(text: str, idiom: Idiom) -> Iterator[Spot]:
    """The amounts of a text in order, without overlaps."""
    if not idiom.may.search(text):
        return
    plain, end = text.translate(_WIDE), 0
    for match in idiom.number.finditer(plain):
        if match.start() < end:
            continue
        spot = _spot(plain, match, idiom)
        if spot is not None and spot[0] >= end:
            end = spot[1]
            yield spot


def digits(text: str) -> Decimal | None:
    """The value of a number in digits with separators, None when it is none or too long."""
    if len(text) > _DIGITS_MOST or not _GROUPED.fullmatch(text):
        return None
    return Decimal(text.replace(",", ""))


def _spot(text: str, match: re.Match[str], idiom: Idiom) -> Spot | None:
    first = _piece(text, match, idiom)
    if first is None:
        return None
    before = text[max(0, first.start - _CONTEXT_CHARACTERS) : first.start]
    whole, high = first, None
    both = idiom.both.search(before) is not None
    link = (idiom.and_ if both else idiom.link).match(text, first.end)
    last = _following(text, link, first, idiom) if link else None
    if last is None and (both or (link and link.lastgroup == "dash" and idiom.last.match(text, link.end()))):
        return None
    changes = last is not None and idiom.change.search(f"{before}|{text[last.end : last.end + 2]}") is not None
    if changes and not first.symbol:
        return None  # "from 800 to 950 euros": the last is what it is now
    if last is not None and not changes:
        whole, high = (
            _Piece(first.start, last.end, _low(first, last), Decimal(1), last.symbol, first.signed),
            last.value,
        )
        if whole.number >= high:
            return None
    odd = idiom.never_before.search(before) and not idiom.leading_rate.search(before)
    if not whole.symbol or odd or idiom.never_after.match(text, whole.end):
        return None
    return _with_bounds(text, whole, high, idiom)


def _piece(text: str, match: re.Match[str], idiom: Idiom) -> _Piece | None:
    parsed = idiom.value(match[0].lstrip("-"))
    if parsed is None:
        return None
    number, number_scale = parsed
    start = match.start()
    sign = idiom.sign.search(text[max(0, start - 8) : start])
    unit = idiom.unit(text, match.end(), sign is not None, text[max(0, start - _CONTEXT_CHARACTERS) : start])
    end, scale, symbol = unit or Measure(match.end(), Decimal(1), "")
    if sign is not None:
        start -= len(sign[0])
        if symbol and symbol != idiom.code(sign[0]):
            return None
        symbol = idiom.code(sign[0])
    if match[0].startswith("-"):
        if symbol not in _BELOW_ZERO:
            return None
        number = -number
    return _Piece(start, end, number, number_scale * scale, symbol, sign is not None)


def _following(text: str, link: re.Match[str], first: _Piece, idiom: Idiom) -> _Piece | None:
    """The second number of a range, None where there is no range.

    Behind a dash it may lack a unit when the first has a sign ("$5–10"); two different units make no range.
    """
    match = idiom.last.search(text, link.end(), link.end() + 12)
    between = text[link.end() : match.start()] if match else ""
    if match is None or (between and not idiom.sign.fullmatch(between)):
        return None
    # Searched again without an end, or a long number would be read as its first digits.
    whole = idiom.last.match(text, match.start())
    last = _piece(text, whole, idiom) if whole else None
    if last is not None and not last.symbol and first.signed and link.lastgroup == "dash":
        last = replace(last, symbol=first.symbol)
    return last if last is not None and last.symbol and first.symbol in ("", last.symbol) else None


def _low(first: _Piece, last: _Piece) -> Decimal:
    """The lower end of a range: in "5 to 6 million" and 3〜5万 the first number has the scale of the second."""
    shared = first.number * last.scale
    shares_scale = first.scale == 1 and (first.signed or not first.symbol) and shared < last.value
    return shared if shares_scale else first.value


def _with_bounds(text: str, piece: _Piece, high: Decimal | None, idiom: Idiom) -> Spot | None:
    """The amount extended by the words that state its rate and its bounds."""
    start, end, rate = piece.start, piece.end, ""
    leading = idiom.leading_rate.search(text[max(0, start - 12) : start])
    per = idiom.rate.match(text, end)
    if leading or per:
        rate = idiom.rates((leading or per or [""])[0])
    start -= len(leading[0]) if leading else 0
    end = per.end() if per else end
    lead = idiom.before.search(text[max(0, start - 24) : start])
    tail = idiom.after.match(text, end)
    mark = _mark(lead, tail)
    start -= len(lead[0]) if lead else 0
    end = tail.end() if tail else end
    symbol, rate = _speed(piece.symbol, rate)
    name = _name(symbol, piece.value, high, rate)
    if name is None or idiom.never_after.match(text, end):
        return None
    marked = mark if high is None else RUN
    subtype = MONEY if symbol in CURRENCIES else QUANTITY
    return start, end, Amount(f"{mark} {name}" if mark else name, subtype, marked)


def _speed(symbol: str, rate: str) -> tuple[str, str]:
    """A distance per hour is a speed."""
    return (f"{symbol}/h", "") if rate == "/hour" and symbol in ("km", "mi") else (symbol, rate)


def _mark(*matches: re.Match[str] | None) -> str:
    """The mark stated by the words around: the name of the matched group; a bound wins over "about"."""
    marks = [str(match.lastgroup).replace("_", " ") for match in matches if match is not None]
    return next((mark for mark in marks if mark != ABOUT), marks[0] if marks else "")


def _name(symbol: str, low: Decimal, high: Decimal | None, rate: str) -> str | None:
    number = _written(low)
    if high is not None and number is not None:
        last = _written(high)
        number = None if last is None else f"{number}–{last}"
    if number is None:
        return None
    return f"{symbol} {number}{rate}" if symbol in CURRENCIES else f"{number} {symbol}{rate}"


def _written(number: Decimal) -> str | None:
    """A number in plain digits without trailing zeros, None for one out of range."""
    if abs(number) >= _MOST or number != round(number, _PLACES_MOST):
        return None
    plain = f"{abs(number):f}"
    plain = plain.rstrip("0").rstrip(".") if "." in plain else plain
    return f"minus {plain}" if number < 0 else plain
