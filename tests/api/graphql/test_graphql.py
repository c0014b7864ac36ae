"""GraphQL answers what Knowledge answers, only to whom it belongs, and never more than one request may ask for."""

import json
import logging
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from fastapi.testclient import TestClient
from graphql import build_client_schema, get_introspection_query

from api.graphql.limits import ALIASES_MOST
from api.json_form import to_json
from api.rest import graph_examples
from graph.errors import Unavailable
from graph.model.draft import Draft
from graph.model.memory import MemoryDetail, Stats
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import ADMIN_KEY, TARO_KEY, as_user, asking, bearer, opened

REFUSED = [
    json.loads(line) for line in (Path(__file__).parent / "refused.jsonl").read_text(encoding="utf-8").splitlines()
]
SECRET = "Tanaka works for Acme on the secret"


def seeded() -> tuple[FakeKnowledge, str]:
    knowledge = FakeKnowledge()
    identity = knowledge.remember("taro", Draft(text=SECRET, tags=("t",), project="a/b")).id
    knowledge.remember("hana", Draft(text="Hana likes 大阪"))
    return knowledge, identity


def asked(
    client: TestClient, query: str, variables: Mapping[str, object] | None = None, user: str = "taro", **more: object
) -> Any:
    body = {"query": query, "variables": variables, **more}
    return client.post("/graphql", json=body, headers=as_user(user))


def answered(knowledge: FakeKnowledge, query: str, user: str = "taro", **variables: object) -> Any:
    answer = asked(asking(knowledge), query, variables, user).json()
    assert "errors" not in answer, answer
    return answer["data"]


def test_a_search_has_the_scores_and_reasons_that_python_has() -> None:
    knowledge, _ = seeded()
    query = """query ($q: String!) { search(question: $q, mode: hybrid, limit: 3) {
        hits { score why memory { id text } } note } }"""
    hits = answered(knowledge, query, q="Who works for Acme?")["search"]["hits"]
    expected = knowledge.recall("taro", "Who works for Acme?", limit=3).hits
    assert hits == [
        {"score": hit.score, "why": hit.why, "memory": {"id": hit.memory.id, "text": hit.memory.text}}
        for hit in expected
    ]
    assert hits


def test_every_filter_of_a_search_narrows_it() -> None:
    knowledge, identity = seeded()
    knowledge.remember("taro", Draft(text="Tanaka of another project", project="c"))
    query = "query ($f: FiltersInput) { memories(filters: $f) { memories { id } } }"
    narrowed = {"project": "a", "tags": ["t"], "createdFrom": "2020-01-01T00:00:00Z", "status": "active"}
    assert answered(knowledge, query, f=narrowed)["memories"]["memories"] == [{"id": identity}]
    assert len(answered(knowledge, query)["memories"]["memories"]) == 2


def test_values_have_the_form_of_rest() -> None:
    knowledge, identity = seeded()
    rest = asking(knowledge).get(f"/api/memories/{identity}", headers=as_user("taro")).json()
    query = """query ($id: String!) { memory(memoryId: $id) {
        memory { createdAt status extra tags importance occurredAt } entities { type confidence } } }"""
    graphql = answered(knowledge, query, id=identity)["memory"]
    for name, other in {"createdAt": "created_at", "status": "status", "extra": "extra", "tags": "tags",
                        "importance": "importance", "occurredAt": "occurred_at"}.items():  # fmt: skip
        assert graphql["memory"][name] == rest["memory"][other], name
    assert [each["type"] for each in graphql["entities"]] == [each["type"] for each in rest["entities"]]
    assert graphql["entities"]


def test_one_leads_on_from_what_was_found_and_the_same_is_read_once() -> None:
    knowledge, identity = seeded()
    reads: list[str] = []
    show = knowledge.show

    def counted(user_id: str, memory_id: str) -> MemoryDetail:
        reads.append(memory_id)
        return show(user_id, memory_id)

    knowledge.show = counted
    query = """{ search(question: "Tanaka") { hits { memory {
        first: detail { chunks } second: detail { entities { name } } links { weight } history { act } } } } }"""
    memory = answered(knowledge, query)["search"]["hits"][0]["memory"]
    assert memory["first"] == {"chunks": 1}
    assert "Tanaka" in {each["name"] for each in memory["second"]["entities"]}
    assert reads == [identity]


def test_entities_that_a_description_fits_lead_on() -> None:
    knowledge, _ = seeded()
    query = """{ entitiesAbout(about: "works", limit: 1) {
        score snippet entity { name detail { facts { sentence } } } } }"""
    (hit,) = answered(knowledge, query)["entitiesAbout"]
    assert hit["score"] == 1
    assert hit["entity"]["name"]


def test_the_graph_is_asked_with_the_arguments_of_python() -> None:
    knowledge, _ = seeded()
    query = """query ($at: DateTime) {
        neighbours(entity: "Tanaka", depth: 2, types: ["WORKS_FOR"], minConfidence: 0.5, at: $at) {
          nodes { name } total }
        paths(source: "Tanaka", target: "Acme", kind: strongest) { paths { strength hops { sentence } } }
        facts(subject: "Tanaka", predicate: "work") { facts { sentence } more }
        timeline(entity: "Tanaka", order: importance) { entries { title } }
        statistics { entities density byEntityType }
        growth { entitiesInAll }
    }"""
    answers = answered(knowledge, query, at="2026-11-01T00:00:00+09:00")
    paths: Any = to_json(graph_examples.PATHS)
    assert answers["paths"]["paths"][0]["strength"] == paths["paths"][0]["strength"]
    assert answers["statistics"]["byEntityType"] == dict(graph_examples.STATISTICS.by_entity_type)
    asked = {name: options for name, _, options in knowledge.graph_asked}
    neighbours = asked["neighbours"]
    assert (neighbours["depth"], neighbours["types"], neighbours["min_confidence"]) == (2, ("WORKS_FOR",), 0.5)
    assert neighbours["at"].isoformat() == "2026-11-01T00:00:00+09:00"
    assert asked["paths"]["kind"] == "strongest"


def test_projects_sessions_events_and_figures_are_there() -> None:
    knowledge, _ = seeded()
    query = """{ projects { path memories detail { characters } } stats { memories } events { events { kind by } }
        context(question: "Tanaka", budgetTokens: 90) { text tokens }
        entities(kind: "Person") { entities { name } } }"""
    answers = answered(knowledge, query)
    assert [each["path"] for each in answers["projects"]] == ["a/b"]
    assert answers["stats"] == {"memories": 1}
    assert answers["events"]["events"][0]["kind"] == "remembered"
    assert SECRET in answers["context"]["text"]


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: row["says"])
def test_a_query_that_cannot_be_carried_out_is_told_one_thing(row: dict[str, Any]) -> None:
    knowledge, _ = seeded()
    more = {"operationName": row["operationName"]} if "operationName" in row else {}
    answer = asked(asking(knowledge), row["query"], row.get("variables"), **more)
    assert answer.status_code == row["status"], answer.text
    body = answer.json()
    assert set(body) == {"errors"}
    (error,) = body["errors"]
    assert row["detail"] in error["message"]
    assert error["extensions"]["field"] == row["field"]
    assert error["extensions"]["type"] == "urn:enishi:problem:invalid"


def test_many_names_for_one_search_are_too_much() -> None:
    knowledge, _ = seeded()
    searches = " ".join(f"a{n}: stats {{ memories }}" for n in range(ALIASES_MOST + 1))
    answer = asked(asking(knowledge), "{" + searches + "}")
    assert "aliases" in answer.json()["errors"][0]["message"]


@pytest.mark.parametrize(
    "query",
    [
        # Measured wherever it is named, the first would be asked for a million times.
        "{ stats { ...f0 } } fragment f20 on Stats { memories } "
        + " ".join(f"fragment f{n} on Stats {{ ...f{n + 1} ...f{n + 1} }}" for n in range(20)),
        "{ a" + "{ a" * 900 + " }" * 901,
        "{ stats { memories } } #" + "x" * 40_000,
        "{" + " stats { memories }" * 450 + "}",
        "{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }",
    ],
    ids=["fragments of fragments", "nesting", "a long remark", "the same again", "introspection of introspection"],
)
def test_what_is_meant_to_cost_much_costs_little(query: str) -> None:
    knowledge, _ = seeded()
    asked(asking(knowledge), "{ stats { memories } }")  # so that the schema is there
    started = perf_counter()
    answer = asked(asking(knowledge), query)
    assert answer.status_code in (200, 422)
    assert len(answer.content) < 10_000
    assert perf_counter() - started < 3


def test_a_read_that_fails_leaves_the_others_their_answers() -> None:
    knowledge, identity = seeded()
    query = """query ($id: String!) { memory(memoryId: "nobody") { chunks } stats { memories }
        right: memory(memoryId: $id) { chunks } memories(limit: 1000) { nextCursor } }"""
    answer = asked(asking(knowledge), query, {"id": identity})
    assert answer.status_code == 200
    body = answer.json()
    assert body["data"] == {"memory": None, "stats": {"memories": 1}, "right": {"chunks": 1}, "memories": None}
    by_path = {error["path"][0]: error["extensions"] for error in body["errors"]}
    assert (by_path["memory"]["status"], by_path["memories"]["status"]) == (404, 422)


def test_a_database_that_is_away_is_told_as_that() -> None:
    knowledge, _ = seeded()
    knowledge.trouble = Unavailable("Neo4j does not answer.", retry_after=2.0)
    error = asked(asking(knowledge), "{ stats { memories } }").json()["errors"][0]
    assert (error["extensions"]["status"], error["extensions"]["retry_after"]) == (503, 2.0)


def test_what_nobody_foresaw_says_nothing_of_the_memories(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    knowledge, _ = seeded()

    def broken(user_id: str) -> Stats:
        raise ZeroDivisionError(SECRET + user_id)

    knowledge.stats = broken
    with caplog.at_level(logging.DEBUG):
        body = asked(asking(knowledge), "{ stats { memories } }").text
    assert '"status":500' in body
    assert "ZeroDivisionError at stats" in caplog.text
    for written in (body, caplog.text, *capfd.readouterr()):
        assert SECRET not in written


def test_introspection_tells_a_schema_that_clients_can_read() -> None:
    knowledge, _ = seeded()
    answer = asked(asking(knowledge), get_introspection_query()).json()
    schema = build_client_schema(answer["data"])
    assert schema.query_type is not None
    assert {"search", "memories", "paths", "statistics"} <= set(schema.query_type.fields)
    assert schema.mutation_type is None


def test_half_a_character_is_told_and_whole_texts_come_back() -> None:
    knowledge, _ = seeded()
    knowledge.remember("mina", Draft(text="😀 田中"))
    assert answered(knowledge, "{ memories { memories { text } } }", user="mina") == {
        "memories": {"memories": [{"text": "😀 田中"}]}
    }
    body = json.dumps(
        {"query": "query ($id: String!) { memory(memoryId: $id) { chunks } }", "variables": {"id": "\ud83d"}}
    )
    answer = asking(knowledge).post("/graphql", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 200
    assert answer.json()["errors"][0]["extensions"]["status"] in (404, 422)


def test_the_queries_of_the_guide_are_answered() -> None:
    knowledge, _ = seeded()
    guide = (Path(__file__).parents[3] / "docs" / "graphql.md").read_text(encoding="utf-8")
    queries = re.findall(r"```graphql\n(.*?)```", guide, re.DOTALL)
    assert len(queries) == 2
    for query in queries:
        answer = asked(asking(knowledge), query, {"question": "Tanaka", "one": "Tanaka", "other": "Acme"})
        # The fixed answers of the fake lead on to memories that it has not.
        assert {error["extensions"]["status"] for error in answer.json().get("errors", ())} <= {404}, answer.text
        assert answer.status_code == 200


def test_nobody_reads_anothers_memories() -> None:
    knowledge, identity = seeded()
    query = """query ($id: String!) {
        memory(memoryId: $id) { chunks } links(memoryId: $id) { weight }
        search(question: "secret Tanaka") { hits { text } } memories { memories { text } }
        events { events { memoryIds } } }"""
    answer = asked(asking(knowledge), query, {"id": identity}, "hana")
    assert SECRET not in answer.text
    answers = answer.json()["data"]
    assert (answers["memory"], answers["links"]) == (None, None)
    assert identity not in json.dumps(answers)


def test_the_gate_of_rest_stands_before_it() -> None:
    keys = {TARO_KEY: ["taro"], ADMIN_KEY: "*"}
    query = {"query": "{ stats { memories } }"}
    knowledge, _ = seeded()
    with opened(knowledge, keys=keys, max_body_bytes=2048) as client:
        assert client.post("/graphql", json=query).status_code == 401
        assert client.post("/graphql", json=query, headers=bearer("wrong-key-0123456789abcd")).status_code == 401
        assert client.post("/graphql", json=query, headers=bearer(TARO_KEY)).json()["data"] == {
            "stats": {"memories": 1}
        }
        forbidden = client.post("/graphql", json=query, headers=bearer(TARO_KEY) | as_user("hana"))
        assert forbidden.status_code == 403
        long = {"query": "{ stats { memories } } #" + "x" * 4000}
        assert client.post("/graphql", json=long, headers=bearer(TARO_KEY)).status_code == 413
        assert client.get("/graphql", headers=bearer(TARO_KEY)).status_code == 405
    with opened(knowledge) as client:
        foreign = client.post("/graphql", json=query, headers={"Origin": "https://evil.example"})
        assert foreign.status_code == 403


@pytest.mark.parametrize(
    "body", [{}, {"query": 7}, {"query": "{ stats { memories } }", "variables": []}, {"query": "{ a }", "quary": "b"}]
)
def test_what_is_no_query_is_a_problem_of_rest(body: dict[str, object]) -> None:
    answer = asking(FakeKnowledge()).post("/graphql", json=body)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"


def test_nothing_of_the_library_is_loaded_before_somebody_asks() -> None:
    program = (
        "import sys; from api.app import build; from api.rest.app import create_app; from api.api_settings import "
        "ApiSettings; create_app(build(), ApiSettings()); import api.commands; "
        "print([name for name in ('strawberry', 'graphql') if name in sys.modules])"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert printed.stdout.strip() == "[]"
