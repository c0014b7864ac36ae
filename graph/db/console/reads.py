"""Runs statements that somebody wrote, which may only read: within a time, a number of rows and a size.

Three things hold a statement back, each for itself. Its plan is asked for first (EXPLAIN runs nothing): the server must
call it a read, it may call only procedures that are known to read the graph, and nothing of it may fetch a file or an
address or end what others run. It then runs in a session that reads, where the server refuses every write.
"""

import re
import time
from collections.abc import Iterator, Mapping
from typing import Any, LiteralString, cast

from neo4j import READ_ACCESS, Driver, Result
from neo4j import Query as Statement
from neo4j.exceptions import ClientError, DriverError, Neo4jError

from graph.db.console.plain_values import plain
from graph.db.driver_errors import is_out_of_memory, is_timeout, translated
from graph.errors import EnishiError, Invalid
from graph.model.trace import CypherRows

PROCEDURES = frozenset(
    {
        "db.awaitIndex", "db.awaitIndexes", "db.index.fulltext.queryNodes", "db.index.fulltext.queryRelationships",
        "db.index.vector.queryNodes", "db.index.vector.queryRelationships", "db.labels", "db.ping", "db.propertyKeys",
        "db.relationshipTypes", "db.schema.nodeTypeProperties", "db.schema.relTypeProperties",
        "db.schema.visualization", "dbms.components",
    }
)  # fmt: skip
"""The procedures that a statement may call. What the server calls reading is not enough: db.resampleIndex is so too."""
REFUSED: Mapping[str, str] = {
    "LoadCSV": "it fetches a file or an address (LOAD CSV)",
    "TerminateTransactions": "it ends what others run",
    "TransactionApply": "it begins transactions of its own",
    "TransactionForeach": "it begins transactions of its own",
    "ShowTransactions": "it shows what others run",
    "ShowSettings": "it shows the settings of the server",
}
"""Operators of plans that the server calls reading, and what one of these does."""
_BYTES_MOST = 8 * 1024 * 1024
"""What the rows of an answer may take as text, about."""
_AT_ONCE = 100
"""Rows that are fetched at once, so that few are held that are never shown."""
_WRITES = "Neo.ClientError.Statement.AccessMode"
_READS = "r"
_EXPLAIN = "EXPLAIN "
_PLACE = re.compile(r"\(line (?P<line>\d+), column (?P<column>\d+) \(offset: \d+\)\)")
_NAME = "cypher"
_ALLOWED = "what only reads the graph"


def answered(
    driver: Driver, database: str, statement: str, params: Mapping[str, object], *, seconds: float, limit: int
) -> CypherRows:
    """The rows of a statement, `limit` at most. Raises Invalid where it may not run, fails or takes too long."""
    started = time.perf_counter()
    try:
        with driver.session(database=database, default_access_mode=READ_ACCESS, fetch_size=_AT_ONCE) as session:
            text = cast("LiteralString", statement)  # it is somebody's own, so it cannot be a literal
            explained = session.run(Statement(_EXPLAIN + text, timeout=seconds), dict(params))
            summary = explained.consume()
            _check(summary.query_type, cast("Mapping[str, Any] | None", summary.plan))
            # A transaction of its own: CALL { … } IN TRANSACTIONS would make others, each with a limit of its own.
            with session.begin_transaction(timeout=seconds) as transaction:
                result = transaction.run(text, dict(params))
                columns = tuple(result.keys())
                rows, more = _bounded(result, limit)
                transaction.rollback()
    except EnishiError:
        raise
    except (TypeError, ValueError, OverflowError) as error:
        raise Invalid("parameters", "or the statement hold what the database cannot take.") from error
    except (Neo4jError, DriverError) as error:
        raise _refused(error, seconds) from error
    return CypherRows(columns=columns, rows=rows, more=more, elapsed_ms=round(1_000 * (time.perf_counter() - started)))


def _bounded(result: Result, limit: int) -> tuple[tuple[tuple[object, ...], ...], bool]:
    rows: list[tuple[object, ...]] = []
    size = 0
    for record in result:
        row = tuple(plain(value) for value in record.values())
        size += len(str(row))
        if len(rows) == limit or size > _BYTES_MOST:
            return tuple(rows), True
        rows.append(row)
    return tuple(rows), False


def _check(query_type: str | None, plan: Mapping[str, Any] | None) -> None:
    if query_type != _READS:
        raise Invalid("statement", "it would change something.", allowed=_ALLOWED)
    for operator, details in _operators(plan or {}):
        if operator in REFUSED:
            raise Invalid("statement", f"{REFUSED[operator]}.", allowed=_ALLOWED)
        if operator == "ProcedureCall" and (called := _procedure(details)) not in PROCEDURES:
            raise Invalid("statement", f"it calls {called}.", allowed=", ".join(sorted(PROCEDURES)))


def _operators(plan: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every operator of a plan with its details; its name without the database that follows it."""
    yield str(plan.get("operatorType", "")).partition("@")[0], str(plan.get("args", {}).get("Details", ""))
    for child in plan.get("children", ()):
        yield from _operators(child)


def _procedure(details: str) -> str:
    """The name of the procedure in the details of its call: `db.labels() :: (label :: STRING)`."""
    return details.partition("(")[0].strip().replace("`", "")


def _problem(message: str) -> str:
    """The server's words without the statement that they quote, its columns counted without our EXPLAIN."""

    def moved(place: re.Match[str]) -> str:
        line, column = int(place["line"]), int(place["column"])
        return f"(line {line}, column {column - len(_EXPLAIN) if line == 1 else column})"

    return _PLACE.sub(moved, message.partition("\n")[0])


def _refused(error: Neo4jError | DriverError, seconds: float) -> EnishiError:
    code = error.code if isinstance(error, Neo4jError) else None
    if is_timeout(code):
        return Invalid("statement", f"it took longer than {seconds:g} s and was stopped.", allowed="what takes less")
    if is_out_of_memory(code):
        return Invalid("statement", "it needs more memory than the server gives one.", allowed="what needs less")
    if code == _WRITES:
        return Invalid("statement", "it would change something.", allowed=_ALLOWED)
    if isinstance(error, ClientError):
        return Invalid("statement", _problem(error.message or "the server refused it."))
    return translated(error, _NAME)
