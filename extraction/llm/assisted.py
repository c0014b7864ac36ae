"""An extractor with a language model beside it, asked while the rules read and left out when it fails."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, Protocol

from extraction.llm.answer import SCHEMA, ModelPiece, parse_answer
from extraction.llm.merging import merged
from extraction.llm.wording import INSTRUCTIONS, Piece, pieces_of, question, requests
from extraction.names.speakers import narrator_of
from extraction.settings.llm import LlmSettings
from graph.errors import Misconfigured, Unavailable
from graph.extractor import ExtractionInput, Extractor, RelativeReference
from graph.model.draft import Draft
from graph.model.extraction import DraftReading, Embedded, EmbeddingModel, Extraction, Vector
from graph.model.reading.question import Question

_LOG: Final = logging.getLogger(__name__)
_RESTING: Final = "the language model is left alone for a while: it failed again and again"
_LEFT_OUT: Final = "the model's answer left this text out"
_PARTLY: Final = "a part of the model's answer does not fit the schema, and was dropped"


class Asks(Protocol):
    """A language model."""

    def ask(self, instructions: str, question: str, schema: Mapping[str, object]) -> str:
        """Its answer as text. Raises Unavailable, Misconfigured, or ValueError for an answer that is none."""
        ...

    def close(self) -> None:
        """Releases its connections."""
        ...


@dataclass(frozen=True, slots=True)
class _Reply:
    """The outcome of one request: the model's readings by index of the piece, or the reason for none."""

    pieces: Sequence[Piece]
    answers: Mapping[int, ModelPiece] = field(default_factory=dict[int, ModelPiece])
    failure: str | None = None


class Assisted:
    """An extractor that merges a language model's readings into those of an inner extractor.

    The model is asked in batches while the rules read. When it fails or answers nonsense the rules' extraction stands
    alone, with the reason in `Extraction.fallback`; after several failures in a row it is not asked for a while.
    """

    def __init__(
        self, inner: Extractor, model: Asks, settings: LlmSettings, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`clock` counts seconds, for the pause after failures."""
        self._inner = inner
        self._model = model
        self._settings = settings
        self._clock = clock
        self._pool = ThreadPoolExecutor(settings.parallel, thread_name_prefix="enishi-llm")
        self._lock = threading.Lock()
        self._failed = 0
        self._resting_until = 0.0

    @property
    def embedding(self) -> EmbeddingModel:
        """The inner extractor's embedding model."""
        return self._inner.embedding

    def read(self, draft: Draft) -> DraftReading:
        """The inner extractor's reading, without the language model."""
        return self._inner.read(draft)

    def extract(self, works: Sequence[ExtractionInput]) -> Sequence[Extraction]:
        """One extraction for each input, in order."""
        replies = self._submitted(works)
        return self._joined(works, self._inner.extract(works), replies)

    def extract_stream(self, batches: Iterable[Sequence[ExtractionInput]]) -> Iterator[Sequence[Extraction]]:
        """The same over batches; the model reads each batch as soon as the inner extractor takes it."""
        under_way: deque[tuple[Sequence[ExtractionInput], list[Future[_Reply]]]] = deque()

        def submitting() -> Iterator[Sequence[ExtractionInput]]:
            for works in batches:
                under_way.append((works, self._submitted(works)))
                yield works

        for extractions in self._inner.extract_stream(submitting()):
            works, replies = under_way.popleft()
            yield self._joined(works, extractions, replies)

    def chunk_vectors(self, works: Sequence[ExtractionInput]) -> Sequence[Sequence[Vector]]:
        """The inner extractor's vectors; the language model is not asked again."""
        return self._inner.chunk_vectors(works)

    def embedded(self, works: Sequence[ExtractionInput]) -> Sequence[Embedded]:
        """The inner extractor's; the language model is not asked again."""
        return self._inner.embedded(works)

    def vectors(self, texts: Sequence[str]) -> Sequence[Vector]:
        """The inner extractor's."""
        return self._inner.vectors(texts)

    def question(self, text: str, *, vector: bool = True, now: datetime | None = None) -> Question:
        """The inner extractor's: a question never waits for a language model."""
        return self._inner.question(text, vector=vector, now=now)

    def warm(self) -> None:
        """Loads the inner extractor's models."""
        self._inner.warm()

    def called(self, question: str) -> Sequence[RelativeReference]:
        """The inner extractor's."""
        return self._inner.called(question)

    def words_met(self, words: Collection[str], texts: Sequence[str]) -> Sequence[Sequence[frozenset[str]]]:
        """The inner extractor's."""
        return self._inner.words_met(words, texts)

    def sentences(self, text: str) -> Sequence[tuple[int, int]]:
        """The inner extractor's."""
        return self._inner.sentences(text)

    def content_words(self, texts: Sequence[str]) -> Sequence[frozenset[str]]:
        """The inner extractor's."""
        return self._inner.content_words(texts)

    def relevance(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """The inner extractor's."""
        return self._inner.relevance(question, texts)

    def tokens(self, text: str) -> int:
        """The inner extractor's."""
        return self._inner.tokens(text)

    def close(self) -> None:
        """Closes the inner extractor and drops pending requests."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._inner.close()
        self._model.close()

    def _submitted(self, works: Sequence[ExtractionInput]) -> list[Future[_Reply]]:
        settings = self._settings
        cut = requests(pieces_of(works), most=settings.pieces, characters=settings.characters)
        return [self._pool.submit(copy_context().run, self._reply, pieces) for pieces in cut]

    def _reply(self, pieces: Sequence[Piece]) -> _Reply:
        if self._clock() < self._resting_until:
            return _Reply(pieces, failure=_RESTING)
        try:
            answer = self._model.ask(INSTRUCTIONS, question(pieces), SCHEMA)
            answers = parse_answer(answer, len(pieces))
        except (Unavailable, Misconfigured, ValueError) as error:
            return self._failure(pieces, str(error))
        except Exception as error:  # noqa: BLE001  whatever a model does, the rules' extraction stands
            return self._failure(pieces, f"The language model failed ({type(error).__name__}).")
        with self._lock:
            self._failed = 0
        return _Reply(pieces, {number - 1: piece_answer for number, piece_answer in answers.items()})

    def _failure(self, pieces: Sequence[Piece], reason: str) -> _Reply:
        """An empty reply with its reason; counts towards the pause."""
        with self._lock:
            self._failed += 1
            rests = self._failed >= self._settings.failures
            if rests:
                self._failed = 0
                self._resting_until = self._clock() + self._settings.rest
        _LOG.warning("the language model gave nothing: %s%s", reason, "; it is left alone for a while" if rests else "")
        return _Reply(pieces, failure=reason)

    def _joined(
        self, works: Sequence[ExtractionInput], extractions: Sequence[Extraction], replies: Sequence[Future[_Reply]]
    ) -> list[Extraction]:
        by_work: list[dict[int, ModelPiece]] = [{} for _ in works]
        failures: dict[int, str] = {}
        for reply in replies:
            result = reply.result()
            for place, piece in enumerate(result.pieces):
                piece_answer = result.answers.get(place)
                if piece_answer is not None:
                    by_work[piece.work][piece.chunk.ordinal] = piece_answer
                if piece_answer is None or piece_answer.partly:
                    failures.setdefault(piece.work, _PARTLY if piece_answer else result.failure or _LEFT_OUT)
        return [
            replace(merged(extraction, by_work[place], narrator_of(work.draft)), fallback=failures.get(place))
            for place, (work, extraction) in enumerate(zip(works, extractions, strict=True))
        ]
