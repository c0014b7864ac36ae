"""What every answer tells a browser and an operator, whatever was asked."""

import json
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from api.rest.middleware.response_headers import HARDENED
from graph.model.draft import Draft
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import TARO_KEY, as_user, bearer, opened

SECRET = "the-secret-of-taro"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    knowledge = FakeKnowledge()
    knowledge.remember("me", Draft(text="a"))
    with opened(knowledge) as client:
        yield client


@pytest.mark.parametrize(
    "address",
    ["/health", "/api/memories", "/api/recall?q=a&format=markdown", "/api/recall?q=a&format=summary", "/nowhere",
     "/api/memories?limit=0", "/openapi.json", "/docs", "/docs/files/swagger-ui.css"],
)  # fmt: skip
def test_no_answer_is_taken_for_a_page_or_shown_within_one(client: TestClient, address: str) -> None:
    headers = client.get(address).headers
    assert {name: headers.get(name) for name in HARDENED if name != "Content-Security-Policy"} == {
        name: value for name, value in HARDENED.items() if name != "Content-Security-Policy"
    }
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "unsafe-inline" not in headers["Content-Security-Policy"].partition("style-src")[0]


def test_refusals_before_a_route_have_the_same_headers() -> None:
    with opened(keys={TARO_KEY: ["taro"]}) as client:
        assert client.get("/api/memories").headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("address", ["/health", "/ready", "/api/memories", "/docs", "/nowhere"])
def test_head_is_answered_as_get_without_the_body(client: TestClient, address: str) -> None:
    asked, head = client.get(address), client.head(address)
    assert (head.status_code, head.content) == (asked.status_code, b"")
    assert head.headers["content-type"] == asked.headers["content-type"]
    assert head.headers["content-length"] == asked.headers["content-length"]


def test_a_wrong_method_is_told_every_method_that_the_path_takes(client: TestClient) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    for path, methods in paths.items():
        taken = {method.upper() for method in methods}
        wrong = next(method for method in ("PUT", "DELETE", "PATCH", "POST", "GET") if method not in taken)
        reply = client.request(wrong, path.replace("{type}", "KNOWS").replace("{kind}", "CAUSE"))
        assert reply.status_code == 405, path
        allowed = set(reply.headers["allow"].split(", "))
        assert allowed >= taken | ({"HEAD"} if "GET" in taken else set()), path


@pytest.mark.parametrize("form", ["json", "text"])
def test_the_access_log_has_a_line_a_request_and_no_text_or_key(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = bearer(TARO_KEY) | as_user("taro")
    with opened(keys={TARO_KEY: ["taro"]}, access_log=form) as client:
        client.post("/api/memories", json={"text": SECRET}, headers=asked)
        client.get("/api/recall", params={"q": SECRET}, headers=asked)
        client.get(f"/api/memories/{SECRET}", headers=asked)
        client.get(f"/{SECRET}")
        client.head("/health")
        client.get("/api/memories", headers=bearer(SECRET))
    lines = capsys.readouterr().err.splitlines()
    assert SECRET not in " ".join(lines)
    assert TARO_KEY not in " ".join(lines)
    wanted = [
        ("POST", "/api/memories", 201),
        ("GET", "/api/recall", 200),
        ("GET", "/api/memories/{memory_id}", 404),
        ("GET", "-", 404),
        ("HEAD", "/health", 200),
        ("GET", "-", 401),
    ]
    if form == "json":
        written = [json.loads(line) for line in lines]
        assert [(line["method"], line["route"], line["status"]) for line in written] == wanted
        assert all(line["ms"] >= 0 and line["client"] and line["time"].endswith("Z") for line in written)
    else:
        assert [tuple(line.split()[2:5]) for line in lines] == [(a, b, str(c)) for a, b, c in wanted]


def test_no_access_log_is_written_unless_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    with opened() as client:
        client.get("/health")
    assert capsys.readouterr().err == ""
