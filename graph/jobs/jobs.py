"""The jobs of one user, and the queue of those that a server carries out."""

import shutil
from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

from filelock import FileLock, Timeout

from graph.db.filters import checked_limit
from graph.durable import write_durably
from graph.errors import Conflict, Invalid
from graph.jobs.records import JobRecords, held, well_formed, writing
from graph.jobs.running import RunningJob, running
from graph.jobs.source_locks import SourceLocks
from graph.model.life.jobs import Job, JobLine, JobsCounted, JobStatus

_NAME_MOST: Final = 200
_FORGET_S: Final = 60.0
_POLL_S: Final = 0.1


class Jobs:
    """The jobs of one user. Safe to share between threads."""

    def __init__(self, records: JobRecords, user_id: str) -> None:
        self._records = records
        self._locks = SourceLocks(records.home)
        self._user_id = user_id

    def list(self, *, status: JobStatus | None = None, limit: int = 20, after: str | None = None) -> tuple[Job, ...]:
        """Jobs, the newest first: of one status, or all; `after` is the id that the page before ended with."""
        ids = (each for each in self._records.ids(self._user_id) if after is None or each < after)
        jobs = (job for each in ids if (job := self._there(each)) is not None and status in (None, job.status))
        return tuple(islice(jobs, checked_limit(limit)))

    def show(self, job_id: str) -> Job:
        """One job as it stands. Raises NotFound."""
        return self._records.read(self._user_id, job_id)

    def called(self, beginning: str) -> str:
        """The id of the one job whose id begins so. Raises NotFound, and Conflict for several."""
        ids = [each for each in self._records.ids(self._user_id) if each.startswith(beginning.upper())]
        if len(ids) > 1:
            raise Conflict(f"{len(ids)} jobs have ids that begin so. Give more of it.")
        return ids[0] if ids else self.show(beginning).id

    def log(self, job_id: str, *, limit: int = 200, after: int = 0) -> tuple[JobLine, ...]:
        """The lines of a job's log from the one numbered `after` on. Raises NotFound."""
        self.show(job_id)
        return tuple(islice(self._records.lines(self._user_id, job_id), after, after + checked_limit(limit)))

    def cancel(self, job_id: str) -> Job:
        """Stops a job wherever it runs; what it kept stays. Raises NotFound, Conflict where it has ended."""
        job = self.show(job_id)
        if job.status.ended:
            raise Conflict(f"The job has ended already: {job.status.value.replace('_', ' ')}.")
        self._records.cancel(job)
        if job.status is JobStatus.QUEUED:
            with held(self._records.lock(job)) as free:
                if free:
                    RunningJob(self._records, job).end(JobStatus.CANCELLED)
        return self.show(job_id)

    def add(self, name: str, pieces: Iterable[bytes], *, by: str, options: Mapping[str, Any]) -> Job:
        """Takes a file that is sent, to be ingested by a server; it is on the disk when this returns."""
        name = _plain_name(name)
        # Known by its name: what is sent again under the same one is the same file, grown or mended.
        job = self._new(name, f"upload:/{name}", by, upload=name, options=options)
        folder = self._records.begin(job)
        try:
            with FileLock(self._records.lock(job), thread_local=False), writing(self._records.home):
                # Who finds it among the open ones without its lock takes it for what a crash left.
                self._records.open(job)
                (folder / "upload").mkdir(mode=0o700)
                write_durably(folder / "upload" / name, pieces)
                self._records.write(job)
        except BaseException:
            self._records.drop(folder)
            raise
        return job

    @contextmanager
    def run(
        self, source: str, place: str, *, by: str, options: Mapping[str, Any], patience_s: float = 0.0
    ) -> Generator[RunningJob]:
        """A job that this process carries out now. Raises Conflict where another reads its source."""
        job = self._new(source, place, by, options=options)
        folder = self._records.begin(job)
        with ExitStack() as held_open:
            try:
                run = held_open.enter_context(running(self._records, self._locks, job, patience_s=patience_s))
            except BaseException:
                self._records.drop(folder)
                raise
            yield run

    def forget(self) -> None:
        """Takes away all jobs of the user, once those that run have stopped, at most a minute later."""
        deadline = monotonic() + _FORGET_S
        for job_id in self._records.ids(self._user_id):
            folder = self._records.folder(self._user_id, job_id)
            job = self._records.recorded(folder)
            if job is not None and not job.status.ended:
                self._records.cancel(job)
                while monotonic() < deadline:
                    with held(self._records.lock(job)) as free:
                        if free:
                            break
                    sleep(_POLL_S)
            self._records.drop(folder)
        shutil.rmtree(self._records.folder(self._user_id), ignore_errors=True)

    def _new(self, source: str, place: str, by: str, *, options: Mapping[str, Any], upload: str | None = None) -> Job:
        return Job(
            id=self._records.new_id(), user_id=self._user_id, source=well_formed(source), place=well_formed(place),
            by=by, upload=upload, status=JobStatus.QUEUED, created_at=self._records.clock(), options=dict(options),
        )  # fmt: skip

    def _there(self, job_id: str) -> Job | None:
        # A folder without a record is a file that is still being sent, or what is left of one.
        job = self._records.recorded(self._records.folder(self._user_id, job_id))
        return None if job is None else self._records.read(self._user_id, job_id)


class JobQueue:
    """What waits for a server, of all users. Several servers may share it: each job runs once."""

    def __init__(self, records: JobRecords) -> None:
        self._records = records
        self._locks = SourceLocks(records.home)

    @contextmanager
    def claimed(self) -> Generator[RunningJob | None]:
        """The oldest job that may run now, marked as running; None where there is none.

        One that was running when its server died goes on. What was cancelled meanwhile is ended, what was half sent
        taken away.
        """
        with ExitStack() as held_open:
            yield next((run for folder in self._records.open_folders() if (run := self._run(held_open, folder))), None)

    def _run(self, held_open: ExitStack, folder: Path) -> RunningJob | None:
        with held(folder / "job.lock") as free:
            if not free:
                return None
            job = self._records.recorded(folder)
            if job is None:
                self._records.drop(folder)
                return None
            if job.status.ended or self._records.is_cancelled(job):
                RunningJob(self._records, job).end(job.status if job.status.ended else JobStatus.CANCELLED)
                return None
        try:
            return held_open.enter_context(running(self._records, self._locks, job))
        except (Conflict, Timeout):
            return None  # another reads it: later

    def file(self, job: Job) -> Path:
        """The file of a job that was sent."""
        return self._records.folder(job.user_id, job.id) / "upload" / (job.upload or "")

    def counts(self) -> JobsCounted:
        """The jobs of this machine in figures."""
        jobs: Counter[str] = Counter({status.value: 0 for status in JobStatus})
        items: Counter[str] = Counter(remembered=0, already_there=0, replaced=0, failed=0, left_out=0)
        seconds = 0.0
        for recorded in self._records.all():
            job = self._records.read(recorded.user_id, recorded.id)
            jobs[job.status.value] += 1
            if job.status.ended:
                counts = asdict(job.counts)
                items.update({name: counts[name] for name in items})
            if job.ended_at is not None and job.started_at is not None:
                seconds += (job.ended_at - job.started_at).total_seconds()
        return JobsCounted(jobs=jobs, items=items, seconds=seconds)


def _plain_name(name: str) -> str:
    """The last part of a file's name as a browser or curl sends it. Raises Invalid for none."""
    last = name.replace("\\", "/").rpartition("/")[2].strip()
    plain = "".join("_" if not char.isprintable() or "\ud800" <= char <= "\udfff" else char for char in last)
    stem, dot, ending = plain.rpartition(".")
    # The ending says what it is: of a long name the beginning goes.
    plain = plain if len(plain.encode()) <= _NAME_MOST else f"{stem[:40]}{dot}{ending[:20]}"
    if not plain.strip("."):
        raise Invalid("file", "the file that was sent has no name.", allowed="a name such as notes.md")
    return plain
