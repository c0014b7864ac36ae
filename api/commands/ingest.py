"""`enishi ingest` and `enishi enrich`: many memories at once, with progress, and nothing lost when it is stopped."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
import shlex
import sys
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer
from rich.table import Column
from rich.text import Text

from api.commands import screen, tables
from api.commands.call import Call
from api.commands.options import REMEMBER, EnrichWhen, command
from api.commands.terminal.progress import progress_bar
from graph.errors import EnishiError, Invalid, Misconfigured, Unavailable

if TYPE_CHECKING:
    from api.sources import Failures, Item
    from graph.knowledge import Knowledge
    from graph.model.draft import Draft
    from graph.model.memory import Enrich, Remembered

FAILED = 1
INTERRUPTED = 130
SHOWN_FAILURES = 10
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

    def items(self, path: Path) -> "Iterator[Item]":
        """The items of a file, a folder or standard input."""
        from api.sources import read_source

        return read_source(
            path,
            self.form,
            encoding=self.encoding,
            zone=self.zone,
            day_first=self.day_first,
            text_column=self.text_column,
        )


def add_to(app: typer.Typer) -> None:
    """Adds the commands."""
    command(app, panel=REMEMBER, example="enishi ingest notes/ chat.txt")(ingest)
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
    )
    totals = _item_counts(paths, options)
    results: list[IngestResult] = []
    with call.knowledge() as knowledge:
        try:
            results.extend(ingest_source(call, knowledge, path, options, total) for path, total in totals.items())
        except KeyboardInterrupt as stopped:
            _print_how_to_resume()
            raise typer.Exit(INTERRUPTED) from stopped
        except (Unavailable, Misconfigured):
            _print_how_to_resume()
            raise
        waiting = knowledge.backlog(call.user) if when == "later" else 0
    _print_results(call, results)
    if waiting:
        count = screen.several(waiting, "memory")
        screen.remark(call, f"Not understood yet: {count}. `enishi enrich` does it, or a running `enishi serve`.")
    if any(result.failed for result in results):
        raise typer.Exit(FAILED)


def ingest_source(
    call: Call, knowledge: "Knowledge", path: Path, options: IngestOptions, total: int | None
) -> IngestResult:
    """What became of one source, once each of its items is kept or written to its file of failures."""
    from api.sources import FailureFiles

    began = monotonic()
    remembered = already_there = replaced = failed = 0
    failures = FailureFiles(path)
    left_out: Counter[str] = Counter()
    remarks: list[str] = []

    def kept() -> "Iterator[Item]":
        for item in options.items(path):
            if item.left_out:
                left_out[item.left_out] += 1
            elif item.remark:
                remarks.append(f"{item.path}: {item.remark}")
            else:
                progress.reading()
                yield item

    with (
        progress_bar(path.name or str(path), total=total, shown=not (call.quiet or call.as_json)) as progress,
        closing(outcomes(call.user, knowledge, kept(), options)) as ingested,
    ):
        for item, outcome in ingested:
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
    )


def outcomes(
    user: str, knowledge: "Knowledge", items: "Iterable[Item]", options: IngestOptions
) -> "Generator[tuple[Item, Remembered | EnishiError]]":
    """Each item of a source with what became of it, in the source's order: streamed, bounded in memory."""
    sent: deque[Item] = deque()

    def drafts() -> "Iterator[Draft | EnishiError]":
        for item in items:
            # What could not be read keeps its place among the drafts.
            draft = item.draft or item.error
            if draft is not None:
                sent.append(item)
                yield draft

    for outcome in knowledge.remember_many(user, drafts(), enrich=options.enrich, batch_size=options.batch_size):
        result = outcome.error or outcome.remembered
        if result is not None:
            yield sent.popleft(), result


def _item_counts(paths: list[Path], options: IngestOptions) -> dict[Path, int | None]:
    """How many items each source has, None for standard input; so a wrong path is told before anything is kept."""
    counts: dict[Path, int | None] = {}
    for path in paths:
        try:
            counts[path] = (
                None if str(path) == "-" else sum(bool(item.draft or item.error) for item in options.items(path))
            )
        except Invalid as error:
            raise Invalid(f"{path}, {error.field}", error.problem, allowed=error.allowed) from error
    return counts


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
    counts = ("remembered", "already there", "replaced", "failed", "seconds", "per second")
    table = tables.bare_table(*(Column(name, justify="right") for name in counts), "source")
    for result in results:
        numbers = (result.remembered, result.already_there, result.replaced, result.failed)
        count = sum(numbers)
        rate = f"{count / result.seconds:,.0f}" if result.seconds else ""
        table.add_row(*(f"{number:,}" for number in numbers), f"{result.seconds:.1f}", rate, Text(result.path))
    screen.answer(call, {"files": results}, table, ids=())
    for result in results:
        for remark in result.remarks:
            screen.remark(call, remark)
        if result.left_out:
            counts = ", ".join(f"{count:,} × {kind}" for kind, count in result.left_out.items())
            screen.remark(call, f"Left out of {result.path}: {counts}.")
        for written in result.failures:
            screen.remark(call, f"Mend the failed ones and ingest them again: {written}")


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
