"""The map of a graph: places that stay, what ended and what is denied, projects, and nobody else's."""

import math
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from neo4j import Driver

from graph.db.store import Store
from graph.errors import NotFound
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.network import GraphMap
from tests.live.conftest import START, Clock, wiped_user
from tests.live.plain_extractor import PlainExtractor

SAID = ("Ada joined Acme", "Bob joined Acme", "Acme sits in London", "Cleo met Bob", "Ada met Cleo", "Dora met Eve")


def draft(text: str, *, day: int = 0, project: str | None = None) -> Draft:
    at = START + timedelta(days=day)
    return Draft(text=text, occurred_at=at, created_at=at, project=project)


def places(drawn: GraphMap) -> dict[str, tuple[float, float]]:
    return {node.name: (node.x, node.y) for node in drawn.nodes}


@pytest.fixture(scope="module")
def asked(store: Store) -> Knowledge:
    return Knowledge(lambda: store, PlainExtractor(), clock=Clock())


@pytest.fixture
def user(asked: Knowledge, driver: Driver) -> Iterator[str]:
    for user_id in wiped_user(driver):
        drafts = [draft(text, day=day, project="shop/site" if day < 2 else None) for day, text in enumerate(SAID)]
        assert not any(outcome.error for outcome in asked.remember_many(user_id, drafts))
        yield user_id


def test_every_entity_keeps_its_place_while_the_graph_grows(asked: Knowledge, user: str, store: Store) -> None:
    first = asked.network(user).map()
    assert (len(first.nodes), first.total_nodes, first.total_edges) == (7, 7, 6)
    assert len(places(first)) == len({*places(first).values()})
    asked.remember(user, draft("Finn met Dora", day=9))
    # Another process has nothing of it but the graph.
    grown = Knowledge(lambda: store, PlainExtractor(), clock=Clock()).network(user).map()
    assert places(grown).items() >= places(first).items()
    assert "Finn" in places(grown)
    part = asked.network(user).map(limit=3)
    assert (len(part.nodes), part.total_nodes) == (3, 8)
    assert places(part).items() <= places(grown).items()
    around = asked.network(user).map(around="Dora", limit=3)
    assert {*places(around)} == {"Dora", "Eve", "Finn"}
    asked.network(user).map(anew=True)
    moved = places(asked.network(user).map())
    assert moved != places(grown)
    assert moved == places(asked.network(user).map())


def test_a_hub_stands_back_where_hubs_are_damped(asked: Knowledge, user: str) -> None:
    # Kim is tied to Hal and to Uma alike; Hal is tied to many others, Uma to nobody.
    others = ("Ian", "Jim", "Lea", "Mia", "Nell", "Omar", "Pia", "Quin", "Rita", "Sam", "Tess", "Vic", "Will", "Zara")
    for name in ("Kim", *others):
        asked.remember(user, draft(f"Hal met {name}"))
    asked.remember(user, draft("Kim met Uma"))
    plain = asked.network(user).map(around="Kim", limit=3)
    assert [node.name for node in plain.nodes] == ["Hal", "Kim", "Uma"]
    damped = asked.network(user).map(around="Kim", limit=3, damp_hubs=True)
    assert [node.name for node in damped.nodes] == ["Kim", "Uma", "Hal"]
    weights = {node.name: node.weight for node in plain.nodes}
    for node in damped.nodes:
        assert node.weight == pytest.approx(weights[node.name] / (1 + math.log(node.degree)), abs=1e-5)
    assert asked.network(user).map(around="Kim", limit=3) == plain


def test_a_map_tells_when_what_ties_two_was_said_and_so(asked: Knowledge, user: str) -> None:
    drawn = asked.network(user).map()
    names = {node.id: node.name for node in drawn.nodes}
    edges = {(names[edge.source], edge.predicate, names[edge.target]): edge for edge in drawn.edges}
    joined = next(edge for (source, _, target), edge in edges.items() if (source, target) == ("Ada", "Acme"))
    assert [period.said_at for period in joined.periods] == [START]
    assert (joined.first_seen, joined.denied) == (START, 0)
    assert joined.ended_at == joined.periods[0].until
    assert all(edge.first_seen and edge.first_seen >= START for edge in drawn.edges)


def test_what_ended_and_what_is_denied_is_marked(asked: Knowledge, user: str, driver: Driver) -> None:
    end = datetime(2026, 8, 1, tzinfo=UTC)
    with driver.session() as session:
        # As endings and denials stand in the graph, however they were read.
        session.run(
            "MATCH (f:Fact {user_id: $user})-[:SUBJECT]->(:Entity {name: 'Dora'}) SET f.valid_to = $end",
            user=user,
            end=end,
        )
        session.run(
            "MATCH (f:Fact {user_id: $user})-[:SUBJECT]->(s:Entity {name: 'Cleo'}), (f)-[:OBJECT]->(o), "
            "(c)-[:STATES]->(f) "
            "CREATE (d:Fact {user_id: $user, id: f.id + 'x', type: f.type, holds: false, polarity: 'negative', "
            "modality: 'stated', said_at: f.said_at, valid_from: f.valid_from, valid_to: f.valid_to})"
            "-[:SUBJECT]->(s), (d)-[:OBJECT]->(o), (c)-[:STATES]->(d)",
            user=user,
        )
    drawn = asked.network(user).map()
    names = {node.id: node.name for node in drawn.nodes}
    by_ends = {frozenset((names[edge.source], names[edge.target])): edge for edge in drawn.edges}
    assert by_ends[frozenset(("Dora", "Eve"))].ended_at == end
    denied = {ends: edge.denied for ends, edge in by_ends.items() if edge.denied}
    assert denied == {frozenset(("Cleo", "Bob")): 1}


def test_a_project_shows_what_its_memories_speak_of(asked: Knowledge, user: str) -> None:
    for path in ("shop/site", "shop"):
        drawn = asked.network(user).map(project=path)
        assert {*places(drawn)} == {"Ada", "Bob", "Acme"}
        assert drawn.total_edges == 2
    assert asked.network(user).map(project="sho").nodes == ()


def test_the_map_of_another_user_is_nobody_elses(asked: Knowledge, user: str, other_user: str) -> None:
    there = asked.network(user).map().nodes[0].id
    with pytest.raises(NotFound):
        asked.network(other_user).map(around=there)
    assert asked.network(other_user).map() == GraphMap(nodes=(), edges=(), total_nodes=0, total_edges=0)
    assert asked.network(other_user).map(project="shop").nodes == ()


def test_a_second_look_writes_nothing(asked: Knowledge, user: str, dump: object) -> None:
    asked.network(user).map()
    before = dump()  # type: ignore[operator]
    asked.network(user).map()
    asked.network(user).map(limit=2, around="Ada")
    assert dump() == before  # type: ignore[operator]
