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
from extraction.model.findings import Findings
from extraction.names.known_names import capital_runs

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
        dated = list(dated_names(doc.text, context.when))
        names = [
            name
            for name in names_in(doc, context)
            if not any(name.start < date.end and date.start < name.end for date in dated)
        ]
        names = sorted((*names, *dated), key=lambda name: name.start)
        yield Findings(names=tuple(names), name_like=tuple(capital_runs(doc.text)))
