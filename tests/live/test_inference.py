"""What is inferred stands apart from what was stated, says what it rests on, and goes with it."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import pytest
from neo4j import Driver

from graph.db.rows import NEVER, moment
from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.types import InferenceKind
from graph.write.entity_vectors import EntityVectors
from tests.live.conftest import START
from tests.live.dump import assert_same, graph_of
from tests.live.plain_extractor import PlainExtractor
from tests.live.watched_store import WatchedStore, once

SAID = (
    "Ada Byron joined Acme Corp.",
    "Grace Hopper joined Acme Corp.",
    "Linus Smith met Donald Knuth.",
    "Linus Smith met Edsger Dijk.",
    "Alan Mathison met Donald Knuth.",
    "Alan Mathison met Edsger Dijk.",
    "Ada Byron met Linus Smith.",
)
MOVED = "Ada Byron joined Blue Corp."
RUNS = frozenset({"writes", "forgot_at", "aliases", "first_seen", "last_seen", "updated_at", "to_link", "found_by"})


def remembered(knowledge: Knowledge, user_id: str, texts: Sequence[str] = SAID, *, day: int = 0) -> list[str]:
    drafts = [
        Draft(
            text=text, created_at=START + timedelta(days=day, hours=n), occurred_at=START + timedelta(days=day, hours=n)
        )
        for n, text in enumerate(texts)
    ]
    return [o.remembered.id for o in knowledge.remember_many(user_id, drafts) if o.remembered]


def found(
    knowledge: Knowledge, user_id: str, kind: InferenceKind | None = None
) -> set[tuple[str, str, frozenset[str]]]:
    """What was inferred, whatever the ids: kind, type, the two, which have no order where it is a relation of both."""
    return {
        (one.kind.value, one.type, frozenset((one.source, one.target)))
        for one in knowledge.inferred(user_id, kind=kind)
    }


COLLEAGUES = ("relation", "COLLEAGUE", frozenset(("Ada Byron", "Grace Hopper")))
LIKELY = ("prediction", "RELATES_TO", frozenset(("Linus Smith", "Alan Mathison")))


def open_until(driver: Driver, memory_id: str) -> datetime:
    with driver.session() as session:
        row = session.run("MATCH (f:Fact {id: $id}) RETURN f.valid_to AS at", id=f"{memory_id}.f0000")
        return moment(row.single(strict=True)["at"])


def stated(driver: Driver, user_id: str) -> list[tuple[str, str, str, str]]:
    """The relations between entities, which are sums of stated facts."""
    ties = graph_of(driver, user_id, leave_out=RUNS).ties
    return [tie for tie in ties if tie[0].startswith("entity") and tie[2].startswith("entity")]


def test_what_follows_is_inferred_with_the_facts_it_rests_on(light: Knowledge, user_id: str) -> None:
    remembered(light, user_id)
    done = light.infer(user_id)
    assert done.conclusions >= 2
    assert {COLLEAGUES, LIKELY} <= found(light, user_id)
    one = next(each for each in light.inferred(user_id) if each.type == "COLLEAGUE")
    assert {(fact.subject, fact.predicate, fact.object) for fact in one.evidence} == {
        ("Ada Byron", "joined", "Acme Corp"),
        ("Grace Hopper", "joined", "Acme Corp"),
    }
    assert 0 < one.confidence < 0.7
    assert one.reasons == ("one organisation",)


def test_nothing_inferred_is_counted_or_shown_as_stated(light: Knowledge, user_id: str, driver: Driver) -> None:
    ids = remembered(light, user_id)
    before = (light.stats(user_id), stated(driver, user_id), [light.show(user_id, each).facts for each in ids])
    light.infer(user_id)
    assert (light.stats(user_id), stated(driver, user_id), [light.show(user_id, each).facts for each in ids]) == before


def test_inferring_twice_is_inferring_once(light: Knowledge, user_id: str, driver: Driver) -> None:
    remembered(light, user_id, (*SAID, MOVED))
    light.infer(user_id)
    before = graph_of(driver, user_id, leave_out=RUNS)
    assert light.infer(user_id).entities == 0
    assert_same(graph_of(driver, user_id, leave_out=RUNS), before)
    assert light.infer(user_id, anew=True).entities > 5
    assert_same(graph_of(driver, user_id, leave_out=RUNS), before)


def test_inferred_step_by_step_is_the_same_as_inferred_at_once(light: Knowledge, user_id: str, driver: Driver) -> None:
    for place, text in enumerate((*SAID, MOVED)):
        remembered(light, user_id, [text], day=place)
        light.infer(user_id)
    before = graph_of(driver, user_id, leave_out=RUNS)
    light.infer(user_id, anew=True)
    assert_same(graph_of(driver, user_id, leave_out=RUNS), before)


@pytest.mark.parametrize("gone", [0, 1])
def test_an_inference_goes_with_a_fact_it_rests_on(gone: int, light: Knowledge, user_id: str) -> None:
    ids = remembered(light, user_id)
    light.infer(user_id)
    light.forget(user_id, ids[gone])
    assert COLLEAGUES not in found(light, user_id)
    light.infer(user_id)
    assert found(light, user_id) & {COLLEAGUES, LIKELY} == {LIKELY}


def test_an_inference_stays_while_others_state_the_same(light: Knowledge, user_id: str) -> None:
    ids = remembered(light, user_id, (*SAID, "Ada Byron joined Acme Corp again."))
    light.infer(user_id)
    light.forget(user_id, ids[0])
    light.infer(user_id)
    assert COLLEAGUES in found(light, user_id)


@pytest.mark.parametrize("gone", range(len(SAID) + 1))
def test_what_is_inferred_without_a_memory_is_as_if_it_had_never_been(
    gone: int, light: Knowledge, user_id: str, other_user: str
) -> None:
    texts = (*SAID, MOVED)
    ids = remembered(light, user_id, texts)
    light.infer(user_id)
    light.forget(user_id, ids[gone])
    light.infer(user_id)
    remembered(light, other_user, [text for place, text in enumerate(texts) if place != gone])
    light.infer(other_user)
    assert found(light, user_id) == found(light, other_user)


def test_an_older_fact_ends_where_a_later_one_takes_its_place_and_opens_when_that_is_forgotten(
    light: Knowledge, user_id: str, driver: Driver
) -> None:
    first = remembered(light, user_id, SAID[:1])[0]
    second = remembered(light, user_id, [MOVED], day=9)[0]
    third = remembered(light, user_id, ["Ada Byron joined Red Corp."], day=20)[0]
    # What ends is decided when it is stored, and inference decides the same.
    assert open_until(driver, first) == START + timedelta(days=9)
    light.infer(user_id)
    assert open_until(driver, first) == START + timedelta(days=9)
    assert open_until(driver, second) == START + timedelta(days=20)
    light.forget(user_id, second)
    assert open_until(driver, first) == NEVER
    light.infer(user_id)
    assert open_until(driver, first) == START + timedelta(days=20)
    light.edit(user_id, third, {"text": "Nothing happened."})
    assert open_until(driver, first) == NEVER
    light.infer(user_id)
    assert open_until(driver, first) == NEVER
    assert found(light, user_id, InferenceKind.SUPERSEDED) == set()


def test_a_fact_that_what_is_no_entity_had_ended_opens_when_that_is_rejected(
    light: Knowledge, user_id: str, driver: Driver
) -> None:
    first = remembered(light, user_id, SAID[:2])[0]
    remembered(light, user_id, [MOVED], day=9)
    light.infer(user_id)
    assert open_until(driver, first) == START + timedelta(days=9)
    remembered(light, user_id, ["Grace Hopper joined Blue Corp."], day=10)
    light.infer(user_id)
    blue = next(one.id for one in light.entities(user_id).entities if one.name == "Blue Corp")
    light.reject_entity(user_id, blue)
    assert open_until(driver, first) == NEVER
    assert light.infer(user_id).entities > 0
    assert open_until(driver, first) == NEVER
    before = found(light, user_id)
    light.infer(user_id, anew=True)
    assert found(light, user_id) == before


def test_taking_back_what_was_inferred_leaves_what_was_stated(
    light: Knowledge, store: Store, user_id: str, driver: Driver
) -> None:
    first = remembered(light, user_id, (*SAID, MOVED))[0]
    EntityVectors(store, PlainExtractor(), lambda: START).queue.user(user_id)
    assert light.withdraw(user_id) == 1
    before = graph_of(driver, user_id, leave_out=RUNS | {"to_infer"})
    light.infer(user_id)
    assert open_until(driver, first) < NEVER
    assert light.withdraw(user_id) >= 2
    assert light.inferred(user_id) == ()
    assert_same(graph_of(driver, user_id, leave_out=RUNS | {"to_infer"}), before)


def test_two_memories_that_say_the_same_are_told_as_duplicates(light: Knowledge, user_id: str) -> None:
    long = "Ada Byron met Grace Hopper in the old harbour office of Acme Corp on Monday."
    ids = remembered(light, user_id, (long, f"{long[:-1]}!"))
    light.link(user_id)
    doubles = light.inferred(user_id, kind=InferenceKind.DUPLICATE)
    assert [(one.source_id, one.target_id) for one in doubles] == [(ids[1], ids[0])]
    light.infer(user_id, anew=True)
    assert light.inferred(user_id, kind=InferenceKind.DUPLICATE) == doubles
    light.forget(user_id, ids[0])
    assert light.inferred(user_id) == ()


def test_inferences_leave_no_trace_of_a_forgotten_memory(
    light: Knowledge, user_id: str, dump: Callable[[], str]
) -> None:
    ids = remembered(light, user_id, ("Zephyrine Quux joined Acme Corp.", *SAID, "Zephyrine Quux joined Blue Corp."))
    light.link(user_id)
    light.infer(user_id)
    assert any(fact.subject == "Zephyrine Quux" for one in light.inferred(user_id) for fact in one.evidence)
    light.forget(user_id, ids[0])
    light.forget(user_id, ids[-1])
    assert "zephyrine" not in dump().lower()
    assert not any("Zephyrine Quux" in (one.source, one.target) for one in light.inferred(user_id))


def test_inference_keeps_users_apart(light: Knowledge, user_id: str, other_user: str, driver: Driver) -> None:
    remembered(light, user_id, SAID[:1])
    remembered(light, other_user, SAID[1:2])
    while light.infer_pending(limit=10_000):
        pass
    assert light.inferred(user_id) == light.inferred(other_user) == ()
    remembered(light, other_user, SAID[:1])
    light.infer(other_user)
    assert COLLEAGUES in found(light, other_user)
    assert light.inferred(user_id) == ()
    with driver.session() as session:
        crossed = session.run("MATCH (i:Inference)-[r]-(n) WHERE i.user_id <> n.user_id RETURN count(r) AS n")
        assert crossed.single(strict=True)["n"] == 0


def test_what_was_said_no_longer_to_be_true_proves_nothing(light: Knowledge, user_id: str) -> None:
    ids = remembered(light, user_id)
    light.infer(user_id)
    light.invalidate(user_id, ids[0])
    assert COLLEAGUES not in found(light, user_id)
    light.infer(user_id)
    assert COLLEAGUES not in found(light, user_id)
    light.restore(user_id, ids[0])
    light.infer(user_id)
    assert COLLEAGUES in found(light, user_id)


def test_the_pages_of_what_was_inferred_hold_each_once(light: Knowledge, user_id: str) -> None:
    remembered(
        light, user_id, [f"{name} Smith joined Acme Corp." for name in ["Ann", "Ben", "Cem", "Dan", "Eva", "Fay"]]
    )
    light.infer(user_id)
    whole = light.inferred(user_id)
    assert len(whole) == 15
    pages: list[str] = []
    while page := light.inferred(user_id, after=pages[-1] if pages else "", limit=4):
        pages += [one.id for one in page]
    assert pages == [one.id for one in whole]


def test_what_is_taken_back_while_it_is_inferred_from_proves_nothing(
    light: Knowledge, user_id: str, store: Store
) -> None:
    ids = remembered(light, user_id)
    # Between the reads of a round and its write.
    meanwhile = once("inference/store", lambda: light.invalidate(user_id, ids[0]))
    Knowledge(lambda: WatchedStore(store, meanwhile), PlainExtractor(), clock=lambda: START).infer(user_id)
    assert COLLEAGUES not in found(light, user_id)
    assert LIKELY in found(light, user_id)


def ended_by_the_firm_too(driver: Driver, user_id: str) -> None:
    """As where somebody heads a firm: of the person and of the firm only one can hold."""
    with driver.session() as session:
        session.run(
            "MATCH (old:Inference {user_id: $user, kind: 'superseded'})-[:TO]->(older) "
            "MATCH (old)-[:FROM]->(later) MATCH (older)-[:OBJECT]->(firm) "
            "CREATE (more:Inference {id: old.id + '2', user_id: $user, kind: old.kind, at: old.at, holder: firm.id}) "
            "CREATE (more)-[:FROM]->(later) CREATE (more)-[:TO]->(older)",
            user=user_id,
        ).consume()


def test_a_fact_that_two_holders_ended_opens_as_it_was_told(
    light: Knowledge, user_id: str, store: Store, driver: Driver
) -> None:
    first = remembered(light, user_id, SAID[:1])[0]
    remembered(light, user_id, [MOVED], day=9)
    light.infer(user_id)
    ended_by_the_firm_too(driver, user_id)
    remembered(light, user_id, ["Ada Byron met Grace Hopper."], day=10)
    light.infer(user_id)
    assert open_until(driver, first) == START + timedelta(days=9)
    light.withdraw(user_id)
    assert open_until(driver, first) == NEVER


def test_a_fact_that_two_holders_ended_is_open_again_where_both_are_settled_at_once(
    light: Knowledge, user_id: str, driver: Driver
) -> None:
    first = remembered(light, user_id, SAID[:1])[0]
    remembered(light, user_id, [MOVED], day=9)
    light.infer(user_id)
    ended_by_the_firm_too(driver, user_id)
    there = {one.name: one.id for one in light.entities(user_id).entities}
    light.merge(user_id, there["Ada Byron"], there["Acme Corp"], force=True)
    assert open_until(driver, first) == NEVER


def test_a_fact_that_cannot_be_read_holds_up_no_other(light: Knowledge, user_id: str, driver: Driver) -> None:
    broken = remembered(light, user_id, ("Zoe Quux joined Acme Corp.", *SAID))[0]
    with driver.session() as session:
        session.run("MATCH (f:Fact {id: $id}) REMOVE f.valid_to", id=f"{broken}.f0000").consume()
    light.infer(user_id)
    assert {COLLEAGUES, LIKELY} <= found(light, user_id)
    assert light.link(user_id).memories == len(SAID) + 1


def test_entities_of_one_great_circle_are_worked_off_in_bounded_writes(
    light: Knowledge, user_id: str, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    remembered(light, user_id)
    light.infer(user_id)
    before = graph_of(driver, user_id, leave_out=RUNS)
    monkeypatch.setattr("graph.insight.infer._TOUCHED_MOST", 3)
    light.infer(user_id, anew=True)
    assert_same(graph_of(driver, user_id, leave_out=RUNS), before)
