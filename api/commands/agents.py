"""`enishi mcp`: the memories as tools of agents, by the Model Context Protocol over stdio or HTTP."""

# ruff: noqa: PLC0415 -- the protocol's library takes a second to load; who asks a running server needs none of it
import shutil
import sys
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from api.commands.call import Call
from api.commands.connection import running_server
from api.commands.options import SERVERS, command
from api.commands.terminal import screen

if TYPE_CHECKING:
    from api.agents.asker import Asker
    from api.background import BackgroundJobs
    from graph.knowledge import Knowledge

ClientName = Literal["claude-desktop", "claude-code", "vscode", "cursor"]


def add_to(app: typer.Typer) -> None:
    """Adds the command."""
    command(app, panel=SERVERS, example="claude mcp add enishi -- enishi mcp")(mcp)


def mcp(
    call: Call,
    profile: Annotated[
        Literal["lean", "full"], typer.Option(help="lean: the eight tools that matter; full: all sixteen.")
    ] = "lean",
    project: Annotated[
        str | None, typer.Option(help="Save into this project what names none; questions are about all.")
    ] = None,
    audience: Annotated[
        str | None,
        typer.Option(
            metavar="WHO", help="Who reads the answers beside you: shared, or a group's name; nothing private is told."
        ),
    ] = None,
    http: Annotated[bool, typer.Option("--http", help="Over HTTP, at /mcp, instead of stdio.")] = False,
    host: Annotated[str | None, typer.Option(help="Address for --http; else that of the settings.")] = None,
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="Port for --http; else one above that of the settings, 8473.")
    ] = None,
    print_config: Annotated[
        ClientName | None, typer.Option("--print-config", help="Print what this client wants in its settings.")
    ] = None,
) -> None:
    """Offer the memories to agents as tools, by the Model Context Protocol."""
    from api.agents.asker import Asker, path_of

    if print_config is not None:
        _print_config(call, print_config, profile, project, audience)
        return
    if http:
        _serve_http(call, host, port, _readers(audience))
        return
    asker = Asker(call.user, _checked(project), _readers(audience))
    server = None if _is_direct(call) else running_server(call)
    if server is None:
        _serve_here(call, asker, profile)
        return
    from api.agents import bridge

    with suppress(KeyboardInterrupt):
        bridge.run(lambda: running_server(call), asker, path_of(profile))


def _is_direct(call: Call) -> bool:
    from api import environment

    return call.direct or environment.is_direct()


def _checked(project: str | None) -> str | None:
    if project is None:
        return None
    from graph.intake.checks import checked
    from graph.model.draft import Draft

    return checked(Draft(text="-", project=project)).project


def _readers(audience: str | None) -> str | None:
    if audience is None:
        return None
    from graph.db.filters import asked_audience

    return asked_audience(audience)


def _serve_here(call: Call, asker: "Asker", profile: str) -> None:
    from api.agents.handshake import opened

    try:
        began = opened(sys.stdin.fileno(), sys.stdout.fileno())
    except KeyboardInterrupt:
        return
    from api.agents.alone import Alone

    def jobs_of(knowledge: "Knowledge") -> "BackgroundJobs":
        from api.background import BackgroundJobs
        from api.settings import settings

        chosen = settings().api
        return BackgroundJobs(knowledge, batch=chosen.enrich_batch, idle_seconds=chosen.enrich_idle_seconds)

    Alone(partial(call.wiring.build, replace(call, warm=True)), jobs_of, asker).run(profile, began)


def _serve_http(call: Call, host: str | None, port: int | None, audience: str | None) -> None:
    import uvicorn

    from api.commands.serve import GRACE_S, check_free, url_of
    from api.rest.app import create_agents_app
    from api.rest.keys import keys_of
    from api.settings import settings

    chosen = settings().api
    chosen = chosen.model_copy(update={"host": host or chosen.host, "port": port or chosen.port + 1})
    keys_of(chosen)  # refuses to open the door to a network without keys
    check_free(chosen.host, chosen.port)
    # With keys others than the one that this command would show a server may ask: it opens the memories itself.
    server = None if chosen.keys or _is_direct(call) else running_server(call)
    knowledge = call.wiring.build(replace(call, warm=server is None))
    screen.remark(call, f"MCP: {url_of(chosen.host, chosen.port)}/mcp   (Ctrl-C ends the server)")
    app = create_agents_app(knowledge, chosen, background=server is None, audience=audience)
    uvicorn.run(app, host=chosen.host, port=chosen.port, log_level="warning", timeout_graceful_shutdown=GRACE_S)


def _print_config(call: Call, client: ClientName, profile: str, project: str | None, audience: str | None) -> None:
    from api.agents.clients import CLIENTS, settings_of
    from graph.local.launch import module_command

    program = shutil.which("enishi")
    whole = (program,) if program else module_command("api.commands")
    options = [
        *(("--user", call.named_user) if call.named_user else ()),
        *(("--project", project) if project else ()),
        *(("--audience", audience) if audience else ()),
        *(("--profile", profile) if profile != "lean" else ()),
    ]
    screen.remark(call, f"Put this into {CLIENTS[client].place}:")
    screen.print_json(settings_of(client, whole[0], [*whole[1:], "mcp", *options]))
    sys.stdout.flush()
