"""What a person says of the graph: entities confirmed, relations and links made, weighed and taken away."""

import pytest

from graph.errors import Invalid, NotFound
from graph.knowledge import Knowledge
from graph.model.draft import Draft, GivenFact
from graph.model.entities import Relation
from graph.model.types import LinkKind, RelationType, Validation
from tests.live.test_entities import names_of


def relation(knowledge: Knowledge, user_id: str, source: str, kind: RelationType) -> Relation | None:
    detail = knowledge.entity(user_id, knowledge.entity_called(user_id, source))
    return next((each for each in detail.relations if each.type is kind), None)


def test_an_entity_is_confirmed_and_stays_so_whatever_is_said_later(light: Knowledge, user_id: str) -> None:
    light.remember(user_id, Draft(text="Ken Sato joined Acme Corp."))
    hand = light.by_hand(user_id)
    assert hand.confirm("Ken Sato", note="I know him.").entity.validation_status == "confirmed"
    light.remember(user_id, Draft(text="Ken Sato met Mia Abe."))
    assert names_of(light, user_id)["Ken Sato"].validation_status == "confirmed"
    assert hand.confirm("Ken Sato", Validation.UNVALIDATED).entity.validation_status == "unvalidated"
    with pytest.raises(Invalid):
        hand.confirm("Ken Sato", Validation.REJECTED)


@pytest.mark.models
def test_a_relation_by_hand_is_made_weighed_and_taken_away(knowledge: Knowledge, user_id: str) -> None:
    light = knowledge
    light.remember(user_id, Draft(text="Ken Sato met Mia Abe."))
    light.types(user_id).create_relation("MENTORS", {"parent": "LEADS", "predicates": ["mentor"]})
    hand = light.by_hand(user_id)
    made = hand.relate("Ken Sato", "mentors", "Mia Abe", text="Ken looks after Mia.", weight=0.9)
    assert (made.type, made.predicate, made.evidence_count) == (RelationType.LEADS, "mentor", 1)
    graph = light.graph(user_id)
    assert [fact.sentence for fact in graph.facts(types=["MENTORS"]).facts] == ["Ken looks after Mia."]
    assert hand.weigh("Ken Sato", "LEADS", "Mia Abe", confidence=0.2).confidence == 0.2
    assert not graph.neighbours("Ken Sato", types=["LEADS"]).nodes, "less sure than its type asks for"
    # New evidence does not overrule what a person set; taking that back does.
    says = GivenFact(subject="Ken Sato", type=RelationType.LEADS, object="Mia Abe")
    light.remember(user_id, Draft(text="Ken is the boss of Mia.", facts=(says,)))
    held = relation(light, user_id, "Ken Sato", RelationType.LEADS)
    assert held is not None
    assert (held.confidence, held.evidence_count) == (0.2, 2)
    assert hand.weigh("Ken Sato", "LEADS", "Mia Abe").confidence > 0.9
    removed = hand.unrelate("Ken Sato", "LEADS", "Mia Abe")
    assert (removed.memories, removed.rejected) == (1, True), "a text says so as well"
    assert hand.unrelate("Ken Sato", "KNOWS", "Mia Abe").rejected
    hand.relate("Ken Sato", "FRIEND", "Noa Kent")
    assert hand.unrelate("Ken Sato", "FRIEND", "Noa Kent").memories == 1
    assert relation(light, user_id, "Ken Sato", RelationType.FRIEND) is None
    with pytest.raises(NotFound):
        hand.unrelate("Ken Sato", "FRIEND", "Mia Abe")
    with pytest.raises(Invalid):
        hand.weigh("Ken Sato", "LEADS", "Mia Abe", weight=1.5)


@pytest.mark.models
def test_no_relation_by_hand_ties_what_its_type_may_not(knowledge: Knowledge, user_id: str) -> None:
    for text in ("Ken Sato met Mia Abe.", "Ken Sato lives in Osaka."):
        knowledge.remember(user_id, Draft(text=text))
    ends = {"source_types": ["Person"], "target_types": ["Person"]}
    knowledge.types(user_id).create_relation("MENTORS", {"parent": "LEADS", **ends})
    by_hand = knowledge.by_hand(user_id)
    with pytest.raises(Invalid, match="Person to Person"):
        by_hand.relate("Ken Sato", "MENTORS", "Osaka")
    assert by_hand.relate("Ken Sato", "MENTORS", "Mia Abe").predicate == "mentors"
    by_hand.relate("Mia Abe", "MENTORS", "Noa Kent")
    assert names_of(knowledge, user_id)["Noa Kent"].type == "Person"
    knowledge.types(user_id).create_entity("Trainee", {"parent": "Person"})
    knowledge.types(user_id).change_relation("MENTORS", {"target_types": ["Trainee"]})
    with pytest.raises(Invalid, match="Person to Trainee"):
        by_hand.relate("Mia Abe", "MENTORS", "Tom Lee")


def test_what_was_set_of_a_relation_goes_with_a_merge(light: Knowledge, user_id: str) -> None:
    light.remember(user_id, Draft(text="Ken Sato leads Acme Corp."))
    light.remember(user_id, Draft(text="Kenji Honda met Mia Abe."))
    hand = light.by_hand(user_id)
    hand.weigh("Ken Sato", "LEADS", "Acme Corp", weight=0.11, confidence=0.8)
    there = names_of(light, user_id)
    light.merge(user_id, there["Kenji Honda"].id, there["Ken Sato"].id)
    held = relation(light, user_id, "Acme Corp", RelationType.LEADS)
    assert held is not None
    assert held.confidence == 0.8


def test_memories_are_tied_by_hand_and_no_run_takes_that_away(light: Knowledge, user_id: str) -> None:
    ids = [light.remember(user_id, Draft(text=text)).id for text in ("The harbour is cold.", "Bread is dear.")]
    hand = light.by_hand(user_id)
    made = hand.tie(ids[0], ids[1], LinkKind.REFERENCE, weight=0.7, note="Both of Monday.")
    assert (made.weight, made.method, made.validation_status) == (0.7, "manual", Validation.CONFIRMED)
    assert made.directed
    assert not hand.tie(ids[0], ids[1], LinkKind.THEMATIC_CONNECTION).directed, "that holds both ways"
    hand.untie(ids[0], ids[1], LinkKind.THEMATIC_CONNECTION)
    hand.tie(ids[0], ids[1], LinkKind.REFERENCE, weight=0.4)
    light.edit(user_id, ids[0], {"text": "The harbour is colder."})
    light.link(user_id, anew=True)
    assert [(link.kind, link.weight) for link in light.links(user_id, ids[1])] == [(LinkKind.REFERENCE, 0.4)]
    hand.untie(ids[0], ids[1], LinkKind.REFERENCE)
    assert light.links(user_id, ids[1]) == ()
    for wrong, error in (((ids[0], ids[0]), Invalid), ((ids[0], "01K0000000000000000000000X"), NotFound)):
        with pytest.raises(error):
            hand.tie(*wrong, LinkKind.REFERENCE)
    with pytest.raises(NotFound):
        hand.untie(ids[0], ids[1], LinkKind.REFERENCE)
