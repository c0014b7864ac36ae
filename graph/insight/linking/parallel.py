"""Compares two texts that are built alike: what they share, in which places they differ, whether these exclude another.

Works on the letters alone, in both languages: words of spaced scripts, and runs of one script in Japanese.
"""

import json
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache, lru_cache
from importlib.resources import files
from itertools import takewhile

_TOKEN = re.compile(
    r"\d+(?:[.,:/]\d+)*|[a-z]+(?:['’][a-z]+)*|[\u4e00-\u9fff\u3400-\u4dbf々〆]+|[\u30a1-\u30fa\u30fc]+|[\u3041-\u3096]+"
)
_COMPARED = 600
"""Characters of a text that are compared; longer texts are not built alike."""
_NUMERALS = {n: str(v) for v, n in enumerate("〇一二三四五六七八九")} | {"十": "10", "両": "2"}
_NUMBER_WORDS: dict[str, str] = {
    word: str(value)
    for value, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    )
}
_KANJI_NUMBER = re.compile(
    r"^([〇一二三四五六七八九十両])(?=[人つ個本枚台頭匹羽機回月日時分年度歳階件名冊組種円点杯軒社両隻着足色面])"
)
_NEGATION = re.compile(r"ませんでした$|ません$|くない$|なかった$|ない$|なくなった$|ず$|ぬ$")
_FORMS = re.compile(
    r"[てで]?(?:い|あり|おり|あ|お)?(?:ました|ます|でした|です|であった|である|だった|だ|た|る|うだ|う)$"
)
_TOPIC = re.compile(r"[はもがを]$")
_ROWS = (
    "かきくけこい", "がぎぐげご", "さしすせそ", "たちつてとっ", "なにぬねの", "ばびぶべぼん", "まみむめもん",
    "らりるれろっ", "わいうえおっ",
)  # fmt: skip
_NOT = frozenset({"not", "never", "no", "n't", "cannot", "can't", "don't", "doesn't", "didn't", "isn't", "aren't",
                  "wasn't", "weren't", "won't", "wouldn't", "haven't", "hasn't", "hadn't"})  # fmt: skip
_FILLERS = frozenset({"do", "does", "did", "any", "longer", "の", "が", "は", "を", "も", "a", "an", "the"})


FUNCTION_WORDS = frozenset({
    "the", "and", "for", "was", "are", "has", "have", "had", "with", "from", "this", "that", "our", "his", "her", "its",
    "him", "them", "after", "will", "been", "now",
})  # fmt: skip
"""Words that texts have in common whatever they tell of."""
_COMMON_LEAST = 0.5
"""The share of tokens that texts which are built alike have in common."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Two texts beside each other: the share of tokens in common, and the stretches that differ."""

    common: float
    places: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]


@lru_cache(maxsize=4_000)
def tokens(text: str) -> tuple[str, ...]:
    """Lower-cased words, numbers, and runs of one script; number words as digits."""
    plain = unicodedata.normalize("NFKC", text[:_COMPARED]).lower()
    parts: list[str] = []
    for token in (match.group() for match in _TOKEN.finditer(plain)):
        counted = _KANJI_NUMBER.match(token)
        if counted:
            parts += [_NUMERALS[counted[1]], token[1:]]
        else:
            parts.append(_NUMBER_WORDS.get(token, token))
    return tuple(parts)


def compared(first: str, second: str) -> Compared:
    """What two texts share and where they differ, token by token."""
    left, right = tokens(first), tokens(second)
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    places = tuple(
        (tuple(left[a:b]), tuple(right[c:d])) for kind, a, b, c, d in matcher.get_opcodes() if kind != "equal"
    )
    return Compared(matcher.ratio(), places)


@lru_cache(maxsize=2_000)
def content(text: str) -> frozenset[str]:
    """What a text is made of: its words of three letters and more, its numbers, its katakana words, pairs of kanji."""
    parts: set[str] = set()
    for token in tokens(text):
        word = token.isascii() and len(token) > 2 and token not in _NOT
        if word or token[0].isdigit() or "\u30a1" <= token[0] <= "\u30fc":
            parts.add(token)
        elif not token.isascii() and not "\u3041" <= token[0] <= "\u3096":
            parts |= {token[at : at + 2] for at in range(max(1, len(token) - 1))}
    return frozenset(parts)


def clashing(first: str, second: str) -> bool:
    """Whether two texts give different values where only one can be, anywhere: numbers, words that exclude each other,
    a denial in one of them alone. Wider than `exclusion`, and good only for doubting that both say the same.
    """
    left, right = frozenset(tokens(first)), frozenset(tokens(second))
    mine, theirs = left - right, right - left
    if any(_denies(token) or token in _NOT for token in mine) != any(_denies(t) or t in _NOT for t in theirs):
        return True
    if any(token[0].isdigit() for token in mine) and any(token[0].isdigit() for token in theirs):
        return True
    return any(group & mine and group & theirs for group in _groups())


def adds_only(first: str, second: str) -> bool:
    """Whether of two texts one says the other and at most something more: nothing is exchanged, moved or recounted.

    "Today 600 modules arrived." and "600 modules arrived." are such; "Ken paid Tom." and "Tom paid Ken.", "Red modules
    …" and "Blue modules …", 10:05 and 10:50 are not.
    """
    more: list[str] = []
    fewer: list[str] = []
    for left, right in compared(first, second).places:
        if _same_form(left, right) or (len(left) == len(right) and all(map(_inflected, left, right))):
            continue
        if left and right:
            return False
        more += [token for token in left if token not in _FILLERS]
        fewer += [token for token in right if token not in _FILLERS]
    asked = [("?" in text or "？" in text) for text in (first, second)]
    added = (*more, *fewer)
    return asked[0] == asked[1] and not (more and fewer) and not any(token[0].isdigit() for token in added)


def _inflected(left: str, right: str) -> bool:
    """Whether two English words are forms of one: three letters in common, and endings of three letters at most."""
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False)))
    return left.isascii() and right.isascii() and common >= 3 and max(len(left), len(right)) - common <= 3


def _common_most(first: str, second: str) -> float:
    """The share of tokens that two texts have in common at most, in whatever order: quicker than to compare them."""
    left, right = tokens(first), tokens(second)
    shared = sum((Counter(left) & Counter(right)).values())
    return 2.0 * shared / max(1, len(left) + len(right))


def exclusion(first: str, second: str) -> tuple[float, str] | None:
    """How surely two texts that are built alike exclude each other, and the sign of it; None when they need not.

    They differ in one place alone, and there one says what the other denies, or another of a group of words that
    cannot both hold, or another number of the same.
    """
    if _common_most(first, second) < _COMMON_LEAST:
        return None
    beside = compared(first, second)
    places = [place for place in beside.places if not _same_form(*place)]
    if len(places) != 1 or beside.common < _COMMON_LEAST:
        return None
    left, right = places[0]
    sign = _denied(left, right) or _swapped(left, right) or _counted(left, right)
    return None if sign is None else (sign[0] * min(1.0, 0.4 + 0.7 * beside.common), sign[1])


def _same_form(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """Whether two stretches differ in politeness, tense or a particle alone."""
    if all(token in _FILLERS for token in (*left, *right)):
        return True
    if len(left) == len(right) == 1 and all("\u3041" <= token[0] <= "\u3096" for token in (*left, *right)):
        if _TOPIC.sub("", left[0]) == _TOPIC.sub("", right[0]):
            return True
        bare = [_FORMS.sub("", token) for token in (left[0], right[0])]
        return bare[0] == bare[1] and _denies(left[0]) == _denies(right[0])
    return False


def _denied(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[float, str] | None:
    more, less = (left, right) if len(left) > len(right) else (right, left)
    if set(more) & _NOT and not set(less) & _NOT:
        rest = [token for token in more if token not in _NOT and token not in _FILLERS]
        stems = [token[:4] for token in less if token not in _FILLERS]
        if [token[:4] for token in rest] == stems:
            return 0.9, "one denies it"
    if len(left) == len(right) == 1 and _denies(left[0]) != _denies(right[0]):
        denied, stated = (left[0], right[0]) if _denies(left[0]) else (right[0], left[0])
        if _same_verb(_FORMS.sub("", _NEGATION.sub("る", denied)), _FORMS.sub("", stated)):
            return 0.9, "one denies it"
    return None


def _denies(token: str) -> bool:
    return _NEGATION.search(token) is not None


def _same_verb(denied: str, stated: str) -> bool:
    """Whether two endings may belong to one verb: the same, or one kana of the same row (行か, 行き, 行く)."""
    if denied == stated or (denied in {"", "あ"} and stated == "あ"):
        return True
    if not (denied and stated) or denied[:-1] != stated[:-1]:
        return False
    return any(denied[-1] in row and stated[-1] in row for row in _ROWS)


def _swapped(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[float, str] | None:
    if len(left) != len(right) or not left:
        return None
    apart = [(first, second) for first, second in zip(left, right, strict=True) if first != second]
    content_words = [pair for pair in apart if not _same_form((pair[0],), (pair[1],))]
    if len(content_words) != 1:
        return None
    first, second = content_words[0]
    if any(first in group and second in group for group in _groups()):
        return 0.85, f"{first} / {second}"
    return None


def _counted(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[float, str] | None:
    if len(left) == len(right) == 1 and left[0][0].isdigit() and right[0][0].isdigit():
        return (0.8, f"{left[0]} / {right[0]}") if left[0] != right[0] else None
    return None


@cache
def _groups() -> tuple[frozenset[str], ...]:
    held = json.loads((files("graph.insight.linking") / "opposites.json").read_text("utf-8"))
    return tuple(frozenset(group) for language in ("en", "ja") for group in held[language])
