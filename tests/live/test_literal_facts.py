"""Facts whose ends are no entities stand in the graph, are shown where they belong, and go with their memory."""

from dataclasses import replace

import pytest
from neo4j import Driver

from graph.knowledge import Knowledge
from graph.model.draft import Draft, GivenFact
from graph.model.types import EntityType, RelationType
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


SPOKEN = "Nora Lindqvist missed the second chance."


def ends(knowledge: Knowledge, user_id: str, memory_id: str) -> dict[str, str | None]:
    """What each end of a memory's facts is called in the graph, by its words; None where it is words alone."""
    facts = [fact for fact in knowledge.graph(user_id).facts().facts if fact.memory_id == memory_id]
    return {
        words: name if identity else None
        for fact in facts
        for words, identity, name in (
            (fact.subject_text or fact.subject, fact.subject_id, fact.subject),
            (fact.object_text or fact.object, fact.object_id, fact.object),
        )
    }


@pytest.mark.parametrize("first", [True, False])
def test_words_at_the_end_of_a_fact_are_the_entity_that_another_memory_names_and_words_again_without_it(
    first: bool, knowledge: Knowledge, user_id: str
) -> None:
    drafts = {"words": Draft(text=SPOKEN), "page": Draft(text="One hangs behind the door.", title="Second chance")}
    order = ("words", "page") if first else ("page", "words")
    ids = dict(zip(order, remembered(knowledge, user_id, [drafts[name] for name in order]), strict=True))
    assert ends(knowledge, user_id, ids["words"])["the second chance"] == "Second chance"
    page = knowledge.entity(user_id, knowledge.entity_called(user_id, "Second chance"))
    assert [fact.memory_id for fact in page.facts] == [ids["words"]]
    knowledge.forget(user_id, ids["page"])
    assert ends(knowledge, user_id, ids["words"])["the second chance"] is None
    assert "Second chance" not in {entity.name for entity in knowledge.entities(user_id).entities}


def test_a_name_stays_as_it_is_given_where_others_only_hold_its_words(knowledge: Knowledge, user_id: str) -> None:
    page = Draft(text="One hangs behind the door.", title="Second chance")
    words, first, second = remembered(
        knowledge, user_id, [Draft(text=SPOKEN), page, replace(page, text="The other one is in the van.")]
    )
    knowledge.edit(user_id, first, {"text": "It hangs in the shed now."})
    knowledge.forget(user_id, second)
    chance = knowledge.entity(user_id, knowledge.entity_called(user_id, "Second chance")).entity
    assert (chance.name, chance.aliases) == ("Second chance", ())
    assert ends(knowledge, user_id, words)["the second chance"] == "Second chance"


def test_words_are_what_is_left_of_a_name_when_its_surest_reading_is_forgotten(
    knowledge: Knowledge, user_id: str
) -> None:
    given = GivenFact(subject="Second chance", type=RelationType.PART_OF, object="Shed", subject_type=EntityType.OBJECT)
    drafts = [Draft(text="One hangs behind the door.", title="Second chance"), Draft(text=SPOKEN)]
    (_, words) = remembered(knowledge, user_id, drafts)
    (sure,) = remembered(knowledge, user_id, [Draft(text="It was there.", facts=(given,))])
    knowledge.forget(user_id, sure)
    assert ends(knowledge, user_id, words)["the second chance"] == "Second chance"
