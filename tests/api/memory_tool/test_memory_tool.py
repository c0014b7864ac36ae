"""The memory tool answers each command as Claude was taught, and its files are memories like any other."""

import json
from pathlib import Path

import pytest

import enishi
from api.memory_tool import MemoryTool
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.types import Status
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import as_user, asking

ROWS = [json.loads(line) for line in Path(__file__).with_name("calls.jsonl").read_text("utf-8").splitlines()]


def answers_in_its_words(tool: MemoryTool, calls: list[list[object]]) -> None:
    """Asserts that each call is answered by its text, as an error where the row has a third member."""
    for arguments, content, *refused in calls:
        assert isinstance(arguments, dict)
        answer = tool.call(arguments)
        assert (answer.content, answer.is_error) == (content, bool(refused)), arguments


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["says"])
def test_a_call_is_answered_in_the_words_of_the_tool(row: dict[str, list[list[object]]]) -> None:
    answers_in_its_words(MemoryTool(FakeKnowledge(), "taro"), row["calls"])


def test_the_rest_door_answers_the_same() -> None:
    client = asking(FakeKnowledge())

    def called(user: str, **arguments: object) -> dict[str, object]:
        response = client.post("/api/memory-tool", json=arguments, headers=as_user(user))
        assert response.status_code == 200, response.text
        return response.json()

    made = called("taro", command="create", path="/memories/a.md", file_text="Ken likes tea.")
    assert made == {"content": "File created successfully at: /memories/a.md", "is_error": False}
    assert "Ken likes tea" in str(called("taro", command="view", path="/memories/a.md", view_range=[1, -1])["content"])
    assert called("hana", command="view", path="/memories/a.md")["is_error"]
    assert called("taro", command="view", path="/memories/../a.md")["is_error"]
    assert client.post("/api/memory-tool", json={"path": "/memories"}).status_code == 422


def test_what_is_known_of_projects_is_drawn_and_can_be_edited() -> None:
    knowledge = FakeKnowledge()
    memory = enishi.UserMemory(knowledge, "taro")
    pinned = memory.remember(Draft(text="The code is 1111.", project="dev/shop", pinned=True)).id
    other = memory.remember(Draft(text="Ken likes tea.", project="dev/shop")).id
    tool = memory.memory_tool
    assert "/memories/projects/dev" in tool.view("/memories")
    path = "/memories/projects/dev/shop/memories.md"
    assert f"     1\t- Ken likes tea. ^en-{other}" in tool.view(path)
    tool.str_replace(path, "tea", "coffee")
    tool.insert(path, 1, "- Bee likes milk.")
    assert {m.text for m in memory.list(filters=Filters(project="dev/shop")).memories} == {
        "The code is 1111.", "Ken likes coffee.", "Bee likes milk.",
    }  # fmt: skip
    assert memory.show(other).memory.text == "Ken likes coffee."
    tool.str_replace("/memories/projects/dev/shop/pinned.md", f"- The code is 1111. ^en-{pinned}", "")
    assert memory.show(pinned).memory.status is Status.ARCHIVED
    for call in (
        {"command": "delete", "path": path},
        {"command": "create", "path": "/memories/projects/x.md", "file_text": "x"},
        {"command": "rename", "old_path": path, "new_path": "/memories/x.md"},
    ):
        assert tool.call(call).is_error, call


def test_what_the_tool_deletes_can_be_restored() -> None:
    knowledge = FakeKnowledge()
    memory = enishi.UserMemory(knowledge, "taro")
    memory.memory_tool.create("/memories/a.md", "Ken likes tea.")
    (kept,) = memory.list().memories
    assert (kept.source, kept.title, kept.text) == ("/memories/a.md", "/memories/a.md", "Ken likes tea.")
    memory.memory_tool.delete("/memories/a.md")
    assert not memory.list().memories
    memory.restore(kept.id)
    assert "Ken likes tea." in memory.memory_tool.view("/memories/a.md")
