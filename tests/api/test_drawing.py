"""A part of the graph in the form of vis.js."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

import pytest

from api.commands.root import run
from api.drawing import vis_network
from api.rest.graph_examples import SNAPSHOT
from graph.catalogue.catalogue import SYSTEM_RELATIONS
from graph.catalogue.order import RelationTypes
from graph.model.catalogue import RelationKind
from graph.model.draft import Draft
from graph.model.types import RelationType
from tests.api.fake_knowledge import FakeKnowledge


def test_a_snapshot_for_vis_is_what_its_network_takes(capsys: pytest.CaptureFixture[str]) -> None:
    knowledge = FakeKnowledge()
    knowledge.remember("me", Draft(text="Tanaka works at Acme in Osaka."))

    def printed(*options: str) -> Mapping[str, Any]:
        line = ("graph", "snapshot", *options)
        assert run(line, build=lambda _: knowledge, default_user=lambda: "me") == 0
        return json.loads(capsys.readouterr().out)

    drawn, plain = printed("--vis"), printed("--json")
    assert [(node["id"], node["label"], node["group"]) for node in drawn["nodes"]] == [
        (node["id"], node["name"], node["type"]) for node in plain["nodes"]
    ]
    assert drawn["nodes"]
    assert [(edge["from"], edge["to"], edge["label"]) for edge in drawn["edges"]] == [
        (edge["source"], edge["target"], edge["predicate"]) for edge in plain["edges"]
    ]
    assert drawn["edges"]
    ends = {node["id"] for node in drawn["nodes"]}
    assert all({edge["from"], edge["to"]} <= ends for edge in drawn["edges"])
    assert all(node["color"].startswith("#") for node in drawn["nodes"])
    assert (drawn["total_nodes"], drawn["total_edges"]) == (plain["total_nodes"], plain["total_edges"])


MENTORS = RelationKind(
    name="MENTORS", name_ja="指導", name_en="mentors", parent="LEADS", level=1, predicates=("mentor",), line="dotted",
    arrow="both",
)  # fmt: skip


@pytest.mark.parametrize(
    ("type_", "predicate", "looks"),
    [
        (RelationType.WORKS_FOR, "join", {"color": "#4c6ef5", "dashes": False, "arrows": "to"}),
        (RelationType.SIMILAR_TO, "resemble", {"color": "#ae3ec9", "dashes": True, "arrows": ""}),
        # An own type draws what its words tell, whatever type reading gave it, in the colour above where it has none.
        (RelationType.RELATES_TO, "Mentor", {"color": "#4c6ef5", "dashes": [1, 4], "arrows": "to, from"}),
    ],
)
def test_a_relation_is_drawn_as_its_type_says(type_: RelationType, predicate: str, looks: Mapping[str, object]) -> None:
    styles = RelationTypes((*SYSTEM_RELATIONS, MENTORS)).styles([type_])
    assert [style.name for style in styles] == ["MENTORS", type_.value]
    edge = replace(SNAPSHOT.edges[0], type=type_, predicate=predicate)
    (drawn,) = cast("list[dict[str, object]]", vis_network(replace(SNAPSHOT, edges=(edge,), styles=styles))["edges"])
    assert {name: drawn[name] for name in looks} == looks


def test_a_relation_of_no_known_style_points_where_it_leads() -> None:
    drawn = vis_network(replace(SNAPSHOT, styles=()))
    assert [edge["arrows"] for edge in cast("list[dict[str, object]]", drawn["edges"])] == ["to"]
