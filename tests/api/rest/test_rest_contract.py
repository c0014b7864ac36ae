"""The description of the API: complete, true to the code, and keeping users apart on every path it names."""

from typing import Any

import pytest

from api.rest import wire
from api.rest.bodies import (
    by_hand,
    conversation,
    cypher,
    entities,
    feedback,
    history,
    index,
    lifecycle,
    memory_tool,
    projects,
    rotation,
    routing,
    types,
)
from graph.model.draft import Draft
from graph.model.memory import Remembered
from graph.transfer.records import LineWriter, head
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.fake_transfer import MODEL
from tests.api.rest.rest_door import as_user, opened

WIRES = (
    wire, entities, history, lifecycle, routing, conversation, rotation, index, feedback, projects, memory_tool, types,
    by_hand, cypher,
)  # fmt: skip
SECRET = "Tanaka works for Acme on the secret of taro"


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    with opened() as client:
        return client.get("/openapi.json").json()


def operations(description: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (path, method, operation)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    ]


def test_every_operation_has_a_tag_a_sentence_and_a_name_of_its_own(description: dict[str, Any]) -> None:
    described = [operation for _, _, operation in operations(description)]
    assert all(operation["tags"] and operation["summary"] for operation in described)
    assert len({operation["operationId"] for operation in described}) == len(described)
    assert {tag for operation in described for tag in operation["tags"]} == {tag["name"] for tag in description["tags"]}


def test_every_success_has_an_example(description: dict[str, Any]) -> None:
    for path, method, operation in operations(description):
        successes = [response for status, response in operation["responses"].items() if status < "300"]
        contents = [content for response in successes for content in response["content"].items()]
        assert any("example" in content or kind == "application/zstd" for kind, content in contents), (path, method)


def test_every_error_is_a_problem_with_an_example(description: dict[str, Any]) -> None:
    for path, method, operation in operations(description):
        errors = {status: response for status, response in operation["responses"].items() if status >= "400"}
        assert {"500", "503"} <= set(errors), (path, method)
        for status, response in errors.items():
            example = response["content"]["application/problem+json"]["example"]
            assert {"type", "title", "status", "detail"} <= set(example)
            assert example["status"] == int(status)


def test_nothing_the_framework_makes_up_is_left(description: dict[str, Any]) -> None:
    assert not {"HTTPValidationError", "ValidationError"} & set(description["components"]["schemas"])


@pytest.mark.parametrize(
    "name",
    [
        "NewMemory",
        "SaveMemory",
        "Ask",
        "SearchMemories",
        "Changes",
        "EntityChanges",
        "Merge",
        "Split",
        "KeepApart",
        "Verdict",
        "Recompute",
        "Use",
        "Undo",
        "MergeMemories",
        "NewOverview",
        "BackupChosen",
        "NewEntry",
        "FolderAsked",
        "FolderSettled",
        "SourceGiven",
        "SessionHeld",
        "IdentityGiven",
        "RouteMessage",
        "Summarize",
        "BringBack",
        "Inject",
        "BeginConversation",
        "EndConversation",
        "Rotate",
        "Restore",
        "Recover",
        "GiveFeedback",
        "UpdateIndex",
        "RepairIndex",
        "NewRelation",
        "RelationWeight",
        "NewLink",
        "NewEntityType",
        "EntityTypeChanges",
        "AskCypher",
        "NewRelationType",
        "RelationTypeChanges",
    ],
)
def test_the_examples_of_bodies_are_valid(description: dict[str, Any], name: str) -> None:
    examples = description["components"]["schemas"][name]["examples"]
    assert examples
    for example in examples:
        holder = next(module for module in WIRES if hasattr(module, name))
        getattr(holder, name).model_validate(example)


def test_the_example_of_a_batch_is_taken(description: dict[str, Any]) -> None:
    body = description["paths"]["/api/memories:batch"]["post"]["requestBody"]["content"]
    with opened() as client:
        for kind, part in body.items():
            content = {"json": part["example"]} if kind == "application/json" else {"content": part["example"]}
            reply = client.post("/api/memories:batch", headers={"content-type": kind}, **content)
            assert (reply.status_code, reply.json()["failed"]) == (202, 0)


def _is_some(schema: dict[str, Any]) -> bool:
    """Whether a text may not be empty."""
    return any(part.get("minLength", 0) > 0 for part in (schema, *schema.get("anyOf", ())))


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/tools/save_memory", {"text": "a"}),
        ("/tools/build_context", {"question": "a"}),
        ("/api/memories", {"text": "a"}),
        ("/api/context", {"question": "a"}),
        ("/api/recall", {"question": "a"}),
    ],
)
def test_a_text_that_is_refused_when_it_is_empty_is_described_so(
    description: dict[str, Any], path: str, body: dict[str, Any]
) -> None:
    knowledge = FakeKnowledge()
    identity = knowledge.remember("me", Draft(text="a")).id
    method, operation = next(
        (method, call) for method, call in description["paths"][path].items() if "requestBody" in call
    )
    reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    fields = description["components"]["schemas"][reference.rpartition("/")[2]]["properties"]
    with opened(knowledge) as client:
        for name, schema in fields.items():
            if not any(part.get("type") == "string" for part in (schema, *schema.get("anyOf", ()))):
                continue
            reply = client.request(method, path.format(memory_id=identity), json=body | {name: ""})
            described = _is_some(schema)
            refused = reply.status_code == 422 and "format" not in str(schema)
            # A question may be empty in the modes that list.
            assert described == refused or (path, name) == ("/api/recall", "question"), (name, reply.text)


def test_answers_have_the_shape_that_is_described(description: dict[str, Any]) -> None:
    described = set(description["components"]["schemas"]["Remembered"]["properties"])
    with opened() as client:
        answered = set(client.post("/api/memories", json={"text": "a"}).json())
    assert answered == described == set(Remembered.__dataclass_fields__)


def test_no_path_lets_one_user_see_or_change_what_is_anothers(description: dict[str, Any]) -> None:
    knowledge = FakeKnowledge()
    mine = knowledge.remember("taro", Draft(text=SECRET, tags=("secret",), project="hidden/shop"))
    for create in (knowledge.types("taro").create_entity, knowledge.types("taro").create_relation):
        create("Hidden", {"description": SECRET})
    before = knowledge.show("taro", mine.id), knowledge.entity("taro", "entity-acme")
    bodies: dict[str, Any] = {
        "/tools/save_memory": {"text": "Tanaka"},
        "/api/memory-tool": {"command": "view", "path": "/memories"},
        "/api/route": {"message": SECRET},
        "/api/summaries": {"project": "hidden/shop"},
        "/api/summaries/bring-back": {"backup_path": "summary:s"},
        "/api/injection": {"primary": "hidden/shop"},
        "/api/conversations/begin": {"session_id": "s", "message": SECRET},
        "/api/conversations/end": {"session_id": "s", "turns": [{"text": "Tanaka"}]},
        "/tools/search_memories": {"query": SECRET, "mode": "keyword"},
        "/tools/build_context": {"question": SECRET},
        "/api/feedback": {"question": "Tanaka?", "score": 3},
        "/api/recall": {"question": SECRET},
        "/api/context": {"question": SECRET},
        "/api/memories": {"text": "Tanaka"},
        "/api/memories:batch": [{"text": "Tanaka"}],
        "/api/lifecycle/restore": {"run": "hers"},
        "/api/lifecycle/recover": {"backup": "hers"},
        "/api/projects": {"path": "mine"},
        "/api/overviews/{path}": {"text": "taken over"},
        "/api/backups/{path}": {"backup_id": "backup-0"},
        "/api/entries/{path}": {"text": "taken over"},
        "/api/places/called": {"keys": ["path:/hidden"]},
        "/api/folders/{path}": {"keys": ["path:/hidden"]},
        "/api/sources/called": {"kind": "cli", "ids": {"session": "of taro"}},
        "/api/sources": {"session_id": "s1", "kind": "cli", "ids": {"session": "hidden"}},
        "/api/synced": {"root": "/notes", "filed": []},
        "/api/synced/named": {"ids": [mine.id]},
        "/api/synced/saying": {"texts": [SECRET]},
        "/api/synced/buried": {"root": "/notes", "ids": [mine.id]},
        "/api/identities": {"channel": "slack", "identity": "U1"},
        "/api/projects/{path}": {"description": "taken over"},
        "/graphql": {"query": "{ memories { memories { text } } entities { entities { name } } }"},
        "/api/memories/{memory_id}": {"text": "taken over"},
        "/api/memories/{memory_id}/merge": {"other": mine.id},
        "/api/types/entities": {"name": "Boat"},
        "/api/types/entities/{name}": {"colour": "#000000"},
        "/api/types/relations": {"name": "TOWS"},
        "/api/types/relations/{name}": {"threshold": 1.0},
        "/api/entities/{entity_id}": {"name": "taken over"},
        "/api/entities/{entity_id}/merge": {"other": "entity-tanaka"},
        "/api/entities/{entity_id}/split": {},
        "/api/entities/{entity_id}/keep-apart": {"other": "entity-tanaka"},
        "/api/entities/{entity_id}/verdict": {"status": "confirmed"},
        "/api/relations": {"source": "Nobody", "kind": "FRIEND", "target": "Noone"},
        "/api/relations/{source}/{type}/{target}": {"weight": 0.1},
        "/api/memories/{memory_id}/links": {"other": mine.id, "kind": "REFERENCE"},
        "/api/relations/{source}/{type}/{target}/verdict": {"status": "rejected"},
        "/api/memories/{memory_id}/links/{other}/{kind}/verdict": {"status": "rejected"},
        "/api/inferences/{inference_id}/verdict": {"status": "rejected"},
    }
    files = {"/api/database/import": b"".join(LineWriter("hana").lines([head("m000", MODEL, "hana")]))}
    parts = {
        "memory_id": mine.id,
        "path": "hidden/shop",
        "name": "Hidden",
        "entity_id": "entity-acme",
        "channel": "slack",
        "identity": "U9",
        "source": "entity-tanaka",
        "type": "WORKS_FOR",
        "target": "entity-acme",
        "other": mine.id,
        "kind": "CO_OCCURRENCE",
        "inference_id": "relation:COLLEAGUE:0:0",
        "session_id": "s",
        "learning_id": f"{mine.id}.til",
        "word": "secret",
        "job_id": knowledge.jobs("taro").add("secret of taro.md", [b"x"], by="rest", options={}).id,
    }
    forms = {"/api/jobs": {"file": ("a.md", b"# A")}}
    ends = dict.fromkeys(("entity", "around", "source", "target"), "entity-acme")
    params = {
        **ends,
        "q": SECRET,
        "pattern": "secret",
        "confirm": "hana",
        "project": "p",
        "root": "/notes",
        "called": mine.id,
        "about": "secret",
    }
    params |= {"channel": "slack", "identity": "U9", "about": "secret"}
    with opened(knowledge) as client:
        for path, method, operation in operations(description):
            taken = {part["name"] for part in operation.get("parameters", []) if part["in"] == "query"}
            reply = client.request(
                method,
                path.format(**parts),
                json=bodies.get(path),
                content=files.get(path),
                files=forms.get(path) if method == "post" else None,
                params={name: value for name, value in params.items() if name in taken},
                headers=as_user("hana"),
            )
            assert "secret of taro" not in reply.text, path
            if path == "/api/cypher":  # of all users, so off without a key for it
                assert reply.status_code == 403
                continue
            named = (
                "{" in path
                or (path.startswith("/api/graph") and not taken.isdisjoint(ends))
                or path.endswith(("/called", "/summaries", "/bring-back", "/recover"))
            )
            assert reply.status_code == 404 if named else reply.status_code < 300, (path, reply.text)
    assert (knowledge.show("taro", mine.id), knowledge.entity("taro", "entity-acme")) == before
