"""A process is ready when its first caller waits for nothing, and says so before that."""

from collections.abc import Callable, Iterator
from itertools import chain, repeat
from threading import Event

import pytest

from graph.db.queries import query
from graph.errors import Misconfigured, Unavailable
from graph.serving.warmup import PLANNED, Preloader, heated

PATIENCE_S = 10


class Steps:
    """Steps that wait at gates; each does what the test says when it is let through."""

    def __init__(self, *outcomes: Exception | None) -> None:
        self._outcomes = list(outcomes)
        self.gate = Event()
        self.done = Event()
        self.calls = 0

    def __call__(self) -> None:
        assert self.gate.wait(PATIENCE_S)
        self.calls += 1
        outcome = self._outcomes.pop(0) if self._outcomes else None
        if outcome is not None:
            raise outcome

    def last(self) -> None:
        self.done.set()


def finished(warming: Preloader) -> Callable[[], bool]:
    """Whether a check no longer asks for patience."""

    def over() -> bool:
        try:
            warming.check()
        except Unavailable:
            return False
        except Misconfigured:
            return True
        return True

    return over


def wait_for(over: Callable[[], bool]) -> None:
    ticks = Event()
    for _ in range(1000):
        if over():
            return
        ticks.wait(0.01)
    raise AssertionError("it never came to its end")


def test_who_was_not_asked_to_warm_up_is_ready() -> None:
    Preloader([Steps()]).check()


def test_until_all_steps_are_done_it_is_unavailable_for_a_moment() -> None:
    steps = Steps()
    warming = Preloader([steps, steps.last])
    warming.start()
    with pytest.raises(Unavailable, match="starting") as refused:
        warming.check()
    assert 0 < refused.value.retry_after < 10
    steps.gate.set()
    assert steps.done.wait(PATIENCE_S)
    wait_for(finished(warming))
    warming.check()


def test_what_is_away_is_asked_again() -> None:
    steps = Steps(Unavailable("no database", retry_after=0.0), Unavailable("no database", retry_after=0.0))
    warming = Preloader([steps])
    warming.start()
    steps.gate.set()
    wait_for(finished(warming))
    warming.check()
    assert steps.calls == 3


def test_what_is_away_is_named_while_it_is_waited_for() -> None:
    steps = Steps(Unavailable("no database", retry_after=60.0))
    warming = Preloader([steps])
    warming.start()
    steps.gate.set()

    def message() -> bool:
        with pytest.raises(Unavailable) as refused:
            warming.check()
        return str(refused.value) == "no database" and refused.value.retry_after == 60.0

    wait_for(message)
    warming.stop()


def test_what_has_to_be_mended_stays_the_reason_and_leaves_no_words_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    steps = Steps(Misconfigured("the secret path"))
    warming = Preloader([steps, steps.last])
    warming.start()
    steps.gate.set()
    wait_for(finished(warming))
    for _ in range(2):
        with pytest.raises(Misconfigured, match="the secret path"):
            warming.check()
    # The other steps are done all the same: what works shall be quick.
    assert steps.done.is_set()
    assert "secret" not in caplog.text


def test_what_nobody_foresaw_does_not_keep_it_from_serving() -> None:
    steps = Steps(RuntimeError("odd"))
    warming = Preloader([steps])
    warming.start()
    steps.gate.set()
    wait_for(finished(warming))
    warming.check()


def test_who_is_closed_begins_no_further_step() -> None:
    steps = Steps(Unavailable("no database", retry_after=60.0))
    warming = Preloader([steps, steps.last])
    warming.start()
    steps.gate.set()
    warming.stop()
    wait_for(finished(warming))
    assert steps.calls <= 1
    assert not steps.done.is_set()


def test_what_nobody_waits_for_comes_once_it_is_ready() -> None:
    begun, finish = Event(), Event()

    def afterwards(ending: Event) -> None:
        warming.check()
        assert not ending.is_set()
        begun.set()
        assert finish.wait(PATIENCE_S)

    steps = Steps()
    steps.gate.set()
    warming = Preloader([steps], afterwards)
    warming.start()
    assert begun.wait(PATIENCE_S)
    warming.check()
    finish.set()
    warming.stop()


def test_what_nobody_waits_for_is_left_where_something_has_to_be_mended() -> None:
    steps, begun = Steps(Misconfigured("a path")), Event()
    steps.gate.set()
    warming = Preloader([steps], lambda _: begun.set())
    warming.start()
    wait_for(finished(warming))
    warming.stop()
    assert not begun.is_set()


def test_what_nobody_waits_for_may_fail_and_leaves_no_words_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    def afterwards(_: Event) -> None:
        raise Unavailable("the secret host")

    steps = Steps()
    steps.gate.set()
    warming = Preloader([steps], afterwards)
    warming.start()
    wait_for(finished(warming))
    warming.stop()
    warming.check()
    assert "Unavailable" in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.parametrize("name", PLANNED)
def test_what_is_planned_ahead_is_there(name: str) -> None:
    assert query(name).mode in {"read", "write"}


QUESTIONS = ("Who plays?", "Where does she live?")


class Patient(Event):
    """Comes at once to the end of every wait, and notes how long it would have been."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.waits.append(timeout or 0.0)
        return self.is_set()


def never_asked() -> float:
    return float("inf")


def taking(milliseconds: Iterator[float]) -> Callable[[str], float]:
    return lambda _: next(milliseconds)


def test_it_goes_on_as_long_as_answers_get_quicker() -> None:
    falling = (100.0 * 0.9**number for number in range(1000))
    assert heated(taking(falling), QUESTIONS, never_asked, Event()) == 20 * len(QUESTIONS)


def test_a_server_that_is_warm_is_asked_for_four_rounds() -> None:
    assert heated(taking(repeat(12.0)), QUESTIONS, never_asked, Event()) == 4 * len(QUESTIONS)


def test_slow_rounds_beside_other_work_do_not_end_it() -> None:
    rounds = chain(repeat(50.0, 2), repeat(90.0, 4), repeat(20.0))
    assert heated(taking(rounds), QUESTIONS, never_asked, Event()) == (1 + 2 + 4) * len(QUESTIONS)


def test_each_question_counts_by_its_own_quickest_answer() -> None:
    # The first is quick from the beginning; the other gets quicker for a while.
    rounds = chain.from_iterable((5.0, max(20.0, 100.0 - 10 * number)) for number in range(1000))
    assert heated(taking(rounds), QUESTIONS, never_asked, Event()) == (1 + 8 + 3) * len(QUESTIONS)


def test_it_rests_while_somebody_asks() -> None:
    ending = Patient()
    unasked = chain([0.0, 0.4], repeat(5.0))
    assert heated(taking(repeat(12.0)), QUESTIONS, lambda: next(unasked), ending) == 4 * len(QUESTIONS)
    assert ending.waits == [1.0, 1.0]


def test_where_people_go_on_asking_it_leaves_the_warming_to_them() -> None:
    assert heated(taking(repeat(12.0)), QUESTIONS, lambda: 0.0, Patient()) == 0


def test_it_ends_between_two_questions_when_it_is_told_to() -> None:
    ending = Event()

    def ask(question: str) -> float:
        assert question == QUESTIONS[0]
        ending.set()
        return 12.0

    assert heated(ask, QUESTIONS, never_asked, ending) == 1


def test_without_questions_nothing_is_asked() -> None:
    assert heated(taking(repeat(12.0)), (), never_asked, Event()) == 0
