"""Background jobs of a server: understanding, linking, inference, entity vectors and importance."""

import logging
import time
from collections.abc import Callable

from api.background_thread import LONGEST_REST_S, BackgroundThread, backoff_s
from graph.errors import Unavailable
from graph.knowledge import Knowledge

_LOG = logging.getLogger(__name__)
_CALM_S = 1.0
"""Seconds without a question after which nobody is taken to be asking."""
_BATCH_BESIDE_QUESTIONS = 10
"""Batch size of each job while questions are asked."""
_QUESTION_SHARE = 24
"""While questions are asked, the jobs pause this many times as long as their last round took, a minute at most."""
_MANY = 50
"""So many memories more than a moment ago tell that somebody has a whole file or folder to store."""
_STORING_S = 3.0
"""The moment in which as many more come."""
_STORING_MOST_S = 60.0
"""So long they are let through before what waits is understood."""
_POLL_S = 0.1


class BackgroundJobs:
    """One thread that works off the backlog batch by batch, rests when it is empty, and backs off after errors.

    What waits to be understood comes first; links, inferences and importance have the time that is left, and give way
    to questions: while these are asked, a small part of it. Whoever stores much, as the first sync of a folder does, is
    let through first. When one kind of work fails for a reason of its own it rests alone, understanding too; all of
    them wait for a database that is away.
    """

    def __init__(self, knowledge: Knowledge, *, batch: int, idle_seconds: float) -> None:
        self._knowledge = knowledge
        self._batch = batch
        self._idle = idle_seconds
        # When such work may go on though questions are asked.
        self._paused_until = 0.0
        # Reading may need a remote encoder, or fail for what one memory says: all else goes on. Where the database is
        # away, the kinds after it say so.
        self._understanding = _Job(lambda limit: knowledge.enrich_pending(limit=limit), independent=True)
        self._links = _Job(lambda limit: knowledge.link_pending(limit=limit))
        # Vectors may need a remote encoder: where it is away, all else goes on.
        self._vectors = _Job(lambda limit: knowledge.embed_pending(limit=limit), independent=True)
        self._inferences = _Job(lambda limit: knowledge.infer_pending(limit=limit))
        self._weights = _Job(lambda limit: knowledge.weigh_pending(limit=limit))
        # How much waited to be understood when that was last counted.
        self._waiting = 0
        # Since when it has grown and grown, None where it does not.
        self._storing_since: float | None = None
        self._thread = BackgroundThread(self._round, self._rest_s, through="background")

    def start(self) -> None:
        """Starts the thread; once only."""
        self._thread.start()

    def wake(self) -> None:
        """Ends a rest: something was stored."""
        self._thread.wake()

    def stop(self) -> None:
        """Lets the batch under way finish, then ends the thread."""
        self._thread.stop()

    def _rest_s(self) -> float:
        """How long to rest with nothing to do: no longer than until a kind of work that failed may go on."""
        kinds = (self._understanding, self._links, self._vectors, self._inferences, self._weights)
        # One whose pause ended during this round is due at once: nothing else would wake the thread for it.
        return min((self._idle, *(max(0.0, kind.pause_s()) for kind in kinds if kind.has_failed)))

    def _round(self) -> int:
        """How many memories and entities one round of the first kind of work that waits took on."""
        if not self._let_through():
            return 0
        understood = self._understanding(self._batch)
        if understood:
            return understood
        if not self._yield_to_questions():
            return 0
        started = time.monotonic()
        if self._knowledge.unasked_s() >= _CALM_S:
            limit = self._batch
            done = self._links(limit) or self._vectors(limit) + self._inferences(limit) + self._weights(limit)
        else:
            # A little of each, so that none keeps the others waiting for as long as questions come.
            kinds = (self._links, self._vectors, self._inferences, self._weights)
            done = sum(work(min(self._batch, _BATCH_BESIDE_QUESTIONS)) for work in kinds if not self._thread.ending())
        now = time.monotonic()
        self._paused_until = now + min(LONGEST_REST_S, _QUESTION_SHARE * (now - started))
        return done

    def _let_through(self) -> bool:
        """Waits for who stores much, in this process or another, while more and more waits; False when it shall end."""
        while not self._thread.ending():
            before, self._waiting = self._waiting, self._knowledge.backlog()
            if self._waiting < before + _MANY:
                self._storing_since = None
                return True
            self._storing_since = self._storing_since or time.monotonic()
            if time.monotonic() - self._storing_since >= _STORING_MOST_S:
                return True
            self._thread.ending(_STORING_S)
        return False

    def _yield_to_questions(self) -> bool:
        """Waits until nobody asks, or questions had their share of the time; False when something else comes first."""
        recheck = time.monotonic() + self._idle
        while self._knowledge.unasked_s() < _CALM_S and time.monotonic() < self._paused_until:
            if time.monotonic() >= recheck:
                # Another process may have stored something: that is looked for without a further rest.
                self._thread.wake()
            if self._thread.woken(_POLL_S):
                return False
        return not self._thread.ending()


class _Job:
    """One kind of background work with its own back-off: after a failure it does nothing for a while."""

    def __init__(self, work: Callable[[int], int], *, independent: bool = False) -> None:
        self._work = work
        self._independent = independent
        self._failures = 0
        self._paused_until = 0.0

    @property
    def has_failed(self) -> bool:
        """Whether it failed last, and has to try again."""
        return self._failures > 0

    def pause_s(self) -> float:
        """Seconds until it may go on; 0 or less where nothing holds it up."""
        return self._paused_until - time.monotonic()

    def __call__(self, limit: int) -> int:
        """How much was done, at most `limit`. Raises Unavailable; an `independent` job backs off for that too."""
        if self.pause_s() > 0:
            return 0
        try:
            done = self._work(limit)
        except Exception as error:
            if isinstance(error, Unavailable) and not self._independent:
                raise
            self._failures += 1
            self._paused_until = time.monotonic() + backoff_s(error, self._failures)
            _LOG.error("background work has to wait: %s", type(error).__name__)
            return 0
        self._failures = 0
        return done
