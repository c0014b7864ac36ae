"""Bounds: size, rate, time, and the names the service answers to."""

import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

import pytest

from api.rest.middleware.limits import RateLimit
from graph.model.memory import Stats
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import JSON, TARO_KEY, bearer, opened


class Meeting(FakeKnowledge):
    """Counts what is stored only once so many ask for it at the same time."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._barrier = threading.Barrier(count)

    def stats(self, user_id: str) -> Stats:
        self._barrier.wait(10)
        return super().stats(user_id)


class Slow(FakeKnowledge):
    """Counts what is stored only when it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.let_go = threading.Event()
        self.finished = threading.Event()

    def stats(self, user_id: str) -> Stats:
        self.let_go.wait(60)
        self.finished.set()
        return super().stats(user_id)


def in_pieces() -> Iterator[bytes]:
    yield b'{"text": "'
    for _ in range(64):
        yield b"a" * 64
    yield b'"}'


def test_a_body_above_the_limit_is_refused_by_its_length() -> None:
    with opened(max_body_bytes=1024) as client:
        reply = client.post("/api/memories", json={"text": "a" * 1024})
    assert (reply.status_code, reply.headers["content-type"]) == (413, "application/problem+json")
    assert "1,024 bytes" in reply.json()["detail"]


def test_a_length_too_long_to_be_read_is_above_the_limit() -> None:
    with opened() as client:
        refused = client.post("/api/memories", content=b"{}", headers=JSON | {"Content-Length": "9" * 5000})
    assert refused.status_code == 413


def test_a_body_above_the_limit_is_refused_when_it_hides_its_length() -> None:
    knowledge = FakeKnowledge()
    with opened(knowledge, max_body_bytes=1024) as client:
        reply = client.post("/api/memories", content=in_pieces(), headers=JSON)
    assert (reply.status_code, reply.headers["content-type"]) == (413, "application/problem+json")
    assert knowledge.stats("me").memories == 0


def test_a_million_characters_of_japanese_fit() -> None:
    with opened() as client:
        assert client.post("/api/memories", json={"text": "縁" * 1_000_000}).status_code == 201


def test_a_caller_that_asks_too_often_is_told_when_to_ask_again() -> None:
    with opened(requests_per_minute=6) as client:
        first, second = client.get("/api/memories"), client.get("/api/memories")
        assert client.get("/health").status_code == 200
    assert (first.status_code, second.status_code) == (200, 429)
    assert second.headers["content-type"] == "application/problem+json"
    assert 1 <= int(second.headers["retry-after"]) <= 11


def test_wrong_keys_are_slowed_down_without_slowing_the_right_one() -> None:
    with opened(requests_per_minute=6, keys={TARO_KEY: ["taro"]}) as client:
        wrong = [client.get("/api/memories", headers=bearer("guess")).status_code for _ in range(2)]
        right = client.get("/api/memories", headers=bearer(TARO_KEY)).status_code
    assert (wrong, right) == ([401, 429], 200)


def test_a_bucket_fills_again_with_time_and_is_each_callers_own() -> None:
    now = 0.0
    rate = RateLimit(60, lambda: now)
    assert [rate.wait("a") for _ in range(10)] == [0.0] * 10
    assert rate.wait("a") == pytest.approx(1.0)
    assert rate.wait("b") == 0.0
    now = 1.0
    assert rate.wait("a") == 0.0
    assert rate.wait("a") > 0


def test_the_longest_silent_caller_is_forgotten_when_there_are_too_many() -> None:
    rate = RateLimit(6, lambda: 0.0, callers=2)
    assert [rate.wait(caller) for caller in "abc"] == [0.0] * 3
    assert rate.wait("c") > 0
    assert rate.wait("a") == 0.0


def test_who_waits_too_long_is_answered_and_the_work_goes_on() -> None:
    knowledge = Slow()
    with opened(knowledge, request_seconds=0.05) as client:
        reply = client.get("/api/database/stats")
        assert (reply.status_code, reply.json()["type"]) == (503, "urn:enishi:problem:late")
        assert reply.headers["retry-after"] == "5"
        knowledge.let_go.set()
        assert knowledge.finished.wait(10)


def test_who_comes_to_a_full_house_is_told_at_once_when_to_come_again() -> None:
    knowledge = Slow()
    with opened(knowledge, threads=1, waiting=1) as client, ThreadPoolExecutor(3) as pool:
        # Of three that come to a house for two, the one that is turned away is answered while the others wait.
        asking = {pool.submit(client.get, "/api/database/stats") for _ in range(3)}
        answered, inside = wait(asking, timeout=60, return_when=FIRST_COMPLETED)
        alive = client.get("/health")
        knowledge.let_go.set()
        (refused,) = (future.result() for future in answered)
        assert [future.result().status_code for future in inside] == [200, 200]
        assert client.get("/api/memories").status_code == 200
    assert alive.status_code == 200
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
    assert refused.json()["type"] == "urn:enishi:problem:crowded"
    assert "2 requests" in refused.json()["detail"]


def test_as_many_requests_as_there_are_threads_are_worked_on_at_once() -> None:
    knowledge = Meeting(50)
    with opened(knowledge, threads=50) as client, ThreadPoolExecutor(50) as pool:
        replies = list(pool.map(client.get, ["/api/database/stats"] * 50))
    assert [reply.status_code for reply in replies] == [200] * 50


def test_pages_of_named_origins_alone_may_read_answers_errors_included() -> None:
    with opened(cors_origins=["https://page.example"]) as client:
        named = client.get("/nowhere", headers={"origin": "https://page.example"})
        other = client.get("/health", headers={"origin": "https://evil.example"})
    assert named.headers["access-control-allow-origin"] == "https://page.example"
    assert "access-control-allow-origin" not in other.headers
