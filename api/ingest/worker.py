"""Carries out, within a running server, the jobs that wait: one after the other, beside the questions."""

import logging
from collections.abc import Callable
from typing import Final

from api.background_thread import BackgroundThread
from api.ingest.job import ingest_upload
from api.ingest.upload_options import UploadOptions
from graph.errors import EnishiError, Unavailable
from graph.knowledge import Knowledge
from graph.model.life.jobs import JobStatus

_LOG: Final = logging.getLogger(__name__)
_IDLE_S: Final = 5.0


class JobWorker:
    """One thread that takes up jobs. A server that ends puts its job back; one that was killed finds it again."""

    def __init__(self, knowledge: Knowledge, *, stored: Callable[[], None] = lambda: None) -> None:
        self._knowledge = knowledge
        self._stored = stored
        self._thread = BackgroundThread(self.next, lambda: _IDLE_S, through="jobs")

    def start(self) -> None:
        """Starts the thread; once only."""
        self._thread.start()

    def wake(self) -> None:
        """Ends a rest: a job was added."""
        self._thread.wake()

    def stop(self) -> None:
        """Lets the batch under way finish, puts the job back, and ends the thread."""
        self._thread.stop()

    def next(self) -> bool:
        """Carries out the oldest job that waits; False where none does. Raises Unavailable for a database away."""
        queue = self._knowledge.job_queue()
        with queue.claimed() as job:
            if job is None:
                return False
            try:
                options = UploadOptions.model_validate(job.job.options).ingest_options()
                result = ingest_upload(self._knowledge, job, queue.file(job.job), options, ending=self._thread.ending)
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
                if self._thread.ending() and not job.stopping:
                    job.wait("the server ends; it goes on when it starts again")
                else:
                    job.end(JobStatus.CANCELLED, read_as=result.read_as)
            self._stored()
            return True
