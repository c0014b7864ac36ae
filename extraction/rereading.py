"""Reads a question and a text together with a cross-encoder, through the optional package sentence-transformers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from threading import Lock
from typing import TYPE_CHECKING, cast

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from extraction.vectors.wording import well_formed
from graph.errors import Misconfigured

if TYPE_CHECKING:
    from typing import Protocol

    from numpy.typing import NDArray

    class _CrossEncoder(Protocol):
        def predict(
            self, pairs: list[tuple[str, str]], *, batch_size: int, activation_fn: object, show_progress_bar: bool
        ) -> NDArray[np.float32]: ...


class RerankerSettings(BaseModel):
    """The cross-encoder of the recipe `reranked`; without a model there is none."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str | None = Field(
        default=None,
        min_length=1,
        description="Cross-encoder for the recipe reranked, by name or folder (extra package); unset: none.",
    )
    batch: int = Field(default=16, ge=1, le=512, description="Pairs of question and text in one run.")


class Rereader:
    """Judges texts by reading them with the question. Safe to share between threads; loads its model on first use."""

    def __init__(self, settings: RerankerSettings) -> None:
        self._settings = settings
        self._lock = Lock()
        self._judge: Callable[[list[tuple[str, str]]], NDArray[np.float32]] | None = None

    @property
    def named(self) -> bool:
        """Whether the settings name a model."""
        return self._settings.model is not None

    def relevance(self, question: str, texts: Sequence[str]) -> list[float]:
        """How well each text answers the question, 0 to 1, in order: the sigmoid of the model's one output.

        Raises Misconfigured when no model is named, when it cannot be loaded, or when it is no cross-encoder of one
        output.
        """
        judge = self._ready()
        if not texts:
            return []
        scores = np.asarray(judge([(well_formed(question), well_formed(text)) for text in texts]), np.float32)
        if scores.shape != (len(texts),):
            raise Misconfigured(
                f"reranker.model: {self._settings.model} gives several scores for a pair: "
                "name a cross-encoder with one output."
            )
        return [round(float(score), 6) for score in scores]

    def _ready(self) -> Callable[[list[tuple[str, str]]], NDArray[np.float32]]:
        with self._lock:
            if self._judge is None:
                self._judge = self._loaded()
            return self._judge

    def _loaded(self) -> Callable[[list[tuple[str, str]]], NDArray[np.float32]]:
        name = self._settings.model
        if name is None:
            raise Misconfigured(
                "The recipe reranked needs a cross-encoder: set ENISHI_EXTRACTION__RERANKER__MODEL to its name or "
                "folder, or ask with another recipe."
            )
        try:
            # An optional package that brings torch along: loads only when this recipe is asked for.
            package, torch = import_module("sentence_transformers"), import_module("torch")
        except ImportError as error:
            raise Misconfigured(
                "reranker.model is read by sentence-transformers, which is not installed: "
                'pip install "enishi[sentence-transformers]"'
            ) from error
        # Bars of its own in the middle of an answer are not wanted.
        import_module("transformers.utils.logging").disable_progress_bar()
        try:
            encoder = cast("_CrossEncoder", package.CrossEncoder(name, device="cpu"))
        except (OSError, ValueError, RuntimeError) as error:
            raise Misconfigured(
                f"reranker.model: {name} cannot be loaded: "
                "give a folder, or the name of a model while the hub can be reached."
            ) from error
        # Some models come with the identity: scores of all are to mean the same, whichever is chosen.
        bounded = torch.nn.Sigmoid()
        batch = self._settings.batch
        return lambda pairs: encoder.predict(pairs, batch_size=batch, activation_fn=bounded, show_progress_bar=False)
