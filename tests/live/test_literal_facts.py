"""Facts whose ends are no entities stand in the graph, are shown where they belong, and go with their memory."""

import pytest
from neo4j import Driver

from graph.knowledge import Knowledge
from graph.model.draft import Draft
from tests.live.test_forgetting import Dump, assert_no_trace, remembered

pytestmark = pytest.mark.models

TEXTS = (
    "Nora Lindqvist wrote the onboarding checklist for the interns.",
    "The lookup stays under 2 ms.",
    "予熱時間は90分です。",
)


def test_a_memory_an_entity_and_a_list_tell_facts_with_literal_ends(knowledge: Knowledge, user_id: str) -> None:
    ids = remembered(knowledge, user_id, [Draft(text=text) for text in TEXTS])
    of_nora, of_lookup, of_stop = (knowledge.show(user_id, identity).facts for identity in ids)
    (lookup,) = of_lookup
    assert (lookup.subject, lookup.predicate, lookup.object) == ("The lookup", "stays under", "2 ms")
    assert ("予熱時間", "90分") in {(fact.subject, fact.object) for fact in of_stop}
    assert any("checklist" in (fact.object_text or fact.object) for fact in of_nora)
    nora = next(e for e in knowledge.show(user_id, ids[0]).entities if e.name.startswith("Nora"))
    page = knowledge.entity(user_id, nora.id)
    assert page.fact_count == len(page.facts) >= 1
    assert any("checklist" in (fact.object_text or fact.object) for fact in page.facts)
    listed = knowledge.graph(user_id).facts(entity=nora.id)
    assert {fact.id for fact in page.facts} <= {fact.id for fact in listed.facts}
    assert knowledge.stats(user_id).facts == len(of_nora) + len(of_lookup) + len(of_stop)


def test_no_relation_is_made_of_a_literal_fact(knowledge: Knowledge, user_id: str, driver: Driver) -> None:
    remembered(knowledge, user_id, [Draft(text=text) for text in TEXTS])
    (row,) = driver.execute_query(
        "MATCH (f:LiteralFact {user_id: $u}) RETURN count(f) AS facts, "
        "max(COUNT { (f)-[:SUBJECT|OBJECT]->(:Entity) }) AS most",
        u=user_id,
    ).records
    assert row["facts"] >= 2
    assert row["most"] <= 1


def test_literal_facts_go_with_their_memory(knowledge: Knowledge, user_id: str, dump: Dump) -> None:
    ids = remembered(knowledge, user_id, [Draft(text=text) for text in TEXTS])
    for identity in ids:
        knowledge.forget(user_id, identity)
    assert_no_trace(dump(), ["checklist", "stays under", "予熱時間"])
