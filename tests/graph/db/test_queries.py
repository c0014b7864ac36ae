"""A statement is read with its header, and a header that does not fit its body never reaches the server."""

import re

import pytest

from graph.db.fulltext_fields import words_fields
from graph.db.queries import code, given, parsed, query, script, spliced
from graph.errors import QueryError

GOOD = "// Finds it.\n// mode:   read\n// params: user_id, k\n// rows:   id, score\nMATCH (n {a: $user_id}) LIMIT $k\n"


def test_a_statement_is_what_its_header_says() -> None:
    read = parsed("a/b", GOOD)
    assert (read.name, read.mode, read.params, read.rows) == (
        "a/b", "read", frozenset({"user_id", "k"}), ("id", "score")
    )  # fmt: skip
    assert read.text == GOOD


def test_no_parameters_and_no_rows_are_none() -> None:
    read = parsed("a/b", "// Makes it.\n// mode: schema\n// params:\n// rows:\nCREATE INDEX x\n")
    assert (read.params, read.rows) == (frozenset(), ())


@pytest.mark.parametrize("line", ["mode:   read", "params: user_id, k", "rows:   id, score"])
def test_a_header_without_a_line_is_refused_by_name(line: str) -> None:
    with pytest.raises(QueryError, match=line.partition(":")[0]):
        parsed("a/b", GOOD.replace(f"// {line}\n", ""))


def test_parameters_must_fit_both_ways() -> None:
    with pytest.raises(QueryError, match="the body uses"):
        parsed("a/b", GOOD.replace("user_id, k", "user_id"))
    with pytest.raises(QueryError, match="the body uses"):
        parsed("a/b", GOOD.replace("LIMIT $k", ""))


def test_a_mode_nobody_knows_is_refused() -> None:
    with pytest.raises(QueryError, match="mode"):
        parsed("a/b", GOOD.replace("read", "maybe"))


def test_a_statement_without_a_promise_is_refused() -> None:
    with pytest.raises(QueryError, match="first line"):
        parsed("a/b", GOOD.replace("// Finds it.\n", ""))


def test_what_stands_in_comments_and_texts_is_no_code() -> None:
    assert "$" not in code("// $a\n'it''s $b' \"$c \\\" $d\" `$e` /* $f \n $g */")
    assert "$x" in code("'a' + $x + 'b'")


def test_a_statement_that_is_not_there_is_said_so() -> None:
    with pytest.raises(QueryError, match=r"cypher/no/such\.cypher"):
        query("no/such")


def test_a_fragment_stands_where_it_is_included_indented_alike() -> None:
    lines = spliced("MATCH (memory:Memory)\nWHERE true\n  // include: recall/_passes_filters\nRETURN 1\n").splitlines()
    assert lines[:2] == ["MATCH (memory:Memory)", "WHERE true"]
    assert lines[2].startswith("  AND memory.created_at >= $filters.created_from")
    assert lines[-1] == "RETURN 1"


def test_a_fragment_that_is_not_there_is_said_so() -> None:
    with pytest.raises(QueryError, match=r"cypher/recall/_no\.cypher"):
        spliced("// include: recall/_no\n")


def test_a_script_holds_several_statements_in_order_each_with_what_its_header_leaves_out() -> None:
    statements = script("schema/migrations/m003_links")
    assert list(statements) == [
        "inference_identity", "memory_to_link", "memory_session", "entity_to_infer", "mark_unlinked"
    ]  # fmt: skip
    first, last = statements["inference_identity"], statements["mark_unlinked"]
    assert (first.mode, first.params, first.rows, last.rows) == ("schema", frozenset(), (), ("marked",))
    assert first.sent.splitlines()[-2].startswith("CREATE CONSTRAINT inference_identity")
    assert query("schema/migrations/m003_links#mark_unlinked") is last
    with pytest.raises(QueryError, match="no statement nothing"):
        query("schema/migrations/m003_links#nothing")


def test_the_full_text_index_has_the_fields_of_every_user() -> None:
    indexed = set(re.findall(r"chunk\.(\w+)", query("schema/migrations/m049_words_by_group#chunk_terms").sent))
    of_users = {field for number in range(500) for field in words_fields(f"user {number}")}
    assert indexed == of_users | {"facets"}


def test_a_statement_is_read_once() -> None:
    assert query("memory/show") is query("memory/show")


def test_what_is_sent_reads_every_parameter_from_one_map_and_leaves_comments_and_texts_alone() -> None:
    source = (
        "// Finds $id.\n// mode:   read\n// params: id, ids\n// rows:   n\n"
        "MATCH (n:Memory {id: $id}) WHERE n.id IN $ids AND n.text <> '$id' RETURN n // $ids"
    )
    assert parsed("some/one", source).sent.splitlines()[0] == "// Finds $id."
    assert parsed("some/one", source).sent.splitlines()[-1] == (
        "MATCH (n:Memory {id: $given.id}) WHERE n.id IN $given.ids AND n.text <> '$id' RETURN n // $ids"
    )
    assert given({"id": 1}) == {"given": {"id": 1}}
