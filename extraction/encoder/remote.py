"""The engine for HTTP endpoints of OpenAI's embeddings protocol."""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import cast

import httpx
import numpy as np

from extraction.backoff import AGAIN, LONGEST_WAIT_S, connected, wait_s
from extraction.encoder.cosine_spread import SAMPLE, spread
from extraction.encoder.prefixes import prefixes
from extraction.encoder.protocol import Vectors
from extraction.settings.encoder import VectorSettings
from extraction.text.well_formed import well_formed
from graph.errors import Misconfigured, Unavailable
from graph.model.extraction import EmbeddingModel

_MOST_TOKENS = 8000
# The endpoint's tokeniser is unknown: letters by fours and every other sign alone rarely counts too few.
_TOKEN = re.compile(r"[A-Za-z\u00c0-\u024f]{1,4}|[0-9]{1,3}|\S")


@dataclass(frozen=True, slots=True, kw_only=True)
class _RequestSettings:
    """The constant part of every request."""

    url: str
    model: str
    dimensions: int | None
    key: str | None
    retries: int
    batch: int


def _refusal(request: _RequestSettings, status: int) -> Misconfigured:
    if status in (401, 403):
        return Misconfigured(f"vectors.api_key: the endpoint {request.url} refused the key (HTTP {status}).")
    if status == 413:
        return Misconfigured(f"vectors.batch: the endpoint {request.url} takes fewer texts at once (HTTP 413).")
    return Misconfigured(
        f"The endpoint {request.url} refused the request (HTTP {status}): check vectors.url, vectors.model "
        f"({request.model}) and vectors.dimensions."
    )


def _parsed(request: _RequestSettings, answer: httpx.Response, count: int) -> Vectors:
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
        raise Unavailable(f"The endpoint {request.url} answered with something that is not embeddings.") from error
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / np.maximum(lengths, 1e-12)).astype(np.float32)


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
        query, passage = prefixes(settings.model)
        self._query = query if settings.query_prefix is None else settings.query_prefix
        self._passage = passage if settings.passage_prefix is None else settings.passage_prefix
        self._request = _RequestSettings(
            url=settings.url.rstrip("/"),
            model=settings.model,
            dimensions=settings.dimensions,
            key=settings.api_key.get_secret_value() if settings.api_key else None,
            retries=settings.retries,
            batch=settings.batch,
        )
        self._settings = settings
        self._sleep = sleep
        self._clock = clock
        self._lock = Lock()
        self._client: httpx.Client | None = None
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
        with self._lock:
            if self._client is not None:
                self._client.close()
                self._client = None

    def _record(self) -> EmbeddingModel:
        settings = self._settings
        sample = self._vectors(self._passage, SAMPLE)
        return EmbeddingModel(
            name=self._request.model,
            dimensions=int(sample.shape[1]),
            version="openai",
            query_prefix=self._query,
            passage_prefix=self._passage,
            spread=spread(sample) if settings.spread is None else settings.spread,
        )

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
                f"vectors.dimensions: {self._request.model} at {self._request.url} made vectors of {vectors.shape[1]}, "
                f"not {dimensions}."
            )

    def _vectors(self, prefix: str, texts: Sequence[str]) -> Vectors:
        # Endpoints refuse an empty string and whatever is longer than their model reads.
        words = [prefix + well_formed(self._cut(text)) or " " for text in texts]
        size = self._request.batch
        parts = [self._ask(words[start : start + size]) for start in range(0, len(words), size)]
        if self._request.dimensions is not None:
            for part in parts:
                self._fit(part, self._request.dimensions)
        if len({part.shape[1] for part in parts}) != 1:
            raise Unavailable(f"The endpoint {self._request.url} answered with vectors of different lengths.")
        return np.concatenate(parts)

    def _cut(self, text: str) -> str:
        if len(text) <= _MOST_TOKENS:
            return text
        offsets = self.tokens(text)
        return text if len(offsets) <= _MOST_TOKENS else text[: offsets[_MOST_TOKENS - 1][1]]

    def _ask(self, texts: list[str]) -> Vectors:
        for attempt in range(self._request.retries + 1):
            answer = self._post(texts)
            if answer.is_success:
                return _parsed(self._request, answer, len(texts))
            if answer.status_code not in AGAIN and answer.status_code < 500:
                raise _refusal(self._request, answer.status_code)
            wait = wait_s(answer, attempt, self._clock())
            if attempt == self._request.retries or wait > LONGEST_WAIT_S:
                raise Unavailable(
                    f"The endpoint {self._request.url} cannot take the request now (HTTP {answer.status_code}).",
                    retry_after=wait,
                )
            self._sleep(wait)
        raise Unavailable(f"The endpoint {self._request.url} was not asked.")

    def _post(self, texts: list[str]) -> httpx.Response:
        request = self._request
        body: dict[str, object] = {"model": request.model, "input": texts, "encoding_format": "float"}
        if request.dimensions is not None:
            body["dimensions"] = request.dimensions
        headers = {"Authorization": f"Bearer {request.key}"} if request.key else {}
        try:
            return self._connected().post(f"{request.url}/embeddings", json=body, headers=headers)
        except httpx.TimeoutException as error:
            raise Unavailable(
                f"The endpoint {request.url} did not answer within {self._settings.timeout:g} seconds."
            ) from error
        except (httpx.TransportError, httpx.InvalidURL) as error:
            raise Unavailable(f"The endpoint {request.url} cannot be reached ({type(error).__name__}).") from error

    def _connected(self) -> httpx.Client:
        if self._client is None:
            self._client = connected(self._settings.timeout)
        return self._client
