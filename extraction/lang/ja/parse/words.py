"""A parsed text as plain values: the rules read each word hundreds of times, and spaCy's `Token` is slow to read."""

import re
from typing import NamedTuple

GIVEN_NAME = "名詞-固有名詞-人名-名"
"""The tag of what the dictionary lists as a given name."""
_KATAKANA = re.compile(r"[ァ-ヺー]+")
_NOUNS = ("名詞", "接頭辞", "接尾辞-名詞的", "記号")
_NOT_NOUNS = ("名詞-助動詞語幹",)
_COUNTERS = ("名詞-普通名詞-助数詞可能", "接尾辞-名詞的-助数詞")
_MONEY = frozenset(("円", "ドル", "ユーロ"))
_JOINTS = frozenset("・=＝-－‐–&＆×/.’'")
"""Signs that join the parts of one name when nouns stand on both sides."""


class Word(NamedTuple):
    """One token.

    `place` is its number in the text, `start` and `end` are characters of the text, `tag` is the UniDic tag, `part` the
    universal part of speech, `label` the dependency label, and `head` the place of its head, its own for a root.
    """

    place: int
    text: str
    start: int
    end: int
    tag: str
    part: str
    lemma: str
    label: str
    head: int

    @property
    def is_noun(self) -> bool:
        """Whether it can be part of a compound noun: nouns, numbers, affixes, letters, adjectival nouns in katakana."""
        if self.tag.startswith("形状詞"):
            return self.label == "compound" and _KATAKANA.fullmatch(self.text) is not None
        return self.tag.startswith(_NOUNS) and not self.tag.startswith(_NOT_NOUNS)

    @property
    def is_name(self) -> bool:
        """Whether the dictionary lists it as a proper noun."""
        return self.tag.startswith("名詞-固有名詞")

    @property
    def is_particle(self) -> bool:
        """Whether it marks the role of the noun before it."""
        return self.tag.startswith("助詞")


class Parse(NamedTuple):
    """All words of a text, the places of each word's dependents, and the sentences as punctuation ends them."""

    text: str
    words: tuple[Word, ...]
    children: tuple[tuple[int, ...], ...]
    sentences: tuple[range, ...]

    def characters(self, first: int, last: int) -> tuple[int, int]:
        """The characters of the words `first` to `last`, both included."""
        return self.words[first].start, self.words[last].end

    def surface(self, first: int, last: int) -> str:
        """The text of the words `first` to `last`."""
        return self.text[self.words[first].start : self.words[last].end]

    def sentence_of(self, place: int) -> range:
        """The sentence a word stands in."""
        return next(sentence for sentence in self.sentences if place in sentence)

    def is_quoted(self, word: Word) -> bool:
        """Whether a word stands within 「」 or 『』."""
        before = self.text[: word.start]
        return before.count("「") > before.count("」") or before.count("『") > before.count("』")


def noun_runs(parse: Parse) -> list[tuple[int, int]]:
    """The longest unbroken runs of nouns as (first, last) places, joints between nouns included."""
    runs: list[tuple[int, int]] = []
    first: int | None = None
    words = parse.words
    for place, word in enumerate(words):
        if word.is_noun:
            if first is not None and not are_joined(words[place - 1], word) and not _latin_gap(words[place - 1], word):
                runs.append((first, place - 1))
                first = None
            if first is None:
                first = place
            continue
        joins = (
            first is not None
            and word.text in _JOINTS
            and place + 1 < len(words)
            and words[place + 1].is_noun
            and words[place - 1].is_noun
            and words[place - 1].end == word.start
            and words[place + 1].start == word.end
        )
        if first is not None and not joins:
            runs.append((first, place - 1))
            first = None
    if first is not None:
        runs.append((first, len(words) - 1))
    return runs


def are_joined(before: Word, after: Word) -> bool:
    """Whether nothing parts two words, or only the space that some write between a number and what it counts: 30 秒."""
    is_counter = after.tag.startswith(_COUNTERS) or after.text in _MONEY
    spaced = after.start - before.end == 1 and before.tag.startswith("名詞-数詞") and is_counter
    return spaced or before.end == after.start


def _latin_gap(before: Word, after: Word) -> bool:
    """Whether two words parted by a space are one foreign name ("SMAP BEST")."""
    adjoining = after.start - before.end == 1 and before.text.isascii() and after.text.isascii()
    return adjoining and all(word.text[0].isupper() or word.text[0].isdigit() for word in (before, after))
