import math
import threading
from collections.abc import Callable
from contextlib import suppress

import pytest

from graph.serving.admission import FairSemaphore

_PATIENCE_S = 10


class _Crowd:
    """Threads that come to a admission one after the other and stay inside until they are told to leave."""

    def __init__(self, admission: FairSemaphore) -> None:
        self._admission = admission
        self._threads: list[threading.Thread] = []
        self._leaving: list[threading.Event] = []
        self.entered: list[int] = []

    def come(self) -> None:
        """One more comes, and stands in line or inside when this returns."""
        number = len(self._threads)
        leaving = threading.Event()

        def run() -> None:
            with self._admission.admitted():
                self.entered.append(number)
                leaving.wait(_PATIENCE_S)

        thread = threading.Thread(target=run)
        thread.start()
        self._threads.append(thread)
        self._leaving.append(leaving)
        self._until(lambda: len(self.entered) + self._admission.waiting == len(self._threads))

    def leave(self, number: int) -> None:
        """One leaves, and who is let in for him is inside when this returns."""
        waiting = self._admission.waiting
        inside = len(self.entered)
        self._leaving[number].set()
        self._threads[number].join(_PATIENCE_S)
        self._until(lambda: len(self.entered) == inside + min(1, waiting))

    def _until(self, reached: Callable[[], bool]) -> None:
        pause = threading.Event()
        for _ in range(1000 * _PATIENCE_S):
            if reached():
                return
            pause.wait(0.001)
        pytest.fail("the crowd stands still")


def test_no_more_than_allowed_are_inside_and_who_leaves_lets_in_the_first_of_the_line() -> None:
    crowd = _Crowd(admission := FairSemaphore(3))
    for _ in range(7):
        crowd.come()
    assert (sorted(crowd.entered), admission.waiting) == ([0, 1, 2], 4)

    for number in (1, 0, 3, 2, 4, 5, 6):
        crowd.leave(number)

    assert crowd.entered[3:] == [3, 4, 5, 6]
    assert admission.waiting == 0


def test_a_search_that_fails_lets_the_next_one_in() -> None:
    admission = FairSemaphore(1)

    for _ in range(3):
        with pytest.raises(ValueError, match="broken"), admission.admitted():
            raise ValueError("broken")

    with admission.admitted():
        pass


def test_who_is_interrupted_in_line_leaves_no_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    admission = FairSemaphore(1)
    with admission.admitted():
        monkeypatch.setattr("graph.serving.admission.Lock", _Interrupted)
        with suppress(KeyboardInterrupt), admission.admitted():
            pytest.fail("nobody may enter while another is inside")
        assert admission.waiting == 0

    _one_enters(admission)


def test_who_is_interrupted_just_when_he_is_let_in_lets_the_next_one_in(monkeypatch: pytest.MonkeyPatch) -> None:
    admission = FairSemaphore(1)
    inside = admission.admitted()
    inside.__enter__()
    monkeypatch.setattr(_Interrupted, "before", lambda: inside.__exit__(None, None, None))
    monkeypatch.setattr("graph.serving.admission.Lock", _Interrupted)
    with suppress(KeyboardInterrupt), admission.admitted():
        pytest.fail("he was interrupted")

    _one_enters(admission)


def _one_enters(admission: FairSemaphore) -> None:
    crowd = _Crowd(admission)
    crowd.come()
    assert (crowd.entered, admission.waiting) == ([0], 0)
    crowd.leave(0)


class _Interrupted:
    """A ticket whose holder is interrupted as soon as he waits for it."""

    before = staticmethod(lambda: None)

    def __init__(self) -> None:
        self._taken = False

    def acquire(self) -> None:
        if self._taken:
            type(self).before()
            raise KeyboardInterrupt
        self._taken = True

    def release(self) -> None:
        """He is let in."""


def test_it_tells_for_how_long_nobody_has_been_inside() -> None:
    now = [5.0]
    admission = FairSemaphore(2, clock=lambda: now[0])
    assert admission.idle_s == math.inf
    with admission.admitted():
        assert admission.idle_s == 0
        with admission.admitted():
            assert admission.idle_s == 0
        now[0] = 6.0
        assert admission.idle_s == 0
    now[0] = 8.5
    assert admission.idle_s == 2.5
