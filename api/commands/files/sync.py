"""`enishi sync`: the memories of a folder of Markdown files and of the graph, brought to the same state."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Group
from rich.text import Text

from api.commands.call import Call
from api.commands.options import REMEMBER, command
from api.commands.terminal import screen
from api.commands.watched import Changes, changes_below
from graph.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from api.markdown.sync import SyncReport
    from graph.knowledge import Knowledge

FAULTS = 1
SHOWN = 20
_DEBOUNCE_MS = 400
LayoutName = Literal["project", "obsidian", "claude", "cline", "basic-memory", "instructions"]


def add_to(app: typer.Typer) -> None:
    """Adds the command."""
    command(app, panel=REMEMBER, example="enishi sync notes/ --project work/shop")(sync)


def sync(
    call: Call,
    folder: Annotated[
        Path, typer.Argument(metavar="[FOLDER]", help="A folder of Markdown files, or one file such as CLAUDE.md.")
    ] = Path(),
    layout: Annotated[
        LayoutName | None, typer.Option("--as", help="Whose files they are. Left out: told from the folder.")
    ] = None,
    project: Annotated[
        str | None,
        typer.Option("--project", "-p", help="The project of these memories; those that no file has are written."),
    ] = None,
    tree: Annotated[
        bool, typer.Option("--tree", help="All projects, each in a folder of its path below this one: work/shop.")
    ] = False,
    watch: Annotated[bool, typer.Option("--watch", "-w", help="Go on, and sync whenever a file changes.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be done, and do nothing.")] = False,
    revive: Annotated[
        bool, typer.Option("--revive", help="Take in again what was deleted and stands in a file once more.")
    ] = False,
    allow_empty: Annotated[
        bool, typer.Option("--allow-empty", help="Archive everything where nothing is left in the files.")
    ] = False,
) -> None:
    """Sync Markdown files with memories, both ways: what changed on one side is changed on the other.

    Of what changed on both sides everything is kept, and named. What was deleted does not come back.
    """
    from api.markdown.files import MarkdownFiles

    if tree and (project is not None or layout is not None):
        raise Invalid("--tree", "each project has its own folder and files.", allowed="no --project, no --as")

    follow = watch and not dry_run

    def once(knowledge: "Knowledge") -> "Sequence[SyncReport]":
        files = MarkdownFiles(knowledge, call.user)
        if tree:
            return files.sync_tree(folder, dry_run=dry_run, revive=revive, allow_empty=allow_empty)
        return (
            files.sync(folder, project=project, layout=layout, dry_run=dry_run, revive=revive, allow_empty=allow_empty),
        )

    with call.knowledge() as knowledge:
        # A folder that is not there yet is made by the first sync.
        changes = changes_below([folder], debounce_ms=_DEBOUNCE_MS) if follow and folder.exists() else None
        reports = once(knowledge)
        _print(call, reports, tree=tree)
        if follow:
            changes = changes or changes_below([folder], debounce_ms=_DEBOUNCE_MS)
            screen.remark(call, f"Watching {folder}; Ctrl-C ends it.")
            _follow(call, knowledge, changes, once, tree=tree)
        waiting = 0 if dry_run else knowledge.backlog(call.user)
    if waiting:
        count = screen.several(waiting, "memory")
        screen.remark(call, f"Not understood yet: {count}. `enishi enrich` does it, or a running `enishi serve`.")
    if any(report.faults for report in reports):
        raise typer.Exit(FAULTS)


def _follow(
    call: Call,
    knowledge: "Knowledge",
    changes: "Iterable[Changes]",
    once: "Callable[[Knowledge], Sequence[SyncReport]]",
    *,
    tree: bool,
) -> None:
    """Syncs again after each set of changes that is of Markdown files."""
    for changed in changes:
        if any(path.endswith(".md") for _, path in changed):
            reports = [report for report in once(knowledge) if report.reports or report.faults]
            if reports:
                _print(call, reports, tree=tree)


def _print(call: Call, reports: "Sequence[SyncReport]", *, tree: bool) -> None:
    members: list[dict[str, object]] = [{"counts": report.counts, **_members(report)} for report in reports]
    shown = Group(*(_shown(report, named=tree) for report in reports)) if reports else Text("There are no projects.")
    screen.answer(call, {"projects": members} if tree else members[0], shown, ids=())


def _members(report: "SyncReport") -> dict[str, object]:
    from api.json_form import to_json

    form = to_json(report)
    return {**form} if isinstance(form, dict) else {}


def _shown(report: "SyncReport", *, named: bool) -> Group:
    counts = ", ".join(f"{number:,} {name}" for name, number in report.counts.items()) or "nothing to do"
    would = "Would sync" if report.dry_run else "Synced"
    head = f"{would} {screen.several(report.memories, 'memory')} of {screen.several(report.files, 'file')}: {counts}."
    lines = [Text(screen.plain(report.root), style="cyan", overflow="fold")] if named else []
    lines.append(Text(head))
    telling = [each for each in report.reports if each.why or report.dry_run]
    for each in telling[:SHOWN]:
        name = f"{each.file}: {screen.shortened(each.title or each.id or '', 50)}"
        lines.append(Text(f"  {each.happened.value}  {name}{f' ({each.why})' if each.why else ''}", style="dim"))
    if len(telling) > SHOWN:
        lines.append(Text(f"  and {len(telling) - SHOWN:,} more; --json lists all", style="dim"))
    lines += [Text(f"  {fault.file} {fault.why}", style="yellow") for fault in report.faults[:SHOWN]]
    return Group(*lines)
