"""What a window network reads of texts: what the head is given of them by the product's own pipeline."""

import difflib
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np

from extraction.encoder.tagging.head import Head, read_head
from extraction.encoder.tagging.states import Floats, TokenStates
from extraction.encoder.tagging.units import units_of
from extraction.pipeline import Pipeline
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from scripts.tagger.chains import Marked
from scripts.tagger.package import PACKAGE

Spans = tuple[tuple[int, int, str], ...]


def read_texts(texts: Sequence[tuple[Draft, Spans]], *, layered: bool = False) -> list[list[Marked]]:
    """What the head is given of each text, in the parts that the pipeline gives it: of each unit what the window
    networks read, and where it is `layered` the encoder's layers of its token behind that, in half precision.
    """
    network = read_head(PACKAGE).network
    read: list[list[Marked]] = []
    for draft, spans in texts:
        parts: list[Marked] = []
        for part in given_to_head(draft):
            units = units_of([part])
            if len(units.offsets):
                inputs = network.unit_inputs([part], units)
                if layered:
                    inputs = np.concatenate([inputs, part.states[units.tokens]], axis=1).astype(np.float16)
                parts.append(Marked(inputs, units.offsets, shown(draft.text, part.text, spans)))
        read.append(parts)
    return read


def given_to_head(draft: Draft) -> list[TokenStates]:
    """The texts that the pipeline gives the head of a draft, with the encoder's layers side by side."""
    with _overheard() as given:
        _pipeline().extract([ExtractionInput(draft=draft, reading=_pipeline().read(draft))])
    return given


@cache
def _pipeline() -> Pipeline:
    return Pipeline()


@contextmanager
def _overheard() -> Generator[list[TokenStates]]:
    """Notes every text that any head is given meanwhile, with the encoder's layers side by side."""
    given: list[TokenStates] = []
    tagged_by, narrowed = Head.tagged_by, Head.narrowed

    def side_by_side(self: Head, layers: Sequence[Floats]) -> Floats:  # noqa: ARG001 (it stands in for a method)
        return np.concatenate(layers, axis=1)

    def overhearing(self: Head, texts: Sequence[TokenStates], schemes: Sequence[str]) -> Any:
        given.extend(texts)
        return tagged_by(self, texts, schemes)

    Head.tagged_by, Head.narrowed = overhearing, side_by_side  # type: ignore[method-assign]
    try:
        yield given
    finally:
        Head.tagged_by, Head.narrowed = tagged_by, narrowed  # type: ignore[method-assign]


def shown(text: str, plain: str, spans: Spans) -> Spans:
    """The marked stretches in what is shown of a text, without its Markdown; those that are shown in part are not."""
    place = np.full(len(text) + 1, -1)
    for block in difflib.SequenceMatcher(None, text, plain, autojunk=False).get_matching_blocks():
        place[block.a : block.a + block.size] = np.arange(block.b, block.b + block.size)
    ends = (
        (place[start], place[end - 1] + 1, kind) for start, end, kind in spans if min(place[start], place[end - 1]) >= 0
    )
    return tuple((int(start), int(end), kind) for start, end, kind in ends if end > start)
