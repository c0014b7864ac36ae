"""The French language pack: its spaCy pipeline, and the rules that read names and statements off a parse."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from extraction.encoder.states import EncoderView
from extraction.lang.fr.grammar import FRENCH
from extraction.lang.shared.as_written import find_amounts as find_amounts
from extraction.lang.shared.as_written import is_group as is_group
from extraction.lang.shared.as_written import left_out as left_out
from extraction.lang.shared.as_written import recased as recased
from extraction.lang.shared.universal.clauses import Clauses
from extraction.lang.shared.universal.statements import findings
from extraction.model.context import Context
from extraction.model.findings import Findings

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc


def load(encoder_view: EncoderView | None = None) -> "Language":
    """The French pipeline, whose documents `find` reads; each call loads anew."""
    # spaCy and the model are heavy: they load when the first French text comes.
    from extraction.lang.fr.pipeline import pipeline  # noqa: PLC0415

    return pipeline(encoder_view)


def find(docs: "Iterable[Doc]", contexts: Sequence[Context]) -> Iterator[Findings]:
    """Names and statements of each document in order; there is one context for each document."""
    clauses = Clauses(FRENCH)
    for doc, context in zip(docs, contexts, strict=True):
        yield findings(doc, context, clauses)
