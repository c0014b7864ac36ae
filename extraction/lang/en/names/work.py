"""Things in English notes of work as the tagging head marks them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from extraction.lang.en.names.names import MODEL, Name, form, trimmed
from extraction.lang.shared.label_confidence import log_odds
from extraction.lang.shared.work_names import work_tags
from extraction.names.identifiers import OF_WORK
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc


def work_names(doc: "Doc") -> Iterator[Name]:
    """The names of a note of work."""
    for tag in work_tags(doc):
        span = doc.char_span(tag.start, tag.end, alignment_mode="expand")
        if span is None or not any(character.isalnum() for character in span.text):
            continue
        type_ = EntityType(tag.label)
        start, end = trimmed(doc, span.start, span.end)
        if start == end:
            continue
        yield Name(
            start=start,
            end=end,
            name=form(doc, start, end, type_),
            type=type_,
            weight=log_odds(tag.confidence),
            reasons=(OF_WORK, f"head:{tag.label}"),
            method=MODEL,
        )
