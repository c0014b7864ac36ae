"""Understands, links and infers in the background, so that nobody who remembers waits for it."""

import logging
import threading
import time
from collections.abc import Callable

from graph.errors import EnishiError, Unavailable
from graph.knowledge import Knowledge

_LOG = logging.getLogger(__name__)
_LONGEST_REST = 60.0
_CALM_S = 1.0
"""Seconds without a question after which nobody is taken to be asking."""
_BESIDE = 10
"""Memories, names or entities of each kind that are taken on at a time while questions are asked."""
_LEFT_TO_QUESTIONS = 24
"""How many times as long as such work took questions are left alone after it, a minute at most."""
_GLANCE_S = 0.1


class Enricher:
    """One thread that works off what waits a batch at a time, rests when there is nothing, and waits out trouble.

    What waits to be understood comes first, then names that older memories may hold; links and inferences have the time
    that is left, and give way to questions: while these are asked, a small part of it. When one kind of work fails for
    a reason of its own it rests alone: understanding waits only for a database that is away.
    """

    def __init__(self, knowledge: Knowledge, *, batch: int, idle_seconds: float) -> None:
        self._knowledge = knowledge
        self._batch = batch
        self._idle = idle_seconds
        self._bell = threading.Event()
        self._ending = threading.Event()
        # When such work may go on though questions are asked.
        self._until = 0.0
        self._names = _Resting(lambda limit: knowledge.match_pending(limit=limit))
        self._links = _Resting(lambda limit: knowledge.link_pending(limit=limit))
        # Vectors may need a remote encoder: where it is away, all else goes on.
        self._vectors = _Resting(lambda limit: knowledge.embed_pending(limit=limit), alone=True)
        self._inferences = _Resting(lambda limit: knowledge.infer_pending(limit=limit))
        self._thread = threading.Thread(target=self._run, name="enishi-enricher", daemon=True)

    def start(self) -> None:
        """Starts the thread; once only."""
        self._thread.start()

    def wake(self) -> None:
        """Ends a rest: something was stored."""
        self._bell.set()

    def stop(self) -> None:
        """Lets the batch under way finish, then ends the thread."""
        self._ending.set()
        self._bell.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        troubles = 0
        while not self._ending.is_set():
            try:
                done = self._round()
            except EnishiError as error:
                troubles += 1
                _LOG.warning("background work has to wait: %s", type(error).__name__)
                # waits on the end, not on the bell: a burst must not hammer a database that is away
                self._ending.wait(patience(error, troubles))
                continue
            except Exception as error:  # noqa: BLE001  a thread that dies would leave the backlog growing unseen
                troubles += 1
                _LOG.error("background work has to wait: %s", type(error).__name__)
                self._ending.wait(patience(error, troubles))
                continue
            troubles = 0
            if done == 0:
                self._bell.wait(self._idle)
            self._bell.clear()

    def _round(self) -> int:
        """How many memories and entities one round of the first kind of work that waits took on."""
        understood = self._knowledge.enrich_pending(limit=self._batch)
        if understood:
            return understood
        if not self._gave_way():
            return 0
        started = time.monotonic()
        if self._knowledge.unasked_s() >= _CALM_S:
            limit = self._batch
            done = self._names(limit) or self._links(limit) or self._vectors(limit) + self._inferences(limit)
        else:
            # A little of each, so that none keeps the others waiting for as long as questions come.
            kinds = (self._names, self._links, self._vectors, self._inferences)
            done = sum(work(min(self._batch, _BESIDE)) for work in kinds if not self._ending.is_set())
        now = time.monotonic()
        self._until = now + min(_LONGEST_REST, _LEFT_TO_QUESTIONS * (now - started))
        return done

    def _gave_way(self) -> bool:
        """Waits until nobody asks, or questions had their share of the time; False when something else comes first."""
        look = time.monotonic() + self._idle
        while self._knowledge.unasked_s() < _CALM_S and time.monotonic() < self._until:
            if time.monotonic() >= look:
                # Another process may have stored something: that is looked for without a further rest.
                self._bell.set()
            if self._bell.wait(_GLANCE_S):
                return False
        return not self._ending.is_set()


class _Resting:
    """One kind of work that may fail over and over without holding up the others: it does nothing while it rests."""

    def __init__(self, work: Callable[[int], int], *, alone: bool = False) -> None:
        self._work = work
        self._alone = alone
        self._troubles = 0
        self._until = 0.0

    def __call__(self, limit: int) -> int:
        """How much was done, `limit` at most. Raises Unavailable, unless it rests `alone` then as well."""
        if time.monotonic() < self._until:
            return 0
        try:
            done = self._work(limit)
        except Exception as error:
            if isinstance(error, Unavailable) and not self._alone:
                raise
            self._troubles += 1
            self._until = time.monotonic() + patience(error, self._troubles)
            _LOG.error("background work has to wait: %s", type(error).__name__)
            return 0
        self._troubles = 0
        return done


def patience(error: Exception, troubles: int) -> float:
    """Seconds to wait after trouble: what the error asks for, doubled each time it comes again, a minute at most."""
    first = error.retry_after if isinstance(error, Unavailable) else 5.0
    return min(_LONGEST_REST, first * 2 ** min(troubles - 1, 10))
