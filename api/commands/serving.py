"""`enishi serve`: the REST door, in the foreground or in the background."""

# ruff: noqa: PLC0415 -- a web framework is heavy; `enishi --help` must not pay for it
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands import screen
from api.commands.call import Call
from api.commands.opening import local_address
from api.commands.options import command

if TYPE_CHECKING:
    from api.api_settings import ApiSettings

GRACE_S = 10
"""How long a request under way may take to finish when the server is asked to end."""


def add_to(app: typer.Typer) -> None:
    """Adds the command."""
    command(app)(serve)


def serve(
    call: Call,
    host: Annotated[str | None, typer.Option(help="Address; else that of the settings, 127.0.0.1.")] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Port; else that of the settings, 8472.")] = None,
    detach: Annotated[bool, typer.Option("--detach", "-d", help="Run in the background.")] = False,
    stop: Annotated[bool, typer.Option("--stop", help="End the server that runs in the background.")] = False,
) -> None:
    """Serve the memories over HTTP; the documentation is at /docs."""
    from api.commands import detached
    from api.rest.keys import keys_of
    from api.settings import settings

    if stop:
        ended = detached.stop(detached.default_folder())
        screen.remark(call, "The REST server has stopped." if ended else "The REST server was not running.")
        return
    chosen = settings().api
    where, at = host or chosen.host, port or chosen.port
    keys_of(chosen.model_copy(update={"host": where}))  # refuses to open the door to a network without keys
    if not detach:
        _serve_here(call, chosen.model_copy(update={"host": where, "port": at}))
        return
    local_address(call)  # so that a Neo4j which has to be fetched shows its progress here
    running = detached.start(detached.default_folder(), host=where, port=at)
    if call.as_json:
        screen.print_json(running)
    else:
        screen.out().print(f"REST documentation: {running.url}/docs   (stop it: enishi serve --stop)", soft_wrap=True)


def _serve_here(call: Call, settings: "ApiSettings") -> None:
    import uvicorn

    from api.commands import detached
    from api.rest.app import create_app

    detached.check_free(settings.host, settings.port)
    app = create_app(call.wiring.build(replace(call, warm=True)), settings)
    url = detached.url_of(settings.host, settings.port)
    screen.remark(call, f"REST documentation: {url}/docs   (Ctrl-C ends the server)")
    uvicorn.run(app, host=settings.host, port=settings.port, log_level="warning", timeout_graceful_shutdown=GRACE_S)
