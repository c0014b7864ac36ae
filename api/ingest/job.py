"""An ingest as a job: recorded from its first line to its last, and stopped where somebody says so."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from api.ingest.ingesting import IngestResult, Watcher, ingested
from api.ingest.options import IngestOptions, SourceSurvey, surveyed
from graph.errors import Conflict, EnishiError

if TYPE_CHECKING:
    from api.sources.item import Item
    from graph.jobs.running import RunningJob
    from graph.knowledge import Knowledge
    from graph.model.life.jobs import JobCounts
    from graph.model.memory import Remembered


def ingested_as_job(
    user: str,
    knowledge: "Knowledge",
    path: Path,
    options: IngestOptions,
    source: SourceSurvey,
    watchers: Sequence[Watcher] = (),
    *,
    by: str,
    patience_s: float = 0.0,
) -> IngestResult:
    """Ingests a source of this machine; the job is in the history from its beginning.

    Raises Conflict where another job reads the source, or a part of it, and it does not come free in time.
    """
    from api.sources.records import whole_path

    # What comes on standard input is nobody else's.
    place = "" if str(path) == "-" else whole_path(path)
    with knowledge.jobs(user).run(str(path), place, by=by, options=_shown(options), patience_s=patience_s) as job:
        result = ingested(user, knowledge, path, options, source, (*watchers, JobWatcher(job)))
        _end(job, result)
    return replace(result, job=job.job.id)


def ingest_upload(
    knowledge: "Knowledge",
    job: "RunningJob",
    file: Path,
    options: IngestOptions,
    *,
    ending: Callable[[], bool],
) -> IngestResult:
    """Ingests a file that was sent, for the job that it came with; `ending` says whether its server ends.

    The job is not ended where it was stopped. Raises Invalid for a file that cannot be read at all.
    """
    options = replace(options, known_as=job.job.place)
    result = ingested(
        job.job.user_id, knowledge, file, options, surveyed(file, options), [JobWatcher(job, ending)],
        keeps_failures=False,
    )  # fmt: skip
    if not result.stopped:
        _end(job, result)
    return result


class JobWatcher:
    """Writes down how far a job is, and what of it failed."""

    def __init__(self, job: "RunningJob", ending: Callable[[], bool] = lambda: False) -> None:
        self._job = job
        self._ending = ending

    def reading(self) -> None:
        """Nothing to write yet."""

    def step(self, item: "Item", outcome: "Remembered | EnishiError", counts: "JobCounts") -> None:
        """Counts an item; one that failed has a line in the log."""
        if isinstance(outcome, EnishiError) and not (isinstance(outcome, Conflict) and outcome.forgotten):
            self._job.add_line("failed", f"{item.path}, {item.position}: {outcome}")
        self._job.step(counts)

    @property
    def stopping(self) -> bool:
        """Whether somebody wants it stopped, or its server ends."""
        return self._ending() or self._job.stopping


def _end(job: "RunningJob", result: IngestResult) -> None:
    from graph.model.life.jobs import JobStatus

    for remark in result.remarks:
        job.add_line("remark", remark)
    for kind, count in result.left_out.items():
        job.add_line("left out", f"{count:,} × {kind}")
    counts = replace(
        job.job.counts, remembered=result.remembered, already_there=result.already_there, replaced=result.replaced,
        failed=result.failed, left_out=sum(result.left_out.values()),
    )  # fmt: skip
    job.step(counts)
    status = JobStatus.CANCELLED if result.stopped else JobStatus.DONE
    job.end(status, read_as=result.read_as, failures=result.failures)


def _shown(options: IngestOptions) -> dict[str, object]:
    """What of the options says something, for the history."""
    named = {
        "format": options.form, "encoding": options.encoding, "enrich": options.enrich.value, "sync": options.sync,
        "mask_personal": options.mask_personal,
        "project": options.defaults.project, "category": options.defaults.category,
        "tags": list(options.defaults.tags), "channel": options.defaults.channel,
    }  # fmt: skip
    return {name: value for name, value in named.items() if value}
