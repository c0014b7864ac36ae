"""English: its spaCy pipeline, and the rules that extract names and statements from a parse."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from extraction.encoder.states import EncoderView
from extraction.lang.en.amounts.amounts import find_amounts
from extraction.lang.en.ellipsis import left_out
from extraction.lang.en.rules import findings
from extraction.lang.shared.as_written import is_group
from extraction.model.context import Context
from extraction.model.findings import Findings

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

__all__ = ["find", "find_amounts", "is_group", "left_out", "load", "recased"]


def load(encoder_view: EncoderView | None = None) -> "Language":
    """The English pipeline, ready for `nlp.pipe`. Takes about a second and 150 MB; each call loads anew."""
    # spaCy and the model load here and not at import, since recall does not need them
    from extraction.lang.en.parse.pipeline import pipeline  # noqa: PLC0415

    return pipeline(encoder_view)


def find(docs: "Iterable[Doc]", contexts: Iterable[Context]) -> Iterator[Findings]:
    """The findings of each parsed chunk, in order; contexts are matched to documents one by one."""
    for doc, context in zip(docs, contexts, strict=True):
        yield findings(doc, context)


def recased(nlp: "Language", texts: Sequence[str], contexts: Sequence[Context]) -> list[tuple[str, Context]]:
    """The texts with capitals where names lack them, each with the known names that stand in it."""
    # it reads words by tables that load with spaCy
    from extraction.lang.en.parse.truecasing import recased as with_capitals  # noqa: PLC0415

    return with_capitals(nlp, texts, contexts)
