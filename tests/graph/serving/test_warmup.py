"""A server that has just started is asked until it answers no quicker, and only while nobody else asks."""

from collections.abc import Callable, Iterator
from itertools import chain, repeat
from threading import Event

from graph.serving.warmup import heated

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
