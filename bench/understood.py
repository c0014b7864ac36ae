"""Runs the product's extraction over texts of evaluation sets, without a database."""

from collections.abc import Iterator, Sequence
from functools import cache

from extraction.pipeline import Pipeline
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from graph.model.extraction import Extraction

BATCH = 32
"""Drafts handed on together, as many as a batch of memories holds by default."""


@cache
def pipeline() -> Pipeline:
    """The extractor with its own settings; the models load once for all sets of a run."""
    return Pipeline()


def understood(drafts: Sequence[Draft]) -> Iterator[Extraction]:
    """One extraction for each draft in order, as a graph that knows no names yet would get it."""
    extractor = pipeline()
    for start in range(0, len(drafts), BATCH):
        batch = drafts[start : start + BATCH]
        yield from extractor.extract([ExtractionInput(draft=draft, reading=extractor.read(draft)) for draft in batch])
