"""Finds given names in a text, and the spans of a question or of a text that may be names."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from extraction.model.context import KnownSpan
from extraction.names.keys import name_key
from extraction.text.analysers import STOP_WORDS
from extraction.text.casing import is_uncased
from extraction.text.words import sudachi
from graph.model.extraction import NameCandidate

MOST_KEYS: Final = 2_000
LONGEST_NAME: Final = 6
"""Words of the longest candidate name."""
LONGEST_JAPANESE: Final = 8
"""Dictionary words of the longest Japanese candidate; a middle dot counts as a word."""
LONGEST_KEY: Final = 200
_READ: Final = 20_000
"""Characters that are searched for candidates."""

_KANA_RUN: Final = re.compile(r"[\u30a1-\u30fa\u30fc-\u30ff・=＝]{2,}")
_QUOTED: Final = re.compile(r"[『「“\"]([^『』「」“”\"\n]{1,80})[』」”\"]")
_JAPANESE_RUN: Final = re.compile(r"[\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_LATIN_WORD: Final = re.compile(r"[^\W_]+(?:[.'’&-][^\W_]+)*\.?(?:\([^()\n]{1,40}\))?")
_SENTENCE_GAP: Final = re.compile(r"[\n。？！?!;]|\.\s")
_PARENTHESIS: Final = re.compile(r"\s*[(（][^()（）]{1,60}[)）]")


def known_spans(text: str, known: Sequence[KnownSpan], *, most: int) -> tuple[KnownSpan, ...]:
    """Those names that stand in a text as whole words, in text order and without overlaps.

    Of overlapping names the longest wins; at most `most` are considered. A capitalised Latin word does not match in
    lower case ("May", "may"), unless the text has no capitals; a Japanese name is no part of a longer word of its
    script.
    """
    uncased = is_uncased(text[:_READ])
    occupied = bytearray(len(text))
    spans: list[KnownSpan] = []
    for span in sorted(known, key=lambda span: (span.start - span.end, span.start))[:most]:
        start, end = span.start, span.end
        if (
            not 0 <= start < end <= len(text)
            or any(occupied[start:end])
            or not _stands_alone(text, start, end, span.name, uncased=uncased)
        ):
            continue
        occupied[start:end] = b"\x01" * (end - start)
        spans.append(span)
    return tuple(sorted(spans, key=lambda span: span.start))


def asked_names(text: str) -> tuple[NameCandidate, ...]:
    """The spans of a question that may be names, everywhere they occur: at most 2,000 different keys.

    Up to six words that neither begin nor end with a stop word (unless it is capitalised inside a title), up to eight
    Japanese dictionary words, quoted strings and katakana runs.
    """
    places: dict[tuple[int, int], NameCandidate] = {}
    keys: set[str] = set()
    for candidate in _candidates(text[:_READ]):
        keys.add(candidate.key)
        if len(keys) > MOST_KEYS:
            break
        places.setdefault((candidate.start, candidate.end), candidate)
    return tuple(places.values())


def capital_runs(text: str) -> Iterator[tuple[int, int]]:
    """The places of the longest runs of capitalised words, in a language of which no more is known."""
    words = [match.span() for match in _LATIN_WORD.finditer(text[:_READ])]
    run: list[tuple[int, int]] = []
    for span in words:
        if run and (not text[span[0]].isupper() or _parted(text, run[-1], span) or text[run[-1][1] : span[0]] != " "):
            yield run[0][0], run[-1][1]
            run = []
        if text[span[0]].isupper():
            run.append(span)
    if run:
        yield run[0][0], run[-1][1]


def _candidates(text: str) -> Iterator[NameCandidate]:
    """Every candidate of a question with its place; people type in lower case."""
    for start, end in _stretches(text):
        key = key_of(text[start:end])
        if key and len(key) <= LONGEST_KEY:
            yield NameCandidate(key, start, end)


def key_of(surface: str) -> str:
    """The same as `name_key`, several times faster for plain ASCII words, which most candidates are."""
    if not _PLAIN_WORDS.fullmatch(surface):
        return name_key(surface)
    lower = surface.lower()
    first, last = lower.partition(" ")[0], lower.rpartition(" ")[2]
    if first == last == lower:
        return name_key(surface)
    return lower if _stays(f"{first} {_FILLER}") and _stays(f"{_FILLER} {last}") else name_key(surface)


_PLAIN_WORDS: Final = re.compile(r"[A-Za-z]{2,}(?: [A-Za-z]{2,})*")
_FILLER: Final = "qqq"
"""A word on which no rule of `name_key` acts: beside it another word shows whether a rule acts on that."""


@lru_cache(maxsize=65536)
def _stays(words: str) -> bool:
    return name_key(words) == words


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    yield from (match.span(1) for match in _QUOTED.finditer(text))
    if _JAPANESE_RUN.search(text):
        yield from (match.span() for match in _KANA_RUN.finditer(text))
        yield from _japanese_grams(text)
    yield from _latin_grams(text)


def _latin_grams(text: str) -> Iterator[tuple[int, int]]:
    words = [(match.start(), match.end()) for match in _LATIN_WORD.finditer(text)]
    if not text.isascii():
        words = [span for span in words if not _JAPANESE_RUN.search(text, *span)]
    for first, (start, _) in enumerate(words):
        for last in range(first, min(first + LONGEST_NAME, len(words))):
            end = words[last][1]
            if last > first and _any_parted(text, words[first : last + 1]):
                break
            if _may_open(text, words[first], first) and _may_close(text, words[last], last > first):
                yield start, end
                parenthesis = _PARENTHESIS.match(text, end)
                if parenthesis:
                    yield start, parenthesis.end()


def _any_parted(text: str, words: Sequence[tuple[int, int]]) -> bool:
    return any(_parted(text, left, right) for left, right in pairwise(words))


def _parted(text: str, left: tuple[int, int], right: tuple[int, int]) -> bool:
    """Whether a sentence ends between two words: not in "W. B. Yeats", "Mr. Brown" or "Who's There?"."""
    end, start = left[1], right[0]
    if text[end - 1] == "." and (end - left[0] > 4 or text[left[0]].islower()):
        return True
    return _SENTENCE_GAP.search(text[end:start]) is not None or start - end > 4


def _may_open(text: str, span: tuple[int, int], place: int) -> bool:
    word = text[span[0] : span[1]]
    return word.casefold().rstrip(".") not in STOP_WORDS or (place > 0 and word[0].isupper())


def _may_close(text: str, span: tuple[int, int], several: bool) -> bool:
    word = text[span[0] : span[1]]
    return word.casefold().rstrip(".") not in STOP_WORDS or (several and word[0].isupper())


_JAPANESE_LINE: Final = re.compile(r"[^\n。？！?!『』「」、，]+")
_NEVER_FIRST: Final = frozenset({"助詞", "助動詞", "補助記号", "空白", "接尾辞"})
_NEVER_LAST: Final = frozenset({"助詞", "助動詞", "空白", "接頭辞"})


def _japanese_grams(text: str) -> Iterator[tuple[int, int]]:
    for match in _JAPANESE_LINE.finditer(text):
        line = match[0]
        if not _JAPANESE_RUN.search(line):
            continue
        tokens = [(token.begin(), token.end(), token.part_of_speech()[0]) for token in sudachi("C")(line[: _READ // 2])]
        for first, (start, _, part) in enumerate(tokens):
            if part in _NEVER_FIRST:
                continue
            for last in range(first, min(first + LONGEST_JAPANESE, len(tokens))):
                if tokens[last][2] not in _NEVER_LAST:
                    yield match.start() + start, match.start() + tokens[last][1]


def _stands_alone(text: str, start: int, end: int, name: str, *, uncased: bool) -> bool:
    if not uncased and name[0].isupper() and name.isascii() and " " not in name and not text[start].isupper():
        return False
    before = text[start - 1] if start else ""
    after = text[end] if end < len(text) else ""
    left, right = _joined(before, text[start]), _joined(text[end - 1], after)
    if not left and not right:
        return True
    if "word" in (left, right):
        return False
    return _at_boundaries(text, start, end)


def _joined(left: str, right: str) -> str:
    """Whether two neighbouring characters join into one word: "word" for sure, "perhaps" (kanji, hiragana), or ""."""
    kinds = _kind(left), _kind(right)
    if kinds in (("latin", "latin"), ("katakana", "katakana")):
        return "word"
    if kinds[0] == kinds[1] and kinds[0] in ("han", "hiragana"):
        return "perhaps"
    return ""


@lru_cache(maxsize=16384)
def _kind(character: str) -> str:
    if not character:
        return ""
    if "\u3041" <= character <= "\u309f":
        return "hiragana"
    if "\u30a1" <= character <= "\u30fa" or "\u30fc" <= character <= "\u30ff" or "\uff66" <= character <= "\uff9f":
        return "katakana"
    if "\u3400" <= character <= "\u9fff" or character == "々" or "\uf900" <= character <= "\ufaff":
        return "han"
    return "latin" if character.isalnum() else ""


def _at_boundaries(text: str, start: int, end: int) -> bool:
    """Whether the dictionary's shortest words begin and end there: 京都 is no word of 東京都."""
    floor = max(0, start - 40)
    ends: set[int] = {floor}
    starts: set[int] = set()
    for token in sudachi("A")(text[floor : end + 40]):
        starts.add(floor + token.begin())
        ends.add(floor + token.end())
    return start in starts and end in ends
