"""What people read is written here: consoles that survive any terminal, and the values of graph as tables."""

import json
import re
import sys
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.table import Table
from rich.text import Text

from api.commands.call import Call

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from graph.model.entities import EntityFact, Relation
    from graph.model.links import InferenceFound, MemoryLink
    from graph.model.memory import EntityFound, FactFound, Memory, MemoryDetail, Remembered, Stats
    from graph.model.recalled import Hit, Recalled

WIDTH_WITHOUT_TERMINAL = 140
_DENIAL = re.compile(r"n['’]t\b|\b(?:not|never|cannot|no longer)\b", re.IGNORECASE)
"""Words by which a predicate says itself that it is denied."""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def several(count: int, noun: str) -> str:
    """A number with its noun: "1 memory", "2,000 memories"."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{count:,} {noun if count == 1 else plural}"


def out() -> Console:
    """Where answers go: standard output, without colour when it is not a terminal."""
    return _console(stderr=False)


def err() -> Console:
    """Where progress and remarks go: standard error, so that a pipe gets answers alone."""
    return _console(stderr=True)


def _console(*, stderr: bool) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else WIDTH_WITHOUT_TERMINAL
    return Console(stderr=stderr, width=width, highlight=False, emoji=False, markup=False, soft_wrap=False)


def remark(call: Call, text: str) -> None:
    """Says something beside the answer, unless only the answer was asked for."""
    if not (call.quiet or call.as_json):
        err().print(text, style="dim", soft_wrap=True)


@contextmanager
def waiting(call: Call, what: str) -> "Generator[None]":
    """Shows on a terminal what a command is about until it is done: loading the models takes it some seconds."""
    console = err()
    if call.quiet or call.as_json or not console.is_terminal:
        yield
        return
    with console.status(Text(what, style="dim")):
        yield


def remark_more(call: Call, cursor: str | None) -> None:
    """Says how to go on, where there is more than was shown."""
    if cursor:
        remark(call, f"More: --cursor {cursor}")


def print_json(value: object) -> None:
    """Writes a value as JSON; escaped to ASCII where standard output cannot carry every character."""
    from api.rest.wire import to_json  # noqa: PLC0415 -- brings numpy, which `--help` must not pay for

    print_plain(json.dumps(to_json(value), ensure_ascii=not carries_all(), indent=2))


def print_plain(text: str) -> None:
    """Writes text exactly as it is and a line end."""
    sys.stdout.write(text + "\n")


def carries_all() -> bool:
    """Whether standard output can carry every character there is."""
    return (sys.stdout.encoding or "ascii").lower().replace("-", "").startswith("utf")


def plain(text: str) -> str:
    """Text that cannot move the cursor, colour the terminal or turn the reading direction."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def shortened(text: str, cells: int = 200) -> str:
    """One line at most so many cells wide; a Japanese character takes two."""
    line = " ".join(plain(text).split())
    return line if cell_len(line) <= cells else set_cell_size(line, cells - 1).rstrip() + "…"


def when(memory: "Memory") -> str:
    """The day a memory is about, by the clock of who told it."""
    return own_day(memory.occurred_at or memory.created_at)


def own_day(time: datetime) -> str:
    """The calendar day of a time by its own clock."""
    return f"{time:%Y-%m-%d}"


def day(time: datetime) -> str:
    """The calendar day of a time in this machine's time zone."""
    return f"{time.astimezone():%Y-%m-%d}"


def marks(memory: "Memory") -> str:
    """The signs of a memory's state, words rather than pictures so that every terminal shows them."""
    named = (
        ("pinned", memory.pinned),
        ("bookmarked", memory.bookmarked),
        ("pending", memory.pending),
        (memory.status.value, memory.status.value != "active"),
        ("duplicate", memory.duplicate_of is not None),
    )
    return " ".join(name for name, holds in named if holds)


def memories_table(memories: "Iterable[Memory]") -> Table:
    """A list of memories, one a row."""
    table = bare_table()
    table.add_column("id", style="cyan", no_wrap=True)
    table.add_column("when", no_wrap=True)
    table.add_column("memory", ratio=1)
    table.add_column("project")
    table.add_column("importance", justify="right")
    table.add_column("")
    for memory in memories:
        table.add_row(
            memory.id,
            when(memory),
            Text(shortened(memory.title, 80)),
            Text(shortened(memory.project or "", 40)),
            f"{memory.importance:.1f}",
            Text(marks(memory), style="yellow"),
        )
    return table


def hits_table(recalled: "Recalled") -> Table:
    """The hits of a recall in order, each with the text that matched and why."""
    table = bare_table()
    table.add_column("#", justify="right", style="bold", no_wrap=True)
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("when", no_wrap=True)
    table.add_column("memory", ratio=1)
    table.add_column("id", style="cyan", no_wrap=True)
    for rank, hit in enumerate(recalled.hits, start=1):
        table.add_row(str(rank), f"{hit.score:.3f}", when(hit.memory), hit_text(hit), hit.memory.id)
    return table


def hit_text(hit: "Hit") -> Text:
    """The title of a hit, what matched in it and why, each in its own tone."""
    text = Text(shortened(hit.memory.title, 80), style="bold")
    body = shortened(hit.text, 220)
    if not body.startswith(shortened(hit.memory.title, 80).removesuffix("...")):
        text.append("\n").append(body, style="not bold")
    elif len(body) > len(text):
        text = Text(body)
    return text.append("\n").append(plain(hit.why), style="not bold green")


def lines_text(hit: "Hit") -> Text:
    """A hit with its id and the lines that hold what was looked for, each with its number."""
    text = Text(hit.memory.id, style="cyan").append("  ").append(shortened(hit.memory.title, 80), style="bold")
    for line in hit.lines:
        text.append(f"\n{line.number:>6}  ", style="dim").append(plain(line.text), style="not bold")
    return text


def remembered_text(remembered: "Remembered", *, done: str = "") -> Text:
    """What became of one memory, in two or three lines, begun by what was `done` with it."""
    text = Text(done or ("Remembered " if remembered.created else "Already there: "), style="bold green")
    text.append(remembered.id, style="cyan").append("  ").append(shortened(remembered.title, 80))
    if remembered.pinned:
        text.append("  pinned", style="yellow")
    if remembered.status != "active":
        text.append(f"\n{remembered.status}: it stays so, and recall leaves it out until it is restored: ", "yellow")
        text.append(f"enishi restore {remembered.id}", style="yellow")
    if remembered.duplicate_of:
        text.append(f"\nnearly the same as {remembered.duplicate_of}", style="yellow")
    if remembered.pending:
        return text.append("\nfound by its words now, understood later", style="dim")
    names = ", ".join(f"{entity.name} ({entity.type.value})" for entity in remembered.entities)
    if names:
        text.append("\n" + plain(names), style="dim")
    for fact in remembered.facts:
        text.append("\n" + fact_line(fact), style="dim")
    return text


def fact_line(fact: "FactFound | EntityFact") -> str:
    """One relation as a line: subject, what is said, object, how it is meant if not plainly, and how much."""
    denied = "not " if fact.polarity == "negative" and not _DENIAL.search(fact.predicate) else ""
    said = "" if fact.modality == "stated" else f", {fact.modality}"
    said += f", {fact.amount}" if fact.amount else ""
    return plain(f"{fact.subject} → {denied}{fact.predicate} → {fact.object}  ({fact.type.value}{said})")


def verdict_text(judged: "Relation | MemoryLink | InferenceFound") -> Text:
    """What a person said of a relation, a link or an inference, and why; empty where nothing was said."""
    said = "" if judged.validation_status.value == "unvalidated" else judged.validation_status.value
    return Text(plain(f"{said}: {judged.note}" if judged.note else said), style="yellow")


def entities_table(entities: "Iterable[EntityFound]") -> Table:
    """The entities a memory mentions, how sure and why."""
    table = bare_table()
    for column in ("entity", "type", "link", "sure", "written as", "because"):
        table.add_column(column)
    for entity in entities:
        table.add_row(
            Text(plain(entity.name), style="bold"),
            entity.type.value,
            entity.link_type,
            f"{entity.confidence:.2f}",
            Text(plain(", ".join(entity.surfaces))),
            Text(plain(", ".join(entity.reasons)), style="dim"),
        )
    return table


def fields_table(fields: "Iterable[tuple[str, object]]") -> Table:
    """Named values, one a row; those that say nothing are left out."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(ratio=1)
    for name, value in fields:
        if value not in (None, "", (), {}):
            table.add_row(name, Text(plain(str(value))))
    return table


def memory_fields(detail: "MemoryDetail") -> "list[tuple[str, object]]":
    """The fields of a memory beside its text, in reading order."""
    memory = detail.memory
    return [
        ("id", memory.id),
        ("title", memory.title),
        ("when", when(memory)),
        ("category", memory.category),
        ("tags", ", ".join(memory.tags)),
        ("project", memory.project),
        ("session", memory.session_id),
        ("speaker", memory.speaker),
        ("source", memory.source),
        ("language", memory.language),
        ("importance", f"{memory.importance:.1f}"),
        ("state", marks(memory)),
        ("duplicate of", memory.duplicate_of),
        ("chunks", detail.chunks),
    ]


def stats_fields(stats: "Stats") -> "list[tuple[str, object]]":
    """What a user's graph holds, in reading order."""
    counts = ("memories", "chunks", "entities", "facts", "relations", "pending", "pinned", "archived", "characters")
    return [
        *((name, f"{getattr(stats, name):,}") for name in counts),
        ("languages", ", ".join(f"{name} {count:,}" for name, count in stats.by_language.items())),
        ("entity types", ", ".join(f"{name} {count:,}" for name, count in stats.by_entity_type.items())),
        ("server", stats.server),
        ("embedding model", stats.embedding_model),
    ]


def bare_table() -> Table:
    """A table as all of ours look: no frame, room between columns."""
    return Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
