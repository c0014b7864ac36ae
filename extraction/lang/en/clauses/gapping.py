"""Gapping: clauses that leave out the verb of the one before, "Ken lives in Oslo and Anna in Bergen".

The parser joins what is left to the objects of the first clause, so that Ken would live in Anna. A gapped clause is
known by its form: somebody, then the same preposition with something else, and no verb.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from extraction.lang.en.parse.tree import PROPER, Tree
from extraction.lang.en.word_lists import words_of
from extraction.names.identifiers import kind_of
from extraction.names.label_confidence import PERSON

_SEPARATORS: Final = words_of("and but while whereas , ;")
_PLACES: Final = words_of("in at near on from")
_PRONOUNS: Final = words_of("i he she we they")
_OWNERS: Final = ("PRP$",)
_NOUN_TAGS: Final = ("NN", "NNS", "NNP", "NNPS", "CD")
_TO_MODIFY: Final = ("JJ", "CD", "DT", "PRP$")


@dataclass(frozen=True, slots=True)
class Gap:
    """A clause without its verb: its subject, its object, the object of the first clause that it answers, its words.

    Where it is not sure to be one, it states nothing and takes its words out of the first clause.
    """

    subject: int
    object: int
    answers: int
    words: range
    is_sure: bool


def gapped(tree: Tree) -> list[Gap]:
    """The gapped clauses of a text."""
    gaps: list[Gap] = []
    for place in range(len(tree.text)):
        if tree.dep[place] == "pobj" and tree.is_verb(tree.head[tree.head[place]]):
            gaps += _behind(tree, place, tree.lower[tree.head[place]])
        elif _is_object(tree, place):
            gaps += _behind(tree, place, None)
    return gaps


def _is_object(tree: Tree, place: int) -> bool:
    """Whether a word is an object, or joined to one: "owns the app and the site, Anna the shop"."""
    if tree.tag[place] in ("NN", "NNS"):
        first = tree.head[place] if tree.dep[place] == "conj" else place
        return tree.dep[first] in ("dobj", "nmod")
    is_thing = tree.doc[place].ent_type_ != PERSON or kind_of(tree.text[place]) is not None
    return tree.dep[place] == "dobj" and tree.tag[place] in PROPER and is_thing


def _behind(tree: Tree, place: int, preposition: str | None) -> Iterator[Gap]:
    """The gapped clauses in a row behind an object."""
    at = _dated(tree, _phrase_end(tree, place))
    while at < len(tree.text) and tree.lower[at] in _SEPARATORS:
        start = at
        while at < len(tree.text) and tree.lower[at] in _SEPARATORS:
            at += 1
        subject = _subject(tree, at)
        if subject is None:
            return
        at = subject + 1
        other = _object(tree, at, preposition)
        if other is None or not _may_share(tree, place, subject, preposition):
            return
        at = _dated(tree, _phrase_end(tree, other))
        if at < len(tree.text) and (tree.is_verb(at) or tree.dep[at] in ("aux", "auxpass") or tree.tag[at] == "POS"):
            return
        yield Gap(subject, other, place, range(start, at), _is_person(tree, subject))


def _subject(tree: Tree, at: int) -> int | None:
    """The last word of somebody: a name, "she", "my sister"."""
    if at >= len(tree.text):
        return None
    if tree.lower[at] in _PRONOUNS:
        return at
    if tree.tag[at] in _OWNERS and at + 1 < len(tree.text) and tree.tag[at + 1] == "NN":
        return at + 1
    end = at
    while end < len(tree.text) and tree.tag[end] in PROPER:
        end += 1
    return end - 1 if end > at else None


def _object(tree: Tree, at: int, preposition: str | None) -> int | None:
    """The head of the noun phrase behind the preposition, or right behind the subject where the verb needs none."""
    if preposition is not None:
        has_same = at < len(tree.text) and (tree.lower[at] == preposition or {tree.lower[at], preposition} <= _PLACES)
        if not has_same or tree.tag[at] != "IN":
            return None
        at += 1
    start = at
    while at < len(tree.text) and tree.tag[at] in _TO_MODIFY:
        at += 1
    last = at
    while last < len(tree.text) and tree.tag[last] in _NOUN_TAGS:
        last += 1
    if last == at or (preposition is None and start == at and tree.tag[last - 1] in PROPER):
        return None
    return last - 1


def _phrase_end(tree: Tree, place: int) -> int:
    end = place + 1
    while end < len(tree.text) and tree.tag[end] in _NOUN_TAGS and tree.head[end] == place:
        end += 1
    return end


def _dated(tree: Tree, at: int) -> int:
    """The place behind a date that follows: "in 2019"."""
    if at + 1 < len(tree.text) and tree.tag[at] == "IN" and tree.doc[at + 1].ent_type_ == "DATE":
        at += 1
        while at < len(tree.text) and tree.doc[at].ent_type_ == "DATE":
            at += 1
    return at


def _may_share(tree: Tree, place: int, subject: int, preposition: str | None) -> bool:
    """Whether the second is no object of the first verb, too: not "in Oslo and Bergen in Norway"."""
    if preposition is None:
        # "Tom owns a boat, Anna a car", "Ken likes tea and Anna coffee"
        if tree.tag[place] in PROPER:
            return _is_person(tree, subject) and tree.tag[subject + 1] == "DT"
        is_parallel = any(tree.doc[word].ent_type_ == PERSON for word in tree.labelled(_verb(tree, place), "nsubj"))
        return tree.tag[subject] in PROPER and (is_parallel or tree.tag[subject + 1] == "DT")
    is_same_kind = tree.doc[place].ent_type_ == tree.doc[subject].ent_type_ and preposition in _PLACES
    return _is_person(tree, subject) and not is_same_kind


def _is_person(tree: Tree, subject: int) -> bool:
    return tree.doc[subject].ent_type_ == PERSON or tree.lower[subject] in _PRONOUNS or tree.tag[subject] == "NN"


def _verb(tree: Tree, place: int) -> int:
    while not tree.is_verb(place) and tree.head[place] != place:
        place = tree.head[place]
    return place
