"""How commands reach the memories: a running REST server, else the database, a local Neo4j being started first."""

# ruff: noqa: PLC0415 -- the rooms behind the door are heavy; `enishi --help` must not pay for them
from pathlib import Path
from typing import TYPE_CHECKING, cast

from api import environment
from api.commands.call import Call
from api.commands.terminal import screen

if TYPE_CHECKING:
    from rich.progress import Progress

    from api.running import Server
    from api.settings import Settings
    from graph.knowledge import Knowledge
    from graph.local.server import Address, Stage

STAGES = {
    "fetch": "Fetching Neo4j; this happens once",
    "start": "Starting Neo4j",
    "stop": "Stopping Neo4j",
}


def open_knowledge(call: Call) -> "Knowledge":
    """The knowledge that the settings describe: asked of a server that keeps the same, else opened here."""
    from api.remote import RemoteKnowledge

    server = None if call.direct or call.warm or environment.is_direct() else running_server(call)
    if server is None:
        return knowledge_opened_here(call)
    if call.verbose:
        screen.remark(call, f"Asking the REST server at {server.host}:{server.port} (--direct does not).")
    remote = RemoteKnowledge(server, lambda: knowledge_opened_here(call))
    return cast("Knowledge", remote)  # it has the same methods, each a request


def running_server(call: Call) -> "Server | None":
    """The REST server of this machine that keeps the same memories as the settings of this process describe."""
    from api.running import server_of

    return server_of(call.user)


def server_folder() -> Path:
    """Where the background server's record and log are kept."""
    from api import running

    return running.server_folder()


def knowledge_opened_here(call: Call) -> "Knowledge":
    """The knowledge over the database. A local Neo4j is fetched and started first where it has to be."""
    from api.app import build
    from api.settings import settings

    chosen = settings()
    for remark in unknown_variables(chosen):
        screen.remark(call, remark)
    local_address(call)
    return build(chosen, warm=call.warm)


def unknown_variables(chosen: "Settings") -> list[str]:
    """A remark on each ENISHI_ variable that names no setting, such as ENISHI_API_PORT; nobody else would say so."""
    from graph.intake.spelling import written_like

    groups = {name: set(type(getattr(chosen, name)).model_fields) for name in type(chosen).model_fields}
    known = {f"{environment.PREFIX}{group}__{name}".upper() for group, names in groups.items() for name in names}
    other = {f"{environment.PREFIX}{name.upper()}" for name in (*groups, "debug", "env_file")}
    remarks: list[str] = []
    for name in sorted(environment.variables()):
        setting = "__".join(name.split("__")[:2])
        if setting in known or name in other or name.startswith("ENISHI_TEST_"):
            continue
        like = written_like(name, known, 1)
        remarks.append(f"{name} names no setting and is ignored." + (f" Do you mean {like[0]}?" if like else ""))
    return remarks


def local_address(call: Call) -> "Address | None":
    """Where the Neo4j of this machine listens, started if need be; None when the settings name another server."""
    from api.settings import settings, settings_file
    from graph.local.server import LocalServer

    chosen = settings()
    if path := settings_file():
        screen.remark(call, f"Settings are read from {path}")
    if chosen.neo4j.uri is not None:
        return None
    with StageProgress(call) as stages:
        return LocalServer(chosen.local, progress=stages.show).ensure()


def default_user() -> str:
    """The user the settings name."""
    if "ENISHI_API" not in environment.variables():
        return environment.default_user()
    from api.settings import settings

    return settings().api.default_user


class StageProgress:
    """Shows the stages of the local server: a download bar on a terminal, else one remark a stage."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._console = screen.err()
        self._shown: set[str] = set()
        self._bar: Progress | None = None

    def __enter__(self) -> "StageProgress":
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def show(self, stage: "Stage", done: int, total: int) -> None:
        """One step of a stage; bytes for "fetch"."""
        if self._call.quiet or self._call.as_json or (stage == "fetch" and done == total and stage not in self._shown):
            return
        if stage not in self._shown:
            self._shown.add(stage)
            if stage == "fetch" and self._console.is_terminal:
                self._bar = _download_bar(self._console, total)
            else:
                screen.remark(self._call, f"{STAGES[stage]} …")
        if stage == "fetch" and self._bar is not None:
            self._bar.update(self._bar.task_ids[0], completed=done, total=total)


def _download_bar(console: screen.Console, total: int) -> "Progress":
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    progress = Progress(*columns, TimeRemainingColumn(), console=console)
    progress.add_task(STAGES["fetch"], total=total)
    progress.start()
    return progress
