"""The commands of rotation, driven over the fake knowledge."""

import json
from typing import Any

import pytest
from rich.cells import cell_len

from api.commands.root import run
from api.rest.bodies import rotation as examples
from graph.model.draft import Draft
from tests.api.fake_knowledge import FakeKnowledge


@pytest.fixture
def knowledge() -> FakeKnowledge:
    made = FakeKnowledge()
    for text in ("It rained on the harbour.", "港に雨が降り、行き先を箱根から下田に変えました。"):
        made.remember("me", Draft(text=text, tags=("weather",)))
    made.remember("me", Draft(text="Kept for good.", pinned=True))
    return made


def printed(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0, both: bool = False
) -> str:
    assert run(("lifecycle", *arguments), build=lambda _: knowledge, default_user=lambda: "me") == code
    ended = capsys.readouterr()
    return ended.out + (ended.err if code or both else "")


def in_json(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(printed(knowledge, capsys, *arguments, "--json"))


def test_a_dry_run_shows_each_decision_with_its_reason_and_archives_nothing(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = printed(knowledge, capsys, "run", "--dry-run")
    assert "Of 3 memories 2 would be archived, 0 deleted, 1 kept." in shown
    assert "keep: pinned" in shown
    assert shown == printed(knowledge, capsys, "plan")
    assert len(in_json(knowledge, capsys, "plan", "--action", "archive")["decisions"]) == 2
    assert in_json(knowledge, capsys, "plan", "--limit", "1")["next_after"] == 1
    assert in_json(knowledge, capsys, "plan", "--trigger", "size")["archive"] == 0
    assert in_json(knowledge, capsys, "archived")["total"] == 0


def test_a_run_says_what_it_did_and_can_be_taken_back(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = printed(knowledge, capsys, "run")
    assert "2 archived, 0 deleted" in shown
    assert "1.89 times smaller" in shown
    ids = printed(knowledge, capsys, "archived", "--quiet").split()
    assert len(ids) == 2
    assert printed(knowledge, capsys, "restore", ids[0]) == "Restored 1 memory.\n"
    assert printed(knowledge, capsys, "restore", "--run", examples.RUN.id) == "Restored 1 memory.\n"
    assert "--run RUN" in printed(knowledge, capsys, "restore", code=2)
    assert "Nothing is archived" in printed(knowledge, capsys, "archived", "--stats", both=True)
    assert "importance" in printed(knowledge, capsys, "plan", "--trigger", "moon", code=2)


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("line", ["plan", "run", "archived", "history", "alerts", "backups"])
def test_an_answer_is_whole_at_any_width(
    knowledge: FakeKnowledge,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    columns: int,
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    knowledge.alerts = tuple(examples.ALERTS)
    if line == "archived":
        printed(knowledge, capsys, "run")
    shown = printed(knowledge, capsys, line)
    assert all(cell_len(each) <= columns for each in shown.splitlines())
    wanted = {"history": "The disk is full.", "alerts": "The disk is full.", "backups": examples.BACKUPS[0].path}
    texts = [memory.title for memory in knowledge.all_of("me")] if line in ("plan", "archived") else []
    for text in (wanted.get(line, ""), *(texts if line == "plan" else [])):
        assert "".join(text.split()) in "".join(shown.split())


def test_alerts_and_backups_say_when_there_is_nothing_and_a_backup_is_named(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(("lifecycle", "alerts"), build=lambda _: knowledge, default_user=lambda: "me") == 0
    assert "Nothing to tell." in capsys.readouterr().err
    assert "Brought back 3 memories" in printed(knowledge, capsys, "recover", examples.RUN.id)
    assert "backup" in printed(knowledge, capsys, "recover", "nothing", code=3)
    assert printed(knowledge, capsys, "backups", "--quiet") == f"{examples.RUN.backup}\n"
