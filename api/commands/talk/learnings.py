"""`enishi learnings`: what a talk or a project seems to have taught, which a person takes or leaves."""

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group
from rich.text import Text

from api.commands.call import Call
from api.commands.options import TIDY, Limit, command
from api.commands.terminal import screen, tables

if TYPE_CHECKING:
    from graph.model.talk.learnings import Learning

app = typer.Typer(help="What talks seem to have taught: list it, accept it, reject it.", no_args_is_help=True)
LearningId = Annotated[str, typer.Argument(metavar="LEARNING", help="Id of a learning, as it is listed.")]


def add_to(outer: typer.Typer) -> None:
    """Adds the commands."""
    outer.add_typer(app, name="learnings", rich_help_panel=TIDY)


@command(app, "list", example="enishi learnings list --project work/shop")
def list_learnings(
    call: Call,
    session: Annotated[str | None, typer.Option("--session", help="Of this talk.")] = None,
    project: Annotated[str | None, typer.Option("--project", "-p", metavar="PATH", help="Of this project.")] = None,
    limit: Limit = 20,
) -> None:
    """List sentences that say what was learnt and that nobody has decided on, newest first."""
    with call.knowledge() as knowledge, screen.waiting(call, "Reading …"):
        learnings = knowledge.learnings(call.user).proposed(session_id=session, project=project, limit=limit)
    screen.answer(
        call,
        learnings,
        Group(*map(_learning, learnings)) if learnings else None,
        ids=[each.id for each in learnings],
        otherwise="Nothing there says what was learnt, or all of it is decided on.",
    )


@command(app, example="enishi learnings accept 01KAMXR0S9V3M9Y3C4Q5T6W7XZ.5f2b8c1d9e0a")
def accept(call: Call, learning: LearningId) -> None:
    """Keep a learning as a memory of its project."""
    with call.knowledge() as knowledge, screen.waiting(call, "Reading …"):
        kept = knowledge.learnings(call.user).accept(learning)
    screen.answer(call, kept, tables.remembered_text(kept), ids=[kept.id])


@command(app, example="enishi learnings reject 01KAMXR0S9V3M9Y3C4Q5T6W7XZ.5f2b8c1d9e0a")
def reject(call: Call, learning: LearningId) -> None:
    """Say that it is no learning: it is not listed again."""
    with call.knowledge() as knowledge, screen.waiting(call, "Reading …"):
        rejected = knowledge.learnings(call.user).reject(learning)
    screen.answer(call, rejected, Text("Left: ").append(screen.plain(rejected.text)), ids=[rejected.id])


def _learning(learning: "Learning") -> Text:
    text = Text(screen.plain(" ".join(learning.text.split())), overflow="fold")
    where = ", ".join(part for part in (f"{learning.at:%Y-%m-%d}", learning.project, learning.speaker) if part)
    text.append(f"\n  {screen.plain(where)}", style="dim")
    return text.append(f"\n  {learning.id}", style="cyan")
