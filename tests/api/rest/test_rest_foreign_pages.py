"""The door without keys, as web pages of other sites meet it."""

import pytest

from api.rest.middleware.foreign_pages import is_local_name
from graph.model.draft import Draft
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import HERE, TARO_KEY, bearer, opened

NAVIGATION = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


class Unasked(FakeKnowledge):
    """Fails when it is asked anything."""

    def __getattribute__(self, name: str) -> object:
        if name in ("content", "recall", "memories", "stats", "forget", "ready"):
            raise AssertionError(name)
        return super().__getattribute__(name)


def test_a_web_page_cannot_reach_the_door_by_a_name_of_its_own() -> None:
    with opened() as client:
        refused = client.get("/api/memories", headers={"host": "evil.example.com"})
        taken = client.get("/api/memories", headers={"host": "localhost:8472"})
    assert (refused.status_code, taken.status_code) == (421, 200)


@pytest.mark.parametrize("site", ["cross-site", "same-site", "Cross-Site"])
@pytest.mark.parametrize("address", ["/api/content?pattern=a", "/api/recall?q=a", "/health", "/ready", "/openapi.json"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "DELETE"])
def test_what_a_page_of_another_site_asks_is_refused_before_anybody_is_asked(
    site: str, address: str, method: str
) -> None:
    with opened(Unasked()) as client:
        assert client.request(method, address, headers={"Sec-Fetch-Site": site}).status_code == 403


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:9999", "http://localhost:8472"])
@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_a_page_of_another_origin_is_refused_also_by_a_browser_that_tells_no_more(origin: str, method: str) -> None:
    with opened() as client:
        refused = client.request(method, "/api/memories/some", headers={"Origin": origin})
    assert refused.status_code == 403
    assert "CORS_ORIGINS" in refused.json()["detail"]


def test_a_link_leads_to_the_documentation_but_not_into_a_frame_or_to_answers() -> None:
    knowledge = FakeKnowledge()
    knowledge.remember("me", Draft(text="a"))
    with opened(knowledge) as client:
        assert client.get("/docs", headers=NAVIGATION).status_code == 200
        assert client.get("/", headers=NAVIGATION).status_code == 200
        assert client.get("/docs", headers=NAVIGATION | {"Sec-Fetch-Dest": "iframe"}).status_code == 403
        assert client.get("/api/memories", headers=NAVIGATION).status_code == 403


def test_our_own_page_programs_and_pages_that_are_named_may_ask() -> None:
    with opened(cors_origins=["https://notes.example"]) as client:
        for headers in (
            {},
            {"Sec-Fetch-Site": "none"},
            {"Sec-Fetch-Site": "same-origin", "Origin": HERE},
            {"Sec-Fetch-Site": "cross-site", "Origin": "https://notes.example"},
        ):
            assert client.get("/api/memories", headers=headers).status_code == 200
            assert client.delete("/api/memories/some", headers=headers).status_code == 404


def test_a_door_with_keys_answers_to_any_name_and_page_that_has_one() -> None:
    with opened(keys={TARO_KEY: ["taro"]}) as client:
        headers = {"host": "enishi.example.com", "Sec-Fetch-Site": "cross-site"} | bearer(TARO_KEY)
        assert client.get("/api/memories", headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.1:8472", True),
        ("[::1]:8472", True),
        ("192.168.1.5", True),
        ("LocalHost", True),
        ("memory.localhost:80", True),
        ("enishi", True),
        ("evil", False),
        ("evil:8472", False),
        ("", False),
        (":8472", False),
        ("evil.example", False),
        ("127.0.0.1.evil.example:8472", False),
        ("[evil.example]", False),
        ("localhost.", False),
    ],
)
def test_only_names_that_nobody_else_can_own_are_local(host: str, local: bool) -> None:
    assert is_local_name(host, "enishi") is local
