"""The records of jobs on the disk of this machine: a folder for each, in one folder for each user.

    jobs/users/3fc1…/01M8…/job.json   what it is and how far it came, put in its place whole
                          /log.jsonl   what happened, a line each
                          /job.lock    held while it runs: the system lets go of it when the process dies
                          /cancel      somebody wants it stopped
                          /upload/…    the file that was sent, until it is kept
    jobs/open/01M8…                    the user's folder, until a file that was sent is kept

Files, not nodes: what is ingested lies on this machine, and a job can be taken on while the database is away.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout
from pydantic import TypeAdapter, ValidationError

from graph.durable import DISK_FULL, replace_durably
from graph.errors import Misconfigured, NotFound, Unavailable
from graph.model.life.jobs import Job, JobLine, JobStatus

_JOB: Final = TypeAdapter(Job)
_LINE: Final = TypeAdapter(JobLine)
LINES_MOST: Final = 10_000
"""Lines of one log: a file of which every line is wrong does not fill the disk."""


@contextmanager
def writing(home: Path) -> Generator[None]:
    """Turns a disk that refuses into Unavailable where it is full, into Misconfigured where nobody may write there."""
    try:
        yield
    except OSError as error:
        if error.errno in DISK_FULL:
            raise Unavailable("The job cannot be recorded: the disk is full. Make room, and repeat.") from error
        raise Misconfigured(
            f"Jobs cannot be recorded in {home} ({error.strerror}). Name another folder: ENISHI_GRAPH__JOBS__HOME."
        ) from error


@contextmanager
def held(lock: Path) -> Generator[bool]:
    """Whether a lock could be had now; where it could, it is held meanwhile."""
    taken = FileLock(lock, thread_local=False)
    try:
        taken.acquire(timeout=0)
    except Timeout:
        yield False
        return
    try:
        yield True
    finally:
        taken.release()


class JobRecords:
    """The folder of all jobs. Safe to share between threads and processes; makes nothing unused."""

    def __init__(self, home: Path, clock: Callable[[], datetime], new_id: Callable[[], str], *, kept: int) -> None:
        self.home = home
        self.clock = clock
        self.new_id = new_id
        self._kept = kept

    def folder(self, user_id: str, job_id: str = "") -> Path:
        """Where a user's jobs, or one of them, are recorded."""
        digest = hashlib.sha256(user_id.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        return self.home / "users" / digest / job_id

    def begin(self, job: Job) -> Path:
        """Makes the folder of a new job. Nothing counts before `write`."""
        folder = self.folder(job.user_id, job.id)
        with writing(self.home):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return folder

    def open(self, job: Job) -> None:
        """Puts a job among those that servers look for. By whom its lock is held."""
        with writing(self.home):
            (self.home / "open").mkdir(exist_ok=True, mode=0o700)
            (self.home / "open" / job.id).write_text(self.folder(job.user_id).name, encoding="ascii")

    def write(self, job: Job) -> None:
        """Puts the record of a job in its place, whole. One that has ended is open no more."""
        folder = self.folder(job.user_id, job.id)
        with writing(self.home):
            replace_durably(folder / "job.json", [_JOB.dump_json(job)])
            if job.status.ended:
                shutil.rmtree(folder / "upload", ignore_errors=True)
                (self.home / "open" / job.id).unlink(missing_ok=True)

    def add_line(self, job: Job, event: str, detail: str = "") -> None:
        """Adds a line to the log of a job."""
        line = _LINE.dump_json(JobLine(at=self.clock(), event=event, detail=well_formed(detail)))
        file = self.folder(job.user_id, job.id) / "log.jsonl"
        with writing(self.home), os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "wb") as out:
            out.write(line + b"\n")

    def lines(self, user_id: str, job_id: str) -> Iterator[JobLine]:
        """The log of a job; a line that a crash cut short is none."""
        try:
            with (self.folder(user_id, job_id) / "log.jsonl").open("rb") as file:
                for line in file:
                    with suppress(ValidationError):
                        yield _LINE.validate_json(line)
        except OSError:
            return

    def ids(self, user_id: str) -> list[str]:
        """The ids of a user's jobs, newest first."""
        try:
            return sorted((entry.name for entry in os.scandir(self.folder(user_id))), reverse=True)
        except OSError:
            return []

    def read(self, user_id: str, job_id: str) -> Job:
        """A job as it stands. Raises NotFound.

        One that was running when its process died waits to go on where a server has its file, else it was cut off.
        """
        job = self.recorded(self.folder(user_id, job_id))
        if job is None or job.id != job_id:
            raise NotFound("job", job_id)
        if job.status is JobStatus.RUNNING:
            with held(self.lock(job)) as free:
                # Read again: it may have ended since.
                job = self.recorded(self.folder(user_id, job_id)) or job
                if free and job.status is JobStatus.RUNNING:
                    return replace(job, status=JobStatus.CUT_OFF if job.upload is None else JobStatus.QUEUED)
        return job

    def recorded(self, folder: Path) -> Job | None:
        """The record in a folder as it was written, None for none."""
        try:
            return _JOB.validate_json((folder / "job.json").read_bytes())
        except (OSError, ValidationError):
            return None

    def all(self) -> Iterator[Job]:
        """Every job of every user."""
        for folder in sorted(self.home.glob("users/*/*")):
            if (job := self.recorded(folder)) is not None:
                yield job

    def open_folders(self) -> Iterator[Path]:
        """The folders of jobs that have not ended, the oldest first."""
        for marker in sorted(self.home.glob("open/*")):
            with suppress(OSError):
                yield self.home / "users" / marker.read_text(encoding="ascii") / marker.name

    def lock(self, job: Job) -> Path:
        """The lock that the process has in which a job runs."""
        return self.folder(job.user_id, job.id) / "job.lock"

    def cancel(self, job: Job) -> None:
        """Says that a job shall stop."""
        with writing(self.home):
            (self.folder(job.user_id, job.id) / "cancel").touch()

    def is_cancelled(self, job: Job) -> bool:
        """Whether a job shall stop; also where it was forgotten meanwhile."""
        folder = self.folder(job.user_id, job.id)
        return (folder / "cancel").exists() or not folder.exists()

    def drop(self, folder: Path) -> None:
        """Takes away all of one job."""
        shutil.rmtree(folder, ignore_errors=True)
        (self.home / "open" / folder.name).unlink(missing_ok=True)

    def prune(self, user_id: str) -> None:
        """Takes away the oldest jobs of a user that have ended, where there are more than are kept."""
        for job_id in self.ids(user_id)[self._kept :]:
            with suppress(NotFound):
                if self.read(user_id, job_id).status.ended:
                    self.drop(self.folder(user_id, job_id))


def well_formed(text: str) -> str:
    """A text that can be written: the name of a file may hold bytes that are none."""
    return text.encode("utf-8", "replace").decode("utf-8")


def detail_of(values: object) -> str:
    """What a line of a log tells of counts: `remembered 3, failed 1`."""
    pairs = json.loads(TypeAdapter(type(values)).dump_json(values))
    return ", ".join(f"{name.replace('_', ' ')} {number:,}" for name, number in pairs.items() if number)
