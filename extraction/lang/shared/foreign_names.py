"""Names in a language that the tagging head was not taught: what is known, and what the head marks."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from extraction.model.context import Context
from extraction.model.findings import FoundName
from extraction.names.label_confidence import LEAST, TYPES

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span


def names_in(doc: "Doc", context: Context) -> list[FoundName]:
    """The names in the order of the text, without overlaps; what is known goes before what the head marks."""
    known = list(_known_names(doc.text, context))
    marked = [name for name in map(_name, doc.ents) if name is not None]
    new = [name for name in marked if not any(name.start < other.end and other.start < name.end for other in known)]
    return sorted((*known, *new), key=lambda name: (name.start, name.end))


def _name(span: "Span") -> FoundName | None:
    kind = TYPES.get(span.label_)
    confidence: float = span._.confidence
    if kind is None or confidence < LEAST[kind]:
        return None
    return FoundName(
        start=span.start_char,
        end=span.end_char,
        surface=span.text,
        name=span.text,
        type=kind,
        confidence=round(confidence, 3),
        reasons=(f"head:{span.label_}",),
        method="head",
    )


def _known_names(text: str, context: Context) -> Iterator[FoundName]:
    """The context's known names as findings. Confidence grows with the length: 0.75 for 4 characters, 0.875 for 12."""
    for span in context.spans:
        yield FoundName(
            start=span.start,
            end=span.end,
            surface=text[span.start : span.end],
            name=span.name,
            type=span.type,
            confidence=round(1 - 0.5 / (1 + (span.end - span.start) / 4), 3),
            reasons=("known name", "literal match"),
            method="known",
        )
