import threading
import time
from contextlib import suppress

import pytest

from graph.turnstile import Turnstile

_PATIENCE_S = 10


class _Crowd:
    """Threads that come to a turnstile one after the other and are inside until they are let go."""

    def __init__(self, turnstile: Turnstile) -> None:
        self._turnstile = turnstile
        self._changed = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._leaving = threading.Event()
        self.entered: list[int] = []

    def come(self, number: int) -> None:
        def run() -> None:
            with self._turnstile.turn():
                with self._changed:
                    self.entered.append(number)
                    self._changed.notify_all()
                self._leaving.wait(_PATIENCE_S)

        thread = threading.Thread(target=run)
        thread.start()
        self._threads.append(thread)
        while thread.is_alive() and number not in self.entered and number not in self._waiting():
            time.sleep(0.001)

    def _waiting(self) -> range:
        inside = len(self.entered)
        return range(inside, inside + self._turnstile.waiting)

    def let_go(self) -> None:
        self._leaving.set()
        for thread in self._threads:
            thread.join(_PATIENCE_S)
            assert not thread.is_alive()


def test_no_more_than_allowed_are_inside_and_the_others_follow_in_the_order_in_which_they_came() -> None:
    crowd = _Crowd(turnstile := Turnstile(3))

    for number in range(12):
        crowd.come(number)
    inside = list(crowd.entered)
    waiting = turnstile.waiting
    crowd.let_go()

    assert (inside, waiting) == ([0, 1, 2], 9)
    assert sorted(crowd.entered) == list(range(12))
    assert turnstile.waiting == 0


def test_one_at_a_time_is_strictly_first_come_first_served() -> None:
    crowd = _Crowd(Turnstile(1))

    for number in range(12):
        crowd.come(number)
    crowd.let_go()

    assert crowd.entered == list(range(12))


def test_a_search_that_fails_gives_its_turn_on() -> None:
    turnstile = Turnstile(1)

    for _ in range(3):
        with pytest.raises(ValueError, match="broken"), turnstile.turn():
            raise ValueError("broken")

    with turnstile.turn():
        pass


def test_who_is_interrupted_in_line_leaves_no_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    turnstile = Turnstile(1)
    with turnstile.turn():
        monkeypatch.setattr("graph.turnstile.Lock", _Interrupted)
        with suppress(KeyboardInterrupt), turnstile.turn():
            pytest.fail("nobody may enter while another is inside")
        monkeypatch.undo()
        assert turnstile.waiting == 0

    crowd = _Crowd(turnstile)
    crowd.come(0)
    crowd.let_go()
    assert crowd.entered == [0]


class _Interrupted:
    """A ticket whose holder is interrupted as soon as he waits for it."""

    def __init__(self) -> None:
        self._taken = False

    def acquire(self) -> None:
        if self._taken:
            raise KeyboardInterrupt
        self._taken = True
