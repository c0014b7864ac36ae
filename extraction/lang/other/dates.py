"""Dates in languages that no pack reads: days and months as Unicode's CLDR says that the language writes them.

CLDR, in Babel, has the patterns and the names of months of some 250 languages: "d 'de' MMMM 'de' y", "y年M月d日". A
date is read only where it has a month by name, letters behind its numbers, or a year of four digits beside both others,
so that no version is taken for one.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Final

from babel import Locale, UnknownLocaleError

from extraction.lang.shared import dates
from extraction.lang.shared.dates import Period
from extraction.lang.shared.expressions import Expressions, Telling, word
from extraction.model.findings import FoundName
from extraction.text.language import detected_language
from graph.model.types import EntityType

DateSpan = tuple[int, int, Period]
"""The start and the end of a date in the text, and its period."""

_ISO: Final = "y-MM-dd"
_FORMATS: Final = ("long", "medium", "short")
_SKELETONS: Final = ("yMMMd", "yMMMM", "yMMM", "MMMMd", "MMMd")
_FIELD: Final = re.compile(r"'(?P<quoted>[^']*)'|(?P<field>([A-Za-z])\3*)|(?P<sign>[^A-Za-z']+)")
_PARTS: Final = {
    "y": r"(?P<year>(?:1[5-9]|20)\d\d)",
    "M": r"(?P<number>1[0-2]|0?[1-9])",
    "L": r"(?P<number>1[0-2]|0?[1-9])",
    "d": r"(?P<day>3[01]|[12]\d|0?[1-9])",
}
_LETTER: Final = re.compile(r"[^\W\d_]")
_BEFORE: Final = r"(?<!\d)(?<!\d[.,:/-])"
_AFTER: Final = r"(?!\d|[.,:/-]\d)"
_DIGIT: Final = re.compile(r"\d")


def dated_names(text: str, when: datetime) -> Iterator[FoundName]:
    """The dates of a text in the language that it is detected to be in, as names of periods."""
    for start, end, period in find_dates(text, when, detected_language(text)):
        yield FoundName(
            start=start,
            end=end,
            surface=text[start:end],
            name=period.name,
            type=EntityType.TIME_UNIT,
            confidence=0.95,
            reasons=("date",),
            method="rule",
        )


def find_dates(text: str, when: datetime, language: str) -> Iterator[DateSpan]:
    """The dates of a text in order, counted from a zone-aware moment; a day without a year is the nearest one."""
    expressions = _expressions(language) if _DIGIT.search(text) else None
    if expressions is None:
        return
    for kind, match in expressions.matches(text):
        period = expressions.meaning(kind, match, Telling(when=when, side=0, text=text))
        if period is not None:
            yield match.start(), match.end(), period


@lru_cache(maxsize=64)
def _expressions(language: str) -> Expressions | None:
    """What reads the dates of a language; None where CLDR does not know it."""
    try:
        locale = Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return None
    widths: list[Mapping[int, str]] = [locale.months[width]["wide"] for width in ("format", "stand-alone")]
    months = {name.lower(): place for names in widths for place, name in names.items()}

    def meaning(match: re.Match[str], telling: Telling) -> Period | None:
        month = months[word(match, "month")] if word(match, "month") else int(match["number"])
        day = word(match, "day")
        if not word(match, "year"):
            return dates.yearless_day(month, int(day), telling.when, telling.side)
        if not day:
            return dates.month(int(match["year"]), month, telling.zone)
        return dates.day(date(int(match["year"]), month, int(day)), telling.zone)

    written = [str(locale.date_formats[name].pattern) for name in _FORMATS]
    written += [
        str(locale.datetime_skeletons[name].pattern) for name in _SKELETONS if name in locale.datetime_skeletons
    ]
    patterns = filter(None, (_pattern(each, months) for each in dict.fromkeys([*written, _ISO])))
    kinds = [(f"written{place}", pattern, meaning) for place, pattern in enumerate(sorted(patterns, key=_fields))]
    starts = re.compile(rf"(?<!\d)\d|\b(?:{_any(months)})", re.IGNORECASE)
    return Expressions(kinds, lambda text: (match.start() for match in starts.finditer(text)), flags=re.IGNORECASE)


def _fields(pattern: str) -> int:
    """Patterns with more fields go first: "3 de junio de 2026" before "3 de junio"."""
    return -pattern.count("(?P<")


def _pattern(written: str, months: Iterable[str]) -> str:
    """The expression of a pattern of CLDR; empty where one must not read by it."""
    parts: list[str] = []
    signs = ""
    for match in _FIELD.finditer(written):
        field = match["field"]
        if not field:
            sign = match["quoted"] or match["sign"] or ""
            signs += sign
            parts.append(r"\s*".join(re.escape(word) for word in re.split(r"\s+", sign)))
        elif field[0] in "ML" and len(field) > 2:
            parts.append(rf"(?P<month>{_any(months)})")
        elif field[0] in _PARTS:
            parts.append(_PARTS[field[0]])
        else:
            return ""
    fields = [part for part in parts if "(?P<" in part]
    has_year, has_month = (any(name in part for part in fields) for name in ("<year>", "<month>"))
    if len(fields) < 2 or not (has_month or (has_year and len(fields) == 3) or _LETTER.search(signs)):
        return ""
    last = parts.index(fields[-1])
    ends = "".join(parts[last + 1 :])
    # 日 behind the day belongs to it; "г." is as often the end of the sentence, or "г" the beginning of "года"
    parts[last + 1 :] = [rf"(?:{ends})?"] if _LETTER.match(ends) else []
    return _BEFORE + "".join(parts) + _AFTER


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))
