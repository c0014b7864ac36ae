"""A part of the graph in the form of vis.js."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from api.commands.root import run
from graph.model.draft import Draft
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
    assert [edge["arrows"] == "to" for edge in drawn["edges"]] == [edge["directed"] for edge in plain["edges"]]
    assert all(node["color"].startswith("#") for node in drawn["nodes"])
    assert (drawn["total_nodes"], drawn["total_edges"]) == (plain["total_nodes"], plain["total_edges"])
