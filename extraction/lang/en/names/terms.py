"""Term extraction: common noun phrases that are worth a node, such as "release meeting" and "quarterly report"."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from extraction.lang.en.facts.permanence import is_medical
from extraction.lang.en.names.names import RULE, Name, noun_form
from extraction.lang.en.names.software import is_on_software
from extraction.lang.en.parse.tree import COMMON, first_conjunct
from extraction.lang.en.word_lists import (
    CLASSIFYING,
    COLOURS,
    COMMON_STARTERS,
    CONSUMING,
    EMPTY_ADJECTIVES,
    FAVOURED,
    IN_SOFTWARE,
    INTERJECTIONS,
    KINDS,
    LIKING,
    NOUNS,
    TERM_HEADS,
    THINGS,
    VAGUE_NOUNS,
    words_of,
)
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

ARGUMENT = "argument"
"""The first reason of a term that is a node because a statement needs it."""
_LONGEST_TERM = 4
_JOINED = ("compound", "nmod")
"""Labels of the nouns of a compound before its last."""
_DEGREES = (
    EMPTY_ADJECTIVES
    | COLOURS
    | words_of("severe mild moderate slight serious extreme intense massive minor occasional constant")
)
"""Adjectives that do not tell which ailment or medicine is meant: "severe pain"."""
_TASTES = LIKING | CONSUMING
_FORMAL = NOUNS.words("formal")
"""Nouns of measure, of form and of passing acts, which need a modifier: "message", "visit"."""
_UNSPECIFIC = VAGUE_NOUNS | _FORMAL


def terms(doc: "Doc", owners: Iterable[int]) -> Iterator[Name]:
    """Noun phrases that are a node without a statement: compounds headed by a word such as "meeting"."""
    taken = set(owners)
    for token in doc:
        type_ = TERM_HEADS.get(token.lemma_.lower())
        if token.tag_ not in COMMON or type_ in (None, EntityType.TECHNOLOGY) or token.i in taken:
            # which software is a thing of its own the head marks, and not "the search algorithm"
            continue
        term = term_span(token)
        if term is None or term[1] - term[0] < 2 or any(at in taken for at in range(*term)):
            continue
        taken.update(range(*term))
        yield term_name(doc, *term, reasons=("compound", "known head"))


def term_span(token: "Token") -> tuple[int, int] | None:
    """The noun phrase of a common noun, without determiners and judging adjectives; None if it is too vague.

    "a really good acoustic guitar" gives "acoustic guitar".
    """
    word = token.lemma_.lower()
    if (
        token.tag_ not in COMMON
        or not token.text.isascii()
        or not token.text.replace("-", "").isalpha()
        or len(token) < 3
    ):
        return None
    start = token.i
    while start > 0 and token.i - start < _LONGEST_TERM - 1 and _is_modifier(token.doc[start - 1], token):
        start -= 1
    while start > 0 and "-" in (token.doc[start].text, token.doc[start - 1].text) and _is_hyphenated(token.doc, start):
        start -= 1
    is_vague = word in VAGUE_NOUNS or token.lower_ in VAGUE_NOUNS or word in INTERJECTIONS or word in _FORMAL
    if is_vague and start == token.i:
        return None
    if start == token.i and word in KINDS and THINGS[word] is EntityType.TECHNOLOGY:
        # "the server" is another one in every text
        return None
    if start == token.i and word in COMMON_STARTERS and word not in KINDS:
        return None
    if is_vague and all(
        word.lower_ in CLASSIFYING or word.lower_ in VAGUE_NOUNS for word in token.doc[start : token.i]
    ):
        return None
    return start, token.i + 1


def _is_hyphenated(doc: "Doc", at: int) -> bool:
    """Whether no space parts a word from the one before: "-", "step" in "multiple-step test", no item of a list."""
    return not doc[at - 1].whitespace_ and (doc[at - 1].is_alpha or doc[at - 1].text == "-")


def term_name(doc: "Doc", start: int, end: int, *, reasons: tuple[str, ...]) -> Name:
    """The name of a common noun phrase, typed by the head noun."""
    head = doc[end - 1].lemma_.lower()
    type_ = THINGS.get(head, EntityType.CONCEPT)
    if head in IN_SOFTWARE and is_on_software(doc):
        type_ = IN_SOFTWARE[head]
    if type_ in (EntityType.PERSON, EntityType.LOCATION, EntityType.ORGANIZATION):
        # "bakery" names no organisation, but a kind of one
        type_ = EntityType.CONCEPT
    return Name(
        start=start,
        end=end,
        name=noun_form(doc, start, end - 1),
        type=type_,
        weight=(0.4 if head in KINDS else -0.2) + (0.5 if end - start > 1 else 0.0),
        reasons=(*reasons, *(("several-words",) if end - start > 1 else ())),
        method=RULE,
    )


def _is_modifier(token: "Token", head: "Token") -> bool:
    if token.text == "-":
        return token.i > 0 and token.nbor(-1).head in (head, token.nbor(1)) and token.nbor(-1).tag_ != "DT"
    if token.head.i < token.i or token.head.i > head.i or not token.text.isascii():
        return False
    if token.dep_ in _JOINED:
        return token.pos_ in ("NOUN", "PROPN")
    return token.dep_ == "amod" and (
        token.lower_ in CLASSIFYING
        or _restricts(token, head)
        or _specifies_ailment(token, head)
        or _is_within_compound(token, head)
    )


def _is_within_compound(token: "Token", head: "Token") -> bool:
    """Whether an adjective has a noun of the same compound before it: "security best practices"."""
    return token.i > 0 and token.nbor(-1).dep_ in _JOINED and token.nbor(-1).head == head


def _specifies_ailment(token: "Token", head: "Token") -> bool:
    """Whether an adjective tells which ailment or medicine it is: "celiac disease", "chronic pain"."""
    return (
        is_medical(head.lemma_.lower())
        and token.i == head.i - 1
        and token.tag_ == "JJ"
        and token.lower_ not in _DEGREES
        and not any(token.children)
    )


def _restricts(token: "Token", head: "Token") -> bool:
    """Whether an adjective tells which kind of thing somebody likes: "prefer dark mode".

    Only right before the noun, without modifiers of its own, and without an article, which would make it one thing.
    """
    if (
        {head.lemma_.lower(), head.lower_} & _UNSPECIFIC
        or token.i != head.i - 1
        or token.tag_ != "JJ"
        or token.lower_ in EMPTY_ADJECTIVES
        or any(token.children)
    ):
        return False
    if any(child.dep_ in ("det", "poss", "nummod") for child in head.children):
        return False
    first = first_conjunct(head)
    if first.dep_ == "dobj":
        return first.head.lemma_ in _TASTES
    return first.dep_ == "attr" and any(
        child.lower_ in FAVOURED
        for subject in first.head.children
        if subject.dep_ == "nsubj"
        for child in subject.children
    )
