"""`enishi lifecycle`: how much memories matter, why, in figures, computed anew; and uses counted by hand."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Group
from rich.table import Table
from rich.text import Text

from api.commands.call import Call
from api.commands.life import rotation
from api.commands.options import TIDY, MemoryId, command
from api.commands.terminal import screen, tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.knowledge import Knowledge
    from graph.model.importance import ImportanceDetail, LifecycleStats

lifecycle_app = typer.Typer(no_args_is_help=True, help="See how much memories matter, and why; compute it anew.")
MemoryIds = Annotated[list[str], typer.Argument(metavar="ID...", help="Ids of memories, or how they begin.")]
SomeMemoryIds = Annotated[
    list[str] | None,
    typer.Argument(metavar="[ID...]", help="Ids of memories, or how they begin. Left out: all of the user."),
]


def add_to(app: typer.Typer) -> None:
    """Adds the commands, those of rotation among them."""
    app.add_typer(lifecycle_app, name="lifecycle", rich_help_panel=TIDY)


@command(lifecycle_app, "explain", example="enishi lifecycle explain 01M8CG0WJ5TNRB32HWENR9SJA8")
def explain(call: Call, memory: MemoryId) -> None:
    """Show how much a memory matters now, its five parts, and why."""
    with call.knowledge() as knowledge:
        detail = knowledge.importance(call.user, call.memory(knowledge, memory))
    screen.answer(call, detail, _detail_shown(detail))


@command(lifecycle_app, "stats", example="enishi lifecycle stats")
def stats(call: Call) -> None:
    """Show how the importance of the active memories is distributed, and where it is going."""
    with call.knowledge() as knowledge:
        figures = knowledge.lifecycle_stats(call.user)
    shown = _stats_shown(figures) if figures.memories else None
    screen.answer(call, figures, shown, otherwise="There are no active memories.")


@command(lifecycle_app, "recompute", example="enishi lifecycle recompute")
def recompute(call: Call, memories: SomeMemoryIds = None) -> None:
    """Compute the importance that lists and filters go by: of some memories, or of all. It may be repeated."""
    with call.knowledge() as knowledge:
        done = knowledge.recompute_importance(call.user, _whole(call, knowledge, memories or ()) or None)
    weighed = screen.several(done.memories, "memory")
    screen.answer(call, done, f"Weighed {weighed}: {done.changed:,} with another importance than before.", ids=())


@command(lifecycle_app, "use", example="enishi lifecycle use 01M8CG0WJ5TNRB32HWENR9SJA8 --kind share")
def use(
    call: Call,
    memories: MemoryIds,
    kind: Annotated[
        Literal["view", "share"], typer.Option(help="view: somebody looked at it; share: it was passed on.")
    ] = "view",
) -> None:
    """Count that memories were of use. An edit counts itself."""
    from graph.model.importance import UseKind

    with call.knowledge() as knowledge:
        done = knowledge.use(call.user, _whole(call, knowledge, memories), kind=UseKind(kind))
    screen.answer(call, done, f"Counted one use of {screen.several(done.memories, 'memory')}.", ids=())


rotation.add_to(lifecycle_app)


def _whole(call: Call, knowledge: "Knowledge", typed: "Sequence[str]") -> list[str]:
    """The ids that somebody typed whole or began."""
    return [call.memory(knowledge, memory) for memory in typed]


def _detail_shown(detail: "ImportanceDetail") -> Group:
    table = tables.bare_table("part", "value", "weight", "points", "made of")
    for part in detail.parts:
        made_of = ", ".join(f"{_spoken(name)} {value:g}" for name, value in part.made_of.items())
        row = f"{part.value:.2f}", f"{part.weight:g}", f"{part.points:.2f}"
        table.add_row(part.name, *row, Text(made_of, style="dim"))
    head = Text.assemble(
        (f"{detail.score:.2f}", "bold"), f" of 10 ({detail.bucket.value}), {detail.trend.value}",
        f" ({detail.change:+.2f})", f"  {screen.shortened(detail.title, 60)}",
    )  # fmt: skip
    lines = [Text(f"because: {_listed(detail.reasons)}")] if detail.reasons else []
    if detail.repeats:
        lines.append(Text(f"repeats: {detail.repeats}"))
    lines.append(Text(f"stored: {detail.stored.score:.2f} of {tables.minute(detail.stored.at)}", style="dim"))
    if detail.waits:
        lines.append(Text("something has changed since: enishi lifecycle recompute", style="dim"))
    return Group(head, table, *lines)


def _stats_shown(figures: "LifecycleStats") -> Group:
    table = tables.bare_table("bucket", "from", "memories", "first")
    for bucket in figures.buckets:
        first = "; ".join(f"{memory.score:.1f} {screen.shortened(memory.title, 40)}" for memory in bucket.first)
        table.add_row(bucket.bucket.value, f"{bucket.least:g}", f"{bucket.count:,}", Text(first, style="dim"))
    summary: Table = tables.fields_table(
        [
            ("memories", f"{figures.memories:,}"),
            ("mean", f"{figures.mean:.2f}"),
            ("median", f"{figures.median:.2f}"),
            ("deviation", f"{figures.deviation:.2f}"),
            *((trend.value, f"{count:,}") for trend, count in figures.trends.items()),
            ("waiting", f"{figures.waiting:,}"),
        ]
    )
    return Group(table, summary)


def _listed(reasons: "Sequence[str]") -> str:
    return ", ".join(map(_spoken, reasons))


def _spoken(name: str) -> str:
    return name.replace("_", " ")
