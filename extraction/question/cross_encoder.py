"""Reranking by a cross-encoder through the optional package sentence-transformers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from threading import Lock
from typing import TYPE_CHECKING, cast

import numpy as np

from extraction.optional_package import sentence_transformers, unloadable
from extraction.settings.reranker import RerankerSettings
from extraction.text.well_formed import well_formed
from graph.errors import Invalid, Misconfigured

if TYPE_CHECKING:
    from typing import Protocol

    from numpy.typing import NDArray

    class _Config(Protocol):
        architectures: list[str] | None

    class _CrossEncoder(Protocol):
        config: _Config

        def predict(
            self, pairs: list[tuple[str, str]], *, batch_size: int, activation_fn: object, show_progress_bar: bool
        ) -> NDArray[np.float32]: ...


class CrossEncoder:
    """Scores texts against a question. Safe to share between threads; loads its model on first use."""

    def __init__(self, settings: RerankerSettings) -> None:
        self._settings = settings
        # One at a time: its tokenizer breaks when two threads use it, and a run takes all cores in any case.
        self._lock = Lock()
        self._score_pairs: Callable[[list[tuple[str, str]]], NDArray[np.float32]] | None = None

    @property
    def is_configured(self) -> bool:
        """Whether the settings name a model."""
        return self._settings.model is not None

    def relevance(self, question: str, texts: Sequence[str]) -> list[float]:
        """The relevance of each text to the question, 0 to 1, in order: the sigmoid of the model's one output.

        Raises Invalid when no model is named, Misconfigured when it cannot be loaded or gives more than one output.
        """
        pairs = [(well_formed(question), well_formed(text)) for text in texts]
        with self._lock:
            self._score_pairs = self._score_pairs or self._loaded()
            scores = self._scores(self._score_pairs, pairs) if pairs else np.empty(0, np.float32)
        return [round(float(score), 6) for score in scores]

    def _scores(
        self, score_pairs: Callable[[list[tuple[str, str]]], NDArray[np.float32]], pairs: list[tuple[str, str]]
    ) -> NDArray[np.float32]:
        try:
            scores = np.asarray(score_pairs(pairs), np.float32)
        except Exception as error:  # a foreign model's code: whatever it raises is told as one of our errors
            raise Misconfigured(
                f"reranker.model: {self._settings.model} cannot judge a text ({type(error).__name__}): "
                "name another cross-encoder."
            ) from error
        if scores.shape != (len(pairs),):
            raise Misconfigured(
                f"reranker.model: {self._settings.model} gives several scores for a pair: "
                "name a cross-encoder with one output."
            )
        return scores

    def _loaded(self) -> Callable[[list[tuple[str, str]]], NDArray[np.float32]]:
        name = self._settings.model
        if name is None:
            raise Invalid(
                "recipe",
                "reranked needs a cross-encoder: set ENISHI_EXTRACTION__RERANKER__MODEL to its name or folder.",
                allowed="another recipe",
            )
        package = sentence_transformers("reranker.model is read by sentence-transformers")
        try:
            # Bars of its own in the middle of an answer are not wanted.
            import_module("transformers.utils.logging").disable_progress_bar()
            encoder = cast("_CrossEncoder", package.CrossEncoder(name, device="cpu"))
        except Exception as error:  # folder, hub, tokenizer and weights each have errors of their own
            raise unloadable("reranker.model", name) from error
        # Any encoder would be taken, and be given a head of random weights.
        if not any(kind.endswith("ForSequenceClassification") for kind in encoder.config.architectures or ()):
            raise Misconfigured(f"reranker.model: {name} is no cross-encoder: name one that was trained as such.")
        # Some models come with the identity: scores of all are to mean the same, whichever is chosen.
        bounded = import_module("torch").nn.Sigmoid()
        batch = self._settings.batch
        return lambda pairs: encoder.predict(pairs, batch_size=batch, activation_fn=bounded, show_progress_bar=False)
