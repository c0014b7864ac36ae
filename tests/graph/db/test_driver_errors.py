"""Every error of the driver becomes one of ours, by the closest class, and tells nothing of what was sent."""

import inspect
import re

import pytest
from neo4j import exceptions as driver

from graph import errors
from graph.db.driver_errors import FAULTS, translated
from graph.errors import Conflict, EnishiError, Misconfigured, QueryError, Unavailable

CLASSES = sorted(
    (thing for _, thing in inspect.getmembers(driver, inspect.isclass) if issubclass(thing, Exception)),
    key=lambda thing: thing.__name__,
)
OURS = sorted(
    (thing for _, thing in inspect.getmembers(errors, inspect.isclass) if issubclass(thing, EnishiError)),
    key=lambda thing: thing.exit_code,
)
SECRET = "what Zephyrine told us"


def raised(kind: type[Exception]) -> Exception:
    error = kind.__new__(kind)
    Exception.__init__(error, SECRET)
    return error


def server_error(code: str) -> driver.Neo4jError:
    return driver.Neo4jError._hydrate_neo4j(code=code, message=SECRET)  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]


def test_the_driver_has_errors() -> None:
    assert len(CLASSES) > 25


@pytest.mark.parametrize("kind", CLASSES)
def test_every_class_of_the_driver_is_in_the_table(kind: type[Exception]) -> None:
    assert kind in FAULTS


@pytest.mark.parametrize("kind", CLASSES)
def test_every_error_of_the_driver_becomes_ours_and_tells_only_the_statement(kind: type[Exception]) -> None:
    ours = translated(raised(kind), "memory/store")
    assert type(ours) in OURS
    assert type(ours) is not EnishiError
    assert type(ours) is FAULTS[kind][0]
    assert "memory/store" in str(ours)
    assert SECRET not in str(ours)


def test_a_class_that_is_new_is_treated_as_its_nearest_ancestor() -> None:
    class NewTransient(driver.TransientError):
        pass

    class NewDriver(driver.DriverError):
        pass

    assert isinstance(translated(raised(NewTransient), "x/y"), Unavailable)
    assert isinstance(translated(raised(NewDriver), "x/y"), Unavailable)
    assert isinstance(translated(RuntimeError(SECRET), "x/y"), Unavailable)


@pytest.mark.parametrize(
    ("code", "kind", "word"),
    [
        ("Neo.ClientError.Transaction.TransactionTimedOut", Unavailable, "too long"),
        ("Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration", Unavailable, "too long"),
        ("Neo.ClientError.Transaction.LockClientStopped", Unavailable, "too long"),
        ("Neo.TransientError.General.MemoryPoolOutOfMemoryError", Unavailable, "memory"),
        ("Neo.TransientError.General.TransactionOutOfMemoryError", Unavailable, "memory"),
        ("Neo.ClientError.General.TransactionOutOfMemoryError", Unavailable, "memory"),
        ("Neo.DatabaseError.Transaction.TransactionLogError", Unavailable, "disk"),
        ("Neo.DatabaseError.Transaction.TransactionCommitFailed", Unavailable, "disk"),
        ("Neo.ClientError.Security.Unauthorized", Misconfigured, "password"),
        ("Neo.ClientError.Schema.ConstraintValidationFailed", Conflict, "writer"),
        ("Neo.ClientError.Statement.SyntaxError", QueryError, "statement of ours"),
        ("Neo.ClientError.Statement.ParameterMissing", QueryError, "statement of ours"),
        ("Neo.TransientError.Transaction.DeadlockDetected", Unavailable, "busy"),
        ("Neo.TransientError.General.DatabaseUnavailable", Unavailable, "does not answer"),
        ("Neo.Some.Thing.Unheard", QueryError, "statement of ours"),
    ],
)
def test_what_the_server_says_becomes_a_remedy(code: str, kind: type[EnishiError], word: str) -> None:
    ours = translated(server_error(code), "memory/store")
    assert type(ours) is kind
    assert word in str(ours)
    assert SECRET not in str(ours)
    assert "memory/store" in str(ours)


def test_what_may_pass_says_when_to_try_again() -> None:
    for kind in CLASSES:
        ours = translated(raised(kind), "x/y")
        if isinstance(ours, Unavailable):
            assert ours.retry_after > 0


def test_the_tree_of_errors_is_the_one_that_is_drawn() -> None:
    drawn = re.findall(r"[├└]─ (\w+) .*?HTTP (\d+)  exit (\d+)", errors.__doc__ or "")
    real = {(kind.__name__, str(kind.status), str(kind.exit_code)) for kind in OURS if kind is not EnishiError}
    assert set(drawn) == real
    assert len(drawn) == 6


def test_no_two_remedies_share_an_exit_code_and_none_says_that_all_is_well() -> None:
    codes = [kind.exit_code for kind in OURS]
    assert len(set(codes)) == len(codes) == 7
    assert 0 not in codes


def test_errors_can_be_caught_as_what_they_are_in_python() -> None:
    assert issubclass(errors.Invalid, ValueError)
    assert issubclass(errors.NotFound, LookupError)


def test_an_error_says_what_is_wrong_and_what_is_allowed() -> None:
    wrong = errors.Invalid("limit", "0 is too few.", allowed="1 to 200")
    assert str(wrong) == "limit: 0 is too few. Allowed: 1 to 200."
    assert (wrong.field, wrong.problem, wrong.allowed) == ("limit", "0 is too few.", "1 to 200")
    assert str(errors.Invalid("limit", "0 is too few.")) == "limit: 0 is too few."
    missing = errors.NotFound("memory", "01X")
    assert (missing.kind, missing.identity) == ("memory", "01X")
    assert "'01X'" in str(missing)
