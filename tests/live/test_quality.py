"""Rules that a graph should keep: whatever is broken on purpose is named, left by a dry run, and mended by cleaning."""

from datetime import timedelta

import pytest
from neo4j import Driver

from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.model.care.quality import Rule, Severity
from graph.model.draft import Draft
from tests.live.conftest import Clock
from tests.live.plain_extractor import PlainExtractor
from tests.live.test_entities import names_of

BREAK = (
    "MATCH (e:Entity {user_id: $u, name: 'Ken Sato'}) CREATE (e)-[:KNOWS {user_id: $u, weight: 0.5, confidence: 0.9,"
    " evidence_count: 1, validation_status: 'unvalidated'}]->(e)",
    "MATCH (:Entity {user_id: $u, name: 'Mia Abe'})-[r:LEADS]->(:Entity) SET r.weight = 1.7",
    "CREATE (e:Entity:Person {user_id: $u, id: $u + '-lost', key: 'lost', kind: 'Person', type: 'Person', name: 'Lost',"
    " aliases: [], mention_count: 0, confidence: 0.5})",
)


@pytest.fixture
def broken(store: Store, driver: Driver, user_id: str, clock: Clock) -> Knowledge:
    knowledge = Knowledge(lambda: store, PlainExtractor(), clock=clock)
    for text in ("Ken Sato met Mia Abe.", "Mia Abe leads Acme Corp."):
        knowledge.remember(user_id, Draft(text=text))
    types = knowledge.types(user_id)
    types.change_relation("KNOWS", {"threshold": 0.95})
    types.create_entity("Firm", {"parent": "Organization"})
    knowledge.edit_entity(user_id, names_of(knowledge, user_id)["Acme Corp"].id, {"type": "Firm"})
    types.change_entity("Firm", {"attributes": [{"name": "register", "required": True}]})
    with driver.session() as session:
        for statement in BREAK:
            session.run(statement, u=user_id).consume()  # pyright: ignore[reportArgumentType] -- no literal
    return knowledge


def test_every_breach_is_named_left_by_a_dry_run_and_mended(broken: Knowledge, user_id: str) -> None:
    quality = broken.quality(user_id)
    found_rules = {each.rule: (each.severity, each.count) for each in quality.check()}
    assert found_rules == {
        Rule.SELF_LOOP: (Severity.ERROR, 1), Rule.OUT_OF_RANGE: (Severity.WARNING, 1), Rule.UNSURE: (Severity.INFO, 1),
        Rule.ORPHAN: (Severity.INFO, 1), Rule.ATTRIBUTES: (Severity.WARNING, 1),
    }  # fmt: skip
    assert quality.clean(dry_run=True).after == quality.check()
    cleaned = quality.clean()
    assert [each.rule for each in cleaned.after] == [Rule.ATTRIBUTES], "what only a person can say is left"
    assert "Lost" not in names_of(broken, user_id)
    assert quality.clean().after == cleaned.after


def test_what_is_pruned_leads_somewhere_again_once_it_is_sure_enough(broken: Knowledge, user_id: str) -> None:
    broken.quality(user_id).clean()
    graph = broken.graph(user_id)

    def near() -> set[str]:
        return {node.name for node in graph.neighbours("Ken Sato", min_confidence=0.0).nodes}

    assert near() == set()
    for day in ("Monday", "Friday"):
        broken.remember(user_id, Draft(text=f"Ken Sato met Mia Abe. It was a {day.lower()}."))
    assert near() == {"Mia Abe"}


def test_what_a_type_may_not_tie_leads_nowhere_until_it_may(broken: Knowledge, user_id: str) -> None:
    types, quality, graph = broken.types(user_id), broken.quality(user_id), broken.graph(user_id)

    def near(kind: str) -> set[str]:
        return {node.name for node in graph.neighbours("Mia Abe", types=[kind]).nodes}

    def ends() -> int:
        return sum(each.count for each in quality.check() if each.rule is Rule.ENDS)

    quality.clean()
    types.change_relation("LEADS", {"target_types": ["Location"]})
    assert ends() == 1
    quality.clean()
    types.change_relation("LEADS", {"target_types": []})
    assert near("LEADS") == set(), "it was pruned"
    assert {Rule.ENDS, Rule.PRUNED} & {each.rule for each in quality.check()} == {Rule.PRUNED}
    quality.clean()
    assert near("LEADS") == {"Acme Corp"}
    assert Rule.PRUNED not in {each.rule for each in quality.check()}
    # An own type below an allowed one may be tied, and what a person confirmed stays.
    types.change_relation("LEADS", {"target_types": ["Organization"]})
    assert ends() == 0
    types.change_relation("LEADS", {"target_types": ["Location"]})
    broken.by_hand(user_id).weigh("Mia Abe", "LEADS", "Acme Corp", confidence=0.9)
    assert ends() == 0


@pytest.mark.parametrize("end", ["source_types", "target_types"])
def test_an_end_of_the_wrong_type_is_seen_whether_it_has_a_subtype_or_not(
    broken: Knowledge, user_id: str, driver: Driver, end: str
) -> None:
    broken.quality(user_id).clean()
    broken.types(user_id).change_relation("LEADS", {end: ["Location"]})
    counts: list[int] = []
    for subtype in ("clinic", None):
        driver.execute_query(
            "MATCH (entity:Entity {user_id: $user_id}) SET entity.subtype = $subtype", user_id=user_id, subtype=subtype
        )
        counts.append(sum(each.count for each in broken.quality(user_id).check() if each.rule is Rule.ENDS))
    assert counts == [1, 1]


def test_what_was_pruned_leads_somewhere_once_its_type_asks_for_less(broken: Knowledge, user_id: str) -> None:
    broken.quality(user_id).clean()
    broken.types(user_id).change_relation("KNOWS", {"threshold": 0.3})
    graph = broken.graph(user_id)
    assert {node.name for node in graph.neighbours("Ken Sato").nodes} == set()
    broken.quality(user_id).clean()
    assert {node.name for node in graph.neighbours("Ken Sato").nodes} == {"Mia Abe"}


def test_a_running_server_cleans_once_a_week(broken: Knowledge, user_id: str, clock: Clock) -> None:
    broken.clean_due()
    assert Rule.SELF_LOOP in {each.rule for each in broken.quality(user_id).check()}
    clock.now += timedelta(days=8)
    broken.clean_due()
    assert Rule.SELF_LOOP not in {each.rule for each in broken.quality(user_id).check()}
