"""Doors have no opinions: the same call is answered alike in Python, on the command line and over HTTP."""

from collections.abc import Callable

import pytest
from pydantic import JsonValue

from graph.model.draft import Draft
from tests.api.doors import command_line, python, python_through_server, rest
from tests.api.fake_knowledge import FakeKnowledge


def seeded() -> tuple[FakeKnowledge, str]:
    knowledge = FakeKnowledge()
    kept = knowledge.remember(
        "taro", Draft(text="田中さんは Osaka で発表する。", project="a/b", extra={"深い": [1, None]})
    )
    knowledge.remember("hana", Draft(text="Tanaka is hers alone"))
    return knowledge, kept.id


@pytest.mark.parametrize(
    "door", [command_line, rest, python_through_server], ids=["command line", "REST", "a command that asks a server"]
)
def test_a_door_answers_what_the_knowledge_answers(door: Callable[..., dict[str, JsonValue]]) -> None:
    expected = python(*_arguments())
    answers = door(*_arguments())
    assert answers.keys() == expected.keys()
    for name, answer in expected.items():
        assert answers[name] == answer, name


def _arguments() -> tuple[FakeKnowledge, str, str]:
    knowledge, identity = seeded()
    return knowledge, "taro", identity
