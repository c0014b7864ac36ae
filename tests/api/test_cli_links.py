"""The commands about links and inferences, driven over the fake knowledge."""

import json

import pytest

from api.commands.root import run
from graph.model import Draft
from tests.api.fake_knowledge import FakeKnowledge


@pytest.fixture
def knowledge() -> FakeKnowledge:
    return FakeKnowledge()


def printed(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(arguments, build=lambda _: knowledge, default_user=lambda: "me") == 0
    return capsys.readouterr().out


def test_the_links_of_a_memory_are_shown_with_why(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]) -> None:
    one = knowledge.remember("me", Draft(text="Tanaka left"))
    other = knowledge.remember("me", Draft(text="Tanaka came"))
    shown = printed(knowledge, capsys, "links", one.id)
    assert "co occurrence" in shown
    assert "0.75" in shown
    assert other.id[:8] in shown


def test_a_memory_without_links_says_how_to_get_them(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    one = knowledge.remember("me", Draft(text="Tanaka left"))
    run(("links", one.id), build=lambda _: knowledge, default_user=lambda: "me")
    assert "enishi link" in capsys.readouterr().err


def test_links_of_a_memory_that_is_not_there_end_with_the_exit_code_of_not_found(knowledge: FakeKnowledge) -> None:
    assert run(("links", "nobody"), build=lambda _: knowledge, default_user=lambda: "me") == 3


def test_linking_tells_what_it_did(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]) -> None:
    knowledge.remember("me", Draft(text="Tanaka left"))
    assert "Linked 1 memories" in printed(knowledge, capsys, "link")


def test_what_is_inferred_is_listed_until_it_is_taken_back(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    knowledge.remember("me", Draft(text="Tanaka works"))
    assert "colleague" in printed(knowledge, capsys, "inferred", "--kind", "relation")
    assert json.loads(printed(knowledge, capsys, "inferred", "--kind", "duplicate", "--json")) == []
    assert json.loads(printed(knowledge, capsys, "infer", "--withdraw", "--json")) == {"withdrawn": 1}
    assert json.loads(printed(knowledge, capsys, "inferred", "--json")) == []
    assert "1 conclusions" in printed(knowledge, capsys, "infer", "--anew")
