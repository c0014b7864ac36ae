"""Quotations: whose words a stretch of text is, so that its "I" is whoever says it and not who writes the text.

'Bob said: "I live in Oslo"' tells that Bob lives there, as far as he is to be believed. Marks, a colon behind a verb of
speech and a name with a colon at the start of a line give somebody the word; whose it is may stay open.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from extraction.lang.en.parse.tree import PROPER, SUBJECTS, Tree
from extraction.lang.en.word_lists import SPEECH
from extraction.names.label_confidence import PERSON
from extraction.names.speakers import FIRST_PERSON, SEVERAL

_OWN_WORDS: Final = FIRST_PERSON | SEVERAL | {"us", "ours", "ourselves"}
_NEAR: Final = 6
"""Words between a quotation and its verb of speech: "said Bob's sister Anna,"."""
_LONGEST_SPEAKER: Final = 3
_AT_EDGE: Final = frozenset((",", ":", ".", "!", "?", ";", "that"))


@dataclass(frozen=True, slots=True)
class Quotation:
    """The words from `start` up to `end`, said by whom the word at `source` names; None where that is open."""

    start: int
    end: int
    source: int | None


def quotations(tree: Tree) -> list[Quotation]:
    """The quotations of a text that hold a verb; what has none is a title."""
    every = [*_marked(tree), *_behind_colons(tree), *_lines(tree)]
    return [quotation for quotation in every if any(map(tree.is_verb, range(quotation.start, quotation.end)))]


def quoted_speakers(tree: Tree, quoted: list[Quotation]) -> dict[int, int | None]:
    """For each "I", "my", "we" within a quotation the word that names who says it."""
    return {
        place: quotation.source
        for quotation in reversed(quoted)
        for place in range(quotation.start, quotation.end)
        if tree.lower[place] in _OWN_WORDS
    }


def _marked(tree: Tree) -> Iterator[Quotation]:
    for start, end in tree.quotes():
        if end - start > 1:
            source = _source_before(tree, start)
            yield Quotation(start, end, _source_behind(tree, end) if source is None else source)


def _source_before(tree: Tree, start: int) -> int | None:
    """ "Bob said to me: "…"": the subject of the nearest verb of speech of the sentence before the mark."""
    first = tree.doc[start].sent.start if tree.doc[start].sent.start < start else start - _NEAR
    for place in range(start - 1, max(first, start - 2 * _NEAR, 0) - 1, -1):
        if _speaks(tree, place):
            return _speaker_of(tree, place, start, start)
        if tree.text[place] in (".", "!", "?") or "\n" in tree.text[place]:
            return None
    return None


def _source_behind(tree: Tree, end: int) -> int | None:
    """ ""…," said Bob", ""…," Bob said": only right behind the closing mark."""
    at = end + 1
    while at < len(tree.text) and tree.text[at] in _AT_EDGE:
        at += 1
    for place in range(at, min(at + _NEAR, len(tree.text))):
        if _speaks(tree, place):
            return _speaker_of(tree, place, at, len(tree.text))
        if tree.text[place] in (",", ".", ";", ":", '"', "“"):
            return None
    return None


def _speaks(tree: Tree, place: int) -> bool:
    return tree.is_verb(place) and tree.lemma[place] in SPEECH


def _speaker_of(tree: Tree, verb: int, first: int, last: int) -> int | None:
    """The subject of a verb of speech that is no part of the quotation."""
    subjects = [word for word in tree.labelled(verb, *SUBJECTS) if word < first or first <= word < last]
    if subjects:
        return subjects[0]
    return next((word for word in (verb + 1, verb - 1) if 0 <= word < last and tree.tag[word] in PROPER), None)


def _behind_colons(tree: Tree) -> Iterator[Quotation]:
    """ "Bob told me: I live in Oslo": without marks, up to the end of the sentence."""
    for place, text in enumerate(tree.text):
        if text != ":" or place + 2 >= len(tree.text) or tree.is_quoted(place):
            continue
        sentence = tree.doc[place].sent
        before = range(max(sentence.start, place - _NEAR), place)
        verbs = [verb for verb in before if _speaks(tree, verb) and not _is_whole(tree, verb)]
        source = _speaker_of(tree, verbs[-1], place, place) if verbs else None
        end = sentence.end if place + 1 < sentence.end else tree.doc[place + 1].sent.end
        if source is not None and not any(tree.is_quoted(word) for word in range(place + 1, end)):
            yield Quotation(place + 1, end, source)


def _is_whole(tree: Tree, verb: int) -> bool:
    """Whether what is said stands before the colon: "They add their own: ours is red", "later than it says: at ten"."""
    is_within = tree.dep[verb] in ("advcl", "relcl", "acl")
    return is_within or any(tree.tag[thing] not in (*PROPER, "PRP", "VBG") for thing in tree.labelled(verb, "dobj"))


def _lines(tree: Tree) -> Iterator[Quotation]:
    """ "Bob: I live in Oslo" as a line of its own, and "> I live in Oslo", which is anybody's."""
    starts = [0, *(place + 1 for place, text in enumerate(tree.text) if "\n" in text)]
    for start, next_start in zip(starts, [*starts[1:], len(tree.text) + 1], strict=True):
        end = min(next_start - 1, len(tree.text))
        if start >= end:
            continue
        if tree.text[start].startswith(">") and start + 1 < end:
            yield Quotation(start + 1, end, None)
        colon = next(
            (place for place in range(start, min(start + _LONGEST_SPEAKER + 1, end)) if tree.text[place] == ":"), 0
        )
        if colon > start and all(_names_person(tree, place) for place in range(start, colon)):
            yield Quotation(colon + 1, end, colon - 1)


def _names_person(tree: Tree, place: int) -> bool:
    return tree.text[place].istitle() and tree.doc[place].ent_type_ == PERSON
