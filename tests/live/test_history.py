"""What a memory was before each act is kept, and every act can be undone, an undo and a merge too."""

import pytest
from neo4j import Driver

from graph.db import schema
from graph.db.store import Store
from graph.errors import Conflict, Invalid, NotFound
from graph.journal.actor import acting
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.importance import UseKind
from graph.model.life.journal import Act
from graph.model.types import LinkKind, Status, Validation
from tests.live.conftest import START, Clock
from tests.live.dump import assert_same, graph_of
from tests.live.plain_extractor import MODEL


def texts_of(knowledge: Knowledge, user_id: str, question: str) -> list[str]:
    return [hit.memory.text for hit in knowledge.recall(user_id, question).hits]


def test_every_act_on_a_memory_is_kept_with_its_time_its_door_and_what_was_before(
    light: Knowledge, user_id: str, clock: Clock
) -> None:
    kept = light.remember(user_id, Draft(text="Ada Byron joined Acme Corp.", tags=("work",), rating=2))
    clock.advance(days=1)
    with acting("rest:claude"):
        light.edit(user_id, kept.id, {"text": "Ada Byron joined Globex Inc.", "tags": ["work", "news"], "rating": 5})
    clock.advance(days=1)
    light.pin(user_id, kept.id)
    light.pin(user_id, kept.id)
    clock.advance(days=1)
    light.archive(user_id, kept.id)
    archived, pinned, edited = light.history(user_id, kept.id)
    assert [(v.number, v.act, v.by) for v in (archived, pinned, edited)] == [
        (3, Act.ARCHIVED, "python"), (2, Act.PINNED, "python"), (1, Act.EDITED, "rest:claude")
    ]  # fmt: skip
    assert edited.before == {"text": "Ada Byron joined Acme Corp.", "tags": ["work"], "rating": 2}
    assert (pinned.before, archived.before) == ({"pinned": False}, {"status": "active"})
    assert (edited.text, pinned.text) == ("Ada Byron joined Acme Corp.", "Ada Byron joined Globex Inc.")
    assert edited.until == pinned.since < pinned.until == archived.since
    events = light.events(user_id).page().events
    assert [(event.kind, event.by) for event in events] == [
        (Act.ARCHIVED, "python"), (Act.PINNED, "python"), (Act.EDITED, "rest:claude"), (Act.REMEMBERED, "python")
    ]  # fmt: skip


def test_an_undone_edit_leaves_the_graph_as_if_it_had_never_been_and_an_undone_undo_brings_it_back(
    light: Knowledge, user_id: str, driver: Driver
) -> None:
    kept = light.remember(user_id, Draft(text="Ada Byron joined Acme Corp.", title="Arrival", project="work/shop"))
    light.remember(user_id, Draft(text="Grace Hopper met Ada Byron."))
    apart = frozenset({"edit_count", "use_count", "event_count", "writes", "forgot_at", "to_settle", "to_weigh"})
    apart |= {"importance", "importance_parts", "to_embed", "to_link", "created_at"}
    before = graph_of(driver, user_id, leave_out=apart)
    changes = {"text": "Tom Brown left Globex Inc.", "title": None, "project": "home", "rating": 4}
    light.edit(user_id, kept.id, changes)
    assert "Tom Brown left Globex Inc." in texts_of(light, user_id, "Tom Brown")
    undone = light.versions(user_id).undo(kept.id)
    assert (undone.text, undone.title, undone.project, undone.rating) == (
        "Ada Byron joined Acme Corp.", "Arrival", "work/shop", None
    )  # fmt: skip
    assert_same(before, graph_of(driver, user_id, leave_out=apart))
    assert light.versions(user_id).undo(kept.id).text == "Tom Brown left Globex Inc."
    # To the state before the first act, whatever came after it.
    assert light.versions(user_id).undo(kept.id, to=1).text == "Ada Byron joined Acme Corp."


@pytest.mark.parametrize(
    ("act", "status"), [("archive", Status.ARCHIVED), ("invalidate", Status.INVALID)], ids=["archive", "invalidate"]
)
def test_an_undone_move_of_a_memory_is_undone_again(light: Knowledge, user_id: str, act: str, status: Status) -> None:
    kept = light.remember(user_id, Draft(text="Ada Byron joined Acme Corp."))
    moved = getattr(light, act)(user_id, kept.id)
    assert (moved.status, moved.invalidated_at is not None) == (status, status is Status.INVALID)
    undone = light.versions(user_id).undo(kept.id)
    assert (undone.status, undone.invalidated_at) == (Status.ACTIVE, None)
    assert "Ada Byron joined Acme Corp." in texts_of(light, user_id, "Ada Byron")
    assert light.versions(user_id).undo(kept.id).status is status


def test_two_memories_that_say_the_same_become_one_and_two_again(
    light: Knowledge, user_id: str, clock: Clock, driver: Driver
) -> None:
    keep = light.remember(user_id, Draft(text="Ada Byron joined Acme Corp.", tags=("work",)))
    other = light.remember(
        user_id, Draft(text="Acme Corp. has hired Ada Byron.", tags=("work", "news"), project="shop", rating=4)
    )
    third = light.remember(user_id, Draft(text="Grace Hopper met Ada Byron at Acme Corp."))
    light.use(user_id, [other.id], kind=UseKind.VIEW)
    light.lifecycle_stats(user_id)
    tie = {"user_id": user_id, "found_by": third.id, "confidence": 0.9, "weight": 0.9, "evidence_count": 1} | {
        "validation_status": "unvalidated", "reasons": ["r"], "method": "m", "first_evidence": START,
        "last_evidence": START,
    }  # fmt: skip
    made = "MATCH (a:Memory {id: $a}), (b:Memory {id: $b}) CREATE (a)-[tie:THEMATIC_CONNECTION]->(b) SET tie = $tie"
    driver.execute_query(made, a=third.id, b=other.id, tie=tie)
    merged = light.versions(user_id).merge(keep.id, other.id)
    assert (merged.tags, merged.project, merged.rating, merged.use_count) == (("work", "news"), "shop", 4, 1)
    assert light.versions(user_id).merge(keep.id, other.id) == merged
    found = texts_of(light, user_id, "Who joined Acme Corp.?")
    assert "Ada Byron joined Acme Corp." in found
    assert "Acme Corp. has hired Ada Byron." not in found
    detail = light.show(user_id, keep.id)
    assert detail.merged == (other.id,)
    links = {(link.kind, link.memory.id) for link in light.links(user_id, keep.id)}
    assert (LinkKind.THEMATIC_CONNECTION, third.id) in links
    assert other.id not in {link.memory.id for link in light.links(user_id, third.id)}
    # What the other states stays in force.
    gone = light.show(user_id, other.id).memory
    assert (gone.status, gone.merged_into) == (Status.ARCHIVED, keep.id)
    with pytest.raises(Conflict, match="Undo that first"):
        light.restore(user_id, other.id)
    light.edit(user_id, keep.id, {"tags": ["work", "news", "mine"]})
    with pytest.raises(Conflict, match="Between lies a merge"):
        light.versions(user_id).undo(keep.id, to=1)
    parted = light.versions(user_id).undo(other.id)
    assert (parted.id, parted.status, parted.merged_into) == (other.id, Status.ACTIVE, None)
    back = light.show(user_id, keep.id).memory
    assert (back.tags, back.project, back.rating, back.use_count) == (("work", "mine"), None, None, 0)
    assert (LinkKind.THEMATIC_CONNECTION, third.id) not in {
        (link.kind, link.memory.id) for link in light.links(user_id, keep.id)
    }
    # The undo undone: they are one again.
    light.versions(user_id).undo(other.id)
    assert light.show(user_id, keep.id).merged == (other.id,)
    assert light.forget(user_id, keep.id).memories == 2
    with pytest.raises(NotFound):
        light.show(user_id, other.id)


def test_what_cannot_be_undone_or_merged_is_refused_with_the_way_out(light: Knowledge, user_id: str) -> None:
    kept = light.remember(user_id, Draft(text="Ada Byron joined Acme Corp."))
    other = light.remember(user_id, Draft(text="Grace Hopper met Ada Byron."))
    versions = light.versions(user_id)
    with pytest.raises(Conflict, match="Nothing was done"):
        versions.undo(kept.id)
    light.edit(user_id, kept.id, {"text": "Ada Byron left Acme Corp."})
    for number in (0, 2, True):
        with pytest.raises(Invalid, match="1 to 1"):
            versions.undo(kept.id, to=number)
    with pytest.raises(NotFound):
        versions.undo("nobody")
    with pytest.raises(Invalid, match="itself"):
        versions.merge(kept.id, kept.id)
    light.archive(user_id, other.id)
    with pytest.raises(Conflict, match="only active"):
        versions.merge(kept.id, other.id)


def test_what_people_say_of_links_entities_and_relations_is_an_event_without_any_text(
    light: Knowledge, user_id: str, driver: Driver
) -> None:
    light.remember(user_id, Draft(text="Ada Byron joined Acme Corp.", project="work/shop"))
    light.create_project(user_id, "work/new", "About zephyrine things")
    light.describe_project(user_id, "work/new", "About zephyrine things and more")
    light.remove_project(user_id, "work/new")
    ada, acme = (light.entity_called(user_id, name) for name in ("Ada Byron", "Acme Corp"))
    relation = light.entity(user_id, ada).relations[0]
    light.judge_relation(user_id, ada, relation.type, acme, Validation.REJECTED)
    light.edit_entity(user_id, ada, {"description": "zephyrine"})
    light.reject_entity(user_id, acme)
    page = light.events(user_id).page(limit=3)
    assert [event.kind for event in page.events] == [Act.ENTITY_REJECTED, Act.ENTITY_EDITED, Act.RELATION_JUDGED]
    rest = light.events(user_id).page(limit=3, cursor=page.next_cursor)
    assert [event.kind for event in rest.events] == [
        Act.PROJECT_REMOVED, Act.PROJECT_DESCRIBED, Act.PROJECT_CREATED
    ]  # fmt: skip
    (first,) = light.events(user_id).page(kinds=["remembered"]).events
    assert (first.number, len(first.memory_ids)) == (1, 1)
    records, _, _ = driver.execute_query("MATCH (e:AuditEvent {user_id: $u}) RETURN properties(e) AS e", u=user_id)
    assert "zephyrine" not in repr(records)
    with pytest.raises(Invalid, match="kinds"):
        light.events(user_id).page(kinds=["eaten"])


def test_an_ingest_is_one_event_a_batch_and_old_events_go(light: Knowledge, user_id: str, clock: Clock) -> None:
    drafts = [Draft(text=f"Ada Byron met Grace Hopper {n} times.") for n in range(30)]
    ids = [o.remembered.id for o in light.remember_many(user_id, drafts, batch_size=20) if o.remembered]
    events = light.events(user_id).page().events
    assert sorted(event.number for event in events) == [10, 20]
    assert {identity for event in events for identity in event.memory_ids} == set(ids)
    list(light.remember_many(user_id, drafts, batch_size=20))
    assert len(light.events(user_id).page().events) == 2
    clock.advance(days=400)
    light.pin(user_id, ids[0])
    assert [event.kind for event in light.events(user_id).page().events] == [Act.PINNED]
    assert [event.kind for event in light.events(user_id).page(memory_id=ids[0]).events] == [Act.PINNED]


def test_texts_and_records_of_an_older_database_get_numbers_and_acts_once(
    light: Knowledge, store: Store, user_id: str, driver: Driver
) -> None:
    kept = light.remember(user_id, Draft(text="Ada Byron joined Acme Corp.", title="Arrival"))
    made = (
        "UNWIND [1, 2] AS n CREATE (:MemoryVersion {user_id: $u, memory_id: $id, text: 'Text ' + toString(n), "
        "title: 'T', since: datetime(), until: datetime({year: 2020 + n})}) "
        "WITH DISTINCT 1 AS all CREATE (:AuditEvent {id: 'old', user_id: $u, memory_id: $id, kind: 'forgotten', "
        "at: datetime({year: 2021})})"
    )
    driver.execute_query(made, u=user_id, id=kept.id)  # pyright: ignore[reportArgumentType]
    for _ in range(2):
        schema.migrate(store, "m031_journal", MODEL)
        versions = light.history(user_id, kept.id)
        assert [(v.number, v.text, v.act, v.by) for v in versions] == [
            (2, "Text 2", Act.EDITED, "unknown"), (1, "Text 1", Act.EDITED, "unknown")
        ]  # fmt: skip
    old = light.events(user_id).page(kinds=["forgotten"]).events
    assert [(event.memory_ids, event.number, event.by) for event in old] == [((kept.id,), 1, "unknown")]
    light.versions(user_id).undo(kept.id)
    assert light.show(user_id, kept.id).memory.text == "Text 2"
