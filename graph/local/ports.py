"""Two loopback ports for the server: those that were asked for, else the ones it had, else free ones."""

import socket
from dataclasses import dataclass

from graph.errors import Misconfigured
from graph.local.settings import LocalSettings
from graph.local.state import State

LOOPBACK = "127.0.0.1"
CONNECT_TIMEOUT_S = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """Where drivers and where browsers connect."""

    bolt: int
    http: int


def choose(settings: LocalSettings, previous: State | None) -> Ports:
    """Ports that are free now. Raises Misconfigured when one that was asked for is taken."""
    taken: set[int] = set()
    bolt = _port("bolt_port", settings.bolt_port, previous.bolt_port if previous else 0, taken)
    http = _port("http_port", settings.http_port, previous.http_port if previous else 0, taken)
    return Ports(bolt=bolt, http=http)


def is_free(port: int) -> bool:
    """Whether a program could listen on this loopback port now."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        # As the server does itself: connections of an earlier run that still linger do not count.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
        return True


def answers(port: int) -> bool:
    """Whether something accepts connections on this loopback port."""
    try:
        with socket.create_connection((LOOPBACK, port), timeout=CONNECT_TIMEOUT_S):
            return True
    except OSError:
        return False


def _port(field: str, asked: int, previous: int, taken: set[int]) -> int:
    if asked and (asked in taken or not is_free(asked)):
        raise Misconfigured(
            f"Port {asked} ({field} of the local Neo4j) is taken by another program. "
            f"Stop that program, choose another port, or set {field} to 0 for any free one."
        )
    port = asked or (previous if previous and previous not in taken and is_free(previous) else _free(taken))
    taken.add(port)
    return port


def _free(taken: set[int]) -> int:
    while True:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.bind((LOOPBACK, 0))
            port: int = probe.getsockname()[1]
        if port not in taken:
            return port
