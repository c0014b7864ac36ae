"""The graph's own front door and the fake one are both what the doors ask for; pyright proves it, this runs it."""

import inspect

import pytest

from api.front import Front
from graph.knowledge import Knowledge
from tests.api.fake_knowledge import FakeKnowledge


def as_the_doors_see_it(knowledge: Knowledge | FakeKnowledge) -> Front:
    return knowledge


@pytest.mark.parametrize("kind", [Knowledge, FakeKnowledge])
def test_every_call_of_the_front_is_there_with_the_same_names_and_defaults(kind: type) -> None:
    calls = {name: call for name, call in vars(Front).items() if inspect.isfunction(call) and not name.startswith("_")}
    assert len(calls) > 15
    for name, call in calls.items():
        told = [(part.name, part.default) for part in inspect.signature(call).parameters.values()]
        kept = [(part.name, part.default) for part in inspect.signature(getattr(kind, name)).parameters.values()]
        assert kept == told, name
