"""Facts that are given with memories: in the graph as they were given, through edits, merges and forgetting."""

import pytest

from graph.errors import Invalid
from graph.knowledge import Knowledge
from graph.model.draft import Draft, GivenFact
from graph.model.memory import Enrich
from graph.model.recalled import Mode
from graph.model.types import EntityType, RelationType
from tests.live.test_entities import names_of
from tests.live.test_forgetting import Dump, assert_no_trace, remembered

pytestmark = pytest.mark.models

WORKS = GivenFact(subject="Hana Mori", type=RelationType.WORKS_FOR, object="Kestrel Labs")
LEADS = GivenFact(subject="Hana Mori", type=RelationType.LEADS, object="Kestrel Labs", predicate="runs")
JOINED = "She joined them in spring, and has a desk by the window now."


def ties(knowledge: Knowledge, user_id: str) -> list[tuple[str, str, str]]:
    """The relations of the user's graph, each once: type, predicate and evidence count."""
    found = {
        (one.type.value, one.source, one.target): (one.type.value, one.predicate or "", str(one.evidence_count))
        for entity in knowledge.entities(user_id, limit=200).entities
        for one in knowledge.entity(user_id, entity.id).relations
    }
    return sorted(found.values())


@pytest.mark.parametrize("enrich", [Enrich.NOW, Enrich.LATER])
def test_a_given_fact_ties_entities_that_the_text_does_not_name(
    enrich: Enrich, knowledge: Knowledge, user_id: str
) -> None:
    (memory,) = remembered(knowledge, user_id, [Draft(text=JOINED, facts=(WORKS,))], enrich=enrich)
    while knowledge.enrich_pending():
        pass
    there = names_of(knowledge, user_id)
    assert {name: there[name].type for name in ("Hana Mori", "Kestrel Labs")} == {
        "Hana Mori": EntityType.PERSON,
        "Kestrel Labs": EntityType.ORGANIZATION,
    }
    assert ("WORKS_FOR", "works for", "1") in ties(knowledge, user_id)
    assert knowledge.show(user_id, memory).memory.facts == (WORKS,)
    hit = knowledge.recall(user_id, "Who is at Kestrel Labs?", mode=Mode.GRAPH).hits[0]
    assert hit.memory.id == memory


def test_a_memory_is_found_by_what_is_given_with_it(knowledge: Knowledge, user_id: str) -> None:
    others = ("Kestrels hunt over the meadow.", "The labs were painted last week.", "Hana brought plums.")
    memory, *_ = remembered(
        knowledge, user_id, [Draft(text=JOINED, facts=(WORKS,)), *(Draft(text=text) for text in others)]
    )
    for mode in (Mode.HYBRID, Mode.KEYWORD):
        assert knowledge.recall(user_id, "Who works for Kestrel Labs?", mode=mode).hits[0].memory.id == memory


def test_a_given_name_is_the_entity_that_the_graph_knows_by_it(knowledge: Knowledge, user_id: str) -> None:
    remembered(knowledge, user_id, [Draft(text="Hana Mori lives in Otaru."), Draft(text=JOINED, facts=(WORKS,))])
    hana = [one for one in knowledge.entities(user_id, limit=200).entities if one.name == "Hana Mori"]
    assert [(one.type, one.mention_count) for one in hana] == [(EntityType.PERSON, 2)]


def test_what_is_given_can_be_edited_and_goes_with_its_memory(knowledge: Knowledge, user_id: str, dump: Dump) -> None:
    (memory,) = remembered(knowledge, user_id, [Draft(text=JOINED, facts=(WORKS,))])
    edited = knowledge.edit(user_id, memory, {"facts": (LEADS,)})
    assert [(fact.predicate, fact.type) for fact in edited.facts if fact.subject == "Hana Mori"] == [
        ("runs", RelationType.LEADS)
    ]
    assert [kind for kind, _, _ in ties(knowledge, user_id) if kind in ("WORKS_FOR", "LEADS")] == ["LEADS"]
    knowledge.edit(user_id, memory, {"text": "They gave her a desk by the door."})
    assert ("LEADS", "runs", "1") in ties(knowledge, user_id)
    knowledge.edit(user_id, memory, {"facts": None})
    assert knowledge.show(user_id, memory).memory.facts == ()
    assert not any("kestrel" in name.lower() for name in names_of(knowledge, user_id))
    knowledge.forget(user_id, memory)
    assert_no_trace(dump(), ["hana", "kestrel"])


def test_a_wrong_fact_refuses_the_memory_whole(knowledge: Knowledge, user_id: str) -> None:
    wrong = GivenFact(subject="Hana Mori", type=RelationType.KNOWS, object="hana mori")
    with pytest.raises(Invalid, match="itself"):
        knowledge.remember(user_id, Draft(text=JOINED, facts=(wrong,)))
    assert knowledge.stats(user_id).memories == 0
