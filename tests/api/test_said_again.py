"""The same text with new tags or another project is not dropped in silence, whichever door it comes through."""

import json
from collections.abc import Callable

import pytest

from api.commands.root import run
from enishi import UserMemory
from graph.model.draft import Draft
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import as_user, asking

FIRST, SECOND = ("a", "shop"), ("b", "farm")
Said = dict[str, object]


def _python(knowledge: FakeKnowledge, tag: str, project: str) -> Said:
    remembered = UserMemory(knowledge, "me").remember(Draft(text="Ada sings.", tags=(tag,), project=project))
    return {"created": remembered.created, "added": [*remembered.added], "ignored": [*remembered.ignored]}


def _rest(knowledge: FakeKnowledge, tag: str, project: str) -> Said:
    body = {"text": "Ada sings.", "tags": [tag], "project": project}
    reply = asking(knowledge).post("/api/memories", json=body, headers=as_user("me"))
    return {**reply.json(), "created": reply.status_code == 201}


@pytest.mark.parametrize("door", [_python, _rest])
def test_tags_are_united_and_a_contradicting_project_is_named(door: Callable[[FakeKnowledge, str, str], Said]) -> None:
    knowledge = FakeKnowledge()
    assert door(knowledge, *FIRST)["created"]
    again = door(knowledge, *SECOND)
    assert (again["created"], again["added"], again["ignored"]) == (False, ["tags"], ["project"])
    (memory,) = knowledge.memories("me").memories
    assert (memory.tags, memory.project) == (("a", "b"), "shop")


def test_the_command_line_says_what_it_took_and_what_it_left(capsys: pytest.CaptureFixture[str]) -> None:
    knowledge = FakeKnowledge()
    for tag, project in (FIRST, SECOND):
        options = ("remember", "Ada sings.", "--tag", tag, "--project", project)
        assert run(options, build=lambda _: knowledge, default_user=lambda: "me") == 0
    said = capsys.readouterr().out
    assert "tags" in said
    assert "project" in said
    assert run((*options, "--json"), build=lambda _: knowledge, default_user=lambda: "me") == 0
    assert json.loads(capsys.readouterr().out)["ignored"] == ["project"]
