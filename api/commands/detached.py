"""The REST server in the background: started once, found again by the next command, stopped on request."""

import errno
import json
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic, sleep

import httpx
import psutil
from filelock import FileLock, Timeout
from platformdirs import user_data_dir

from graph.errors import Misconfigured, Unavailable

POLL_S = 0.1
START_PATIENCE_S = 120.0
STOP_PATIENCE_S = 20.0
CLOCK_SLACK_S = 2.0
_children: list[subprocess.Popen[bytes]] = []
"""Servers this program started, kept so that none is ended or warned of with us."""
SERVE = (sys.executable, "-m", "api.commands", "serve")


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A server that was started: its process, that process's birth in seconds since 1970, and where it listens."""

    pid: int
    born: float
    host: str
    port: int

    @property
    def url(self) -> str:
        """The address to open."""
        return url_of(self.host, self.port)


def url_of(host: str, port: int) -> str:
    """The address by which a program of this machine reaches what listens at a host and a port."""
    if host in ("0.0.0.0", "::"):  # noqa: S104 -- compared with, not listened at
        return f"http://127.0.0.1:{port}"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def default_folder() -> Path:
    """Where the background server's record and log are kept."""
    return Path(user_data_dir("enishi")) / "api"


def running(folder: Path) -> Running | None:
    """The server that was started from this folder, if it still lives."""
    try:
        known = Running(**json.loads((folder / "state.json").read_text(encoding="utf-8")))
        process = psutil.Process(known.pid)
        same = abs(process.create_time() - known.born) < CLOCK_SLACK_S
        return known if same and process.status() != psutil.STATUS_ZOMBIE else None
    except (OSError, ValueError, TypeError, psutil.Error):
        return None


def start(
    folder: Path,
    *,
    host: str,
    port: int,
    program: Sequence[str] = SERVE,
    patience_s: float = START_PATIENCE_S,
) -> Running:
    """The server of this folder, started at host and port unless it runs already; it outlives the caller.

    `program` is called with --host and --port and answers at /health once it is ready. Raises Misconfigured when it
    cannot start (the port is taken, a setting is wrong), Unavailable when it takes too long; then nothing is left
    running.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with _locked(folder):
        known = running(folder)
        if known is not None:
            return known
        check_free(host, port)
        with (folder / "api.log").open("wb") as log:
            child = subprocess.Popen(  # noqa: S603 -- this very program
                [*program, "--host", host, "--port", str(port)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        _children.append(child)
        try:
            return _awaited(folder, child, host, port, patience_s)
        except BaseException:
            _end(child.pid)
            child.wait()
            (folder / "state.json").unlink(missing_ok=True)
            raise


def stop(folder: Path) -> bool:
    """Ends the server of this folder, by force when it does not leave; False when it was not running."""
    if not folder.is_dir():
        return False
    with _locked(folder):
        known = running(folder)
        if known is not None:
            _end(known.pid)
        (folder / "state.json").unlink(missing_ok=True)
        return known is not None


def check_free(host: str, port: int) -> None:
    """Raises Misconfigured when nothing can listen at this address now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            problem = "is used by another program" if taken else f"cannot be listened at ({error.strerror})"
            whose = ", perhaps by Enishi itself (`enishi serve --detach` tells)" if taken else ""
            raise Misconfigured(f"{host}:{port} {problem}{whose}. Choose another with --host or --port.") from error


def near_port(host: str, wanted: int) -> int:
    """The wanted port where it is free, else any that is."""
    try:
        check_free(host, wanted)
    except Misconfigured:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.bind((host, 0))
            return int(probe.getsockname()[1])
    return wanted


def _awaited(folder: Path, child: subprocess.Popen[bytes], host: str, port: int, patience_s: float) -> Running:
    known = Running(pid=child.pid, born=psutil.Process(child.pid).create_time(), host=host, port=port)
    _keep(folder, known)
    deadline = monotonic() + patience_s
    while monotonic() < deadline:
        if child.poll() is not None:
            raise Misconfigured(f"The REST server did not start. {_last_words(folder)}")
        if _answers(known.url):
            return known
        sleep(POLL_S)
    raise Unavailable(f"The REST server did not answer within {patience_s:.0f} s. Its log: {folder / 'api.log'}")


def _keep(folder: Path, known: Running) -> None:
    fresh = folder / "state.json.new"
    fresh.write_text(json.dumps(asdict(known)), encoding="utf-8")
    fresh.replace(folder / "state.json")


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/health", timeout=2.0, trust_env=False).is_success
    except httpx.HTTPError:
        return False


def _last_words(folder: Path) -> str:
    lines = (folder / "api.log").read_text(encoding="utf-8", errors="replace").splitlines()
    return next((line for line in reversed(lines) if line.strip()), f"Its log: {folder / 'api.log'}")


def _end(pid: int) -> None:
    try:
        process = psutil.Process(pid)
        process.terminate()
        process.wait(STOP_PATIENCE_S)
    except psutil.TimeoutExpired:
        psutil.Process(pid).kill()
    except psutil.NoSuchProcess:
        pass
    for child in _children:
        child.poll()


def _locked(folder: Path) -> AbstractContextManager[object]:
    try:
        return FileLock(folder / "api.lock").acquire(timeout=START_PATIENCE_S + STOP_PATIENCE_S)
    except Timeout as error:
        raise Unavailable("Another program is starting or stopping the REST server. Wait, and repeat.") from error
