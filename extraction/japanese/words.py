"""A parsed sentence as plain values: the rules read words hundreds of times, and spaCy's tokens are slow to ask."""

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from spacy.tokens import Doc


class Word(NamedTuple):
    """One token. `start` and `end` are characters of the text; `head` is the place of its head, its own for a root."""

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
        """Whether it can stand inside a compound noun: nouns, numbers, affixes, letters, a quality in katakana."""
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


_KATAKANA = re.compile(r"[ァ-ヺー]+")
_NOUNS = ("名詞", "接頭辞", "接尾辞-名詞的", "記号")
_NOT_NOUNS = ("名詞-助動詞語幹",)
_OPENING, _CLOSING = frozenset("『「（([【《〈"), frozenset("』」）)]】》〉")
_STOPS = frozenset("。！？!?")
_CONTINUES = ("助詞-格助詞", "助詞-係助詞", "助詞-副助詞", "補助記号-句点", "補助記号-括弧閉")
_JOINTS = frozenset("・=＝-－‐–&＆×/.’'")
"""Signs that join the parts of one name when nouns stand on both sides."""


class Parse(NamedTuple):
    """All words of a text, the places of each word's children, and the sentences as punctuation ends them."""

    text: str
    words: tuple[Word, ...]
    children: tuple[tuple[int, ...], ...]
    sentences: tuple[range, ...]

    def characters(self, first: int, last: int) -> tuple[int, int]:
        """Where the words `first` to `last` (both in it) stand in the text."""
        return self.words[first].start, self.words[last].end

    def surface(self, first: int, last: int) -> str:
        """The text of the words `first` to `last`."""
        return self.text[self.words[first].start : self.words[last].end]

    def is_quoted(self, word: Word) -> bool:
        """Whether a word stands within 「 or 『 that was opened before it."""
        before = self.text[: word.start]
        return before.count("「") > before.count("」") or before.count("『") > before.count("』")


def parsed(doc: "Doc") -> Parse:
    """The document as plain values."""
    words = tuple(
        Word(
            token.i,
            token.text,
            token.idx,
            token.idx + len(token.text),
            token.tag_,
            token.pos_,
            token.lemma_,
            token.dep_.removesuffix("_bunsetu"),
            token.head.i,
        )
        for token in doc
    )
    words = _with_going(_with_verbs(words))
    children: list[list[int]] = [[] for _ in words]
    for word in words:
        if word.head != word.place:
            children[word.head].append(word.place)
    return Parse(doc.text, words, tuple(map(tuple, children)), _sentences(words))


_OF_VERBS = frozenset("でをへ")
"""Particles after which a noun belongs to a verb: only の after them would tie it to another noun."""

_BESIDE = frozenset("をにがへ")
"""Particles of the noun that it was hung on: with another one that noun may be said of it (団体客で満室と判明した)."""


def _with_verbs(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with a noun in で, を or へ tied to the verb of the noun that the parse hangs it on.

    The parser takes "Googleで" for a part of エンジニア in "Googleでエンジニアとして働く".
    """
    mended = list(words)
    for noun, particle, after in zip(words, words[1:], words[2:], strict=False):
        if noun.label != "nmod" or particle.text not in _OF_VERBS or particle.tag != "助詞-格助詞":
            continue
        beside = words[noun.head]
        verb = words[beside.head]
        if after.is_particle or after.label == "fixed" or not noun.place < beside.place < verb.place:
            continue
        counted = any(one.label == "nummod" for one in words[noun.place : beside.place])
        if verb.part == "VERB" and not counted and _marked(words, beside):
            label = "obj" if particle.text == "を" else "obl"
            mended[noun.place] = noun._replace(head=verb.place, label=label)
    return tuple(mended)


def _with_going(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with 行った as a form of 行く where a goal stands beside it and nothing that is held, which is 行う."""
    mended = list(words)
    for verb in words:
        if verb.lemma != "行う" or not verb.text.startswith("行っ"):
            continue
        beside = {words[noun.place + 1].text for noun in words[: verb.place] if _is_of(words, noun, verb)}
        if beside & _GOALS and not beside & _HELD:
            mended[verb.place] = verb._replace(lemma="行く")
    return tuple(mended)


def _is_of(words: tuple[Word, ...], noun: Word, verb: Word) -> bool:
    """Whether a noun with a particle belongs to a verb and is no time."""
    return noun.head == verb.place and words[noun.place + 1].is_particle and not noun.tag.startswith(_TIMES)


_TIMES = ("名詞-普通名詞-副詞可能", "名詞-普通名詞-助数詞可能", "名詞-数詞", "接尾辞-名詞的-助数詞")
_GOALS, _HELD = frozenset("にへ"), frozenset("をが")


def _marked(words: tuple[Word, ...], noun: Word) -> bool:
    """Whether a noun has a particle that makes it a part of what its verb tells, と only in として."""
    particle = words[noun.place + 1].text
    return particle in _BESIDE or (particle == "と" and words[noun.place + 2].label == "fixed")


def _sentences(words: tuple[Word, ...]) -> tuple[range, ...]:
    """Ranges that end with 。, ！, ？ or a line break outside brackets; a particle after it continues ("娘。の").

    The parser's own boundaries fall inside one short sentence in twenty.
    """
    ranges: list[range] = []
    start = depth = 0
    for place, word in enumerate(words):
        if word.text in _OPENING:
            depth += 1
        elif word.text in _CLOSING:
            depth = max(0, depth - 1)
        breaks = "\n" in word.text
        goes_on = place + 1 < len(words) and words[place + 1].tag.startswith(_CONTINUES)
        if breaks or (depth == 0 and word.text[-1] in _STOPS and not goes_on):
            ranges.append(range(start, place + 1))
            start, depth = place + 1, 0 if breaks else depth
    if start < len(words):
        ranges.append(range(start, len(words)))
    return tuple(ranges)


def noun_runs(parse: Parse) -> list[tuple[int, int]]:
    """The longest unbroken runs of nouns as (first, last) places, joints between nouns included."""
    runs: list[tuple[int, int]] = []
    first: int | None = None
    words = parse.words
    for place, word in enumerate(words):
        if word.is_noun:
            if first is not None and words[place - 1].end != word.start and not _latin_gap(words[place - 1], word):
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


def _latin_gap(before: Word, after: Word) -> bool:
    """Whether a space between two words keeps one foreign name together ("SMAP BEST")."""
    adjoining = after.start - before.end == 1 and before.text.isascii() and after.text.isascii()
    return adjoining and all(word.text[0].isupper() or word.text[0].isdigit() for word in (before, after))
