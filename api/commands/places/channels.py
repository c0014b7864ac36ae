"""`enishi channels`: by which ids the user goes in channels, and where sessions are held and taken up again."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group
from rich.text import Text

from api.commands.call import Call
from api.commands.options import TIDY, command
from api.commands.terminal import screen, tables
from graph.errors import Invalid

if TYPE_CHECKING:
    from graph.model.life.overview import ChannelIdentity

Channel = Annotated[str, typer.Argument(metavar="CHANNEL", help="The channel, such as slack or line.")]
Identity = Annotated[str, typer.Argument(metavar="ID", help="The id there, such as U0123.")]
Kind = Annotated[str, typer.Argument(metavar="KIND", help="slack, line, github, discord, mail, cli or web.")]
Ids = Annotated[list[str], typer.Argument(metavar="NAME=ID", help="The ids that resume it: channel=C1 thread_ts=1.2")]

app = typer.Typer(help="Who you are in channels, and where sessions are held.", no_args_is_help=True)


def add_to(outer: typer.Typer) -> None:
    """Adds the commands."""
    outer.add_typer(app, name="channels", rich_help_panel=TIDY)


@command(app, "list", example="enishi channels list")
def list_identities(call: Call) -> None:
    """List the ids by which you go in channels."""
    with call.knowledge() as knowledge:
        _print(call, knowledge.channels(call.user).identities())


@command(app, example="enishi channels add slack U0123")
def add(call: Call, channel: Channel, identity: Identity) -> None:
    """Say that an id in a channel is you: what comes from there is yours."""
    with call.knowledge() as knowledge:
        _print(call, knowledge.channels(call.user).add(channel, identity))


@command(app, example="enishi channels remove slack U0123")
def remove(call: Call, channel: Channel, identity: Identity) -> None:
    """Take that back."""
    with call.knowledge() as knowledge:
        _print(call, knowledge.channels(call.user).remove(channel, identity))


@command(app, example="enishi channels whose slack U0123")
def whose(call: Call, channel: Channel, identity: Identity) -> None:
    """Tell which user goes by an id in a channel."""
    with call.knowledge() as knowledge:
        user = knowledge.user_of(channel, identity)
    screen.answer(call, {"user": user}, user, ids=[user])


@command(app, example="enishi channels hold session-1 slack channel=C0123 thread_ts=1764201600.000100")
def hold(
    call: Call,
    session: Annotated[str, typer.Argument(metavar="SESSION", help="Id of a session.")],
    kind: Kind,
    ids: Ids,
    audience: Annotated[
        str | None,
        typer.Option("--audience", metavar="WHO", help="Who reads along there: shared, or a group's name."),
    ] = None,
) -> None:
    """Keep where a session is held, by the ids that resume it there."""
    with call.knowledge() as knowledge:
        source = knowledge.channels(call.user).hold(session, kind, _named(ids), audience=audience)
    shown = ", ".join(f"{name} {value}" for name, value in source.ids.items())
    screen.answer(call, source, screen.plain(f"{session}: {source.kind.value}, {shown}"), ids=[session])


@command(app, example="enishi channels resume slack channel=C0123 thread_ts=1764201600.000100")
def resume(call: Call, kind: Kind, ids: Ids) -> None:
    """Tell which session was held there, to go on with."""
    with call.knowledge() as knowledge:
        session = knowledge.channels(call.user).session_at(kind, _named(ids))
    screen.answer(call, {"session": session}, screen.plain(session), ids=[session])


def _named(written: Sequence[str]) -> dict[str, str]:
    pairs = [each.partition("=") for each in written]
    if any(not (name and sign and value) for name, sign, value in pairs):
        raise Invalid("ids", "one of them is no name with an id.", allowed="NAME=ID, such as channel=C0123")
    return {name: value for name, _, value in pairs}


def _print(call: Call, identities: "Sequence[ChannelIdentity]") -> None:
    lines = [Text(screen.plain(f"{each.channel}  {each.id}  since {tables.day(each.at)}")) for each in identities]
    screen.answer(
        call, identities, Group(*lines) if lines else None, ids=[each.id for each in identities],
        otherwise="You go by no id in a channel. enishi channels add slack U0123 says that this one is you.",
    )  # fmt: skip
