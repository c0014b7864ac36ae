"""Errors come back whole from a worker process."""

import copy
import pickle

import pytest

from graph.errors import Conflict, EnishiError, Invalid, Misconfigured, NotFound, QueryError, Unavailable

ERRORS = [
    Invalid("limit", "must be positive.", allowed="1 to 100"),
    NotFound("memory", "01H"),
    Conflict("The two entities are of different types."),
    Unavailable("The database does not answer.", retry_after=30, less=True),
    Misconfigured("There is no such model."),
    QueryError("A statement lacks a parameter."),
]


def test_every_class_is_tried() -> None:
    assert {type(error) for error in ERRORS} == {*EnishiError.__subclasses__()}


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_an_error_survives_pickling(error: EnishiError, protocol: int) -> None:
    returned = pickle.loads(pickle.dumps(error, protocol))
    assert (type(returned), str(returned), vars(returned)) == (type(error), str(error), vars(error))


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_can_be_copied(error: EnishiError) -> None:
    assert (str(copy.copy(error)), vars(copy.copy(error))) == (str(error), vars(error))
