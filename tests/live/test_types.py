"""Types of a person's own: made, changed and removed; entities of them, and what asking for the type above finds."""

from pathlib import Path

import pytest

from graph.errors import Conflict, Invalid, NotFound
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from tests.live.test_entities import names_of

TOLD = (
    "Ken Sato joined Acme Corp.",
    "Ken Sato met Mia Abe.",
    "Mia Abe leads Acme Corp.",
    "Acme Corp met Lake Town.",
)


@pytest.fixture
def told(light: Knowledge, user_id: str) -> Knowledge:
    for text in TOLD:
        light.remember(user_id, Draft(text=text))
    return light


def names(knowledge: Knowledge, user_id: str, kind: str) -> set[str]:
    return {entity.name for entity in knowledge.entities(user_id, kind=kind).entities}


def test_what_is_of_an_own_type_is_found_by_it_and_by_every_type_above(told: Knowledge, user_id: str) -> None:
    types = told.types(user_id)
    types.create_entity("港町", {"parent": "location", "name_en": "Harbour town", "colour": "#2F9E44"})
    types.create_entity("Ferry stop", {"parent": "港町"})
    town = names_of(told, user_id)["Lake Town"].id
    edited = told.edit_entity(user_id, town, {"type": "ferry_stop"}).entity
    assert (edited.type, edited.subtype) == ("Location", "Ferry stop")
    for kind in ("Ferry stop", "港町", "Location"):
        assert names(told, user_id, kind) == {"Lake Town"}, kind
    assert names(told, user_id, "Organization") == {"Acme Corp"}
    # What memories say later changes nothing of what a person said.
    told.remember(user_id, Draft(text="Lake Town met Ken Sato. Lake Town met Mia Abe."))
    assert names(told, user_id, "港町") == {"Lake Town"}
    assert [types.entity(kind).usage for kind in ("ferry stop", "港町", "Person")] == [1, 1, 2]
    removed = types.remove_entity("Ferry stop")
    assert (removed.parent, removed.entities) == ("港町", 1)
    assert names(told, user_id, "港町") == {"Lake Town"}
    assert types.remove_entity("港町").parent == "Location"
    assert told.entity(user_id, town).entity.subtype is None


def test_the_system_s_types_stand_one_below_the_other_as_well(told: Knowledge, user_id: str) -> None:
    town = names_of(told, user_id)["Lake Town"].id
    told.edit_entity(user_id, town, {"type": "Technology"})
    assert "Lake Town" in names(told, user_id, "Concept")
    assert "Lake Town" in names(told, user_id, "Technology")


def test_attributes_are_held_to_the_type_and_to_those_above_it(told: Knowledge, user_id: str) -> None:
    types = told.types(user_id)
    types.create_entity("Place to eat", {"parent": "Location", "attributes": [{"name": "cuisine", "required": True}]})
    types.create_entity(
        "Ramen shop",
        {"parent": "Place to eat", "attributes": [
            {"name": "seats", "kind": "number", "least": 1, "most": 40}, {"name": "opened", "kind": "date"},
            {"name": "size", "kind": "choice", "choices": ["small", "large"]}, {"name": "page", "kind": "address"},
            {"name": "open", "kind": "yes_no"},
        ]},
    )  # fmt: skip
    town = names_of(told, user_id)["Lake Town"].id
    with pytest.raises(Invalid, match="'cuisine' is missing"):
        told.edit_entity(user_id, town, {"type": "Ramen shop"})
    good = {"cuisine": "味噌", "seats": 12, "opened": "2024-05-01", "size": "small", "page": "https://example.org/",
            "open": True, "anything": [1]}  # fmt: skip
    for name, wrong in [("seats", 41), ("seats", True), ("opened", "昨日"), ("size", "huge"), ("page", "javascript:x"),
                        ("open", "no"), ("cuisine", 3)]:  # fmt: skip
        with pytest.raises(Invalid, match=f"'{name}'"):
            told.edit_entity(user_id, town, {"type": "Ramen shop", "attributes": {**good, name: wrong}})
    assert told.entity(user_id, town).entity.subtype is None, "nothing of what was refused is kept"
    detail = told.edit_entity(user_id, town, {"type": "Ramen shop", "attributes": good})
    assert detail.attributes == good
    with pytest.raises(Invalid, match="'cuisine' is missing"):
        told.edit_entity(user_id, town, {"attributes": {"seats": 3}})


def test_an_own_type_of_relations_is_told_by_its_words(told: Knowledge, user_id: str) -> None:
    types = told.types(user_id)
    types.create_relation("HIRED_BY", {"parent": "MEMBER_OF", "predicates": ["joined"], "name_ja": "雇用"})
    graph = told.graph(user_id)

    def pairs(kind: str) -> set[tuple[str, str]]:
        return {(fact.subject, fact.object) for fact in graph.facts(types=[kind]).facts}

    def near(kind: str) -> set[str]:
        return {node.name for node in graph.neighbours("Acme Corp", types=[kind]).nodes}

    assert pairs("hired by") == pairs("MEMBER_OF") == {("Ken Sato", "Acme Corp")}
    assert near("HIRED_BY") == near("member-of") == {"Ken Sato"}
    assert near("KNOWS") == {"Lake Town"}
    assert types.relation("HIRED_BY").usage == 1
    types.remove_relation("HIRED_BY")
    assert near("MEMBER_OF") == set()
    with pytest.raises(Invalid, match="types"):
        graph.facts(types=["HIRED_BY"])


def test_a_relation_of_a_type_ties_only_what_the_type_may_tie(told: Knowledge, user_id: str) -> None:
    types, graph = told.types(user_id), told.graph(user_id)

    def pairs(kind: str) -> set[tuple[str, str]]:
        return {(fact.subject, fact.object) for fact in graph.facts(types=[kind]).facts}

    def near(kind: str) -> set[str]:
        return {node.name for node in graph.neighbours("Acme Corp", types=[kind]).nodes}

    types.create_relation("VISITS", {"predicates": ["met"], "source_types": ["Person"]})
    assert pairs("VISITS") == {("Ken Sato", "Mia Abe")}
    assert near("VISITS") == set()
    assert types.relation("VISITS").usage == 1
    # A place of an own type is a place: what is told of the type above holds for it.
    types.create_entity("Harbour town", {"parent": "Location"})
    told.edit_entity(user_id, names_of(told, user_id)["Lake Town"].id, {"type": "Harbour town"})
    types.change_relation("VISITS", {"source_types": ["Organization"], "target_types": ["Location"]})
    assert pairs("VISITS") == {("Acme Corp", "Lake Town")}
    assert near("VISITS") == {"Lake Town"}
    types.change_relation("VISITS", {"target_types": ["Harbour town"]})
    assert near("VISITS") == {"Lake Town"}
    # What is a kind of it ties no more than it does.
    types.create_relation("CALLS_AT", {"parent": "VISITS", "predicates": ["met"]})
    assert pairs("CALLS_AT") == {("Acme Corp", "Lake Town")}
    assert told.network(user_id).map(types=["CALLS_AT"]).edges[0].periods


def test_what_says_the_same_from_either_end_is_held_to_either_order(told: Knowledge, user_id: str) -> None:
    graph = told.graph(user_id)
    told.types(user_id).change_relation("KNOWS", {"source_types": ["Location"], "target_types": ["Organization"]})
    assert {(fact.subject, fact.object) for fact in graph.facts(types=["KNOWS"]).facts} == {("Acme Corp", "Lake Town")}
    assert {node.name for node in graph.neighbours("Lake Town", types=["KNOWS"]).nodes} == {"Acme Corp"}
    assert {node.name for node in graph.neighbours("Ken Sato", types=["KNOWS"]).nodes} == set()


def test_threshold_and_weight_of_a_type_decide_where_walks_lead(told: Knowledge, user_id: str) -> None:
    graph, types = told.graph(user_id), told.types(user_id)
    before = {node.name: node.weight for node in graph.neighbours("Ken Sato").nodes}
    assert before.keys() == {"Acme Corp", "Mia Abe"}
    types.change_relation("KNOWS", {"default_weight": 0.25})
    weighed = {node.name: node.weight for node in graph.neighbours("Ken Sato").nodes}
    assert weighed["Mia Abe"] == pytest.approx(before["Mia Abe"] / 2, abs=1e-4)
    assert weighed["Acme Corp"] == before["Acme Corp"]
    types.change_relation("KNOWS", {"threshold": 1.0})
    assert {node.name for node in graph.neighbours("Ken Sato").nodes} == {"Acme Corp"}
    assert {node.name for node in graph.neighbours("Ken Sato", min_confidence=0.1).nodes} == before.keys()
    # Mia Abe is reached by WORKS_FOR and LEADS, no longer by KNOWS.
    assert [len(path.hops) for path in graph.paths("Ken Sato", "Mia Abe").paths[:1]] == [2]
    assert types.relation("knows").changed
    types.remove_relation("KNOWS")
    assert not types.relation("KNOWS").changed
    assert {node.name for node in graph.neighbours("Ken Sato").nodes} == before.keys()


def test_a_type_is_drawn_by_its_colour_line_and_arrow(told: Knowledge, user_id: str) -> None:
    types, network = told.types(user_id), told.network(user_id)
    types.create_relation(
        "HIRED_BY", {"predicates": ["joined"], "parent": "MEMBER_OF", "line": "dashed", "arrow": "none"}
    )
    types.change_relation("KNOWS", {"colour": "#112233", "arrow": "both"})
    for styles in (network.map().styles, network.snapshot().styles):
        own, *system = styles
        assert (own.name, own.type, own.words, own.line, own.arrow) == (
            "HIRED_BY", "MEMBER_OF", ("joined",), "dashed", "none",
        )  # fmt: skip
        assert {style.name: (style.colour, style.arrow) for style in system} == {
            "KNOWS": ("#112233", "both"), "LEADS": (own.colour, "to"), "WORKS_FOR": (own.colour, "to"),
        }  # fmt: skip
    with pytest.raises(Invalid, match="to, none, both"):
        types.change_relation("KNOWS", {"arrow": "back"})


@pytest.mark.parametrize(
    ("method", "given", "error"),
    [
        ("create_entity", ("person",), Conflict),
        ("create_entity", ("a/b",), Invalid),
        ("create_entity", ("half \ud800",), Invalid),
        ("create_entity", ("Boat", {"parent": "Vessel"},), Invalid),
        ("create_entity", ("Boat", {"color": "#fff"},), Invalid),
        ("create_entity", ("Boat", {"attributes": [{"name": "x", "kind": "choice"}]},), Invalid),
        ("change_entity", ("Boat", {"icon": "ship"},), NotFound),
        ("change_entity", ("Person", {"parent": "Object"},), Invalid),
        ("remove_entity", ("Person",), Invalid),
        ("create_relation", ("TOWS", {"threshold": 1.5},), Invalid),
        ("create_relation", ("TOWS", {"source_types": ["Vessel"]},), Invalid),
    ],
)  # fmt: skip
def test_what_cannot_be_a_type_is_refused(
    light: Knowledge, user_id: str, method: str, given: tuple[object, ...], error: type[Exception]
) -> None:
    with pytest.raises(error):
        getattr(light.types(user_id), method)(*given)
    assert all(kind.system for kind in light.types(user_id).entities())


def test_a_type_is_no_kind_of_itself(light: Knowledge, user_id: str) -> None:
    types = light.types(user_id)
    types.create_entity("Boat", {"parent": "Object"})
    types.create_entity("Ferry", {"parent": "Boat"})
    with pytest.raises(Invalid, match="kind of itself"):
        types.change_entity("Boat", {"parent": "Ferry"})
    assert types.entity("Ferry").level == 2


def test_own_types_belong_to_one_user_alone_and_move_with_an_export(
    told: Knowledge, user_id: str, other_user: str, tmp_path: Path
) -> None:
    told.types(user_id).create_entity("港町", {"parent": "Location", "attributes": [{"name": "pier"}]})
    told.types(user_id).create_relation("HIRED_BY", {"predicates": ["joined"]})
    with pytest.raises(NotFound):
        told.types(other_user).entity("港町")
    told.transfer(user_id).to_file(tmp_path / "all.jsonl")
    told.transfer(other_user).from_file(tmp_path / "all.jsonl")
    mine, theirs = told.types(user_id), told.types(other_user)
    assert (mine.entities(), mine.relations()) == (theirs.entities(), theirs.relations())
    theirs.remove_entity("港町")
    assert mine.entity("港町").parent == "Location"
