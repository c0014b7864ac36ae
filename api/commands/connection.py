"""How commands reach the database: the settings, and a local Neo4j that is fetched and started, with progress."""

# ruff: noqa: PLC0415 -- the rooms behind the door are heavy; `enishi --help` must not pay for them
from typing import TYPE_CHECKING

from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

from api.commands import screen
from api.commands.call import Call

if TYPE_CHECKING:
    from graph.knowledge import Knowledge
    from graph.local.server import Address, Stage

STAGES = {
    "fetch": "Fetching Neo4j; this happens once",
    "start": "Starting Neo4j",
    "stop": "Stopping Neo4j",
}


def open_knowledge(call: Call) -> "Knowledge":
    """The knowledge that the settings describe. A local Neo4j is fetched and started first where it has to be."""
    from api.app import build
    from api.settings import settings

    local_address(call)
    return build(settings(), warm=call.warm)


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


def _download_bar(console: screen.Console, total: int) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    progress = Progress(*columns, TimeRemainingColumn(), console=console)
    progress.add_task(STAGES["fetch"], total=total)
    progress.start()
    return progress
