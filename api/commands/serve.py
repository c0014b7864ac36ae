"""`enishi serve`: the REST server, in the foreground or as a process of its own that outlives the command."""

# ruff: noqa: PLC0415 -- a web framework, an HTTP client and psutil are heavy; `enishi --help` must not pay for them
import errno
import json
import socket
import subprocess
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.call import Call
from api.commands.connection import local_address, server_folder
from api.commands.options import SERVERS, command
from api.commands.terminal import screen
from api.environment import memories_place, reached_at
from graph.errors import Misconfigured, Unavailable

if TYPE_CHECKING:
    from api.api_settings import ApiSettings

POLL_S = 0.1
START_PATIENCE_S = 120.0
STOP_PATIENCE_S = 20.0
CLOCK_SLACK_S = 2.0
WEBSOCKET_TAKES = 4096
"""Bytes of a message to the stream of events, which takes none."""
GRACE_S = 10
"""How long a request under way may take to finish when the server is asked to end."""


def add_to(app: typer.Typer) -> None:
    """Adds the command."""
    command(app, panel=SERVERS, example="enishi serve --detach")(serve)


def serve(
    call: Call,
    host: Annotated[str | None, typer.Option(help="Address; else that of the settings, 127.0.0.1.")] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Port; else that of the settings, 8472.")] = None,
    detach: Annotated[bool, typer.Option("--detach", "-d", help="Run in the background.")] = False,
    log_format: Annotated[
        str | None, typer.Option("--log-format", help="A line a request: off, text or json; else that of the settings.")
    ] = None,
    stop: Annotated[bool, typer.Option("--stop", help="End the server that runs in the background.")] = False,
) -> None:
    """Serve the memories over HTTP, with a page for people at / and the documentation of the API at /docs."""
    from api.api_settings import AccessLogFormat
    from api.rest.keys import keys_of
    from api.settings import settings
    from graph.intake.checks import choice

    form = None if log_format is None else choice("--log-format", AccessLogFormat, log_format)
    if stop:
        ended = stop_server(server_folder())
        screen.remark(call, "The REST server has stopped." if ended else "The REST server was not running.")
        return
    chosen = settings().api
    where, at = host or chosen.host, port or chosen.port
    if form is not None:
        chosen = chosen.model_copy(update={"access_log": form})
    keys_of(chosen.model_copy(update={"host": where}))  # refuses to open the door to a network without keys
    if not detach:
        _serve_here(call, chosen.model_copy(update={"host": where, "port": at}))
        return
    local_address(call)  # so that a Neo4j which has to be fetched shows its progress here
    server = start_server(server_folder(), host=where, port=at, log_format=chosen.access_log)
    if call.as_json:
        screen.print_json(server)
    else:
        line = f"Page: {server.url}/   REST: {server.url}/docs   (stop it: enishi serve --stop)"
        screen.out().print(line, soft_wrap=True)


def _serve_here(call: Call, settings: "ApiSettings") -> None:
    import uvicorn

    from api.rest.app import create_app
    from api.rotation_schedule import RotationSchedule
    from api.settings import settings as all_settings

    check_free(settings.host, settings.port)
    knowledge = call.wiring.build(replace(call, warm=True))
    rotation = all_settings().rotation
    schedule = RotationSchedule(knowledge, rotation) if rotation.enabled or rotation.backup.daily else None
    app = create_app(knowledge, settings, secret=_secret(), schedule=schedule)
    # What the first agent would wait a second for.
    Thread(target=import_module, args=("api.agents.server",), name="enishi-agents", daemon=True).start()
    url = url_of(settings.host, settings.port)
    screen.remark(call, f"Page: {url}/   REST: {url}/docs   (Ctrl-C ends the server)")
    uvicorn.run(
        app,
        host=settings.host,
        port=settings.port,
        log_level="warning",
        timeout_graceful_shutdown=GRACE_S,
        ws_max_size=WEBSOCKET_TAKES,
    )


def _secret() -> bytes | None:
    """By what this server shows commands whose it is; where none can be kept, they open the database themselves."""
    from api.proof import made_secret

    try:
        return made_secret(server_folder())
    except OSError:
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningServer:
    """A background server: its process id, when that process began in seconds since 1970, and where it listens.

    `memories` is where what it keeps lies.
    """

    pid: int
    born: float
    host: str
    port: int
    memories: str = ""

    @property
    def url(self) -> str:
        """The address to open."""
        return url_of(self.host, self.port)


def url_of(host: str, port: int) -> str:
    """The address by which a program of this machine reaches what listens at a host and a port."""
    host = reached_at(host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def running_server(folder: Path) -> RunningServer | None:
    """The server that was started from this folder, if it still lives."""
    import psutil

    try:
        server = RunningServer(**json.loads((folder / "state.json").read_text(encoding="utf-8")))
        process = psutil.Process(server.pid)
        same = abs(process.create_time() - server.born) < CLOCK_SLACK_S
        return server if same and process.status() != psutil.STATUS_ZOMBIE else None
    except (OSError, ValueError, TypeError, psutil.Error):
        return None


def trouble_of(folder: Path) -> str | None:
    """What is wrong with the server that was started in the background of this folder: it is gone, or is silent.

    None where it answers, and where none was started or the last one was stopped.
    """
    server = running_server(folder)
    if server is not None:
        return None if _answers(server.url) else f"is silent (process {server.pid}; enishi serve --stop ends it)"
    ended = f"was started in the background and has ended by itself (log: {folder / 'api.log'})"
    return ended if (folder / "state.json").exists() else None


def start_server(
    folder: Path,
    *,
    host: str,
    port: int,
    log_format: str = "off",
    program: Sequence[str] = (),
    patience_s: float = START_PATIENCE_S,
) -> RunningServer:
    """The server of this folder, started at host and port unless it runs already; it outlives the caller.

    `program`, `enishi serve` unless it is given, is called with --host and --port and answers at /health once it is
    ready. Raises Misconfigured when it cannot start (the port is taken, a setting is wrong), Unavailable when it takes
    too long; then nothing is left running.
    """
    from graph.local import launch

    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with _locked(folder):
        server = running_server(folder)
        if server is not None:
            return server
        check_free(host, port)
        logged = () if log_format == "off" else ("--log-format", log_format)
        command = program or (*launch.module_command("api.commands"), "serve")
        child = launch.spawn_detached([*command, "--host", host, "--port", str(port), *logged], folder / "api.log")
        try:
            return _wait_until_ready(folder, child, host, port, patience_s)
        except BaseException:
            launch.end_child(child)
            (folder / "state.json").unlink(missing_ok=True)
            raise


def stop_server(folder: Path) -> bool:
    """Ends the server of this folder, by force when it does not leave; False when it was not running."""
    import psutil

    from graph.local import launch

    if not folder.is_dir():
        return False
    with _locked(folder):
        server = running_server(folder)
        if server is not None:
            with suppress(psutil.NoSuchProcess):
                launch.end(psutil.Process(server.pid), STOP_PATIENCE_S)
        (folder / "state.json").unlink(missing_ok=True)
        return server is not None


def check_free(host: str, port: int) -> None:
    """Raises Misconfigured when nothing can listen at this address now."""
    from api.running import stranger_at

    error = _obstacle(host, port)
    if error is None:
        return
    if error.errno != errno.EADDRINUSE:
        problem = f"cannot be listened at ({error.strerror})"
    elif stranger := stranger_at(host, port):
        problem = f"is used by an Enishi that keeps {stranger}"
    else:
        problem = "is used by another program, perhaps by Enishi itself (`enishi serve --detach` tells)"
    raise Misconfigured(f"{host}:{port} {problem}. Choose another with --host or --port.") from error


def free_port(host: str, wanted: int) -> int:
    """The wanted port where it is free, else any that is."""
    if _obstacle(host, wanted) is None:
        return wanted
    with socket.socket(_family(host), socket.SOCK_STREAM) as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def _obstacle(host: str, port: int) -> OSError | None:
    """Why nothing can listen at this address now."""
    with socket.socket(_family(host), socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error
    return None


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _wait_until_ready(
    folder: Path, child: subprocess.Popen[bytes], host: str, port: int, patience_s: float
) -> RunningServer:
    import psutil

    from graph.local.conf import write_private

    born = psutil.Process(child.pid).create_time()
    server = RunningServer(pid=child.pid, born=born, host=host, port=port, memories=memories_place())
    write_private(folder / "state.json", json.dumps(asdict(server)))
    deadline = monotonic() + patience_s
    while monotonic() < deadline:
        if child.poll() is not None:
            raise Misconfigured(f"The REST server did not start. {_last_log_line(folder)}")
        if _answers(server.url):
            return server
        sleep(POLL_S)
    raise Unavailable(f"The REST server did not answer within {patience_s:.0f} s. Its log: {folder / 'api.log'}")


def _answers(url: str) -> bool:
    import httpx

    try:
        return httpx.get(f"{url}/health", timeout=2.0, trust_env=False).is_success
    except httpx.HTTPError:
        return False


def _last_log_line(folder: Path) -> str:
    lines = (folder / "api.log").read_text(encoding="utf-8", errors="replace").splitlines()
    return next((line for line in reversed(lines) if line.strip()), f"Its log: {folder / 'api.log'}")


def _locked(folder: Path) -> AbstractContextManager[object]:
    from filelock import FileLock, Timeout

    try:
        return FileLock(folder / "api.lock").acquire(timeout=START_PATIENCE_S + STOP_PATIENCE_S)
    except Timeout as error:
        raise Unavailable("Another program is starting or stopping the REST server. Wait, and repeat.") from error
