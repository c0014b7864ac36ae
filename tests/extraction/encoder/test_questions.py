"""Questions share the runs of the encoder and are remembered by their vectors, never by their words."""

import time
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from threading import Event, Lock
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.encoder import QuestionVectors, Vectors, VectorSettings
from extraction.encoder.question_vectors import VectorCache
from graph.errors import Unavailable
from graph.model.extraction import EmbeddingModel

MODEL = EmbeddingModel(name="codes", dimensions=2, version="1", query_prefix="", passage_prefix="", spread=1.0)
PATIENCE_S = 10


class Codes:
    """A vector tells the first letter and the length. Runs are kept; a shut gate holds them up."""

    def __init__(self) -> None:
        self.model = MODEL
        self.runs: list[list[str]] = []
        self.gate = Event()
        self.gate.set()
        self.entered = Event()
        self.refused = ""
        self._lock = Lock()

    def queries(self, texts: Sequence[str]) -> Vectors:
        with self._lock:
            self.runs.append(list(texts))
        self.entered.set()
        assert self.gate.wait(PATIENCE_S)
        if self.refused in texts:
            raise Unavailable("the endpoint is away")
        return np.array([vector_of(text) for text in texts], np.float32)

    def passages(self, texts: Sequence[str], languages: Sequence[str] | None = None) -> Vectors:  # noqa: ARG002
        """The same: a passage is a question here."""
        return self.queries(texts)

    def tokens(self, text: str) -> list[tuple[int, int]]:
        return [(0, len(text))]

    def count(self, text: str) -> int:
        return len(text)


class Crowd:
    """Threads that ask one `QuestionVectors`."""

    def __init__(self, **settings: int) -> None:
        self.codes = Codes()
        chosen = VectorSettings.model_validate({"question_runs": 1, **settings})
        self.questions = QuestionVectors(self.codes, chosen)
        self._pool = ThreadPoolExecutor(64)

    def ask(self, text: str) -> "Future[Any]":
        return self._pool.submit(lambda: self.questions.of(text).tolist())

    def hold_up(self, text: str) -> "Future[Any]":
        """A question whose run stands at the gate, which is shut."""
        self.codes.gate.clear()
        self.codes.entered.clear()
        asked = self.ask(text)
        assert self.codes.entered.wait(PATIENCE_S)
        return asked

    def line_up(self, *texts: str) -> "list[Future[Any]]":
        """Questions that all wait for the run at the gate."""
        asked = [self.ask(text) for text in texts]
        until = time.monotonic() + PATIENCE_S
        while self.questions.waiting < len(texts):
            assert time.monotonic() < until
            time.sleep(0)
        return asked

    def close(self) -> None:
        self.codes.gate.set()
        self._pool.shutdown()


@pytest.fixture
def crowd() -> Generator[Crowd]:
    made = Crowd()
    yield made
    made.close()


def vector_of(text: str) -> list[float]:
    return [float(ord(text[0])), float(len(text))]


def test_a_question_asked_again_needs_no_encoder(crowd: Crowd) -> None:
    first, again = crowd.questions.of("who"), crowd.questions.of("who")
    assert first.tolist() == again.tolist() == vector_of("who")
    assert crowd.codes.runs == [["who"]]


def test_a_lone_question_is_run_at_once_and_alone(crowd: Crowd) -> None:
    for text in ("who", "where", "when"):
        assert crowd.questions.of(text).tolist() == vector_of(text)
    assert crowd.codes.runs == [["who"], ["where"], ["when"]]


def test_questions_asked_during_a_run_share_the_next(crowd: Crowd) -> None:
    first = crowd.hold_up("who")
    texts = [f"{letter} of many" for letter in "abcdefgh"]
    rest = crowd.line_up(*texts)
    crowd.codes.gate.set()
    assert first.result(PATIENCE_S) == vector_of("who")
    assert [future.result(PATIENCE_S) for future in rest] == [vector_of(text) for text in texts]
    assert [sorted(run) for run in crowd.codes.runs] == [["who"], sorted(texts)]


def test_one_question_of_many_askers_is_embedded_once(crowd: Crowd) -> None:
    first = crowd.hold_up("who")
    rest = crowd.line_up(*["where"] * 5, "who", "who")
    crowd.codes.gate.set()
    assert {tuple(future.result(PATIENCE_S)) for future in rest[:5]} == {tuple(vector_of("where"))}
    assert first.result(PATIENCE_S) == rest[5].result(PATIENCE_S) == vector_of("who")
    assert crowd.codes.runs == [["who"], ["where"]]


def test_more_questions_than_a_run_may_hold_take_several(crowd: Crowd) -> None:
    crowd.hold_up("who")
    texts = [f"{number} question" for number in range(10, 60)]
    rest = crowd.line_up(*texts)
    crowd.codes.gate.set()
    assert [future.result(PATIENCE_S) for future in rest] == [vector_of(text) for text in texts]
    assert [len(run) for run in crowd.codes.runs] == [1, 32, 18]


def test_as_many_runs_are_under_way_as_the_settings_say() -> None:
    crowd = Crowd(question_runs=2)
    first = crowd.hold_up("who")
    crowd.codes.entered.clear()
    second = crowd.ask("where")
    assert crowd.codes.entered.wait(PATIENCE_S)
    (third,) = crowd.line_up("when")
    assert len(crowd.codes.runs) == 2
    crowd.close()
    assert [future.result(PATIENCE_S) for future in (first, second, third)] == [
        vector_of(text) for text in ("who", "where", "when")
    ]


def test_a_question_that_cannot_be_embedded_fails_alone(crowd: Crowd) -> None:
    crowd.codes.refused = "bad"
    crowd.hold_up("who")
    good, bad, also = crowd.line_up("good", "bad", "also")
    crowd.codes.gate.set()
    assert (good.result(PATIENCE_S), also.result(PATIENCE_S)) == (vector_of("good"), vector_of("also"))
    with pytest.raises(Unavailable):
        bad.result(PATIENCE_S)
    # The next who ask are served as if nothing had been.
    assert crowd.questions.of("later").tolist() == vector_of("later")


def test_the_failure_of_a_lone_run_reaches_its_asker_and_nobody_else(crowd: Crowd) -> None:
    crowd.codes.refused = "bad"
    bad = crowd.hold_up("bad")
    (good,) = crowd.line_up("good")
    crowd.codes.gate.set()
    with pytest.raises(Unavailable):
        bad.result(PATIENCE_S)
    assert good.result(PATIENCE_S) == vector_of("good")


def test_vectors_of_two_models_never_meet() -> None:
    codes = Codes()
    questions = QuestionVectors(codes, VectorSettings())
    questions.of("who")
    codes.model = replace(MODEL, version="2")
    questions.of("who")
    assert codes.runs == [["who"], ["who"]]


def test_nobody_can_write_to_a_vector_that_others_will_get(crowd: Crowd) -> None:
    with pytest.raises(ValueError, match="read-only"):
        crowd.questions.of("who")[0] = 7.0
    assert crowd.questions.of("who").tolist() == vector_of("who")


def test_keeping_none_keeps_none() -> None:
    codes = Codes()
    questions = QuestionVectors(codes, VectorSettings(questions_kept=0))
    assert questions.of("who").tolist() == questions.of("who").tolist()
    assert len(codes.runs) == 2


@given(
    most=st.integers(0, 6),
    most_bytes=st.integers(0, 3000),
    uses=st.lists(st.tuples(st.integers(0, 9), st.integers(1, 200)), max_size=40),
)
def test_what_is_kept_was_used_last_and_stays_in_bounds(
    most: int, most_bytes: int, uses: list[tuple[int, int]]
) -> None:
    kept = VectorCache(most, most_bytes)
    order: list[int] = []
    for name, length in uses:
        key = bytes([name])
        if kept.get(key) is None:
            kept.put(key, np.zeros(length, np.float32))
        order = [name, *(other for other in order if other != name)]
        assert len(kept) <= most
        assert kept.held_bytes <= most_bytes
        there = [other for other in order if kept.get(bytes([other])) is not None]
        # Nothing is dropped while something used earlier is kept.
        assert there == order[: len(there)]
        for other in reversed(order):
            kept.get(bytes([other]))


def test_many_threads_get_what_they_asked_for() -> None:
    crowd = Crowd(question_runs=3, questions_kept=20)
    texts = [f"{number % 61 + 10} asked" for number in range(2000)]
    answers = [(text, crowd.ask(text)) for text in texts]
    assert all(answer.result(PATIENCE_S) == vector_of(text) for text, answer in answers)
    crowd.close()
    assert crowd.questions.waiting == 0
