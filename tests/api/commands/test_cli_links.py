"""The commands about links and inferences, driven over the fake knowledge."""

import json

import pytest

from api.commands.root import run
from graph.model.draft import Draft
from tests.api.fake_knowledge import FakeKnowledge


@pytest.fixture
def knowledge() -> FakeKnowledge:
    return FakeKnowledge()


def printed(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(arguments, build=lambda _: knowledge, default_user=lambda: "me") == 0
    return capsys.readouterr().out


def test_the_links_of_a_memory_are_shown_with_why(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]) -> None:
    memory = knowledge.remember("me", Draft(text="Tanaka left"))
    other = knowledge.remember("me", Draft(text="Tanaka came"))
    shown = printed(knowledge, capsys, "links", memory.id)
    assert "co occurrence" in shown
    assert "0.75" in shown
    assert other.id[:8] in shown


def test_a_memory_without_links_says_how_to_get_them(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    memory = knowledge.remember("me", Draft(text="Tanaka left"))
    run(("links", memory.id), build=lambda _: knowledge, default_user=lambda: "me")
    assert "enishi link" in capsys.readouterr().err


def test_links_of_a_memory_that_is_not_there_end_with_the_exit_code_of_not_found(knowledge: FakeKnowledge) -> None:
    assert run(("links", "nobody"), build=lambda _: knowledge, default_user=lambda: "me") == 3


def test_linking_tells_what_it_did(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]) -> None:
    knowledge.remember("me", Draft(text="Tanaka left"))
    assert "Looked at 1 memory: 0 links" in printed(knowledge, capsys, "link")


def test_where_nothing_is_new_it_is_said_how_to_do_all_anew(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "enishi link --user hana --anew" in printed(knowledge, capsys, "link", "--user", "hana")
    assert "enishi infer --anew" in printed(knowledge, capsys, "infer")
    assert "Looked at 0 entities" in printed(knowledge, capsys, "infer", "--anew")


def test_what_is_inferred_is_listed_until_it_is_taken_back(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    knowledge.remember("me", Draft(text="Tanaka works"))
    assert "colleague" in printed(knowledge, capsys, "inferred", "--kind", "relation")
    assert json.loads(printed(knowledge, capsys, "inferred", "--kind", "duplicate", "--json")) == []
    assert json.loads(printed(knowledge, capsys, "infer", "--withdraw", "--json")) == {"withdrawn": 1}
    assert json.loads(printed(knowledge, capsys, "inferred", "--json")) == []
    assert "1 conclusion," in printed(knowledge, capsys, "infer", "--anew")


def test_a_link_is_judged_and_shown_with_what_was_said(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    first, other = (knowledge.remember("me", Draft(text=text)).id for text in ("Tanaka left", "Tanaka came"))
    ends = (first, other, "co-occurrence")
    assert "rejected: By chance." in printed(
        knowledge, capsys, "links", "judge", *ends, "rejected", "--note", "By chance."
    )
    assert json.loads(printed(knowledge, capsys, "links", first, "--json")) == []
    (link,) = json.loads(printed(knowledge, capsys, "links", "--verdict", "rejected", first, "--json"))
    assert (link["validation_status"], link["validated_by"], link["note"]) == ("rejected", "me", "By chance.")
    assert "rejected" in printed(knowledge, capsys, "links", "show", first, "--verdict", "rejected")
    assert json.loads(printed(knowledge, capsys, "links", "judge", *ends, "unvalidated", "--json"))["note"] is None
    assert "0.75" in printed(knowledge, capsys, "links", first)


def test_what_was_inferred_is_judged_by_its_id(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]) -> None:
    knowledge.remember("me", Draft(text="Tanaka works"))
    (inference,) = json.loads(printed(knowledge, capsys, "inferred", "--json"))
    assert inference["id"] in printed(knowledge, capsys, "inferred").replace("\n", "").replace(" ", "")
    judged = ("inferred", "judge", inference["id"])
    judged_inference = json.loads(printed(knowledge, capsys, *judged, "confirmed", "--note", "Yes.", "--json"))
    assert (judged_inference["validation_status"], judged_inference["note"]) == ("confirmed", "Yes.")
    assert printed(knowledge, capsys, *judged, "rejected", "--quiet") == ""
    assert json.loads(printed(knowledge, capsys, "inferred", "show", "--json")) == []
    assert len(json.loads(printed(knowledge, capsys, "inferred", "--verdict", "rejected", "--json"))) == 1


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("links", "judge", "nobody", "no-one", "REFERENCE", "rejected"), 3),
        (("links", "judge", "nobody", "no-one", "LIKENESS", "rejected"), 2),
        (("links", "judge", "nobody", "no-one", "REFERENCE", "perhaps"), 2),
        (("links", "judge", "nobody"), 2),
        (("links",), 2),
        (("inferred", "judge", "relation:COLLEAGUE:0:0", "rejected"), 3),
        (("inferred", "judge", "relation:COLLEAGUE:1:2", "rejected", "--note", "n" * 129), 2),
        (("inferred", "judge", "relation:COLLEAGUE:1:2", "perhaps"), 2),
    ],
)
def test_a_verdict_on_nothing_or_that_is_none_is_refused(
    arguments: tuple[str, ...], code: int, knowledge: FakeKnowledge
) -> None:
    knowledge.remember("me", Draft(text="Tanaka left"))
    assert run(arguments, build=lambda _: knowledge, default_user=lambda: "me") == code
