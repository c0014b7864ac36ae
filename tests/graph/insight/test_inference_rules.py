"""What follows from stated facts, with its evidence, and what does not follow."""

import pytest

from graph.insight.inference.prediction import predictions, with_likeness
from graph.insight.inference.relations import GROUP_MOST, relations
from graph.insight.link_features import Stated
from graph.model.types import InferenceKind
from tests.graph.insight.made_link_features import fact

ACME = "Acme:Organization"


def works(identity: str, who: str, where: str = ACME, **more: object) -> Stated:
    return fact(identity, who, "work for", where, of="WORKS_FOR", **more)  # pyright: ignore[reportArgumentType]


def whole(facts: list[Stated]) -> set[str]:
    return {end for one in facts for end in (one.subject, one.object)}


def concluded(facts: list[Stated]) -> list[tuple[str, str, str]]:
    return [(one.source, one.type, one.target) for one in relations(facts, whole(facts), whole(facts))]


def test_two_people_of_one_organisation_are_colleagues_and_the_facts_say_why() -> None:
    facts = [works("a.f0000", "Ada"), works("b.f0000", "Grace")]
    found = relations(facts, {"ada"}, {"acme"})
    assert [(one.source, one.type, one.target) for one in found] == [("ada", "COLLEAGUE", "grace")]
    assert found[0].evidence == ("a.f0000", "b.f0000")
    assert found[0].kind is InferenceKind.RELATION
    assert 0.4 <= found[0].confidence < 0.8


def test_a_conclusion_is_the_same_from_both_ends() -> None:
    facts = [works("a.f0000", "Ada"), works("b.f0000", "Grace")]
    assert relations(facts, {"ada"}, {"acme", "grace"}) == relations(facts, {"grace"}, {"acme", "ada"})


def test_two_organisations_in_common_are_surer_than_one() -> None:
    one = [works("a.f0000", "Ada"), works("b.f0000", "Grace")]
    two = [*one, works("c.f0000", "Ada", "Blue:Organization"), works("d.f0000", "Grace", "Blue:Organization")]
    assert relations(two, {"ada"}, whole(two))[0].confidence > relations(one, {"ada"}, whole(one))[0].confidence


@pytest.mark.parametrize(
    "facts",
    [
        [works("a.f0000", "Ada"), works("b.f0000", "Grace", "Blue:Organization")],
        [works("a.f0000", "Ada"), works("b.f0000", "Grace", polarity="negative")],
        [works("a.f0000", "Ada"), works("b.f0000", "Grace", modality="possible")],
        [works("a.f0000", "Ada"), works("b.f0000", "Blue:Organization")],
        [works("a.f0000", "Ada"), works("b.f0000", "Ada Byron")],
        [works("a.f0000", "Ada"), works("b.f0000", "Grace"), fact("c.f0000", "Grace", "know", "Ada", of="COLLEAGUE")],
        [works("a.f0000", "Ada", confidence=0.4), works("b.f0000", "Grace", confidence=0.4)],
        [works(f"m{n}.f0000", f"Person{n}x") for n in range(GROUP_MOST + 1)],
    ],
    ids=["two places", "denied", "perhaps", "no person", "one name", "stated", "unsure", "a crowd"],
)
def test_nothing_follows_where_the_evidence_is_not_there(facts: list[Stated]) -> None:
    assert concluded(facts) == []


def test_an_organisation_of_which_not_all_is_known_makes_no_colleagues() -> None:
    assert relations([works("a.f0000", "Ada"), works("b.f0000", "Grace")], {"ada"}, set()) == []


def test_a_place_within_a_place_lies_in_what_that_lies_in_and_a_person_need_not() -> None:
    inner = fact("a.f0000", "Harbour:Location", "be in", "Yokohama:Location", of="LOCATED_IN")
    outer = fact("b.f0000", "Yokohama:Location", "be in", "Japan:Location", of="LOCATED_IN")
    assert concluded([inner, outer]) == [("harbour", "LOCATED_IN", "japan")]
    person = fact("a.f0000", "Ada", "live in", "Yokohama:Location", of="LOCATED_IN")
    assert concluded([person, outer]) == []


def test_the_family_of_family_is_family() -> None:
    facts = [
        fact("a.f0000", "Ada", "sister", "Byron", of="FAMILY_MEMBER", confidence=0.9),
        fact("b.f0000", "Byron", "father", "Medora", of="FAMILY_MEMBER", confidence=0.9),
    ]
    assert concluded(facts) == [("ada", "FAMILY_MEMBER", "medora")]


def triangle(*middles: str) -> list[Stated]:
    return [
        fact(f"{who}{n}.f0000", who, "use", f"{middle}:Technology")
        for n, middle in enumerate(middles)
        for who in ("Ada", "Grace")
    ]


def test_rare_neighbours_in_common_predict_a_relation_and_one_does_not() -> None:
    facts = triangle("Redis", "Kafka")
    found = predictions(facts, {"ada"}, whole(facts))
    assert [(one.source, one.target) for one in found] == [("ada", "grace")]
    assert set(found[0].evidence) == {one.id for one in facts}
    assert predictions(triangle("Redis"), {"ada"}, {"redis"}) == []


def test_two_places_with_neighbours_in_common_are_not_predicted_to_be_related() -> None:
    facts = [
        fact(f"{n}.f0000", who, "be in", f"{place}:Location")
        for n, (who, place) in enumerate((w, p) for w in ("Ada", "Grace") for p in ("Osaka", "Sapporo"))
    ]
    assert {(one.source, one.target) for one in predictions(facts, whole(facts), whole(facts))} == {("ada", "grace")}


def test_more_and_rarer_neighbours_make_a_prediction_surer() -> None:
    few, many = triangle("Redis", "Kafka"), triangle("Redis", "Kafka", "Flink")
    crowd = [fact(f"c{n}.f0000", f"User{n}", "use", "Redis:Technology") for n in range(9)]
    sure = [predictions(facts, {"ada"}, whole(facts))[0].confidence for facts in ([*many], few)]
    assert sure[0] > sure[1]
    crowded = predictions([*many, *crowd], {"ada"}, whole(many))
    assert crowded[0].confidence < sure[0]


def test_what_is_related_already_is_not_predicted() -> None:
    facts = [*triangle("Redis", "Kafka"), fact("x.f0000", "Ada", "know", "Grace", of="KNOWS")]
    found = predictions(facts, {"ada", "grace"}, whole(facts))
    assert ("ada", "grace") not in {(one.source, one.target) for one in found}


def test_vectors_that_are_alike_make_a_prediction_surer_and_others_leave_it() -> None:
    facts = triangle("Redis", "Kafka")
    found = predictions(facts, {"ada"}, whole(facts))[0]
    assert with_likeness(found, 0.8).confidence > found.confidence
    assert with_likeness(found, -4.0) == with_likeness(found, 0.0) == found
