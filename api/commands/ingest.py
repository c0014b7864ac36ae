"""`enishi ingest` and `enishi enrich`: many memories at once, with progress, and nothing lost when it is stopped."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
import shlex
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer
from rich.console import Group
from rich.text import Text

from api.commands.call import Call
from api.commands.options import REMEMBER, EnrichWhen, command, moment
from api.commands.terminal import screen
from api.commands.terminal.blocks import Block, Paragraph
from api.commands.terminal.progress import ProgressBar, progress_bar
from api.commands.watched import Changes, changes_below
from api.ingest.ingesting import IngestResult
from api.ingest.job import ingested_as_job
from api.ingest.options import (
    NO_DEFAULTS,
    SHOWN_FAILURES,
    Defaults,
    FormatName,
    IngestOptions,
    SourceSurvey,
    of_path,
    surveyed,
)
from graph.errors import Conflict, EnishiError, Invalid, Misconfigured, Unavailable

if TYPE_CHECKING:
    from api.sources.item import Item
    from api.sources.read_as import FileRead
    from graph.knowledge import Knowledge
    from graph.model.life.jobs import JobCounts
    from graph.model.memory import Remembered
    from graph.model.synced import SyncCounts

FAILED = 1
INTERRUPTED = 130
ROUND = 100
DEBOUNCE_MS = 1_000
"""A file that is being written is read when it has been left alone so long."""
WATCH_PATIENCE_S = 600.0
"""How long a watch waits for another ingest of the same folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DryRun:
    """What a source would give: how many memories, how its files are read, what is left out or failed, first texts."""

    path: str
    memories: int
    failed: int
    read_as: str
    files: tuple["FileRead", ...]
    left_out: dict[str, int]
    remarks: tuple[str, ...]
    first_texts: tuple[str, ...]
    errors: tuple[str, ...]
    sync: "SyncCounts | None" = None
    """With --sync: what would be new, changed, moved, gone and as it is."""


def add_to(app: typer.Typer) -> None:
    """Adds the commands."""
    command(app, panel=REMEMBER, example="enishi ingest notes/ chat.txt", defaults=chosen_defaults)(ingest)
    command(app, panel=REMEMBER, example="enishi enrich --limit 500")(enrich)


def ingest(
    call: Call,
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH", help='Files to read, or folders of them; "-": standard input.')
    ],
    form: Annotated[
        FormatName | None, typer.Option("--format", "-f", help="What the files are. Left out: told from each file.")
    ] = None,
    encoding: Annotated[str | None, typer.Option(help="Their encoding. Left out: told from each file.")] = None,
    zone: Annotated[
        str | None,
        typer.Option(help="Zone of times that name none. Left out: that of the settings, or this machine's."),
    ] = None,
    when: EnrichWhen = "now",
    batch_size: Annotated[int | None, typer.Option(min=1, max=1000, help="Memories written at a time.")] = None,
    day_first: Annotated[
        bool | None,
        typer.Option("--day-first/--month-first", help="How 01/02/2026 is read. Left out: told from each whole file."),
    ] = None,
    text_column: Annotated[
        str | None, typer.Option(metavar="NAME", help="The column of a table that holds the texts.")
    ] = None,
    defaults: Defaults = NO_DEFAULTS,
    sync: Annotated[
        bool, typer.Option("--sync", help="Bring memories up to the files: edit what changed, archive what is gone.")
    ] = False,
    allow_empty: Annotated[
        bool, typer.Option("--allow-empty", help="With --sync: archive everything where nothing is left.")
    ] = False,
    mask_personal: Annotated[
        bool, typer.Option("--mask-personal", help="Keep [email], [phone] … in place of personal data.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be kept, and keep nothing.")] = False,
    watch: Annotated[
        bool, typer.Option("--watch", "-w", help="Go on, and ingest each file that is new or changes.")
    ] = False,
) -> None:
    """Keep every memory of some files: JSON Lines, CSV, Markdown, plain text, mail or chat exports.

    Stop it whenever you like: the same command goes on where it ended, and nothing is kept twice.

    What cannot be kept is written to a file that is named at the end, to be mended and ingested.
    """
    from graph.model.memory import Enrich

    options = IngestOptions(
        form=form,
        encoding=encoding,
        zone=_zone(zone),
        enrich=Enrich(when),
        batch_size=batch_size,
        day_first=day_first,
        text_column=text_column,
        defaults=defaults,
        sync=sync,
        allow_empty=allow_empty,
        mask_personal=mask_personal,
    )
    if watch and dry_run:
        raise Invalid("--watch", "nothing is kept with --dry-run, so there is nothing to go on with.")
    if watch and Path("-") in paths:
        raise Invalid("--watch", "standard input cannot be watched.", allowed="files and folders")
    surveys = {path: surveyed(path, options) for path in paths}
    if dry_run:
        _dry_run(call, surveys, options)
        return
    results: list[IngestResult] = []
    with call.knowledge() as knowledge:
        _refuse_empty(call.user, knowledge, surveys, options)
        changes = changes_below([path.absolute() for path in paths], debounce_ms=DEBOUNCE_MS) if watch else None
        try:
            for path, source in surveys.items():
                results.append(ingest_source(call, knowledge, path, options, source))
                if results[-1].stopped:
                    break
        except KeyboardInterrupt as stopped:
            _print_how_to_resume()
            raise typer.Exit(INTERRUPTED) from stopped
        except (Unavailable, Misconfigured):
            _print_how_to_resume()
            raise
        finally:
            # What went before a fault is done, and has to be known.
            if results:
                _print_results(call, results)
        if results[-1].stopped:
            _print_how_to_resume()
            raise typer.Exit(INTERRUPTED)
        if changes is not None:
            follow_sources(call, knowledge, paths, options, changes)
        waiting = knowledge.backlog(call.user) if when == "later" else 0
    if waiting:
        count = screen.several(waiting, "memory")
        screen.remark(call, f"Not understood yet: {count}. `enishi enrich` does it, or a running `enishi serve`.")
    if any(result.failed for result in results):
        raise typer.Exit(FAILED)


def _refuse_empty(
    user: str, knowledge: "Knowledge", surveys: "dict[Path, SourceSurvey]", options: IngestOptions
) -> None:
    """Raises Invalid where a source to sync is empty now and was not, before anything is done to any of them."""
    if not options.sync or options.allow_empty:
        return
    for path, source in surveys.items():
        if source.texts:
            continue
        try:
            # Without texts and drafts it does nothing but look.
            list(knowledge.sync(user, source.survey(), ()))
        except Invalid as error:
            raise of_path(path, error) from error


def ingest_source(
    call: Call,
    knowledge: "Knowledge",
    path: Path,
    options: IngestOptions,
    source: SourceSurvey,
    *,
    patience_s: float = 0.0,
) -> IngestResult:
    """What became of one source, with a bar over it, and as a job in the history."""
    shown = not (call.quiet or call.as_json)
    with progress_bar(path.name or str(path), total=source.total, shown=shown) as bar:
        watcher = _BarWatcher(call, bar)
        return ingested_as_job(call.user, knowledge, path, options, source, [watcher], by="cli", patience_s=patience_s)


class _BarWatcher:
    """Moves the bar, and prints the first items that fail."""

    stopping = False

    def __init__(self, call: Call, bar: ProgressBar) -> None:
        self._call = call
        self._bar = bar

    def reading(self) -> None:
        """One more is under way."""
        self._bar.reading()

    def step(self, item: "Item", outcome: "Remembered | EnishiError", counts: "JobCounts") -> None:
        """One more is done."""
        failed = isinstance(outcome, EnishiError) and not (isinstance(outcome, Conflict) and outcome.forgotten)
        if isinstance(outcome, EnishiError) and failed and counts.failed <= SHOWN_FAILURES:
            _print_failure(self._call, item, outcome)
        self._bar.step(failed=int(failed))


def follow_sources(
    call: Call, knowledge: "Knowledge", paths: list[Path], options: IngestOptions, changes: "Iterable[Changes]"
) -> None:
    """Ingests what changes below some paths, until somebody ends it. A file that is gone is left to --sync."""
    screen.remark(call, f"Watching {', '.join(map(str, paths))}; Ctrl-C ends it.")
    roots = [path.absolute() for path in paths]
    for changed in changes:
        touched = {Path(path) for _, path in changed}
        for path, root in zip(paths, roots, strict=True):
            below = frozenset(path / each.relative_to(root) for each in touched if each.is_relative_to(root))
            if below:
                _ingest_changed(call, knowledge, path, below, options)


def _ingest_changed(
    call: Call, knowledge: "Knowledge", path: Path, below: frozenset[Path], options: IngestOptions
) -> None:
    """Ingests those files of a source that changed; a fault is told, and the watch goes on."""
    if not options.sync and path not in below:
        options = replace(options, only=below)
    try:
        source = surveyed(path, options)
        if source.total or options.sync:
            result = ingest_source(call, knowledge, path, options, source, patience_s=WATCH_PATIENCE_S)
            _print_results(call, [result])
    except (Invalid, Conflict, Unavailable) as fault:
        screen.err().print(Text(screen.plain(f"{path}: {fault}"), style="red"), soft_wrap=True)


def _zone(name: str | None) -> tzinfo | None:
    if name is None:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise Invalid("--zone", "there is no such time zone.", allowed="a name such as Asia/Tokyo or UTC") from error


def _print_failure(call: Call, item: "Item", error: EnishiError) -> None:
    if not call.as_json:
        line = f"{item.path}, {item.position}: {error}"
        screen.err().print(Text(screen.plain(line), style="red"), soft_wrap=True)


def _print_how_to_resume() -> None:
    again = shlex.join(["enishi", *sys.argv[1:]])
    text = f"Stopped. What was kept is whole; to go on where it ended, repeat:  {again}"
    screen.err().print(Text(screen.plain(text), style="yellow"), soft_wrap=True)


def _print_results(call: Call, results: list[IngestResult]) -> None:
    blocks = [_result_block(result) for result in results]
    screen.answer(call, {"files": results}, Group(*blocks), ids=())
    for result in results:
        for remark in result.remarks:
            screen.remark(call, remark)
        if result.left_out:
            screen.remark(call, f"Left out of {result.path}: {_listed(result.left_out)}.")
        if result.more_said:
            count = screen.several(result.more_said, "memory")
            screen.remark(call, f"{count} that were there took up what was new of them, such as tags.")
        # Where a file lies, and from where that is told, may change with each call.
        if ignored := {name: count for name, count in result.ignored.items() if name not in ("source", "place")}:
            screen.remark(call, f"Left as they were kept, though told otherwise: {_listed(ignored)}.")
        if result.personal:
            screen.remark(call, f"Personal data marked or masked: {_listed(result.personal)}.")
        if result.sync is not None:
            screen.remark(call, f"{result.path}: {_sync_text(result.sync)}.")
        if result.removed:
            screen.remark(call, "What was removed there is archived: `enishi list --status archived` shows it.")
        for written in result.failures:
            screen.remark(call, f"Mend the failed ones and ingest them again: {written}")


def _result_block(result: IngestResult) -> Block:
    """The source, how it was read, and what became of its items."""
    named = {"remembered": result.remembered, "already there": result.already_there, "replaced": result.replaced}
    counts = [f"{name} {count:,}" for name, count in named.items() if count or name == "remembered"]
    failed = f"failed {result.failed:,}" if result.failed else ""
    items = sum(named.values()) + result.failed
    rate = f" ({items / result.seconds:,.0f} per second)" if result.seconds >= 1 else ""
    return Block(
        head=[Paragraph(result.path, "bold"), Paragraph(result.read_as, "dim")],
        below=[
            Paragraph(", ".join(counts), "green"), Paragraph(failed, "red"),
            Paragraph(f"{result.seconds:.1f} s{rate}", "dim"),
        ],
    )  # fmt: skip


def _sync_text(counts: "SyncCounts") -> str:
    names = ("added", "changed", "moved", "removed", "unchanged")
    return ", ".join(f"{name} {getattr(counts, name):,}" for name in names)


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} × {kind}" for kind, count in counts.items())


def _dry_run(call: Call, surveys: dict[Path, SourceSurvey], options: IngestOptions) -> None:
    """Says what some sources would give, and, with --sync, what would change; ends as the run would end."""
    runs: list[DryRun] = []
    with ExitStack() as opened:
        knowledge = opened.enter_context(call.knowledge()) if options.sync else None
        if knowledge is not None:
            _refuse_empty(call.user, knowledge, surveys, options)
        for path, source in surveys.items():
            if source.total is None and str(path) == "-":
                raise Invalid("--dry-run", "standard input can be read only once.", allowed="a file or a folder")
            run = DryRun(
                path=str(path),
                memories=(source.total or 0) - source.failed,
                failed=source.failed,
                read_as=source.read_as.whole,
                files=source.read_as.files,
                left_out=dict(source.left_out.most_common()),
                remarks=tuple(source.remarks),
                first_texts=tuple(source.first_texts),
                errors=tuple(source.errors),
                sync=None if knowledge is None else knowledge.sync_counts(call.user, source.survey()),
            )
            runs.append(run)
    blocks = [
        Block(
            head=[Paragraph(run.path, "bold"), Paragraph(run.read_as, "dim")],
            below=[
                Paragraph(f"would remember {run.memories:,}"),
                Paragraph(f"failed {run.failed:,}" if run.failed else "", "red"),
            ],
        )
        for run in runs
    ]
    screen.answer(call, {"dry_run": True, "files": runs}, Group(*blocks), ids=())
    for run in runs:
        for remark in (*run.remarks, *run.errors):
            screen.remark(call, remark)
        if run.left_out:
            screen.remark(call, f"Left out of {run.path}: {_listed(run.left_out)}.")
        if run.sync is not None:
            screen.remark(call, f"{run.path}: {_sync_text(run.sync)}.")
        for text in run.first_texts:
            screen.remark(call, f"  {screen.shortened(text, 76)}")
    screen.remark(call, "Nothing was kept: --dry-run.")
    if any(run.failed for run in runs):
        raise typer.Exit(FAILED)


def _default_option(help_text: str) -> object:
    return typer.Option(help=help_text, rich_help_panel="Where the memories belong")


def chosen_defaults(
    project: Annotated[str | None, _default_option("The project of memories that name none: work/website.")] = None,
    tag: Annotated[list[str] | None, _default_option("A tag for memories that have none; repeat for several.")] = None,
    category: Annotated[str | None, _default_option("The category of memories that name none.")] = None,
    channel: Annotated[str | None, _default_option("The channel of memories that name none: slack, mail.")] = None,
    session: Annotated[str | None, _default_option("The conversation of memories that name none.")] = None,
    source: Annotated[
        str | None, _default_option("Where memories come from that do not say. Left out: the path of their file.")
    ] = None,
    occurred_at: Annotated[
        str | None, _default_option("When what they tell happened, where they do not say: a date, yesterday, 昨日.")
    ] = None,
) -> Defaults:
    """What memories get that do not have it of their own."""
    return Defaults(
        project=project,
        tags=tuple(tag or ()),
        category=category,
        channel=channel,
        session_id=session,
        source=source,
        occurred_at=moment("occurred-at", occurred_at),
    )


def enrich(
    call: Call,
    limit: Annotated[int | None, typer.Option("--limit", "-n", min=1, help="At most so many.")] = None,
) -> None:
    """Understand what was stored with `--enrich later`: vectors, entities and facts of the whole backlog."""
    with call.knowledge() as knowledge:
        waiting = knowledge.backlog()
        wanted = waiting if limit is None else min(limit, waiting)
        understood = 0
        with progress_bar("understanding", total=wanted, shown=not (call.quiet or call.as_json)) as progress:
            while understood < wanted:
                done = knowledge.enrich_pending(limit=min(ROUND, wanted - understood))
                if not done:
                    break
                understood += done
                progress.step(done)
        left = knowledge.backlog()
    summary = f"Understood {screen.several(understood, 'memory')}; still waiting: {left:,}."
    screen.answer(call, {"understood": understood, "backlog": left}, summary, ids=())
