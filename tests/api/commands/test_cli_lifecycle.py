"""The commands about the lifecycle of memories, driven over the fake knowledge."""

import json
from functools import partial
from typing import cast

import pytest

from api.commands.root import run
from graph.errors import Conflict, Invalid
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.importance import UseKind
from tests.api.doors import through_server
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


def test_ids_may_be_begun(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (knowledge.remember("me", Draft(text=text)).id for text in ("Tanaka left", "Sato stayed"))
    alike = next(n for n in range(len(first)) if first[: n + 1] != second[: n + 1])
    begun = first[: alike + 1], second[: alike + 1]
    printed(knowledge, capsys, "use", *begun)
    assert [memory for memory, _ in knowledge.uses] == [first, second]
    assert "Weighed 2 memories" in printed(knowledge, capsys, "recompute", *begun)
    for act in ("use", "recompute"):
        line = ("lifecycle", act, first[:alike])
        assert run(line, build=lambda _: knowledge, default_user=lambda: "me") == Conflict.exit_code


def test_a_recall_counts_views_where_it_is_told_to(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    memory = knowledge.remember("me", Draft(text="Tanaka left"))
    asked = cast("Knowledge", knowledge)
    for built in (asked, through_server(asked)):
        for touched in ((), ("--touch",)):
            before = knowledge.show("me", memory.id).memory.use_count
            line = ("recall", "Tanaka", *touched)
            assert run(line, build=partial(_given, built), default_user=lambda: "me") == 0
            assert knowledge.show("me", memory.id).memory.use_count == before + len(touched)
    line = ("recall", "Tanaka", "--mode", "content", "--touch")
    assert run(line, build=partial(_given, asked), default_user=lambda: "me") == Invalid.exit_code
    assert "lifecycle use" in capsys.readouterr().err


def _given(knowledge: Knowledge, _: object) -> Knowledge:
    return knowledge


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
