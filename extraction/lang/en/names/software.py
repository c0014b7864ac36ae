"""Names of software and code as the tagging head marks them: a library, a language, a class, a file, an error."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from extraction.encoder.states import SOFTWARE_TAGS
from extraction.lang.en.names.entity_types import entity_type
from extraction.lang.en.names.names import MODEL, Name
from extraction.lang.en.parse.tree import COMMON
from extraction.names.label_confidence import FIRM, LEAST, log_odds
from extraction.names.work_names import work_tags
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

    from extraction.encoder.tagging import Tagged


class _Sort(NamedTuple):
    type: EntityType
    subtype: str | None


SOFTWARE: Final = "SOFTWARE"
VERSION: Final = "VERSION"
_SORTS: Final = {
    SOFTWARE: _Sort(EntityType.TECHNOLOGY, None),
    "CODE": _Sort(EntityType.TECHNOLOGY, "name"),
    "FILE": _Sort(EntityType.DOCUMENT, "file"),
    VERSION: _Sort(EntityType.TECHNOLOGY, "version"),
    "ERROR": _Sort(EntityType.TECHNOLOGY, "error"),
    "DEVICE": _Sort(EntityType.OBJECT, None),
}
"""Labels as types, with the subtypes that identifiers have."""
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)*")
_BEFORE: Final = "\"'“‘`,;:([{"
_BEHIND: Final = ".,;:!?…\"'”’`([{"
"""Signs at the ends of a name that belong to the sentence, or to a bracket or quotation around it."""
_BRACKETS: Final = {")": "(", "]": "[", "}": "{"}
_POINTS: Final = 2
_LEAST: Final = 0.5
_OTHERWISE: Final = frozenset(("PERSON", "LOCATION", "FACILITY", "EVENT", "LAW", "WORK"))
"""What the head calls a name that is no software, where it is as sure of that: Swift lives in Nashville."""


def software_names(doc: "Doc", dates: Mapping[int, int]) -> Iterator[Name]:
    """The names of software and code of a document, unless they surely name a person, a firm, a place or a work.

    `dates` are the ends of the dates of its text by where they begin, in characters: a day is no version.

    A version belongs to the name before it ("PostgreSQL 17"); alone it is a name only with two points in it: a bare
    number would tie everything that has one.
    """
    spans = [(span, tag) for tag in _tags(doc) if (span := _span(doc, tag)) is not None]
    for place, (span, tag) in enumerate(spans):
        if tag.label == VERSION and (span.text.count(".") < _POINTS or _follows(spans[:place], span)):
            continue
        end = _behind_version(span, spans[place + 1 :]) if tag.label == SOFTWARE else span.end
        end = next((word.i for word in doc[span.start + 1 : end] if _opens_date(word, dates)), end)
        written = _written(doc, span.start, end)
        if _is_of_formula(doc.text[slice(*written)]):
            continue
        sort = _SORTS[tag.label]
        yield Name(
            start=span.start,
            end=end,
            written=written,
            name=doc.text[slice(*written)],
            type=sort.type,
            weight=log_odds(tag.confidence),
            reasons=(f"head:{tag.label}",),
            method=MODEL,
            subtype=sort.subtype,
        )


def _span(doc: "Doc", tag: "Tagged") -> "Span | None":
    """The words of a tag, None where it is hardly sure or they surely name something else."""
    span = doc.char_span(tag.start, tag.end, alignment_mode="expand") if tag.confidence >= _LEAST else None
    if span is not None and len(span) > 1 and span[0].tag_ == "VB" and span[0].dep_ == "ROOT":
        # "mount 24 WX-40": an order, and how many of them
        span = span[1 + (span[1].tag_ == "CD") :] if len(span) > 1 + (span[1].tag_ == "CD") else None
    if span is None or not any(character.isalnum() for character in span.text):
        return None
    return None if _is_otherwise(span, tag) else span


def _is_otherwise(span: "Span", tag: "Tagged") -> bool:
    """Whether the words around it, or the head as sure of it, make it something else.

    Who asks about software speaks of firms but for their software, and of "the server" as a name. So of firms the head
    need not be as sure ("works at Google"), and a common noun behind an article is none. What is spelt as nobody writes
    but in code (`ListView`) is left to the head, and so is all in a text on code: there "the server" is a thing.
    """
    if tag.in_domain:
        return False
    others = [entity for entity in span.ents if entity.label_ in _OTHERWISE]
    if any(entity._.confidence >= min(FIRM, tag.confidence) for entity in others):
        return True
    is_plain = span.text.isalpha() and (span.text.islower() or span.text.istitle())
    if is_plain or tag.label == SOFTWARE:
        by_words, reasons, _ = entity_type(span, EntityType.CONCEPT)
        if reasons:
            return by_words is not EntityType.TECHNOLOGY
    if is_plain and span.text.islower() and _has_determiner(span.root):
        return True
    firms = [entity for entity in span.ents if entity.label_ == "ORGANIZATION" and tag.label == SOFTWARE]
    return any(entity._.confidence >= LEAST[EntityType.ORGANIZATION] for entity in firms)


def _has_determiner(noun: "Token") -> bool:
    return noun.tag_ in COMMON and any(child.dep_ in ("det", "poss") for child in noun.children)


def _written(doc: "Doc", start: int, end: int) -> tuple[int, int]:
    """Where the name in some words is written, without the signs around it: not "post id.", not "eof())"."""
    first, last = doc[start].idx, doc[end - 1].idx + len(doc[end - 1])
    last -= 2 * doc.text[first:last].endswith(("'s", "’s"))
    while last > first + 1 and (doc.text[last - 1] in _BEHIND or _closes(doc.text[first:last])):
        last -= 1
    while first + 1 < last and doc.text[first] in _BEFORE:
        first += 1
    return first, last


def _closes(text: str) -> bool:
    """Whether a text ends in a bracket that nothing in it opens."""
    opening = _BRACKETS.get(text[-1])
    return opening is not None and text.count(opening) < text.count(text[-1])


def _is_of_formula(name: str) -> bool:
    """Whether what is taken for a name is a piece of a formula: the "P(A|B" of "P(A|B) = 1"."""
    return any(name.count(opening) > name.count(closing) for closing, opening in _BRACKETS.items())


def _behind_version(span: "Span", behind: "Sequence[tuple[Span, Tagged]]") -> int:
    """The end of a name with the version behind it, marked as one or with no noun behind it.

    "Redis 7" and "Windows 7 machine", not "Redis 3 times".
    """
    doc, end = span.doc, span.end
    if behind and behind[0][1].label == VERSION and behind[0][0].start == end:
        return behind[0][0].end
    if end == len(doc) or not _NUMBER.fullmatch(doc[end].text.removeprefix("v")):
        return end
    return end if end + 1 < len(doc) and doc[end + 1].tag_ in COMMON else end + 1


def _opens_date(word: "Token", dates: Mapping[int, int]) -> bool:
    """Whether a date begins with a word and goes on behind it: "Redis 7 March", not "Visual Studio 2010"."""
    return dates.get(word.idx, 0) > word.idx + len(word)


def is_on_code(doc: "Doc") -> bool:
    """Whether a text names software and is of the kind that taught the head such names."""
    return any(tag.in_domain for tag in _tags(doc))


def is_on_software(doc: "Doc") -> bool:
    """Whether a text is on code, or a note of work that names technology."""
    return is_on_code(doc) or any(tag.label == EntityType.TECHNOLOGY.value for tag in work_tags(doc))


def _tags(doc: "Doc") -> "Sequence[Tagged]":
    return doc.user_data.get(SOFTWARE_TAGS, ())


def is_versioned(doc: "Doc", name: Name) -> bool:
    """Whether a name has its version at its end, which then is no year: "Visual Studio 2010"."""
    return name.type is EntityType.TECHNOLOGY and name.end > name.start + 1 and doc[name.end - 1].text[:1].isdigit()


def _follows(before: "Sequence[tuple[Span, Tagged]]", span: "Span") -> bool:
    """Whether a span stands right behind a name of software."""
    return bool(before) and before[-1][1].label == SOFTWARE and before[-1][0].end == span.start
