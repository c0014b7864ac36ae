"""Personal data in texts: e-mail addresses, phone, card and account numbers, マイナンバー; told, or masked; pure.

    Call Ken at 090-1234-5678. → Call Ken at [phone].

A number counts where more than its digits speaks for it: a check digit, the plan of numbers of a country, how it is
written, or a word before it. So versions, ids, dates and amounts stay. Names and postal addresses are not looked for.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any, Final, TypeVar, cast

from graph.model.draft import Draft, GivenFact
from graph.tables import table_rows

_Value = TypeVar("_Value")

TAG: Final = "personal:"
"""How the tags begin by which marked memories are found: `personal:email`."""


class PersonalKind(StrEnum):
    """A kind of personal data."""

    EMAIL = "email"
    PHONE = "phone"
    CARD = "card"
    IBAN = "iban"
    MY_NUMBER = "my-number"


class Handling(StrEnum):
    """What becomes of personal data: nothing, a tag for each kind on the memory, or a placeholder in its place."""

    OFF = "off"
    MARK = "mark"
    MASK = "mask"


@dataclass(frozen=True, slots=True)
class PersonalSpan:
    """One piece of personal data: its kind and where it stands."""

    kind: PersonalKind
    start: int
    end: int


HANDLED: Final = frozenset({"text", "title", "tags", "speaker", "facts", "extra"})
"""The fields of a draft that are looked through."""
REGIONS: Final = ("JP", "US")
"""The countries whose phone numbers are known without their + and code."""

_WIDE: Final = str.maketrans({chr(0xFF01 + at): chr(0x21 + at) for at in range(94)} | {"\u3000": " ", "−": "-"})
"""Full-width signs as the narrow ones: one for one, so that places stay."""
_DASHES: Final = r"\-‐‑‒–—"
_EMAIL: Final = re.compile(
    r"(?<![\w.+/@-])(?!git@)[A-Za-z0-9][A-Za-z0-9._%+'-]{0,63}@"
    r"(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9@]|[-.][A-Za-z0-9]|:[A-Za-z0-9~/])",
    re.ASCII,
)
"""Addresses of remote repositories and of files on other machines (`git@host:path`) are none."""
# Neither before nor behind a number may stand what makes it a part of something longer.
_ALONE: Final = (
    r"(?<![A-Za-z0-9_#])(?<![A-Za-z0-9][./-])(?<!\d:)(?<!\d,(?=[1-9]))",
    r"(?![A-Za-z0-9_])(?![./:-][A-Za-z0-9])(?!,[1-9]\d\d)",
)
_CARD: Final = re.compile(rf"{_ALONE[0]}\d(?:[ {_DASHES}]?\d){{13,18}}{_ALONE[1]}", re.ASCII)
_CARD_SHAPES: Final = frozenset({(4, 4, 4, 4), (4, 6, 5), (4, 6, 4), (4, 4, 4, 4, 3)})
_BRANDS: Final = re.compile(
    r"4\d{15}(?:\d{3})?|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|"
    r"35(?:2[89]|[3-8]\d)\d{12}|3(?:0[0-5]|[689]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|62\d{14,17}",
    re.ASCII,
)
"""Visa, Mastercard, American Express, JCB, Diners Club, Discover, UnionPay: how they begin, and how long they are."""
_MY_NUMBER: Final = re.compile(rf"{_ALONE[0]}\d{{4}}(?:[ {_DASHES}]?\d{{4}}){{2}}{_ALONE[1]}", re.ASCII)
_MY_NUMBER_WORDS: Final = re.compile(r"マイナンバー|個人番号|\bmy[ -]?number\b|\bindividual number\b", re.IGNORECASE)
_IBAN: Final = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}(?![A-Za-z0-9])", re.ASCII)
_NUMBERED: Final = re.compile(rf"[+(]?\d(?:[ ().{_DASHES}ー]{{0,3}}\d){{7,80}}", re.ASCII)
"""What may be a phone number: only there is the plan of numbers asked."""
_PHONE_WORDS: Final = re.compile(
    r"電話|携帯|ケータイ|連絡先|ファックス|ファクス|☎|📞|(?<![A-Za-z])(?:tel|phone|fax|mobile|cell|call|dial|ring|text)(?![a-z])",
    re.IGNORECASE,
)
_MOBILE: Final = re.compile(r"0[5-9]0\d{8}", re.ASCII)
_BEFORE: Final = 24
"""Characters before a number in which a word may say what it is."""


def personal_spans(text: str, regions: Sequence[str] = REGIONS) -> tuple[PersonalSpan, ...]:
    """The personal data of a text, in order, none within another."""
    narrow = text.translate(_WIDE)
    taken = bytearray(len(narrow))
    spans: list[PersonalSpan] = []
    for kind, places in (
        (PersonalKind.EMAIL, _emails(narrow)), (PersonalKind.IBAN, _ibans(narrow)), (PersonalKind.CARD, _cards(narrow)),
        (PersonalKind.MY_NUMBER, _my_numbers(narrow)), (PersonalKind.PHONE, _phones(narrow, regions)),
    ):  # fmt: skip
        for start, end in places:
            if not any(taken[start:end]):
                spans.append(PersonalSpan(kind, start, end))
                taken[start:end] = b"\1" * (end - start)
    return tuple(sorted(spans, key=lambda span: span.start))


def masked(text: str, regions: Sequence[str] = REGIONS) -> str:
    """The text with a placeholder for each piece of personal data: `[phone]`."""
    return _without(text, personal_spans(text, regions))


def _without(text: str, spans: Sequence[PersonalSpan]) -> str:
    parts: list[str] = []
    at = 0
    for span in spans:
        parts += [text[at : span.start], f"[{span.kind}]"]
        at = span.end
    return "".join((*parts, text[at:]))


def kept_text(text: str, handling: Handling, regions: Sequence[str] = REGIONS) -> str:
    """A text that is no draft as it may be kept."""
    return masked(text, regions) if handling is Handling.MASK else text


def handled(
    draft: Draft, handling: Handling, regions: Sequence[str] = REGIONS
) -> tuple[Draft, Mapping[PersonalKind, int]]:
    """A draft as it may be kept, and how many pieces of each kind its words hold.

    Words are text, title, tags, speaker, given facts and the texts in `extra`. What says where a memory came from, such
    as its source, session and project, is left.
    """
    if handling is Handling.OFF or not isinstance(draft, Draft):
        return draft, {}
    counts: Counter[PersonalKind] = Counter()

    def seen(text: str) -> str:
        if not isinstance(text, str):  # what is of another type is refused where drafts are checked
            return text
        spans = personal_spans(text, regions)
        counts.update(span.kind for span in spans)
        return _without(text, spans) if handling is Handling.MASK else text

    clean = replace(
        draft,
        text=seen(draft.text),
        title=seen(draft.title) if draft.title else draft.title,
        tags=_each(draft.tags, seen),
        speaker=seen(draft.speaker) if draft.speaker else draft.speaker,
        facts=_each(draft.facts, lambda fact: _fact(fact, seen)),
        extra=cast(Mapping[str, object], _json(draft.extra, seen)),
    )
    if handling is Handling.MARK and isinstance(clean.tags, tuple):
        kept = [tag for tag in clean.tags if not (isinstance(tag, str) and tag.startswith(TAG))]
        clean = replace(clean, tags=(*kept, *(f"{TAG}{kind}" for kind in PersonalKind if counts[kind])))
    return clean, {kind: counts[kind] for kind in PersonalKind if counts[kind]}


def _each(values: tuple[_Value, ...], change: Callable[[_Value], _Value]) -> tuple[_Value, ...]:
    return tuple(map(change, values)) if isinstance(values, list | tuple) else values


def _fact(fact: GivenFact, seen: Callable[[str], str]) -> GivenFact:
    if not isinstance(fact, GivenFact):
        return fact
    predicate = seen(fact.predicate) if fact.predicate else fact.predicate
    return replace(fact, subject=seen(fact.subject), object=seen(fact.object), predicate=predicate)


def _json(value: object, seen: Callable[[str], str]) -> object:
    match value:
        case str():
            return seen(value)
        case Mapping():
            inner = cast(Mapping[Any, object], value)
            return {key: _json(held, seen) for key, held in inner.items()}
        case list() | tuple():
            return [_json(held, seen) for held in cast(Sequence[object], value)]
        case _:
            return value


def _emails(text: str) -> Iterator[tuple[int, int]]:
    return (match.span() for match in _EMAIL.finditer(text))


def _ibans(text: str) -> Iterator[tuple[int, int]]:
    for match in _IBAN.finditer(text):
        place = _iban_within(text, match.start(), match.end())
        if place:
            yield place


def _iban_within(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The account number that begins here: words in capitals may follow it after a blank."""
    length = _iban_lengths().get(text[start : start + 2])
    at, count = start, 0
    while length and at < end and count < length:
        count += text[at] != " "
        at += 1
    if count != length or text[at : at + 1].isalnum():
        return None
    number = text[start:at].replace(" ", "")
    figures = "".join(str(int(sign, 36)) for sign in number[4:] + number[:4])
    return (start, at) if int(figures) % 97 == 1 else None


@cache
def _iban_lengths() -> Mapping[str, int]:
    rows = table_rows("graph.intake", "iban_lengths", "country length example")
    return {country: int(length) for country, length, _ in rows}


def _cards(text: str) -> Iterator[tuple[int, int]]:
    for match in _CARD.finditer(text):
        groups = re.findall(r"\d+", match.group(), re.ASCII)
        number = "".join(groups)
        shaped = len(groups) == 1 or tuple(map(len, groups)) in _CARD_SHAPES
        if shaped and _BRANDS.fullmatch(number) and passes_luhn(number):
            yield match.span()


def passes_luhn(number: str) -> bool:
    """Whether the last digit of a number is the check digit of the others (ISO/IEC 7812-1, after Luhn)."""
    doubled = (int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(number)))
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


def _my_numbers(text: str) -> Iterator[tuple[int, int]]:
    for match in _MY_NUMBER.finditer(text):
        groups = re.findall(r"\d+", match.group(), re.ASCII)
        named = _MY_NUMBER_WORDS.search(text, max(0, match.start() - _BEFORE), match.start())
        # Of twelve digits alone every eleventh passes, a moment such as 202611281230 among them.
        if (named or len(groups) == 3) and passes_my_number("".join(groups)):
            yield match.span()


def passes_my_number(number: str) -> bool:
    """Whether the last of twelve digits is the check digit of the others.

    `11 − Σ Pₙ·Qₙ mod 11`, and 0 for 10 and 11, with Pₙ the n-th digit from the right and Qₙ = n + 1 up to the sixth,
    n − 5 from there (行政手続における特定の個人を識別するための番号の利用等に関する法律, 総務省令第85号 第5条).
    """
    digits = [int(digit) for digit in reversed(number)]
    rest = sum(digit * (n + 1 if n <= 6 else n - 5) for n, digit in enumerate(digits[1:], 1)) % 11
    return digits[0] == (0 if rest <= 1 else 11 - rest)


def _phones(text: str, regions: Sequence[str]) -> Iterator[tuple[int, int]]:
    candidate = _NUMBERED.search(text)
    while candidate:
        at = candidate.end()
        for start, end in _phones_within(text, *candidate.span(), regions):
            if _written_as_phone(text, start, end):
                yield start, end
                # Of many in a row the last may have been cut.
                at = end
        candidate = _NUMBERED.search(text, at)


def _phones_within(text: str, start: int, end: int, regions: Sequence[str]) -> Iterator[tuple[int, int]]:
    """What is a number by the plan of a country, and grouped as there, if it is grouped."""
    # Loaded where there is something to look at: its tables take a while.
    from phonenumbers import Leniency, PhoneNumberMatcher  # noqa: PLC0415

    begin = max(0, start - 1)
    window = text[begin : end + 1]
    places = sorted(
        (begin + match.start, begin + match.end)
        for region in regions
        for match in PhoneNumberMatcher(window, region, leniency=Leniency.STRICT_GROUPING)
    )
    last = 0
    for place in places:
        if place[0] >= last:
            yield place
            last = place[1]


def _written_as_phone(text: str, start: int, end: int) -> bool:
    """Whether it stands alone, and groups, a + or a word before it tell that it is no other number."""
    number = text[start:end]
    if not re.search(f"{_ALONE[0]}$", text[:start][-3:]) or not re.match(_ALONE[1], text[end : end + 2]):
        return False
    if not number.isdigit() or _MOBILE.fullmatch(number):
        return True
    return _PHONE_WORDS.search(text, max(0, start - _BEFORE), start) is not None
