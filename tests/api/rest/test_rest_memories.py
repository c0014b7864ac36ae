"""Memories and questions over HTTP: the same answers as the knowledge gives, in JSON."""

import re

import pytest
from fastapi.testclient import TestClient

from api.json_form import to_json
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.recalled import Mode
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import as_user, asking, opened


@pytest.fixture
def knowledge() -> FakeKnowledge:
    return FakeKnowledge()


@pytest.fixture
def client(knowledge: FakeKnowledge) -> TestClient:
    return asking(knowledge)


def kept(client: TestClient, text: str, **fields: object) -> str:
    return client.post("/api/memories", json={"text": text, **fields}).json()["id"]


def test_a_new_memory_is_201_with_its_address_and_the_same_again_is_200(client: TestClient) -> None:
    first = client.post("/api/memories", json={"text": "Tanaka works for Acme"})
    again = client.post("/api/memories", json={"text": "Tanaka works for Acme"})
    assert (first.status_code, first.json()["created"]) == (201, True)
    assert (again.status_code, again.json()["created"]) == (200, False)
    assert client.get(first.headers["location"]).json()["memory"]["id"] == first.json()["id"]


@pytest.mark.parametrize("path", ["/api/memories", "/tools/save_memory"])
def test_the_same_again_tells_that_it_is_put_away(client: TestClient, path: str) -> None:
    body = {"text": "Tanaka works for Acme"}
    first = client.post(path, json=body).json()
    assert first["status"] == "active"
    client.post(f"/api/memories/{first['id']}/archive")
    again = client.post(path, json=body).json()
    assert (again["id"], again["created"], again["status"]) == (first["id"], False, "archived")


def test_every_field_of_a_memory_arrives(client: TestClient) -> None:
    fields = {
        "title": "発表",
        "category": "work",
        "tags": ["auth", "発表"],
        "source": "mail",
        "channel": "slack",
        "device_id": "phone",
        "session_id": "s-1",
        "project": "a/b/c",
        "speaker": "Tanaka",
        "created_at": "2026-11-01T09:00:00Z",
        "occurred_at": "2026-11-02T18:00:00+09:00",
        "latitude": 34.7,
        "longitude": 135,
        "extra": {"深い": [1, {"x": None}]},
        "pinned": True,
        "rating": 4,
        "facts": [
            {"subject": "田中", "type": "WORKS_FOR", "object": "Acme", "predicate": "勤める"}
            | {"subject_type": "Person", "object_type": None}
        ],
    }
    memory = client.get(f"/api/memories/{kept(client, '大阪で発表', **fields)}").json()["memory"]
    assert {name: memory[name] for name in fields} == fields | {"occurred_at": "2026-11-02T09:00:00Z"}


def test_given_facts_can_be_changed_and_cleared(client: TestClient) -> None:
    works = {"subject": "Tanaka", "type": "WORKS_FOR", "object": "Acme"}
    address = f"/api/memories/{kept(client, 'He started today.', facts=[works])}"
    assert client.patch(address, json={"facts": [works | {"type": "LEADS"}]}).status_code == 200
    (fact,) = client.get(address).json()["memory"]["facts"]
    assert (fact["subject"], fact["type"], fact["object"]) == ("Tanaka", "LEADS", "Acme")
    client.patch(address, json={"facts": []})
    assert client.get(address).json()["memory"]["facts"] == []


@pytest.mark.parametrize(
    "fact",
    [
        {"subject": "Tanaka", "type": "ADORES", "object": "Acme"},
        {"subject": "Tanaka", "type": "LEADS"},
        {"subject": "Tanaka", "type": "LEADS", "object": "Acme", "since": "2020"},
        {"subject": "Tanaka", "type": "LEADS", "object": "Tanaka"},
    ],
    ids=["unknown type", "no object", "unknown field", "itself"],
)
def test_what_is_no_fact_is_refused_with_its_place(fact: dict[str, str], client: TestClient) -> None:
    refused = client.post("/api/memories", json={"text": "He started today.", "facts": [fact]})
    assert refused.status_code == 422
    assert "facts" in refused.json()["field"]
    assert client.get("/api/memories").json()["memories"] == []


def test_the_answer_is_what_the_knowledge_answers(client: TestClient, knowledge: FakeKnowledge) -> None:
    kept(client, "Tanaka works for Acme in Osaka")
    answer = client.post("/api/recall", json={"question": "Osaka", "mode": "keyword", "touch": False}).json()
    assert answer == to_json(knowledge.recall("me", "Osaka", mode=Mode.KEYWORD, filters=Filters(), touch=False))


def test_a_question_in_an_address_and_one_in_a_body_are_answered_alike(client: TestClient) -> None:
    kept(client, "Tanaka visits Osaka", tags=["trip"])
    kept(client, "Osaka is large")
    body = {"question": "Osaka", "filters": {"tags": ["trip"]}, "touch": False}
    by_address = client.get("/api/recall", params={"q": "Osaka", "tags": ["trip"], "touch": False}).json()
    assert by_address == client.post("/api/recall", json=body).json()
    assert len(by_address["hits"]) == 1


def test_tools_save_and_search_for_the_user_in_the_body(client: TestClient) -> None:
    client.post("/tools/save_memory", json={"user_id": "taro", "text": "Acme hires in Osaka"})
    answer = client.post("/tools/search_memories", json={"user_id": "taro", "query": "Osaka"}).json()
    others = client.post("/tools/search_memories", json={"user_id": "hana", "query": "Osaka"}).json()
    (hit,) = answer["hits"]
    assert {name: hit[name] for name in ("n", "date", "speaker", "text")} == {
        "n": 1, "date": "2026-10-01", "speaker": None, "text": "Acme hires in Osaka",
    }  # fmt: skip
    assert client.get(f"/api/memories/{hit['id']}", headers=as_user("taro")).json()["memory"]["user_id"] == "taro"
    assert others["hits"] == []


def test_tools_answer_each_text_once(client: TestClient) -> None:
    text = "Tanaka met Sato in Osaka about the zebra"
    saved = client.post("/tools/save_memory", json={"text": text})
    searched = client.post("/tools/search_memories", json={"query": "Osaka zebra"})
    packed = client.post("/tools/build_context", json={"question": "Osaka zebra"})
    assert [reply.text.count("zebra") for reply in (saved, searched, packed)] == [0, 1, 1]
    assert "Tanaka (Person)" in saved.json()["entities"]
    assert packed.json()["citations"] == [{"n": 1, "id": saved.json()["id"]}]
    assert client.post("/tools/search_memories", json={"query": "Osaka", "explain": True}).status_code == 422


@pytest.mark.parametrize("path", ["/tools/search_memories", "/tools/build_context", "/api/recall", "/api/context"])
@pytest.mark.parametrize("name", ["question", "query", "q"])
def test_a_question_is_understood_by_the_name_it_has_in_another_call(client: TestClient, path: str, name: str) -> None:
    kept(client, "Tanaka met Sato in Osaka")
    assert "Osaka" in client.post(path, json={name: "Osaka"}).text


@pytest.mark.parametrize("path", ["/tools/search_memories", "/tools/build_context"])
def test_a_question_is_asked_once(client: TestClient, path: str) -> None:
    refused = client.post(path, json={"question": "Osaka", "query": "Kyoto"})
    assert refused.status_code == 422
    assert refused.json()["field"] == ("question" if path == "/tools/search_memories" else "query")


@pytest.mark.parametrize("path", ["/tools/build_context", "/api/context"])
def test_a_context_comes_with_its_citations_or_as_its_text_alone(client: TestClient, path: str) -> None:
    identity = kept(client, "Tanaka visits Osaka")
    asked = {"question": "Osaka", "budget_tokens": 60}
    packed = client.post(path, json=asked).json()
    assert packed["text"] == "[1] 2026-10-01: Tanaka visits Osaka"
    (citation,) = packed["citations"]
    assert identity in citation.values()
    assert packed["tokens"] <= 60
    alone = client.post(path, json={**asked, "format": "markdown", "with_ids": True})
    assert alone.headers["content-type"] == "text/markdown; charset=utf-8"
    assert alone.text == f"{packed['text']}\n[1] {identity}"
    assert client.post(path, json={**asked, "budget_tokens": 0}).json()["text"] == ""


def test_a_context_in_an_address_and_one_in_a_body_are_the_same(client: TestClient) -> None:
    kept(client, "Tanaka visits Osaka", tags=["trip"])
    kept(client, "Osaka is large")
    body = {"question": "Osaka", "budget_tokens": 90, "order": "time", "filters": {"tags": ["trip"]}}
    asked = {"q": "Osaka", "budget_tokens": 90, "order": "time", "tags": ["trip"]}
    packed = client.get("/api/context", params=asked).json()
    assert packed == client.post("/api/context", json=body).json()
    assert len(packed["citations"]) == 1


@pytest.mark.parametrize("path", ["/tools/search_memories", "/api/recall"])
def test_hits_come_as_markdown_or_a_summary_when_asked(client: TestClient, path: str) -> None:
    identity = kept(client, "Tanaka visits Osaka")
    asked = {"query" if "tools" in path else "question": "Osaka"}
    markdown = client.post(path, json={**asked, "format": "markdown"})
    summary = client.post(path, json={**asked, "format": "summary"})
    assert markdown.headers["content-type"] == "text/markdown; charset=utf-8"
    assert "> Tanaka visits Osaka" in markdown.text
    assert summary.headers["content-type"] == "text/plain; charset=utf-8"
    assert summary.text == f"1. 2026-10-01 Tanaka visits Osaka [{identity}]\n"


def test_a_list_is_paged_by_cursor_without_gaps_or_repeats(client: TestClient) -> None:
    ids = [kept(client, f"note {number}") for number in range(5)]
    seen: list[str] = []
    cursor: str | None = None
    while True:
        page = client.get("/api/memories", params={"limit": 2} | ({"cursor": cursor} if cursor else {})).json()
        seen += [memory["id"] for memory in page["memories"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert seen == ids[::-1]


def test_a_list_is_narrowed_by_every_filter_in_its_address(client: TestClient) -> None:
    wanted = kept(client, "Tanaka", category="work", tags=["a", "b"], project="p", occurred_at="2026-11-02T00:00:00Z")
    kept(client, "Osaka", category="work", tags=["a"], project="p")
    ranges = "occurred_from=2026-11-02T09:00:00+09:00&occurred_to=2026-11-03T00:00:00Z"
    page = client.get(f"/api/memories?category=work&tags=a&tags=b&project=p&entities=Tanaka&{ranges}").json()
    assert [memory["id"] for memory in page["memories"]] == [wanted]


def test_a_change_touches_only_the_fields_named_and_null_clears(client: TestClient) -> None:
    identity = kept(client, "Tanaka", category="work", rating=3, tags=["a"])
    changed = client.patch(f"/api/memories/{identity}", json={"rating": 5, "category": None})
    memory = client.get(f"/api/memories/{identity}").json()["memory"]
    assert changed.status_code == 200
    assert (memory["rating"], memory["category"], memory["tags"], memory["text"]) == (5, None, ["a"], "Tanaka")


@pytest.mark.parametrize(
    ("act", "field", "value"),
    [
        ("pin", "pinned", True),
        ("unpin", "pinned", False),
        ("archive", "status", "archived"),
        ("invalidate", "status", "invalid"),
        ("restore", "status", "active"),
    ],
)
def test_a_memory_goes_through_its_life(client: TestClient, act: str, field: str, value: object) -> None:
    identity = kept(client, "Tanaka")
    assert client.post(f"/api/memories/{identity}/{act}").json()[field] == value


def test_a_forgotten_memory_is_gone(client: TestClient) -> None:
    identity = kept(client, "Tanaka works for Acme")
    gone = client.delete(f"/api/memories/{identity}")
    assert gone.json() == {"memories": 1, "chunks": 1, "entities": 2, "facts": 1}
    assert client.get(f"/api/memories/{identity}").status_code == 404


def test_a_user_is_forgotten_only_when_the_id_is_repeated(client: TestClient, knowledge: FakeKnowledge) -> None:
    knowledge.remember("taro", Draft(text="Tanaka"))
    knowledge.remember("hana", Draft(text="Tanaka"))
    refused = client.delete("/api/users/me", headers=as_user("taro"))
    done = client.delete("/api/users/me", params={"confirm": "taro"}, headers=as_user("taro"))
    assert (refused.status_code, refused.json()["field"]) == (422, "confirm")
    assert done.json()["memories"] == 1
    assert knowledge.stats("hana").memories == 1


def test_lines_are_found_by_the_text_in_them_or_by_pattern(client: TestClient) -> None:
    identity = kept(client, "first\nC++ (fast)\nlast")
    exact = client.get("/api/content", params={"pattern": "C++ ("}).json()
    pattern = client.get("/api/content", params={"pattern": "^la.t$", "regex": True}).json()
    assert [(hit["memory"]["id"], hit["lines"]) for hit in exact["hits"]] == [
        (identity, [{"number": 2, "text": "C++ (fast)"}])
    ]
    assert pattern["hits"][0]["lines"] == [{"number": 3, "text": "last"}]


def test_stats_count_what_one_user_holds(client: TestClient, knowledge: FakeKnowledge) -> None:
    knowledge.remember("hana", Draft(text="other"))
    kept(client, "Tanaka works for Acme", pinned=True)
    assert client.get("/api/database/vectors").json()["read"] == {"name": "none", "dimensions": 2, "version": "1"}
    stats = client.get("/api/database/stats").json()
    assert (stats["memories"], stats["pinned"], stats["facts"]) == (1, 1, 1)
    assert stats["by_entity_type"] == {"Person": 1, "Organization": 1}


def test_a_japanese_user_is_named_in_the_header_in_utf_8(client: TestClient, knowledge: FakeKnowledge) -> None:
    client.post("/api/memories", json={"text": "縁"}, headers={b"X-Enishi-User": "太郎#仕事".encode()})
    assert knowledge.stats("太郎#仕事").memories == 1


def test_the_documentation_asks_nothing_of_any_other_machine(client: TestClient) -> None:
    page = client.get("/docs")
    links = re.findall(r"""(?:src|href|url)\W*[=:]\s*["']([^"']+)""", page.text)
    answers = [client.get(str(page.url.join(link))) for link in links]
    assert len(links) == 4
    assert "//" not in "".join(links)
    assert [answer.status_code for answer in answers] == [200] * 4


def test_the_end_of_the_application_closes_the_knowledge() -> None:
    knowledge = FakeKnowledge()
    with opened(knowledge) as client:
        assert client.get("/health").json()["status"] == "alive"
        assert not knowledge.closed
    assert knowledge.closed


def test_a_search_is_explained_only_when_asked_for(client: TestClient) -> None:
    client.post("/api/memories", json={"text": "Tanaka met Sato in Osaka"})
    plain = client.post("/api/recall", json={"question": "Osaka"}).json()
    assert plain["trace"] is None
    trace = client.post("/api/recall", json={"question": "Osaka", "explain": True}).json()["trace"]
    assert trace == client.get("/api/recall", params={"q": "Osaka", "explain": True}).json()["trace"]
    assert trace["words"] == ["osaka"]
    assert trace["statements"][0]["rows"] == trace["candidates"] == 1


def test_lines_are_written_in_every_format(client: TestClient) -> None:
    client.post("/api/memories", json={"text": "first\nsecond 42"})
    asked = {"pattern": r"\d+", "regex": True}
    assert client.get("/api/content", params=asked).json()["hits"][0]["lines"] == [{"number": 2, "text": "second 42"}]
    written = client.get("/api/content", params={**asked, "format": "markdown"})
    assert written.headers["content-type"].startswith("text/markdown")
    assert "> 2: second 42" in written.text
    assert "(line 2)" in client.get("/api/content", params={**asked, "format": "summary"}).text


def test_the_memories_of_a_source_go_when_the_user_is_named_again(client: TestClient, knowledge: FakeKnowledge) -> None:
    for name in ("notes/a.md", "notes/b.md", "notes-old.md"):
        knowledge.remember("me", Draft(text=name, source=name))
    refused = client.delete("/api/memories", params={"source": "notes"})
    assert refused.status_code == 422
    assert "2 memories" in refused.text
    assert client.delete("/api/memories", params={"confirm": "me"}).status_code == 422
    gone = client.delete("/api/memories", params={"source": "notes", "confirm": "me"})
    assert (gone.status_code, gone.json()["memories"]) == (200, 2)
    assert [memory.source for memory in knowledge.memories("me").memories] == ["notes-old.md"]
