"""Feedback, figures and alerts over a real database."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import pytest
from neo4j import Driver
from neo4j.exceptions import ClientError, Forbidden

from graph.care_settings import AlertSettings, CareSettings, MetricsSettings
from graph.db.driver_errors import translated
from graph.db.store import Store
from graph.errors import Invalid, Misconfigured, NotFound
from graph.knowledge import Knowledge
from graph.model.care.metrics import GraphCounts
from graph.model.draft import Draft
from graph.model.memory import Enrich
from graph.model.types import RelationType, Validation
from tests.live.conftest import Clock, wiped_user
from tests.live.plain_extractor import PlainExtractor

TEXTS = ("Ada Byron joined Acme Corp.", "Bob Moore met Ada Byron.", "nobody is named here", "nobody is named HERE!")


class Broken(PlainExtractor):
    """Understands nothing while it is broken."""

    def extract(self, works: Any) -> Any:  # noqa: ARG002
        raise Misconfigured("The encoder is gone.")

    def vectors(self, texts: Any) -> Any:  # noqa: ARG002
        raise Misconfigured("The encoder is gone.")


@dataclass
class World:
    knowledge: Knowledge
    store: Store
    clock: Clock
    user_id: str
    ids: list[str]

    def other(self, settings: CareSettings, extractor: PlainExtractor | None = None) -> Knowledge:
        return Knowledge(lambda: self.store, extractor or PlainExtractor(), clock=self.clock, care=settings)


@pytest.fixture(scope="module")
def world(store: Store, driver: Driver) -> Generator[World]:
    for user_id in wiped_user(driver):
        clock = Clock()
        knowledge = Knowledge(lambda: store, PlainExtractor(), clock=clock)
        outcomes = list(knowledge.remember_many(user_id, [Draft(text=text) for text in TEXTS]))
        ids = [outcome.remembered.id for outcome in outcomes if outcome.remembered]
        yield World(knowledge, store, clock, user_id, ids)


def count(driver: Driver, user_id: str, label: str) -> int:
    with driver.session() as session:
        asked = f"MATCH (n:{label}) WHERE n.user_id = $user RETURN count(n) AS number"
        return session.run(asked, user=user_id).single(strict=True)["number"]  # pyright: ignore[reportArgumentType]


def test_feedback_counts_into_success_and_relevance_and_what_helped_counts_as_used(world: World) -> None:
    desk = world.knowledge.feedback(world.user_id)
    assert (desk.stats().success_rate, desk.stats().reached) == (None, None)
    desk.give("Who joined Acme?", helped=[world.ids[0]], unhelpful=[world.ids[2]], score=5)
    desk.give("Who is Bob?", unhelpful=[world.ids[2]])
    desk.give(score=4)
    stats = desk.stats()
    assert (stats.given, stats.judged, stats.success_rate) == (3, 3, 0.6667)
    assert (stats.scored, stats.relevance, stats.reached) == (2, 4.5, False)
    used = next(part for part in world.knowledge.importance(world.user_id, world.ids[0]).parts if part.name == "access")
    assert used.made_of["views"] == 1
    latest = desk.latest()
    assert {each.question for each in latest} == {None, "Who is Bob?", "Who joined Acme?"}
    # What was said long ago no longer counts.
    world.clock.advance(days=100)
    assert desk.stats().given == 0
    world.clock.advance(days=-100)


def test_feedback_that_cannot_be_is_refused_and_leaves_nothing(world: World, driver: Driver) -> None:
    desk = world.knowledge.feedback(world.user_id)
    before = count(driver, world.user_id, "Feedback")
    for wrong in ({"helped": ["nobody"]}, {}, {"helped": [world.ids[0]], "unhelpful": [world.ids[0]]}, {"score": 6}):
        with pytest.raises((Invalid, NotFound)):
            desk.give("Why?", **wrong)  # type: ignore[arg-type]
    assert count(driver, world.user_id, "Feedback") == before


def test_a_forgotten_memory_takes_the_question_along_and_a_forgotten_user_everything(
    light: Knowledge, user_id: str, driver: Driver
) -> None:
    identity = light.remember(user_id, Draft(text="Ada Byron hides the key.")).id
    light.feedback(user_id).give("Where does Ada hide the key?", helped=[identity], score=5)
    light.forget(user_id, identity)
    (left,) = light.feedback(user_id).latest()
    assert (left.question, left.helped, left.score) == (None, (), 5)
    light.forget_user(user_id)
    assert count(driver, user_id, "Feedback") == 0


def test_figures_of_a_graph_are_what_is_there_and_verdicts_count(world: World) -> None:
    watching = world.other(CareSettings(metrics=MetricsSettings(seconds=60, per_user=True)))
    counts = watching.measured().graphs[world.user_id]
    ratios = counts.ratios()
    assert (counts.memories, counts.with_entity, counts.duplicates) == (4, 2, 1)
    assert ratios["entity_coverage"] == 0.5
    assert ratios["duplicate_ratio"] == 0.25
    assert counts.buckets[0] == 4
    assert (counts.entities, counts.relations, counts.components) == (3, 2, 1)
    assert ratios["relation_precision"] is None
    ada, acme = (world.knowledge.entity_called(world.user_id, name) for name in ("Ada Byron", "Acme Corp"))
    world.knowledge.judge_relation(world.user_id, ada, RelationType.WORKS_FOR, acme, Validation.CONFIRMED)
    # Counted at most once in so many seconds.
    assert watching.measured().graphs[world.user_id].confirmed_relations == 0
    world.clock.advance(seconds=61)
    assert watching.measured().graphs[world.user_id].ratios()["relation_precision"] == 1
    summed = world.other(CareSettings()).measured()
    assert list(summed.graphs) == [""]
    assert summed.graphs[""].memories >= 4 + 60


def test_quality_and_growth_are_what_people_and_the_calendar_say_of_the_graph(
    light: Knowledge, store: Store, user_id: str, driver: Driver, clock: Clock
) -> None:
    def counts() -> GraphCounts:
        care = CareSettings(metrics=MetricsSettings(per_user=True))
        return Knowledge(lambda: store, PlainExtractor(), clock=clock, care=care).measured().graphs[user_id]

    light.remember(user_id, Draft(text="Ada Byron met Bob Moore."))
    clock.advance(days=2)
    for text in ("Ada Byron joined Acme Corp.", "Cleo Lind leads Acme Corp."):
        light.remember(user_id, Draft(text=text))
    first, ratios = counts(), counts().ratios()
    assert (first.memories_new, first.entities_new) == (2, 2), "of the last 24 hours alone"
    assert (ratios["relationship_density"], ratios["entity_precision"]) == (3 / 4, None)
    assert (ratios["entity_uniqueness"], ratios["relation_symmetry"]) == (1, 1)
    light.by_hand(user_id).confirm("Ada Byron")
    light.reject_entity(user_id, light.entity_called(user_id, "Cleo Lind"))
    ratios = counts().ratios()
    assert (ratios["entity_precision"], ratios["relationship_density"]) == (0.5, 2 / 3)
    with driver.session() as session:
        session.run(
            "MATCH (a:Entity {user_id: $u})-[r:KNOWS]->(b:Entity) WITH a, b, r, properties(r) AS kept DELETE r "
            "CREATE (b)-[back:KNOWS]->(a) SET back = kept CREATE (a)-[:SAME_AS_PROPOSED]->(b)", u=user_id,
        ).consume()  # fmt: skip
    ratios = counts().ratios()
    assert (ratios["relation_symmetry"], ratios["entity_uniqueness"]) == (0.5, 1 / 3)


def test_searches_and_updates_of_the_index_are_counted(world: World) -> None:
    fresh = world.other(CareSettings())
    for _ in range(3):
        fresh.recall(world.user_id, "Who joined Acme Corp?")
    fresh.index(world.user_id).update()
    activity = fresh.measured().activity
    assert activity.searches["hybrid"].count == 3
    assert activity.index_updates == {"incremental": 1}


def kinds(knowledge: Knowledge, user_id: str) -> set[str]:
    return {alert.kind for alert in knowledge.alerts(user_id)}


def test_alerts_are_raised_past_their_thresholds_and_not_before(world: World, driver: Driver) -> None:
    calm = world.other(CareSettings(alerts=AlertSettings(storage_share=1, slow_ms=1e6, check_hours=0)))
    assert kinds(calm, world.user_id) - {"rotation_disk"} == set()
    strict = AlertSettings(storage_share=1e-9, slow_ms=1e-6, searches_least=2, failures_in_a_row=2, check_hours=0)
    watched = world.other(CareSettings(alerts=strict), Broken())
    for _ in range(2):
        watched.recall(world.user_id, "Ada Byron")
    list(watched.remember_many(world.user_id, [Draft(text="Understood later.")], enrich=Enrich.LATER))
    for _ in range(2):
        with pytest.raises(Misconfigured):
            watched.enrich_pending()
    with driver.session() as session:
        session.run("MATCH (u:User {id: $u}) SET u.chunk_count = u.chunk_count + 1", u=world.user_id).consume()
    raised = kinds(watched, world.user_id)
    assert {"indexing", "slow_search", "index"} <= raised
    if watched.index(world.user_id).stats().store_bytes is not None:
        assert "storage" in raised
    assert world.knowledge.index(world.user_id).repair().after == ()
    assert "index" not in kinds(watched, world.user_id)
    world.knowledge.enrich_pending()


def test_a_server_that_limits_the_memory_of_no_statement_is_told_of(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = world.store.read
    limits = {row["name"]: row["value"] for row in read("schema/memory_limits")}
    assert len(limits) == 3
    assert "statement_memory" not in kinds(world.knowledge, world.user_id)

    def without(name: str, **params: Any) -> Any:
        none = [{"name": name, "value": "0B"} for name in limits]
        return none if name == "schema/memory_limits" else read(name, **params)

    monkeypatch.setattr(world.store, "read", without)
    assert "statement_memory" in kinds(world.knowledge, world.user_id)


@pytest.mark.parametrize("error", [Forbidden(), ClientError()])
def test_a_server_that_keeps_its_settings_to_itself_is_told_of_in_all_else(
    error: Exception, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = world.store.read

    def refusing(name: str, **params: Any) -> Any:
        if name == "schema/memory_limits":
            raise translated(error, name)
        return read(name, **params)

    monkeypatch.setattr(world.store, "read", refusing)
    full = world.other(CareSettings(alerts=AlertSettings(storage_share=1, slow_ms=1e-6, searches_least=1)))
    full.recall(world.user_id, "Ada Byron")
    raised = kinds(full, world.user_id)
    assert "slow_search" in raised
    assert "statement_memory" not in raised


def test_a_check_is_taken_as_it_was_for_a_while(world: World, driver: Driver) -> None:
    hourly = world.other(CareSettings(alerts=AlertSettings(storage_share=1, check_hours=1)))
    assert "index" not in kinds(hourly, world.user_id)
    with driver.session() as session:
        session.run("MATCH (u:User {id: $u}) SET u.chunk_count = u.chunk_count + 1", u=world.user_id).consume()
    assert "index" not in kinds(hourly, world.user_id)
    world.clock.advance(hours=2)
    assert "index" in kinds(hourly, world.user_id)
    world.knowledge.index(world.user_id).repair()
