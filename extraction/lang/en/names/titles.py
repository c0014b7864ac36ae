"""Names that their shape alone does not tell: titles given, quoted, said to be one, or running on behind an "of"."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from extraction.lang.en.lexicon import COMMON_STARTERS, INTERJECTIONS, OF_HEADS, VAGUE_NOUNS
from extraction.lang.en.names.kinds import kind
from extraction.lang.en.names.names import RULE, Name
from extraction.lang.en.names.plausible import LONGEST
from extraction.lang.en.names.weights import WEIGHTS, weighed
from extraction.lang.en.parse.tree import PROPER
from extraction.lang.shared.label_confidence import PERSON, TYPES
from extraction.model.context import Context
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span

_QUOTED = re.compile(r"[\"“]([A-Z0-9][^\"“”\n]{1,70}?)[,.!?]?[\"”]")
_SHORT = 4
"""Letters up to which a word in a title may be lower case ("Train to Pakistan")."""
_TITLED = (EntityType.DOCUMENT, EntityType.LOCATION, EntityType.ORGANIZATION, EntityType.TECHNOLOGY)


def titled(doc: "Doc", context: Context) -> Iterator[Name]:
    """Places where the memory's title stands in the text, when it reads like a name or a term."""
    title = re.sub(r"\s*\([^()]*\)\s*$", "", context.title or "").strip()
    words = title.split()
    if not 0 < len(words) <= LONGEST or not title[:1].isupper() or title.lower() in COMMON_STARTERS | VAGUE_NOUNS:
        return
    text, sought = doc.text.lower(), title.lower()
    if len(text) != len(doc.text):
        # a few letters change length in lower case; offsets would lie
        text, sought = doc.text, title
    at = text.find(sought)
    while at >= 0:
        span = doc.char_span(at, at + len(title))
        if span is not None and _serves(span):
            told, reasons, weight = kind(span, _labelled(span))
            yield Name(
                start=span.start,
                end=span.end,
                name=title,
                type=told,
                weight=WEIGHTS["title"] + weight,
                reasons=("title", *reasons),
                method=RULE,
            )
        at = text.find(sought, at + len(title))


def _serves(span: "Span") -> bool:
    """Whether the title's words stand here as a name: with a capital, or as a term of several words or a long one."""
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


def _labelled(span: "Span") -> EntityType:
    """The type the head gives to what overlaps the span."""
    for entity in span.doc.ents:
        if entity.start < span.end and span.start < entity.end and entity.label_ in TYPES:
            return TYPES[entity.label_]
    return EntityType.CONCEPT


def quoted(doc: "Doc") -> Iterator[Name]:
    """Titles in quotation marks: capitalised throughout, no sentence of speech."""
    if '"' not in doc.text and "“" not in doc.text:
        return
    for match in _QUOTED.finditer(doc.text):
        span = doc.char_span(match.start(1), match.end(1))
        if span is None or not _is_title(span) or _is_nickname(span):
            continue
        told, reasons, weight = kind(span, EntityType.DOCUMENT)
        yield Name(
            start=span.start,
            end=span.end,
            name=" ".join(span.text.split()),
            type=told,
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
    return all(token.shape_.startswith("X") or len(token) <= _SHORT for token in words)


def of_names(doc: "Doc") -> Iterator[Name]:
    """ "University of Michigan", "Siege of Vienna": names that go on behind "of", which the head may split."""
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
        told, reasons, more = kind(doc[start:end], EntityType.CONCEPT)
        yield weighed(doc, start, end, told, WEIGHTS["of name"] + more, ("of name", *reasons), RULE)


def said_to_be(doc: "Doc") -> Iterator[Name]:
    """A lone capitalised noun that a sentence says to be a film, a town, a library: "Heat is a film"."""
    for token in doc:
        if token.dep_ != "nsubj" or token.tag_ != "NN" or not token.is_title or any(token.children):
            continue
        span = doc[token.i : token.i + 1]
        told, reasons, more = kind(span, EntityType.CONCEPT)
        if told in _TITLED and reasons and token.lower_ not in VAGUE_NOUNS:
            yield weighed(doc, token.i, token.i + 1, told, WEIGHTS["said to be"] + more, reasons, RULE)
