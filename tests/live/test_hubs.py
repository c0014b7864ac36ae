"""An entity that is tied to everything: it says little of anyone, and no way leads through it, wherever it stands."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.network import PathKind
from graph.settings import ConversationSettings, GraphSettings, JobSettings, NetworkSettings
from tests.live.conftest import START, Clock
from tests.live.plain_extractor import PlainExtractor

MOST = 4
"""Relations of an entity that is no hub yet."""


@pytest.fixture
def narrow(store: Store, clock: Clock, tmp_path: Path) -> Knowledge:
    """The real graph, whose walks lead through nobody of more than a few relations."""
    settings = GraphSettings(
        network=NetworkSettings(hub=MOST),
        conversation=ConversationSettings(home=tmp_path / "journal"),
        jobs=JobSettings(home=tmp_path / "jobs"),
    )
    return Knowledge(lambda: store, PlainExtractor(), settings, clock=clock)


def met(knowledge: Knowledge, user_id: str, pairs: Sequence[str]) -> None:
    drafts = [Draft(text="{} met {}".format(*pair.split("-")), created_at=START) for pair in pairs]
    assert not any(outcome.error for outcome in knowledge.remember_many(user_id, drafts))


def ways(
    knowledge: Knowledge,
    user_id: str,
    source: str,
    target: str,
    *,
    kind: PathKind = PathKind.SHORTEST,
    hops: int = 4,
    limit: int = 3,
) -> list[str]:
    paths = knowledge.graph(user_id).paths(source, target, kind=kind, hops=hops, limit=limit).paths
    return ["-".join(node.name for node in path.nodes) for path in paths]


MANY = [f"Hub-{name}" for name in ("Gus", "Hal", "Ivy", "Jon", "Kim")]
"""What makes a hub of one."""


@pytest.mark.parametrize("depth", [1, 2])
def test_who_is_tied_to_many_counts_for_less_in_the_last_ring_too(light: Knowledge, user_id: str, depth: int) -> None:
    met(light, user_id, [*MANY, "Ada-Hub", "Ada-Bob", "Zoe-Ada"])
    around = light.graph(user_id).neighbours("Ada" if depth == 1 else "Zoe", depth=depth)
    weights = {node.name: node.weight for node in around.nodes if node.hops == depth}
    assert list(weights)[-1] == "Hub"
    assert weights["Hub"] < weights["Bob"]


@pytest.mark.parametrize("kind", PathKind)
@pytest.mark.parametrize(
    ("source", "target", "hops"), [("Ada", "Bob", 2), ("Ada", "Bob", 4), ("Zoe", "Cleo", 4), ("Zoe", "Bob", 3)]
)
def test_no_way_leads_through_a_hub_wherever_it_stands(
    narrow: Knowledge, user_id: str, kind: PathKind, source: str, target: str, hops: int
) -> None:
    met(narrow, user_id, [*MANY, "Ada-Hub", "Bob-Hub", "Zoe-Ada", "Bob-Cleo"])
    assert ways(narrow, user_id, source, target, kind=kind, hops=hops) == []
    assert ways(narrow, user_id, "Ada", "Hub", kind=kind, hops=hops) == ["Ada-Hub"]


def test_a_way_around_a_hub_is_taken(narrow: Knowledge, user_id: str) -> None:
    met(narrow, user_id, [*MANY, "Ada-Hub", "Bob-Hub", "Ada-Dan", "Dan-Eve", "Eve-Bob"])
    assert ways(narrow, user_id, "Ada", "Bob") == ["Ada-Dan-Eve-Bob"]


def test_the_shortest_ways_are_as_many_as_were_asked_for(light: Knowledge, user_id: str) -> None:
    met(light, user_id, ["Ada-Bob", "Ada-Cleo", "Cleo-Bob", "Ada-Dan", "Dan-Eve", "Eve-Bob"])
    expected = ["Ada-Bob", "Ada-Cleo-Bob", "Ada-Dan-Eve-Bob"]
    assert ways(light, user_id, "Ada", "Bob") == expected
    for limit in (1, 2):
        assert ways(light, user_id, "Ada", "Bob", limit=limit) == expected[:limit]


def test_no_way_leads_from_a_memory_through_what_very_many_speak_of(
    narrow: Knowledge, light: Knowledge, user_id: str
) -> None:
    texts = ("Hub slept", "Hub woke", "Ada met Hub", *(f"Hub rested, number {number}" for number in range(MOST)))
    drafts = [Draft(text=text, created_at=START) for text in texts]
    slept, woke = (each.remembered.id for each in list(narrow.remember_many(user_id, drafts))[:2] if each.remembered)
    # Of few relations, it is in more memories than a walk leads through.
    for source, way in ((slept, ["Hub slept", "Hub", "Hub woke"]), ("Ada", ["Ada", "Hub", "Hub woke"])):
        assert ways(narrow, user_id, source, woke) == []
        assert "-".join(way) in ways(light, user_id, source, woke)
    assert ways(narrow, user_id, slept, "Hub") == ["Hub slept-Hub"]
