"""What people see in Neo4j Browser."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from graph.local import explore
from graph.local.queries import statements
from graph.model import EntityType
from graph.vocabulary import ENTITY_TYPES

KINDS = ("Memory", "Chunk", "Fact", "Name", "User", "Session", "Project", "Category", "Event")


def colours() -> dict[str, str]:
    return dict(re.findall(r"node\.(\w+) \{\s*color: (#[0-9a-f]{6});", explore.style()))


def test_every_entity_type_has_the_colour_of_the_vocabulary() -> None:
    assert {row.name: row.colour for row in ENTITY_TYPES}.items() <= colours().items()
    assert {kind.value for kind in EntityType} <= colours().keys()


def test_every_other_kind_of_node_has_a_colour_and_no_two_share_one() -> None:
    assert set(KINDS) <= colours().keys()
    assert len(set(colours().values())) == len(colours())


def test_the_label_that_all_entities_share_has_no_colour_that_would_hide_their_types() -> None:
    assert "Entity" not in colours()


@pytest.mark.parametrize("question", explore.saved(), ids=lambda saved: saved.file)
def test_a_saved_question_begins_with_its_title_and_is_one_bounded_statement(question: explore.Saved) -> None:
    assert question.text.startswith(f"// {question.title}\n")
    assert question.title
    assert len(statements(question.text)) == 1
    assert "LIMIT" in question.text


def test_a_user_is_written_into_a_question_as_a_literal() -> None:
    first = explore.saved()[0]
    asked = explore.asked_for(first, "o'neil\\work")
    assert "$user_id" not in asked
    assert "'o\\'neil\\\\work'" in asked
    assert "Name yourself" not in asked


def test_a_link_carries_the_whole_question() -> None:
    link = explore.link("http://127.0.0.1:1/browser/?dbms=bolt://neo4j@127.0.0.1:2", "MATCH (n) // 田中 & #1\nRETURN n")
    query = parse_qs(urlsplit(link).query)
    assert query["cmd"] == ["edit"]
    assert query["arg"] == ["MATCH (n) // 田中 & #1\nRETURN n"]
    assert query["dbms"] == ["bolt://neo4j@127.0.0.1:2"]
