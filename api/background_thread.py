"""A thread beside a server: it takes up work round by round, rests where there is none, backs off after failures."""

import logging
import threading
from collections.abc import Callable
from typing import Final

from graph.errors import EnishiError, Unavailable
from graph.journal.actor import begin_acting

LONGEST_REST_S: Final = 60.0
_LOG: Final = logging.getLogger(__name__)


class BackgroundThread:
    """Runs `take_up`, which says how much it did, until it is stopped; nothing that a round raises ends it.

    After a round that did nothing it rests for `rest_s()` seconds, or until it is woken. `through` names who acts.
    """

    def __init__(self, take_up: Callable[[], int], rest_s: Callable[[], float], *, through: str) -> None:
        self._take_up = take_up
        self._rest_s = rest_s
        self._through = through
        self._wakeup = threading.Event()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"enishi-{through}", daemon=True)

    def start(self) -> None:
        """Starts the thread; once only."""
        self._thread.start()

    def wake(self) -> None:
        """Ends a rest: there is something to do."""
        self._wakeup.set()

    def woken(self, within_s: float) -> bool:
        """Whether it is woken or stopped within so many seconds: for a round that waits."""
        return self._wakeup.wait(within_s)

    def ending(self, within_s: float = 0.0) -> bool:
        """Whether it shall end, now or within so many seconds: for a round that could go on for long, or waits."""
        return self._ending.wait(within_s)

    def stop(self) -> None:
        """Lets the round under way finish, then ends the thread."""
        self._ending.set()
        self._wakeup.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        begin_acting(self._through)
        failures = 0
        while not self._ending.is_set():
            try:
                done = self._take_up()
            except Exception as error:  # noqa: BLE001  a thread that dies would leave work waiting unseen
                failures += 1
                level = logging.WARNING if isinstance(error, EnishiError) else logging.ERROR
                _LOG.log(level, "%s has to wait: %s", self._thread.name, type(error).__name__)
                # Waits for the end, not for a wake-up: a burst must not hammer a database that is away.
                self._ending.wait(backoff_s(error, failures))
                continue
            failures = 0
            if not done:
                self._wakeup.wait(self._rest_s())
            self._wakeup.clear()


def backoff_s(error: Exception, failures: int) -> float:
    """Seconds to wait after a failure: what the error asks for, doubled each time it comes again, a minute at most."""
    first = error.retry_after if isinstance(error, Unavailable) else 5.0
    return min(LONGEST_REST_S, first * 2 ** min(failures - 1, 10))
