"""Why a start failed, in one sentence with what to do, read from the exit code and the marks in the server's log."""

import logging
from collections import deque
from enum import Enum
from pathlib import Path

from neo4j import GraphDatabase
from neo4j.exceptions import AuthError, DriverError, Neo4jError

from graph.errors import EnishiError, Misconfigured, Unavailable
from graph.local.conf import USER
from graph.local.ports import LOOPBACK, Ports

INVALID_CONFIGURATION = 3
PORT_TAKEN = ("Address already in use", "PortBindException", "BindException")
BAD_SETTING = ("Unrecognized setting", "Error evaluating value for setting")
CAUSES = {
    ("FileLockException", "already locked", "Lock file has been locked"): (
        "The database in {home} is in use by another Neo4j that this program did not start. "
        "Stop that one, or set home of the local Neo4j to another folder."
    ),
    ("No space left on device",): "Neo4j could not start because the disk of {home} is full. Free some space.",
    ("UnsupportedClassVersionError", "Unrecognized option", "Unsupported Java"): (
        "This Java cannot run Neo4j; set java_home to a Java 21 to 25."
    ),
    ("Could not reserve enough space", "insufficient memory", "exceeds physical memory", "OutOfMemoryError"): (
        "There is not enough memory for Neo4j; set heap_mb and page_cache_mb lower."
    ),
}
"""What the log of a failed start shows, and what to do about it; the first that fits counts."""

NEEDS_RESTART = "needs to be restarted"
"""How the server ends what it says of a database that failed for good."""
_SILENT = logging.NullHandler()


class PortTaken(Misconfigured):
    """A port was free when we looked and taken when the server started."""


def failed_start(code: int, home: Path, chosen: Ports) -> EnishiError:
    """The error for a server that ended during its start, by its exit code and what it wrote."""
    written = tail(home / "logs" / "neo4j.log", 200) + tail(home / "logs" / "console.log", 200)
    where = f"Its logs are neo4j.log and console.log in {home / 'logs'}."
    if any(mark in written for mark in PORT_TAKEN):
        return PortTaken(
            f"Port {chosen.bolt} or {chosen.http} of the local Neo4j is taken by another program. "
            "Stop that program, or set bolt_port and http_port to 0 for any free ones."
        )
    for marks, message in CAUSES.items():
        if any(mark in written for mark in marks):
            return Misconfigured(f"{message.format(home=home)} {where}")
    if code < 0:
        return Unavailable(f"Neo4j was ended by signal {-code} while it started; repeat. {where}")
    if code == INVALID_CONFIGURATION or any(mark in written for mark in BAD_SETTING):
        return Misconfigured(f"Neo4j refused its configuration, {home / 'conf' / 'neo4j.conf'}. {where}")
    return Misconfigured(f"Neo4j ended with code {code} while it started. {where}")


class Health(Enum):
    """How a server's database is doing."""

    READY = "ready"
    BROKEN = "broken"
    """It failed for good, for example when its disk was full, and serves again only after a restart."""
    AWAY = "away"
    """It does not answer, or not yet."""


def health(port: int, password: str) -> Health:
    """Whether the server answers from its database. Raises Misconfigured when it refuses our password."""
    logging.getLogger("neo4j").addHandler(_SILENT)  # a refused attempt is expected here, nothing to print
    try:
        with (
            GraphDatabase.driver(
                f"bolt://{LOOPBACK}:{port}", auth=(USER, password), connection_timeout=5.0, telemetry_disabled=True
            ) as driver,
            driver.session(database="neo4j") as session,
        ):
            # A transaction that is only opened may not even reach a database that has failed.
            session.run("RETURN 1").consume()
            return Health.READY
    except AuthError as error:
        raise Misconfigured(
            "The local Neo4j does not accept the password that is kept beside it: it was changed, or the file was. "
            "Write the right one into the file named password in its home folder."
        ) from error
    except Neo4jError as error:
        return Health.BROKEN if NEEDS_RESTART in (error.message or "") else Health.AWAY
    except (DriverError, OSError):
        return Health.AWAY


def tail(path: Path, lines: int) -> str:
    """The last lines of a text file; empty when it is not there."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return "".join(deque(file, maxlen=lines))
    except OSError:
        return ""


def put_aside(path: Path) -> None:
    """Put the log of the last run aside, so that this run's marks are its own."""
    if path.exists():
        path.replace(path.with_name(path.name + ".previous"))
