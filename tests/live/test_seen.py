"""When an entity was first and last spoken of, whatever order its memories come in; and old databases are mended."""

from datetime import timedelta

from neo4j import Driver

from graph.db import schema
from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from tests.live.conftest import START
from tests.live.plain_extractor import MODEL
from tests.live.test_entities import names_of

DAYS = (3, 9, 0, 5)


def test_an_entity_was_last_seen_in_its_latest_memory_and_a_wrong_time_is_mended(
    light: Knowledge, store: Store, driver: Driver, user_id: str
) -> None:
    drafts = [
        Draft(text=f"Ken Sato joined Acme{day} Corp.", occurred_at=START + timedelta(days=day), created_at=START)
        for day in DAYS
    ]
    list(light.remember_many(user_id, drafts, batch_size=3))
    expected = (START, START + timedelta(days=9))

    def seen() -> tuple[object, object]:
        entity = names_of(light, user_id)["Ken Sato"]
        return entity.first_seen, entity.last_seen

    assert seen() == expected
    with driver.session() as session:
        session.run(
            "MATCH (any {user_id: $user}) WHERE any:Entity OR any:Name SET any.last_seen = any.first_seen", user=user_id
        ).consume()
    assert seen() == (START, START)
    for _ in range(2):
        schema.migrate(store, "m017_seen", MODEL)
        assert seen() == expected
