"""The graph of entities as it can be asked: what ties whom, through which sentence, as of when, for whom."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest
from neo4j import Driver

from graph.db.store import Store
from graph.errors import Invalid, NotFound
from graph.extractor import ExtractionInput
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.extraction import Extraction
from graph.model.network import Centrality, NetworkNode, Path, PathKind, TimelineOrder
from graph.model.types import RelationType, Validation
from tests.live.conftest import START, Clock, wiped_user
from tests.live.plain_extractor import PlainExtractor

SAID = (
    "Ada joined Acme",
    "Bob joined Acme",
    "Acme sits in London",
    "Cleo met Bob",
    "Cleo leads Globex",
    "Ada met Cleo",
    "Dora met Eve",
)


def draft(text: str, *, day: int = 0) -> Draft:
    at = START + timedelta(days=day)
    return Draft(text=text, occurred_at=at, created_at=at)


def speaking_of(name: str) -> list[str]:
    return [text for text in SAID if name in text]


@pytest.fixture(scope="module")
def asked(store: Store) -> Knowledge:
    """Read by all tests here, and changed by none."""
    return Knowledge(lambda: store, PlainExtractor(), clock=Clock())


@pytest.fixture(scope="module")
def user(asked: Knowledge, driver: Driver) -> Iterator[str]:
    for user_id in wiped_user(driver):
        drafts = [draft(text, day=day) for day, text in enumerate(SAID)]
        assert not any(outcome.error for outcome in asked.remember_many(user_id, drafts))
        yield user_id


def names(nodes: tuple[NetworkNode, ...]) -> list[str]:
    return [node.name for node in nodes]


def stops(path: Path) -> list[str]:
    return [node.name for node in path.nodes]


def test_facts_are_asked_for_by_end_type_words_and_place(asked: Knowledge, user: str) -> None:
    graph = asked.graph(user)
    acme = graph.facts(entity="Acme").facts
    assert {fact.sentence for fact in acme} == {*speaking_of("Acme")}
    assert {fact.subject for fact in graph.facts(object="Acme", types=(RelationType.WORKS_FOR,)).facts} == {
        "Ada",
        "Bob",
    }
    assert [fact.object for fact in graph.facts(subject="Cleo", object="Globex").facts] == ["Globex"]
    assert [fact.type for fact in graph.facts(predicate="LEAD").facts] == [RelationType.LEADS]
    assert graph.facts(place="nowhere").facts == ()
    assert graph.facts(limit=2).more
    with pytest.raises(NotFound):
        graph.facts(entity="Zoe")
    with pytest.raises(Invalid, match="either end"):
        graph.facts(entity="Ada", subject="Bob")


class Placing(PlainExtractor):
    """Reads as well where something was, and is less sure of what perhaps was."""

    def extract(self, works: Sequence[ExtractionInput]) -> Sequence[Extraction]:
        return [
            replace(
                read,
                statements=tuple(
                    replace(
                        each, place=work.draft.text.split(" in ")[1].split()[0],
                        confidence=0.4 if "perhaps" in work.draft.text else 0.9,
                    )
                    for each in read.statements
                ),
            )
            for work, read in zip(works, super().extract(works), strict=True)
        ]  # fmt: skip


def test_facts_are_asked_for_by_where_they_were_and_how_sure_they_are(store: Store, clock: Clock, user_id: str) -> None:
    knowledge = Knowledge(lambda: store, Placing(), clock=clock)
    for text in ("Ada met Bob in gardens today", "Ada met Cleo in towers", "Dora met Eve in gardens perhaps"):
        knowledge.remember(user_id, draft(text))
    graph = knowledge.graph(user_id)

    def objects(**asked: Any) -> set[str | None]:
        return {fact.object for fact in graph.facts(**asked).facts}

    assert objects(place="Garden") == {"Bob", "Eve"}
    assert objects(place="gard", entity="Ada") == {"Bob"}
    sure, unsure = (graph.facts(subject=subject).facts[0].confidence for subject in ("Ada", "Dora"))
    assert sure > unsure
    assert objects(min_confidence=unsure) == {"Bob", "Cleo", "Eve"}
    assert objects(min_confidence=sure) == {"Bob", "Cleo"}
    assert objects(min_confidence=sure, place="gardens") == {"Bob"}


def test_a_fact_that_ended_is_asked_for_by_a_time_before_its_end(light: Knowledge, user_id: str) -> None:
    for day, text in enumerate(("Ada Byron joined Acme Corp.", "Ada Byron joined Blue Corp.")):
        light.remember(user_id, draft(text, day=10 * day))
    light.infer(user_id)

    def firms(day: int, **asked: Any) -> set[str | None]:
        return {fact.object for fact in light.graph(user_id).facts(at=START + timedelta(days=day), **asked).facts}

    assert firms(5) == firms(5, entity="Ada Byron") == {"Acme Corp"}
    assert firms(15) == firms(15, entity="Ada Byron") == {"Blue Corp"}
    assert firms(-1) == set()


def test_neighbours_are_counted_and_come_nearest_first(asked: Knowledge, user: str) -> None:
    graph = asked.graph(user)
    near = graph.neighbours("Ada")
    assert sorted(names(near.nodes)) == ["Acme", "Cleo"]
    assert near.total == 2
    wide = graph.neighbours("Ada", depth=2)
    assert [node.hops for node in wide.nodes] == [1, 1, 2, 2, 2]
    assert {*names(wide.nodes)} == {"Acme", "Cleo", "Bob", "London", "Globex"}
    assert len(wide.edges) == 6
    few = graph.neighbours("Ada", depth=2, limit=2)
    assert (len(few.nodes), few.total) == (2, 5)
    assert names(graph.neighbours("Ada", types=(RelationType.WORKS_FOR,)).nodes) == ["Acme"]
    sure = {edge.confidence for edge in near.edges}
    assert graph.neighbours("Ada", min_confidence=max(sure)).total == 2
    assert graph.neighbours("Ada", min_confidence=max(sure) + 0.01).total == 0


def test_a_path_tells_the_sentence_behind_each_hop(asked: Knowledge, user: str) -> None:
    ways = asked.graph(user).paths("London", "Globex")
    assert {tuple(stops(path)) for path in ways.paths} == {
        ("London", "Acme", "Ada", "Cleo", "Globex"),
        ("London", "Acme", "Bob", "Cleo", "Globex"),
    }
    sentences = {hop.sentence for path in ways.paths for hop in path.hops}
    assert sentences == {*SAID[:6]}
    assert all(hop.memory_id for path in ways.paths for hop in path.hops)
    assert asked.graph(user).paths("London", "Globex", hops=3).paths == ()
    assert asked.graph(user).paths("Ada", "Dora").paths == ()


def test_the_recent_path_goes_over_what_was_said_last(asked: Knowledge, user: str) -> None:
    recent = asked.graph(user).paths("Acme", "Cleo", kind=PathKind.RECENT, limit=1).paths[0]
    # Over Bob the oldest hop is of the second day, over Ada of the first.
    assert stops(recent) == ["Acme", "Bob", "Cleo"]
    unlike = asked.graph(user).paths("Acme", "Cleo", kind=PathKind.ALL, limit=5).paths
    assert {tuple(stops(path)) for path in unlike} == {("Acme", "Ada", "Cleo"), ("Acme", "Bob", "Cleo")}
    assert asked.graph(user).paths("Acme", "Cleo", kind=PathKind.STRONGEST).paths


def test_memories_are_ends_of_paths_over_what_they_speak_of(asked: Knowledge, user: str) -> None:
    by_text = {memory.text: memory.id for memory in asked.memories(user).memories}
    first, last = by_text["Ada joined Acme"], by_text["Cleo leads Globex"]
    path = asked.graph(user).paths(first, last).paths[0]
    assert (path.nodes[0].kind, path.nodes[-1].kind) == ("Memory", "Memory")
    assert stops(path)[1:-1] == ["Ada", "Cleo"]
    with pytest.raises(NotFound):
        asked.graph(user).paths("01KNOTHERE0000000000000000", first)


def test_with_types_no_memory_leads_from_one_entity_to_another(asked: Knowledge, user: str) -> None:
    by_text = {memory.text: memory.id for memory in asked.memories(user).memories}
    first, last = by_text["Ada joined Acme"], by_text["Acme sits in London"]

    def kinds(*types: RelationType) -> list[list[str]]:
        paths = asked.graph(user).paths(first, "Cleo", kind=PathKind.ALL, types=types, limit=9).paths
        return [[node.kind for node in path.nodes[1:-1]] for path in paths]

    assert any("Memory" in inner for inner in kinds())
    known = kinds(RelationType.KNOWS)
    assert known
    assert not any("Memory" in inner for inner in known)
    assert asked.graph(user).paths(first, last, types=(RelationType.LEADS,)).paths[0].nodes[1].name == "Acme"
    assert not kinds(RelationType.WORKS_FOR)


def test_a_memory_from_after_the_time_that_is_asked_for_leads_nowhere(light: Knowledge, user_id: str) -> None:
    early, late = (light.remember(user_id, draft(text, day=day)) for text, day in ((SAID[0], 0), (SAID[2], 9)))
    light.remember(user_id, draft("Eve saw Acme", day=1))
    light.link(user_id)
    graph, between = light.graph(user_id), START + timedelta(days=5)
    for target in ("London", late.id):
        assert graph.paths(early.id, target).paths
        assert graph.paths(early.id, target, at=START + timedelta(days=9)).paths
        assert not graph.paths(early.id, target, at=between).paths
    assert not graph.paths(late.id, "Acme", at=between).paths
    assert graph.paths(early.id, "Acme", at=between).paths


def test_what_was_so_at_a_time_is_what_had_been_said_by_then(asked: Knowledge, user: str) -> None:
    graph = asked.graph(user)
    early = START + timedelta(days=3, hours=1)
    assert names(graph.neighbours("Ada", at=early).nodes) == ["Acme"]
    assert graph.paths("Ada", "Globex", at=early).paths == ()
    assert graph.paths("Ada", "Globex").paths
    assert len(graph.facts(at=early).facts) == 4
    assert asked.network(user).statistics(at=early).relations == 4


def test_a_timeline_goes_by_time_or_by_what_matters(asked: Knowledge, user: str) -> None:
    line = asked.graph(user).timeline("Cleo")
    assert [entry.title for entry in line.entries] == speaking_of("Cleo")
    assert line.total == 3
    late = asked.graph(user).timeline("Cleo", since=START + timedelta(days=4))
    assert len(late.entries) == 2
    weighty = asked.graph(user).timeline("Cleo", order=TimelineOrder.IMPORTANCE).entries
    assert [entry.importance for entry in weighty] == sorted((e.importance for e in weighty), reverse=True)


def test_figures_of_the_whole_are_those_of_what_was_said(asked: Knowledge, user: str) -> None:
    network = asked.network(user)
    figures = network.statistics()
    assert (figures.entities, figures.relations, figures.components) == (8, 7, 2)
    assert (figures.largest_component, figures.isolated) == (6, 0)
    assert figures.by_relation_type == {"KNOWS": 3, "WORKS_FOR": 2, "LEADS": 1, "RELATES_TO": 1}
    assert {*names(network.central(Centrality.DEGREE, limit=2).nodes)} == {"Acme", "Cleo"}
    parts = network.communities()
    assert sorted(name for part in parts.communities for name in names(part.members)) == [
        "Acme",
        "Ada",
        "Bob",
        "Cleo",
        "Dora",
        "Eve",
        "Globex",
        "London",
    ]
    part = network.snapshot(limit=3)
    assert (len(part.nodes), part.total_nodes, part.total_edges) == (3, 8, 7)
    around = network.snapshot(limit=2, around="Dora")
    assert {*names(around.nodes)} == {"Dora", "Eve"}
    weighs = network.influence("Acme")
    assert weighs.ranks["degree"] == 1
    assert weighs.reaches
    assert network.insights().communities
    assert sum(step.relations for step in network.growth()) == 7
    assert network.growth()[-1].memories_in_all == 7


def test_the_relations_among_some_are_those_between_their_pairs(asked: Knowledge, user: str, store: Store) -> None:
    drawn = asked.network(user).snapshot(limit=8)
    ids = [node.id for node in drawn.nodes]
    passing = {"kinds": [], "thresholds": {}, "least": 0.0, "at": None, "most": 80}
    among = store.read("network/edges_among", user_id=user, ids=ids, **passing)
    pairs = [list(pair) for pair in combinations(ids, 2)]
    assert store.read("network/edges_between", user_id=user, pairs=pairs, **passing) == among
    assert [(edge.source, edge.type.value) for edge in drawn.edges] == [(row["source"], row["type"]) for row in among]
    assert len(among) == 7


def test_the_graph_of_another_user_is_nobody_elses(asked: Knowledge, user: str, other_user: str) -> None:
    there = asked.graph(user).facts(entity="Ada").facts[0].subject_id
    assert there is not None
    for ask in (
        lambda: asked.graph(other_user).neighbours(there),
        lambda: asked.graph(other_user).paths(there, "Bob"),
        lambda: asked.graph(other_user).timeline(there),
        lambda: asked.network(other_user).snapshot(around=there),
    ):
        with pytest.raises(NotFound):
            ask()
    assert asked.graph(other_user).facts().facts == ()
    assert asked.network(other_user).statistics().entities == 0
    assert asked.network(other_user).snapshot().nodes == ()
    assert asked.network(other_user).growth() == ()


def test_what_is_asked_again_is_answered_as_of_the_last_write(light: Knowledge, user_id: str) -> None:
    light.remember(user_id, draft(SAID[0]))
    light.remember(user_id, draft(SAID[6], day=1))
    before = light.network(user_id).statistics()
    assert light.graph(user_id).paths("Ada", "Eve").paths == ()
    light.remember(user_id, draft("Ada met Dora", day=2))
    assert stops(light.graph(user_id).paths("Ada", "Eve").paths[0]) == ["Ada", "Dora", "Eve"]
    assert light.network(user_id).statistics().relations == before.relations + 1


def test_what_a_person_rejected_leads_nowhere(light: Knowledge, user_id: str) -> None:
    light.remember(user_id, draft(SAID[0]))
    edge = light.graph(user_id).neighbours("Ada").edges[0]
    light.judge_relation(user_id, edge.source, edge.type, edge.target, Validation.REJECTED)
    assert light.graph(user_id).neighbours("Ada").nodes == ()
    assert light.graph(user_id).paths("Ada", "Acme").paths == ()
