"""Settings of the cross-encoder that reranks hits."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class RerankerSettings(BaseModel):
    """The cross-encoder of the recipe `reranked`; without a model there is none."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str | None = Field(
        default=None,
        min_length=1,
        description="Cross-encoder for the recipe reranked, by name or folder (extra package); unset: none.",
    )
    batch: int = Field(default=16, ge=1, le=512, description="Pairs of question and text in one run.")
