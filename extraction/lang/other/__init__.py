"""Texts of languages that no pack reads: their names by the tagging head, and no facts.

The encoder knows a hundred languages, so the head that was taught English and Japanese marks names in others too, less
surely: «Кори Шульман» is a person. What is said of them nobody here can read.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from extraction.encoder.states import EncoderView
from extraction.lang.shared.as_written import left_out as left_out
from extraction.lang.shared.as_written import recased as recased
from extraction.lang.shared.label_confidence import LEAST, TYPES
from extraction.model.context import Context
from extraction.model.findings import Findings, FoundName
from extraction.names.known_names import capital_runs

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Span

_MORE: Final = 0.1
"""How much surer the head must be than in the languages it was taught."""


def load(encoder_view: EncoderView | None = None) -> "Language":
    """Loads the tokenizer, the tagger and the head of English, whose documents `find` reads, without its parser."""
    # spaCy and the model are heavy: they load when the first such text comes.
    from extraction.lang.en.parse.pipeline import names_pipeline  # noqa: PLC0415

    return names_pipeline(encoder_view)


def find(docs: "Iterable[Doc]", contexts: Sequence[Context]) -> Iterator[Findings]:
    """The names of each document in order: what is known, and what the head marks beside it."""
    for doc, context in zip(docs, contexts, strict=True):
        known = list(_known_names(doc.text, context))
        marked = [name for name in map(_name, doc.ents) if name is not None]
        new = [name for name in marked if not any(name.start < other.end and other.start < name.end for other in known)]
        names = sorted((*known, *new), key=lambda name: (name.start, name.end))
        yield Findings(names=tuple(names), name_like=tuple(capital_runs(doc.text)))


def _name(span: "Span") -> FoundName | None:
    kind = TYPES.get(span.label_)
    confidence: float = span._.confidence
    if kind is None or confidence < LEAST[kind] + _MORE:
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
