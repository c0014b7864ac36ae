"""Statements and parameters are the same on either side of the vectors, but for what the vectors are kept by."""

import pytest

from graph.db.queries import given, parsed
from graph.db.sides import INDEXES, PROPERTIES, Side, held, named, placed, swapped
from tests.house.cypher_rules import sources

VECTOR = [0.5, 0.25]


@pytest.mark.parametrize(
    ("on_a", "on_b"),
    [
        ("SET chunk.embedding = null", "SET chunk.embedding_b = null"),
        ("SET chunk.embedding_b = null", "SET chunk.embedding = null"),
        ("REMOVE entity.embedding, entity.embedding_b", "REMOVE entity.embedding_b, entity.embedding"),
        ("coalesce(chunk.embedding, chunk.kept_embedding) AS embedding",
         "coalesce(chunk.embedding_b, chunk.kept_embedding_b) AS embedding"),
        ("db.create.setNodeVectorProperty(chunk, 'embedding', row.vector)",
         "db.create.setNodeVectorProperty(chunk, 'embedding_b', row.vector)"),
        ("SEARCH c IN (VECTOR INDEX chunk_embedding FOR $vector",
         "SEARCH c IN (VECTOR INDEX chunk_embedding_b FOR $vector"),
        ("{sentences: chunk.sentences}", "{sentences: chunk.sentences_b}"),
        ("MATCH (m:EmbeddingModel) RETURN m.embedding_model", "MATCH (m:EmbeddingModel) RETURN m.embedding_model"),
    ],
)  # fmt: skip
def test_what_vectors_are_kept_by_changes_places_and_nothing_else(on_a: str, on_b: str) -> None:
    assert swapped(on_a) == on_b
    assert swapped(on_b) == on_a


def test_a_statement_is_sent_as_its_side_has_it() -> None:
    query = parsed("x/y", "// Says.\n// mode: read\n// params: id\n// rows: v\nRETURN chunk.embedding AS v, $id\n")
    assert query.on(Side.A).splitlines()[-1] == "RETURN chunk.embedding AS v, $given.id"
    assert query.on(Side.B).splitlines()[-1] == "RETURN chunk.embedding_b AS v, $given.id"


def test_properties_that_rows_bring_get_the_names_of_the_side() -> None:
    params = {"chunks": [{"id": "c", "vector": VECTOR, "properties": {"own_embedding": VECTOR, "words_en": "a"}}],
              "memories": [{"chunks": [{"properties": {"sentences": b"s", "kept_embedding": None}}]}],
              "sentences": ["as it is"]}  # fmt: skip
    assert placed(params, Side.A) is params
    assert placed(params, Side.B) == {
        "chunks": [{"id": "c", "vector": VECTOR, "properties": {"own_embedding_b": VECTOR, "words_en": "a"}}],
        "memories": [{"chunks": [{"properties": {"sentences_b": b"s", "kept_embedding_b": None}}]}],
        "sentences": ["as it is"],
    }
    assert given({"properties": {"sentences": b"s"}}, Side.B) == {"given": {"properties": {"sentences_b": b"s"}}}


def test_what_a_node_has_is_told_by_the_plain_names_of_the_side_that_is_read() -> None:
    both = {"id": "c", "embedding": [1], "embedding_b": [2], "sentences": b"a"}
    assert held(both, Side.A) == {"id": "c", "embedding": [1], "sentences": b"a"}
    assert held(both, Side.B) == {"id": "c", "embedding": [2]}
    assert [named("chunk_embedding", side) for side in Side] == ["chunk_embedding", "chunk_embedding_b"]
    assert named("chunk_terms", Side.B) == "chunk_terms"
    assert Side.A.other is Side.B


@pytest.mark.parametrize("name", sorted({*PROPERTIES, *INDEXES}))
def test_every_name_has_another_on_the_other_side(name: str) -> None:
    assert swapped(swapped(f"chunk.{name} {name}")) == f"chunk.{name} {name}"


def test_no_row_of_parameters_calls_a_value_as_a_vector_is_kept() -> None:
    """On the other side it would be looked for by a name that nobody gives."""
    taken = {name: [f"{row}.{key}" for row in ("row", "piece") for key in PROPERTIES if f"{row}.{key}" in text]
             for name, text in sources().items()}  # fmt: skip
    assert {name: keys for name, keys in taken.items() if keys} == {}
