"""What a memory is about is found in the memories that were there before it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from neo4j import Driver

from graph.db.store import Store, counted
from graph.extractor import ExtractionInput
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.extraction import Extraction
from graph.model.memory import Enrich
from tests.live.conftest import START
from tests.live.plain_extractor import PlainExtractor

TOLD = "nobody sees that Ada Byron wrote it."
LATER = Draft(text="She met Mia Abe.", title="Ada Byron")


class Blind(PlainExtractor):
    """Sees no name where a text begins with "nobody", unless it knows the name already."""

    def extract(self, works: Sequence[ExtractionInput]) -> Sequence[Extraction]:
        return [_seen(work, made) for work, made in zip(works, super().extract(works), strict=True)]


def _seen(work: ExtractionInput, made: Extraction) -> Extraction:
    known = {one.key for one in work.known}
    if not work.draft.text.startswith("nobody"):
        return made
    return replace(made, mentions=tuple(one for one in made.mentions if one.key in known), statements=())


@pytest.fixture
def blind(store: Store) -> Knowledge:
    knowledge = Knowledge(lambda: store, Blind(), clock=lambda: START)
    knowledge.ready()
    return knowledge


def told(knowledge: Knowledge, user_id: str, *given: str | Draft) -> list[str]:
    drafts = [one if isinstance(one, Draft) else Draft(text=one) for one in given]
    return [knowledge.remember(user_id, draft).id for draft in drafts]


def named(knowledge: Knowledge, user_id: str, memory_id: str) -> dict[str, tuple[int, ...]]:
    return {one.name: one.starts for one in knowledge.show(user_id, memory_id).entities}


def worked_off(knowledge: Knowledge) -> int:
    count = 0
    while done := knowledge.match_pending():
        count += done
    return count


def test_an_older_memory_is_tied_to_what_a_later_one_is_about(blind: Knowledge, user_id: str) -> None:
    first, _ = told(blind, user_id, TOLD, LATER)
    assert named(blind, user_id, first) == {}
    worked_off(blind)
    assert named(blind, user_id, first) == {"Ada Byron": (TOLD.index("Ada"),)}
    assert blind.entity(user_id, blind.entity_called(user_id, "Ada Byron")).entity.mention_count == 2


def test_a_stream_of_memories_leaves_no_name_to_be_looked_for(blind: Knowledge, user_id: str) -> None:
    drafts = [Draft(text=TOLD), Draft(text="nothing here"), LATER, Draft(text="nor here")]
    ids = [one.remembered.id for one in blind.remember_many(user_id, drafts, batch_size=2) if one.remembered]
    assert "Ada Byron" in named(blind, user_id, ids[0])
    assert worked_off(blind) == 0


def test_a_name_inside_a_longer_one_or_of_another_case_is_not_found(blind: Knowledge, user_id: str) -> None:
    longer, lower = told(blind, user_id, "nobody knows Ada Byron Town.", "nobody knows ada byron.")
    told(blind, user_id, Draft(text="It is here.", title="Ada Byron Town"), LATER)
    worked_off(blind)
    assert set(named(blind, user_id, longer)) == {"Ada Byron Town"}
    assert named(blind, user_id, lower) == {}


def test_what_is_looked_for_twice_is_tied_once(blind: Knowledge, user_id: str, driver: Driver) -> None:
    first, _ = told(blind, user_id, TOLD, LATER)
    worked_off(blind)
    with driver.session() as session:
        session.run("MATCH (name:Name {user_id: $user}) SET name.to_match = true", user=user_id).consume()
    assert worked_off(blind) > 0
    assert blind.entity(user_id, blind.entity_called(user_id, "Ada Byron")).entity.mention_count == 2
    assert named(blind, user_id, first) == {"Ada Byron": (TOLD.index("Ada"),)}


def test_a_name_found_later_goes_with_what_is_forgotten(blind: Knowledge, user_id: str) -> None:
    first, second = told(blind, user_id, TOLD, LATER)
    worked_off(blind)
    blind.forget(user_id, second)
    assert "Ada Byron" in named(blind, user_id, first)
    blind.forget(user_id, first)
    assert blind.entities(user_id).entities == ()


def test_nobody_else_is_tied(blind: Knowledge, user_id: str, other_user: str) -> None:
    first = told(blind, other_user, TOLD, "more")[0]
    told(blind, user_id, "something", LATER)
    worked_off(blind)
    assert named(blind, other_user, first) == {}


def test_a_first_batch_has_no_older_memory_to_look_through(blind: Knowledge, user_id: str) -> None:
    with counted() as trips:
        list(blind.remember_many(user_id, [Draft(text=TOLD), LATER]))
    with counted() as more:
        assert blind.match_pending() == 0
    assert more.count == 1
    assert trips.count <= 12


def test_a_name_that_was_mentioned_before_is_looked_for_when_something_is_about_it(
    blind: Knowledge, user_id: str
) -> None:
    first, _ = told(blind, user_id, TOLD, "Ada Byron met Mia Abe.")
    worked_off(blind)
    assert named(blind, user_id, first) == {}
    told(blind, user_id, LATER)
    worked_off(blind)
    assert "Ada Byron" in named(blind, user_id, first)


def test_what_waits_to_be_understood_is_left_to_that(blind: Knowledge, user_id: str) -> None:
    told(blind, user_id, "nothing")
    waiting = blind.remember(user_id, Draft(text="Ada Byron (Augusta) joined Acme Corp."), enrich=Enrich.LATER).id
    told(blind, user_id, LATER)
    worked_off(blind)
    assert blind.show(user_id, waiting).entities == ()
    while blind.enrich_pending():
        pass
    assert {"Ada Byron", "Acme Corp"} <= named(blind, user_id, waiting).keys()


def test_an_entity_was_seen_when_the_oldest_memory_that_holds_its_name_was_told(
    blind: Knowledge, user_id: str, driver: Driver
) -> None:
    told(blind, user_id, Draft(text=TOLD, occurred_at=START.replace(year=2020)), LATER)
    worked_off(blind)
    with driver.session() as session:
        row = session.run(
            "MATCH (e:Entity {user_id: $user, key: 'ada byron'}) RETURN e.first_seen.year AS year", user=user_id
        ).single(strict=True)
    assert row["year"] == 2020


def test_a_name_that_is_forgotten_before_it_was_looked_for_holds_up_nobody(blind: Knowledge, user_id: str) -> None:
    told(blind, user_id, "Augusta King (Ada) met Mia Abe.")
    titled = told(blind, user_id, Draft(text="She wrote.", title="Ada"))[0]
    blind.forget(user_id, titled)
    told(blind, user_id, TOLD, LATER)
    worked_off(blind)
    assert blind.match_pending() == 0
