"""Common nouns as names, off Universal Dependencies: which words of a noun phrase make its name, and what it is."""

from typing import TYPE_CHECKING

from extraction.lang.shared.universal.clauses import Clauses
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Token


def phrase(clauses: Clauses, noun: "Token") -> tuple[int, int]:
    """The tokens of a noun with what tells its kind: adjectives behind it, and "de" with a noun or a name.

    "voiture électrique", "serveur de production", "siège de Danone", "projet Atlas".
    """
    start, end = noun.i, noun.i + 1
    for child in sorted(noun.children, key=lambda child: child.i):
        follows = child.i == end and not any(child.children)
        if (follows and child.dep_ == "amod" and child.pos_ == "ADJ") or (
            follows and child.dep_ in ("nmod", "appos", "flat:name") and child.pos_ in ("PROPN", "NOUN")
        ):
            end = child.i + 1
        elif (
            child.dep_ in ("nmod", "obl:arg") and clauses.link_of(child) == clauses.grammar.of and _first(child) == end
        ):
            end = phrase(clauses, child)[1]
        elif child.dep_ == "dep" and child.i == start - 1 and child.pos_ in ("NOUN", "PRON"):
            start = child.i  # "thé vert", whose parse stands on its head
    return start, end


def is_worth_a_name(clauses: Clauses, noun: "Token") -> bool:
    """Whether a noun says enough to be a node."""
    is_vague = noun.lemma_.lower() in clauses.grammar.vague or noun.lower_ in clauses.grammar.vague
    return noun.pos_ in ("NOUN", "PROPN") and len(noun.text) > 1 and not is_vague


def type_of(clauses: Clauses, noun: "Token") -> EntityType:
    """The type of what a noun names."""
    grammar = clauses.grammar
    for form in (noun.lower_, noun.lemma_.lower()):
        if form in grammar.kinds:
            return grammar.kinds[form]
        if form in grammar.roles:
            return EntityType.PERSON
    return EntityType.CONCEPT


def name_of(noun: "Token", start: int, end: int) -> str:
    """The name of a phrase: as written but for a capital that begins the sentence, and a lone noun in the singular."""
    if end - start == 1 and noun.pos_ == "NOUN" and "Number=Plur" in noun.morph:
        return noun.lemma_.lower()
    words = noun.doc[start:end]
    return "".join(
        (token.lower_ if token.is_sent_start and token.pos_ != "PROPN" else token.text) + token.whitespace_
        for token in words
    ).strip()


def _first(noun: "Token") -> int:
    """Where a noun begins with its preposition; an article between the two makes it a thing of its own."""
    before = sorted((child for child in noun.children if child.dep_ in ("case", "det")), key=lambda child: child.i)
    return before[0].i if before else noun.i
