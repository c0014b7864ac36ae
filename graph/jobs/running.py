"""A job that runs: its lock, its source's lock, and how far it is, written down once a second."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from time import monotonic
from typing import Final

from filelock import FileLock

from graph.errors import EnishiError
from graph.jobs.records import LINES_MOST, JobRecords, detail_of, well_formed
from graph.jobs.source_locks import SourceLocks
from graph.model.life.jobs import Job, JobCounts, JobStatus

_EVERY_S: Final = 1.0
_LOCK_S: Final = 10.0
"""Somebody who looks whether a job runs has its lock for a moment."""


class RunningJob:
    """One job in the process that carries it out."""

    def __init__(self, records: JobRecords, job: Job) -> None:
        self._records = records
        self.job = job
        self._written = monotonic()
        self._looked = 0.0
        self._stopping = False
        self._lines = 0

    def step(self, counts: JobCounts) -> None:
        """Takes in how far it is."""
        self.job = replace(self.job, counts=counts)
        if monotonic() - self._written >= _EVERY_S:
            self._records.write(self.job)
            self._written = monotonic()

    def add_line(self, event: str, detail: str = "") -> None:
        """Adds a line to the log; of very many the last are only counted."""
        self._lines += 1
        if self._lines <= LINES_MOST:
            self._records.add_line(self.job, event, detail)

    @property
    def stopping(self) -> bool:
        """Whether somebody wants it stopped; looked for twice a second."""
        if not self._stopping and monotonic() - self._looked >= _EVERY_S / 2:
            self._looked = monotonic()
            self._stopping = self._records.is_cancelled(self.job)
        return self._stopping

    def end(
        self,
        status: JobStatus,
        *,
        read_as: str = "",
        failures: Sequence[str] = (),
        error: str | None = None,
    ) -> Job:
        """Writes down how it ended."""
        self.job = replace(
            self.job, status=status, ended_at=self._records.clock(), read_as=read_as,
            failures=tuple(map(well_formed, failures)), error=None if error is None else well_formed(error),
        )  # fmt: skip
        if self._records.folder(self.job.user_id, self.job.id).exists():
            self._records.add_line(self.job, status.value, error or detail_of(self.job.counts))
            self._records.write(self.job)
            self._records.prune(self.job.user_id)
        return self.job

    def wait(self, why: str) -> None:
        """Puts it back in the queue."""
        self.job = replace(self.job, status=JobStatus.QUEUED)
        self._records.add_line(self.job, "waits", why)
        self._records.write(self.job)


@contextmanager
def running(records: JobRecords, locks: SourceLocks, job: Job, *, patience_s: float = 0.0) -> Generator[RunningJob]:
    """Runs a job that is recorded: marks it, and ends it as failed or cancelled where the block does not end it.

    Raises Conflict where its source is held by another.
    """
    with FileLock(records.lock(job), timeout=_LOCK_S, thread_local=False), locks.hold(job, patience_s=patience_s):
        begun = replace(
            job, status=JobStatus.RUNNING, started_at=job.started_at or records.clock(), starts=job.starts + 1
        )
        records.write(begun)
        records.add_line(begun, "started" if begun.starts == 1 else "goes on", begun.source)
        run = RunningJob(records, begun)
        try:
            yield run
        except EnishiError as error:
            if run.job.status is JobStatus.RUNNING:
                run.end(JobStatus.FAILED, error=str(error))
            raise
        except KeyboardInterrupt:
            if run.job.status is JobStatus.RUNNING:
                run.end(JobStatus.CANCELLED, error="stopped at the keyboard")
            raise
        except BaseException as error:
            if run.job.status is JobStatus.RUNNING:
                run.end(JobStatus.FAILED, error=type(error).__name__)
            raise
