"""The engine for HTTP endpoints of OpenAI's embeddings protocol."""

import re
import time
from collections.abc import Callable, Sequence
from threading import Lock
from typing import cast

import httpx
import numpy as np

from extraction.encoder.cosine_spread import SAMPLE
from extraction.encoder.protocol import Vectors
from extraction.encoder.records import prefixes_of, record_of
from extraction.json_endpoint import JsonEndpoint
from extraction.settings.encoder import VectorSettings
from extraction.text.well_formed import well_formed
from graph.errors import Misconfigured, Unavailable
from graph.model.extraction import EmbeddingModel

_MOST_TOKENS = 8000
# The endpoint's tokeniser is unknown: letters by fours and every other sign alone rarely counts too few.
_TOKEN = re.compile(r"[A-Za-z\u00c0-\u024f]{1,4}|[0-9]{1,3}|\S")


class RemoteEmbedder:
    """Embeds by HTTP: `POST {url}/embeddings`. Satisfies `Embeds`.

    `sleep` and `clock` are arguments for tests.
    """

    def __init__(
        self,
        settings: VectorSettings,
        *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.time,
    ) -> None:
        if not settings.model:
            raise Misconfigured("vectors.model: name the model that the HTTP endpoint shall use.")
        self._settings = settings
        self._name = settings.model
        self._url = settings.url.rstrip("/")
        self._query, self._passage = prefixes_of(settings, settings.model)
        self._endpoint = JsonEndpoint(
            f"{self._url}/embeddings",
            settings.api_key,
            name=f"The endpoint {self._url}",
            timeout_s=settings.timeout,
            retries=settings.retries,
            sleep=sleep,
            clock=clock,
        )
        self._lock = Lock()
        self._model: EmbeddingModel | None = None

    @property
    def model(self) -> EmbeddingModel:
        """The model's record in the graph; asks the endpoint once for dimensions and spread."""
        with self._lock:
            if self._model is None:
                self._model = self._record()
            return self._model

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of questions."""
        return self._checked(self._query, texts)

    def passages(self, texts: Sequence[str], languages: Sequence[str] | None = None) -> Vectors:  # noqa: ARG002
        """Unit vectors of passages in any language."""
        return self._checked(self._passage, texts)

    def tokens(self, text: str) -> list[tuple[int, int]]:
        """Offsets of approximate tokens: the endpoint's tokeniser is unknown."""
        return [match.span() for match in _TOKEN.finditer(text)]

    def count(self, text: str) -> int:
        """An estimate of the number of tokens, rather too many than too few."""
        return len(self.tokens(text))

    def close(self) -> None:
        """Closes open connections."""
        self._endpoint.close()

    def _record(self) -> EmbeddingModel:
        sample = self._vectors(self._passage, SAMPLE)
        return record_of(self._settings, self._name, "openai", (self._query, self._passage), sample)

    def _checked(self, prefix: str, texts: Sequence[str]) -> Vectors:
        dimensions = self.model.dimensions
        if not texts:
            return np.empty((0, dimensions), np.float32)
        vectors = self._vectors(prefix, texts)
        self._fit(vectors, dimensions)
        return vectors

    def _fit(self, vectors: Vectors, dimensions: int) -> None:
        if vectors.shape[1] != dimensions:
            raise Misconfigured(
                f"vectors.dimensions: {self._name} at {self._url} made vectors of {vectors.shape[1]}, not {dimensions}."
            )

    def _vectors(self, prefix: str, texts: Sequence[str]) -> Vectors:
        # Endpoints refuse an empty string and whatever is longer than their model reads.
        words = [prefix + well_formed(self._cut(text)) or " " for text in texts]
        size = self._settings.batch
        parts = [self._asked(words[start : start + size]) for start in range(0, len(words), size)]
        if self._settings.dimensions is not None:
            for part in parts:
                self._fit(part, self._settings.dimensions)
        if len({part.shape[1] for part in parts}) != 1:
            raise Unavailable(f"The endpoint {self._url} answered with vectors of different lengths.")
        return np.concatenate(parts)

    def _cut(self, text: str) -> str:
        if len(text) <= _MOST_TOKENS:
            return text
        offsets = self.tokens(text)
        return text if len(offsets) <= _MOST_TOKENS else text[: offsets[_MOST_TOKENS - 1][1]]

    def _asked(self, texts: list[str]) -> Vectors:
        body: dict[str, object] = {"model": self._name, "input": texts, "encoding_format": "float"}
        if self._settings.dimensions is not None:
            body["dimensions"] = self._settings.dimensions
        answer = self._endpoint.post(body)
        if not answer.is_success:
            raise self._refusal(answer.status_code)
        return self._parsed(answer, len(texts))

    def _refusal(self, status: int) -> Misconfigured:
        if status in (401, 403):
            return Misconfigured(f"vectors.api_key: the endpoint {self._url} refused the key (HTTP {status}).")
        if status == 413:
            return Misconfigured(f"vectors.batch: the endpoint {self._url} takes fewer texts at once (HTTP 413).")
        return Misconfigured(
            f"The endpoint {self._url} refused the request (HTTP {status}): check vectors.url, vectors.model "
            f"({self._name}) and vectors.dimensions."
        )

    def _parsed(self, answer: httpx.Response, count: int) -> Vectors:
        """The unit vectors of one answer, in the order of the request."""
        try:
            rows = cast("list[dict[str, object]]", answer.json()["data"])
            ordered = sorted(rows, key=lambda row: cast("int", row["index"]))
            if [row["index"] for row in ordered] != list(range(count)):
                raise ValueError("not one vector a text")  # noqa: TRY301
            vectors = np.array([row["embedding"] for row in ordered], np.float32)
            if vectors.ndim != 2 or not np.isfinite(vectors).all():
                raise ValueError("not vectors")  # noqa: TRY301
        except (ValueError, TypeError, KeyError, IndexError) as error:
            raise Unavailable(f"The endpoint {self._url} answered with something that is not embeddings.") from error
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return (vectors / np.maximum(lengths, 1e-12)).astype(np.float32)
