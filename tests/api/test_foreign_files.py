"""What other memories wrote comes in once, and is refused with its line where it is broken."""

import json
from pathlib import Path
from typing import Any

import pytest

from api.commands.root import run
from api.ingest.foreign import import_file
from graph.errors import Invalid
from graph.model.transfer import TransferFormat
from graph.transfer.formats import stores
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import opened
from tests.graph.transfer.formats.small_export import lines

GRAPH = (
    '{"type": "entity", "name": "Ken", "entityType": "person", "observations": '
    '["Ken likes tea.", "健は東京にいる。"]}\n'
    '{"type": "relation", "from": "Ken", "to": "Acme", "relationType": "works at"}\n'
)
MEM0 = json.dumps({"results": [{"id": "1", "memory": "Likes tea 🍵"}, {"id": "2", "memory": "Lives in Kyoto"}]})
MIF: dict[str, Any] = {
    "mif_version": "2.0",
    "memories": [
        {
            "id": "a1b2c3d4-e5f6-4890-abcd-ef1234567890", "content": "Ken joined Acme.", "memory_type": "decision",
            "created_at": "2026-01-15T10:30:00Z", "tags": ["work"], "agent_id": "planner", "version": 2,
            "entities": [{"name": "Ken"}, {"name": "Acme"}], "metadata": {"mood": "glad"},
        },
        {"id": "b1b2c3d4-e5f6-4890-abcd-ef1234567890", "content": "雨だった。", "created_at": "2026-01-16T10:30:00Z"},
    ],
    "knowledge_graph": {
        "entities": [
            {"id": "k", "name": "Ken", "types": ["person"]},
            {"id": "a", "name": "Acme", "types": ["organization"]},
            {"id": "t", "name": "Tokyo", "types": ["location"]},
        ],
        "relationships": [
            {"id": "1", "source_entity_id": "k", "target_entity_id": "a", "relation_type": "works_for"},
            {"id": "2", "source_entity_id": "a", "target_entity_id": "t", "relation_type": "located_in"},
            {"id": "3", "source_entity_id": "k", "target_entity_id": "t", "relation_type": "lives_in",
             "invalidated_at": "2026-01-01T00:00:00Z"},
        ],
    },
    "vendor_extensions": {"shodh": {"hebbian": [0.25, 1]}},
}  # fmt: skip


def texts(knowledge: FakeKnowledge, user: str = "me") -> set[str]:
    return {memory.text for memory in knowledge.memories(user).memories}


@pytest.mark.parametrize(
    ("form", "content", "kept"),
    [
        ("memory-json", GRAPH, {"Ken likes tea.", "健は東京にいる。", "Ken works at Acme."}),
        ("memory-json", GRAPH.splitlines()[0], {"Ken likes tea.", "健は東京にいる。"}),
        ("mem0", MEM0, {"Likes tea 🍵", "Lives in Kyoto"}),
        ("mif", json.dumps(MIF), {"Ken joined Acme.", "雨だった。", "Acme located in Tokyo."}),
    ],
)
def test_a_file_of_another_memory_comes_in_and_twice_is_once(
    form: str, content: str, kept: set[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, knowledge = tmp_path / "file.json", FakeKnowledge()
    file.write_text(content, "utf-8")
    for already in (0, len(kept)):
        command = ("import", str(file), "--format", form, "--json")
        assert run(command, build=lambda _: knowledge, default_user=lambda: "me") == 0
        done = json.loads(capsys.readouterr().out)
        assert (done["memories"], done["already"], done["failed"]) == (len(kept), already, 0)
    assert texts(knowledge) == kept


def test_a_mif_document_is_understood_and_what_it_holds_besides_is_kept(tmp_path: Path) -> None:
    file, knowledge = tmp_path / "a.mif.json", FakeKnowledge()
    file.write_text(json.dumps(MIF), "utf-8")
    import_file(knowledge, "me", file, TransferFormat.MIF)
    first = next(each for each in knowledge.memories("me").memories if each.text == "Ken joined Acme.")
    assert (first.tags, first.agent, first.created_at.isoformat()) == (
        ("work",),
        "planner",
        "2026-01-15T10:30:00+00:00",
    )
    assert first.extra["mood"] == "glad"
    assert first.extra["mif"] == {"memory_type": "decision", "agent_id": "planner", "version": 2}
    assert first.extra["mif_vendor_extensions"] == MIF["vendor_extensions"]
    (fact,) = first.facts
    assert (fact.subject, fact.type, fact.object, fact.subject_type) == ("Ken", "WORKS_FOR", "Acme", "Person")


def test_our_own_mif_comes_back_as_it_was(tmp_path: Path) -> None:
    file, knowledge = tmp_path / "a.mif.json", FakeKnowledge()
    file.write_bytes(b"".join(stores.mif(lines())))
    import_file(knowledge, "me", file, TransferFormat.MIF)
    first = next(each for each in knowledge.memories("me").memories if each.text.startswith("Ken works"))
    assert (first.project, first.session_id, first.pinned, first.tags) == ("work/acme", "s1", True, ("a", "b"))


@pytest.mark.parametrize(
    ("form", "content", "why"),
    [
        ("memory-json", GRAPH + "no json\n", "no JSON at line 3"),
        ("mem0", '{\n"results": [\n{"memory": }', "no JSON at line 3"),
        ("mif", json.dumps({"memories": []}), "is no mif file"),
        ("mem0", GRAPH.splitlines()[0], "is no mem0 file"),
        (
            "mif",
            json.dumps({**MIF, "memories": [{**MIF["memories"][0], "created_at": "soon"}]}),
            "entry 1: message 1, created_at",
        ),
        ("graphml", "<graphml/>", "does not come in"),
        ("mem0", b"\xff\xfe", "not UTF-8"),
    ],
)
def test_a_broken_file_is_refused_with_its_line_and_nothing_is_kept(
    form: str, content: str | bytes, why: str, tmp_path: Path
) -> None:
    file, knowledge = tmp_path / "file", FakeKnowledge()
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(Invalid, match=why):
        import_file(knowledge, "me", file, TransferFormat(form))
    assert texts(knowledge) == set()


def test_formats_go_out_and_come_in_over_http() -> None:
    knowledge = FakeKnowledge()
    with opened(knowledge) as client:
        client.post("/api/memories", json={"text": "Ken likes tea."})
        for form, kind in (("mem0", "application/json"), ("graphml", "application/graphml+xml")):
            reply = client.post("/api/database/export", params={"format": form})
            assert (reply.status_code, reply.headers["content-type"].partition(";")[0]) == (200, kind)
            assert b"Ken likes tea." in reply.content
        done = client.post("/api/database/import", params={"format": "mif"}, content=json.dumps(MIF).encode())
        assert done.json()["memories"] == 3
        refused = client.post("/api/database/import", params={"format": "csv"}, content=b"x")
        assert (refused.status_code, refused.json()["field"]) == (422, "format")
        assert client.post("/api/database/export", params={"format": "xml"}).status_code == 422
