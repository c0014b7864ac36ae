"""Turns what the driver raises into our six classes, by one table: a caller never meets a driver's error."""

from collections.abc import Mapping

from neo4j import exceptions as driver

from graph.errors import Conflict, EnishiError, Misconfigured, QueryError, Unavailable

_GONE = "The database does not answer. Check that Neo4j is running (`enishi db status`), then try again."
_REFUSED = "The database refused our user name or password. Check ENISHI_NEO4J__USER and ENISHI_NEO4J__PASSWORD."
_SETTINGS = "The database address or its TLS settings are wrong. Check ENISHI_NEO4J__URI."
_RACE = "Another writer changed the same memory at the same moment. Read it again, then decide."
_BUSY = "The database is too busy just now. Wait a little, then try again."
_OURS = "A statement of ours failed; this is a fault of Enishi, not of your request."

FAULTS: Mapping[type[Exception], tuple[type[EnishiError], str]] = {
    driver.AuthError: (Misconfigured, _REFUSED),
    driver.TokenExpired: (Misconfigured, _REFUSED),
    driver.Forbidden: (Misconfigured, "The database user may not do this. Give it full rights on the database."),
    driver.ConstraintError: (Conflict, _RACE),
    driver.CypherSyntaxError: (QueryError, _OURS),
    driver.CypherTypeError: (QueryError, _OURS),
    driver.ClientError: (QueryError, _OURS),
    driver.DatabaseUnavailable: (Unavailable, _GONE),
    driver.NotALeader: (Unavailable, _BUSY),
    driver.ForbiddenOnReadOnlyDatabase: (Misconfigured, "The database is read-only. Enishi has to write to it."),
    driver.TransientError: (Unavailable, _BUSY),
    driver.DatabaseError: (Unavailable, "The database failed to carry out a statement. See its log, then try again."),
    driver.Neo4jError: (QueryError, _OURS),
    driver.SessionExpired: (Unavailable, _GONE),
    driver.ServiceUnavailable: (Unavailable, _GONE),
    driver.RoutingServiceUnavailable: (Unavailable, _GONE),
    driver.WriteServiceUnavailable: (Unavailable, _GONE),
    driver.ReadServiceUnavailable: (Unavailable, _GONE),
    driver.IncompleteCommit: (
        Unavailable,
        "The connection broke while a write was being confirmed. Repeat it: a repeated write changes nothing twice.",
    ),
    driver.AuthConfigurationError: (Misconfigured, _REFUSED),
    driver.CertificateConfigurationError: (Misconfigured, _SETTINGS),
    driver.UnsupportedServerProduct: (Misconfigured, "This server is not a Neo4j that Enishi can use."),
    driver.ConfigurationError: (Misconfigured, _SETTINGS),
    driver.ConnectionAcquisitionTimeoutError: (Unavailable, _BUSY),
    driver.ConnectionPoolError: (Unavailable, _BUSY),
    driver.SessionError: (QueryError, _OURS),
    driver.TransactionNestingError: (QueryError, _OURS),
    driver.TransactionError: (QueryError, _OURS),
    driver.ResultFailedError: (Unavailable, _GONE),
    driver.ResultConsumedError: (QueryError, _OURS),
    driver.ResultNotSingleError: (QueryError, _OURS),
    driver.ResultError: (QueryError, _OURS),
    driver.BrokenRecordError: (QueryError, _OURS),
    driver.DriverError: (Unavailable, _GONE),
    driver.GqlError: (QueryError, _OURS),
}
"""Each class of the driver and what it means for a caller; the closest class in the inheritance wins."""

_TIMED_OUT = ("Neo.ClientError.Transaction.TransactionTimedOut", "Neo.ClientError.Transaction.LockClientStopped")
"""The second where its time was over while it waited for a lock."""
_OUT_OF_MEMORY = "OutOfMemoryError"
"""How the codes end for one statement, one transaction, and all that run at once."""
_NO_MEMORY = "The database ran out of memory for this statement. Try a smaller batch, or give Neo4j a larger heap."
_DISK = frozenset(
    f"Neo.DatabaseError.Transaction.{fault}" for fault in ("TransactionLogError", "TransactionCommitFailed")
)


def is_timeout(code: object) -> bool:
    """Whether a code of the server says that a transaction took longer than it may."""
    return isinstance(code, str) and code.startswith(_TIMED_OUT)


def is_out_of_memory(code: object) -> bool:
    """Whether a code of the server says that it has no more memory for a statement."""
    return isinstance(code, str) and code.endswith(_OUT_OF_MEMORY)


def translated(error: Exception, statement: str) -> EnishiError:
    """Our error for a driver's error. The message names the statement and the server's code, never its parameters."""
    code = getattr(error, "code", None)
    label = f" [{statement}{', ' + code if isinstance(code, str) else ''}]"
    if isinstance(code, str):
        if is_timeout(code):
            return Unavailable("The database took too long over a statement and gave up." + label, retry_after=10)
        if is_out_of_memory(code):
            return Unavailable(_NO_MEMORY + label, less=True)
        if code in _DISK:
            return Unavailable("The database cannot write: is its disk full? Free some space, then repeat." + label)
    for ancestor in type(error).__mro__:
        if ancestor in FAULTS:
            ours, message = FAULTS[ancestor]
            return ours(message + label)
    return Unavailable(_GONE + label)
