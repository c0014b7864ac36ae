"""Edits, pins and the states of a memory: each does what it says, no more, and can be undone where it says so."""

import pytest
from neo4j import Driver

from graph.db.fulltext_fields import words_fields
from graph.errors import Conflict, Invalid, NotFound
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.memory import Enrich, Order
from graph.model.recalled import Mode
from graph.model.types import Status
from tests.live.conftest import Clock
from tests.live.dump import assert_same, graph_of, with_sorted_words
from tests.live.test_forgetting import TALK, remembered

RUNS = frozenset(
    {
        "writes",
        "forgot_at",
        "aliases",
        "first_seen",
        "last_seen",
        "edit_count",
        "created_at",
        "importance",
        "importance_parts",
    }
)
TEXT = "Ada Byron joined Acme Corp."
SEARCHES = (Mode.HYBRID, Mode.SEMANTIC, Mode.KEYWORD, Mode.GRAPH)


def found(knowledge: Knowledge, user_id: str, question: str = "Ada Byron", filters: Filters | None = None) -> set[str]:
    """The ids that any search finds."""
    chosen = filters or Filters()
    return {
        hit.memory.id
        for mode in Mode
        for hit in knowledge.recall(user_id, question, mode=mode, filters=chosen, limit=50).hits
    }


def same_graph(driver: Driver, one: str, other: str) -> None:
    first, second = (with_sorted_words(graph_of(driver, user, leave_out=RUNS)) for user in (one, other))
    assert_same(first, second)


def test_a_new_text_is_understood_anew(light: Knowledge, user_id: str, other_user: str, driver: Driver) -> None:
    one = remembered(light, user_id, [Draft(text="Grace Hopper leads Zeta Corp.", title="T"), Draft(text="Else.")])[0]
    told = light.edit(user_id, one, {"text": TEXT})
    assert told.id == one
    assert [(fact.subject, fact.predicate, fact.object) for fact in told.facts] == [
        ("Ada Byron", "joined", "Acme Corp")
    ]
    remembered(light, other_user, [Draft(text=TEXT, title="T"), Draft(text="Else.")])
    same_graph(driver, user_id, other_user)
    assert light.show(user_id, one).memory.edit_count == 1


def test_an_edit_of_all_words_is_a_memory_told_that_way(
    light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    before = Draft(text="One.", title="Old", category="old", project="old/p", tags=("o",), source="old", extra={"a": 1})
    after = Draft(text=TEXT, title="New", category="new", project="new/p", tags=("n",), source="new", extra={"b": 2})
    one = remembered(light, user_id, [before])[0]
    changes = {n: getattr(after, n) for n in ("text", "title", "category", "project", "tags", "source", "extra")}
    light.edit(user_id, one, changes)
    remembered(light, other_user, [after])
    same_graph(driver, user_id, other_user)


def test_an_edit_can_empty_what_was_given(light: Knowledge, user_id: str, other_user: str, driver: Driver) -> None:
    before = Draft(text=TEXT, title="Old", category="old", project="old/p", tags=("o",), source="old", extra={"a": 1})
    one = remembered(light, user_id, [before])[0]
    light.edit(
        user_id, one, {"title": None, "category": None, "project": None, "tags": (), "source": None, "extra": {}}
    )
    remembered(light, other_user, [Draft(text=TEXT)])
    same_graph(driver, user_id, other_user)


@pytest.mark.parametrize("place", [0, 1, 5, 10, 11])
def test_an_edited_turn_makes_a_talk_that_was_told_that_way(
    place: int, light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    ids = remembered(light, user_id, TALK)
    light.edit(user_id, ids[place], {"text": "Does Margaret live here?\n\nMargaret met Alan Kay."})
    turn = TALK[place]
    told = Draft(
        text="Does Margaret live here?\n\nMargaret met Alan Kay.",
        speaker=turn.speaker,
        session_id="talk",
        channel="chat",
    )
    remembered(light, other_user, [*TALK[:place], told, *TALK[place + 1 :]])
    same_graph(driver, user_id, other_user)


def test_a_talk_goes_on_after_its_last_turn_was_edited(
    light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    ids = remembered(light, user_id, TALK[:8])
    light.edit(user_id, ids[7], {"text": "Changed words."})
    remembered(light, user_id, TALK[8:])
    told = Draft(text="Changed words.", speaker=TALK[7].speaker, session_id="talk", channel="chat")
    remembered(light, other_user, [*TALK[:7], told, *TALK[8:]])
    same_graph(driver, user_id, other_user)


def test_marks_can_be_edited(light: Knowledge, user_id: str) -> None:
    one = remembered(light, user_id, [Draft(text=TEXT)])[0]
    light.edit(user_id, one, {"bookmarked": True, "rating": 5, "pinned": True})
    memory = light.show(user_id, one).memory
    assert (memory.bookmarked, memory.rating, memory.pinned) == (True, 5, True)


def test_marks_and_tags_leave_what_was_understood_as_it_is(light: Knowledge, user_id: str, driver: Driver) -> None:
    hidden = STATES | {"rating", "bookmarked", "tags", "importance", "importance_parts", "edit_count", "to_link"}
    one, other = remembered(light, user_id, [Draft(text=TEXT), Draft(text=TEXT.upper())])
    before = graph_of(driver, user_id, leave_out=hidden)
    for memory_id in (one, other):
        light.edit(user_id, memory_id, {"bookmarked": True, "rating": 5, "tags": ("new",)})
    assert_same(graph_of(driver, user_id, leave_out=hidden), before)
    memory = light.show(user_id, other).memory
    assert (memory.tags, memory.rating, memory.edit_count, memory.duplicate_of) == (("new",), 5, 1, one)


def test_a_memory_moves_to_another_project_with_all_its_chunks(light: Knowledge, user_id: str) -> None:
    one, kept = remembered(light, user_id, [Draft(text=TEXT, project="old"), Draft(text=f"{TEXT} Twice.")])
    light.archive(user_id, kept)
    for memory_id in (one, kept):
        light.edit(user_id, memory_id, {"project": "new/p", "category": "c"})
    assert found(light, user_id, filters=Filters(project="new/p")) == {one}
    assert found(light, user_id, filters=Filters(project="old")) == set()
    light.restore(user_id, kept)
    assert found(light, user_id, filters=Filters(project="new/p", category="c")) == {one, kept}


@pytest.mark.parametrize("edited", [0, 1])
def test_a_memory_that_says_something_else_repeats_nobody(edited: int, light: Knowledge, user_id: str) -> None:
    ids = remembered(light, user_id, [Draft(text=TEXT), Draft(text=TEXT.upper())])
    assert light.show(user_id, ids[1]).memory.duplicate_of == ids[0]
    light.edit(user_id, ids[edited], {"text": "Grace Hopper leads Zeta Corp."})
    assert light.show(user_id, ids[1]).memory.duplicate_of is None


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "x"},
        {"user_id": "x"},
        {"created_at": None},
        {"text": " "},
        {"text": "a\x00"},
        {"rating": 9},
        {"nothing": 1},
    ],
)
def test_an_edit_that_makes_no_sense_is_refused_and_changes_nothing(
    changes: dict[str, object], light: Knowledge, user_id: str, driver: Driver
) -> None:
    one = remembered(light, user_id, [Draft(text=TEXT)])[0]
    before = graph_of(driver, user_id)
    with pytest.raises(Invalid):
        light.edit(user_id, one, changes)
    assert_same(graph_of(driver, user_id), before)


def test_an_edit_into_another_memory_is_a_conflict(light: Knowledge, user_id: str, driver: Driver) -> None:
    ids = remembered(light, user_id, [Draft(text=TEXT), Draft(text="Else.")])
    before = graph_of(driver, user_id)
    with pytest.raises(Conflict, match=ids[0]):
        light.edit(user_id, ids[1], {"text": TEXT})
    assert_same(graph_of(driver, user_id), before)


def test_the_old_text_may_be_remembered_again_after_an_edit(light: Knowledge, user_id: str) -> None:
    one = remembered(light, user_id, [Draft(text=TEXT)])[0]
    light.edit(user_id, one, {"text": "Else."})
    assert remembered(light, user_id, [Draft(text=TEXT)]) != [one]
    assert remembered(light, user_id, [Draft(text="Else.")]) == [one]


def test_a_pin_holds_until_it_is_undone(light: Knowledge, user_id: str) -> None:
    one = remembered(light, user_id, [Draft(text=TEXT)])[0]
    assert light.pin(user_id, one).pinned
    assert light.pin(user_id, one).pinned
    assert light.stats(user_id).pinned == 1
    assert not light.unpin(user_id, one).pinned
    assert not light.show(user_id, one).memory.pinned


STATES = frozenset({"updated_at", "writes", "forgot_at"})


@pytest.mark.parametrize("draft", [Draft(text=f"{TEXT}\n\nGrace Hopper met Ada Byron.", title="T"), TALK[2]])
def test_what_is_archived_leaves_every_index_and_comes_back_just_as_it_was(
    draft: Draft, light: Knowledge, user_id: str, driver: Driver
) -> None:
    one = remembered(light, user_id, [draft])[0]
    remembered(light, user_id, [Draft(text="Ada Byron stays here.")])
    before = graph_of(driver, user_id, leave_out=STATES)
    archived = light.archive(user_id, one)
    assert archived.status is Status.ARCHIVED
    with driver.session() as session:
        chunks = [r["c"] for r in session.run(
            "MATCH (c:Chunk {user_id: $u})-[:PART_OF]->(:Memory {id: $id}) RETURN properties(c) AS c", u=user_id, id=one
        )]  # fmt: skip
    assert chunks
    assert not {"text", *words_fields(user_id), "facets", "embedding"} & {key for chunk in chunks for key in chunk}
    for mode in Mode:
        assert one not in {hit.memory.id for hit in light.recall(user_id, draft.text[:60], mode=mode).hits}, mode
    assert light.stats(user_id).archived == 1
    light.archive(user_id, one)
    light.restore(user_id, one)
    light.restore(user_id, one)
    assert_same(graph_of(driver, user_id, leave_out=STATES), before)


@pytest.mark.parametrize("enrich", list(Enrich))
def test_an_archived_turn_learns_what_followed_and_stays_out_of_the_indexes(
    enrich: Enrich, light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    ids = remembered(light, user_id, TALK[:6])
    light.archive(user_id, ids[5])
    remembered(light, user_id, TALK[6:], enrich=enrich)
    light.enrich_pending(limit=100)
    with driver.session() as session:
        query = "MATCH (c:Chunk)-[:PART_OF]->(:Memory {id: $id}) RETURN c.embedding AS vector"
        assert [row["vector"] for row in session.run(query, id=ids[5])] == [None]
    light.restore(user_id, ids[5])
    remembered(light, other_user, TALK)
    same_graph(driver, user_id, other_user)


def test_what_is_archived_before_it_is_understood_is_found_only_where_that_is_asked_for(
    light: Knowledge, user_id: str
) -> None:
    one = remembered(light, user_id, [Draft(text=TEXT)], enrich=Enrich.LATER)[0]
    light.archive(user_id, one)
    light.enrich_pending(limit=10)
    for mode in (Mode.SEMANTIC, Mode.KEYWORD):
        assert light.recall(user_id, TEXT, mode=mode).hits == (), mode
        archived = light.recall(user_id, TEXT, mode=mode, filters=Filters(status=Status.ARCHIVED)).hits
        assert [hit.memory.id for hit in archived] == [one], mode
    light.restore(user_id, one)
    assert {hit.memory.id for hit in light.recall(user_id, TEXT, mode=Mode.SEMANTIC).hits} == {one}


def test_what_is_archived_can_still_be_listed_and_shown(light: Knowledge, user_id: str) -> None:
    one = remembered(light, user_id, [Draft(text=TEXT)])[0]
    light.archive(user_id, one)
    assert light.memories(user_id).memories == ()
    assert [m.id for m in light.memories(user_id, filters=Filters(status=Status.ARCHIVED)).memories] == [one]
    assert light.show(user_id, one).memory.text == TEXT
    archived = light.content(user_id, "Byron", filters=Filters(status=Status.ARCHIVED))
    assert [hit.memory.id for hit in archived.hits] == [one]


def test_an_archived_memory_can_be_edited_and_stays_archived(light: Knowledge, user_id: str) -> None:
    one = remembered(light, user_id, [Draft(text=TEXT)])[0]
    light.archive(user_id, one)
    light.edit(user_id, one, {"text": "Grace Hopper leads Zeta Corp."})
    assert light.show(user_id, one).memory.status is Status.ARCHIVED
    assert found(light, user_id, "Grace Hopper Zeta") == set()
    light.restore(user_id, one)
    assert found(light, user_id, "Grace Hopper Zeta") == {one}


def test_what_is_no_longer_true_is_found_only_when_asked_for(light: Knowledge, user_id: str) -> None:
    one, other = remembered(light, user_id, [Draft(text=TEXT), Draft(text="Ada Byron met Grace Hopper.")])
    assert light.invalidate(user_id, one).status is Status.INVALID
    for mode in Mode:
        hits = light.recall(user_id, "Ada Byron", mode=mode).hits
        assert {hit.memory.id for hit in hits} == {other}, mode
        asked = light.recall(user_id, "Ada Byron", mode=mode, filters=Filters(status=Status.INVALID)).hits
        assert {hit.memory.id for hit in asked} == {one}, mode
    light.restore(user_id, one)
    assert found(light, user_id) == {one, other}


def test_the_states_follow_each_other_in_any_order(light: Knowledge, user_id: str, driver: Driver) -> None:
    one = remembered(light, user_id, [Draft(text=TEXT)])[0]
    before = graph_of(driver, user_id, leave_out=STATES)
    light.invalidate(user_id, one)
    light.archive(user_id, one)
    light.invalidate(user_id, one)
    assert found(light, user_id, filters=Filters(status=Status.INVALID)) == {one}
    assert found(light, user_id) == set()
    light.restore(user_id, one)
    assert_same(graph_of(driver, user_id, leave_out=STATES), before)


def test_a_hit_that_was_used_is_counted(light: Knowledge, user_id: str, clock: Clock) -> None:
    one = remembered(light, user_id, [Draft(text=TEXT)])[0]
    light.recall(user_id, "Ada Byron")
    assert light.show(user_id, one).memory.use_count == 0
    clock.advance(days=1)
    light.recall(user_id, "Ada Byron", touch=True)
    assert light.importance(user_id, one).parts[2].made_of == {"views": 1, "edits": 0, "shares": 0}
    memory = light.show(user_id, one).memory
    assert (memory.use_count, memory.last_used_at) == (1, clock.now)


@pytest.mark.parametrize("act", ["show", "pin", "unpin", "archive", "restore", "invalidate", "forget"])
def test_what_is_not_there_is_not_found(act: str, light: Knowledge, user_id: str) -> None:
    for identity in ("nothing", "", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "x" * 5000, "'; DROP"):
        with pytest.raises(NotFound):
            getattr(light, act)(user_id, identity)


def test_a_list_is_in_the_order_that_was_asked_for(light: Knowledge, user_id: str, clock: Clock) -> None:
    for text in ("short", TEXT, "TODO: deadline, important, urgent decision"):
        clock.advance(hours=1)
        light.remember(user_id, Draft(text=text, occurred_at=clock.now.replace(year=2020 + len(text) % 5)))
    for order, field in (
        (Order.CREATED, "created_at"),
        (Order.OCCURRED, "occurred_at"),
        (Order.IMPORTANCE, "importance"),
    ):
        values = [getattr(memory, field) for memory in light.memories(user_id, order=order).memories]
        assert values == sorted(values, reverse=True)
        assert len(values) == 3
