"""The knowledge that drives the doors in tests takes every call of the real one as the real one does."""

import inspect

import pytest

from graph.knowledge import Knowledge
from tests.api.fake_knowledge import FakeKnowledge

CALLS = {name: call for name, call in inspect.getmembers(Knowledge, inspect.isfunction) if not name.startswith("_")}


@pytest.mark.parametrize("name", CALLS)
def test_every_call_is_answered_without_a_database_and_has_the_same_names_and_defaults(name: str) -> None:
    fake = getattr(FakeKnowledge, name)
    assert fake is not CALLS[name]
    parameters = [
        [(part.name, part.default) for part in inspect.signature(call).parameters.values()]
        for call in (fake, CALLS[name])
    ]
    assert parameters[0] == parameters[1]
