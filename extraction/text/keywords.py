"""The keywords of a text: its weightiest words in both languages, shown as the text writes them.

weight = Σ over the forms of a word (times it stands there × boost where it is a marked word, TODO or 締切). Spaced
scripts count words by stem without stop words and bare numbers; Japanese counts its nouns, as long as Sudachi has them
(mode C: 選択公理 is one). Every form is analysed once, so that the time grows with the text and no faster.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from extraction.text.language import detected_language
from extraction.text.lexicon import lexicon
from extraction.text.plain import plain
from extraction.text.words import JAPANESE, LONGEST, SUDACHI_MOST, WORD, spaced_words, sudachi
from graph.lifecycle.marked_words import is_marked
from graph.model.extraction import Keyword

_GENERAL: Final = lexicon("extraction.text", "stop_words").words("japanese_noun")
_NOUN: Final = "名詞"
_ADJECTIVE: Final = "形状詞"
"""Some marked words are none of the nouns (重要)."""
_NAMING: Final = frozenset({"普通名詞", "固有名詞"})
_COUNTING: Final = frozenset({"副詞可能", "助数詞可能"})
"""Nouns that count or stand for adverbs (年, 今日), and say nothing of what a text is about."""
_NO_WORDS: Final = frozenset({"補助記号", "空白", "記号"})
_LETTER: Final = re.compile(r"[\u3041-\u309f\u30a1-\u30ff]")


@dataclass(frozen=True, slots=True)
class TextWords:
    """The keywords of a text, the heaviest first, and how many words it has."""

    keywords: tuple[Keyword, ...]
    count: int


@dataclass(slots=True)
class _Forms:
    """How a word is written in a text, and how often each way."""

    times: Counter[str] = field(default_factory=Counter[str])

    def keyword(self, key: str, boost: float) -> Keyword:
        """The word as it is written most."""
        weight = sum(count * (boost if is_marked(form) else 1.0) for form, count in self.times.items())
        word = max(self.times, key=lambda form: self.times[form])
        return Keyword(key=key, word=word, count=self.times.total(), weight=round(weight, 3))


def words_of(text: str, *, most: int, boost: float, without: tuple[str, ...] = ()) -> TextWords:
    """The keywords of a text, `most` at most, and the number of its words; words `without` are none in any form."""
    clean = plain(text)
    return _words_of(clean, detected_language(clean), most=most, boost=boost, without=without)


def _words_of(clean: str, language: str, *, most: int, boost: float, without: tuple[str, ...]) -> TextWords:
    runs = [] if clean.isascii() else JAPANESE.findall(clean)
    spaced = Counter(match[0] for match in WORD.finditer(JAPANESE.sub(" ", clean) if runs else clean))
    words: dict[str, _Forms] = {}
    for form, count in spaced.items():
        stems = spaced_words(form, language)
        if len(stems) == 1 and not stems[0][0].isdigit():
            words.setdefault(stems[0], _Forms()).times[form[:LONGEST]] += count
    japanese = 0
    for morpheme in _morphemes(runs):
        kinds = morpheme.part_of_speech()
        japanese += kinds[0] not in _NO_WORDS
        if _names(kinds) or (kinds[0] == _ADJECTIVE and is_marked(morpheme.surface())):
            key, form = morpheme.normalized_form()[:LONGEST], morpheme.surface()[:LONGEST]
            if key not in _GENERAL and not (len(form) == 1 and _LETTER.match(form)):
                words.setdefault(key, _Forms()).times[form] += 1
    for key in keys_of(without, language):
        words.pop(key, None)
    # Sorting is stable: of those that weigh the same, what stands first in the text comes first.
    heaviest = sorted((forms.keyword(key, boost) for key, forms in words.items()), key=lambda each: -each.weight)
    return TextWords(tuple(heaviest[:most]), spaced.total() + japanese)


@lru_cache(maxsize=16)
def keys_of(words: tuple[str, ...], language: str) -> frozenset[str]:
    """The keys by which words are counted in a text of a language: "Deploying" has that of "deploy"."""
    of_words = (_words_of(plain(word), language, most=len(word), boost=1, without=()) for word in words)
    return frozenset(keyword.key for each in of_words for keyword in each.keywords)


def _names(kinds: Sequence[str]) -> bool:
    """Whether a word of this part of speech is a noun that says what a text is about."""
    return kinds[0] == _NOUN and kinds[1] in _NAMING and kinds[2] not in _COUNTING


def _morphemes(runs: list[str]) -> Iterator[Any]:
    """The words of some stretches of Japanese, in order."""
    if not runs:
        return
    tokenize = sudachi("C")
    joined = " ".join(runs)
    for start in range(0, len(joined), SUDACHI_MOST):
        yield from tokenize(joined[start : start + SUDACHI_MOST])
