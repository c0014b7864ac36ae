"""Contrasts: what a clause sets aside for something else ("PostgreSQL instead of MySQL"), which it denies.

"We use PostgreSQL instead of MySQL" uses the one and not the other; "works for Acme rather than for Globex" likewise.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from extraction.lang.en.parse.tree import SUBJECTS, Tree
from extraction.lang.en.word_lists import words_of

_MARKERS: Final = (
    ("instead", "of"),
    ("rather", "than"),
    ("in", "place", "of"),
    ("in", "lieu", "of"),
    ("as", "opposed", "to"),
    ("in", "preference", "to"),
    (",", "not"),
    (",", "never"),
)
_CHOOSING: Final = words_of("choose pick select prefer favor favour recommend")
"""Verbs whose "over" sets something aside."""
_CHOOSING_WITH: Final = words_of("go stick stay")
"""Verbs that choose what stands behind "with": "went with Kafka over RabbitMQ"."""
_PREFERRING: Final = "prefer"
_WITHIN_NOUN: Final = ("compound", "amod", "det", "poss", "nummod", "nmod", "case", "punct", "advmod")
_TARGETS: Final = ("dobj", "pobj", "attr", "oprd", "conj", "dative")
UNSEEN: Final = -1
"""The place of what a text puts in the place of something in words that the parse does not read."""
_NOUNS: Final = ("NOUN", "PROPN", "PRON", "NUM")


@dataclass(frozen=True, slots=True)
class Contrast:
    """What is set aside (`others`), for which word (`kept`), and the words that say so (`marks`).

    `kept` is `UNSEEN` where the parse has no word for it: nobody does anything to what is set aside all the same.
    """

    kept: int
    others: tuple[int, ...]
    marks: frozenset[int]


def contrasts(tree: Tree) -> list[Contrast]:
    """The contrasts between nouns of a text; those between verbs ("instead of joining Acme") are moods."""
    return [contrast for start, length in _marked(tree) if (contrast := _contrast(tree, start, length)) is not None]


def _marked(tree: Tree) -> Iterator[tuple[int, int]]:
    for place in range(len(tree.text)):
        for marker in _MARKERS:
            if tuple(tree.lower[place : place + len(marker)]) == marker:
                yield place, len(marker)
        verb = tree.verb_above(place) if tree.lower[place] in ("over", "to") and tree.dep[place] == "prep" else None
        if verb is not None and place > verb:
            is_chosen = tree.lemma[verb] in _CHOOSING or (
                tree.lemma[verb] in _CHOOSING_WITH
                and any(tree.lower[link] == "with" for link in tree.labelled(verb, "prep"))
            )
            is_over = tree.lower[place] == "over" and is_chosen
            if is_over or (tree.lemma[verb] == _PREFERRING and tree.labelled(verb, "dobj")):
                yield place, 1


def _contrast(tree: Tree, start: int, length: int) -> Contrast | None:
    first = start + length
    preposition = first if first < len(tree.text) and tree.pos[first] == "ADP" else None
    other = _noun_at(tree, first if preposition is None else first + 1)
    if other is None:
        return None
    link = None if preposition is None else tree.lower[preposition]
    kept = _kept_before(tree, start, link)
    if kept is None:
        kept = _kept_behind(tree, start, other, link)
    marks = {*range(start, first), *(() if preposition is None else (preposition,))}
    if kept is None and preposition is None and length > 1:
        kept = UNSEEN
    return None if kept is None else Contrast(kept, tuple(tree.joined(other)), frozenset(marks))


def _noun_at(tree: Tree, place: int) -> int | None:
    """The head of the noun phrase that begins at a word."""
    while place < len(tree.text) and tree.dep[place] in _WITHIN_NOUN and tree.head[place] > place:
        place = tree.head[place]
    return place if place < len(tree.text) and tree.pos[place] in _NOUNS else None


def _kept_before(tree: Tree, start: int, link: str | None) -> int | None:
    """The nearest object before the mark, behind the same preposition where the mark has one behind it."""
    first = tree.doc[start].sent.start
    for place in range(start - 1, first - 1, -1):
        if tree.is_verb(place):
            return None
        is_target = tree.dep[place] in _TARGETS and tree.pos[place] in (*_NOUNS, "ADV")
        if is_target and (link is None or tree.lower[tree.head[place]] == link):
            return place
    return None


def _kept_behind(tree: Tree, start: int, other: int, link: str | None) -> int | None:
    """The object of the verb above, where the contrast opens the sentence: "Instead of Jira, we use Linear"."""
    verb = tree.verb_above(other)
    if verb is None or verb < other:
        return None
    if any(subject < start for subject in tree.labelled(verb, *SUBJECTS)):
        return None  # "Tom instead of Ken leads the demo": who does it
    objects = [] if link else [place for place in tree.labelled(verb, "dobj", "attr") if place > verb]
    prepositions = [place for place in tree.labelled(verb, "prep") if place > verb]
    for preposition in prepositions if not objects else ():
        if link is None or tree.lower[preposition] == link:
            objects += tree.labelled(preposition, "pobj")
    return objects[0] if objects else None
