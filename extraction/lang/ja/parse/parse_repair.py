"""From spaCy's document to plain values, with what the parser takes wrongly set right."""

from itertools import pairwise
from typing import TYPE_CHECKING

from extraction.lang.ja.parse.words import Parse, Word

if TYPE_CHECKING:
    from spacy.tokens import Doc

_OPENING, _CLOSING = frozenset("『「（([【《〈"), frozenset("』」）)]】》〉")
_STOPS = frozenset("。！？!?")
_CONTINUES = ("助詞-格助詞", "助詞-係助詞", "助詞-副助詞", "補助記号-句点", "補助記号-括弧閉")


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
    words = _with_going(_with_verbs(_with_cases(_with_ongoing(words))))
    words = _with_couples(_with_suffixes(_with_feelings(_with_acts(_with_stretches(words)))))
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


def _with_cases(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with a で that the tagger knows for a particle as one, where the parser takes it for だ.

    What it hung on the noun before で ("ユーザーはGoogleでエンジニアとして働く") hangs on the verb then.
    """
    mended = list(words)
    for word in words:
        noun = words[word.head]
        verb = words[noun.head]
        behind = words[word.place + 1] if word.place + 1 < len(words) else word
        if word.text != "で" or word.label != "cop" or word.tag != "助詞-格助詞" or behind.tag.startswith("補助記号"):
            continue
        if verb.part != "VERB" or not noun.is_name:
            continue
        mended[word.place] = word._replace(label="case")
        for other in words[: noun.place]:
            if other.head == noun.place and other.label in ("nsubj", "dislocated") and noun.place < verb.place:
                mended[other.place] = other._replace(head=verb.place)
    return tuple(mended)


def _with_ongoing(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with a verb in its て form as a clause of its own: it describes no noun (飼っていて、名前はタマ)."""
    mended = list(words)
    for verb in words:
        if verb.label != "acl" or verb.part != "VERB":
            continue
        last = verb.place
        while last + 1 < len(words) and words[last + 1].label in ("mark", "fixed", "aux"):
            last += 1
        end = words[last]
        behind = words[last + 1] if last + 1 < len(words) else None
        if end.text in ("て", "で") and end.tag == "助詞-接続助詞" and behind is not None and not behind.is_particle:
            mended[verb.place] = verb._replace(label="advcl")
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


_STRETCHES = frozenset(("中", "予定"))
"""Words behind a noun of action by which it goes on or is to come (勉強中, 出張予定)."""
_ACT = "名詞-普通名詞-サ変可能"
_SENTENCE_ENDS = ("補助記号-句点", "補助記号-括弧閉", "空白")
_PARTS = frozenset("をにへ")
"""Particles of a noun beside which a noun of action is a verb: で may be であって, and who calls stands before
「から電話」."""


def _with_stretches(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with the noun of action before 中 and 予定 as the one that others hang on."""
    mended = list(words)
    for act, end in pairwise(words):
        if end.text not in _STRETCHES or act.tag != _ACT or act.head != end.place or end.label not in _HEADS:
            continue
        if not _has_parts(words, end):
            continue
        for other in words:
            if other.head == end.place and other.place not in (act.place, end.place):
                mended[other.place] = mended[other.place]._replace(head=act.place)
        head = act.place if end.head == end.place else end.head
        mended[act.place] = act._replace(part="VERB", label=end.label, head=head)
        mended[end.place] = end._replace(label="aux", head=act.place)
        _with_its_parts(mended, act.place)
    return tuple(mended)


_HEADS = ("ROOT", "advcl", "ccomp", "conj")


def _with_acts(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with a noun of action that ends its sentence as the verb it stands for (トヨタに勤務。)."""
    mended = list(words)
    for act in words:
        after = words[act.place + 1] if act.place + 1 < len(words) else None
        ends = after is None or after.tag.startswith(_SENTENCE_ENDS) or after.label == "cop" or "\n" in after.text
        if act.tag != _ACT or act.label != "ROOT" or not ends or not _has_parts(words, act):
            continue
        mended[act.place] = act._replace(part="VERB")
        _with_its_parts(mended, act.place)
    return tuple(mended)


def _with_its_parts(words: list[Word], act: int) -> None:
    """Ties the nouns beside a noun of action to it as to a verb."""
    for noun in words[:act]:
        if noun.head == act and noun.label == "nmod" and words[noun.place + 1].text in _PARTS:
            words[noun.place] = noun._replace(label="obl")


def _has_parts(words: tuple[Word, ...], act: Word) -> bool:
    """Whether something beside a noun of action is what a verb has: を, に, へ, and no の behind it."""
    for noun, particle, after in zip(words[: act.place], words[1:], words[2:], strict=False):
        if noun.head == act.place and particle.text in _PARTS and not after.is_particle:
            return True
    return False


def _with_couples(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with 籍を入れる as the verb it stands for, and whom somebody married tied to it, not to 籍."""
    mended = list(words)
    for thing, mark, verb in zip(words, words[1:], words[2:], strict=False):
        if (thing.text, mark.text, verb.lemma) != ("籍", "を", "入れる"):
            continue
        mended[verb.place] = verb._replace(lemma="入籍する")
        for who in words[max(0, thing.place - 2) : max(0, thing.place - 1)]:
            if words[who.place + 1].text == "と" and who.head == thing.place:
                mended[who.place] = who._replace(head=verb.place, label="obl")
    return tuple(mended)


_FEELINGS = frozenset(("好き", "嫌い", "大好き", "大嫌い", "得意", "苦手", "上手", "下手", "不得意", "不得手"))


def _with_suffixes(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with a suffix as the end of a compound, where the parser takes it for a verb (頭痛持ちです)."""
    mended = list(words)
    for noun, suffix, after in zip(words, words[1:], words[2:], strict=False):
        behind = suffix.tag.startswith("接尾辞-名詞的") and noun.is_noun and noun.end == suffix.start
        if behind and suffix.part == "VERB" and noun.head == suffix.place and after.lemma in _COPULAS:
            mended[noun.place] = noun._replace(label="compound")
            mended[suffix.place] = suffix._replace(part="NOUN")
    return tuple(mended)


_COPULAS = frozenset(("です", "だ"))


def _with_feelings(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with what somebody feels or is good at as an adjective, where no です tells so (コーヒーが苦手。).

    Before で、 it is a clause of its own and describes no noun (Pythonが得意で、Rustを勉強中).
    """
    mended = list(words)
    for word in words:
        if word.text not in _FEELINGS:
            continue
        after = words[word.place + 1] if word.place + 1 < len(words) else None
        if word.part == "NOUN" and word.label in _HEADS:
            mended[word.place] = word._replace(part="ADJ")
        if word.label == "acl" and after is not None and after.text == "で" and after.tag.startswith("助動詞"):
            mended[word.place] = word._replace(part="ADJ", label="advcl")
    return tuple(mended)


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
