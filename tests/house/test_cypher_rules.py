"""Every statement of cypher/ keeps the rules of the house, and every rule rejects what it should."""

import re
from collections import Counter

import pytest

from tests.house.code_rules import faulty
from tests.house.cypher_rules import (
    OPERATORS,
    UNSEEN,
    cypher_files,
    dynamic,
    filters_read,
    fragment_faults,
    header_faults,
    included,
    index_faults,
    indexes_made,
    is_fragment,
    keyword_faults,
    length_faults,
    node_faults,
    seek_faults,
    sources,
    user_faults,
    version_faults,
    word_faults,
    write_faults,
)

FILES = cypher_files()
FRAGMENTS = {name: text for name, text in FILES.items() if is_fragment(name)}
STATEMENTS = sources()
DYNAMIC = frozenset(
    {
        "entity/store",
        "entity/settle",
        "entity/sum",
        "schema/migrations/m009_sums#order_ends",
        "entity/change",
        "entity/reject",
        "link/store",
        "link/make",
        "link/replace",
        "memory/absorb",
        "transfer/nodes",
        "transfer/ties",
    }
)
"""Where a label or type of the closed vocabulary comes as a parameter."""


def statement(body: str, *, mode: str = "read", params: str = "user_id", rows: str = "id") -> str:
    return f"// Says what it does.\n// mode:   {mode}\n// params: {params}\n// rows:   {rows}\n{body}\n"


GOOD = statement(
    "MATCH (memory:Memory {user_id: $user_id})<-[:PART_OF]-(chunk:Chunk)\n"
    "MATCH (chunk)-[:MENTIONS|DESCRIBES]->(entity:Entity)\n"
    "WHERE entity.name <> 'create (n) match' // delete everything\n"
    "MATCH (chunk)-[:NEXT*0..3]->(last:Chunk)\n"
    "RETURN last.id AS id"
)


def test_there_are_statements() -> None:
    assert len(STATEMENTS) > 60


def test_a_good_statement_passes_every_rule() -> None:
    assert header_faults("x/y", GOOD) == []
    assert write_faults("x/y", GOOD) == []
    assert word_faults(GOOD) == node_faults(GOOD) == length_faults(GOOD) == keyword_faults(GOOD) == []
    assert user_faults("x/y", GOOD) == []
    assert not dynamic(GOOD)


def test_a_header_is_complete_and_its_parameters_are_those_of_the_body() -> None:
    assert faulty(STATEMENTS, header_faults) == {}


@pytest.mark.parametrize(
    "bad",
    [
        GOOD.replace("// mode:   read\n", ""),
        GOOD.replace("// rows:   id\n", ""),
        GOOD.replace("mode:   read", "mode:   maybe"),
        GOOD.replace("params: user_id", "params: user_id, more"),
        GOOD.replace("params: user_id", "params: "),
        GOOD.replace("// Says what it does.\n", ""),
        GOOD.replace("does.", "does"),
        GOOD.replace("AS id", "AS id;"),
        GOOD.replace("// mode:   read\n// params: user_id\n", "// params: user_id\n// mode:   read\n"),
        GOOD.rstrip("\n"),
    ],
)
def test_a_bad_header_is_rejected(bad: str) -> None:
    assert header_faults("x/y", bad) != []


def test_what_reads_does_not_write_and_what_writes_does() -> None:
    assert faulty(STATEMENTS, write_faults) == {}


@pytest.mark.parametrize(
    "clause",
    ["CREATE (c:Chunk)", "MERGE (c:Chunk {id: 1})", "SET memory.a = 1", "DETACH DELETE memory", "REMOVE memory.a",
     "FOREACH (x IN [] | SET memory.a = x)", "set memory.a = 1",
     "CALL db.create.setNodeVectorProperty(memory, 'a', [])"],
)  # fmt: skip
def test_a_read_that_writes_is_rejected(clause: str) -> None:
    bad = statement(f"MATCH (memory:Memory {{user_id: $user_id}})\n{clause}\nRETURN memory.id AS id")
    assert write_faults("x/y", bad) != []


def test_a_write_that_only_reads_is_rejected() -> None:
    assert write_faults("x/y", GOOD.replace("mode:   read", "mode:   write")) != []


def test_what_takes_the_lock_of_a_user_makes_a_new_version_of_the_graph() -> None:
    assert faulty(STATEMENTS, version_faults) == {}
    assert set(STATEMENTS) >= UNSEEN.keys()


def test_a_write_under_the_lock_that_leaves_the_version_as_it_is_is_rejected() -> None:
    raising = STATEMENTS["link/store"]
    assert version_faults("link/store", raising) == []
    assert version_faults("link/store", raising.replace("SET user.writes = user.writes + 1\n", "")) != []
    assert version_faults("event/record", raising) != []


def test_labels_and_types_are_those_of_the_model() -> None:
    assert faulty(STATEMENTS, lambda _, source: word_faults(source)) == {}


@pytest.mark.parametrize(
    "change",
    [
        ("Memory", "Memo"),
        ("PART_OF", "BELONGS_TO"),
        ("MENTIONS|DESCRIBES", "MENTIONS|DESCRIBED"),
        (":Entity)", ":Entity|Thing)"),
    ],
)
def test_unknown_labels_and_types_are_rejected(change: tuple[str, str]) -> None:
    assert word_faults(GOOD.replace(*change)) != []


def test_a_label_or_type_is_a_parameter_only_where_the_vocabulary_is_closed() -> None:
    assert {name for name, source in STATEMENTS.items() if dynamic(source)} == DYNAMIC


def test_an_index_that_is_asked_is_one_that_the_schema_makes() -> None:
    made = indexes_made(STATEMENTS)
    assert faulty(STATEMENTS, lambda _, source: index_faults(source, made)) == {}


@pytest.mark.parametrize(
    "asked",
    ["SEARCH chunk IN (VECTOR INDEX chunk_embeddings FOR $v LIMIT 1) SCORE AS s",
     "SEARCH chunk IN (FULLTEXT INDEX words FOR $q LIMIT 1) SCORE AS s",
     "CALL db.index.fulltext.queryNodes('chunk_word', $q) YIELD node",
     "CALL db.index.vector.queryNodes( 'nothing', 5, $v) YIELD node"],
)  # fmt: skip
def test_an_unknown_index_is_rejected(asked: str) -> None:
    assert index_faults(asked, indexes_made(STATEMENTS)) != []


def test_every_node_is_introduced_with_a_label() -> None:
    assert faulty(STATEMENTS, lambda _, source: node_faults(source)) == {}


@pytest.mark.parametrize(
    "bad",
    ["MATCH (n)\nRETURN n.id AS id", "MATCH (n {user_id: $user_id})\nRETURN n.id AS id",
     "MATCH (n {\n  user_id: $user_id})\nRETURN n.id AS id",
     "MATCH (m:Memory {user_id: $user_id})<-[:PART_OF]-(c)\nRETURN c.id AS id",
     "MATCH (m:Memory {user_id: $user_id})-[:PART_OF]-()\nRETURN m.id AS id",
     "MATCH ()-[r:NEXT]->(m:Memory {user_id: $user_id})\nRETURN m.id AS id",
     "MERGE (n {id: $user_id})\nRETURN n.id AS id"],
)  # fmt: skip
def test_a_node_without_a_label_is_rejected(bad: str) -> None:
    assert node_faults(statement(bad)) != []


@pytest.mark.parametrize(
    "good",
    ["MATCH (c:Chunk {user_id: $user_id})-[:PART_OF]->(memory)\nRETURN memory.id AS id",
     "MATCH (:Memory {user_id: $user_id})<-[:PART_OF]-(chunk)\nRETURN chunk.id AS id"],
)  # fmt: skip
def test_a_chunk_and_its_memory_may_be_reached_by_the_tie_alone(good: str) -> None:
    assert node_faults(statement(good)) == []


def test_a_lock_is_taken_by_a_value() -> None:
    """Null is none: of a property that no node of a database ever had, the server sets none and locks nothing."""
    taken = {name: set(re.findall(r"\.lock = (\w+)", source)) for name, source in STATEMENTS.items()}
    assert {value for values in taken.values() for value in values} == {"true"}


def test_no_recall_may_be_planned_to_read_everything_for_each_row() -> None:
    recalls = {name: source for name, source in STATEMENTS.items() if name.startswith("recall/")}
    assert faulty(recalls, lambda _, source: seek_faults(source)) == {}


@pytest.mark.parametrize(
    "bad",
    ["MATCH (chunk)-[:PART_OF]->(memory:Memory {user_id: $user_id})\nRETURN memory.id AS id",
     "UNWIND $ids AS id\nMATCH (memory:Memory {id: id, user_id: $user_id})\nRETURN memory.id AS id",
     "UNWIND $ids AS id\nMATCH (:Memory {id: id, user_id: $user_id})<-[:PART_OF]-(chunk)\nRETURN chunk.id AS id",
     "UNWIND $rows AS row\nMATCH (entity:Entity {user_id: $user_id, id: row.id})\nRETURN entity.id AS id",
     "UNWIND $ids AS id\nMATCH (memory:Memory {id: id, user_id: $user_id})\nMATCH (other:Memory {id: id, "
     "user_id: $user_id})\nUSING INDEX SEEK other:Memory(id)\nRETURN memory.id AS id"],
)  # fmt: skip
def test_a_recall_that_may_read_everything_for_each_row_is_rejected(bad: str) -> None:
    assert seek_faults(statement(bad)) != []


def test_a_recall_that_says_its_index_passes() -> None:
    good = "UNWIND $ids AS id\nMATCH (m:Memory {id: id, user_id: $user_id})\nUSING INDEX SEEK m:Memory(id)\n"
    assert seek_faults(statement(good + "RETURN m.id AS id")) == []
    assert seek_faults(statement("MATCH (m:Memory {id: $id, user_id: $user_id})\nRETURN m.id AS id")) == []


def test_every_path_is_bounded() -> None:
    assert faulty(STATEMENTS, lambda _, source: length_faults(source)) == {}


@pytest.mark.parametrize("length", ["*", "*2..", "*..", "*0.."])
def test_an_unbounded_path_is_rejected(length: str) -> None:
    assert length_faults(GOOD.replace("*0..3", length)) != []


@pytest.mark.parametrize(
    "quantified",
    ["((a:Chunk)-[:NEXT]->(b:Chunk))+", "((a:Chunk)-[:NEXT]->(b:Chunk)){1,}", "(a:Chunk)-[:NEXT]->*(b:Chunk)"],
)
def test_an_unbounded_quantifier_is_rejected(quantified: str) -> None:
    assert length_faults(statement(f"MATCH {quantified}\nRETURN a.id AS id")) != []


def test_every_clause_says_whose_nodes_it_reaches_for() -> None:
    assert faulty(STATEMENTS, user_faults) == {}


@pytest.mark.parametrize(
    "bad",
    [
        statement("MATCH (memory:Memory)\nRETURN memory.id AS id", params=""),
        statement("MATCH (memory:Memory)\nWITH *, $user_id AS u\nRETURN memory.id AS id"),
        statement("MATCH (m:Memory {user_id: $user_id})\nMATCH (e:Entity {id: m.x})\nRETURN e.id AS id"),
        statement("MATCH (m:Memory {user_id: $user_id})\nOPTIONAL MATCH (e:Entity)\nRETURN e.id AS id"),
    ],
)
def test_a_clause_for_everybodys_nodes_is_rejected(bad: str) -> None:
    assert user_faults("x/y", bad) != []


def test_every_operators_statement_is_one_and_has_a_reason() -> None:
    assert OPERATORS.keys() <= STATEMENTS.keys()
    assert all(OPERATORS.values())


def test_keywords_are_in_upper_case() -> None:
    assert faulty(STATEMENTS, lambda _, source: keyword_faults(source)) == {}


@pytest.mark.parametrize("word", ["MATCH", "WHERE", "RETURN", "AS"])
def test_a_keyword_in_lower_case_is_rejected(word: str) -> None:
    assert keyword_faults(GOOD.replace(word, word.lower())) != []


def test_every_fragment_begins_with_a_sentence() -> None:
    assert faulty(FRAGMENTS, fragment_faults) == {}


@pytest.mark.parametrize(
    "bad",
    ["AND memory.id = $id\n", "// No sentence\nAND memory.id = $id\n", "// Two.\n// include: recall/_bad\n"],
)
def test_a_bad_fragment_is_rejected(bad: str) -> None:
    assert fragment_faults("recall/_bad", bad) != []


def test_every_fragment_is_included_by_several_files_and_every_included_one_is_there() -> None:
    uses = Counter(name for text in FILES.values() for name in included(text))
    assert uses.keys() == FRAGMENTS.keys()
    assert min(uses.values()) > 1


def test_only_one_fragment_says_when_a_memory_passes_the_filters() -> None:
    assert [name for name, text in FILES.items() if filters_read(text)] == ["recall/_passes_filters"]
    assert sum(len(filters_read(source)) for source in STATEMENTS.values()) > 20
    assert filters_read(STATEMENTS["recall/by_vector"]) == filters_read(FRAGMENTS["recall/_passes_filters"])


def test_the_statements_of_the_hybrid_recall_rank_alike() -> None:
    """With filters or without, the same memories get the same scores."""
    plain, filtered = (included(FILES[name]) for name in ("recall/hybrid", "recall/hybrid_filtered"))
    assert plain == {f"recall/_{part}" for part in (
        "standing", "of_kind", "pool", "asked_entities", "about_asked", "base_score", "join", "endings",
        "candidate_rows",
    )}  # fmt: skip
    assert filtered - plain == {"recall/_nearest_chunks", "recall/_passes_filters"}
    assert plain <= filtered
