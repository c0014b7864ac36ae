"""Texts of languages that no pack reads: their names by the tagging head, their dates by CLDR, and no facts.

The encoder knows a hundred languages, so the head that was taught English and Japanese marks names in others too, less
surely: «Кори Шульман» is a person. What is said of them nobody here can read.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from extraction.encoder.states import EncoderView
from extraction.lang.shared.as_written import find_amounts as find_amounts
from extraction.lang.shared.as_written import is_group as is_group
from extraction.lang.shared.as_written import left_out as left_out
from extraction.lang.shared.as_written import recased as recased
from extraction.lang.shared.foreign_names import names_in
from extraction.model.context import Context
from extraction.model.findings import Findings, FoundName
from extraction.names.known_names import capital_runs
from extraction.names.label_confidence import TYPES

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc


def load(encoder_view: EncoderView | None = None) -> "Language":
    """Loads a tokenizer for any script and the head, whose documents `find` reads."""
    # spaCy and the model are heavy: they load when the first such text comes.
    from extraction.lang.other.pipeline import names_pipeline  # noqa: PLC0415

    return names_pipeline(encoder_view)


def find(docs: "Iterable[Doc]", contexts: Sequence[Context]) -> Iterator[Findings]:
    """The names of each document in order: what is known, its dates, and what the head marks beside these."""
    # Babel's tables load when the first such text comes.
    from extraction.lang.other.dates import dated_names  # noqa: PLC0415

    for doc, context in zip(docs, contexts, strict=True):
        names = _with_dates(names_in(doc, context), list(dated_names(doc.text, context.when)), _marked(doc))
        yield Findings(names=tuple(names), name_like=tuple(capital_runs(doc.text)))


def _with_dates(
    names: Sequence[FoundName], dated: Sequence[tuple[FoundName, bool]], marked: Sequence[tuple[int, int]]
) -> list[FoundName]:
    """Names and dates without overlaps: no date inside a longer name, no name inside a date.

    A day without its year is less sure: it gives way to a name of its own span, too ("3 Maja", a street), and inside
    what the head marks, however unsurely ("El Movimiento 26 de Julio").
    """
    spans = [_span(name) for name in names]
    dates = [
        date
        for date, has_year in dated
        if not any(
            start <= date.start and date.end <= end and (not has_year or (start, end) != _span(date))
            for start, end in (spans if has_year else (*spans, *marked))
        )
    ]
    kept = [name for name in names if not any(name.start < date.end and date.start < name.end for date in dates)]
    return sorted((*kept, *dates), key=_span)


def _marked(doc: "Doc") -> list[tuple[int, int]]:
    """The places that the head marks as names of any confidence."""
    return [(span.start_char, span.end_char) for span in doc.ents if span.label_ in TYPES]


def _span(name: FoundName) -> tuple[int, int]:
    return name.start, name.end
