"""Entities and relations over HTTP: what is answered, and what may be repeated."""

import pytest
from fastapi.testclient import TestClient

from graph.model.draft import Draft
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import as_user, asking


@pytest.fixture
def knowledge() -> FakeKnowledge:
    kept = FakeKnowledge()
    for text in ("Tanaka works for Acme in Osaka", "田中 is 大阪 bound", "Tanaka again"):
        kept.remember("me", Draft(text=text))
    kept.propose("me", "entity-tanaka", "entity-田中", 0.7)
    kept.propose("me", "entity-osaka", "entity-大阪", 0.9)
    return kept


@pytest.fixture
def client(knowledge: FakeKnowledge) -> TestClient:
    return asking(knowledge)


def test_entities_come_in_pages_by_type_and_by_name(client: TestClient) -> None:
    first = client.get("/api/entities", params={"limit": 2}).json()
    rest = client.get("/api/entities", params={"cursor": first["next_cursor"]}).json()
    assert [len(page["entities"]) for page in (first, rest)] == [2, 3]
    assert first["entities"][0]["name"] == "Tanaka"
    people = client.get("/api/entities", params={"type": "Person", "text": "TANA"}).json()["entities"]
    assert [entity["id"] for entity in people] == ["entity-tanaka"]
    assert client.get("/api/entities", params={"type": "Dragon"}).status_code == 422
    assert client.get("/api/entities", params={"limit": 201}).status_code == 422


def test_proposals_come_in_pages_with_why(client: TestClient) -> None:
    page = client.get("/api/entities/proposals", params={"limit": 1}).json()
    assert (page["proposals"][0]["score"], page["proposals"][0]["reasons"]) == (0.9, ["sound"])
    rest = client.get("/api/entities/proposals", params={"cursor": page["next_cursor"]}).json()
    assert [entity["one"]["id"] for entity in rest["proposals"]] == ["entity-tanaka"]
    assert rest["next_cursor"] is None


def test_a_merge_may_be_repeated_and_is_undone_by_a_split(client: TestClient) -> None:
    merge = {"other": "entity-田中"}
    replies = [client.post("/api/entities/entity-tanaka/merge", json=merge) for _ in range(2)]
    assert [reply.status_code for reply in replies] == [200, 200]
    assert replies[0].json() == replies[1].json()
    assert replies[0].json()["merged_from"] == ["entity-田中"]
    parted = client.post("/api/entities/entity-tanaka/split", json={}).json()
    assert (parted["entity"]["id"], parted["apart"]) == ("entity-田中", ["entity-tanaka"])
    assert client.post("/api/entities/entity-tanaka/split", json={}).status_code == 422


def test_two_types_are_a_conflict_unless_forced(client: TestClient) -> None:
    refused = client.post("/api/entities/entity-osaka/merge", json={"other": "entity-acme"})
    assert (refused.status_code, refused.json()["type"]) == (409, "urn:enishi:problem:conflict")
    forced = client.post("/api/entities/entity-osaka/merge", json={"other": "entity-acme", "force": True})
    assert forced.status_code == 200


def test_two_that_are_kept_apart_are_not_proposed_again(client: TestClient) -> None:
    for _ in range(2):
        body = {"other": "entity-田中", "note": "Two people."}
        apart = client.post("/api/entities/entity-tanaka/keep-apart", json=body).json()["apart"]
        assert apart == ["entity-田中"]
    assert [p["one"]["id"] for p in client.get("/api/entities/proposals").json()["proposals"]] == ["entity-osaka"]


def test_only_the_fields_that_are_named_are_set(client: TestClient) -> None:
    changes = {"name": "Taro Tanaka", "type": "Organization", "aliases": ["Taro"], "attributes": {"desk": [4]}}
    changed = client.patch("/api/entities/entity-tanaka", json=changes).json()
    assert changed["entity"]["edited"] == ["aliases", "attributes", "name", "type"]
    assert (changed["entity"]["aliases"], changed["attributes"]) == (["Tanaka", "Taro"], {"desk": [4]})
    assert client.patch("/api/entities/entity-tanaka", json={}).status_code == 422
    assert client.patch("/api/entities/entity-tanaka", json={"colour": "red"}).json()["field"] == "colour"
    assert client.patch("/api/entities/entity-tanaka", json={"type": "Dragon"}).status_code == 422


def test_what_is_no_entity_is_taken_away_with_its_facts(client: TestClient) -> None:
    assert client.post("/api/entities/entity-acme/reject").json() == {"facts": 1}
    assert client.get("/api/entities/entity-acme").status_code == 404


def test_a_verdict_on_a_relation_may_be_repeated_and_taken_back(client: TestClient) -> None:
    path = "/api/relations/entity-tanaka/WORKS_FOR/entity-acme/verdict"
    for status in ("rejected", "rejected", "unvalidated"):
        relation = client.put(path, json={"status": status}).json()
        assert (relation["validation_status"], relation["source_name"], relation["target_name"]) == (
            status,
            "Tanaka",
            "Acme",
        )
    assert client.put(path.replace("WORKS_FOR", "LEADS"), json={"status": "confirmed"}).status_code == 404
    assert client.put(path.replace("WORKS_FOR", "LOVES"), json={"status": "confirmed"}).status_code == 422
    assert client.put(path, json={"status": "perhaps"}).status_code == 422


def test_entities_of_another_user_are_not_there(client: TestClient) -> None:
    assert client.get("/api/entities", headers=as_user("hana")).json()["entities"] == []
    assert client.get("/api/entities/entity-tanaka", headers=as_user("hana")).status_code == 404


def test_a_page_of_somebody_else_changes_no_entity(client: TestClient, knowledge: FakeKnowledge) -> None:
    foreign = {"Origin": "https://evil.example"}
    merge = client.post("/api/entities/entity-tanaka/merge", json={"other": "entity-田中"}, headers=foreign)
    reject = client.post("/api/entities/entity-acme/reject", headers=foreign)
    path = "/api/relations/entity-tanaka/WORKS_FOR/entity-acme/verdict"
    judged = client.put(path, json={"status": "rejected"}, headers=foreign)
    assert [reply.status_code for reply in (merge, reject, judged)] == [403, 403, 403]
    assert knowledge.entity("me", "entity-acme").relations[0].validation_status.value == "unvalidated"
