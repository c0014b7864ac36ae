"""Which names a common noun of a text goes by: "a dog named Rex", "my sister Emma", "My wife's name is Anna"."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from extraction.english.lexicon import NAMING
from extraction.english.tree import COMMON, PROPER, Tree

if TYPE_CHECKING:
    from spacy.tokens import Token

Called = Mapping[int, tuple[int, ...]]
"""For the place of a common noun the places of the names that its text gives it."""


def called(tree: Tree) -> Called:
    """The common nouns of a text that are told by name: one name, or several where the noun speaks of several."""
    found: dict[int, tuple[int, ...]] = {}
    for noun, name in _pairs(tree):
        if tree.tag[noun] in COMMON and tree.tag[name] in PROPER and noun not in found:
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


def _pairs(tree: Tree) -> Iterator[tuple[int, int]]:
    for place, label in enumerate(tree.dep):
        if label == "appos":
            yield tree.head[place], place
        elif label in ("oprd", "attr") and tree.tag[place] in PROPER:
            for noun in nouns_of(tree.doc[place]):
                # "The ship was called Aurora" tells of a ship the text has spoken of before
                if tree.dep[noun.i] != "nsubjpass" or tree.labelled(noun.i, "poss"):
                    yield noun.i, place
