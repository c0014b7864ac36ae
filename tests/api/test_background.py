"""The thread that understands the backlog: it works, rests, waits out trouble and ends when told."""

import logging
import time
from collections.abc import Callable
from threading import Event

import pytest

from api.background import BackgroundJobs
from api.background_thread import backoff_s
from graph.errors import QueryError, Unavailable
from graph.model.draft import Draft
from graph.model.memory import Enrich
from tests.api.fake_knowledge import FakeKnowledge


def wait_while(left: Callable[[], int], *, seconds: float) -> None:
    """Waits until nothing is left, so many seconds at most."""
    soon = time.monotonic() + seconds
    while left() and time.monotonic() < soon:
        time.sleep(0.01)


def test_a_backlog_is_understood_batch_by_batch_and_then_the_thread_rests() -> None:
    knowledge = FakeKnowledge()
    for number in range(25):
        knowledge.remember("me", Draft(text=f"note {number}"), enrich=Enrich.LATER)
    jobs = BackgroundJobs(knowledge, batch=10, idle_seconds=3600)
    jobs.start()
    assert knowledge.rested.wait(10)
    jobs.stop()
    assert (knowledge.backlog(), knowledge.rounds) == (0, 4)


def test_a_call_wakes_the_thread_from_its_rest() -> None:
    knowledge = FakeKnowledge()
    jobs = BackgroundJobs(knowledge, batch=10, idle_seconds=3600)
    jobs.start()
    assert knowledge.rested.wait(10)
    knowledge.rested.clear()
    knowledge.remember("me", Draft(text="note"), enrich=Enrich.LATER)
    jobs.wake()
    assert knowledge.rested.wait(10)
    jobs.stop()
    assert knowledge.backlog() == 0


def store_many(knowledge: FakeKnowledge, first: int) -> None:
    for number in range(first, first + 60):
        knowledge.remember("me", Draft(text=f"note {number}"), enrich=Enrich.LATER)


def test_who_stores_a_whole_folder_is_let_through_before_it_is_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.background._STORING_S", 0.5)
    knowledge = FakeKnowledge()
    store_many(knowledge, 0)
    jobs = BackgroundJobs(knowledge, batch=10, idle_seconds=3600)
    jobs.start()
    for first in (60, 120, 180):
        store_many(knowledge, first)
        time.sleep(0.4)
        assert knowledge.backlog() == first + 60, "more may come"
    wait_while(knowledge.backlog, seconds=10)
    assert knowledge.backlog() == 0
    jobs.stop()


def test_who_goes_on_storing_for_minutes_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.background._STORING_S", 0.05)
    monkeypatch.setattr("api.background._STORING_MOST_S", 0.3)
    knowledge = FakeKnowledge()
    jobs = BackgroundJobs(knowledge, batch=10, idle_seconds=3600)
    store_many(knowledge, 0)
    jobs.start()
    for count in range(1, 100):
        store_many(knowledge, count * 60)
        time.sleep(0.02)
        if knowledge.backlog() < (count + 1) * 60:
            break
    else:
        pytest.fail("nothing of it was understood in between")
    jobs.stop()


def test_what_waits_to_be_understood_comes_before_links_and_these_before_inferences() -> None:
    knowledge = FakeKnowledge()
    knowledge.to_link, knowledge.to_infer = 25, 15
    for number in range(15):
        knowledge.remember("me", Draft(text=f"note {number}"), enrich=Enrich.LATER)
    states: list[tuple[int, int, int]] = []

    def noted(limit: int = 200, enrich: Callable[..., int] = knowledge.enrich_pending) -> int:
        states.append((knowledge.backlog(), knowledge.to_link, knowledge.to_infer))
        done = enrich(limit=limit)
        if not (done or knowledge.to_link or knowledge.to_infer):
            finished.set()
        return done

    finished = Event()
    knowledge.enrich_pending = noted
    jobs = BackgroundJobs(knowledge, batch=10, idle_seconds=3600)
    jobs.start()
    assert finished.wait(10)
    jobs.stop()
    assert states == [(15, 25, 15), (5, 25, 15), (0, 25, 15), (0, 15, 15), (0, 5, 15), (0, 0, 15), (0, 0, 5), (0, 0, 0)]


def test_while_questions_are_asked_every_kind_gets_a_little_at_a_time() -> None:
    knowledge = FakeKnowledge()
    knowledge.unasked = 0.0
    knowledge.to_embed, knowledge.to_link, knowledge.to_infer = 1_000_000, 25, 15
    jobs = BackgroundJobs(knowledge, batch=100, idle_seconds=3600)
    jobs.start()
    assert knowledge.all_inferred.wait(10)
    jobs.stop()
    assert set(knowledge.limits) == {10}
    assert knowledge.to_link <= 5  # though there always are vectors to make
    assert knowledge.to_embed > 0


def test_where_nobody_has_asked_for_a_second_whole_batches_are_taken() -> None:
    knowledge = FakeKnowledge()
    knowledge.unasked = 1.0
    knowledge.to_link, knowledge.to_infer = 250, 15
    jobs = BackgroundJobs(knowledge, batch=100, idle_seconds=3600)
    jobs.start()
    assert knowledge.all_inferred.wait(10)
    jobs.stop()
    assert set(knowledge.limits) == {100}


def test_who_gives_way_to_questions_still_understands_what_comes_in_and_ends_when_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("api.background._QUESTION_SHARE", 1e12)
    knowledge = FakeKnowledge()
    knowledge.unasked = 0.0
    knowledge.to_link = 25
    jobs = BackgroundJobs(knowledge, batch=100, idle_seconds=3600)
    jobs.start()
    assert knowledge.rested.wait(10)
    knowledge.remember("me", Draft(text="note"), enrich=Enrich.LATER)
    jobs.wake()
    wait_while(knowledge.backlog, seconds=10)
    jobs.stop()
    assert (knowledge.backlog(), knowledge.to_link) == (0, 15)


class Faltering(FakeKnowledge):
    """Fails in the ways given, one after the other, before it works."""

    def __init__(self, *errors: Exception) -> None:
        super().__init__()
        self.errors = list(errors)
        self.failed = Event()

    def enrich_pending(self, *, limit: int = 200) -> int:
        if self.errors:
            self.failed.set()
            raise self.errors.pop(0)
        return super().enrich_pending(limit=limit)


def test_the_thread_outlives_trouble_and_logs_no_words_of_it(caplog: pytest.LogCaptureFixture) -> None:
    knowledge = Faltering(Unavailable("away", retry_after=0.001), Unavailable("the secret", retry_after=0.001))
    knowledge.remember("me", Draft(text="note"), enrich=Enrich.LATER)
    jobs = BackgroundJobs(knowledge, batch=10, idle_seconds=3600)
    with caplog.at_level(logging.DEBUG):
        jobs.start()
        assert knowledge.rested.wait(10)
        jobs.stop()
    assert knowledge.backlog() == 0
    assert "Unavailable" in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.parametrize("error", [Unavailable("away", retry_after=3600), QueryError("broken"), RuntimeError("bug")])
def test_the_thread_ends_at_once_when_told_in_the_midst_of_trouble(error: Exception) -> None:
    knowledge = Faltering(error)
    jobs = BackgroundJobs(knowledge, batch=10, idle_seconds=3600)
    jobs.start()
    assert knowledge.failed.wait(10)
    jobs.stop()
    assert knowledge.rounds == 0


class Stumbling(FakeKnowledge):
    """Can tie no memory to another, for a reason of its own."""

    def link_pending(self, *, limit: int = 200) -> int:  # noqa: ARG002
        raise RuntimeError("the secret of one memory")


def test_links_that_fail_hold_up_neither_understanding_nor_inference(caplog: pytest.LogCaptureFixture) -> None:
    knowledge = Stumbling()
    knowledge.to_infer = 15
    jobs = BackgroundJobs(knowledge, batch=10, idle_seconds=0.01)
    jobs.start()
    assert knowledge.rested.wait(10)
    knowledge.remember("me", Draft(text="note"), enrich=Enrich.LATER)
    jobs.wake()
    # Trouble of the first kind rests for five seconds.
    wait_while(lambda: knowledge.backlog() or knowledge.to_infer, seconds=4)
    jobs.stop()
    assert (knowledge.backlog(), knowledge.to_infer) == (0, 0)
    assert "secret" not in caplog.text


def test_stopping_what_never_started_is_no_trouble() -> None:
    BackgroundJobs(FakeKnowledge(), batch=1, idle_seconds=1).stop()


def test_patience_doubles_from_what_the_error_asks_for_to_a_minute() -> None:
    away = Unavailable("away", retry_after=2)
    assert [backoff_s(away, troubles) for troubles in (1, 2, 3, 10, 10_000)] == [2, 4, 8, 60, 60]
    assert backoff_s(RuntimeError(), 1) == 5


class Unreadable(FakeKnowledge):
    """Cannot read what waits to be understood, as where the encoder is somewhere else and away."""

    def enrich_pending(self, *, limit: int = 200) -> int:
        raise Unavailable(f"away: {limit} wait on", retry_after=3600)


def test_memories_that_cannot_be_read_now_hold_up_neither_links_nor_inferences() -> None:
    knowledge = Unreadable()
    knowledge.to_link, knowledge.to_infer = 25, 15
    jobs = BackgroundJobs(knowledge, batch=100, idle_seconds=3600)
    jobs.start()
    assert knowledge.all_inferred.wait(10)
    jobs.stop()
    assert knowledge.to_link == 0
