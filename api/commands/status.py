"""`enishi status`: whether both servers run, what the user has and what waits, for a person or for monitoring."""

# ruff: noqa: PLC0415 -- the settings and the driver are heavy; `enishi --help` must not pay for them
from typing import TYPE_CHECKING

import typer

from api.commands.call import Call
from api.commands.connection import running_server, server_folder
from api.commands.db import NOT_RUNNING
from api.commands.options import SERVERS, command
from api.commands.terminal import screen, tables
from graph.errors import Misconfigured, Unavailable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.lifecycle.rotation_values import RotationAlert
    from graph.model.memory import Stats

_STOPPED = "does not run; start it: enishi db start"
_NOT_SERVED = "does not run"
_START = "enishi serve --detach"


def add_to(app: typer.Typer) -> None:
    """Adds the command."""
    command(app, panel=SERVERS, example="enishi status --json")(status)


def status(call: Call) -> None:
    """Say whether Neo4j and the REST server run, what is kept and what waits. Nothing is started.

    Exit code 3 without Neo4j, and where a server of the background has ended by itself or is silent.
    """
    from api.commands.serve import trouble_of, url_of
    from api.running import stranger_at
    from api.settings import settings
    from graph.local.server import LocalServer

    chosen = settings()
    local = LocalServer(chosen.local).status() if chosen.neo4j.uri is None else None
    server = running_server(call)
    stopped = local is not None and not local.running
    counts, alerts, problem = (None, (), _STOPPED) if stopped else _counts(call)
    address = chosen.neo4j.uri or (local and local.address and local.address.uri)
    api = server and url_of(server.host, server.port)
    lost = None if server else trouble_of(server_folder())
    stranger = None if server else stranger_at(chosen.api.host, chosen.api.port)
    taken = stranger and f"; {chosen.api.host}:{chosen.api.port} is that of an Enishi that keeps {stranger}"
    answer = {
        "neo4j": {"running": counts is not None, "uri": address, "problem": problem},
        "api": {"running": server is not None, "url": api, "problem": lost, "port_taken": stranger},
        "user": call.user,
        "alerts": alerts,
        "memories": counts and counts.memories,
        "pending": counts and counts.pending,
        "failed": counts and counts.failed,
        "data_folder": None if local is None else str(local.home),
    }
    fields = [
        ("Neo4j", f"runs at {address}" if counts else problem),
        ("REST API", f"runs at {api}" if api else f"{lost or _NOT_SERVED}{taken or ''}; start it: {_START}"),
        ("user", call.user),
        ("memories", counts and f"{counts.memories:,}"),
        ("waiting", counts and f"{counts.pending:,} to be understood, {counts.failed:,} failed"),
        ("data folder", answer["data_folder"]),
        ("alerts", "; ".join(alert.message for alert in alerts)),
    ]
    screen.answer(call, answer, tables.fields_table(fields))
    if counts is None or lost is not None:
        raise typer.Exit(NOT_RUNNING)


def _counts(call: Call) -> "tuple[Stats | None, Sequence[RotationAlert], str | None]":
    """What the user has and should know of, or why Neo4j cannot say."""
    try:
        with call.knowledge() as knowledge:
            return knowledge.stats(call.user), knowledge.rotation(call.user).alerts(), None
    except (Unavailable, Misconfigured) as error:
        return None, (), str(error)
