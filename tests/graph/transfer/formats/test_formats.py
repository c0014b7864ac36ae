"""What goes out in the shape of others holds what there is, as its reader understands it."""

import csv
import io
import json
import zipfile

import networkx
import pytest

from graph.errors import Invalid
from graph.intake.checks import choice
from graph.model.transfer import TransferFormat
from graph.transfer.formats import graphs, stores
from graph.transfer.formats.writing import written
from tests.graph.transfer.formats.small_export import ARCHIVED, EXTENSIONS, FIRST, HARD, SECOND, lines


def test_the_lines_of_the_memory_server_have_every_text_and_relation() -> None:
    read = [json.loads(line) for line in b"".join(stores.memory_json(lines())).splitlines()]
    assert read == [
        {"type": "entity", "name": "taro", "entityType": "user", "observations": ["It rained."]},
        {"type": "entity", "name": "Ken", "entityType": "person", "observations": [HARD]},
        {"type": "entity", "name": "Osaka", "entityType": "organization", "observations": [HARD]},
        {"type": "entity", "name": "Osaka (Location)", "entityType": "location", "observations": [ARCHIVED]},
        {"type": "relation", "from": "Ken", "to": "Osaka", "relationType": "works for"},
    ]


def test_a_list_of_mem0_has_the_id_that_a_memory_came_with() -> None:
    read = json.loads(b"".join(stores.mem0(lines())))["results"]
    assert [(entry["id"], entry["memory"]) for entry in read] == [
        (FIRST, HARD), (read[1]["id"], ARCHIVED), ("77", "It rained."),
    ]  # fmt: skip
    assert read[0]["metadata"]["project"] == "work/acme"
    assert read[0]["categories"] == ["a", "b"]


def test_a_mif_document_gives_back_what_others_put_into_it() -> None:
    document = json.loads(b"".join(stores.mif(lines())))
    first, second, _ = document["memories"]
    assert (document["mif_version"], document["vendor_extensions"]) == ("2.0", EXTENSIONS)
    assert (first["version"], first["memory_type"], first["metadata"]["x"]) == (3, "decision", 1)
    assert first["metadata"]["enishi"] == {"session_id": "s1", "project": "work/acme", "pinned": True}
    assert first["entities"] == [
        {"name": "Ken", "entity_type": "person"},
        {"name": "Osaka", "entity_type": "organization"},
    ]
    assert (first["content"], second["content"], second["memory_type"]) == (HARD, ARCHIVED, "observation")
    graph = document["knowledge_graph"]
    assert [entity["name"] for entity in graph["entities"]] == ["Ken", "Osaka", "Osaka (Location)"]
    (relation,) = graph["relationships"]
    assert (relation["source_entity_id"], relation["target_entity_id"]) == ("e1", "e2")
    assert (relation["relation_type"], relation["context"], relation["confidence"]) == ("works_for", "works for", 0.8)


def test_graphml_is_a_graph_that_networkx_reads() -> None:
    graph = networkx.read_graphml(io.BytesIO(b"".join(graphs.graphml(lines()))), force_multigraph=True)
    assert {held["kind"] for _, held in graph.nodes(data=True)} == {"entity", "memory"}
    assert graph.nodes[f"Memory/{FIRST}"]["text"] == HARD.replace("\x0b", "\ufffd")
    assert graph.nodes[f"Memory/{FIRST}"]["importance"] == 4.5
    assert graph.nodes["Entity/e3"]["label"] == "Osaka (Location)"
    edges = sorted((source, target, held["relation"]) for source, target, held in graph.edges(data=True))
    assert [edge for edge in edges if edge[2] != "MENTIONS"] == [
        ("Entity/e1", "Entity/e2", "WORKS_FOR"),
        (f"Memory/{FIRST}", f"Memory/{SECOND}", "REFERENCE"),
    ]
    assert sum(edge[2] == "MENTIONS" for edge in edges) == 3


def test_tables_have_headers_that_neo4j_admin_reads() -> None:
    archive = zipfile.ZipFile(io.BytesIO(b"".join(graphs.tables(lines()))))
    read = {
        name: list(csv.reader(io.StringIO(archive.read(name).decode(), newline="")))
        for name in archive.namelist()
        if name.endswith(".csv")
    }
    header, *rows = read["nodes-Memory.csv"]
    assert header[:2] == [":ID", ":LABEL"]
    row = dict(zip(header, rows[0], strict=True))
    assert (row["text:string"], row["tags:string[]"], row["importance:double"], row["pinned:boolean"]) == (
        HARD, "a\x1fb", "4.5", "true",
    )  # fmt: skip
    assert row["created_at:datetime"].startswith("2026-11-27T09:00:00")
    # An empty text is none that is not there.
    assert ',"",' in archive.read("nodes-Memory.csv").decode().splitlines()[-1]
    # One is whole, one is not: both are numbers.
    assert "w:double" in read["nodes-Entity.csv"][0]
    assert "Entity\x1fPerson" in read["nodes-Entity.csv"][1]
    assert read["ties-WORKS_FOR.csv"][1][:3] == ["Entity/e1", "Entity/e2", "WORKS_FOR"]
    script = archive.read("import.sh").decode()
    assert all(f"={name}" in script for name in read)


def test_every_format_is_written_and_others_are_refused() -> None:
    for form in TransferFormat:
        assert b"".join(written(lines()(), form))
    with pytest.raises(Invalid, match="memory-json, mem0, mif, graphml, csv"):
        choice("format", TransferFormat, "xml")
