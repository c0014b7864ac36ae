"""Modes that rank a whole population: by time, by entity, by importance; what they say of it, and how a search went."""

from datetime import UTC, datetime

import pytest
from neo4j import Driver
from ulid import ULID

from graph.db.filters import filter_row
from graph.db.store import Store
from graph.errors import Invalid
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.recalled import Mode, Recipe
from graph.recall import temporal_mode as temporal
from graph.settings import GraphSettings
from tests.live.conftest import START, Clock
from tests.live.plain_extractor import PlainExtractor
from tests.live.test_finding import many
from tests.live.test_forgetting import remembered

NEVER_SAID = "Zanzibar lighthouse"


def asked(knowledge: Knowledge, user: str, question: str, mode: Mode, **more: object) -> list[str]:
    return [hit.memory.id for hit in knowledge.recall(user, question, mode=mode, **more).hits]  # pyright: ignore[reportArgumentType]


def test_a_question_about_a_time_finds_what_happened_then(light: Knowledge, user_id: str) -> None:
    # Nearly one text, so that the noise of the tests' vectors does not outweigh the time.
    said = "Ada met Grace at the harbour and both spoke of engines until the lamps were lit, number"
    days = [Draft(text=f"{said} {n}", occurred_at=START.replace(month=n)) for n in range(1, 7)]
    ids = remembered(light, user_id, days)
    assert asked(light, user_id, "What did Ada do in March?", Mode.TEMPORAL)[0] == ids[2]
    assert asked(light, user_id, "Ada between February and April", Mode.TEMPORAL, limit=3) != ids[:3]
    assert set(asked(light, user_id, "Ada between February and April", Mode.TEMPORAL, limit=3)) == set(ids[1:4])
    assert asked(light, user_id, "What happened since April?", Mode.TEMPORAL, limit=3) == ids[5:2:-1]


def test_a_memory_counts_by_when_it_was_told_where_it_says_no_other_time(
    light: Knowledge, user_id: str, clock: Clock
) -> None:
    clock.advance(days=-9)
    old = remembered(light, user_id, [Draft(text="Ada planted beans")])
    clock.advance(days=8)
    new = remembered(light, user_id, [Draft(text="Ada planted peas")])
    clock.advance(days=1)
    recalled = light.recall(user_id, "What happened yesterday?", mode=Mode.TEMPORAL)
    assert [hit.memory.id for hit in recalled.hits] == [*new, *old]
    assert "lies in the time" in recalled.hits[0].why
    assert recalled.note is None


def test_a_time_in_which_nothing_lies_is_told(light: Knowledge, user_id: str) -> None:
    remembered(light, user_id, many(5))
    recalled = light.recall(user_id, "Ada in the summer of 1931", mode=Mode.TEMPORAL)
    assert recalled.note is not None
    assert "No memory lies in that time" in recalled.note
    assert len(recalled.hits) == 5


@pytest.mark.parametrize("question", ["What happened in March?", "Ada and the budget in March"])
def test_what_lies_in_the_time_comes_however_little_it_says_of_the_question(
    question: str, light: Knowledge, user_id: str
) -> None:
    crowd = [Draft(text=f"Ada and the budget happened, number {n}", created_at=START) for n in range(150)]
    few = [Draft(text=f"Frost {n}", created_at=START.replace(month=3, day=n)) for n in range(1, 6)]
    *_, one, two, three, four, five = remembered(light, user_id, [*crowd, *few])
    found = asked(light, user_id, question, Mode.TEMPORAL, limit=200)
    assert {one, two, three, four, five} <= set(found)
    if question.startswith("What"):
        assert found[:5] == [five, four, three, two, one]


@pytest.mark.parametrize("happened", [True, False])
@pytest.mark.parametrize("month", [2, 4])
def test_what_lies_in_the_time_comes_however_much_lies_around_it(
    month: int, happened: bool, light: Knowledge, user_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    few_are_looked_at(monkeypatch)
    field = "occurred_at" if happened else "created_at"
    days = [START.replace(month=at, day=day) for at in (month, 3) for day in range(1, 29)]
    drafts = [Draft(text=f"Frost {n}", **{field: day}) for n, day in enumerate(days)]  # pyright: ignore[reportArgumentType]
    ids = remembered(light, user_id, drafts)
    recalled = light.recall(user_id, "What happened in March?", mode=Mode.TEMPORAL, limit=5)
    assert [hit.memory.id for hit in recalled.hits] == ids[:-6:-1]
    assert recalled.note is None


def test_dates_told_in_the_time_come_however_many_tell_a_longer_one(
    light: Knowledge, user_id: str, monkeypatch: pytest.MonkeyPatch, driver: Driver
) -> None:
    few_are_looked_at(monkeypatch)
    told = [*("2026-03-08", "2026-W11", "2026-03"), *["2026"] * 30]
    days = [START.replace(month=1 if n < 3 else 6) for n in range(len(told))]
    drafts = [Draft(text=f"Frost {n}", title=f"Snow{n}", created_at=day) for n, day in enumerate(days)]
    ids = remembered(light, user_id, drafts)
    with driver.session() as session:
        # The small extractor reads no dates: each title's entity is made the date that its memory tells.
        session.run(
            "UNWIND range(0, size($told) - 1) AS n "
            "MATCH (e:Entity {user_id: $user, name: 'Snow' + n}) "
            "SET e.type = 'TimeUnit', e.name = $told[n], e.key = toLower(replace($told[n], '-', ' '))",
            told=told, user=user_id,
        ).consume()  # fmt: skip
    found = asked(light, user_id, "What happened in March?", Mode.TEMPORAL, limit=3)
    assert set(found) == set(ids[:3])


def test_where_nothing_lies_in_the_time_the_nearest_come_first(
    light: Knowledge, user_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    few_are_looked_at(monkeypatch)
    days = [Draft(text=f"Frost {n}", created_at=START.replace(month=4, day=n)) for n in range(1, 29)]
    ids = remembered(light, user_id, days)
    recalled = light.recall(user_id, "What happened in March?", mode=Mode.TEMPORAL, limit=5)
    assert [hit.memory.id for hit in recalled.hits] == ids[:5]
    assert "the nearest come first" in (recalled.note or "")


def test_of_memories_of_one_moment_always_the_same_are_looked_at(
    store: Store, user_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    few_are_looked_at(monkeypatch)
    at = START.replace(month=3)
    falling = iter(sorted((str(ULID()) for _ in range(1000)), reverse=True))
    light = Knowledge(lambda: store, PlainExtractor(), clock=Clock(), new_id=lambda: next(falling))
    ids = remembered(light, user_id, [Draft(text=f"Frost {n}", created_at=at, occurred_at=at) for n in range(40)])
    assert asked(light, user_id, "What happened in March?", Mode.TEMPORAL, limit=5) == sorted(ids)[:5]


def few_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if there were far more memories than are taken for their time."""
    monkeypatch.setattr(temporal, "_DATED_TELLING", 12)
    monkeypatch.setattr(temporal, "_DATED", 12)


def test_a_question_without_a_time_is_answered_as_hybrid_and_says_so(light: Knowledge, user_id: str) -> None:
    remembered(light, user_id, many(12))
    recalled = light.recall(user_id, "Common words", mode=Mode.TEMPORAL)
    assert recalled.note is not None
    assert [h.memory.id for h in recalled.hits] == asked(light, user_id, "Common words", Mode.HYBRID)


def test_a_happening_bounds_the_time_when_a_memory_tells_of_it(light: Knowledge, user_id: str) -> None:
    drafts = [
        Draft(text="The wedding of Ada took place", occurred_at=START.replace(month=3)),
        Draft(text="Ada bought a ring", occurred_at=START.replace(month=2)),
        Draft(text="Ada bought a house", occurred_at=START.replace(month=5)),
    ]
    wedding, ring, house = remembered(light, user_id, drafts)
    before = light.recall(user_id, "What did Ada buy before the wedding?", mode=Mode.TEMPORAL)
    assert before.hits[0].memory.id == ring
    assert wedding in (before.note or "")
    assert asked(light, user_id, "What did Ada buy after the wedding?", Mode.TEMPORAL)[0] == house


def test_a_happening_that_is_not_found_leaves_the_ranking_of_hybrid_and_says_so(light: Knowledge, user_id: str) -> None:
    remembered(light, user_id, [Draft(text="Ada bought a ring"), Draft(text="Robes for every coronation"), *many(5)])
    question = "What did Ada buy before the coronation?"
    unknown = light.recall(user_id, question, mode=Mode.TEMPORAL)
    hybrid = light.recall(user_id, question, mode=Mode.HYBRID)
    assert "ranked like hybrid" in (unknown.note or "")
    assert [(hit.memory.id, hit.score) for hit in unknown.hits] == [(hit.memory.id, hit.score) for hit in hybrid.hits]


def test_a_happening_is_looked_up_among_what_passes_the_filters_first(light: Knowledge, user_id: str) -> None:
    drafts = [
        Draft(text="The release of the old shop", project="old", occurred_at=START.replace(month=2)),
        Draft(text="The release of the new shop", project="new", occurred_at=START.replace(month=4)),
        Draft(text="Ada bought a desk", tags=("garden",), project="new", occurred_at=START.replace(month=3)),
    ]
    old, new, desk = remembered(light, user_id, drafts)
    question = "What did Ada buy before the release?"
    recalled = light.recall(user_id, question, mode=Mode.TEMPORAL, filters=Filters(project="new"))
    assert recalled.hits[0].memory.id == desk
    assert recalled.note is not None
    assert f"told by memory {new}." in recalled.note
    beyond = light.recall(user_id, question, mode=Mode.TEMPORAL, filters=Filters(tags=("garden",))).note
    assert f"told by memory {old}, which the filters leave out" in (beyond or "")


def test_a_happening_is_of_the_day_it_was_where_the_question_is_asked(store: Store, user_id: str, clock: Clock) -> None:
    tokyo = Knowledge(lambda: store, PlainExtractor(), GraphSettings(time_zone="Asia/Tokyo"), clock=clock)
    evening = START.replace(month=3, day=9, hour=20)
    remembered(tokyo, user_id, [Draft(text="The wedding of Ada took place", occurred_at=evening)])
    recalled = tokyo.recall(user_id, "What did Ada buy before the wedding?", mode=Mode.TEMPORAL, explain=True)
    assert "2026-03-10" in (recalled.note or "")
    assert recalled.trace is not None
    assert recalled.trace.time is not None
    assert recalled.trace.time.until == datetime(2026, 3, 9, 15, tzinfo=UTC)


@pytest.mark.models
def test_dates_in_memories_count_in_both_languages(knowledge: Knowledge, user_id: str, clock: Clock) -> None:
    clock.advance(days=60)  # the last of July
    drafts = [
        Draft(text="We moved the office to Yokohama on March 5, 2026.", created_at=START),
        Draft(text="灯センサーの展示会は2026年9月14日に大阪で開かれる。", created_at=START),
        Draft(text="The printer was repaired.", created_at=START),
    ]
    moved, fair, _ = remembered(knowledge, user_id, drafts)
    assert asked(knowledge, user_id, "What happened in March?", Mode.TEMPORAL)[0] == moved
    assert asked(knowledge, user_id, "9月の予定は？", Mode.TEMPORAL)[0] == fair
    note = knowledge.recall(user_id, "展示会の前に何をする？", mode=Mode.TEMPORAL).note
    assert "2026-09-14" in (note or "")


def test_what_is_about_an_entity_comes_before_what_mentions_it(light: Knowledge, user_id: str) -> None:
    drafts = [
        Draft(text="Grace met Ada Byron in passing"),
        Draft(text="Born in London, wrote programs", title="Ada Byron"),
        Draft(text="The harbour was closed"),
    ]
    mention, about, _ = remembered(light, user_id, drafts)
    recalled = light.recall(user_id, "What do we know about Ada Byron?", mode=Mode.ENTITY)
    assert [hit.memory.id for hit in recalled.hits] == [about, mention]
    assert {one.name for one in recalled.named} == {"Ada Byron"}
    assert "about Ada Byron" in recalled.hits[0].why
    assert "mentions Ada Byron" in recalled.hits[1].why
    by_id = asked(light, user_id, recalled.named[0].id, Mode.ENTITY)
    assert set(by_id) <= {about, mention}
    assert by_id


def test_an_entity_is_found_by_its_alias(light: Knowledge, user_id: str) -> None:
    told = remembered(light, user_id, [Draft(text="Augusta King (Ada) joined Acme Corp"), Draft(text="Grace met Bob")])
    assert asked(light, user_id, "Ada", Mode.ENTITY) == told[:1]


def test_namesakes_are_told_apart(light: Knowledge, user_id: str) -> None:
    told = remembered(light, user_id, [Draft(text="Augusta King (Ada) met Bob"), Draft(text="Ada Moor (Ada) met Eve")])
    recalled = light.recall(user_id, "Ada", mode=Mode.ENTITY)
    assert {hit.memory.id for hit in recalled.hits} == set(told)
    ids = {one.id for one in recalled.named}
    assert len(ids) == 2
    assert {frozenset(hit.about) for hit in recalled.hits} == {frozenset([one]) for one in ids}
    assert recalled.note == "“ada” may be one of 2; each hit says which it tells of."


def test_of_the_names_that_may_be_read_so_the_most_mentioned_are_taken(
    light: Knowledge, user_id: str, store: Store, driver: Driver
) -> None:
    often = ("Ada", "Grace", "Ida", "Ida", "Ida", "Eve")
    remembered(light, user_id, [Draft(text=f"{name} met Bob, number {n}") for n, name in enumerate(often)])
    with driver.session() as session:
        session.run(
            "MATCH (name:Name {user_id: $user}) WHERE name.key IN ['ada', 'grace', 'ida', 'eve'] "
            "MERGE (block:Block {user_id: $user, key: 'one'}) MERGE (name)-[:IN_BLOCK]->(block)",
            user=user_id,
        ).consume()  # fmt: skip
    taken = [
        store.read("recall/named", user_id=user_id, keys=[], blocks=["one"], ids=[], audiences=None, limit=n)
        for n in (1, 2, 4)
    ]
    assert [len(rows) for rows in taken] == [1, 2, 4]
    assert taken[0][0]["name"] == "Ida"
    assert taken[1] == taken[2][:2]


def test_of_the_places_that_name_a_happening_always_the_same_are_taken(
    light: Knowledge, user_id: str, store: Store
) -> None:
    ids = remembered(light, user_id, [Draft(text=f"the fair, number {n}", title="Fair") for n in range(12)])
    rows = store.read(
        "recall/happening", user_id=user_id, filters=filter_row(Filters()), query="nothingatall", keys=["fair"],
        texts=5, limit=5,
    )  # fmt: skip
    assert [row["memory_id"] for row in rows] == sorted(ids)[:5]


def test_a_name_that_nobody_has_gives_nothing_and_says_so(light: Knowledge, user_id: str, other_user: str) -> None:
    remembered(light, user_id, many(5))
    remembered(light, other_user, [Draft(text="Zorblax met Ada")])
    recalled = light.recall(user_id, "Zorblax", mode=Mode.ENTITY)
    assert recalled.hits == ()
    assert recalled.note is not None
    with pytest.raises(Invalid):
        light.recall(user_id, "Zorblax", mode=Mode.ENTITY, filters=Filters(project="  "))


def test_the_most_important_come_first_without_a_question(light: Knowledge, user_id: str) -> None:
    remembered(light, user_id, many(30))
    hits = light.recall(user_id, "", mode=Mode.IMPORTANCE, filters=Filters(project="p1"), limit=50).hits
    scores = [hit.memory.importance for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) > 1
    assert {hit.memory.project for hit in hits} == {"p1"}


@pytest.mark.parametrize("mode", list(Mode))
def test_a_trace_tells_how_a_search_went_and_no_text_of_memories(mode: Mode, light: Knowledge, user_id: str) -> None:
    remembered(light, user_id, [Draft(text=f"Ada Byron saw the {NEVER_SAID}", title="Voyage")])
    question = "Ada" if mode is Mode.CONTENT else "Where was Ada Byron in June?"
    plain = light.recall(user_id, question, mode=mode)
    assert plain.trace is None
    told = light.recall(user_id, question, mode=mode, explain=True)
    assert told.trace is not None
    assert len(told.trace.statements) == told.round_trips == plain.round_trips
    assert all(one.milliseconds > 0 and one.rows >= 0 and "/" in one.statement for one in told.trace.statements)
    assert told.trace.candidates >= len(told.hits) > 0
    assert not any(word.lower() in repr(told.trace).lower() for word in NEVER_SAID.split())
    if mode is Mode.TEMPORAL:
        assert told.trace.time is not None
        assert told.trace.time.said == "June"


def test_a_trace_says_nothing_of_another_recall(light: Knowledge, user_id: str) -> None:
    remembered(light, user_id, many(3))
    first = light.recall(user_id, "Ada", explain=True).trace
    light.recall(user_id, "Ada", mode=Mode.KEYWORD)
    assert first is not None
    assert [one.statement for one in first.statements] == ["recall/hybrid"]


@pytest.mark.parametrize("recipe", list(Recipe))
def test_a_japanese_question_is_answered_with_japanese_reasons(recipe: Recipe, light: Knowledge, user_id: str) -> None:
    remembered(light, user_id, [Draft(text="Ada met 田中 today")])
    assert "意味" in light.recall(user_id, "Ada 田中は", recipe=recipe).hits[0].why
