"""Extraction settings of a deployment."""

import psutil
from pydantic import BaseModel, ConfigDict, Field, model_validator

from extraction.settings.encoder import VectorSettings
from extraction.settings.llm import LlmSettings
from extraction.settings.reranker import RerankerSettings
from extraction.text.lexicon import lexicon


class ExtractionSettings(BaseModel):
    """Languages, chunks, titles and processes of the extraction."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    vectors: VectorSettings = Field(default_factory=VectorSettings, description="The embedding engine.")
    llm: LlmSettings = Field(default_factory=LlmSettings, description="A language model beside the rules.")
    reranker: RerankerSettings = Field(
        default_factory=RerankerSettings, description="A cross-encoder for the recipe reranked."
    )
    chunk_tokens: int = Field(
        default=256, ge=16, le=8192, description="Most tokens of a chunk, counted with the embedder's tokeniser."
    )
    chunk_overlap: int = Field(
        default=32, ge=0, le=1024, description="Tokens that consecutive chunks of one memory share at most."
    )
    title_characters: int = Field(
        default=50, ge=8, le=200, description="Length of a title taken from the text, before the '...'."
    )
    micro_summary_characters: int = Field(
        default=80, ge=50, le=200, description="Longest micro summary; a shorter text is its own micro summary."
    )
    summary_characters: int = Field(default=400, ge=80, le=4000, description="Longest extractive summary.")
    summary_sentences: int = Field(default=3, ge=1, le=10, description="Most sentences of a summary.")
    pin_instructions: tuple[str, ...] = Field(
        default=lexicon("extraction.settings", "pin_instructions").ordered("pin_instruction"),
        description="Phrases that pin a memory when a sentence begins or ends with them; at the rims of the text "
        "they are left out of its chunks. One that ends in 'that' opens the sentence to keep.",
    )
    batch: int = Field(default=64, ge=1, le=1024, description="Texts that a spaCy pipeline is given at once.")
    sentence_tokens: int = Field(
        default=80,
        ge=20,
        le=1000,
        description="Longest run without a sentence end that the parser is given; logs and tables are cut there.",
    )
    workers: int | None = Field(
        default=None,
        ge=1,
        le=64,
        description="Processes that understand batches; 1: this process. Unset: physical cores, at most 4.",
    )
    unit: int = Field(default=64, ge=1, le=1000, description="Memories handed to a worker process at once.")

    @property
    def worker_count(self) -> int:
        """How many processes understand batches."""
        return self.workers or min(4, psutil.cpu_count(logical=False) or 1)

    @model_validator(mode="after")
    def _overlap_fits(self) -> "ExtractionSettings":
        if self.chunk_overlap * 2 > self.chunk_tokens:
            raise ValueError("chunk_overlap must be at most half of chunk_tokens")
        return self
