"""What a person is shown of entities and says of them: facts with their sentences, memories, aliases, proposals."""

from collections.abc import Callable

import pytest
from neo4j import Driver

from graph.db.store import Store
from graph.errors import Conflict, Invalid, NotFound
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.entities import Proposed, Validation
from graph.model.recalled import Mode
from graph.model.types import EntityType, RelationType, Status
from tests.live.conftest import Clock
from tests.live.naming_extractor import NamingExtractor
from tests.live.test_entities import DRAFTS, names_of
from tests.live.test_forgetting import assert_no_trace, remembered


@pytest.fixture
def people(store: Store, clock: Clock) -> Knowledge:
    return Knowledge(lambda: store, NamingExtractor(), clock=clock)


def test_an_entity_is_shown_with_its_facts_their_sentences_and_the_memories_that_mention_it(
    people: Knowledge, user_id: str
) -> None:
    emoji = "😀 Nobody came. Ken Sato joined Acme Corp."
    ids = remembered(people, user_id, [Draft(text=emoji), Draft(text="Mia Abe leads Acme Corp.", title="Who leads")])
    people.archive(user_id, ids[0])
    shown = people.entity(user_id, names_of(people, user_id)["Acme Corp"].id)
    assert {(f.subject, f.object, f.sentence, f.memory_id, f.valid_to) for f in shown.facts} == {
        ("Ken Sato", "Acme Corp", "Ken Sato joined Acme Corp", ids[0], None),
        ("Mia Abe", "Acme Corp", "Mia Abe leads Acme Corp", ids[1], None),
    }
    assert {f.subject_id for f in shown.facts} == {names_of(people, user_id)[n].id for n in ("Ken Sato", "Mia Abe")}
    # The one that is archived is cut out of its packed text.
    assert {(m.memory_id, m.snippet, m.relevance) for m in shown.memories} == {
        (ids[0], emoji, 0.3333), (ids[1], "Mia Abe leads Acme Corp.", 0.5),
    }  # fmt: skip
    for _ in range(2):
        people.use(user_id, [ids[1]])
    people.recompute_importance(user_id)
    used = people.entity(user_id, shown.entity.id)
    assert (used.use_count, used.importance) == (2, people.show(user_id, ids[1]).memory.importance)
    assert {(m.memory_id, m.status, m.surfaces) for m in shown.memories} == {
        (ids[0], Status.ARCHIVED, ("Acme Corp",)),
        (ids[1], Status.ACTIVE, ("Acme Corp",)),
    }
    assert (shown.fact_count, shown.memory_count) == (2, 2)


def test_of_many_facts_and_memories_the_latest_are_shown_and_all_are_counted(
    people: Knowledge, user_id: str, clock: Clock
) -> None:
    last = ""
    for n in range(23):
        clock.advance(minutes=1)
        last = people.remember(user_id, Draft(text=f"Ken Sato joined Acme{n} Corp.", session_id=str(n))).id
    shown = people.entity(user_id, names_of(people, user_id)["Ken Sato"].id)
    assert (len(shown.facts), shown.fact_count, len(shown.memories), shown.memory_count) == (20, 23, 20, 23)
    assert (shown.memories[0].memory_id, shown.facts[0].memory_id) == (last, last)


def test_an_entity_is_found_by_its_id_its_name_or_an_alias(people: Knowledge, user_id: str, other_user: str) -> None:
    remembered(people, user_id, DRAFTS)
    there = names_of(people, user_id)
    one = there["Ken Sato"].id
    assert {people.entity_called(user_id, called) for called in (one, "ken sato", "Ken Satoh")} == {one}
    people.edit_entity(user_id, there["Mia Abe"].id, {"name": "Acme Corp"})
    with pytest.raises(Conflict) as told:
        people.entity_called(user_id, "acme corp")
    assert there["Acme Corp"].id in str(told.value)
    assert there["Mia Abe"].id in str(told.value)
    with pytest.raises(NotFound):
        people.entity_called(user_id, "Ken")
    people.edit_entity(
        user_id, one, {"aliases": ["C++ / 言語", "😀", "İzmir\u3000TŌKYŌ", 'the "K\\n"', "x" * 200, "*"]}
    )
    for called in ("c++ / 言語", "😀", "i̇zmir\u3000tōkyō", 'THE "k\\N"', "X" * 200, "*", one[:8]):
        assert people.entity_called(user_id, called) == one
    for called in ("C", "言語", "izmir\u3000tōkyō", " ", "k?n", "ken*", one[:5]):
        with pytest.raises(NotFound):
            people.entity_called(user_id, called)
    with pytest.raises(NotFound):
        people.entity_called(other_user, one)


def test_merging_twice_is_merging_once(people: Knowledge, user_id: str) -> None:
    remembered(people, user_id, DRAFTS)
    there = names_of(people, user_id)
    one, other = there["Ken Sato"].id, there["Mia Abe"].id
    merged = people.merge(user_id, one, other)
    assert people.merge(user_id, one, other) == merged
    assert merged.merged_from == (other,)
    with pytest.raises(NotFound):
        people.merge(user_id, other, one)


def test_an_alias_that_a_memory_gives_too_stays_when_it_is_taken_back_by_hand(light: Knowledge, user_id: str) -> None:
    light.remember(user_id, Draft(text="Ada Byron (Enchantress) joined Acme Corp."))
    ada = names_of(light, user_id)["Ada Byron"].id
    for aliases in (["Enchantress"], []):
        light.edit_entity(user_id, ada, {"aliases": aliases})
    told = light.remember(user_id, Draft(text="Mia Abe met Enchantress."))
    assert ada in {entity.id for entity in told.entities}


def test_an_alias_given_by_hand_finds_the_entity_until_it_is_taken_back(
    people: Knowledge, user_id: str, dump: Callable[[], str]
) -> None:
    ids = remembered(people, user_id, DRAFTS)
    acme = names_of(people, user_id)["Acme Corp"].id
    given = people.edit_entity(user_id, acme, {"aliases": ["Wile Supplies", "Wile Supplies", "Coyote Corp"]})
    assert (given.given, given.entity.edited) == (("Coyote Corp", "Wile Supplies"), ("aliases",))
    told = people.remember(user_id, Draft(text="Leo Mori joined Coyote Corp."))
    assert acme in {entity.id for entity in told.entities}
    hits = people.recall(user_id, "Who joined Wile Supplies?", mode=Mode.GRAPH).hits
    assert ids[0] in {hit.memory.id for hit in hits}
    assert {"Coyote Corp", "Wile Supplies"} <= set(people.entity(user_id, acme).entity.aliases)
    people.forget(user_id, told.id)
    taken = people.edit_entity(user_id, acme, {"aliases": []})
    assert (taken.given, taken.entity.aliases) == ((), ())
    after = people.remember(user_id, Draft(text="Leo Mori joined Wile Supplies."))
    assert acme not in {entity.id for entity in after.entities}
    for identity in [*ids, after.id]:
        people.forget(user_id, identity)
    assert_no_trace(dump(), ["coyote", "wile"])


def test_an_alias_that_is_anothers_name_makes_the_two_one(people: Knowledge, user_id: str) -> None:
    remembered(people, user_id, [*DRAFTS, Draft(text="Leo Mori joined Rome Corp.")])
    there = names_of(people, user_id)
    joined = people.edit_entity(user_id, there["Acme Corp"].id, {"aliases": ["Rome Corp"]})
    assert {name.name for name in joined.names} == {"Acme Corp", "Rome Corp"}


def test_aliases_stay_with_their_name_when_entities_are_merged_and_parted(people: Knowledge, user_id: str) -> None:
    remembered(people, user_id, DRAFTS)
    there = names_of(people, user_id)
    one, other = there["Ken Sato"].id, there["Mia Abe"].id
    people.edit_entity(user_id, other, {"aliases": ["Mimi"]})
    assert "Mimi" in people.merge(user_id, one, other).entity.aliases
    assert people.split(user_id, one).given == ("Mimi",)
    assert people.entity(user_id, one).given == ()


def test_proposals_come_in_pages_likeliest_first_and_go_when_they_are_decided(
    people: Knowledge, user_id: str, driver: Driver
) -> None:
    firms = ("Lima Corp", "Oslo Corp", "Rome Corp")
    remembered(people, user_id, [Draft(text=f"Ken Sato joined {firm}.") for firm in firms])
    lima, oslo, rome = (names_of(people, user_id)[firm].id for firm in firms)
    with driver.session() as session:
        for one, other, score in ((lima, oslo, 0.7), (oslo, rome, 0.8), (rome, lima, 0.7)):
            session.run(
                "MATCH (a:Entity {user_id: $user, id: $one}), (b:Entity {user_id: $user, id: $other}) "
                "MERGE (a)-[:SAME_AS_PROPOSED {score: $score, reasons: ['test'], weight: 0.0}]->(b)",
                user=user_id, one=one, other=other, score=score,
            ).consume()  # fmt: skip
    every = people.proposals(user_id).proposals
    assert [(p.score, p.reasons, p.one.type) for p in every] == [
        (score, ("test",), EntityType.ORGANIZATION) for score in (0.8, 0.7, 0.7)
    ]
    paged: list[Proposed] = []
    cursor = None
    while len(paged) < 3:
        page = people.proposals(user_id, limit=1, cursor=cursor)
        paged += page.proposals
        cursor = page.next_cursor
    assert (tuple(paged), cursor) == (every, None)
    apart = people.keep_apart(user_id, oslo, rome, note="Not one firm.")
    assert (apart.entity.id, apart.apart, [one.id for one in apart.proposals]) == (oslo, (rome,), [lima])
    people.merge(user_id, rome, lima)
    assert people.proposals(user_id).proposals == ()


def test_what_a_person_said_of_a_relation_comes_back_with_it(people: Knowledge, user_id: str) -> None:
    remembered(people, user_id, DRAFTS[:1])
    there = names_of(people, user_id)
    ken, acme = there["Ken Sato"].id, there["Acme Corp"].id
    said = people.judge_relation(user_id, ken, RelationType.WORKS_FOR, acme, Validation.CONFIRMED, note="I know.")
    assert (said.source_name, said.target_name, said.validation_status, said.note) == (
        "Ken Sato",
        "Acme Corp",
        Validation.CONFIRMED,
        "I know.",
    )
    assert said in people.entity(user_id, ken).relations


def test_aliases_that_make_no_sense_are_refused(people: Knowledge, user_id: str) -> None:
    remembered(people, user_id, DRAFTS[:1])
    acme = names_of(people, user_id)["Acme Corp"].id
    for aliases in ("Acme", [""], [1], ["x" * 201], ["x"] * 51, None):
        with pytest.raises(Invalid):
            people.edit_entity(user_id, acme, {"aliases": aliases})
