"""Names of one letter before さん, kept when their key still had it, get the key of today with all that they tie."""

from collections.abc import Callable

import pytest
from neo4j import Driver

from graph.db import schema
from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.recalled import Mode
from tests.live.plain_extractor import MODEL
from tests.live.test_forgetting import remembered

pytestmark = pytest.mark.models

KEPT = [Draft(text="王さんは京都に住んでいる。"), Draft(text="王さんは寿司が好きだ。")]
LATER = Draft(text="王さんは横浜で働いている。")
MIGRATION = "m021_short_names"

AGED = """
MATCH (name:Name {user_id: $user, key: '王'}) SET name.key = '王さん'
WITH count(*) AS names
MATCH (candidate:Candidate {user_id: $user, key: '王'}) SET candidate.key = '王さん'
WITH count(*) AS candidates
MATCH (entity:Entity {user_id: $user, key: '王'}) SET entity.key = '王さん'
WITH entity
MATCH (entity)<-[tie:MENTIONS|DESCRIBES|SUBJECT|OBJECT {key: '王'}]-()
SET tie.key = '王さん', tie.keys = CASE WHEN tie.keys IS NULL THEN null ELSE ['王さん'] END
RETURN count(tie) AS ties
"""
"""Makes of what is kept what an earlier release would have kept."""


def test_a_name_kept_before_is_the_one_that_is_spoken_of_later(
    knowledge: Knowledge, store: Store, driver: Driver, user_id: str, dump: Callable[[], str]
) -> None:
    remembered(knowledge, user_id, KEPT)
    kept = dump()
    aged(driver, user_id)
    assert dump() != kept
    for _ in range(2):
        schema.migrate(store, MIGRATION, MODEL)
        assert dump() == kept
    remembered(knowledge, user_id, [LATER])
    assert [entity.mention_count for entity in knowledge.entities(user_id).entities if entity.name == "王"] == [3]


def test_a_name_that_has_the_key_of_today_already_is_found_with_the_one_kept_before(
    knowledge: Knowledge, store: Store, driver: Driver, user_id: str
) -> None:
    ids = remembered(knowledge, user_id, KEPT)
    aged(driver, user_id)
    ids += remembered(knowledge, user_id, [LATER])

    def found() -> set[str]:
        hits = knowledge.recall(user_id, "王さんについて", mode=Mode.GRAPH).hits
        return {hit.memory.id for hit in hits}

    assert found() == {ids[2]}
    schema.migrate(store, MIGRATION, MODEL)
    assert found() == set(ids)


def aged(driver: Driver, user_id: str) -> None:
    with driver.session() as session:
        ties = session.run(AGED, user=user_id).single(strict=True)["ties"]
    assert ties > len(KEPT)
