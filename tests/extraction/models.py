"""The real models, each loaded once in a test process, however many files of tests read with it."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING

import pytest

from extraction.encoder import E5Embedder, VectorSettings
from extraction.encoder.states import EncoderView
from extraction.lang import en, fr, ja
from extraction.pipeline import Pipeline
from extraction.settings import ExtractionSettings
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from graph.model.extraction import Extraction

if TYPE_CHECKING:
    from spacy.language import Language

NOW = datetime(2026, 6, 1, 9, tzinfo=UTC)
"""When a draft that carries no time was made."""


@cache
def encoder() -> E5Embedder:
    """The built-in encoder: some 200 MB."""
    return E5Embedder(VectorSettings())


@cache
def encoder_view() -> EncoderView:
    """The encoder as a pipeline of spaCy looks at it."""
    return EncoderView(encoder(), VectorSettings())


@cache
def english() -> "Language":
    """The English pipeline: some 150 MB."""
    return en.load(encoder_view())


@cache
def japanese() -> "Language":
    """The Japanese pipeline: some 250 MB with its dictionary."""
    return ja.load(encoder_view())


@cache
def french() -> "Language":
    """The French pipeline: some 100 MB."""
    return fr.load(encoder_view())


@cache
def extractor() -> Pipeline:
    """The whole extractor, in this process and warm; it reads with the same pipelines of spaCy."""
    made = Pipeline(ExtractionSettings(workers=1), embedder=encoder(), clock=lambda: NOW)
    loaded = {en: english(), ja: japanese()}
    with pytest.MonkeyPatch.context() as patch:
        for pack, nlp in loaded.items():
            patch.setattr(pack, "load", _gives(nlp))
        made.warm()
    return made


def _gives(nlp: "Language") -> Callable[[EncoderView | None], "Language"]:
    return lambda _: nlp


def read_of(text: str) -> Extraction:
    """What the extractor reads of a text that is told by nobody in particular."""
    draft = Draft(text=text)
    (read,) = extractor().extract([ExtractionInput(draft=draft, reading=extractor().read(draft))])
    return read
