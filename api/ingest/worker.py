"""Carries out, within a running server, the jobs that wait: one after the other, beside the questions."""

import logging
import threading
from collections.abc import Callable
from typing import Final

from api.background import backoff_s
from api.ingest.job import ingest_upload
from api.ingest.upload_options import UploadOptions
from graph.errors import EnishiError, Unavailable
from graph.journal.actor import begin_acting
from graph.knowledge import Knowledge
from graph.model.life.jobs import JobStatus

_LOG: Final = logging.getLogger(__name__)
_IDLE_S: Final = 5.0


class JobWorker:
    """One thread that takes up jobs. A server that ends puts its job back; one that was killed finds it again."""

    def __init__(self, knowledge: Knowledge, *, stored: Callable[[], None] = lambda: None) -> None:
        self._knowledge = knowledge
        self._stored = stored
        self._wakeup = threading.Event()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="enishi-jobs", daemon=True)

    def start(self) -> None:
        """Starts the thread; once only."""
        self._thread.start()

    def wake(self) -> None:
        """Ends a rest: a job was added."""
        self._wakeup.set()

    def stop(self) -> None:
        """Lets the batch under way finish, puts the job back, and ends the thread."""
        self._ending.set()
        self._wakeup.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        begin_acting("jobs")
        failures = 0
        while not self._ending.is_set():
            self._wakeup.clear()
            try:
                done = self.next()
            except Exception as error:  # noqa: BLE001  a thread that dies would leave jobs waiting unseen
                failures += 1
                _LOG.warning("jobs have to wait: %s", type(error).__name__)
                self._ending.wait(backoff_s(error, failures))
                continue
            failures = 0
            if not done:
                self._wakeup.wait(_IDLE_S)

    def next(self) -> bool:
        """Carries out the oldest job that waits; False where none does. Raises Unavailable for a database away."""
        queue = self._knowledge.job_queue()
        with queue.claimed() as job:
            if job is None:
                return False
            try:
                options = UploadOptions.model_validate(job.job.options).ingest_options()
                result = ingest_upload(self._knowledge, job, queue.file(job.job), options, ending=self._ending.is_set)
            except Unavailable:
                job.wait("what it needs is away; it goes on by itself")
                raise
            except EnishiError as error:
                job.end(JobStatus.FAILED, error=str(error))
                return True
            except Exception as error:  # noqa: BLE001  one file that breaks a reader must not hold up the others
                _LOG.error("a job failed: %s", type(error).__name__)
                job.end(JobStatus.FAILED, error=f"a fault of Enishi: {type(error).__name__}")
                return True
            if result.stopped:
                if self._ending.is_set() and not job.stopping:
                    job.wait("the server ends; it goes on when it starts again")
                else:
                    job.end(JobStatus.CANCELLED, read_as=result.read_as)
            self._stored()
            return True
