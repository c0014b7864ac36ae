"""The commands that only read: `enishi recall`, `context`, `show`, `list` and `stats`."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.text import Text

from api.commands import screen
from api.commands.call import Call
from api.commands.options import chosen_filters, command
from graph.errors import Invalid
from graph.recall.reasons import read_as_note

if TYPE_CHECKING:
    from graph.model.filters import Filters
    from graph.model.memory import Page, Stats
    from graph.model.recalled import Recalled

Shape = Literal["table", "json", "markdown", "summary"]
ModeName = Literal["hybrid", "semantic", "keyword", "graph", "temporal", "entity", "recent", "importance", "content"]
RecipeName = Literal["joined", "deep", "fused", "reranked", "rrf", "weighted"]
OrderName = Literal["created", "occurred", "importance"]
ArrangedBy = Literal["relevance", "time"]
Limit = Annotated[int, typer.Option("--limit", "-n", help="How many at most, 1 to 200.")]
Cursor = Annotated[str | None, typer.Option(help="Go on where a list ended: the cursor it printed.")]
Identity = Annotated[str, typer.Argument(metavar="ID", help="The memory's id.")]


def add_to(app: typer.Typer) -> None:
    """Adds the commands."""
    command(app, filters=chosen_filters)(recall)
    command(app, filters=chosen_filters)(context)
    command(app)(show)
    command(app, "list", filters=chosen_filters)(listed)
    command(app)(stats)


def recall(
    call: Call,
    question: Annotated[list[str] | None, typer.Argument(metavar="QUESTION", help="What you want to know.")] = None,
    *,
    filters: "Filters",
    mode: Annotated[
        ModeName,
        typer.Option(
            help="hybrid: meaning, words and graph; else one of them. temporal: by the time you ask about; "
            "entity: what is known of those you name; recent, importance: no question needed; content: the exact text."
        ),
    ] = "hybrid",
    recipe: Annotated[RecipeName, typer.Option(help="How hybrid fuses its signals.")] = "joined",
    limit: Limit = 10,
    cursor: Cursor = None,
    shape: Annotated[Shape, typer.Option("--format", "-f", help="How to answer.")] = "table",
    explain: Annotated[
        bool, typer.Option("--explain", help="Show every part of each score, the way there, and how the search went.")
    ] = False,
    regex: Annotated[bool, typer.Option("--regex", help="With --mode content: a regular expression.")] = False,
) -> None:
    """Find the memories that answer QUESTION, best first, and say why."""
    from graph.model.recalled import Mode, Recipe

    asked = " ".join(question or [])
    if not asked and mode not in ("recent", "importance"):
        raise Invalid("question", "there is none.", allowed="enishi recall 'some question', or --mode recent")
    if regex and mode != "content":
        raise Invalid("--regex", "is for --mode content.", allowed="--mode content --regex")
    with call.knowledge() as knowledge, screen.waiting(call, "Searching …"):
        if regex:
            recalled = knowledge.content(
                call.user, asked, regex=True, filters=filters, limit=limit, cursor=cursor, explain=explain
            )
        else:
            recalled = knowledge.recall(
                call.user, asked, mode=Mode(mode), recipe=Recipe(recipe), filters=filters, limit=limit, cursor=cursor,
                explain=explain,
            )  # fmt: skip
    _print_recalled(call, recalled, "json" if call.as_json else shape, explain=explain)


def context(
    call: Call,
    question: Annotated[list[str], typer.Argument(metavar="QUESTION", help="What the prompt is about.")],
    *,
    filters: "Filters",
    budget: Annotated[int, typer.Option("--budget", "-b", help="The most tokens the text may have.")] = 1000,
    order: Annotated[ArrangedBy, typer.Option(help="Best first, or oldest first; pinned ones lead.")] = "relevance",
    ids: Annotated[bool, typer.Option("--ids", help="End with the ids of the memories that are cited.")] = False,
) -> None:
    """Pack what matters for QUESTION into a text for a prompt, within a budget of tokens, with citations."""
    from graph.model.context import ContextOrder

    with call.knowledge() as knowledge, screen.waiting(call, "Searching …"):
        told = knowledge.context(
            call.user,
            " ".join(question),
            budget_tokens=budget,
            order=ContextOrder(order),
            filters=filters,
            with_ids=ids,
        )
    if call.as_json:
        screen.print_json(told)
        return
    if told.text:
        screen.print_plain(told.text)
    if told.read_as:
        screen.remark(call, read_as_note(told.read_as))
    if told.note:
        screen.remark(call, told.note)
    left = f", {told.left_out} left out" if told.left_out else ""
    screen.remark(call, f"memories: {len(told.citations)}{left}; tokens: {told.tokens} of {budget}")


def _print_recalled(call: Call, recalled: "Recalled", shape: Shape, *, explain: bool) -> None:
    from api.render import as_markdown, as_summary

    if shape == "json":
        screen.print_json(recalled)
    elif shape == "markdown":
        screen.print_plain(as_markdown(recalled))
    elif shape == "summary":
        screen.print_plain(as_summary(recalled))
    else:
        if recalled.read_as:
            screen.remark(call, read_as_note(recalled.read_as))
        if recalled.note:
            screen.remark(call, recalled.note)
        if not recalled.hits:
            screen.remark(call, "Nothing was found.")
        elif recalled.hits[0].lines:
            for hit in recalled.hits:
                screen.out().print(screen.lines_text(hit))
        else:
            screen.out().print(screen.hits_table(recalled))
        if explain:
            _print_explained(call, recalled)
        screen.remark_more(call, recalled.next_cursor)


def _print_explained(call: Call, recalled: "Recalled") -> None:
    from api.commands import explaining

    if recalled.hits:
        screen.out().print()
        screen.out().print(explaining.parts_table(recalled))
        screen.remark(call, explaining.formula(recalled))
    if recalled.trace is not None:
        screen.out().print()
        screen.out().print(explaining.trace_table(recalled.trace))
    steps = ", ".join(f"{step} {spent:.0f} ms" for step, spent in recalled.milliseconds.items())
    screen.remark(call, f"{steps}; {recalled.round_trips} round trips to the database")


def show(call: Call, memory: Identity) -> None:
    """Show one memory: its text, and the knowledge that was taken from it."""
    with call.knowledge() as knowledge:
        detail = knowledge.show(call.user, memory)
    if call.as_json:
        screen.print_json(detail)
        return
    paper = screen.out()
    if not call.quiet:
        paper.print(screen.fields_table(screen.memory_fields(detail)))
        paper.print()
    paper.print(Text(screen.plain(detail.memory.text)))
    if detail.entities and not call.quiet:
        paper.print()
        paper.print(screen.entities_table(detail.entities))
    if detail.facts and not call.quiet:
        paper.print()
        for fact in detail.facts:
            paper.print(Text(screen.fact_line(fact)))


def listed(
    call: Call,
    *,
    filters: "Filters",
    order: Annotated[OrderName, typer.Option(help="Newest or highest first, by this.")] = "created",
    limit: Limit = 20,
    cursor: Cursor = None,
) -> None:
    """List memories, a page at a time."""
    from graph.model.filters import Filters
    from graph.model.memory import Order

    with call.knowledge() as knowledge:
        page = knowledge.memories(call.user, filters=filters, order=Order(order), limit=limit, cursor=cursor)
        empty = not (page.memories or cursor or call.as_json or call.quiet)
        kept = knowledge.stats(call.user) if empty else None
    _print_page(call, page, kept, everything=filters == Filters())


def _print_page(call: Call, page: "Page", kept: "Stats | None", *, everything: bool) -> None:
    """`kept` is what the user has, where the page shows nothing of it; `everything` that nothing narrowed the list."""
    if call.as_json:
        screen.print_json(page)
    elif call.quiet:
        for memory in page.memories:
            screen.print_plain(memory.id)
    elif page.memories:
        screen.out().print(screen.memories_table(page.memories))
        screen.remark_more(call, page.next_cursor)
    elif kept is not None and kept.memories and everything and kept.archived:
        screen.remark(call, f"None is active. {kept.archived:,} archived: {call.repeated('list')} --status archived")
    elif kept is not None and kept.memories:
        screen.remark(call, f"No memory passes the filters. Kept here: {screen.several(kept.memories, 'memory')}.")
    else:
        screen.remark(call, "There are no memories here yet. Begin with: enishi remember 'some words'")


def stats(call: Call) -> None:
    """Say how much is kept."""
    with call.knowledge() as knowledge:
        counted = knowledge.stats(call.user)
    if call.as_json:
        screen.print_json(counted)
    else:
        screen.out().print(screen.fields_table(screen.stats_fields(counted)))
