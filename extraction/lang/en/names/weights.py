"""What each piece of evidence is worth for a name: one table, so that a confidence can be explained and mended."""

from typing import TYPE_CHECKING

from extraction.lang.en.names.names import Name, form
from extraction.lang.en.names.plausible import evidence
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc

WEIGHTS = {
    "known": 3.5,
    "date": 2.8,
    "amount": 2.4,
    "inexact": 0.8,
    "title": 2.6,
    "quoted": 0.9,
    "concept": 1.4,
    "proper noun": 0.0,
    "several words": 0.6,
    "all proper nouns": 0.6,
    "said to be": 2.0,
    "of name": 0.8,
    "repeated": 0.4,
    "sentence start": -1.1,
    "subject": 0.4,
    "no proper noun": -0.9,
    "shouted": -0.8,
}
"""Evidence for a name in log-odds; the sum goes through the logistic function."""


def weighed(
    doc: "Doc", start: int, end: int, told: EntityType, weight: float, reasons: tuple[str, ...], method: str
) -> Name:
    """The name of a span, its shape's evidence added."""
    shape = evidence(doc[start:end])
    return Name(
        start=start,
        end=end,
        name=form(doc, start, end, told),
        type=told,
        weight=weight + sum(WEIGHTS[reason] for reason in shape),
        reasons=(*reasons, *shape),
        method=method,
    )
