"""The engine for local or hub models of the optional package sentence-transformers."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, cast

import numpy as np

from extraction.encoder.cosine_spread import SAMPLE
from extraction.encoder.protocol import Vectors
from extraction.encoder.records import prefixes_of, record_of
from extraction.optional_package import sentence_transformers, unloadable
from extraction.settings.encoder import VectorSettings
from extraction.text.well_formed import well_formed
from graph.errors import Misconfigured
from graph.model.extraction import EmbeddingModel

if TYPE_CHECKING:
    from typing import Protocol

    from numpy.typing import NDArray

    class _Tokenizer(Protocol):
        def __call__(
            self, text: str, *, add_special_tokens: bool, return_offsets_mapping: bool, verbose: bool
        ) -> dict[str, list[tuple[int, int]]]: ...

    class _Encoder(Protocol):
        tokenizer: _Tokenizer

        def encode(
            self, sentences: list[str], *, batch_size: int, normalize_embeddings: bool, show_progress_bar: bool
        ) -> NDArray[np.float32]: ...


@dataclass(frozen=True, slots=True)
class _Loaded:
    encoder: _Encoder
    model: EmbeddingModel


def _load(settings: VectorSettings) -> _Encoder:
    package = sentence_transformers("vectors.engine is sentence-transformers")
    name = settings.model or ""
    try:
        return cast("_Encoder", package.SentenceTransformer(name, device="cpu"))
    except (OSError, ValueError, RuntimeError) as error:
        raise unloadable("vectors.model", name) from error


def _identity(model: str) -> tuple[str, str]:
    """Name and version of `model`; a local folder's version depends on its content and not on its path."""
    folder = Path(model)
    if not folder.is_dir():
        return model, "sentence-transformers"
    contents = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            contents.update(f"{path.relative_to(folder).as_posix()} {path.stat().st_size}\n".encode())
            if path.suffix == ".json":
                contents.update(path.read_bytes())
    return folder.resolve().name, f"sentence-transformers {contents.hexdigest()[:12]}"


class SentenceTransformersEmbedder:
    """Embeds with a sentence-transformers model on the CPU. Satisfies `Embeds`."""

    def __init__(self, settings: VectorSettings) -> None:
        if not settings.model:
            raise Misconfigured("vectors.model: name the sentence-transformers model or its folder.")
        self._query, self._passage = prefixes_of(settings, settings.model)
        self._settings = settings
        self._name = settings.model
        self._lock = Lock()
        self._loaded: _Loaded | None = None

    @property
    def model(self) -> EmbeddingModel:
        """The model's record in the graph; loads the model for its dimensions and spread."""
        return self._ready().model

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of questions."""
        return self._vectors(self._ready().encoder, self._query, texts)

    def passages(self, texts: Sequence[str], languages: Sequence[str] | None = None) -> Vectors:  # noqa: ARG002
        """Unit vectors of passages, whatever their languages."""
        return self._vectors(self._ready().encoder, self._passage, texts)

    def tokens(self, text: str) -> list[tuple[int, int]]:
        """Start and end of the tokens of `text` in characters."""
        encoding = self._ready().encoder.tokenizer(
            well_formed(text), add_special_tokens=False, return_offsets_mapping=True, verbose=False
        )
        return [(start, end) for start, end in encoding["offset_mapping"]]

    def count(self, text: str) -> int:
        """How many tokens `text` has."""
        return len(self.tokens(text))

    def _ready(self) -> _Loaded:
        with self._lock:
            if self._loaded is None:
                encoder = _load(self._settings)
                self._loaded = _Loaded(encoder, self._record(encoder))
            return self._loaded

    def _vectors(self, encoder: _Encoder, prefix: str, texts: Sequence[str]) -> Vectors:
        encoded = encoder.encode(
            [prefix + well_formed(text) for text in texts] or [""],
            batch_size=self._settings.batch,
            normalize_embeddings=True,
            show_progress_bar=False,
        )
        return np.asarray(encoded, np.float32)[: len(texts)]

    def _record(self, encoder: _Encoder) -> EmbeddingModel:
        sample = self._vectors(encoder, self._passage, SAMPLE)
        name, version = _identity(self._name)
        record = record_of(self._settings, name, version, (self._query, self._passage), sample)
        if self._settings.dimensions not in (None, record.dimensions):
            raise Misconfigured(
                f"vectors.dimensions: {self._name} makes vectors of {record.dimensions}, not "
                f"{self._settings.dimensions}."
            )
        return record
