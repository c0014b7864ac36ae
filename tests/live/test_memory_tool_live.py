"""The memory tool over a real graph: its six commands in the words of the tool, and its files found as memories."""

import pytest

import enishi
from api.memory_tool import MemoryTool
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.types import Status
from tests.api.memory_tool.test_memory_tool import ROWS, answers_in_its_words

COMMANDS = {"view", "create", "str_replace", "insert", "delete", "rename"}


def test_the_rows_call_every_command() -> None:
    assert {call[0]["command"] for row in ROWS for call in row["calls"]} >= COMMANDS


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["says"])
def test_a_call_is_answered_over_a_real_graph_as_anywhere(
    row: dict[str, list[list[object]]], light: Knowledge, user_id: str
) -> None:
    answers_in_its_words(MemoryTool(light, user_id), row["calls"])


def test_what_an_agent_writes_is_found_changed_and_gone_by_every_question(light: Knowledge, user_id: str) -> None:
    memory = enishi.UserMemory(light, user_id)
    tool = memory.memory_tool
    tool.create("/memories/team.md", "Ada Byron joined Acme Corp.")
    (hit,) = memory.recall("Who joined Acme Corp?").hits
    assert hit.memory.text == "Ada Byron joined Acme Corp."
    tool.str_replace("/memories/team.md", "joined", "leads")
    assert memory.show(hit.memory.id).memory.text == "Ada Byron leads Acme Corp."
    assert [version.text for version in memory.history(hit.memory.id)] == ["Ada Byron joined Acme Corp."]
    tool.rename("/memories/team.md", "/memories/people/team.md")
    assert memory.show(hit.memory.id).memory.source == "/memories/people/team.md"
    tool.delete("/memories/people")
    assert memory.show(hit.memory.id).memory.status is Status.ARCHIVED
    assert not memory.recall("Who leads Acme Corp?").hits


def test_a_file_of_somebody_else_is_not_there(light: Knowledge, user_id: str, other_user: str) -> None:
    light.remember(other_user, Draft(text="Bee likes tea.", source="/memories/tea.md"))
    answer = MemoryTool(light, user_id).call({"command": "view", "path": "/memories/tea.md"})
    assert answer.is_error
    assert "tea" not in MemoryTool(light, user_id).view("/memories")
