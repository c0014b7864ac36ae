"""Rules that find names the recogniser cannot tell by their shape.

Titles that are given, quoted, or defined ("Heat is a film"), names that go on behind "of", and concepts that only
their sentence tells: the languages somebody speaks, their colour or faith.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from extraction.lang.en.names.entity_types import entity_type
from extraction.lang.en.names.names import RULE, Name, noun_form
from extraction.lang.en.names.plausibility import LONGEST, WEIGHTS, name_with_evidence
from extraction.lang.en.parse.tree import PROPER, first_conjunct
from extraction.lang.en.word_lists import (
    CLASSED,
    COLOURS,
    COMMON_STARTERS,
    INTERJECTIONS,
    LANGUAGES,
    NOUNS,
    OF_HEADS,
    VAGUE_NOUNS,
    VERBS,
    is_given_anywhere,
)
from extraction.model.context import Context
from extraction.names.label_confidence import PERSON, TYPES
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_QUOTED = re.compile(r"[\"“]([A-Z0-9][^\"“”\n]{1,70}?)[,.!?]?[\"”]")
_SHORT = 4
"""Letters up to which a word in a title may be lower case ("Train to Pakistan")."""
_FINITE = ("VBP", "VBZ", "VBD", "MD")
_SENTENCE_STARTS = frozenset(("i", "we", "you", "he", "she", "it", "they", "my", "our"))
"""Words with which a quoted sentence begins rather than a title in lower case."""
_DEFINED_TYPES = (EntityType.DOCUMENT, EntityType.LOCATION, EntityType.ORGANIZATION, EntityType.TECHNOLOGY)
_BESIDE_DEFINED = frozenset(("appos", "punct", "cc", "conj"))
"""What may hang on a word that an apposition defines: "Kamome, a booking platform, and Tomoshibi, a sensor"."""
_LANGUAGE_VERBS = VERBS.words("language_use")
"""Verbs whose object, if it is the name of a people, is their language: "speaks Italian"."""
_FLUENT = ("fluent", "proficient", "conversational")
_COLOUR_NOUNS = ("color", "colour")
_GROUP_NOUNS = ("nationality", "ethnicity", "religion", "faith")
_RHESUS = ("positive", "negative")
_EPONYMS = NOUNS.words("eponym")
_LANGUAGE_NOUNS = ("language", "tongue", "major", "minor", "subject")


def title_mentions(doc: "Doc", context: Context) -> Iterator[Name]:
    """The occurrences of the memory's title in the text, where it reads like a name or a term."""
    title = re.sub(r"\s*\([^()]*\)\s*$", "", context.title or "").strip()
    words = title.split()
    if not 0 < len(words) <= LONGEST or not title[:1].isupper() or title.lower() in COMMON_STARTERS | VAGUE_NOUNS:
        return
    text, needle = doc.text.lower(), title.lower()
    if len(text) != len(doc.text):
        # a few letters change length in lower case; offsets would lie
        text, needle = doc.text, title
    at = text.find(needle)
    while at >= 0:
        span = doc.char_span(at, at + len(title))
        if span is not None and _is_used_as_name(span):
            type_, reasons, weight = entity_type(span, _recognised_type(span))
            yield Name(
                start=span.start,
                end=span.end,
                name=title,
                type=type_,
                weight=WEIGHTS["title"] + weight,
                reasons=("title", *reasons),
                method=RULE,
            )
        at = text.find(needle, at + len(title))


def _is_used_as_name(span: "Span") -> bool:
    """Whether the title's words are a name here: with a capital, or as a term of several words or a long one."""
    after = span.doc[span.end] if span.end < len(span.doc) else None
    if (
        len(span) == 1
        and after is not None
        and after.tag_ in PROPER
        and span[-1].dep_ == "compound"
        and span[-1].head.i >= span.end
    ):
        return False
    return span.text[:1].isupper() or len(span) > 1 or (span[0].pos_ == "NOUN" and len(span.text) > _SHORT)


def _recognised_type(span: "Span") -> EntityType:
    """The type that the recogniser gives to a span overlapping this one."""
    for entity in span.doc.ents:
        if entity.start < span.end and span.start < entity.end and entity.label_ in TYPES:
            return TYPES[entity.label_]
    return EntityType.CONCEPT


def quoted_titles(doc: "Doc") -> Iterator[Name]:
    """Titles in quotation marks: capitalised throughout, no sentence of speech."""
    if '"' not in doc.text and "“" not in doc.text:
        return
    for match in _QUOTED.finditer(doc.text):
        span = doc.char_span(match.start(1), match.end(1))
        if span is None or not _is_title(span) or _is_nickname(span):
            continue
        type_, reasons, weight = entity_type(span, EntityType.DOCUMENT)
        yield Name(
            start=span.start,
            end=span.end,
            name=" ".join(span.text.split()),
            type=type_,
            weight=WEIGHTS["quoted"] + weight,
            reasons=("quoted", *reasons),
            method=RULE,
        )


def _is_nickname(span: "Span") -> bool:
    """Whether the quoted words stand inside of a person's name (Karl "Edvard" Johanson)."""
    return any(
        entity.label_ == PERSON and entity.start < span.start - 1 and span.end + 1 < entity.end
        for entity in span.doc.ents
    )


def _is_title(span: "Span") -> bool:
    words = [token for token in span if token.is_alpha]
    if not words or len(span) > LONGEST or (span[0].lower_ in INTERJECTIONS and len(words) == 1):
        return False
    if len(words) == 1 and words[0].lower_ in COMMON_STARTERS:
        return False
    is_question = span.end < len(span.doc) and span.doc[span.end].text == "?"
    has_verb = any(token.is_lower and token.tag_ in _FINITE for token in words)
    is_sentence = words[0].lower_ in _SENTENCE_STARTS or words[0].tag_ in _FINITE
    if (is_question and (has_verb or is_sentence)) or (has_verb and is_sentence):
        # "I live in Oslo", "Do you live in Oslo?" are somebody's words
        return False
    return all(token.shape_.startswith("X") or len(token) <= _SHORT for token in words)


def of_names(doc: "Doc") -> Iterator[Name]:
    """ "University of Michigan", "Siege of Vienna": names that go on behind "of", which the recogniser may split."""
    for of in doc:
        if of.lower_ != "of" or of.i == 0 or of.nbor(-1).lower_ not in OF_HEADS or of.nbor(-1).tag_ not in PROPER:
            continue
        start, end = of.i - 1, of.i + 1
        while start > 0 and doc[start - 1].tag_ in PROPER and doc[start - 1].shape_.startswith("X"):
            start -= 1
        if end < len(doc) and doc[end].lower_ == "the":
            end += 1
        first = end
        while end < len(doc) and doc[end].tag_ in PROPER and doc[end].shape_.startswith("X"):
            end += 1
        if end == first or not of.nbor(-1).shape_.startswith("X"):
            continue
        type_, reasons, weight = entity_type(doc[start:end], EntityType.CONCEPT)
        yield name_with_evidence(doc, start, end, type_, WEIGHTS["of name"] + weight, ("of name", *reasons), RULE)


def eponyms(doc: "Doc") -> Iterator[Name]:
    """ "Heron's formula", "Parkinson's disease": one concept where the text knows nobody so named.

    Who has a given name may have a method of their own: "Anna's method".
    """
    for mark in doc:
        if mark.tag_ != "POS" or mark.i == 0 or mark.i + 1 == len(doc) or mark.nbor(1).lemma_.lower() not in _EPONYMS:
            continue
        owner = mark.nbor(-1)
        elsewhere = (word for word in doc if word.text == owner.text and word.i != owner.i)
        is_somebody = any(word.i + 1 == len(doc) or word.nbor(1).tag_ != "POS" for word in elsewhere)
        before = owner.nbor(-1).tag_ if owner.i else ""
        if owner.tag_ not in PROPER or before in PROPER or is_somebody or is_given_anywhere(owner.lower_):
            continue
        if _recognised_type(doc[owner.i : owner.i + 1]) in (EntityType.ORGANIZATION, EntityType.LOCATION):
            continue
        yield Name(
            start=owner.i,
            end=mark.i + 2,
            name=noun_form(doc, owner.i, mark.i + 1),
            type=EntityType.CONCEPT,
            weight=WEIGHTS["of name"],
            reasons=("eponym",),
            method=RULE,
        )


def defined_names(doc: "Doc") -> Iterator[Name]:
    """A single capitalised word that is defined as a film, a town, a library: "Heat is a film", "Heat, a film of …"."""
    for token in doc:
        if token.tag_ in PROPER or not token.is_title or not _may_be_defined(token):
            continue
        type_, reasons, weight = entity_type(doc[token.i : token.i + 1], EntityType.CONCEPT)
        if type_ in _DEFINED_TYPES and reasons and token.lower_ not in VAGUE_NOUNS:
            yield name_with_evidence(doc, token.i, token.i + 1, type_, WEIGHTS["said to be"] + weight, reasons, RULE)


def _may_be_defined(token: "Token") -> bool:
    """Whether a word stands alone as the subject of its sentence, or before an apposition."""
    beside = {child.dep_ for child in token.children}
    return (token.dep_ == "nsubj" and token.tag_ == "NN" and not beside) or (
        "appos" in beside and beside <= _BESIDE_DEFINED
    )


def attribute_concepts(doc: "Doc") -> Iterator[Name]:
    """Languages that somebody speaks or learns, and colours, nationalities and blood types that a sentence states."""
    for token in doc:
        reason = _concept_reason(token)
        if reason:
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
                reasons=(reason,),
                method=RULE,
            )


def _concept_reason(token: "Token") -> str:
    """Why the word names a concept of its own; empty if nothing tells."""
    word, titled = token.lower_, token.shape_.startswith("X")
    language = titled and word in LANGUAGES
    if not (language or word in COLOURS or _is_rhesus(token) or (titled and token.dep_ in ("acomp", "attr"))):
        return ""
    first = first_conjunct(token)
    head = first.head
    if first.dep_ in ("acomp", "attr") and head.lemma_ == "be":
        return _attribute_reason(head, word, language=language)
    if language and first.dep_ == "dobj" and head.lemma_ in _LANGUAGE_VERBS and not _is_people(token):
        return f"beside {head.lemma_}"
    if language and first.dep_ == "pobj" and head.lower_ == "in" and head.head.lower_ in _FLUENT:
        return f"beside {head.head.lower_}"
    return ""


def _is_rhesus(token: "Token") -> bool:
    """ "O negative", the whole of a blood type."""
    return token.lower_ in _RHESUS and token.i > 0 and token.nbor(-1).is_upper


def _is_people(token: "Token") -> bool:
    """Whether an article makes it a people and no language: "the French"."""
    return any(child.lower_ == "the" for child in token.children)


def _attribute_reason(verb: "Token", word: str, *, language: bool) -> str:
    """Why the predicate of "is" names a concept: "My favourite colour is blue", "My nationality is Swiss"."""
    for subject in verb.children:
        if subject.dep_ != "nsubj" or not any(child.dep_ == "poss" for child in subject.children):
            continue
        noun = subject.lemma_.lower()
        if noun in _COLOUR_NOUNS:
            return f"called {noun}" if word in COLOURS else ""
        if noun in CLASSED and any(child.dep_ == "compound" for child in subject.children):
            return f"called {noun}"
        if (noun in _LANGUAGE_NOUNS and language) or noun in _GROUP_NOUNS:
            return f"called {noun}"
    return ""
