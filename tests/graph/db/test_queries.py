"""A statement is read with its header, and a header that does not fit its body never reaches the server."""

import pytest

from graph.db.queries import code, given, parsed, query
from graph.errors import QueryError

GOOD = "// Finds it.\n// mode:   read\n// params: user_id, k\n// rows:   id, score\nMATCH (n {a: $user_id}) LIMIT $k\n"


def test_a_statement_is_what_its_header_says() -> None:
    read = parsed("a/b", GOOD)
    assert (read.name, read.mode, read.params, read.rows, read.promise) == (
        "a/b", "read", frozenset({"user_id", "k"}), ("id", "score"), "Finds it."
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
