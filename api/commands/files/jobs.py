"""`enishi jobs`: the ingests of this machine, what became of them, and stopping one."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Group

from api.commands.call import Call
from api.commands.options import REMEMBER, Limit, command
from api.commands.terminal import screen, tables
from api.commands.terminal.blocks import Block, Paragraph

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.jobs.jobs import Jobs
    from graph.model.life.jobs import Job

StatusName = Literal["queued", "running", "done", "failed", "cancelled", "cut_off"]
JobId = Annotated[str, typer.Argument(metavar="JOB", help="The job's id, or as much of it as tells it from others.")]
After = Annotated[str | None, typer.Option(metavar="JOB", help="Go on after this id.")]
_WHOLE_ID = 26
_STYLES = {"done": "green", "failed": "red", "cut_off": "yellow", "cancelled": "yellow"}

jobs_app = typer.Typer(no_args_is_help=True, help="See what is ingested and was, stop an ingest, read its log.")


def add_to(app: typer.Typer) -> None:
    """Adds the commands."""
    app.add_typer(jobs_app, name="jobs", rich_help_panel=REMEMBER)


@command(jobs_app, "list", example="enishi jobs list")
def list_open(call: Call, limit: Limit = 20) -> None:
    """List the ingests that run or wait, newest first."""
    from graph.model.life.jobs import JobStatus

    with call.knowledge() as knowledge:
        jobs = knowledge.jobs(call.user)
        both = (*jobs.list(status=JobStatus.RUNNING, limit=limit), *jobs.list(status=JobStatus.QUEUED, limit=limit))
    shown = sorted(both, key=lambda job: job.id, reverse=True)[:limit]
    _answer(call, shown, otherwise=f"Nothing is being ingested. What was: {call.repeated('jobs history')}")


@command(jobs_app, "history", example="enishi jobs history --status failed")
def history(
    call: Call,
    status: Annotated[StatusName | None, typer.Option(help="Only those that stand so.")] = None,
    limit: Limit = 20,
    after: After = None,
) -> None:
    """List all ingests, newest first, each with what became of it."""
    from graph.model.life.jobs import JobStatus

    wanted = None if status is None else JobStatus(status)
    with call.knowledge() as knowledge:
        jobs = knowledge.jobs(call.user).list(status=wanted, limit=limit, after=after)
    _answer(call, jobs, otherwise="Nothing was ingested here yet.")
    if len(jobs) == limit:
        screen.remark(call, f"more: {call.repeated(f'jobs history --after {jobs[-1].id}')}")


@command(jobs_app, "status", example="enishi jobs status 01M8E0557ZZ5F35H676HM539MQ")
def status_of(call: Call, job: JobId) -> None:
    """Show one ingest: where it stands, and what became of each item so far."""
    with call.knowledge() as knowledge:
        jobs = knowledge.jobs(call.user)
        shown = jobs.show(_whole(jobs, job))
    screen.answer(call, shown, _block(shown), ids=[shown.id])


@command(jobs_app, "log", example="enishi jobs log 01M8E0557ZZ5F35H676HM539MQ")
def log(
    call: Call,
    job: JobId,
    limit: Limit = 200,
    after: Annotated[int, typer.Option(min=0, help="Leave out so many lines.")] = 0,
) -> None:
    """Show what happened in an ingest, a line each: which line of which file failed, and why."""
    with call.knowledge() as knowledge:
        jobs = knowledge.jobs(call.user)
        lines = jobs.log(_whole(jobs, job), limit=limit, after=after)
    blocks = [
        Block(
            head=[
                Paragraph(f"{tables.minute(line.at)}:{line.at:%S}", "dim"),
                Paragraph(line.event, "bold"),
            ],
            below=[Paragraph(line.detail)],
        )
        for line in lines
    ]
    screen.answer(call, lines, Group(*blocks) if blocks else None, otherwise="There are no further lines.")


@command(jobs_app, "cancel", example="enishi jobs cancel 01M8E0557ZZ5F35H676HM539MQ")
def cancel(call: Call, job: JobId) -> None:
    """Stop an ingest, wherever it runs. What it kept stays; the same ingest again goes on from there."""
    with call.knowledge() as knowledge:
        jobs = knowledge.jobs(call.user)
        stopped = jobs.cancel(_whole(jobs, job))
    ended = stopped.status.ended
    screen.answer(
        call, stopped, f"{'Stopped' if ended else 'It stops after its batch'}: {stopped.id}", ids=[stopped.id]
    )


def _whole(jobs: "Jobs", typed: str) -> str:
    return typed if len(typed) >= _WHOLE_ID else jobs.called(typed)


def _answer(call: Call, jobs: "Sequence[Job]", *, otherwise: str) -> None:
    shown = Group(*map(_block, jobs)) if jobs else None
    screen.answer(call, jobs, shown, ids=[job.id for job in jobs], otherwise=otherwise)


def _block(job: "Job") -> Block:
    counts = job.counts
    named = {
        "remembered": counts.remembered, "already there": counts.already_there, "replaced": counts.replaced,
        "failed": counts.failed, "left out": counts.left_out,
    }  # fmt: skip
    became = ", ".join(f"{name} {count:,}" for name, count in named.items() if count)
    done = counts.remembered + counts.already_there + counts.replaced + counts.failed
    of = f" of {counts.total:,}" if counts.total is not None else ""
    begun = job.started_at or job.created_at
    took = f", {(job.ended_at - begun).total_seconds():,.1f} s" if job.ended_at else ""
    return Block(
        head=[
            Paragraph(job.id, "bold"), Paragraph(job.status.value.replace("_", " "), _STYLES.get(job.status.value, "")),
            Paragraph(job.source),
        ],
        below=[
            Paragraph(f"{tables.minute(begun)} by {job.by}{took}", "dim"),
            Paragraph(job.read_as, "dim"),
            Paragraph(f"{done:,}{of} done: {became}" if became else ""),
            Paragraph(job.error or "", "red"),
            *(Paragraph(f"to be mended: {file}", "dim") for file in job.failures),
        ],
    )  # fmt: skip
