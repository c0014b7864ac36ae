"""Common noun phrases that earn a node: "release meeting", "quarterly report", the guitar that somebody bought."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from extraction.lang.en.facts.permanence import is_medical
from extraction.lang.en.lexicon import (
    CLASSIFYING,
    COLOURS,
    COMMON_STARTERS,
    CONSUMING,
    EMPTY_ADJECTIVES,
    FAVOURED,
    INTERJECTIONS,
    KINDS,
    LIKING,
    TERM_HEADS,
    VAGUE_NOUNS,
)
from extraction.lang.en.names.names import RULE, Name, noun_form
from extraction.lang.en.parse.tree import COMMON
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

ARGUMENT = "argument"
"""The first reason of a term that is a node because a statement needs it."""
_LONGEST_TERM = 4
_DEGREES = (
    EMPTY_ADJECTIVES
    | COLOURS
    | frozenset("severe mild moderate slight serious extreme intense massive minor occasional constant".split())  # noqa: SIM905
)
"""Adjectives that do not tell which ailment or medicine it is."""
_TASTES = LIKING | CONSUMING
_FORMAL = frozenset(
    (
        *("version", "string", "size", "title", "list", "copy", "count", "slot", "entry", "field", "option", "setting"),
        *("default", "request", "response", "attempt", "talk", "test", "retest", "room", "area", "section", "part"),
        *("item", "element", "feature", "note", "comment", "message", "mention", "link", "tab", "button", "click"),
        *("length", "width", "height", "weight", "speed", "color", "colour", "shape", "amount", "rate", "average"),
        *("booking", "order", "delivery", "request", "call", "mail", "reel", "unit", "batch", "pack", "box", "bit"),
        *("job", "shift", "trip", "visit", "stay", "return", "arrival", "departure", "success", "failure", "error"),
    )
)
"""Nouns of measure, of form and of passing acts: alone they name nothing that a memory could be about."""
_SAYING_LITTLE = VAGUE_NOUNS | _FORMAL


def terms(doc: "Doc", owners: Iterable[int]) -> Iterator[Name]:
    """Common noun phrases that earn a node without a statement: compounds headed by a word such as "meeting"."""
    taken = set(owners)
    for token in doc:
        if token.tag_ not in COMMON or token.lemma_.lower() not in TERM_HEADS or token.i in taken:
            continue
        term = term_of(token)
        if term is None or term[1] - term[0] < 2 or any(at in taken for at in range(*term)):
            continue
        taken.update(range(*term))
        yield term_name(doc, *term, reasons=("compound", "known head"))


def term_of(token: "Token") -> tuple[int, int] | None:
    """The span of the noun phrase that a common noun heads, without determiners and judgements; None if too vague."""
    word = token.lemma_.lower()
    if (
        token.tag_ not in COMMON
        or not token.text.isascii()
        or not token.text.replace("-", "").isalpha()
        or len(token) < 3
    ):
        return None
    start = token.i
    while start > 0 and token.i - start < _LONGEST_TERM - 1 and _belongs(token.doc[start - 1], token):
        start -= 1
    if start < token.i and token.doc[start].text == "-":
        start += 1
    vague = word in VAGUE_NOUNS or token.lower_ in VAGUE_NOUNS or word in INTERJECTIONS or word in _FORMAL
    if vague and start == token.i:
        return None
    if start == token.i and word in COMMON_STARTERS and word not in KINDS:
        return None
    if vague and all(each.lower_ in CLASSIFYING or each.lower_ in VAGUE_NOUNS for each in token.doc[start : token.i]):
        return None
    return start, token.i + 1


def term_name(doc: "Doc", start: int, end: int, *, reasons: tuple[str, ...]) -> Name:
    """The name of a common noun phrase, its type by the head noun."""
    head = doc[end - 1]
    kind = TERM_HEADS.get(head.lemma_.lower()) or KINDS.get(head.lemma_.lower(), EntityType.CONCEPT)
    if kind in (EntityType.PERSON, EntityType.LOCATION, EntityType.ORGANIZATION):
        # "bakery" is no organisation that has this name: it is a kind of one
        kind = EntityType.CONCEPT
    known = head.lemma_.lower() in KINDS
    return Name(
        start=start,
        end=end,
        name=noun_form(doc, start, end - 1),
        type=kind,
        weight=(0.4 if known else -0.2) + (0.5 if end - start > 1 else 0.0),
        reasons=(*reasons, *(("several-words",) if end - start > 1 else ())),
        method=RULE,
    )


def _belongs(token: "Token", head: "Token") -> bool:
    if token.text == "-":
        return token.i > 0 and token.nbor(-1).head in (head, token.nbor(1)) and token.nbor(-1).tag_ != "DT"
    if token.head.i < token.i or token.head.i > head.i or not token.text.isascii():
        return False
    if token.dep_ == "compound":
        return token.pos_ in ("NOUN", "PROPN")
    return token.dep_ == "amod" and (
        token.lower_ in CLASSIFYING or _restricts(token, head) or _tells_ailment(token, head)
    )


def _tells_ailment(token: "Token", head: "Token") -> bool:
    """ "celiac disease", "chronic pain": which one somebody has."""
    return (
        is_medical(head.lemma_.lower())
        and token.i == head.i - 1
        and token.tag_ == "JJ"
        and token.lower_ not in _DEGREES
        and not any(token.children)
    )


def _restricts(token: "Token", head: "Token") -> bool:
    """Whether an adjective says which kind of a thing is meant, where people tell what they like: "prefer dark mode".

    Only right before the noun, without an article, which would make it one thing and not a kind, and without words
    of its own, which "gluten-free" needs.
    """
    if (
        {head.lemma_.lower(), head.lower_} & _SAYING_LITTLE
        or token.i != head.i - 1
        or token.tag_ != "JJ"
        or token.lower_ in EMPTY_ADJECTIVES
        or any(token.children)
    ):
        return False
    if any(child.dep_ in ("det", "poss", "nummod") for child in head.children):
        return False
    first = head
    while first.dep_ == "conj":
        first = first.head
    if first.dep_ == "dobj":
        return first.head.lemma_ in _TASTES
    return first.dep_ == "attr" and any(
        child.lower_ in FAVOURED
        for subject in first.head.children
        if subject.dep_ == "nsubj"
        for child in subject.children
    )
