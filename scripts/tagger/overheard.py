"""What a window network reads of texts: what the head is given of them by the product's own pipeline."""

import difflib
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from extraction.encoder.tagging.head import Head, read_head
from extraction.encoder.tagging.states import TokenStates
from extraction.encoder.tagging.units import units_of
from extraction.pipeline import Pipeline
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from scripts.tagger.package import PACKAGE
from scripts.tagger.windows import Marked

Spans = tuple[tuple[int, int, str], ...]


def read_texts(texts: Sequence[tuple[Draft, Spans]]) -> list[list[Marked]]:
    """What the head is given of each text, in the parts that the pipeline gives it."""
    pipeline, network = Pipeline(), read_head(PACKAGE).network
    read: list[list[Marked]] = []
    for draft, spans in texts:
        with _overheard() as given:
            pipeline.extract([ExtractionInput(draft=draft, reading=pipeline.read(draft))])
        parts: list[Marked] = []
        for part in given:
            units = units_of([part])
            if len(units.offsets):
                inputs = network.unit_inputs([part], units)
                parts.append(Marked(inputs, units.offsets, _shown(draft.text, part.text, spans)))
        read.append(parts)
    return read


@contextmanager
def _overheard() -> Generator[list[TokenStates]]:
    """Notes every text that any head is given meanwhile."""
    given: list[TokenStates] = []
    tagged_by = Head.tagged_by

    def overhearing(self: Head, texts: Sequence[TokenStates], schemes: Sequence[str]) -> Any:
        given.extend(texts)
        return tagged_by(self, texts, schemes)

    Head.tagged_by = overhearing  # type: ignore[method-assign]
    try:
        yield given
    finally:
        Head.tagged_by = tagged_by  # type: ignore[method-assign]


def _shown(text: str, shown: str, spans: Spans) -> Spans:
    """The marked stretches in what is shown of a text, without its Markdown; those that are shown in part are not."""
    place = np.full(len(text) + 1, -1)
    for block in difflib.SequenceMatcher(None, text, shown, autojunk=False).get_matching_blocks():
        place[block.a : block.a + block.size] = np.arange(block.b, block.b + block.size)
    ends = (
        (place[start], place[end - 1] + 1, kind) for start, end, kind in spans if min(place[start], place[end - 1]) >= 0
    )
    return tuple((int(start), int(end), kind) for start, end, kind in ends if end > start)
