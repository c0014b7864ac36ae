"""Jobs on the disk: nothing is lost with a process, no source is read twice at once, nobody sees another's."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from threading import Thread

import pytest

from graph.errors import Conflict, Invalid, NotFound, Unavailable
from graph.jobs.jobs import JobQueue, Jobs
from graph.jobs.records import JobRecords
from graph.model.life.jobs import JobCounts, JobStatus

AT = datetime(2026, 11, 27, 9, 0, tzinfo=UTC)
DIES = """
import os, sys, time
from datetime import UTC, datetime
from pathlib import Path
from graph.jobs.jobs import JobQueue, Jobs
from graph.jobs.records import JobRecords
from graph.model.life.jobs import JobCounts
records = JobRecords(Path(sys.argv[1]), lambda: datetime.now(UTC), lambda: sys.argv[3], kept=10)
way = JobQueue(records).claimed() if sys.argv[2] == "queue" else Jobs(records, "taro").run(
    "notes", "/home/taro/notes", by="cli", options={})
with way as job:
    job._written = 0
    job.step(JobCounts(remembered=7, total=20))
    print("running", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def records(tmp_path: Path) -> JobRecords:
    numbers, seconds = count(1), count()
    return JobRecords(
        tmp_path / "jobs", lambda: AT + timedelta(seconds=next(seconds)), lambda: f"01JOB{next(numbers):021d}", kept=3
    )


def sent(records: JobRecords, name: str = "team.jsonl", user: str = "taro") -> str:
    return Jobs(records, user).add(name, [b'{"text": "a"}\n'], by="rest", options={}).id


def killed_in_the_middle(records: JobRecords, way: str) -> None:
    program = [sys.executable, "-c", DIES, str(records.home), way, "01CLI000000000000000000000"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, cwd=Path(__file__).parents[3]) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"running\n"
        os.kill(child.pid, signal.SIGKILL)


def test_what_was_sent_waits_and_is_carried_out_once(records: JobRecords) -> None:
    first, second = sent(records), sent(records, "other.md")
    queue = JobQueue(records)
    with queue.claimed() as job:
        assert job is not None
        assert job.job.id == first
        assert queue.file(job.job).read_bytes() == b'{"text": "a"}\n'
        with queue.claimed() as other:
            assert other is not None
            assert other.job.id == second
            with queue.claimed() as none:
                assert none is None
            other.end(JobStatus.DONE)
        job.step(JobCounts(remembered=1))
        job.end(JobStatus.DONE, read_as="JSON Lines, 1 record")
    done = Jobs(records, "taro").show(first)
    assert (done.status, done.counts.remembered, done.read_as) == (JobStatus.DONE, 1, "JSON Lines, 1 record")
    assert [line.event for line in Jobs(records, "taro").log(first)] == ["started", "done"]
    # What was kept needs no copy here.
    assert not queue.file(done).exists()


def test_a_server_that_is_killed_finds_its_job_again(records: JobRecords) -> None:
    identity = sent(records)
    killed_in_the_middle(records, "queue")
    jobs = Jobs(records, "taro")
    assert jobs.show(identity).status is JobStatus.QUEUED
    assert jobs.show(identity).counts == JobCounts(remembered=7, total=20)
    with JobQueue(records).claimed() as job:
        assert job is not None
        assert (job.job.id, job.job.starts) == (identity, 2)
        assert jobs.show(identity).status is JobStatus.RUNNING
        job.end(JobStatus.DONE)
    assert [line.event for line in jobs.log(identity)] == ["started", "goes on", "done"]


def test_a_command_that_is_killed_is_said_to_be_cut_off_and_holds_nothing(records: JobRecords) -> None:
    killed_in_the_middle(records, "run")
    jobs = Jobs(records, "taro")
    (cut,) = jobs.list()
    assert (cut.status, cut.counts.remembered) == (JobStatus.CUT_OFF, 7)
    with jobs.run("notes", "/home/taro/notes", by="cli", options={}) as again:
        again.end(JobStatus.DONE)
    assert [job.status for job in jobs.list()] == [JobStatus.DONE, JobStatus.CUT_OFF]


@pytest.mark.parametrize(
    ("place", "taken"),
    [
        ("/home/taro/notes", True),
        ("/home/taro/notes/old/plan.md", True),
        ("/home/taro", True),
        ("/home/taro/notes-2", False),
        ("/home/taro/other.md", False),
        ("", False),
    ],
)
def test_one_source_is_read_by_one_job_and_the_second_is_told_whose_it_is(
    records: JobRecords, place: str, taken: bool
) -> None:
    jobs = Jobs(records, "taro")
    with jobs.run("notes", "/home/taro/notes", by="cli", options={}) as first:
        if taken:
            with pytest.raises(Conflict, match=f"job {first.job.id}, by cli, process {os.getpid()}, since 2026-11-27"):
                jobs.run("again", place, by="cli", options={}).__enter__()
            # Another user's files are others.
            with Jobs(records, "hana").run("again", place, by="cli", options={}) as other:
                other.end(JobStatus.DONE)
        else:
            with jobs.run("again", place, by="cli", options={}) as second:
                second.end(JobStatus.DONE)
        first.end(JobStatus.DONE)
    assert len(jobs.list()) == (1 if taken else 2)


def test_who_has_patience_gets_the_source_when_it_is_free(records: JobRecords) -> None:
    jobs = Jobs(records, "taro")
    got: list[str] = []

    def later() -> None:
        with jobs.run("notes", "/notes", by="cli", options={}, patience_s=30) as second:
            got.append(second.job.id)
            second.end(JobStatus.DONE)

    thread = Thread(target=later)
    with jobs.run("notes", "/notes", by="cli", options={}) as first:
        thread.start()
        assert got == []
        first.end(JobStatus.DONE)
    thread.join(30)
    assert len(got) == 1


def test_a_job_is_stopped_wherever_it_is(records: JobRecords) -> None:
    jobs = Jobs(records, "taro")
    waiting = sent(records)
    assert jobs.cancel(waiting).status is JobStatus.CANCELLED
    with JobQueue(records).claimed() as none:
        assert none is None
    running = sent(records)
    with JobQueue(records).claimed() as job:
        assert job is not None
        assert not job.stopping
        assert jobs.cancel(running).status is JobStatus.RUNNING
        job._looked = 0.0  # pyright: ignore[reportPrivateUsage] -- it looks twice a second
        assert job.stopping
        job.end(JobStatus.CANCELLED)
    with pytest.raises(Conflict, match="ended already: cancelled"):
        jobs.cancel(running)


def test_what_fails_is_written_down_with_its_reason(records: JobRecords) -> None:
    jobs = Jobs(records, "taro")
    with pytest.raises(Unavailable), jobs.run("notes", "/notes", by="cli", options={}):
        raise Unavailable("the database is away")
    with pytest.raises(KeyboardInterrupt), jobs.run("notes", "/notes", by="cli", options={}):
        raise KeyboardInterrupt
    with pytest.raises(ZeroDivisionError), jobs.run("notes\ud800", "/notes", by="cli", options={}):
        raise ZeroDivisionError("a text of somebody")
    stopped = [(job.status, job.error) for job in jobs.list()]
    assert stopped == [
        (JobStatus.FAILED, "ZeroDivisionError"),
        (JobStatus.CANCELLED, "stopped at the keyboard"),
        (JobStatus.FAILED, "the database is away"),
    ]


def test_a_file_that_does_not_arrive_whole_is_no_job(records: JobRecords) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"half"
        raise OSError(28, "No space left on device")

    with pytest.raises(Unavailable, match="disk is full"):
        Jobs(records, "taro").add("a.md", pieces(), by="rest", options={})
    assert Jobs(records, "taro").list() == ()
    # A process that was killed while a file came leaves what has no record.
    cut = records.folder("taro", "01CUT")
    (cut / "upload").mkdir(parents=True)
    (records.home / "open" / "01CUT").write_text(cut.parent.name)
    assert Jobs(records, "taro").list() == ()
    with JobQueue(records).claimed() as none:
        assert none is None
    assert not cut.exists()


@pytest.mark.parametrize(
    ("name", "kept"),
    [("../../etc/notes.md", "notes.md"), ("C:\\Users\\me\\会議 📝.txt", "会議 📝.txt"), ("a\nb.md", "a_b.md")],
)
def test_a_name_that_is_sent_is_no_path(records: JobRecords, name: str, kept: str) -> None:
    assert Jobs(records, "taro").show(sent(records, name)).upload == kept


@pytest.mark.parametrize("name", ["", "..", "notes/"])
def test_a_file_needs_a_name(records: JobRecords, name: str) -> None:
    with pytest.raises(Invalid):
        sent(records, name)


def test_nobody_sees_or_stops_the_jobs_of_another(records: JobRecords) -> None:
    identity = sent(records)
    other = Jobs(records, "hana")
    assert other.list() == ()
    for act in (other.show, other.cancel, other.log, other.called):
        with pytest.raises(NotFound):
            act(identity)
    assert Jobs(records, "taro").called(identity[:10].lower()) == identity


def test_the_oldest_that_have_ended_go_and_all_go_with_their_user(records: JobRecords) -> None:
    jobs = Jobs(records, "taro")
    for _ in range(5):
        with jobs.run("notes", "/notes", by="cli", options={}) as job:
            job.end(JobStatus.DONE)
    assert [int(job.id[5:]) for job in jobs.list()] == [5, 4, 3]
    assert jobs.list(after=jobs.list()[0].id, limit=1)[0].id == jobs.list()[1].id
    assert jobs.list(status=JobStatus.FAILED) == ()
    sent(records)
    assert JobQueue(records).counts().jobs["done"] == 3
    jobs.forget()
    assert jobs.list() == ()
    assert JobQueue(records).counts().jobs["queued"] == 0
    assert not any((records.home / "open").iterdir())
