"""`enishi ingest` and `enishi enrich`: many memories at once, with progress, and nothing lost when it is stopped."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
import shlex
import sys
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Literal, TypedDict
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer
from rich.text import Text

from api.commands import screen
from api.commands.call import Call
from api.commands.options import EnrichWhen, command
from api.commands.progress import bar
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
FormatName = Literal["jsonl", "csv", "markdown", "text", "chat"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What became of one file or folder: counts of its items, seconds, and where the failed ones were written."""

    path: str
    remembered: int
    already_there: int
    failed: int
    seconds: float
    failures: tuple[str, ...]


class _How(TypedDict):
    encoding: str | None
    zone: tzinfo | None


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestReader:
    """How files are read and kept."""

    form: FormatName | None
    encoding: str | None
    zone: tzinfo | None
    enrich: "Enrich"
    batch_size: int | None

    @property
    def how(self) -> "_How":
        """What the reader is told beside the path and the format."""
        return {"encoding": self.encoding, "zone": self.zone}


def add_to(app: typer.Typer) -> None:
    """Adds the commands."""
    command(app)(ingest)
    command(app)(enrich)


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
) -> None:
    """Keep every memory of some files: JSON Lines, CSV, Markdown, plain text or chat exports.

    Stop it whenever you like: the same command goes on where it ended, and nothing is kept twice.

    What cannot be kept is written beside its file, as NAME.failed.jsonl, to be mended and ingested.
    """
    from graph.model.memory import Enrich

    reading = IngestReader(form=form, encoding=encoding, zone=_zone(zone), enrich=Enrich(when), batch_size=batch_size)
    totals = _counted(paths, reading)
    tallies: list[Tally] = []
    with call.knowledge() as knowledge:
        try:
            tallies.extend(ingested(call, knowledge, path, reading, total) for path, total in totals.items())
        except KeyboardInterrupt as stopped:
            _say_how_to_go_on()
            raise typer.Exit(INTERRUPTED) from stopped
        except (Unavailable, Misconfigured):
            _say_how_to_go_on()
            raise
        waiting = knowledge.backlog(call.user) if when == "later" else 0
    _print_tallies(call, tallies)
    if waiting:
        told = screen.several(waiting, "memory")
        screen.remark(call, f"Not understood yet: {told}. `enishi enrich` does it, or a running `enishi serve`.")
    if any(tally.failed for tally in tallies):
        raise typer.Exit(FAILED)


def ingested(call: Call, knowledge: "Knowledge", path: Path, reading: IngestReader, total: int | None) -> Tally:
    """What became of one source, after every item of it was kept or written to its file of failures."""
    from api.sources import FailureFiles, read_source

    began = monotonic()
    kept = already = failed = 0
    failures = FailureFiles(path)
    items = read_source(path, reading.form, **reading.how)
    with (
        bar(path.name or str(path), total=total, shown=not (call.quiet or call.as_json)) as progress,
        closing(outcomes(call.user, knowledge, items, reading)) as told,
    ):
        for item, became in told:
            if isinstance(became, EnishiError):
                failed += 1
                _written(failures.of(item), item, became)
                if failed <= SHOWN_FAILURES:
                    _tell_failure(call, item, became)
            elif became.created:
                kept += 1
            else:
                already += 1
            progress.step(failed=int(isinstance(became, EnishiError)))
    return Tally(
        path=str(path),
        remembered=kept,
        already_there=already,
        failed=failed,
        seconds=round(monotonic() - began, 3),
        failures=tuple(str(file) for file in failures.written),
    )


def outcomes(
    user: str, knowledge: "Knowledge", items: "Iterable[Item]", reading: IngestReader
) -> "Generator[tuple[Item, Remembered | EnishiError]]":
    """Each item of a source with what became of it, in the source's order: streamed, bounded in memory."""
    sent: deque[Item] = deque()

    def drafts() -> "Iterator[Draft | EnishiError]":
        for item in items:
            # What could not be read keeps its place among the drafts.
            given = item.draft or item.error
            if given is not None:
                sent.append(item)
                yield given

    for outcome in knowledge.remember_many(user, drafts(), enrich=reading.enrich, batch_size=reading.batch_size):
        became = outcome.error or outcome.remembered
        if became is not None:
            yield sent.popleft(), became


def _counted(paths: list[Path], reading: IngestReader) -> dict[Path, int | None]:
    """How many items each source has, None for standard input; so a wrong path is told before anything is kept."""
    from api.sources import read_source

    counts: dict[Path, int | None] = {}
    for path in paths:
        try:
            counts[path] = None if str(path) == "-" else sum(1 for _ in read_source(path, reading.form, **reading.how))
        except Invalid as error:
            raise Invalid(f"{path}, {error.field}", error.problem, allowed=error.allowed) from error
    return counts


def _written(failures: "Failures", item: "Item", error: EnishiError) -> None:
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


def _tell_failure(call: Call, item: "Item", error: EnishiError) -> None:
    if not call.as_json:
        line = f"{item.path}, {item.position}: {error}"
        screen.err().print(Text(screen.plain(line), style="red"), soft_wrap=True)


def _say_how_to_go_on() -> None:
    again = shlex.join(["enishi", *sys.argv[1:]])
    text = f"Stopped. What was kept is whole; to go on where it ended, repeat:  {again}"
    screen.err().print(Text(screen.plain(text), style="yellow"), soft_wrap=True)


def _print_tallies(call: Call, tallies: list[Tally]) -> None:
    if call.as_json:
        screen.print_json({"files": tallies})
        return
    if call.quiet:
        return
    table = screen.bare_table()
    for column in ("remembered", "already there", "failed", "seconds", "per second"):
        table.add_column(column, justify="right")
    table.add_column("source")
    for tally in tallies:
        count = tally.remembered + tally.already_there + tally.failed
        numbers = (tally.remembered, tally.already_there, tally.failed)
        rate = f"{count / tally.seconds:,.0f}" if tally.seconds else ""
        table.add_row(*(f"{number:,}" for number in numbers), f"{tally.seconds:.1f}", rate, Text(tally.path))
    screen.out().print(table)
    for tally in tallies:
        for written in tally.failures:
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
        with bar("understanding", total=wanted, shown=not (call.quiet or call.as_json)) as progress:
            while understood < wanted:
                done = knowledge.enrich_pending(limit=min(ROUND, wanted - understood))
                if not done:
                    break
                understood += done
                progress.step(done)
        left = knowledge.backlog()
    if call.as_json:
        screen.print_json({"understood": understood, "backlog": left})
    elif not call.quiet:
        screen.out().print(f"Understood {screen.several(understood, 'memory')}; still waiting: {left:,}.")
