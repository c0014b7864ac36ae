"""The commands about the lifecycle of memories, driven over the fake knowledge."""

import json

import pytest

from api.commands.root import run
from graph.model.draft import Draft
from graph.model.importance import UseKind
from tests.api.fake_knowledge import FakeKnowledge


@pytest.fixture
def knowledge() -> FakeKnowledge:
    return FakeKnowledge()


def printed(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(("lifecycle", *arguments), build=lambda _: knowledge, default_user=lambda: "me") == 0
    return capsys.readouterr().out


def test_the_importance_of_a_memory_is_shown_part_by_part_with_why(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    memory = knowledge.remember("me", Draft(text="TODO call Tanaka"))
    shown = printed(knowledge, capsys, "explain", memory.id)
    detail = json.loads(printed(knowledge, capsys, "explain", memory.id, "--json"))
    for part in detail["parts"]:
        assert f"{part['points']:.2f}" in next(line for line in shown.splitlines() if line.startswith(part["name"]))
    assert f"{detail['score']:.2f} of 10 ({detail['bucket']})" in shown
    assert "because: recently kept" in shown
    # What lists go by is older than a change.
    assert "enishi lifecycle recompute" in shown


def test_the_figures_of_all_memories_are_shown_bucket_by_bucket(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    for text in ("Tanaka left", "Tanaka came"):
        knowledge.remember("me", Draft(text=text))
    shown = printed(knowledge, capsys, "stats").splitlines()
    heads = [line.split()[0] for line in shown if line.strip()]
    assert heads[1:6] == ["critical", "high", "medium", "low", "minimal"]
    assert ["stable", "2"] in [line.split() for line in shown]


def test_who_has_no_memories_is_told_so(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]) -> None:
    run(("lifecycle", "stats"), build=lambda _: knowledge, default_user=lambda: "me")
    assert "no active memories" in capsys.readouterr().err


def test_recomputing_says_how_many_memories_changed(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = [knowledge.remember("me", Draft(text=text)).id for text in ("Tanaka left", "Tanaka came")]
    assert "Weighed 2 memories: 0 with another" in printed(knowledge, capsys, "recompute")
    assert "Weighed 1 memory: 0 with another" in printed(knowledge, capsys, "recompute", ids[0])


def test_uses_are_counted_by_kind(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]) -> None:
    memory = knowledge.remember("me", Draft(text="Tanaka left"))
    printed(knowledge, capsys, "use", memory.id)
    assert "Counted one use of 1 memory." in printed(knowledge, capsys, "use", memory.id, "--kind", "share")
    assert knowledge.uses == [(memory.id, UseKind.VIEW), (memory.id, UseKind.SHARE)]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (("explain", "nobody"), 3),
        (("recompute", "nobody"), 3),
        (("use", "nobody"), 3),
        (("use", "x", "--kind", "edit"), 2),
        (("explain",), 2),
    ],
)
def test_what_is_wrong_ends_with_the_exit_code_of_it(
    knowledge: FakeKnowledge, line: tuple[str, ...], code: int
) -> None:
    assert run(("lifecycle", *line), build=lambda _: knowledge, default_user=lambda: "me") == code
