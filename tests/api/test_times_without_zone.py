"""A time without a zone, or a day alone, is taken by every door alike: by the clocks of the settings."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from fastapi.testclient import TestClient

import enishi
from api.commands.root import run
from graph.errors import Invalid
from graph.model.draft import Draft
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import as_user, asking

DAY = datetime.fromisoformat("2026-11-28T00:00:00+09:00")
Keep = Callable[[FakeKnowledge, str], object]


def as_text(knowledge: FakeKnowledge, written: str) -> object:
    return enishi.UserMemory(knowledge, "taro").remember("Tanaka moved", occurred_at=written, tags=["a"])


def in_a_draft(knowledge: FakeKnowledge, written: str) -> object:
    draft = Draft(text="Tanaka moved", occurred_at=written)  # pyright: ignore[reportArgumentType]
    return [outcome.error for outcome in enishi.UserMemory(knowledge, "taro").remember_many([draft])]


def command_line(knowledge: FakeKnowledge, written: str) -> object:
    line = ["remember", "Tanaka moved", "--occurred-at", written, "--user", "taro"]
    return run(line, build=lambda _: knowledge, default_user=lambda: "taro")


def client_of(knowledge: FakeKnowledge) -> TestClient:
    client = asking(knowledge)
    client.headers.update(as_user("taro"))
    return client


def rest(knowledge: FakeKnowledge, written: str) -> object:
    return client_of(knowledge).post("/api/memories", json={"text": "Tanaka moved", "occurred_at": written}).json()


def tool(knowledge: FakeKnowledge, written: str) -> object:
    arguments = {"text": "Tanaka moved", "occurred_at": written}
    return client_of(knowledge).post("/tools/save_memory", json=arguments).json()


@pytest.mark.parametrize("written", ["2026-11-28T20:00:00", "2026-11-28 20:00", "2026-11-28", "2026-11-28T11:00:00Z"])
@pytest.mark.parametrize("keep", [as_text, in_a_draft, command_line, rest, tool], ids=lambda keep: keep.__name__)
def test_a_time_is_that_of_the_zone_of_the_settings(keep: Keep, written: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENISHI_GRAPH__TIME_ZONE", "Asia/Tokyo")
    knowledge = FakeKnowledge()
    answer = keep(knowledge, written)
    (memory,) = knowledge.memories("taro").memories
    assert memory.occurred_at is not None, answer
    assert memory.occurred_at == (DAY if written == "2026-11-28" else DAY + timedelta(hours=20))


def test_the_end_of_a_range_is_a_day_as_a_whole_in_every_door(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENISHI_GRAPH__TIME_ZONE", "Asia/Tokyo")
    knowledge = FakeKnowledge()
    as_text(knowledge, "2026-11-28T20:00:00")
    narrowed = {"occurred_from": "2026-11-28", "occurred_to": "2026-11-28"}
    client = client_of(knowledge)
    assert len(client.get("/api/memories", params=narrowed).json()["memories"]) == 1
    query = "query ($f: FiltersInput) { memories(filters: $f) { memories { id } } }"
    variables = {"f": {"occurredFrom": "2026-11-28", "occurredTo": "2026-11-28"}}
    answer = client.post("/graphql", json={"query": query, "variables": variables}).json()
    assert len(answer["data"]["memories"]["memories"]) == 1
    filters = enishi.Filters(**narrowed)  # pyright: ignore[reportArgumentType]
    assert len(enishi.UserMemory(knowledge, "taro").list(filters=filters).memories) == 1


@pytest.mark.parametrize(("hour", "left"), [(19, 1), (21, 0)])
def test_a_range_begins_by_the_clocks_of_the_settings(hour: int, left: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENISHI_GRAPH__TIME_ZONE", "Asia/Tokyo")
    knowledge = FakeKnowledge()
    as_text(knowledge, "2026-11-28T20:00:00")
    query = "query ($f: FiltersInput) { memories(filters: $f) { memories { id } } }"
    variables = {"f": {"occurredFrom": f"2026-11-28T{hour}:00:00"}}
    answer = client_of(knowledge).post("/graphql", json={"query": query, "variables": variables}).json()
    assert len(answer["data"]["memories"]["memories"]) == left
    filters = enishi.Filters(occurred_from=datetime(2026, 11, 28, hour))
    memory = enishi.UserMemory(knowledge, "taro")
    assert len(memory.list(filters=filters).memories) == left
    assert len(memory.recall("Tanaka", filters=filters).hits) == left


def test_a_setting_that_is_handed_over_goes_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENISHI_GRAPH__TIME_ZONE", "Europe/Berlin")
    knowledge = FakeKnowledge()
    enishi.UserMemory(knowledge, "taro", zone="Asia/Tokyo").remember("Tanaka moved", occurred_at="2026-11-28")
    (memory,) = knowledge.memories("taro").memories
    assert memory.occurred_at == DAY


def test_what_cannot_be_read_is_told_at_once_with_the_field() -> None:
    memory = enishi.UserMemory(FakeKnowledge(), "taro")
    with pytest.raises(Invalid, match=r"^occurred_at: .*2026-06-01T10:15"):
        memory.remember("Tanaka moved", occurred_at="soon")
    with pytest.raises(Invalid, match=r"^session: .*session_id"):
        memory.remember("Tanaka moved", session="s-1")
    (outcome,) = memory.remember_many([Draft(text="a", created_at="soon")])  # pyright: ignore[reportArgumentType]
    assert outcome.error is not None
    assert json.dumps(str(outcome.error)).startswith('"created_at: ')
