"""Remembering and recalling over a real database: many in few round trips, repeatable, one failure stops nothing."""

import pytest
from neo4j import Driver

from graph.db.store import counted
from graph.errors import Invalid
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.memory import Outcome
from graph.model.types import Status
from tests.live.conftest import START
from tests.live.dump import assert_same, graph_of

PEOPLE = ("Ada", "Grace", "Linus", "Barbara", "Edsger", "Donald", "Margaret", "Alan")


def drafts(count: int) -> list[Draft]:
    return [
        Draft(
            text=f"{PEOPLE[n % 8]} Smith{n % 40} joined Acme{n % 7} Corp. Note {n} speaks of topic{n}.",
            title=f"Note {n}",
            project=f"p{n % 3}",
            category="work" if n % 2 else None,
            session_id=f"s{n % 5}",
        )
        for n in range(count)
    ]


def kept(outcomes: list[Outcome]) -> list[str]:
    assert all(outcome.error is None for outcome in outcomes)
    return [outcome.remembered.id for outcome in outcomes if outcome.remembered]


@pytest.mark.parametrize("size", [100, 200, 500])
def test_a_batch_costs_at_most_eight_round_trips(light: Knowledge, user_id: str, size: int) -> None:
    light.ready()
    with counted() as trips:
        outcomes = list(light.remember_many(user_id, drafts(size), batch_size=size))
    assert len(kept(outcomes)) == size
    assert trips.count <= 8


def test_a_batch_of_a_talk_costs_at_most_eight_round_trips(light: Knowledge, user_id: str) -> None:
    turns = [
        Draft(text=f"Turn {n} tells of Mount{n} Town.", speaker=PEOPLE[n % 2], session_id=f"talk{n // 20}")
        for n in range(100)
    ]
    light.ready()
    with counted() as trips:
        kept(list(light.remember_many(user_id, turns, batch_size=100)))
    assert trips.count <= 8


def test_a_hybrid_recall_is_one_round_trip(light: Knowledge, user_id: str) -> None:
    kept(list(light.remember_many(user_id, drafts(30))))
    recalled = light.recall(user_id, "What speaks of topic17?")
    assert recalled.round_trips == 1
    assert "topic17" in recalled.hits[0].memory.text


def test_remembering_the_same_again_changes_nothing(light: Knowledge, user_id: str, driver: Driver) -> None:
    first = kept(list(light.remember_many(user_id, drafts(60), batch_size=25)))
    before = graph_of(driver, user_id)
    again = list(light.remember_many(user_id, drafts(60), batch_size=17))
    assert kept(again) == first
    assert not any(outcome.remembered.created for outcome in again if outcome.remembered)
    assert_same(graph_of(driver, user_id), before)


def test_what_is_put_away_stays_so_when_it_is_remembered_again_and_says_so(light: Knowledge, user_id: str) -> None:
    given = drafts(3)
    first = kept(list(light.remember_many(user_id, given)))
    light.archive(user_id, first[0])
    light.invalidate(user_id, first[1])
    again = [outcome.remembered for outcome in light.remember_many(user_id, [*given, given[0]]) if outcome.remembered]
    assert [(one.created, one.status) for one in again] == [
        (False, Status.ARCHIVED), (False, Status.INVALID), (False, Status.ACTIVE), (False, Status.ARCHIVED),
    ]  # fmt: skip
    assert light.show(user_id, first[1]).memory.status is Status.INVALID


def test_the_same_draft_twice_in_one_batch_is_one_memory(light: Knowledge, user_id: str) -> None:
    outcomes = list(light.remember_many(user_id, [*drafts(3), *drafts(3)]))
    ids = kept(outcomes)
    assert ids[:3] == ids[3:]
    assert light.stats(user_id).memories == 3


def test_a_failed_draft_stops_no_other_and_keeps_its_place(light: Knowledge, user_id: str) -> None:
    good = drafts(4)
    given = [good[0], Draft(text="   "), Invalid("text", "unreadable."), good[1], Draft(text="a\x00b"), *good[2:]]
    outcomes = list(light.remember_many(user_id, given, batch_size=3))
    assert [outcome.position for outcome in outcomes] == list(range(7))
    assert [outcome.position for outcome in outcomes if outcome.error] == [1, 2, 4]
    assert light.stats(user_id).memories == 4


def test_a_memory_comes_back_as_it_was_given(light: Knowledge, user_id: str) -> None:
    draft = Draft(
        text="Ada Byron joined Acme Corp.\n\n  Trailing  space 😀 é e\u0301 \u202eRTL  \r\n",
        title="How Ada came",
        category="people/new",
        tags=("a", "b"),
        source="mail",
        channel="inbox",
        device_id="d1",
        session_id="s1",
        project="x/y",
        created_at=START,
        occurred_at=START,
        latitude=35.5,
        longitude=-139.25,
        extra={"n": 1, "deep": {"list": [1, None, "x"]}},
        pinned=True,
        rating=4,
    )
    memory = light.show(user_id, light.remember(user_id, draft).id).memory
    for name in ("text", "title", "category", "tags", "source", "channel", "device_id", "session_id", "project",
                 "created_at", "occurred_at", "latitude", "longitude", "extra", "pinned", "rating"):  # fmt: skip
        assert getattr(memory, name) == getattr(draft, name), name


def test_what_was_understood_is_the_same_when_told_and_when_shown(light: Knowledge, user_id: str) -> None:
    told = light.remember(
        user_id, Draft(text="Ada Byron joined Acme Corp. Grace Hopper met Ada Byron.", title="Arrivals")
    )
    shown = light.show(user_id, told.id)
    assert {e.id for e in shown.entities} == {e.id for e in told.entities}
    assert shown.facts == told.facts
    assert [(f.subject, f.predicate, f.object) for f in shown.facts] == [
        ("Ada Byron", "joined", "Acme Corp"),
        ("Grace Hopper", "met", "Ada Byron"),
    ]


def test_a_near_duplicate_is_kept_and_flagged(light: Knowledge, user_id: str) -> None:
    first = light.remember(user_id, Draft(text="Ada Byron joined Acme Corp."))
    second = light.remember(user_id, Draft(text="ADA BYRON joined acme corp!"))
    assert second.created
    assert second.duplicate_of == first.id


def test_a_near_duplicate_matters_less_and_what_says_otherwise_is_none(light: Knowledge, user_id: str) -> None:
    light.remember(user_id, Draft(text="Ada Byron joined Acme Corp."))
    repeated, swapped, alone = (
        light.remember(user_id, Draft(text=text))
        for text in (
            "ADA BYRON just joined acme corp",
            "Acme Corp joined Ada Byron.",
            "Penguins live in the far south.",
        )
    )
    assert (repeated.duplicate_of is None, swapped.duplicate_of, alone.duplicate_of) == (False, None, None)
    assert repeated.importance < min(swapped.importance, alone.importance) - 0.3
    assert light.show(user_id, repeated.id).memory.importance == repeated.importance


@pytest.mark.parametrize("text", ["ADA BYRON joined acme corp!", "Ada Byron really joined Acme Corp."])
def test_what_is_put_away_or_no_longer_true_is_not_repeated_by_a_new_memory(
    light: Knowledge, user_id: str, text: str
) -> None:
    one, other = kept(
        list(light.remember_many(user_id, [Draft(text="Ada Byron joined Acme Corp.", title=n) for n in "ab"]))
    )
    light.archive(user_id, one)
    light.invalidate(user_id, other)
    assert light.remember(user_id, Draft(text=text)).duplicate_of is None


def test_a_name_known_from_one_memory_ties_the_next(light: Knowledge, user_id: str) -> None:
    one = light.remember(user_id, Draft(text="Ada Byron (Ada) joined Acme Corp."))
    other = light.remember(user_id, Draft(text="Today it was Ada who met Grace Hopper. Ada met Grace Hopper."))
    people = {e.name: e.id for e in light.show(user_id, one.id).entities}
    assert people["Ada Byron"] in {e.id for e in light.show(user_id, other.id).entities}
