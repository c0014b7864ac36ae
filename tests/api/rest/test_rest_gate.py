"""Who may not come in costs nothing: neither a place, nor a parser, nor a quiet log."""

import json
import logging
import socket
import threading
from contextlib import ExitStack

import httpx
import pytest

from api.api_settings import ApiSettings
from api.rest.app import create_app
from api.rest.json_bodies import VALUES_MOST, marks_in, parsed
from api.rest.middleware.key_gate import REFUSALS_PER_MINUTE, RefusedKeys
from api.rest.middleware.limits import IMPORT_PATH, JOBS_PATH
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import JSON, LINES, TARO_KEY, as_user, bearer, opened
from tests.api.rest.served import served

KEYS = {TARO_KEY: ["taro"]}
SLOW = "POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{key}Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{{"


@pytest.mark.parametrize("path", ["/api/memories", "/api/memories:batch", "/api/recall", "/tools/save_memory"])
def test_bodies_that_never_end_keep_nobody_out_who_has_a_key(path: str) -> None:
    app = create_app(FakeKnowledge(), ApiSettings.model_validate({"keys": KEYS, "threads": 1, "waiting": 1}))
    with served(app) as port, ExitStack() as connections:
        for number in range(8):
            wrong = "Authorization: Bearer wrong\r\n" if number % 2 else ""
            slow = connections.enter_context(socket.create_connection(("127.0.0.1", port)))
            slow.sendall(SLOW.format(path=path, key=wrong).encode())
            # The answer comes though the body does not.
            assert slow.recv(12) == b"HTTP/1.1 401"
        reply = httpx.get(f"http://127.0.0.1:{port}/api/memories", headers=bearer(TARO_KEY), trust_env=False)
        assert reply.status_code == 200


def test_a_body_without_a_key_is_never_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    def unparsed(*_: object, **__: object) -> object:
        raise AssertionError("parsed")

    with opened(keys=KEYS) as client:
        monkeypatch.setattr(json, "loads", unparsed)
        refused = client.post("/api/memories", content=b'{"text": "a"}', headers=JSON)
    assert refused.status_code == 401


def test_requests_over_the_rate_are_refused_before_their_body_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(requests_per_minute=6) as client:
        assert client.post("/api/memories", json={"text": "a"}).status_code == 201
        assert client.post("/api/memories", content=b"no JSON", headers=JSON).status_code == 429


def test_a_large_body_is_parsed_beside_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: set[str] = set()

    def watched(body: bytes) -> object:
        if len(body) > 1000:
            threads.add(threading.current_thread().name)
        return parsed(body)

    monkeypatch.setattr("api.rest.json_bodies.parsed", watched)
    with opened() as client:
        assert client.post("/api/memories", json={"text": "縁" * 500_000}).status_code == 201
        assert client.post("/api/memories", json={"text": "small"}).status_code == 201
    assert len(threads) == 1
    assert "worker" in threads.pop().casefold()


@pytest.mark.parametrize("held", [[1], {}, "[]"])
def test_a_body_of_more_values_than_can_be_parsed_in_passing_is_too_large(held: object) -> None:
    with opened() as client:
        many = client.post("/api/memories", json={"text": "a", "extra": {"x": [held] * (VALUES_MOST + 1)}})
        quoted = client.post("/api/memories", json={"text": 'a,[]{}:"\\' * 60_000})
    assert (many.status_code, quoted.status_code) == (413, 201)


QUOTES = b'["' + b'\\"' * 500_000


@pytest.mark.parametrize(
    ("body", "marks"),
    [
        (QUOTES, 1),
        (QUOTES + b'", 1, {"a": 2}]', 5),
        (QUOTES + b", 1, 2", 1),
        (QUOTES + b"\\", 1),
        (b'["a,\\\\", "[", []]', 4),
    ],
)  # fmt: skip
def test_values_are_counted_outside_of_strings_also_of_one_that_never_ends(body: bytes, marks: int) -> None:
    assert marks_in(body) == marks


def test_no_path_parses_more_values_than_can_be_parsed_in_passing() -> None:
    body = b"[" + b"1," * VALUES_MOST + b"1]"
    with opened() as client:
        paths = client.get("/openapi.json").json()["paths"]
        calls = [(path, method) for path, held in paths.items() for method in held if "requestBody" in held[method]]
        for path in (IMPORT_PATH, JOBS_PATH):  # what they take goes to the disk
            calls.remove((path, "post"))
        assert len(calls) > 15
        for path, method in calls:
            assert client.request(method, path, content=body, headers=JSON).status_code == 413, (path, method)
        lines = client.post("/api/memories:batch", content=b'{"text": "a"}\n' + body, headers=LINES).json()
    assert (lines["stored"], lines["failed"]) == (1, 1)
    assert f"{VALUES_MOST:,} values" in lines["errors"][0]["problem"]["detail"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32-le"])
def test_bodies_of_other_encodings_whose_values_cannot_be_counted_are_refused(encoding: str) -> None:
    with opened() as client:
        assert client.post("/api/memories", content='{"text": "a"}'.encode(encoding), headers=JSON).status_code == 400
        assert client.post("/api/memories", content='{"text": "a"}'.encode("utf-8-sig"), headers=JSON).is_success


@pytest.mark.parametrize("field", ["facts", "tags"])
def test_of_a_list_of_wrong_items_the_first_is_told(field: str) -> None:
    with opened() as client:
        reply = client.post("/api/memories", json={"text": "a", field: [[]] * 50_000})
    assert (reply.status_code, len(reply.json()["errors"])) == (422, 1)


def test_of_very_many_unknown_fields_a_hundred_are_told() -> None:
    with opened() as client:
        reply = client.post("/api/memories", json={"text": "a"} | {f"f{number}": 1 for number in range(5_000)})
    assert (reply.status_code, len(reply.json()["errors"])) == (422, 100)


def test_refused_keys_are_logged_without_the_key_and_slowed(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="api"), opened(keys=KEYS) as client:
        refused = [client.get("/api/memories", headers=bearer("guessed-secret")) for _ in range(REFUSALS_PER_MINUTE)]
        right = client.get("/api/memories", headers=bearer(TARO_KEY))
    assert {reply.status_code for reply in refused} == {401, 429}
    assert int(refused[-1].headers["retry-after"]) >= 1
    assert right.status_code == 200
    assert [record.getMessage().partition(" from ")[0] for record in caplog.records] == ["refused: an unknown API key"]
    assert "guessed-secret" not in caplog.text


def test_refusals_are_summed_up_in_a_line_a_minute_and_address(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    refused = RefusedKeys(lambda: now)
    with caplog.at_level(logging.WARNING, logger="api"):
        for _ in range(50):
            refused.add("a", missing=False)
        now = 61.0
        refused.add("a", missing=True)
        refused.add("b", missing=True)
    counts = [record.getMessage().split(" from ")[1].split()[:2] for record in caplog.records]
    assert counts == [["a,", "1"], ["a,", "50"], ["b,", "1"]]


def test_a_key_of_several_users_says_where_to_name_one() -> None:
    with opened(keys={TARO_KEY: ["taro", "taro#work"]}) as client:
        unnamed = client.get("/api/memories", headers=bearer(TARO_KEY))
        foreign = client.get("/api/memories", headers=bearer(TARO_KEY) | as_user("hana"))
    assert (unnamed.status_code, foreign.status_code) == (403, 403)
    assert "X-Enishi-User" in unnamed.json()["detail"]
    assert "several users" not in foreign.json()["detail"]
