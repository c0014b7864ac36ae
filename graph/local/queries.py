"""Ask the local server a question typed by a person or kept in a file beside this module; the shell's other half."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import LiteralString, cast

from neo4j import READ_ACCESS, WRITE_ACCESS, Driver, GraphDatabase, Query, Result
from neo4j.exceptions import AuthError, ClientError, DriverError, Neo4jError

from graph.db.console.plain_values import plain
from graph.db.driver_errors import is_out_of_memory, is_timeout
from graph.errors import Invalid, Misconfigured, Unavailable

MOST_ROWS = 1000
_READS_ONLY = "Neo.ClientError.Statement.AccessMode"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Columns and rows of one statement in plain values, what it changed, and whether rows were left out."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    changes: dict[str, int]
    elapsed_ms: int
    cut: bool


class Console:
    """A connection that answers one typed statement after the other; use it in a `with`.

    It only reads unless it is opened to `write`: the server refuses the rest, whoever the user is.
    """

    def __init__(
        self, uri: str, user: str, password: str | None, *, database: str = "neo4j", write: bool = False
    ) -> None:
        self._driver: Driver = GraphDatabase.driver(
            uri,
            auth=None if password is None else (user, password),
            telemetry_disabled=True,
            notifications_min_severity="OFF",
        )
        self._database = database
        self._access = WRITE_ACCESS if write else READ_ACCESS

    def __enter__(self) -> "Console":
        return self

    def __exit__(self, *_: object) -> None:
        self._driver.close()

    def ask(self, statement: str, *, most_rows: int = MOST_ROWS, seconds: float = 0.0) -> Answer:
        """The answer to one statement, run in a transaction of its own, for so many `seconds` at most; 0 is for ever.

        Raises Invalid with the server's words when it refuses the statement, Unavailable when it does not answer.
        """
        try:
            with self._driver.session(database=self._database, default_access_mode=self._access) as session:
                # A person types here, so the text cannot be a literal.
                timed = Query(cast("LiteralString", statement), timeout=seconds)
                return _answer(session.run(timed), most_rows)
        except AuthError as error:
            raise Misconfigured("The server does not accept this user and password.") from error
        except Neo4jError as error:
            if is_timeout(error.code):
                problem = f"it took longer than {seconds:g} s and was stopped."
                raise Invalid("statement", problem, allowed="what takes less, or a longer --timeout") from error
            if is_out_of_memory(error.code):
                problem = "it needs more memory than the server gives one."
                raise Invalid("statement", problem, allowed="what needs less") from error
            if not isinstance(error, ClientError):
                raise _unanswered(error) from error
            if error.code == _READS_ONLY:
                raise Invalid(
                    "statement", "it writes, and this console only reads.", allowed="what reads, or db shell --write"
                ) from error
            raise Invalid("statement", error.message or "was refused.") from error
        except DriverError as error:
            raise _unanswered(error) from error


def run_file(uri: str, user: str, password: str, name: str) -> None:
    """Run every statement of a file beside this module, in order."""
    text = files("graph.local").joinpath(name).read_text(encoding="utf-8")
    with Console(uri, user, password, write=True) as console:
        for statement in statements(text):
            console.ask(statement)


def statements(text: str) -> list[str]:
    """The statements of a text, each ended by a semicolon at the end of a line (the last may do without)."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("//")]
    return [part.strip() for part in _split(lines) if part.strip()]


def _split(lines: Sequence[str]) -> Iterator[str]:
    kept: list[str] = []
    for line in lines:
        if line.rstrip().endswith(";"):
            yield "\n".join([*kept, line.rstrip().removesuffix(";")])
            kept = []
        else:
            kept.append(line)
    yield "\n".join(kept)


def _unanswered(error: Exception) -> Unavailable:
    return Unavailable(f"The server does not answer ({type(error).__name__}).")


def _answer(result: Result, most_rows: int) -> Answer:
    columns = tuple(result.keys())
    rows = [tuple(record.values()) for record in result.fetch(most_rows)]
    cut = result.peek() is not None
    summary = result.consume()
    changes = {
        name: count
        for name, count in vars(summary.counters).items()
        if isinstance(count, int) and not isinstance(count, bool) and count and not name.startswith("_")
    }
    elapsed = (summary.result_available_after or 0) + (summary.result_consumed_after or 0)
    return Answer(
        columns=columns,
        rows=tuple(tuple(map(plain, row)) for row in rows),
        changes=changes,
        elapsed_ms=elapsed,
        cut=cut,
    )
