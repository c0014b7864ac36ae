"""Extraction settings of a deployment."""

from typing import Annotated

import psutil
from pydantic import BaseModel, ConfigDict, Field, model_validator

from extraction.settings.encoder import VectorSettings
from extraction.settings.llm import LlmSettings
from extraction.settings.reranker import RerankerSettings
from extraction.text.lexicon import lexicon


class ExtractionSettings(BaseModel):
    """Languages, chunks, titles and processes of the extraction."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    vectors: VectorSettings = Field(default_factory=VectorSettings)
    """The embedding engine."""

    llm: LlmSettings = Field(default_factory=LlmSettings)
    """A language model beside the rules."""

    reranker: RerankerSettings = Field(default_factory=RerankerSettings)
    """A cross-encoder for the recipe reranked."""

    chunk_tokens: Annotated[int, Field(ge=16, le=8192)] = 256
    """Most tokens of a chunk, counted with the embedder's tokeniser."""

    chunk_overlap: Annotated[int, Field(ge=0, le=1024)] = 32
    """Tokens that consecutive chunks of one memory share at most."""

    title_characters: Annotated[int, Field(ge=8, le=200)] = 50
    """Length of a title taken from the text, before the '...'."""

    micro_summary_characters: Annotated[int, Field(ge=50, le=200)] = 80
    """Longest micro summary; a shorter text is its own micro summary."""

    summary_characters: Annotated[int, Field(ge=80, le=4000)] = 400
    """Longest extractive summary."""

    summary_sentences: Annotated[int, Field(ge=1, le=10)] = 3
    """Most sentences of a summary."""

    keywords_most: Annotated[int, Field(ge=0, le=20)] = 20
    """Most keywords of a memory."""

    keyword_boost: Annotated[float, Field(ge=1, le=10)] = 1.5
    """What a marked word (TODO, deadline, 締切) weighs against any other."""

    stop_words: tuple[str, ...] = ()
    """Words of your own that are no keywords of any memory, in either language, beside those of the tables."""

    pin_instructions: tuple[str, ...] = lexicon("extraction.settings", "pin_instructions").ordered("pin_instruction")
    """Phrases by which the user pins a memory, where a sentence begins or ends; at the rims of the text they are left
    out of its chunks. One that ends in 'that' opens the sentence to keep."""

    batch: Annotated[int, Field(ge=1, le=1024)] = 64
    """Texts that a spaCy pipeline is given at once."""

    sentence_tokens: Annotated[int, Field(ge=20, le=1000)] = 80
    """Longest run without a sentence end that the parser is given; logs and tables are cut there."""

    workers: Annotated[int | None, Field(ge=1, le=64)] = None
    """Processes that understand batches; 1: this process. Unset: physical cores, at most 4."""

    unit: Annotated[int, Field(ge=1, le=1000)] = 64
    """Memories handed to a worker process at once."""

    @property
    def worker_count(self) -> int:
        """How many processes understand batches."""
        return self.workers or min(4, psutil.cpu_count(logical=False) or 1)

    @model_validator(mode="after")
    def _overlap_fits(self) -> "ExtractionSettings":
        if self.chunk_overlap * 2 > self.chunk_tokens:
            raise ValueError("chunk_overlap must be at most half of chunk_tokens")
        return self
