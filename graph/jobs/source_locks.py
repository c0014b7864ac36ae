"""One lock a source: what one ingest reads, no second one of the same user reads at the same time.

A folder and what lies in it are one source. A lock is the system's, so that it goes with the process that has it;
beside it stands who that is.
"""

import hashlib
import json
import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath
from time import monotonic, sleep
from typing import Final

from filelock import FileLock

from graph.errors import Conflict
from graph.jobs.records import held, writing
from graph.model.life.jobs import Job

_POLL_S: Final = 0.2


class SourceLocks:
    """The locks of the sources that are read now, in a folder."""

    def __init__(self, home: Path) -> None:
        self._home = home / "sources"

    @contextmanager
    def hold(self, job: Job, *, patience_s: float = 0.0) -> Generator[None]:
        """Holds the source of a job. Raises Conflict with who has it, where it does not come free in time."""
        if not job.place:
            yield  # standard input is nobody else's
            return
        deadline = monotonic() + patience_s
        name = hashlib.sha256(f"{job.user_id}\n{job.place}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
        lock, note = self._home / f"{name}.lock", self._home / f"{name}.json"
        while True:
            with self._registry():
                holder = self._holder(job)
                if holder is None:
                    # Only who has the registry takes or tries a lock.
                    taken = FileLock(lock, timeout=0, thread_local=False)
                    taken.acquire()
                    break
            if monotonic() >= deadline:
                raise Conflict(
                    f"{holder['source']} is being ingested already: job {holder['job']}, by {holder['by']}, process "
                    f"{holder['process']}, since {holder['since']}. Wait for it, or stop it: "
                    f"enishi jobs cancel {holder['job']}"
                )
            sleep(_POLL_S)
        try:
            with writing(self._home):
                note.write_text(json.dumps(self._note(job)), encoding="utf-8")
            yield
        finally:
            with self._registry():
                note.unlink(missing_ok=True)
                taken.release()

    def _holder(self, job: Job) -> dict[str, str] | None:
        """Who holds the source of a job, or a part of it."""
        for note in self._notes():
            holder = _read(note)
            if holder.get("user") != job.user_id or not _overlap(holder.get("place", ""), job.place):
                continue
            with held(note.with_suffix(".lock")) as free:
                if not free:
                    return holder
                note.unlink(missing_ok=True)
        return None

    def _note(self, job: Job) -> dict[str, str]:
        since = (job.started_at or job.created_at).isoformat(timespec="seconds")
        return {
            "user": job.user_id, "place": job.place, "source": job.source, "job": job.id, "by": job.by,
            "process": str(os.getpid()), "since": since,
        }  # fmt: skip

    def _notes(self) -> Iterator[Path]:
        return iter(sorted(self._home.glob("*.json")))

    @contextmanager
    def _registry(self) -> Generator[None]:
        with writing(self._home):
            self._home.mkdir(parents=True, exist_ok=True, mode=0o700)
        with FileLock(self._home / "registry.lock"):
            yield


def _read(note: Path) -> dict[str, str]:
    try:
        read = json.loads(note.read_bytes())
    except (OSError, ValueError):
        return {}
    return {str(name): str(value) for name, value in read.items()} if isinstance(read, dict) else {}


def _overlap(path: str, other: str) -> bool:
    """Whether two paths are the same, or one lies below the other."""
    first, second = PurePath(path), PurePath(other)
    return first.is_relative_to(second) or second.is_relative_to(first)
