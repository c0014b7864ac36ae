"""What is forgotten leaves no trace: no text, no word, no name, no vector, anywhere in the database."""

from collections.abc import Callable, Sequence

import pytest
from neo4j import Driver

from graph.db import schema
from graph.db.store import Store
from graph.errors import NotFound
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.memory import Enrich
from tests.live.dump import assert_same, graph_of, with_sorted_words
from tests.live.plain_extractor import MODEL

Dump = Callable[..., str]


def remembered(
    knowledge: Knowledge, user_id: str, drafts: Sequence[Draft], *, enrich: Enrich = Enrich.NOW
) -> list[str]:
    outcomes = list(knowledge.remember_many(user_id, drafts, enrich=enrich))
    return [outcome.remembered.id for outcome in outcomes if outcome.remembered]


def vector_text(driver: Driver, memory_id: str) -> list[str]:
    """The first numbers of each vector of a memory's chunks, as a dump writes them."""
    with driver.session() as session:
        rows = session.run("MATCH (c:Chunk)-[:PART_OF]->(:Memory {id: $id}) RETURN c.embedding AS v", id=memory_id)
        return [", ".join(repr(n) for n in list(row["v"])[:4]) for row in rows if row["v"] is not None]


def assert_no_trace(dumped: str, traces: Sequence[str]) -> None:
    lower = dumped.lower()
    assert [trace for trace in traces if trace.lower() in lower] == []


def test_a_plain_memory_leaves_nothing(light: Knowledge, user_id: str, dump: Dump, driver: Driver) -> None:
    before = dump()
    draft = Draft(
        text="Zephyrine Quux (Zeph) joined Blorptech Corp.\n\nThe xylomarimba stands in Vlimburg Town.",
        title="Kumquatery", tags=("tagwortel",), category="catwortel", project="top/projwortel", session_id="seswortel",
        source="srcwortel", channel="chawortel", extra={"k": "extwortel"},
    )  # fmt: skip
    one = remembered(light, user_id, [draft])[0]
    vectors = vector_text(driver, one)
    assert len(vectors) == 2
    assert all(vector in dump() for vector in vectors)
    forgotten = light.forget(user_id, one)
    assert (forgotten.memories, forgotten.chunks, forgotten.facts) == (1, 2, 1)
    assert forgotten.entities == 5
    after = dump()
    assert_no_trace(
        after, ["zephyrine", "quux", "zeph", "blorptech", "xylomarimba", "vlimburg", "kumquatery", "wortel"]
    )
    assert_no_trace(after, vectors)
    # What is left is the user, the events of keeping and forgetting, and a hash of the text; nothing else.
    assert len(after.splitlines()) == len(before.splitlines()) + 4


def test_forgetting_tells_that_it_happened_and_not_what(light: Knowledge, user_id: str, driver: Driver) -> None:
    one = remembered(light, user_id, [Draft(text="Zephyrine Quux joined Blorptech Corp.")])[0]
    light.forget(user_id, one)
    with driver.session() as session:
        events = [
            r["e"] for r in session.run("MATCH (e:AuditEvent {user_id: $u}) RETURN properties(e) AS e", u=user_id)
        ]
    assert {(event["kind"], *event["memory_ids"]) for event in events} == {("remembered", one), ("forgotten", one)}
    assert events[0].keys() == {"id", "kind", "by", "number", "memory_ids", "fields", "user_id", "at"}


def test_records_from_before_get_a_label_that_no_entity_has(
    light: Knowledge, store: Store, user_id: str, driver: Driver
) -> None:
    (one,) = remembered(light, user_id, [Draft(text="Zephyrine Quux joined Blorptech Corp.")])
    light.forget(user_id, one)
    with driver.session() as session:
        session.run(
            "MATCH (e:AuditEvent {user_id: $u, kind: 'forgotten'}) REMOVE e:AuditEvent SET e:Event, e.memory_id = $one "
            "WITH e MATCH (other:AuditEvent {user_id: $u}) DELETE other", u=user_id, one=one,
        ).consume()  # fmt: skip
        session.run("CREATE (:Entity:Event {user_id: $u, id: 'wedding', key: 'wedding'})", u=user_id).consume()
    for _ in range(2):
        schema.migrate(store, "m012_audit_events", MODEL)
        with driver.session() as session:
            rows = session.run(
                "MATCH (n:AuditEvent|Event {user_id: $u}) RETURN coalesce(n.memory_id, n.id) AS id, labels(n) AS every",
                u=user_id,
            )
            assert {row["id"]: set(row["every"]) for row in rows} == {
                one: {"AuditEvent"}, "wedding": {"Entity", "Event"}
            }  # fmt: skip


def test_a_forgotten_memory_is_found_in_no_way(light: Knowledge, user_id: str) -> None:
    one = remembered(light, user_id, [Draft(text="Zephyrine Quux joined Blorptech Corp.")])[0]
    light.forget(user_id, one)
    assert light.recall(user_id, "Zephyrine Quux Blorptech").hits == ()
    assert light.content(user_id, "Zephyrine").hits == ()
    for act in (light.show, light.forget, light.pin):
        with pytest.raises(NotFound):
            act(user_id, one)


SHARED = (
    Draft(text="Ada Byron joined Acme Corp. Ada Byron met Grace Hopper.", title="Rome", project="p", category="c"),
    Draft(text="Ada Byron (Zephyr) joined Acme Corp. Ada Byron met Qwertine Uiop.", project="p", category="d"),
    Draft(text="Grace Hopper met Ada Byron. Ada Byron joined Acme Corp.", project="q", category="c"),
)


@pytest.mark.parametrize("gone", [0, 1, 2])
def test_of_shared_entities_stays_what_the_others_give(
    gone: int, light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    ids = remembered(light, user_id, SHARED)
    light.forget(user_id, ids[gone])
    remembered(light, other_user, [draft for n, draft in enumerate(SHARED) if n != gone])
    assert_same(graph_of(driver, user_id, leave_out=RUNS), graph_of(driver, other_user, leave_out=RUNS))


RUNS = frozenset({"writes", "forgot_at", "aliases", "first_seen", "last_seen", "updated_at", "created_at"})


def test_a_name_that_only_the_forgotten_gave_vanishes(light: Knowledge, user_id: str, dump: Dump) -> None:
    ids = remembered(light, user_id, SHARED)
    light.forget(user_id, ids[1])
    assert_no_trace(dump(), ["zephyr", "qwertine", "uiop"])
    ada = next(e for e in light.show(user_id, ids[0]).entities if e.name == "Ada Byron")
    assert ada.id in {e.id for e in light.show(user_id, ids[2]).entities}


def test_an_identity_that_was_a_forgotten_name_is_given_up(light: Knowledge, user_id: str, dump: Dump) -> None:
    first = remembered(light, user_id, [Draft(text="Zephyrine Quux (Bee) joined Acme Corp.")])[0]
    later = remembered(light, user_id, [Draft(text="On site Bee met Grace Hopper.", created_at=None)])[0]
    light.forget(user_id, first)
    assert_no_trace(dump(), ["zephyrine", "quux"])
    assert "Bee" in {entity.name for entity in light.show(user_id, later).entities}


def test_a_fact_that_others_state_too_keeps_their_evidence(light: Knowledge, user_id: str, driver: Driver) -> None:
    ids = remembered(light, user_id, SHARED)

    def evidence() -> tuple[int, float]:
        with driver.session() as session:
            row = session.run(
                "MATCH (:Entity {user_id: $u, key: 'ada byron'})-[r:WORKS_FOR]->() "
                "RETURN r.evidence_count AS n, r.confidence AS c",
                u=user_id,
            ).single(strict=True)
            return row["n"], round(row["c"], 6)

    assert evidence() == (3, round(1 - 0.3**3, 6))
    light.forget(user_id, ids[0])
    assert evidence() == (2, round(1 - 0.3**2, 6))


TALK = tuple(
    Draft(
        text=f"{text} word{n}a word{n}b",
        speaker=("Ada", "Grace")[n % 2],
        session_id="talk",
        channel="chat",
    )
    for n, text in enumerate(
        (
            "Hello there.",
            "Did Linus call?",
            "Linus met Grace Hopper.",
            "Where is Paris Town?",
            "In the south.",
            "Is Donald there?",
            "Donald joined Acme Corp.",
            "Good to know.",
            "Who leads it?",
            "Nobody knows.",
            "So be it.",
            "Farewell.",
        )
    )
)


@pytest.mark.parametrize("gone", range(len(TALK)))
def test_a_talk_without_a_forgotten_turn_is_a_talk_that_never_had_it(
    gone: int, light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    ids = remembered(light, user_id, TALK)
    light.forget(user_id, ids[gone])
    remembered(light, other_user, [turn for n, turn in enumerate(TALK) if n != gone])
    one, other = (with_sorted_words(graph_of(driver, user, leave_out=RUNS)) for user in (user_id, other_user))
    assert_same(one, other)


@pytest.mark.parametrize("order", [(5, 6, 7), (7, 6, 5), (11, 10, 9), (0, 1, 2), (4, 8, 6)])
def test_a_talk_without_several_turns_is_a_talk_that_never_had_them(
    order: tuple[int, ...], light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    ids = remembered(light, user_id, TALK)
    for gone in order:
        light.forget(user_id, ids[gone])
    remembered(light, other_user, [turn for n, turn in enumerate(TALK) if n not in order])
    one, other = (with_sorted_words(graph_of(driver, user, leave_out=RUNS)) for user in (user_id, other_user))
    assert_same(one, other)


def test_a_talk_goes_on_after_its_last_turn_was_forgotten(
    light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    ids = remembered(light, user_id, TALK[:9])
    light.forget(user_id, ids[8])
    light.forget(user_id, ids[6])
    remembered(light, user_id, TALK[9:])
    remembered(light, other_user, [turn for n, turn in enumerate(TALK) if n not in (6, 8)])
    one, other = (with_sorted_words(graph_of(driver, user, leave_out=RUNS)) for user in (user_id, other_user))
    assert_same(one, other)


def test_the_words_and_vectors_of_a_forgotten_turn_leave_its_neighbours(
    light: Knowledge, user_id: str, dump: Dump, driver: Driver
) -> None:
    ids = remembered(light, user_id, TALK)
    vectors = vector_text(driver, ids[5])
    light.forget(user_id, ids[5])
    assert_no_trace(dump(), ["word5a", "word5b", *vectors])


def test_a_talk_of_nothing_but_forgotten_turns_is_gone(light: Knowledge, user_id: str, driver: Driver) -> None:
    for identity in remembered(light, user_id, TALK):
        light.forget(user_id, identity)
    graph = graph_of(driver, user_id)
    assert list(graph.nodes) == ["user"]
    assert graph.nodes["user"]["chunk_count"] == 0


def test_a_pending_memory_is_forgotten_whole(light: Knowledge, user_id: str, dump: Dump) -> None:
    ids = remembered(light, user_id, [Draft(text="Zephyrine Quux waits.")], enrich=Enrich.LATER)
    light.forget(user_id, ids[0])
    assert_no_trace(dump(), ["zephyrine", "quux"])
    assert light.backlog(user_id) == 0


@pytest.mark.parametrize("gone", [0, 5, 11])
def test_a_pending_turn_is_forgotten_whole(
    gone: int, light: Knowledge, user_id: str, other_user: str, driver: Driver, dump: Dump
) -> None:
    ids = remembered(light, user_id, TALK, enrich=Enrich.LATER)
    light.forget(user_id, ids[gone])
    assert_no_trace(dump(), [f"word{gone}a", f"word{gone}b"])
    remembered(light, other_user, [turn for n, turn in enumerate(TALK) if n != gone])
    while light.enrich_pending():
        pass
    one, other = (with_sorted_words(graph_of(driver, user, leave_out=RUNS)) for user in (user_id, other_user))
    assert_same(one, other)


def test_an_archived_memory_is_forgotten_whole(light: Knowledge, user_id: str, dump: Dump, driver: Driver) -> None:
    one = remembered(light, user_id, [Draft(text="Zephyrine Quux joined Blorptech Corp.")])[0]
    vectors = vector_text(driver, one)
    light.archive(user_id, one)
    light.forget(user_id, one)
    assert_no_trace(dump(), ["zephyrine", "quux", "blorptech", *vectors])


def test_a_forgotten_turn_leaves_the_archived_turns_beside_it(light: Knowledge, user_id: str, dump: Dump) -> None:
    turns = [Draft(text=f"{word} again.", speaker="Ada", session_id="s") for word in ("Zephyrine", "Blorptech")]
    forgotten, archived = remembered(light, user_id, turns)
    light.archive(user_id, archived)
    light.forget(user_id, forgotten)
    assert_no_trace(dump(), ["zephyrine"])
    light.restore(user_id, archived)
    assert [hit.memory.id for hit in light.recall(user_id, "Blorptech").hits] == [archived]


def test_an_edited_text_leaves_nothing_of_the_old_one(
    light: Knowledge, user_id: str, dump: Dump, driver: Driver
) -> None:
    one = remembered(light, user_id, [Draft(text="Zephyrine Quux joined Blorptech Corp.", title="Kumquatery")])[0]
    vectors = vector_text(driver, one)
    light.edit(user_id, one, {"text": "Ada Byron left.", "title": "Departure"})
    assert_no_trace(dump(history=False), ["zephyrine", "quux", "blorptech", "kumquatery", *vectors])


def test_forgetting_and_remembering_again_gives_the_same_graph(light: Knowledge, user_id: str, driver: Driver) -> None:
    ids = [*remembered(light, user_id, SHARED[:2]), light.remember(user_id, SHARED[2]).id]
    before = graph_of(driver, user_id, leave_out=RUNS)
    light.forget(user_id, ids[2])
    assert remembered(light, user_id, SHARED) == ids[:2]
    assert light.remember(user_id, SHARED[2]).id not in ids
    assert_same(graph_of(driver, user_id, leave_out=RUNS), before)


def test_forgetting_a_user_leaves_nothing(light: Knowledge, user_id: str, dump: Dump) -> None:
    before = dump()
    remembered(light, user_id, SHARED)
    ids = remembered(light, user_id, TALK)
    remembered(light, user_id, [Draft(text="Zephyrine Quux waits.")], enrich=Enrich.LATER)
    light.forget(user_id, ids[3])
    light.archive(user_id, ids[4])
    forgotten = light.forget_user(user_id)
    assert forgotten.memories == len(SHARED) + len(TALK)
    assert dump() == before


def test_forgetting_a_user_twice_is_forgetting_nothing(light: Knowledge, user_id: str) -> None:
    remembered(light, user_id, SHARED)
    light.forget_user(user_id)
    forgotten = light.forget_user(user_id)
    assert (forgotten.memories, forgotten.chunks, forgotten.entities, forgotten.facts) == (0, 0, 0, 0)


def test_a_name_forgotten_is_known_no_more_to_the_next_memory(light: Knowledge, user_id: str, dump: Dump) -> None:
    one = remembered(light, user_id, [Draft(text="Zephyrine Quux (Zeph) joined Acme Corp.")])[0]
    light.forget(user_id, one)
    remembered(light, user_id, [Draft(text="Today Zeph was mentioned.")])
    assert_no_trace(dump(), ["zephyrine", "quux"])
