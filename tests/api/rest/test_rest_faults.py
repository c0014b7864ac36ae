"""Bad requests and bad days over HTTP: each has its own clear problem, and none quotes what a user wrote."""

import json
import logging
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from graph.errors import Conflict, EnishiError, Misconfigured, QueryError, Unavailable
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import JSON, LINES, as_user, opened

SECRET = "the-secret-of-taro"


@pytest.fixture(scope="module")
def door() -> Iterator[tuple[FakeKnowledge, TestClient]]:
    knowledge = FakeKnowledge()
    with opened(knowledge) as client:
        yield knowledge, client


@pytest.fixture
def knowledge(door: tuple[FakeKnowledge, TestClient]) -> FakeKnowledge:
    door[0].begin_anew()
    return door[0]


@pytest.fixture
def client(door: tuple[FakeKnowledge, TestClient], knowledge: FakeKnowledge) -> TestClient:
    return door[1]


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        (json.dumps({"text": ""}), 422, "text"),
        (json.dumps({"text": " \n\t"}), 422, "text"),
        (json.dumps({"text": "a" * 1_000_001}), 422, "text"),
        (json.dumps({"text": f"{SECRET} \ud800"}), 422, "text"),
        (json.dumps({"text": f"{SECRET} \x00"}), 422, "text"),
        (json.dumps({"text": 5}), 422, "text"),
        (json.dumps({"text": None}), 422, "text"),
        (json.dumps({"text": [SECRET]}), 422, "text"),
        (json.dumps({"text": "a", "title": SECRET + "\udfff"}), 422, "title"),
        (json.dumps({"text": "a", "tags": SECRET}), 422, "tags"),
        (json.dumps({"text": "a", "tags": [1]}), 422, "tags.0"),
        (json.dumps({"text": "a", "rating": 7}), 422, "rating"),
        (json.dumps({"text": "a", "rating": "5"}), 422, "rating"),
        (json.dumps({"text": "a", "rating": True}), 422, "rating"),
        (json.dumps({"text": "a", "pinned": "yes"}), 422, "pinned"),
        (json.dumps({"text": "a", "latitude": 91}), 422, "latitude"),
        ('{"text": "a", "latitude": NaN}', 422, "latitude"),
        ('{"text": "a", "latitude": 1e999}', 422, "latitude"),
        ('{"text": "a", "extra": {"x": Infinity}}', 422, "extra.x.float"),
        (json.dumps({"text": "a", "extra": SECRET}), 422, "extra"),
        (json.dumps({"text": "a", "extra": {"x": "\ud800"}}), 422, "extra"),
        (json.dumps({"text": "a", "created_at": "2026-13-01T00:00:00"}), 422, "created_at"),
        (json.dumps({"text": "a", "created_at": SECRET}), 422, "created_at"),
        (json.dumps({"text": "a", "created_at": 1700000000}), 422, "created_at"),
        (json.dumps({"text": "a", "occurred_at": "0001-01-01T00:00:00+14:00"}), 422, "occurred_at"),
        (json.dumps({"txet": "a"}), 422, "text"),
        (json.dumps({"text": "a", "titel": "b"}), 422, "titel"),
        (json.dumps([SECRET]), 422, "body"),
        (json.dumps(SECRET), 422, "body"),
        ("null", 422, "body"),
        ("", 422, "body"),
        (f'{{"text": "{SECRET}', 400, None),
        (b'{"text": "\xff\xfe"}', 400, None),
        ('{"text": "a", "rating": ' + "9" * 5000 + "}", 400, None),
        ("[" * 100_000, 400, None),
    ],
)
def test_a_body_that_is_wrong_is_told_by_field_and_never_quoted(
    client: TestClient, knowledge: FakeKnowledge, body: str | bytes, status: int, field: str | None
) -> None:
    reply = client.post("/api/memories", content=body, headers=JSON)
    problem = reply.json()
    assert reply.status_code == problem["status"] == status
    assert reply.headers["content-type"] == "application/problem+json"
    assert problem.get("field") == field
    assert SECRET not in reply.text
    assert knowledge.stats("me").memories == 0


def test_the_name_of_an_unknown_field_may_hold_anything(client: TestClient) -> None:
    reply = client.post("/api/memories", content=json.dumps({"text": "a", "b\n\x00" + "c" * 5000: 1}), headers=JSON)
    assert reply.status_code == 422
    assert len(reply.json()["field"]) < 100
    assert reply.json()["field"].isprintable()


def test_a_field_name_of_half_a_character_is_told(client: TestClient) -> None:
    assert client.post("/api/memories", content='{"text": "a", "\\ud800": 1}', headers=JSON).status_code == 422


def test_a_body_sent_as_something_else_is_told_to_be_sent_as_json(client: TestClient) -> None:
    reply = client.post("/api/memories", content='{"text": "a"}', headers={"content-type": "text/plain"})
    assert (reply.status_code, reply.json()["title"]) == (415, "Unsupported Media Type")


@pytest.mark.parametrize("mode", ["hybrid", "semantic", "keyword", "graph", "recent", "content"])
@pytest.mark.parametrize(
    "question", ['+-&&||!(){}[]^"~*?:\\/ AND OR NOT', "語 " * 10_000, "'}) MATCH (n) DETACH DELETE n //"]
)
def test_a_question_may_hold_any_syntax(client: TestClient, mode: str, question: str) -> None:
    assert client.post("/api/recall", json={"question": question, "mode": mode}).status_code == 200


@pytest.mark.parametrize(
    ("address", "field"),
    [
        ("/api/recall", "q"),
        ("/api/recall?q=", "question"),
        ("/api/recall?q=a&limit=0", "limit"),
        ("/api/recall?q=a&limit=201", "limit"),
        ("/api/recall?q=a&limit=ten", "limit"),
        ("/api/recall?q=a&mode=magic", "mode"),
        ("/api/recall?q=a&cursor=nonsense", "cursor"),
        ("/api/memories?since=2026", "since"),
        ("/api/memories?created_from=yesterday", "created_from"),
        ("/api/memories?min_importance=much", "min_importance"),
        ("/api/content?pattern=%5B&regex=true", "pattern"),
    ],
)
def test_an_address_that_is_wrong_is_told_by_field(client: TestClient, address: str, field: str) -> None:
    reply = client.get(address)
    assert (reply.status_code, reply.json()["field"]) == (422, field)


@pytest.mark.parametrize("user_id", ["a b", "a" * 201, "", "a\u3000b", "a\u200bb"])
def test_a_user_id_that_is_none_is_refused(client: TestClient, user_id: str) -> None:
    by_header = client.get("/api/memories", headers={b"X-Enishi-User": user_id.encode()})
    by_body = client.post("/tools/save_memory", json={"text": "a", "user_id": user_id})
    assert (by_header.status_code, by_header.json()["field"]) == (422, "user_id")
    assert (by_body.status_code, by_body.json()["field"]) == (422, "user_id")


def test_header_and_body_must_name_the_same_user(client: TestClient) -> None:
    reply = client.post("/tools/save_memory", json={"user_id": "hana", "text": "a"}, headers=as_user("taro"))
    assert (reply.status_code, reply.json()["field"]) == (422, "user_id")


def test_an_unknown_path_is_404_and_a_wrong_method_405(client: TestClient) -> None:
    path = client.get("/api/memory")
    method = client.put("/api/memories")
    assert (path.status_code, path.json()["title"]) == (404, "Not Found")
    assert path.json()["type"] == "urn:enishi:problem:no-path"
    assert client.get("/api/memories/01K").json()["type"] == "urn:enishi:problem:not-found"
    assert (method.status_code, method.json()["title"]) == (405, "Method Not Allowed")
    assert method.headers["allow"]
    assert {reply.headers["content-type"] for reply in (path, method)} == {"application/problem+json"}


def test_a_project_without_a_name_is_told(client: TestClient) -> None:
    for verb in ("GET", "DELETE"):
        reply = client.request(verb, "/api/projects/")
        assert (reply.status_code, reply.json()["field"]) == (422, "path")


@pytest.mark.parametrize("identity", ["01K00000000000000000000099", "..%2f..", "%00", "縁", "%ff"])
def test_an_id_that_belongs_to_nothing_is_404(client: TestClient, identity: str) -> None:
    assert client.get(f"/api/memories/{identity}").status_code == 404


@pytest.mark.parametrize(
    ("trouble", "status", "kind"),
    [
        (Conflict("It was changed in the meantime."), 409, "conflict"),
        (Unavailable("Neo4j does not answer.", retry_after=2.5), 503, "unavailable"),
        (Misconfigured("The password is wrong."), 500, "misconfigured"),
        (QueryError("memory/show has no column x."), 500, "query-error"),
    ],
)
def test_trouble_below_is_told_as_what_it_is(
    client: TestClient, knowledge: FakeKnowledge, trouble: EnishiError, status: int, kind: str
) -> None:
    knowledge.trouble = trouble
    for reply in (client.get("/ready"), client.get("/api/memories")):
        assert (reply.status_code, reply.json()["type"]) == (status, f"urn:enishi:problem:{kind}")
        assert reply.json()["detail"] == str(trouble)
        assert reply.headers.get("retry-after") == ("3" if status == 503 else None)
    assert client.get("/health").status_code == 200


def test_what_nobody_foresaw_is_a_500_without_words(
    client: TestClient, knowledge: FakeKnowledge, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError(SECRET)

    monkeypatch.setattr(knowledge, "stats", broken)
    with caplog.at_level(logging.DEBUG, logger="api"):
        reply = client.get("/api/database/stats")
    assert (reply.status_code, reply.headers["content-type"]) == (500, "application/problem+json")
    assert SECRET not in reply.text + caplog.text
    assert "RuntimeError" in caplog.text
    assert "test_rest_faults.py" in caplog.text


def test_what_was_stored_with_odd_characters_can_still_be_read(
    client: TestClient, knowledge: FakeKnowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    def odd(*_: object) -> list[str]:
        return ["half \ud800"]

    monkeypatch.setattr(knowledge, "stats", odd)
    assert client.get("/api/database/stats").json() == ["half \ud800"]


@pytest.mark.parametrize("headers", [JSON, LINES])
def test_a_batch_of_nothing_is_told(client: TestClient, headers: dict[str, str]) -> None:
    reply = client.post("/api/memories:batch", content="[]" if headers is JSON else "\n\n", headers=headers)
    assert (reply.status_code, reply.json()["field"]) == (422, "body")


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        ("[1", "application/json", 400),
        ('{"text": "a"}', "application/json", 422),
        ("text\na", "text/csv", 415),
        ("a", "", 415),
    ],
)
def test_a_batch_that_is_no_batch_is_told(client: TestClient, content: str, kind: str, status: int) -> None:
    reply = client.post("/api/memories:batch", content=content, headers={"content-type": kind})
    assert reply.status_code == status
    assert reply.headers["content-type"] == "application/problem+json"
