"""The map is asked for by every door with the same words, and answered the same."""

import json
from collections.abc import Callable

import pytest

from api.json_form import to_json
from api.rest.graph_examples import MAP
from enishi import UserMemory
from graph.model.draft import Draft
from graph.model.types import RelationType
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import asking


@pytest.fixture
def knowledge() -> FakeKnowledge:
    made = FakeKnowledge()
    made.remember("me", Draft(text="Emily Tanaka works for Acme in Osaka"))
    return made


def test_each_door_asks_for_the_same_part_and_shows_the_same_places(
    knowledge: FakeKnowledge, enishi: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    rest = asking(knowledge).get(
        "/api/graph/map?limit=9&around=Acme&project=shop/site&type=WORKS_FOR&min_confidence=0.5"
        "&damp_hubs=true&anew=true"
    )
    options = ("--limit", "9", "--around", "Acme", "--project", "shop/site", "--type", "WORKS_FOR")
    assert enishi("graph", "map", *options, "--min-confidence", "0.5", "--damp-hubs", "--anew") == 0
    printed = json.loads(capsys.readouterr().out)
    python = UserMemory(knowledge, "me").network.map(
        limit=9, around="Acme", project="shop/site", types=[RelationType.WORKS_FOR], min_confidence=0.5,
        damp_hubs=True, anew=True,
    )  # fmt: skip
    assert rest.json() == printed == to_json(python) == to_json(MAP)
    asked = [{key: list(value) if key == "types" else value for key, value in options.items()}
             for name, _, options in knowledge.graph_asked if name == "map"]  # fmt: skip
    assert asked[0] == asked[1] == asked[2]
    assert asked[0]["types"] == [RelationType.WORKS_FOR]


@pytest.mark.parametrize("query", ["limit=0", "limit=5001", "min_confidence=2", "type=NOTHING"])
def test_what_cannot_be_drawn_is_refused(knowledge: FakeKnowledge, query: str) -> None:
    assert asking(knowledge).get(f"/api/graph/map?{query}").status_code == 422


def test_the_map_around_nobody_is_not_found(knowledge: FakeKnowledge, enishi: Callable[..., int]) -> None:
    assert asking(knowledge).get("/api/graph/map?around=Zoe").status_code == 404
    assert enishi("graph", "map", "--around", "Zoe") == 3
