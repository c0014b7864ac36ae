"""`enishi summarize`, `enishi inject`, `enishi handover` and `enishi conversation`: memory for prompts and talks."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group
from rich.text import Text

from api.commands.call import Call
from api.commands.options import ASK, REMEMBER, TIDY, Readers, command
from api.commands.terminal import screen
from graph.errors import Invalid

if TYPE_CHECKING:
    from graph.model.talk.conversation import Ended
    from graph.model.talk.summaries import Summarized, Summary

app = typer.Typer(help="What a talk begins with, and what is kept of it.", no_args_is_help=True)
SessionId = Annotated[str, typer.Argument(metavar="SESSION", help="Id of the talk.")]
Channel = Annotated[str | None, typer.Option(help="Where it is held, such as slack.")]
Project = Annotated[str | None, typer.Option("--project", "-p", metavar="PATH", help="The project it is about.")]
Along = Annotated[
    str | None,
    typer.Option(
        "--audience", metavar="WHO", help="Who reads along: shared, or a group's name. Named once, the talk keeps it."
    ),
]
Fenced = Annotated[bool, typer.Option("--fenced", help="Between marks that say it is quoted.")]
Free = Annotated[int | None, typer.Option("--free", metavar="TOKENS", help="Tokens left in the window of the model.")]


def add_to(outer: typer.Typer) -> None:
    """Adds the commands."""
    command(outer, panel=TIDY, example="enishi summarize work/shop")(summarize)
    command(outer, panel=ASK, example="enishi inject work/shop --also work/auth")(inject)
    command(outer, panel=ASK, example="enishi handover slack-C01-1764")(handover)
    outer.add_typer(app, name="conversation", rich_help_panel=REMEMBER)


def summarize(
    call: Call,
    project: Annotated[str | None, typer.Argument(metavar="[PROJECT]", help="Path of the project.")] = None,
    *,
    session: Annotated[str | None, typer.Option("--session", help="Summarise this session instead.")] = None,
    budget: Annotated[
        int | None, typer.Option("--budget", "-b", help="The most tokens. Left out: a tenth of the window.")
    ] = None,
    if_due: Annotated[bool, typer.Option("--if-due", help="Only where the project has outgrown the budget.")] = False,
    show: Annotated[bool, typer.Option("--show", help="Show the summary there is, and make none.")] = False,
    bring_back: Annotated[
        str | None, typer.Option("--bring-back", metavar="BACKUP", help="Make a summary from before current again.")
    ] = None,
    audience: Readers = None,
) -> None:
    """Make the summary of PROJECT or of a session: sentences of its memories, word for word."""
    if bring_back is not None and (project or session or show):
        raise Invalid("--bring-back", "stands alone.", allowed="enishi summarize --bring-back summary:ID")
    with call.knowledge() as knowledge, screen.waiting(call, "Reading …"):
        summaries = knowledge.summaries(call.user)
        if bring_back is not None:
            summary = summaries.bring_back(bring_back, audience=audience)
            screen.answer(call, summary, _summary(summary), ids=[summary.id])
        elif show:
            summary = summaries.summary(project, session_id=session, audience=audience)
            screen.answer(call, summary, _summary(summary), ids=[summary.id])
        else:
            made = summaries.summarize(
                project, session_id=session, budget_tokens=budget, if_due=if_due, audience=audience
            )
            screen.answer(call, made, _summarized(made), ids=[made.summary.id] if made.summary else [])


def inject(
    call: Call,
    project: Annotated[str, typer.Argument(metavar="PROJECT", help="Path of the project that is told whole.")],
    *,
    also: Annotated[list[str] | None, typer.Option("--also", metavar="PATH", help="Told in brief.")] = None,
    budget: Annotated[int | None, typer.Option("--budget", "-b", help="The most tokens the text may have.")] = None,
    free: Free = None,
    audience: Readers = None,
    fenced: Fenced = False,
) -> None:
    """Write the memory of PROJECT as a text for a prompt."""
    with call.knowledge() as knowledge:
        injection = knowledge.injection(call.user)
        injected = injection.context(
            project, secondary=also or [], most_tokens=budget, free_tokens=free, audience=audience, fenced=fenced
        )
    screen.answer(call, injected, Text(injected.text) if injected.text else None, otherwise="There is nothing to tell.")
    if injected.text:
        left = f", {injected.left_out} left out" if injected.left_out else ""
        shown = screen.several(len(injected.memory_ids), "memory")
        screen.remark(call, f"{shown}{left}; tokens: {injected.tokens} of {injected.budget_tokens}")


def handover(call: Call, session: SessionId, audience: Readers = None, fenced: Fenced = False) -> None:
    """Write what the next session must know of SESSION: open tasks, last decisions, changed facts."""
    with call.knowledge() as knowledge:
        written = knowledge.handovers(call.user).of(session, audience=audience, fenced=fenced)
    screen.answer(call, written, Text(screen.plain(written.text)))


@command(app, example='enishi conversation begin slack-1764 "Why do logins fail?" --channel slack')
def begin(
    call: Call,
    session: SessionId,
    message: Annotated[list[str], typer.Argument(metavar="MESSAGE", help="What the user writes.")],
    *,
    channel: Channel = None,
    project: Project = None,
    free: Free = None,
    audience: Along = None,
    fenced: Fenced = False,
) -> None:
    """Find the project of MESSAGE, and write the memory for its prompt."""
    with call.knowledge() as knowledge, screen.waiting(call, "Reading …"):
        conversation = knowledge.conversation(call.user)
        begun = conversation.begin(
            session,
            " ".join(message),
            channel=channel,
            project=project,
            free_tokens=free,
            audience=audience,
            fenced=fenced,
        )
    shown = Text(screen.plain(begun.context.text)) if begun.context.text else None
    screen.answer(call, begun, shown, ids=[begun.project] if begun.project else [])
    if begun.offline:
        screen.remark(call, f"Without memory: {begun.offline}")
    elif begun.project:
        made = " (new)" if begun.created else ""
        screen.remark(call, f"project: {begun.project}{made}")
    if begun.routed is not None and begun.routed.ask:
        screen.remark(call, begun.routed.ask)


@command(app, example='enishi conversation end slack-1764 "The clock of the auth host was wrong." --speaker Ken')
def end(
    call: Call,
    session: SessionId,
    text: Annotated[list[str], typer.Argument(metavar="TEXT", help="What was said, a turn each.")],
    *,
    speaker: Annotated[str | None, typer.Option(help="Who said it.")] = None,
    channel: Channel = None,
    project: Project = None,
    audience: Along = None,
) -> None:
    """Keep what was said; while the database is away it waits in a journal on this machine."""
    from graph.model.talk.conversation import Turn

    with call.knowledge() as knowledge, screen.waiting(call, "Reading …"):
        turns = [Turn(text=each, speaker=speaker) for each in text]
        ended = knowledge.conversation(call.user).end(
            session, turns, channel=channel, project=project, audience=audience
        )
    screen.answer(call, ended, _ended(ended), ids=ended.kept)


@command(app, example="enishi conversation replay")
def replay(call: Call) -> None:
    """Keep what waits in the journal of this machine."""
    with call.knowledge() as knowledge:
        done = knowledge.conversation(call.user).replay()
    shown = f"Kept {screen.several(done.kept, 'turn')}; {done.waiting:,} waiting, {len(done.failed):,} failed."
    screen.answer(call, done, shown, ids=())


def _summarized(made: "Summarized") -> Text | Group:
    if not made.success:
        return Text(screen.plain(f"No new summary: {made.reason}"))
    counts = (
        f"{made.original_size:,} characters to {made.new_size:,}; "
        f"{screen.several(made.entries_preserved, 'memory')} word for word, {made.entries_summarized:,} in brief"
    )
    lines = [Text(counts, style="dim")]
    if made.backup_path:
        lines.append(Text(f"from before: {made.backup_path}", style="dim", overflow="fold"))
    return Group(*([_summary(made.summary)] if made.summary else []), *lines)


def _summary(summary: "Summary") -> Group:
    lines = [
        Text("- ")
        .append(screen.plain(" ".join(quote.text.split())))
        .append(f"  {quote.at.date()} {quote.memory_id}", style="dim")
        for quote in summary.quotes
    ]
    return Group(*lines)


def _ended(ended: "Ended") -> Text:
    text = Text(f"Kept {screen.several(len(ended.kept), 'turn')}")
    if ended.project:
        text.append(" in ").append(screen.plain(ended.project), style="cyan")
    text.append(".")
    if ended.waiting:
        text.append(f" {screen.several(ended.waiting, 'turn')} waiting in the journal.", style="yellow")
    for identity, reason in ended.failed.items():
        text.append(f"\n{screen.plain(identity)}: {screen.plain(reason)}", style="red")
    if ended.summarized is not None and ended.summarized.success:
        text.append("\nThe summary of the project was made anew.", style="dim")
    for learning in ended.learnings:
        text.append(f"\nLearnt? {screen.plain(' '.join(learning.text.split()))}")
        text.append(f"\n  enishi learnings accept {learning.id}", style="dim")
    return text
