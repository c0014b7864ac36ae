"""The only driver sessions in the system: runs statements by name, with retries, counts, traces and our errors."""

import random
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from neo4j import READ_ACCESS, Driver, GraphDatabase, Result
from neo4j import Query as Statement
from neo4j.exceptions import (
    DatabaseError,
    DatabaseUnavailable,
    DriverError,
    IncompleteCommit,
    Neo4jError,
    ResultFailedError,
    ServiceUnavailable,
    SessionExpired,
)
from opentelemetry import trace

from graph.db.console.reads import answered
from graph.db.driver_errors import translated
from graph.db.queries import Query, given, query
from graph.db.row import Row
from graph.db.sides import Side
from graph.errors import Misconfigured, QueryError, Unavailable
from graph.lifecycle.packing import with_text
from graph.model.trace import CypherRows, Ran
from graph.settings import Neo4jSettings

Runs = Callable[[str, Mapping[str, object]], list[Row]]
"""Runs one statement of a transaction by its name, with its parameters."""
Given = TypeVar("Given")

_RETRY_FIRST_S = 0.1
_STREAMED = 500
"""Rows of a stream that are fetched at once."""
_STREAM_S = 3_600
_STATEMENTS_TIMED = 10
"""A transaction of several statements may take the time of this many: the server times it as a whole."""
_LOST_RACE = frozenset(
    f"Neo.{fault}"
    for fault in (
        "ClientError.Schema.EquivalentSchemaRuleAlreadyExists",
        "ClientError.Schema.IndexAlreadyExists",
        "ClientError.Schema.IndexWithNameAlreadyExists",
        "ClientError.Schema.ConstraintAlreadyExists",
        "ClientError.Schema.ConstraintWithNameAlreadyExists",
        "DatabaseError.Schema.IndexDropFailed",
        "DatabaseError.Schema.ConstraintDropFailed",
    )
)
"""Codes of schema statements that fail because another program has just done the same."""
_SERVER_FAULTS = (ServiceUnavailable, SessionExpired, DatabaseUnavailable, DatabaseError)
"""What the driver raises where the server itself is in trouble, and not a statement or another writer."""
_tracer = trace.get_tracer("enishi.graph")
_trips: ContextVar["Trips | None"] = ContextVar("trips", default=None)
_traced: ContextVar["list[Ran] | None"] = ContextVar("traced", default=None)


@dataclass(slots=True)
class Trips:
    """How many times a block of work waited for the database: statements, and begin and commit of transactions."""

    count: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One statement of a transaction and its parameters."""

    name: str
    params: Mapping[str, object]

    def run(self, runs: Runs) -> list[Row]:
        """The rows it gives inside a transaction."""
        return runs(self.name, self.params)


@contextmanager
def counted() -> Generator[Trips]:
    """Counts the round trips made inside the block, by this thread or task."""
    trips = Trips()
    token = _trips.set(trips)
    try:
        yield trips
    finally:
        _trips.reset(token)


@contextmanager
def traced() -> Generator[list[Ran]]:
    """The statements that run inside the block, by this thread or task: each is there once its rows are read."""
    ran: list[Ran] = []
    token = _traced.set(ran)
    try:
        yield ran
    finally:
        _traced.reset(token)


def _trip(times: int = 1) -> None:
    trips = _trips.get()
    if trips is not None:
        trips.count += times


class Keeper(Protocol):
    """Who looks after a server of ours: called when it does not do what it should."""

    def mend(self) -> bool:
        """Mends what it can; True where a statement is worth repeating. Raises what is to be done by a person."""
        ...


class Store:
    """Runs statements by name. Safe to share between threads; opens nothing before the first statement.

    `side` is where the vectors lie that its statements read and write: the record of the database says which.
    """

    side: Side = Side.A

    def __init__(self, driver: Driver, settings: Neo4jSettings, keeper: Keeper | None = None) -> None:
        self._driver = driver
        self._settings = settings
        self._keeper = keeper

    def on(self, side: Side) -> "Store":
        """The same database by the vectors of a side; both are closed together."""
        store = Store(self._driver, self._settings, self._keeper)
        store.side = side
        return store

    def read(self, name: str, /, **params: object) -> list[Row]:
        """The rows of a `read` statement: one round trip, repeated while the failure may pass.

        Raises QueryError for another mode or wrong parameters, Unavailable when the database stays away.
        """
        statement = _checked(name, params, "read")
        return self._repeated(lambda: self._read_once(statement, params), lambda: name)

    def stream(self, name: str, /, **params: object) -> Iterator[Row]:
        """The rows of a `read` statement as they come: however many there are, few are held. It is never repeated."""
        statement = _checked(name, params, "read")
        try:
            with (
                _span(statement),
                self._driver.session(
                    database=self._settings.database, default_access_mode=READ_ACCESS, fetch_size=_STREAMED
                ) as session,
            ):
                _trip()
                for record in session.run(
                    Statement(statement.on(self.side), timeout=_STREAM_S), given(params, self.side)
                ):
                    yield dict(record.items())
        except (Neo4jError, DriverError) as error:
            raise translated(error, statement.name) from error

    def write(self, name: str, /, **params: object) -> list[Row]:
        """The rows of a `write` statement, in a transaction of its own."""
        return self.write_all([Step(name, params)])[0]

    def write_all(
        self, steps: Sequence[Step], *, check: Callable[[Sequence[Row]], None] | None = None
    ) -> list[list[Row]]:
        """The rows of several `write` statements that commit together or not at all.

        `check` sees the rows of the first statement before the others run; what it raises undoes everything.
        """
        for step in steps:
            _checked(step.name, step.params, "write")

        def work(runs: Runs) -> list[list[Row]]:
            results: list[list[Row]] = []
            for step in steps:
                results.append(step.run(runs))
                if check is not None and len(results) == 1:
                    check(results[0])
            return results

        return self.together(work)

    def together(self, work: Callable[[Runs], Given], *, divisible: bool = False) -> Given:
        """Runs `work` in one transaction, and returns what it returns.

        It runs again after a transient failure, and what it raises rolls everything back. With `divisible`, a
        transaction too large for the server's memory is not repeated: it raises Unavailable with `less`.
        """
        ran: list[str] = []
        seconds = _STATEMENTS_TIMED * self._settings.statement_timeout_s

        def attempt() -> Given:
            _trip()
            ran.clear()
            with (
                self._driver.session(database=self._settings.database) as session,
                session.begin_transaction(timeout=seconds) as transaction,
            ):

                def run(name: str, params: Mapping[str, object]) -> list[Row]:
                    ran.append(name)
                    statement = _checked(name, params, "write", "read")
                    with _span(statement):
                        rows = _timed(
                            statement, lambda: _rows(transaction.run(statement.on(self.side), given(params, self.side)))
                        )
                    _trip()
                    return rows

                result = work(run)
                transaction.commit()
                _trip()
                return result

        return self._repeated(attempt, lambda: ", ".join(ran), divisible=divisible)

    def batch(self, name: str, /, **params: object) -> list[Row]:
        """The rows of a `batch` statement (CALL … IN TRANSACTIONS): commits as it goes, is never retried."""
        statement = _checked(name, params, "batch")
        try:
            return self._run(statement, params)
        except (Neo4jError, DriverError) as error:
            raise translated(error, statement.name) from error

    def schema(self, name: str, /, **params: object) -> list[Row]:
        """Runs a `schema` statement, again where another process that makes the same schema was faster.

        All are idempotent.
        """
        statement = _checked(name, params, "schema")
        return self._repeated(lambda: self._run(statement, params), lambda: statement.name, passes=_lost_race)

    def asked(self, statement: str, params: Mapping[str, object], *, seconds: float, limit: int) -> CypherRows:
        """The rows of a statement that somebody wrote, which may only read. Raises Invalid where it may not run."""
        return answered(self._driver, self._settings.database, statement, params, seconds=seconds, limit=limit)

    def explain(self, name: str, params: Mapping[str, object]) -> tuple[Any, Sequence[Any]]:
        """The plan and the notifications of a statement, without running it."""
        text = query(name).on(self.side)
        with self._driver.session(database=self._settings.database) as session:
            summary = session.run(Statement("EXPLAIN " + text), given(params, self.side)).consume()
            return summary.plan, summary.gql_status_objects

    def close(self) -> None:
        """Closes every connection."""
        self._driver.close()

    def _repeated(
        self,
        attempt: Callable[[], Given],
        name: Callable[[], str],
        *,
        divisible: bool = False,
        passes: Callable[[Neo4jError | DriverError], bool] = lambda fault: fault.is_retryable(),
    ) -> Given:
        """What `attempt` returns, repeated while `passes` its failure, until `retry_s` after the first one."""
        deadline: float | None = None
        pause = _RETRY_FIRST_S
        while True:
            try:
                return attempt()
            except (Neo4jError, DriverError) as error:
                fault = _first_fault(error)
                ours = translated(fault, name())
                if self._mended(fault):
                    continue
                too_much = divisible and isinstance(ours, Unavailable) and ours.less
                # However long the first attempt took: on a slow machine it would be the only one.
                deadline = deadline or time.monotonic() + self._settings.retry_s
                if too_much or not passes(fault) or time.monotonic() + pause > deadline:
                    raise ours from error
            # Jitter: transactions that collided do not all come back at once.
            time.sleep(pause * random.uniform(0.5, 1))
            pause *= 2

    def _mended(self, fault: Neo4jError | DriverError) -> bool:
        """Whether the server was away or broken and was started again; never for a server that is not ours."""
        # A commit whose end was not heard may have been made: it is not repeated.
        away = isinstance(fault, _SERVER_FAULTS) and not isinstance(fault, IncompleteCommit)
        return self._keeper is not None and away and self._keeper.mend()

    def _read_once(self, statement: Query, params: Mapping[str, object]) -> list[Row]:
        timed = Statement(statement.on(self.side), timeout=self._settings.statement_timeout_s)
        with (
            _span(statement),
            self._driver.session(database=self._settings.database, default_access_mode=READ_ACCESS) as session,
        ):
            _trip()
            return _timed(statement, lambda: _rows(session.run(timed, given(params, self.side))))

    def _run(self, statement: Query, params: Mapping[str, object]) -> list[Row]:
        with _span(statement), self._driver.session(database=self._settings.database) as session:
            _trip()
            return _timed(
                statement, lambda: _rows(session.run(Statement(statement.on(self.side)), given(params, self.side)))
            )


def _rows(result: Result) -> list[Row]:
    """The rows of a result. No statement returns nodes or ties, so nothing in them is to be taken apart."""
    keys = result.keys()
    rows: list[Row] = [dict(zip(keys, record.values(), strict=True)) for record in result]
    if "memory" in keys:
        # Whoever reads a memory reads its text, wherever that is kept.
        for row in rows:
            if isinstance(memory := row["memory"], dict):
                with_text(memory)
    return rows


def _timed(statement: Query, run: Callable[[], list[Row]]) -> list[Row]:
    """The rows of a statement, with its duration noted inside `traced`."""
    ran = _traced.get()
    if ran is None:
        return run()
    started = time.perf_counter()
    rows = run()
    spent = round(1000 * (time.perf_counter() - started), 3)
    ran.append(Ran(statement=statement.name, milliseconds=spent, rows=len(rows)))
    return rows


def _lost_race(fault: Neo4jError | DriverError) -> bool:
    """Whether a schema statement may succeed when repeated.

    IF NOT EXISTS checks before it takes its lock, and fails when another program made or dropped the same in between.
    """
    code = (isinstance(fault, Neo4jError) and fault.code) or ""
    return fault.is_retryable() or code in _LOST_RACE


def _first_fault(error: Neo4jError | DriverError) -> Neo4jError | DriverError:
    """The first failure behind an error: on rollback the driver may raise for the result that failed before."""
    cause = error.__cause__
    return cause if isinstance(error, ResultFailedError) and isinstance(cause, Neo4jError | DriverError) else error


def _checked(name: str, params: Mapping[str, object], *modes: str) -> Query:
    statement = query(name)
    if statement.mode not in modes:
        raise QueryError(f"{name} is a {statement.mode} statement; it was called as {modes[0]}")
    # Neo4j ignores surplus parameters and fails late on missing ones: compare before the wire.
    if frozenset(params) != statement.params:
        raise QueryError(f"{name} takes {sorted(statement.params)}, it was given {sorted(params)}")
    return statement


@contextmanager
def _span(statement: Query) -> Generator[None]:
    with _tracer.start_as_current_span(f"cypher {statement.name}", attributes={"db.system": "neo4j"}):
        yield


SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")


def opened(settings: Neo4jSettings, keeper: Keeper | None = None) -> Store:
    """A store on the server at `settings.uri`, which `keeper` looks after. Connects on first use.

    Raises Misconfigured when the address is not one the driver can use.
    """
    uri = settings.uri or ""
    if uri.partition("://")[0] not in SCHEMES:
        raise Misconfigured(f"The database address must start with {', '.join(s + '://' for s in SCHEMES)}.")
    auth = (settings.user, settings.password.get_secret_value()) if settings.password else None
    try:
        driver = GraphDatabase.driver(
            uri,
            auth=auth,
            connection_timeout=settings.connect_timeout_s,
            connection_acquisition_timeout=settings.connect_timeout_s,
            max_transaction_retry_time=settings.retry_s,
            max_connection_pool_size=settings.connections,
            # All rows are always read: asking for them thousand by thousand would cost a wait each time.
            fetch_size=-1,
            liveness_check_timeout=30,
            notifications_min_severity="OFF",
            user_agent="enishi",
        )
    except (Neo4jError, DriverError, ValueError) as error:
        raise Misconfigured("The database address is not one the driver can use. Check ENISHI_NEO4J__URI.") from error
    return Store(driver, settings, keeper)
