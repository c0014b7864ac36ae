"""Names of software and code as the tagging head marks them: a library, a language, a class, a file, an error."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from extraction.lang.en.names.names import MODEL, Name
from extraction.lang.shared.label_confidence import FIRM, log_odds
from extraction.lang.shared.recogniser import SOFTWARE_TAGS
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span

    from extraction.encoder.tagging import Tagged


class _Sort(NamedTuple):
    type: EntityType
    subtype: str | None


_SORTS: Final = {
    "SOFTWARE": _Sort(EntityType.TECHNOLOGY, None),
    "CODE": _Sort(EntityType.TECHNOLOGY, "name"),
    "FILE": _Sort(EntityType.DOCUMENT, "file"),
    "VERSION": _Sort(EntityType.TECHNOLOGY, "version"),
    "ERROR": _Sort(EntityType.TECHNOLOGY, "error"),
    "DEVICE": _Sort(EntityType.OBJECT, None),
}
"""Labels as types, with the subtypes that identifiers have."""
_LEAST: Final = 0.5
_OTHERWISE: Final = frozenset(("PERSON", "LOCATION", "FACILITY", "EVENT", "LAW", "WORK"))
"""What the head calls a name that is no software, where it is sure: Swift lives in Nashville."""


def software_names(doc: "Doc") -> Iterator[Name]:
    """The names of software and code of a document, unless they surely name a person, a place or a work."""
    tags: list[Tagged] = doc.user_data.get(SOFTWARE_TAGS, [])
    for tag in tags:
        if tag.confidence < _LEAST:
            continue
        span = doc.char_span(tag.start, tag.end, alignment_mode="expand")
        if span is None or _is_otherwise(span) or not any(character.isalnum() for character in span.text):
            continue
        sort = _SORTS[tag.label]
        yield Name(
            start=span.start,
            end=span.end,
            name=span.text,
            type=sort.type,
            weight=log_odds(tag.confidence),
            reasons=(f"head:{tag.label}",),
            method=MODEL,
            subtype=sort.subtype,
        )


def _is_otherwise(span: "Span") -> bool:
    return any(entity.label_ in _OTHERWISE and entity._.confidence >= FIRM for entity in span.ents)
