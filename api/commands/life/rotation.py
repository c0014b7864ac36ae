"""`enishi lifecycle plan|run|archived|restore|history|alerts|backups|recover`: rotation, for a person or for cron."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Group

from api.commands.call import Call
from api.commands.options import Cursor, Limit, command
from api.commands.terminal import screen, tables
from api.commands.terminal.blocks import Block, Paragraph

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graph.lifecycle.rotation_values import (
        ArchivedMemory,
        ArchivePage,
        ArchiveStats,
        BackupFile,
        RotationAlert,
        RotationDecision,
        RotationPlan,
        RotationRun,
        Trigger,
    )

Triggers = Annotated[
    list[str] | None,
    typer.Option(
        "--trigger",
        "-t",
        metavar="TRIGGER",
        help="size, age or importance: look at this alone; may be repeated. Left out: all switched on.",
    ),
]
Decisions = Annotated[int, typer.Option("--limit", "-n", min=0, max=10_000, help="How many decisions at most.")]
Runs = Annotated[int, typer.Option("--limit", "-n", min=1, max=1_000, help="How many runs at most.")]
_ISO = ["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"]


def add_to(group: typer.Typer) -> None:
    """Adds the commands to those of `enishi lifecycle`."""
    command(group, "plan", example="enishi lifecycle plan --action archive")(plan)
    command(group, "run", example="enishi lifecycle run --dry-run")(run)
    command(group, "archived", example="enishi lifecycle archived --topic work --order importance")(archived)
    command(group, "restore", example="enishi lifecycle restore --run 01M8E0557ZZ5F35H676HM539MQ")(restore)
    command(group, "history", example="enishi lifecycle history --limit 5")(history)
    command(group, "alerts", example="enishi lifecycle alerts")(alerts)
    command(group, "backups", example="enishi lifecycle backups")(backups)
    command(group, "recover", example="enishi lifecycle recover 01M8E0557ZZ5F35H676HM539MQ")(recover)


def plan(
    call: Call,
    triggers: Triggers = None,
    action: Annotated[
        Literal["keep", "archive", "delete"] | None, typer.Option(help="Only decisions to do this.")
    ] = None,
    limit: Decisions = 20,
    after: Annotated[int, typer.Option(min=0, help="Go on from this position.")] = 0,
) -> None:
    """Show what a rotation would do now with each memory, and why. Nothing is changed."""
    from graph.lifecycle.rotation_values import Action

    wanted = None if action is None else Action(action)
    with call.knowledge() as knowledge:
        planned = knowledge.rotation(call.user).plan(
            triggers=_chosen(triggers), action=wanted, limit=limit, after=after
        )
    _show_plan(call, planned)


def run(
    call: Call,
    triggers: Triggers = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would be done, as `plan` does.")] = False,
) -> None:
    """Archive what fades and delete what was archived long ago, after a backup. Made for cron; it may be repeated."""
    with call.knowledge() as knowledge:
        rotation = knowledge.rotation(call.user)
        if dry_run:
            _show_plan(call, rotation.plan(triggers=_chosen(triggers), limit=20))
            return
        with screen.waiting(call, "rotating memories"):
            done = rotation.run(triggers=_chosen(triggers))
    screen.answer(call, done, _run_shown(done), ids=())


def archived(
    call: Call,
    order: Annotated[
        Literal["archived", "importance"], typer.Option(help="Put away last first, or the most important first.")
    ] = "archived",
    topic: Annotated[str | None, typer.Option(help="Only of this project, category, tag or entity.")] = None,
    since: Annotated[datetime | None, typer.Option(formats=_ISO, help="Put away from this day on.")] = None,
    until: Annotated[datetime | None, typer.Option(formats=_ISO, help="Put away before this day.")] = None,
    min_importance: Annotated[float, typer.Option(min=0, max=10, help="At least so important.")] = 0.0,
    max_importance: Annotated[float, typer.Option(min=0, max=10, help="At most so important.")] = 10.0,
    stats: Annotated[bool, typer.Option("--stats", help="Only how many by month, importance and topic.")] = False,
    limit: Limit = 20,
    cursor: Cursor = None,
) -> None:
    """List what is archived: by date, importance or topic, and how small it is packed."""
    from graph.lifecycle.rotation_values import ArchiveOrder

    with call.knowledge() as knowledge:
        rotation = knowledge.rotation(call.user)
        if stats:
            figures = rotation.archive_stats()
            shown = _stats_shown(figures) if figures.total else None
            screen.answer(call, figures, shown, otherwise="Nothing is archived.")
            return
        page = rotation.archived(
            order=ArchiveOrder(order), topic=topic, since=_aware(since), until=_aware(until),
            min_importance=min_importance, max_importance=max_importance, limit=limit, cursor=cursor,
        )  # fmt: skip
    screen.answer(
        call, page, _archive_shown(page) if page.memories else None,
        ids=(memory.memory_id for memory in page.memories),
        otherwise="Nothing is archived, or nothing of that.", cursor=page.next_cursor,
    )  # fmt: skip


def restore(
    call: Call,
    memories: Annotated[
        list[str] | None, typer.Argument(metavar="[ID...]", help="Ids of memories, or how they begin.")
    ] = None,
    of_run: Annotated[str | None, typer.Option("--run", help="All that this run archived.")] = None,
) -> None:
    """Bring memories back out of the archive just as they were: some, or all of a run."""
    from graph.errors import Invalid

    if not memories and of_run is None:
        raise Invalid("ID", "nothing says which memories.", allowed="ids of memories, or --run RUN")
    with call.knowledge() as knowledge:
        ids = [call.memory(knowledge, memory) for memory in memories or ()]
        done = knowledge.rotation(call.user).restore(ids, run=of_run)
    screen.answer(call, done, f"Restored {screen.several(done.memories, 'memory')}.", ids=())


def history(
    call: Call, limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=1000, help="How many runs.")] = 20
) -> None:
    """List the latest rotations: what they did, why, and what went wrong."""
    with call.knowledge() as knowledge:
        runs = knowledge.rotation(call.user).history(limit=limit)
    shown = Group(*map(_run_shown, runs)) if runs else None
    screen.answer(call, runs, shown, ids=(run.id for run in runs), otherwise="Nothing was rotated yet.")


def alerts(call: Call) -> None:
    """Say what of rotation a person should know: failed, cut off and large runs, bounds that are nearly reached."""
    with call.knowledge() as knowledge:
        raised = knowledge.rotation(call.user).alerts()
    screen.answer(call, raised, alerts_shown(raised) if raised else None, otherwise="Nothing to tell.")


def backups(call: Call) -> None:
    """List the files that were written before rotations, and whether each is as it was written."""
    with call.knowledge() as knowledge:
        files = knowledge.rotation(call.user).backups()
    shown = Group(*map(_backup_shown, files)) if files else None
    screen.answer(call, files, shown, ids=(file.name for file in files), otherwise="There are no backups.")


def recover(
    call: Call,
    backup: Annotated[str, typer.Argument(metavar="BACKUP", help="Name of a file, or of the run after it.")],
    memories: Annotated[
        list[str] | None, typer.Argument(metavar="[ID...]", help="Whole ids that memories had. Left out: all.")
    ] = None,
) -> None:
    """Remember again what a backup holds. What was deleted gets a new id; what is archived is restored."""
    with call.knowledge() as knowledge:
        done = knowledge.rotation(call.user).recover(backup, memories or None)
    back, there = screen.several(done.restored, "memory"), f"{done.already_there:,} were there"
    screen.answer(call, done, f"Brought back {back}; {there}, {done.failed:,} could not be read.", ids=())


def alerts_shown(raised: "Sequence[RotationAlert]") -> Group:
    """Alerts as blocks."""
    return Group(
        *(
            Block(
                head=[
                    Paragraph(tables.minute(alert.at), "dim"),
                    Paragraph(alert.kind.replace("_", " "), "yellow"),
                ],
                below=[Paragraph(alert.message)],
            )
            for alert in raised
        )
    )


def _chosen(triggers: "Sequence[str] | None") -> "list[Trigger] | None":
    from graph.intake.checks import choice
    from graph.lifecycle.rotation_values import Trigger

    return [choice("--trigger", Trigger, trigger) for trigger in triggers] if triggers else None


def _aware(at: datetime | None) -> datetime | None:
    return None if at is None else at.astimezone()


def _show_plan(call: Call, planned: "RotationPlan") -> None:
    counts = f"{planned.archive:,} would be archived, {planned.delete:,} deleted, {planned.keep:,} kept"
    head = Block(head=[Paragraph(f"Of {screen.several(planned.memories, 'memory')} {counts}.")], below=[
        Paragraph(f"looked at: {', '.join(planned.triggers)}", "dim"), Paragraph(_counted(planned.reasons), "dim"),
    ])  # fmt: skip
    screen.answer(
        call, planned, Group(head, *map(_decision_shown, planned.decisions)),
        ids=(each.memory_id for each in planned.decisions),
    )  # fmt: skip
    if planned.next_after is not None:
        screen.remark(call, f"More: enishi lifecycle plan --after {planned.next_after}")


def _decision_shown(each: "RotationDecision") -> Block:
    figures = f"importance {each.importance:.1f}, {each.age_days:g} days, {each.characters:,} characters"
    why = f"{each.action.value}: {each.reason.replace('_', ' ')}"
    return Block(
        head=[Paragraph(each.memory_id, "cyan"), Paragraph(why, "green")],
        below=[Paragraph(each.title), Paragraph(figures, "dim")],
    )


def _run_shown(done: "RotationRun") -> Block:
    did = f"{done.archived:,} archived, {done.deleted:,} deleted, {done.left:,} left, of {done.looked_at:,}"
    packed = f"{done.text_bytes:,} bytes of text in {done.packed_bytes:,}: {done.ratio:.2f} times smaller"
    return Block(
        head=[
            Paragraph(done.id, "cyan"), Paragraph(tables.minute(done.started_at), "dim"),
            Paragraph(done.state.value.replace("_", " "), "green" if done.problem is None else "yellow"),
        ],
        below=[
            Paragraph(did), Paragraph(packed if done.packed_bytes else "", "dim"),
            Paragraph(_counted(done.reasons), "dim"),
            Paragraph(f"backup: {done.backup}" if done.backup else "", "dim"), Paragraph(done.problem or "", "yellow"),
            Paragraph(f"taken over {screen.several(done.resumed, 'time')}" if done.resumed else "", "dim"),
            *(Paragraph(alert, "yellow") for alert in done.alerts),
        ],
    )  # fmt: skip


def _archive_shown(page: "ArchivePage") -> Group:
    total = f"{screen.several(page.total, 'memory')} archived, packed {page.ratio:.2f} times smaller"
    return Group(Block(head=[Paragraph(total, "dim")]), *map(_archived_shown, page.memories))


def _archived_shown(memory: "ArchivedMemory") -> Block:
    rule = (memory.rule or "").replace("_", " ")
    why = f"by {memory.archived_by}{f': {rule}' if rule else ''}, importance {memory.importance:.1f}"
    gone = f"deleted from {tables.day(memory.delete_at)} on, after a backup" if memory.delete_at else ""
    return Block(
        head=[
            Paragraph(memory.memory_id, "cyan"), Paragraph(tables.day(memory.archived_at), "dim"),
            Paragraph(why, "green"),
        ],
        below=[
            Paragraph(memory.micro_summary or memory.title), Paragraph(", ".join(memory.topics), "dim"),
            Paragraph(f"{memory.characters:,} characters in {memory.packed_bytes:,} bytes", "dim"),
            Paragraph(gone, "yellow"),
        ],
    )  # fmt: skip


def _stats_shown(figures: "ArchiveStats") -> Group:
    rows: list[tuple[str, object]] = [
        ("memories", f"{figures.total:,}"),
        ("packed", f"{figures.text_bytes:,} bytes in {figures.packed_bytes:,}: {figures.ratio:.2f} times smaller"),
        ("by month", _listed(figures.by_month)),
        ("by importance", _listed({bucket.value: number for bucket, number in figures.by_bucket.items()})),
        ("by topic", _listed(figures.by_topic)),
    ]
    return Group(tables.fields_table(rows))


def _backup_shown(file: "BackupFile") -> Block:
    state = "" if file.intact else "its checksum differs: it is not as it was written"
    return Block(
        head=[Paragraph(file.run, "cyan"), Paragraph(tables.minute(file.at), "dim"),
              Paragraph(f"{screen.several(file.memories, 'memory')}, {file.bytes:,} bytes")],
        below=[Paragraph(file.path, "dim"), Paragraph(state, "yellow")],
    )  # fmt: skip


def _counted(reasons: "Mapping[str, int]") -> str:
    return _listed({name.replace(":", ", ").replace("_", " "): number for name, number in reasons.items()})


def _listed(numbers: "Mapping[str, int]") -> str:
    return "; ".join(f"{name} {number:,}" for name, number in numbers.items() if number)
