"""What is known of the running server between programs: which program it is, and where it listens."""

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import psutil

from graph.local.conf import write_private

CLOCK_SLACK_S = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A server that was started: its operating system id and birth (seconds since 1970), ports and version.

    `pid` is None once it was stopped; the ports are kept, so that addresses stay the same.
    """

    pid: int | None
    born: float
    bolt_port: int
    http_port: int
    version: str
    ready: bool


def load(home: Path) -> State | None:
    """The state as last written; None when there is none or it is damaged."""
    try:
        return State(**json.loads((home / "state.json").read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def save(home: Path, state: State) -> None:
    """Replace the state at once."""
    write_private(home / "state.json", json.dumps(asdict(state)))


def living(state: State | None) -> psutil.Process | None:
    """The server's process if it is still the one that was started; None when it ended or its id was reused."""
    if state is None or state.pid is None:
        return None
    try:
        found = psutil.Process(state.pid)
        same = abs(found.create_time() - state.born) < CLOCK_SLACK_S
        alive = found.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return None
    return found if same and alive else None


def settled(state: State) -> State:
    """The same server, now answering queries."""
    return replace(state, ready=True)


def stopped(state: State) -> State:
    """The same server, ended; its ports are remembered."""
    return replace(state, pid=None, ready=False)
