"""Settings of the cross-encoder that reranks hits."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class RerankerSettings(BaseModel):
    """The cross-encoder of the recipe `reranked`; without a model there is none."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    model: Annotated[str | None, Field(min_length=1)] = None
    """Cross-encoder for the recipe reranked, by name or folder (extra package); unset: none."""

    batch: Annotated[int, Field(ge=1, le=512)] = 16
    """Pairs of question and text in one run."""
