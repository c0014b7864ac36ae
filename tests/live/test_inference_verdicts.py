"""What a person says of an inference is kept beside it, never among what was stated, and goes with what it rests on."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from neo4j import Driver

from graph.db import schema
from graph.db.rows import NEVER
from graph.db.store import Store
from graph.errors import Invalid, NotFound
from graph.insight.inference.conclusion import Conclusion
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.links import InferenceFound
from graph.model.types import InferenceKind, RelationType, Validation
from tests.live.conftest import START
from tests.live.dump import assert_same, graph_of
from tests.live.plain_extractor import MODEL, PlainExtractor
from tests.live.test_entities import names_of
from tests.live.test_inference import COLLEAGUES, LIKELY, MOVED, RUNS, SAID, found, open_until, remembered, stated
from tests.live.watched_store import WatchedStore, once

REJECTED, CONFIRMED, UNVALIDATED = Validation.REJECTED, Validation.CONFIRMED, Validation.UNVALIDATED


def nothing(_knowledge: Knowledge, _user_id: str) -> None:
    """What leaves all as it is."""


ACTS: dict[str, Callable[[Knowledge, str], object]] = {
    "nothing": nothing,
    "infer": lambda k, user: k.infer(user),
    "anew": lambda k, user: k.infer(user, anew=True),
    "withdraw": lambda k, user: k.withdraw(user),
    "withdraw and infer": lambda k, user: (k.withdraw(user), k.infer(user, anew=True)),
}


def colleagues(knowledge: Knowledge, user_id: str, *, verdict: Validation | None = None) -> InferenceFound:
    return next(one for one in knowledge.inferred(user_id, verdict=verdict) if one.type == "COLLEAGUE")


def no_rule(*_: object) -> list[Conclusion]:
    """A rule that concludes nothing."""
    return []


def judged(knowledge: Knowledge, user_id: str, status: Validation, note: str | None = "kumquat") -> InferenceFound:
    return knowledge.judge_inference(user_id, colleagues(knowledge, user_id).id, status, note=note)


def standing(knowledge: Knowledge, user_id: str, status: Validation) -> list[str]:
    return [one.id for one in knowledge.inferred(user_id, verdict=status)]


@pytest.fixture
def ids(light: Knowledge, user_id: str) -> list[str]:
    """The memories of a small graph of which it follows that two are colleagues."""
    made = remembered(light, user_id)
    light.infer(user_id)
    return made


def test_a_verdict_on_an_inference_tells_who_gave_it_when_and_why(
    light: Knowledge, user_id: str, ids: list[str]
) -> None:
    one = judged(light, user_id, CONFIRMED, "They sat side by side.")
    told = (one.validation_status, one.validated_by, one.validated_at, one.note)
    assert told == (CONFIRMED, user_id, START, "They sat side by side.")
    assert len(one.evidence) == 2
    assert one == colleagues(light, user_id)


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("like", [COLLEAGUES, LIKELY], ids=["relation", "prediction"])
def test_what_is_rejected_is_not_inferred_again(
    like: tuple[str, str, frozenset[str]], act: str, light: Knowledge, user_id: str, ids: list[str]
) -> None:
    one = next(e for e in light.inferred(user_id) if (e.kind, e.type, frozenset((e.source, e.target))) == like)
    light.judge_inference(user_id, one.id, REJECTED)
    ACTS[act](light, user_id)
    assert like not in found(light, user_id)
    # Nor is it likely that they are related in some other way.
    assert like[2] not in {ends for _, _, ends in found(light, user_id)}
    assert standing(light, user_id, REJECTED) == [one.id]


@pytest.mark.parametrize("act", ACTS)
def test_what_is_confirmed_stays_and_stays_apart_from_what_was_stated(
    act: str, light: Knowledge, user_id: str, ids: list[str], driver: Driver
) -> None:
    before = (light.stats(user_id), stated(driver, user_id), [light.show(user_id, each).facts for each in ids])
    one = judged(light, user_id, CONFIRMED)
    ACTS[act](light, user_id)
    assert standing(light, user_id, CONFIRMED) == [one.id]
    assert colleagues(light, user_id).evidence == one.evidence
    after = (light.stats(user_id), stated(driver, user_id), [light.show(user_id, each).facts for each in ids])
    assert after == before


def test_a_verdict_on_an_inference_that_is_taken_back_leaves_what_the_rules_say(
    light: Knowledge, user_id: str, ids: list[str], driver: Driver
) -> None:
    before = graph_of(driver, user_id, leave_out=RUNS)
    for status in (REJECTED, CONFIRMED):
        one = judged(light, user_id, status)
        light.infer(user_id)
        told = light.judge_inference(user_id, one.id, UNVALIDATED, note="Not a word is kept.")
        assert (told.validation_status, told.validated_by, told.note) == (UNVALIDATED, None, None)
        light.infer(user_id)
        assert_same(graph_of(driver, user_id, leave_out=RUNS), before)


def test_the_same_verdict_on_an_inference_twice_is_given_once(
    light: Knowledge, user_id: str, ids: list[str], driver: Driver
) -> None:
    one = colleagues(light, user_id)
    for status in (CONFIRMED, REJECTED, UNVALIDATED):
        light.judge_inference(user_id, one.id, status, note="So.")
        before = graph_of(driver, user_id, leave_out=RUNS)
        light.judge_inference(user_id, one.id, status, note="So.")
        assert_same(graph_of(driver, user_id, leave_out=RUNS), before)


@pytest.mark.parametrize("status", [REJECTED, CONFIRMED])
@pytest.mark.parametrize("gone", [0, 1])
def test_a_verdict_and_its_note_go_with_a_memory_that_it_rests_on(
    gone: int, status: Validation, light: Knowledge, user_id: str, ids: list[str], dump: Callable[[], str]
) -> None:
    judged(light, user_id, status)
    light.forget(user_id, ids[6])
    assert "kumquat" in dump()
    light.forget(user_id, ids[gone])
    assert "kumquat" not in dump()
    light.infer(user_id)
    assert standing(light, user_id, status) == []


@pytest.mark.parametrize("gone", [0, 7])
def test_a_verdict_stays_while_others_state_the_same(gone: int, light: Knowledge, user_id: str) -> None:
    more = ("Ada Byron joined Acme Corp again.", "Ada Byron joined Blue Corp.", "Grace Hopper joined Blue Corp.")
    ids = remembered(light, user_id, (*SAID, *more))
    light.infer(user_id)
    judged(light, user_id, REJECTED)
    light.forget(user_id, ids[gone])
    light.infer(user_id)
    assert COLLEAGUES not in found(light, user_id)
    assert len(standing(light, user_id, REJECTED)) == 1


@pytest.mark.parametrize("status", [REJECTED, CONFIRMED])
def test_a_verdict_outlives_an_edit_that_states_the_same_and_goes_with_one_that_does_not(
    status: Validation, light: Knowledge, user_id: str, ids: list[str], dump: Callable[[], str]
) -> None:
    one = judged(light, user_id, status)
    light.edit(user_id, ids[0], {"text": "Ada Byron joined Acme Corp. It is so."})
    light.infer(user_id)
    assert standing(light, user_id, status) == [one.id]
    assert (COLLEAGUES in found(light, user_id)) is (status is CONFIRMED)
    light.edit(user_id, ids[0], {"text": "Nothing happened."})
    assert "kumquat" not in dump()
    light.edit(user_id, ids[0], {"text": SAID[0]})
    light.infer(user_id)
    assert colleagues(light, user_id).validation_status is UNVALIDATED


def test_what_rests_on_what_was_taken_back_is_not_shown_until_that_is_true_again(
    light: Knowledge, user_id: str, ids: list[str]
) -> None:
    one = judged(light, user_id, CONFIRMED)
    light.invalidate(user_id, ids[0])
    assert COLLEAGUES not in found(light, user_id)
    light.infer(user_id)
    assert COLLEAGUES not in found(light, user_id)
    light.restore(user_id, ids[0])
    light.infer(user_id)
    assert standing(light, user_id, CONFIRMED) == [one.id]
    there = {each.name: each.id for each in light.entities(user_id).entities}
    ends = there["Ada Byron"], RelationType.WORKS_FOR, there["Acme Corp"]
    light.judge_relation(user_id, *ends, REJECTED)
    light.infer(user_id)
    assert COLLEAGUES not in found(light, user_id)
    light.judge_relation(user_id, *ends, UNVALIDATED)
    light.infer(user_id)
    assert standing(light, user_id, CONFIRMED) == [one.id]


def test_what_is_confirmed_stays_though_its_rule_is_silent(
    light: Knowledge, user_id: str, ids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = judged(light, user_id, CONFIRMED)
    monkeypatch.setattr("graph.insight.infer.relations", no_rule)
    light.infer(user_id, anew=True)
    assert standing(light, user_id, CONFIRMED) == [one.id]
    # Whatever it waits for meanwhile: its end is called another name, a memory that it rests on is edited.
    light.merge(user_id, names_of(light, user_id)["Ada Byron"].id, names_of(light, user_id)["Donald Knuth"].id)
    light.edit(user_id, ids[1], {"text": f"{SAID[1]} It is so."})
    light.infer(user_id)
    assert standing(light, user_id, CONFIRMED) == [one.id]
    light.invalidate(user_id, ids[1])
    light.infer(user_id)
    assert standing(light, user_id, CONFIRMED) == []
    light.restore(user_id, ids[1])
    light.infer(user_id)
    assert standing(light, user_id, CONFIRMED) == [one.id]


@pytest.mark.parametrize("status", [REJECTED, CONFIRMED])
def test_a_verdict_goes_where_the_facts_go_and_comes_back_with_them(
    status: Validation, light: Knowledge, user_id: str, ids: list[str]
) -> None:
    one = judged(light, user_id, status)
    there = names_of(light, user_id)
    ada, donald = there["Ada Byron"].id, there["Donald Knuth"].id
    light.merge(user_id, donald, ada)
    light.infer(user_id)
    (moved,) = light.inferred(user_id, verdict=status)
    assert {moved.source_id, moved.target_id} == {donald, there["Grace Hopper"].id}
    assert (moved.note, moved.id in {each.id for each in light.inferred(user_id)}) == ("kumquat", status is CONFIRMED)
    light.split(user_id, donald)
    light.infer(user_id)
    assert standing(light, user_id, status) == [one.id]


def test_a_verdict_on_two_that_become_one_is_of_nothing_any_more(
    light: Knowledge, user_id: str, ids: list[str], dump: Callable[[], str]
) -> None:
    judged(light, user_id, CONFIRMED)
    there = names_of(light, user_id)
    light.merge(user_id, there["Ada Byron"].id, there["Grace Hopper"].id)
    assert "kumquat" not in dump()


@pytest.mark.parametrize("rejected", ["Grace Hopper", "Acme Corp"])
def test_a_verdict_goes_with_what_is_no_entity(
    rejected: str, light: Knowledge, user_id: str, ids: list[str], dump: Callable[[], str]
) -> None:
    judged(light, user_id, REJECTED)
    light.reject_entity(user_id, names_of(light, user_id)[rejected].id)
    assert "kumquat" not in dump()


def superseded(knowledge: Knowledge, user_id: str, *, verdict: Validation | None = None) -> list[InferenceFound]:
    return list(knowledge.inferred(user_id, kind=InferenceKind.SUPERSEDED, verdict=verdict))


@pytest.fixture
def moves(light: Knowledge, user_id: str) -> list[str]:
    """Three memories, of which each later one ends what the one before says."""
    texts = (SAID[0], MOVED, "Ada Byron joined Red Corp.")
    made = [remembered(light, user_id, [text], day=day)[0] for text, day in zip(texts, (0, 9, 20), strict=True)]
    light.infer(user_id)
    return made


def test_what_a_rejected_ending_had_ended_is_open_again_until_another_ends_it(
    light: Knowledge, user_id: str, moves: list[str], driver: Driver
) -> None:
    first = moves[0]
    before = graph_of(driver, user_id, leave_out=RUNS)
    one = next(each for each in superseded(light, user_id) if first in each.target_id)
    assert open_until(driver, first) == START + timedelta(days=9)
    light.judge_inference(user_id, one.id, REJECTED)
    assert open_until(driver, first) == NEVER
    light.infer(user_id)
    assert open_until(driver, first) == START + timedelta(days=20)
    (other,) = (each for each in superseded(light, user_id) if first in each.target_id)
    light.judge_inference(user_id, other.id, REJECTED)
    for act in ACTS.values():
        act(light, user_id)
        assert open_until(driver, first) == NEVER
    for each in (other, one):
        light.judge_inference(user_id, each.id, UNVALIDATED)
    assert open_until(driver, first) == START + timedelta(days=9)
    light.infer(user_id)
    assert_same(graph_of(driver, user_id, leave_out=RUNS), before)


@pytest.mark.parametrize("act", ACTS)
def test_what_a_confirmed_ending_ended_stays_ended(
    act: str, light: Knowledge, user_id: str, moves: list[str], driver: Driver
) -> None:
    one = next(each for each in superseded(light, user_id) if moves[0] in each.target_id)
    light.judge_inference(user_id, one.id, CONFIRMED)
    ACTS[act](light, user_id)
    assert open_until(driver, moves[0]) == START + timedelta(days=9)
    light.forget(user_id, moves[1])
    assert open_until(driver, moves[0]) == NEVER
    assert standing(light, user_id, CONFIRMED) == []
    light.infer(user_id)
    assert open_until(driver, moves[0]) == START + timedelta(days=20)


@pytest.mark.parametrize("changed", [0, 1])
def test_a_verdict_on_an_ending_outlives_an_edit_that_states_the_same(
    changed: int, light: Knowledge, user_id: str, moves: list[str], driver: Driver, dump: Callable[[], str]
) -> None:
    one = next(each for each in superseded(light, user_id) if moves[0] in each.target_id)
    light.judge_inference(user_id, one.id, REJECTED, note="kumquat")
    text = (SAID[0], MOVED)[changed]
    light.edit(user_id, moves[changed], {"text": f"It is so. {text}"})
    light.infer(user_id)
    assert open_until(driver, moves[0]) == START + timedelta(days=20)
    assert len(superseded(light, user_id, verdict=REJECTED)) == 1
    light.edit(user_id, moves[changed], {"text": "Nothing happened."})
    assert "kumquat" not in dump()


def test_two_memories_that_are_no_duplicates_are_not_flagged_and_weigh_as_others_do(
    light: Knowledge, user_id: str
) -> None:
    text = "Ada Byron met Grace Hopper."
    first = light.remember(user_id, Draft(text=text))
    copy = light.remember(user_id, Draft(text=f"{text} ", session_id="another"))
    assert copy.duplicate_of == first.id
    light.link(user_id)
    (one,) = light.inferred(user_id, kind=InferenceKind.DUPLICATE)
    before = light.show(user_id, copy.id).memory
    light.judge_inference(user_id, one.id, REJECTED)
    after = light.show(user_id, copy.id).memory
    assert (after.duplicate_of, round(after.importance, 3)) == (None, round(before.importance + 0.4, 3))
    light.judge_inference(user_id, one.id, UNVALIDATED)
    again = light.show(user_id, copy.id).memory
    assert (again.duplicate_of, again.importance) == (first.id, pytest.approx(before.importance))


def test_what_is_rejected_while_it_is_inferred_stays_rejected(
    light: Knowledge, user_id: str, ids: list[str], store: Store
) -> None:
    one = colleagues(light, user_id)
    remembered(light, user_id, ["Ada Byron met Edsger Dijk."], day=1)
    # Between the reads of a round and its write.
    meanwhile = once("inference/store", lambda: light.judge_inference(user_id, one.id, REJECTED))
    Knowledge(lambda: WatchedStore(store, meanwhile), PlainExtractor(), clock=lambda: START).infer(user_id)
    assert COLLEAGUES not in found(light, user_id)
    light.infer(user_id)
    assert COLLEAGUES not in found(light, user_id)


def test_only_an_inference_that_is_there_and_ones_own_can_be_judged(
    light: Knowledge, user_id: str, other_user: str, ids: list[str], driver: Driver
) -> None:
    one = colleagues(light, user_id)
    remembered(light, other_user)
    light.infer(other_user)
    before = graph_of(driver, user_id, leave_out=RUNS)
    for status in Validation:
        with pytest.raises(NotFound) as caught:
            light.judge_inference(other_user, one.id, status)
        assert user_id not in str(caught.value)
    with pytest.raises(NotFound):
        light.judge_inference(user_id, "relation:COLLEAGUE:1:2", REJECTED)
    with pytest.raises(Invalid, match="129"):
        light.judge_inference(user_id, one.id, REJECTED, note="n" * 129)
    assert_same(graph_of(driver, user_id, leave_out=RUNS), before)
    judged(light, user_id, REJECTED)
    assert COLLEAGUES in found(light, other_user)


def test_endings_and_duplicates_from_before_get_the_id_that_tells_both(
    light: Knowledge, store: Store, user_id: str, moves: list[str], driver: Driver
) -> None:
    remembered(light, user_id, ["Ada Byron met Grace Hopper.", "Grace Hopper met Ada Byron."], day=30)
    light.link(user_id)
    light.infer(user_id)
    before = graph_of(driver, user_id, leave_out=RUNS)
    with driver.session() as session:
        session.run(
            "MATCH (i:Inference {user_id: $u}) WHERE i.kind IN ['superseded', 'duplicate'] "
            "SET i.id = i.kind + ':' + split(i.id, ':')[1] + CASE i.kind WHEN 'superseded' THEN ':e' ELSE '' END "
            "WITH i WHERE i.kind = 'superseded' MATCH (i)-[:FROM]->(later) MATCH (i)-[:TO]->(older) "
            "CREATE (i2:Inference) SET i2 = i {.*, id: i.id + '2'} "
            "CREATE (i2)-[:FROM]->(later) CREATE (i2)-[:TO]->(older)",
            u=user_id,
        ).consume()
    for _ in range(2):
        schema.migrate(store, "m010_both_told", MODEL)
        assert_same(graph_of(driver, user_id, leave_out=RUNS), before)
