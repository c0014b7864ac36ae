"""`enishi route`: to which project a message belongs."""

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group
from rich.text import Text

from api.commands.call import Call
from api.commands.options import ASK, Readers, command
from api.commands.terminal import screen

if TYPE_CHECKING:
    from graph.model.talk.routing import ProjectMatch, Routed


def add_to(app: typer.Typer) -> None:
    """Adds the command."""
    command(app, panel=ASK, example='enishi route "Why do logins fail since the release?"')(route)


def route(
    call: Call,
    message: Annotated[list[str], typer.Argument(metavar="MESSAGE", help="What somebody writes.")],
    *,
    session: Annotated[str | None, typer.Option("--session", help="The talk that it is part of.")] = None,
    current: Annotated[
        str | None, typer.Option("--current", metavar="PATH", help="The project at work, where no session says it.")
    ] = None,
    audience: Readers = None,
) -> None:
    """Find the project that MESSAGE belongs to, and say how sure that is and why. Nothing is changed."""
    with call.knowledge() as knowledge, screen.waiting(call, "Reading …"):
        routing = knowledge.routing(call.user)
        routed = routing.route(" ".join(message), session_id=session, current=current, audience=audience)
    screen.answer(call, routed, _routed(routed), ids=[routed.primary] if routed.primary else [])


def _routed(routed: "Routed") -> Group:
    sure = f"  {routed.probability:.2f} {routed.confidence.value}"
    if routed.primary is not None:
        lines = [_path(routed.primary).append(sure, style="not bold dim")]
    else:
        lines = [Text("Something new", style="bold").append(sure, style="not bold dim")]
    lines += [Text("also ").append(_path(path)) for path in routed.secondary]
    if routed.proposed is not None:
        lines.append(Text("new would be ").append(_path(routed.proposed.path)))
    if routed.ask:
        lines.append(Text(screen.plain(routed.ask), style="yellow"))
    if routed.pinned_content:
        lines.append(Text("to be pinned: ").append(screen.plain(routed.pinned_content)))
    if routed.fallback:
        lines.append(Text(screen.plain(routed.fallback), style="dim"))
    return Group(*lines, *(_match(match) for match in routed.matches))


def _match(match: "ProjectMatch") -> Text:
    text = Text("  ").append(screen.plain(match.path), style="cyan")
    return text.append(f"  {match.probability:.2f}  {screen.plain('; '.join(match.reasons))}", style="dim")


def _path(path: str) -> Text:
    return Text(screen.plain(path), style="bold cyan", overflow="fold")
