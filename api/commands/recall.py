"""The commands that only read: `enishi recall`, `context`, `show`, `list` and `stats`."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.text import Text

from api.commands.call import Call
from api.commands.options import ASK, Cursor, Limit, MemoryId, chosen_filters, command
from api.commands.terminal import screen, tables
from api.commands.terminal.nobody import hint_of_nobody
from graph.errors import Invalid
from graph.recall.reasons import read_as_note

if TYPE_CHECKING:
    from graph.model.filters import Filters
    from graph.model.memory import Page, Stats
    from graph.model.recalled import Recalled

Format = Literal["table", "json", "markdown", "summary"]
ModeName = Literal["hybrid", "semantic", "keyword", "graph", "temporal", "entity", "recent", "importance", "content"]
RecipeName = Literal["joined", "deep", "fused", "reranked", "rrf", "weighted"]
OrderName = Literal["created", "occurred", "importance"]
OrderInContext = Literal["relevance", "time"]


LeastConfidence = typer.Option(
    "--min-confidence", min=0, max=1, metavar="0..1", help="Leave out memories less sure to hold what is asked."
)


def add_to(app: typer.Typer) -> None:
    """Adds the commands."""
    command(
        app,
        panel=ASK,
        example='enishi recall "Where does Emily live?" --explain',
        filters=chosen_filters,
    )(recall)
    command(app, panel=ASK, example='enishi context "the move to Osaka" --budget 800', filters=chosen_filters)(context)
    command(app, panel=ASK, example="enishi show 01M8CG0WJ5TNR")(show)
    command(
        app,
        "list",
        panel=ASK,
        example="enishi list --order importance -n 50",
        filters=chosen_filters,
    )(list_memories)
    command(app, panel=ASK, example="enishi stats --user demo")(stats)


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
    least: Annotated[float, LeastConfidence] = 0.0,
    shape: Annotated[Format, typer.Option("--format", "-f", help="How to answer.")] = "table",
    explain: Annotated[
        bool, typer.Option("--explain", help="Show every part of each score, the way there, and how the search went.")
    ] = False,
    regex: Annotated[bool, typer.Option("--regex", help="With --mode content: a regular expression.")] = False,
    order: Annotated[
        Literal["created", "importance"], typer.Option(help="With --mode content: what comes first.")
    ] = "created",
    touch: Annotated[bool, typer.Option("--touch", help="Count a view of each hit: it was of use.")] = False,
) -> None:
    """Find the memories that answer QUESTION, best first, and say why."""
    from graph.model.memory import Order
    from graph.model.recalled import Mode, Recipe

    text = " ".join(question or [])
    if not text and mode not in ("recent", "importance"):
        raise Invalid("question", "there is none.", allowed="enishi recall 'some question', or --mode recent")
    if regex and mode != "content":
        raise Invalid("--regex", "is for --mode content.", allowed="--mode content --regex")
    if touch and mode == "content":
        raise Invalid("--touch", "is not for --mode content.", allowed="another mode, or: enishi lifecycle use ID")
    if order != "created" and mode != "content":
        raise Invalid("--order", "is for --mode content.", allowed="--mode content --order importance")
    with call.knowledge() as knowledge, screen.waiting(call, "Searching …"):
        if mode == "content":
            recalled = knowledge.content(
                call.user,
                text,
                regex=regex,
                filters=filters,
                order=Order(order),
                limit=limit,
                cursor=cursor,
                explain=explain,
            )
        else:
            recalled = knowledge.recall(
                call.user, text, mode=Mode(mode), recipe=Recipe(recipe), filters=filters, limit=limit, cursor=cursor,
                min_confidence=least, explain=explain, touch=touch,
            )  # fmt: skip
        hint = "" if recalled.hits or recalled.next_cursor else hint_of_nobody(call, knowledge)
    _print_recalled(call, recalled, "json" if call.as_json else shape, explain=explain, hint=hint)


def context(
    call: Call,
    question: Annotated[list[str], typer.Argument(metavar="QUESTION", help="What the prompt is about.")],
    *,
    filters: "Filters",
    budget: Annotated[int, typer.Option("--budget", "-b", help="The most tokens the text may have.")] = 1000,
    order: Annotated[
        OrderInContext | None,
        typer.Option(help="Best first, or oldest first; unless chosen, as the question asks. Pinned ones lead."),
    ] = None,
    least: Annotated[float | None, LeastConfidence] = None,
    ids: Annotated[bool, typer.Option("--ids", help="End with the ids of the memories that are cited.")] = False,
    fenced: Annotated[bool, typer.Option("--fenced", help="Between marks that say it is quoted.")] = False,
) -> None:
    """Pack what matters for QUESTION into a text for a prompt, within a budget of tokens, with citations."""
    from graph.model.context import ContextOrder

    with call.knowledge() as knowledge, screen.waiting(call, "Searching …"):
        packed = knowledge.context(
            call.user,
            " ".join(question),
            budget_tokens=budget,
            order=ContextOrder(order) if order else None,
            filters=filters,
            with_ids=ids,
            fenced=fenced,
            min_confidence=least,
        )
        hint = "" if packed.citations else hint_of_nobody(call, knowledge)
    if call.as_json:
        screen.print_json(packed)
        return
    if packed.text:
        screen.print_plain(packed.text)
    if packed.read_as:
        screen.remark(call, read_as_note(packed.read_as))
    if packed.note:
        screen.remark(call, packed.note)
    if hint:
        screen.remark(call, hint)
    left = f", {packed.left_out} left out" if packed.left_out else ""
    screen.remark(call, f"memories: {len(packed.citations)}{left}; tokens: {packed.tokens} of {budget}")


def _print_recalled(call: Call, recalled: "Recalled", shape: Format, *, explain: bool, hint: str) -> None:
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
            screen.remark(call, " ".join(filter(None, ("Nothing was found.", hint))))
        elif recalled.hits[0].lines:
            for hit in recalled.hits:
                screen.out().print(tables.lines_text(hit))
        else:
            screen.out().print(tables.hit_blocks(recalled))
        if explain:
            _print_explained(call, recalled)
        screen.remark_more(call, recalled.next_cursor)


def _print_explained(call: Call, recalled: "Recalled") -> None:
    if recalled.hits:
        screen.out().print()
        screen.out().print(tables.part_blocks(recalled))
        screen.remark(call, tables.formula(recalled))
    if recalled.trace is not None:
        screen.out().print()
        screen.out().print(tables.trace_table(recalled.trace))
    steps = ", ".join(f"{step} {spent:.0f} ms" for step, spent in recalled.milliseconds.items())
    screen.remark(call, f"{steps}; {recalled.round_trips} round trips to the database")


def show(call: Call, memory: MemoryId) -> None:
    """Show one memory: its text, and the knowledge that was taken from it."""
    with call.knowledge() as knowledge:
        detail = knowledge.show(call.user, call.memory(knowledge, memory))
    if call.as_json:
        screen.print_json(detail)
        return
    console = screen.out()
    if not call.quiet:
        console.print(tables.fields_table(tables.memory_fields(detail)))
        console.print()
    console.print(Text(screen.plain(detail.memory.text)))
    if detail.entities and not call.quiet:
        console.print()
        console.print(tables.mention_blocks(detail.entities))
    if detail.facts and not call.quiet:
        console.print()
        for fact in detail.facts:
            console.print(Text(tables.typed_line(fact)))
    for ending in detail.endings:
        console.print(Text(screen.plain(ending.mark), style="yellow"))


def list_memories(
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
        counts = knowledge.stats(call.user) if empty else None
        hint = hint_of_nobody(call, knowledge) if empty and call.named_user else ""
    _print_page(call, page, counts, everything=filters == Filters())
    if hint:
        screen.remark(call, hint)


def _print_page(call: Call, page: "Page", counts: "Stats | None", *, everything: bool) -> None:
    """`counts` are given where the first page is empty; `everything` says that no filter narrowed the list."""
    otherwise = "There are no memories here yet. Begin with: enishi remember 'some words'"
    if counts is not None and counts.memories and everything and counts.archived:
        otherwise = f"None is active. {counts.archived:,} archived: {call.repeated('list')} --status archived"
    elif counts is not None and counts.memories:
        otherwise = f"No memory passes the filters. Kept here: {screen.several(counts.memories, 'memory')}."
    table = tables.memory_blocks(page.memories) if page.memories else None
    ids = [memory.id for memory in page.memories]
    screen.answer(call, page, table, ids=ids, otherwise=otherwise, cursor=page.next_cursor)


def stats(call: Call) -> None:
    """Say how much is kept."""
    with call.knowledge() as knowledge:
        counts = knowledge.stats(call.user)
        hint = "" if counts.memories else hint_of_nobody(call, knowledge)
    screen.answer(call, counts, tables.fields_table(tables.stats_fields(counts)))
    if hint:
        screen.remark(call, hint)
