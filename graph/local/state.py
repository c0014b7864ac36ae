"""What is known of a home's server between programs: which program it is, and where it listens."""

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from graph.local.conf import write_private


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A server that was started: its operating system id and birth (seconds since 1970), ports and version.

    `pid` is None before the start and once it was stopped; the ports are kept, so that addresses stay the same.
    `archive` is the class archive with which its `java` starts quicker.
    """

    pid: int | None
    born: float
    bolt_port: int
    http_port: int
    version: str
    ready: bool
    archive: str = ""
    java: str = ""


def load(home: Path) -> State | None:
    """The state as last written; None when there is none or it is damaged."""
    try:
        return State(**json.loads((home / "state.json").read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def save(home: Path, state: State) -> None:
    """Replace the state at once."""
    write_private(home / "state.json", json.dumps(asdict(state)))


def answering(state: State) -> State:
    """The same server, now answering queries."""
    return replace(state, ready=True)


def stopped(state: State) -> State:
    """The same server, ended; its ports are remembered."""
    return replace(state, pid=None, ready=False)


def written_pid(home: Path) -> int | None:
    """The id that the server itself wrote when it started; None when it wrote none."""
    try:
        return int((home / "run" / "neo4j.pid").read_text(encoding="ascii").strip())
    except (OSError, ValueError):
        return None
