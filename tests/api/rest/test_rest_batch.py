"""Bursts over HTTP: stored at once, understood in the background, held back when too much waits."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
from fastapi.testclient import TestClient

from api.api_settings import ApiSettings
from api.rest.app import create_app
from graph.errors import Unavailable
from graph.model.draft import Draft
from graph.model.memory import Enrich
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import HERE, LINES, opened

PATH = "/api/memories:batch"


class Unhurried(FakeKnowledge):
    """Leaves the backlog alone, so that a test can look at it."""

    def enrich_pending(self, *, limit: int = 200) -> int:  # noqa: ARG002  it never takes any
        return 0


@pytest.fixture
def knowledge() -> FakeKnowledge:
    knowledge = Unhurried()
    knowledge.backlog_most = 1000
    return knowledge


@pytest.fixture
def client(knowledge: FakeKnowledge) -> Iterator[TestClient]:
    with opened(knowledge, max_body_bytes=4096) as client:
        yield client


def lines(count: int) -> bytes:
    return b"".join(json.dumps({"text": f"note {number}"}).encode() + b"\n" for number in range(count))


def test_an_array_is_stored_and_waits_in_the_backlog(client: TestClient, knowledge: FakeKnowledge) -> None:
    reply = client.post(PATH, json=[{"text": "Tanaka"}, {"text": "大阪", "tags": ["a"]}])
    batch = reply.json()
    assert reply.status_code == 202
    assert (batch["received"], batch["stored"], batch["failed"], batch["backlog"]) == (2, 2, 0, 2)
    assert [client.get(f"/api/memories/{identity}").json()["memory"]["pending"] for identity in batch["ids"]] == [
        True,
        True,
    ]


def test_a_batch_sent_twice_stores_nothing_twice(client: TestClient, knowledge: FakeKnowledge) -> None:
    first = client.post(PATH, content=lines(3), headers=LINES).json()
    again = client.post(PATH, content=lines(3), headers=LINES).json()
    assert again["ids"] == first["ids"]
    assert (again["stored"], again["existing"]) == (0, 3)


def test_a_wrong_item_is_told_by_position_and_the_others_are_stored(client: TestClient) -> None:
    content = b'{"text": "one"}\n\n{"text": \n{"txt": "x"}\r\n"y"\n{"text": ""}\n{"text": "\\ud800"}\n{"text": "six"}'
    batch = client.post(PATH, content=content, headers=LINES).json()
    assert [place for place, identity in enumerate(batch["ids"]) if identity] == [0, 6]
    assert [(error["position"], error["problem"]["field"]) for error in batch["errors"]] == [
        (1, "line"),
        (2, "text"),
        (3, "body"),
        (4, "text"),
        (5, "text"),
    ]


def test_lines_longer_in_total_than_a_body_may_be_are_taken_one_by_one(
    client: TestClient, knowledge: FakeKnowledge
) -> None:
    batch = client.post(PATH, content=lines(900), headers=LINES).json()
    assert (batch["stored"], batch["failed"]) == (900, 0)
    assert knowledge.backlog("me") == 900


def test_a_line_longer_than_a_body_may_be_is_refused(client: TestClient) -> None:
    reply = client.post(PATH, content=json.dumps({"text": "a" * 5000}).encode(), headers=LINES)
    assert (reply.status_code, reply.headers["content-type"]) == (413, "application/problem+json")


def test_an_array_longer_than_a_body_may_be_is_refused(client: TestClient) -> None:
    assert client.post(PATH, json=[{"text": "a" * 5000}]).status_code == 413


def test_a_line_may_come_in_the_smallest_pieces(client: TestClient) -> None:
    body = lines(3) + b'\n\n{"text": "last"}'
    reply = client.post(PATH, content=(body[place : place + 1] for place in range(len(body))), headers=LINES)
    assert (reply.status_code, reply.json()["stored"]) == (202, 4)


def test_of_a_thousand_wrong_items_more_it_is_told_where_and_how_many() -> None:
    with opened(FakeKnowledge()) as client:
        batch = client.post(PATH, json=[1] * 1200).json()
    assert (batch["received"], batch["failed"], len(batch["ids"]), len(batch["errors"])) == (1200, 1200, 1200, 1000)


def test_a_stream_that_falls_silent_gives_up_its_place() -> None:
    async def halting() -> AsyncIterator[bytes]:
        yield lines(2)
        await asyncio.Event().wait()

    async def sent() -> httpx.Response:
        app = create_app(FakeKnowledge(), ApiSettings(request_seconds=0.05))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=HERE) as client:
            return await client.post(PATH, content=halting(), headers=LINES)

    reply = asyncio.run(sent())
    assert reply.status_code == 408
    assert "halt" in reply.json()["detail"]


def test_too_long_a_backlog_holds_batches_back_until_it_is_shorter(client: TestClient) -> None:
    for start in range(0, 1000, 500):
        body = b"".join(json.dumps({"text": f"n {number}"}).encode() + b"\n" for number in range(start, start + 500))
        assert client.post(PATH, content=body, headers=LINES).status_code == 202
    reply = client.post(PATH, content=lines(1), headers=LINES)
    assert (reply.status_code, reply.headers["retry-after"]) == (503, "30")
    assert "1,000 memories already wait" in reply.json()["detail"]


def test_a_stream_held_back_in_the_middle_tells_how_much_was_taken(knowledge: FakeKnowledge) -> None:
    with opened(knowledge) as client:
        reply = client.post(PATH, content=lines(1600), headers=LINES)
    assert reply.status_code == 503
    assert "1,000 items of this batch were taken" in reply.json()["detail"]


def test_a_batch_may_be_understood_before_the_answer(client: TestClient, knowledge: FakeKnowledge) -> None:
    reply = client.post(PATH, params={"enrich": "now"}, json=[{"text": "Tanaka"}])
    assert (reply.status_code, reply.json()["backlog"]) == (200, 0)


def test_a_database_that_is_away_fails_the_batch_as_a_whole(client: TestClient, knowledge: FakeKnowledge) -> None:
    knowledge.trouble = Unavailable("Neo4j does not answer.", retry_after=7)
    reply = client.post(PATH, json=[{"text": "Tanaka"}])
    assert (reply.status_code, reply.headers["retry-after"]) == (503, "7")


@pytest.mark.parametrize("path", [PATH, "/api/memories?enrich=later", "/tools/save_memory"])
def test_what_is_stored_for_later_is_understood_in_the_background(path: str) -> None:
    knowledge = FakeKnowledge()
    with opened(knowledge, enrich_idle_seconds=3600) as client:
        assert knowledge.rested.wait(10)
        knowledge.rested.clear()
        body: object = {"text": "Tanaka works for Acme"}
        if path == PATH:
            body = [body]
        if path == "/tools/save_memory":
            body = {"text": "Tanaka works for Acme", "enrich": "later"}
        client.post(path, json=body)
        assert knowledge.rested.wait(10)
        assert knowledge.backlog() == 0
        assert client.get("/api/database/stats").json()["facts"] == 1


def test_a_backlog_left_by_a_process_that_died_is_understood_at_the_next_start() -> None:
    knowledge = FakeKnowledge()
    list(knowledge.remember_many("me", [Draft(text="Tanaka")], enrich=Enrich.LATER))
    with opened(knowledge, enrich_idle_seconds=3600):
        assert knowledge.rested.wait(10)
    assert knowledge.backlog() == 0
