"""Concepts that only their place in the sentence tells: the languages one speaks, the colour or faith one has."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from extraction.lang.en.lexicon import CLASSED, COLOURS, LANGUAGES, SPOKEN
from extraction.lang.en.names.names import RULE, Name
from extraction.lang.en.names.weights import WEIGHTS
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_FLUENT = frozenset("fluent proficient conversational".split())  # noqa: SIM905
_COLOURED = ("color", "colour")
_PEOPLES = frozenset("nationality ethnicity religion faith".split())  # noqa: SIM905
_RHESUS = ("positive", "negative")
_TONGUES = ("language", "tongue", "major", "minor", "subject")


def concepts(doc: "Doc") -> Iterator[Name]:
    """Languages that somebody speaks or learns, and what a sentence says somebody's colour or nationality to be."""
    for token in doc:
        why = _why(token)
        if why:
            start = token.i - _is_rhesus(token)
            # the tokenizer takes "O." at the end of a sentence for initials
            text = doc[start : token.i + 1].text.rstrip(".")
            shown = text if doc[start].shape_.startswith("X") else text.lower()
            yield Name(
                start=start,
                end=token.i + 1,
                name=shown,
                type=EntityType.CONCEPT,
                weight=WEIGHTS["concept"],
                reasons=(why,),
                method=RULE,
            )


def _why(token: "Token") -> str:
    """What tells that the word names a concept of its own; empty if nothing does."""
    word, titled = token.lower_, token.shape_.startswith("X")
    language = titled and word in LANGUAGES
    if not (language or word in COLOURS or _is_rhesus(token) or (titled and token.dep_ in ("acomp", "attr"))):
        return ""
    first = token
    while first.dep_ == "conj":
        first = first.head
    head = first.head
    if first.dep_ in ("acomp", "attr") and head.lemma_ == "be":
        return _said_of(head, word, language=language)
    if language and first.dep_ == "dobj" and head.lemma_ in SPOKEN and not _is_people(token):
        return f"beside {head.lemma_}"
    if language and first.dep_ == "pobj" and head.lower_ == "in" and head.head.lower_ in _FLUENT:
        return f"beside {head.head.lower_}"
    return ""


def _is_rhesus(token: "Token") -> bool:
    """ "O negative", the whole of a blood type."""
    return token.lower_ in _RHESUS and token.i > 0 and token.nbor(-1).is_upper


def _is_people(token: "Token") -> bool:
    """Whether an article makes it those who speak it: "the French"."""
    return any(child.lower_ == "the" for child in token.children)


def _said_of(verb: "Token", word: str, *, language: bool) -> str:
    for subject in verb.children:
        if subject.dep_ != "nsubj" or not any(child.dep_ == "poss" for child in subject.children):
            continue
        noun = subject.lemma_.lower()
        if noun in _COLOURED:
            return f"called {noun}" if word in COLOURS else ""
        if noun in CLASSED and any(child.dep_ == "compound" for child in subject.children):
            return f"called {noun}"
        if (noun in _TONGUES and language) or noun in _PEOPLES:
            return f"called {noun}"
    return ""
