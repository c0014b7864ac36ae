"""The means of a deed: "is encrypted using a key" makes no data depend on the key."""

from typing import TYPE_CHECKING, Final

from extraction.lang.en.facts.relations import kind_named
from extraction.lang.en.parse.tree import COMMON
from extraction.lang.en.word_lists import CREATING, MEANS
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Token

_USERS: Final = (EntityType.TECHNOLOGY, EntityType.ORGANIZATION, EntityType.OBJECT, EntityType.DOCUMENT)
"""What a heading may tell the parts of: "App using Flask"."""


def is_only_means(verb: "Token") -> bool:
    """Whether "using" or "based" tells how something is done, and not what a thing uses or is based on.

    So where something was done to its subject ("is encrypted using a key") that did not make it ("is built using
    Flask"), and in headings ("Example using curl", "Classification based on sides").
    """
    if verb.lower_ not in MEANS or any(child.dep_ in ("aux", "auxpass") for child in verb.children):
        return False
    deed = verb.head
    if deed.tag_ in COMMON:
        return deed.dep_ == "ROOT" and kind_named(deed.lemma_.lower()) not in _USERS
    first = deed
    while first.dep_ == "conj":
        first = first.head
    is_undergone = any(child.dep_ in ("auxpass", "nsubjpass") for each in (deed, first) for child in each.children)
    return is_undergone and deed.lemma_ not in CREATING
