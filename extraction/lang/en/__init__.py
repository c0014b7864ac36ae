"""English: its spaCy pipeline and the rules that read names and statements off a parse."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from extraction.encoder.states import EncoderView
from extraction.lang.en.notes.ellipsis import left_out
from extraction.lang.en.rules import findings
from extraction.model.context import Context
from extraction.model.findings import Findings

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

__all__ = ["find", "left_out", "load"]


def load(encoder_view: EncoderView | None = None) -> "Language":
    """The English pipeline, ready for `nlp.pipe`. Takes about a second and 150 MB; each call loads anew."""
    # spaCy and the model load here and not at import: a caller that only recalls never pays for them
    from extraction.lang.en.parse.pipeline import pipeline  # noqa: PLC0415

    return pipeline(encoder_view)


def find(docs: "Iterable[Doc]", contexts: Iterable[Context]) -> Iterator[Findings]:
    """What each parsed chunk holds, in order; contexts are matched to documents one by one."""
    for doc, context in zip(docs, contexts, strict=True):
        yield findings(doc, context)
