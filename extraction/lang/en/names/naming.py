"""Names that a text gives to a common noun: "a dog named Rex", "my sister Emma", "My wife's name is Anna"."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from extraction.lang.en.modality.mood import is_outright, mood_at
from extraction.lang.en.parse.tree import COMMON, PROPER, Tree
from extraction.lang.en.word_lists import FACTIVE, NAMING
from graph.model.types import Modality, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Token

NamesByNoun = Mapping[int, tuple[int, ...]]
"""The places of the names that a text gives to the common noun at a place."""

POSSESSION_VERBS = ("have", "get", "adopt", "own", "raise")
"""Verbs that introduce whom or what people have: "I have two sons, Max and Paul"."""


def names_by_noun(tree: Tree) -> NamesByNoun:
    """The common nouns of a text that are given a name, or several where the noun is plural."""
    named: dict[int, tuple[int, ...]] = {}
    for noun, name in _pairs(tree):
        if tree.tag[noun] not in COMMON or tree.tag[name] not in PROPER or noun in named:
            continue
        if tree.dep[name] == "appos" or naming_modality(tree, noun, name) is not None:
            names = tree.joined(name) if tree.tag[noun] == "NNS" else [name]
            named[noun] = tuple(place for place in names if tree.tag[place] in PROPER)
    return named


def nouns_of(name: "Token") -> "list[Token]":
    """The nouns that are given a name: "a dog named Rex", "My dog is called Rex", "My dog's name is Rex"."""
    verb = name.head
    if any(child.dep_ == "neg" for child in verb.children):
        return []
    if name.dep_ == "oprd" and verb.lemma_ in NAMING and verb.tag_ == "VBN":
        return [verb.head] if verb.dep_ == "acl" else [child for child in verb.children if child.dep_ == "nsubjpass"]
    if name.dep_ == "attr" and verb.lemma_ == "be":
        subjects = [child for child in verb.children if child.dep_ == "nsubj" and child.lower_ in ("name", "names")]
        return [owner for subject in subjects for owner in subject.children if owner.dep_ == "poss"]
    return []


def naming_modality(tree: Tree, noun: int, name: int) -> Modality | None:
    """The modality with which a sentence gives a noun its name, or says that the noun exists.

    None for a question, a negation, a wish, a condition or a doubt. "My boss Ann" presupposes the name: stated.
    """
    verb = tree.head[name]
    if tree.dep[name] == "appos" or tree.dep[verb] == "acl":
        verb = tree.head[noun]
        if tree.lemma[verb] == "be" and verb < noun and tree.dep[noun] == "nsubj":
            # "Is your dog called Rex?"
            return None
        if tree.dep[noun] != "dobj" or tree.lemma[verb] not in POSSESSION_VERBS:
            return Modality.STATED
    modality, polarity = mood_at(tree.doc[verb])
    if modality is Modality.ASKED or polarity is Polarity.NEGATIVE:
        return None
    if is_outright(tree, verb):
        return modality
    above, is_presupposed = tree.head[verb], tree.dep[verb] in ("advcl", "relcl")
    if modality is Modality.REPORTED:
        return modality if mood_at(tree.doc[above]).polarity is Polarity.POSITIVE else None
    is_presupposed = is_presupposed or tree.lemma[above] in FACTIVE
    return modality if modality is Modality.STATED and is_presupposed else None


def _pairs(tree: Tree) -> Iterator[tuple[int, int]]:
    for place, label in enumerate(tree.dep):
        if label == "appos":
            yield tree.head[place], place
        elif label in ("oprd", "attr") and tree.tag[place] in PROPER:
            for noun in nouns_of(tree.doc[place]):
                # "The ship was called Aurora" is about a ship mentioned before
                if tree.dep[noun.i] != "nsubjpass" or tree.labelled(noun.i, "poss"):
                    yield noun.i, place
