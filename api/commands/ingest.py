"""`enishi ingest` and `enishi enrich`: many memories at once, with progress, and nothing lost when it is stopped."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
import shlex
import sys
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer
from rich.console import Group
from rich.text import Text

from api.commands.call import Call
from api.commands.options import REMEMBER, EnrichWhen, command, moment
from api.commands.terminal import screen
from api.commands.terminal.blocks import Block, Paragraph
from api.commands.terminal.progress import progress_bar
from graph.errors import Conflict, EnishiError, Invalid, Misconfigured, Unavailable

if TYPE_CHECKING:
    from api.sources import Failures, FileRead, Item, ReadAs
    from graph.knowledge import Knowledge
    from graph.model.draft import Draft
    from graph.model.memory import Enrich, Remembered
    from graph.model.synced import SourceText, Survey, SyncCounts, Synced

FAILED = 1
INTERRUPTED = 130
SHOWN_FAILURES = 10
SHOWN_TEXTS = 5
ROUND = 100
FormatName = Literal["jsonl", "csv", "markdown", "text", "chat", "mail"]


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestResult:
    """What outcome of one file or folder: counts of its items, seconds, and where the failed ones were written.

    `left_out` counts by kind what is no memory, such as stickers; `remarks` say how files were read that left a doubt.
    """

    path: str
    remembered: int
    already_there: int
    replaced: int
    failed: int
    seconds: float
    failures: tuple[str, ...]
    left_out: dict[str, int]
    remarks: tuple[str, ...]
    read_as: str = ""
    """How its files were read: "chat, 3 speakers"."""
    files: tuple["FileRead", ...] = ()
    """Each of its files with how that was read."""
    more_said: int = 0
    """Memories that were there and took something up, such as further tags."""
    ignored: dict[str, int] = field(default_factory=dict[str, int])
    """By field, memories that were there and say something else, and were left so."""
    sync: "SyncCounts | None" = None
    """With --sync: what is new, changed, moved, gone and as it was."""
    removed: tuple[str, ...] = ()
    """With --sync: ids of the memories whose text is gone, and which are archived."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """Fields for memories that do not have them of their own."""

    project: str | None = None
    tags: tuple[str, ...] = ()
    category: str | None = None
    channel: str | None = None
    session_id: str | None = None
    source: str | None = None
    occurred_at: datetime | None = None

    def filled(self, draft: "Draft") -> "Draft":
        """A draft with them. The source is given to the readers, which know which files name one of their own."""
        given = {
            name: value
            for name in ("project", "tags", "category", "channel", "session_id", "occurred_at")
            if (value := getattr(self, name)) and not getattr(draft, name)
        }
        return replace(draft, **given) if given else draft


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestOptions:
    """How files are read and kept."""

    form: FormatName | None
    encoding: str | None
    zone: tzinfo | None
    enrich: "Enrich"
    batch_size: int | None
    day_first: bool | None = None
    text_column: str | None = None
    defaults: Defaults = Defaults()
    sync: bool = False
    allow_empty: bool = False

    def items(self, path: Path) -> "Iterator[Item]":
        """The items of a file, a folder or standard input."""
        from api.sources import read_source

        items = read_source(
            path,
            self.form,
            encoding=self.encoding,
            zone=self.zone,
            day_first=self.day_first,
            text_column=self.text_column,
            source=self.defaults.source,
            numbered=self.sync,
        )
        return (replace(item, draft=self.defaults.filled(item.draft)) if item.draft else item for item in items)


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
    zone: Annotated[str | None, typer.Option(help="Zone of times that name none. Left out: this machine's.")] = None,
    when: EnrichWhen = "now",
    batch_size: Annotated[int | None, typer.Option(min=1, max=1000, help="Memories written at a time.")] = None,
    day_first: Annotated[
        bool | None,
        typer.Option("--day-first/--month-first", help="How 01/02/2026 is read. Left out: told from each whole file."),
    ] = None,
    text_column: Annotated[
        str | None, typer.Option(metavar="NAME", help="The column of a table that holds the texts.")
    ] = None,
    defaults: Defaults = Defaults(),
    sync: Annotated[
        bool, typer.Option("--sync", help="Bring memories up to the files: edit what changed, archive what is gone.")
    ] = False,
    allow_empty: Annotated[
        bool, typer.Option("--allow-empty", help="With --sync: archive everything where nothing is left.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be kept, and keep nothing.")] = False,
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
    )
    surveys = {path: surveyed(path, options) for path in paths}
    if dry_run:
        _dry_run(call, surveys, options)
        return
    results: list[IngestResult] = []
    with call.knowledge() as knowledge:
        _refuse_empty(call.user, knowledge, surveys, options)
        try:
            for path, source in surveys.items():
                results.append(ingest_source(call, knowledge, path, options, source))
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
            raise _of_path(path, error) from error


def _of_path(path: Path, error: Invalid) -> Invalid:
    return Invalid(f"{path}, {error.field}", error.problem, allowed=error.allowed)


def ingest_source(
    call: Call, knowledge: "Knowledge", path: Path, options: IngestOptions, source: "SourceSurvey"
) -> IngestResult:
    """What became of one source, once each of its items is kept or written to its file of failures."""
    from api.sources import FailureFiles, ReadAs

    began = monotonic()
    remembered = already_there = replaced = failed = more_said = 0
    failures = FailureFiles(path)
    left_out: Counter[str] = Counter()
    ignored: Counter[str] = Counter()
    remarks: list[str] = []
    read_as = ReadAs()
    changes = SyncChanges() if options.sync else None

    def kept() -> "Iterator[Item]":
        for item in options.items(path):
            read_as.add(item)
            if item.left_out:
                left_out[item.left_out] += 1
            elif item.remark:
                remarks.append(f"{item.path}: {item.remark}")
            else:
                progress.reading()
                yield item

    ingesting = (
        outcomes(call.user, knowledge, kept(), options)
        if changes is None
        else synced(call.user, knowledge, kept(), options, source, changes)
    )
    with (
        progress_bar(path.name or str(path), total=source.total, shown=not (call.quiet or call.as_json)) as progress,
        closing(ingesting) as ingested,
    ):
        for item, outcome in ingested:
            if isinstance(outcome, Conflict) and outcome.forgotten:
                # No file of failures may hold what somebody had forgotten.
                left_out["forgotten before"] += 1
                progress.step(failed=0)
                continue
            if isinstance(outcome, EnishiError):
                failed += 1
                _write_failure(failures.of(item), item, outcome)
                if failed <= SHOWN_FAILURES:
                    _print_failure(call, item, outcome)
            elif outcome.created:
                remembered += 1
            elif outcome.updated:
                replaced += 1
            else:
                already_there += 1
            if not isinstance(outcome, EnishiError):
                more_said += bool(outcome.added)
                ignored.update(outcome.ignored)
            progress.step(failed=int(isinstance(outcome, EnishiError)))
    return IngestResult(
        path=str(path),
        remembered=remembered,
        already_there=already_there,
        replaced=replaced,
        failed=failed,
        seconds=round(monotonic() - began, 3),
        failures=tuple(str(file) for file in failures.written),
        left_out=dict(left_out.most_common()),
        remarks=tuple(remarks),
        read_as=read_as.whole,
        files=read_as.files,
        more_said=more_said,
        ignored=dict(ignored.most_common()),
        sync=None if changes is None else changes.counts,
        removed=() if changes is None else tuple(changes.removed),
    )


def _drafts(items: "Iterable[Item]", sent: "deque[Item]") -> "Iterator[Draft | EnishiError]":
    """The drafts of items, each noted in `sent` as it goes; what could not be read keeps its place among them."""
    for item in items:
        draft = item.draft or item.error
        if draft is not None:
            sent.append(item)
            yield draft


def outcomes(
    user: str, knowledge: "Knowledge", items: "Iterable[Item]", options: IngestOptions
) -> "Generator[tuple[Item, Remembered | EnishiError]]":
    """Each item of a source with what became of it, in the source's order: streamed, bounded in memory."""
    sent: deque[Item] = deque()
    drafts = _drafts(items, sent)
    for outcome in knowledge.remember_many(user, drafts, enrich=options.enrich, batch_size=options.batch_size):
        result = outcome.error or outcome.remembered
        if result is not None:
            yield sent.popleft(), result


def synced(
    user: str,
    knowledge: "Knowledge",
    items: "Iterable[Item]",
    options: IngestOptions,
    source: "SourceSurvey",
    changes: "SyncChanges",
) -> "Generator[tuple[Item, Remembered | EnishiError]]":
    """Each item of a source with what became of it, and, in `changes`, what is gone from there."""
    sent: deque[Item] = deque()
    for text in knowledge.sync(
        user,
        source.survey(),
        _drafts(items, sent),
        allow_empty=options.allow_empty,
        enrich=options.enrich,
        batch_size=options.batch_size,
    ):
        changes.add(text)
        result = text.error or text.remembered
        if result is not None:
            yield sent.popleft(), result


class SyncChanges:
    """Counts what a sync did, and keeps the ids of what is gone."""

    def __init__(self) -> None:
        self._counted: Counter[str] = Counter()
        self.removed: list[str] = []

    def add(self, text: "Synced") -> None:
        """Takes in what became of one text."""
        if text.error is None:
            self._counted[text.change.value] += 1
        if text.position is None and text.memory_id is not None:
            self.removed.append(text.memory_id)

    @property
    def counts(self) -> "SyncCounts":
        """The counts."""
        from graph.model.synced import SyncCounts

        return SyncCounts(**self._counted)


@dataclass(slots=True)
class SourceSurvey:
    """What a first reading of a source gives: so a wrong path is told, and a change is known, before anything is kept.

    Of standard input, which can be read but once, it gives nothing.
    """

    path: Path
    read_as: "ReadAs"
    total: int | None = None
    failed: int = 0
    left_out: Counter[str] = field(default_factory=Counter[str])
    remarks: list[str] = field(default_factory=list[str])
    errors: list[str] = field(default_factory=list[str])
    first_texts: list[str] = field(default_factory=list[str])
    texts: "list[SourceText]" = field(default_factory=list["SourceText"])
    unread: list[str] = field(default_factory=list[str])

    def survey(self) -> "Survey":
        """What a sync has to know of the source before it begins."""
        from api.sources import storable, whole_path
        from graph.model.synced import Survey

        root = storable(whole_path(self.path))
        return Survey(root=root, texts=tuple(self.texts), unread=tuple(dict.fromkeys(self.unread)))


def surveyed(path: Path, options: IngestOptions) -> SourceSurvey:
    """Reads a source without keeping anything of it."""
    from api.sources import ReadAs

    source = SourceSurvey(path, ReadAs())
    if str(path) == "-":
        if options.sync:
            raise Invalid("--sync", "standard input has no files to be synced with.", allowed="a file or a folder")
        return source
    try:
        for item in options.items(path):
            _add(source, item, sync=options.sync)
    except Invalid as error:
        raise _of_path(path, error) from error
    return source


def _add(source: SourceSurvey, item: "Item", *, sync: bool) -> None:
    from api.sources import storable, whole_path
    from graph.write.sync import source_text

    source.read_as.add(item)
    if item.draft or item.error:
        source.total = (source.total or 0) + 1
    if item.draft:
        if len(source.first_texts) < SHOWN_TEXTS:
            source.first_texts.append(item.draft.text)
        if sync:
            source.texts.append(source_text(item.draft))
    if item.error:
        source.failed += 1
        source.unread.append(storable(whole_path(item.path)))
        if len(source.errors) < SHOWN_FAILURES:
            source.errors.append(f"{item.path}, {item.position}: {item.error}")
    if item.left_out:
        source.left_out[item.left_out] += 1
    if item.remark:
        source.remarks.append(f"{item.path}: {item.remark}")


def _write_failure(failures: "Failures", item: "Item", error: EnishiError) -> None:
    try:
        failures.add(item, error)
    except OSError as fault:
        raise Misconfigured(
            f"The failed items cannot be written to {failures.path}: {fault.strerror}. Make room there, and repeat."
        ) from fault


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
