"""Whatever is asked of the graph is asked by every door with the same words, and answered the same."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from inspect import signature
from typing import Any

import pytest

from api.agents import replies
from api.json_form import to_json
from api.rest import graph_examples
from enishi import UserMemory
from graph.model.draft import Draft
from graph.model.network import Centrality, CommunityMethod, PathKind, TimelineOrder
from graph.model.types import RelationType
from graph.network.entity_graph import EntityGraph
from graph.network.figures import GraphFigures
from tests.api.doors import through_server
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import asking

DAY, NEXT = datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)
TYPES = (RelationType.WORKS_FOR, RelationType.KNOWS)
CLI_TYPES = "--type WORKS_FOR --type KNOWS"
AT, CLI_AT = "2026-05-01T00:00:00Z", "--at 2026-05-01T00:00:00+00:00"
QUESTIONS: dict[str, tuple[Callable[[UserMemory], object], str, dict[str, Any]]] = {
    "facts": (
        lambda memory: memory.graph.facts(
            subject="Tanaka", object="Acme", types=TYPES, predicate="work", place="Osaka", min_confidence=0.4, at=DAY,
            holding=False, limit=7,
        ),
        f"facts --subject Tanaka --object Acme {CLI_TYPES} --predicate work --place Osaka --min-confidence 0.4 "
        f"{CLI_AT} --all --limit 7",
        {"subject": "Tanaka", "object": "Acme", "type": TYPES, "predicate": "work", "place": "Osaka",
         "min_confidence": 0.4, "at": AT, "holding": False, "limit": 7},
    ),
    "facts of either end": (
        lambda memory: memory.graph.facts(entity="Tanaka", limit=7), "facts Tanaka --limit 7",
        {"entity": "Tanaka", "limit": 7},
    ),
    "neighbours": (
        lambda memory: memory.graph.neighbours("Tanaka", depth=3, types=TYPES, min_confidence=0.4, at=DAY, limit=7),
        f"neighbours Tanaka --depth 3 {CLI_TYPES} --min-confidence 0.4 {CLI_AT} --limit 7",
        {"entity": "Tanaka", "depth": 3, "type": TYPES, "min_confidence": 0.4, "at": AT, "limit": 7},
    ),
    "paths": (
        lambda memory: memory.graph.paths(
            "Tanaka", "Acme", kind=PathKind.RECENT, hops=2, types=TYPES, min_confidence=0.4, at=DAY, limit=7
        ),
        f"paths Tanaka Acme --kind recent --hops 2 {CLI_TYPES} --min-confidence 0.4 {CLI_AT} --limit 7",
        {"source": "Tanaka", "target": "Acme", "kind": "recent", "hops": 2, "type": TYPES, "min_confidence": 0.4,
         "at": AT, "limit": 7},
    ),
    "timeline": (
        lambda memory: memory.graph.timeline(
            "Tanaka", order=TimelineOrder.IMPORTANCE, since=DAY, until=NEXT, limit=7
        ),
        "timeline Tanaka --order importance --since 2026-05-01T00:00:00+00:00 --until 2026-06-01T00:00:00+00:00 "
        "--limit 7",
        {"entity": "Tanaka", "order": "importance", "since": AT, "until": "2026-06-01T00:00:00Z", "limit": 7},
    ),
    "snapshot": (
        lambda memory: memory.network.snapshot(limit=7, around="Acme", types=TYPES, min_confidence=0.4, at=DAY),
        f"snapshot --limit 7 --around Acme {CLI_TYPES} --min-confidence 0.4 {CLI_AT}",
        {"limit": 7, "around": "Acme", "type": TYPES, "min_confidence": 0.4, "at": AT},
    ),
    "statistics": (lambda memory: memory.network.statistics(at=DAY), f"stats {CLI_AT}", {"at": AT}),
    "central": (
        lambda memory: memory.network.central(Centrality.BETWEENNESS, limit=7),
        "central --measure betweenness --limit 7", {"measure": "betweenness", "limit": 7},
    ),
    "communities": (
        lambda memory: memory.network.communities(CommunityMethod.LABEL_PROPAGATION, limit=7, members=3),
        "communities --method label_propagation --limit 7 --members 3",
        {"method": "label_propagation", "limit": 7, "members": 3},
    ),
    "insights": (lambda memory: memory.network.insights(limit=7), "insights --limit 7", {"limit": 7}),
    "influence": (
        lambda memory: memory.network.influence("Tanaka", limit=7), "influence Tanaka --limit 7",
        {"entity": "Tanaka", "limit": 7},
    ),
    "growth": (lambda memory: memory.network.growth(), "growth", {}),
}  # fmt: skip
"""What Python calls, what the command line is given, what a request asks for."""


@pytest.fixture
def knowledge() -> FakeKnowledge:
    made = FakeKnowledge()
    made.remember("me", Draft(text="Emily Tanaka works for Acme in Osaka"))
    return made


def asked_of(knowledge: FakeKnowledge) -> object:
    """What the graph was asked last, with what it takes where nothing was given."""
    name, ends, options = knowledge.graph_asked[-1]
    method = getattr(EntityGraph if hasattr(EntityGraph, name) else GraphFigures, name)
    bound = signature(method).bind(None, *ends, **options)
    bound.apply_defaults()
    return to_json((name, dict(bound.arguments)))


@pytest.mark.parametrize("name", QUESTIONS)
def test_each_door_asks_the_graph_for_the_same(
    knowledge: FakeKnowledge, enishi: Callable[..., int], capsys: pytest.CaptureFixture[str], name: str
) -> None:
    python, line, query = QUESTIONS[name]
    answer, asked = to_json(python(UserMemory(knowledge, "me"))), asked_of(knowledge)
    assert to_json(python(UserMemory(through_server(knowledge), "me"))) == answer
    assert asked_of(knowledge) == asked
    response = asking(knowledge).get(f"/api/graph/{name.split(maxsplit=1)[0]}", params=query)
    assert response.json() == answer
    assert asked_of(knowledge) == asked
    assert enishi("graph", *line.split(), "--json") == 0
    assert json.loads(capsys.readouterr().out) == answer
    assert asked_of(knowledge) == asked


def test_each_door_says_where_not_all_paths_were_looked_at(
    knowledge: FakeKnowledge,
    enishi: Callable[..., int],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ends = {"source": "Tanaka", "target": "Acme"}
    whole = graph_examples.PATHS
    for paths in (whole.paths, ()):
        for complete in (True, False):
            monkeypatch.setattr(graph_examples, "PATHS", replace(whole, paths=paths, complete=complete))
            assert asking(knowledge).get("/api/graph/paths", params=ends).json()["complete"] is complete
            graphql = asking(knowledge).post(
                "/graphql", json={"query": '{ paths(source: "Tanaka", target: "Acme") { complete } }'}
            )
            assert graphql.json()["data"]["paths"]["complete"] is complete
            assert enishi("graph", "paths", "Tanaka", "Acme") == 0
            shown = capsys.readouterr()
            assert ("others may be missing" in shown.out + shown.err) is not complete
            reply = replies.ways(graph_examples.PATHS, 500)
            assert ("others may be missing" in (reply.note or "")) is not complete
