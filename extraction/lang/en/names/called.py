"""Which names a common noun of a text goes by: "a dog named Rex", "my sister Emma", "My wife's name is Anna"."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from extraction.lang.en.lexicon import FACTIVE, NAMING
from extraction.lang.en.modality.mood import is_outright, mood_at
from extraction.lang.en.parse.tree import COMMON, PROPER, Tree
from graph.model.types import Modality, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Token

Called = Mapping[int, tuple[int, ...]]
"""For the place of a common noun the places of the names that its text gives it."""

HAVING = ("have", "get", "adopt", "own", "raise")
"""Verbs by which people tell whom and what they have: "I have two sons, Max and Paul"."""


def called(tree: Tree) -> Called:
    """The common nouns of a text that are told by name: one name, or several where the noun speaks of several."""
    found: dict[int, tuple[int, ...]] = {}
    for noun, name in _pairs(tree):
        if tree.tag[noun] not in COMMON or tree.tag[name] not in PROPER or noun in found:
            continue
        if tree.dep[name] == "appos" or mood_of(tree, noun, name) is not None:
            every = tree.joined(name) if tree.tag[noun] == "NNS" else [name]
            found[noun] = tuple(one for one in every if tree.tag[one] in PROPER)
    return found


def nouns_of(name: "Token") -> "list[Token]":
    """The nouns that are said to go by a name: "a dog named Rex", "My dog is called Rex", "My dog's name is Rex"."""
    verb = name.head
    if any(child.dep_ == "neg" for child in verb.children):
        return []
    if name.dep_ == "oprd" and verb.lemma_ in NAMING and verb.tag_ == "VBN":
        return [verb.head] if verb.dep_ == "acl" else [child for child in verb.children if child.dep_ == "nsubjpass"]
    if name.dep_ == "attr" and verb.lemma_ == "be":
        named = [child for child in verb.children if child.dep_ == "nsubj" and child.lower_ in ("name", "names")]
        return [owner for noun in named for owner in noun.children if owner.dep_ == "poss"]
    return []


def mood_of(tree: Tree, noun: int, name: int) -> Modality | None:
    """How firmly a sentence says that a noun goes by a name, or that there is one; None where it says nothing of it.

    Not where it asks or denies it, nor in a wish, a condition or a doubt. "My boss Ann" takes it for granted.
    """
    verb = tree.head[name]
    if tree.dep[name] == "appos" or tree.dep[verb] == "acl":
        verb = tree.head[noun]
        if tree.lemma[verb] == "be" and verb < noun and tree.dep[noun] == "nsubj":
            # "Is your dog called Rex?"
            return None
        if tree.dep[noun] != "dobj" or tree.lemma[verb] not in HAVING:
            return Modality.STATED
    modality, polarity = mood_at(tree.doc[verb])
    if modality is Modality.ASKED or polarity is Polarity.NEGATIVE:
        return None
    if is_outright(tree, verb):
        return modality
    above, granted = tree.head[verb], tree.dep[verb] in ("advcl", "relcl")
    if modality is Modality.REPORTED:
        return modality if mood_at(tree.doc[above]).polarity is Polarity.POSITIVE else None
    return modality if modality is Modality.STATED and (granted or tree.lemma[above] in FACTIVE) else None


def _pairs(tree: Tree) -> Iterator[tuple[int, int]]:
    for place, label in enumerate(tree.dep):
        if label == "appos":
            yield tree.head[place], place
        elif label in ("oprd", "attr") and tree.tag[place] in PROPER:
            for noun in nouns_of(tree.doc[place]):
                # "The ship was called Aurora" tells of a ship the text has spoken of before
                if tree.dep[noun.i] != "nsubjpass" or tree.labelled(noun.i, "poss"):
                    yield noun.i, place
