"""What others keep says nothing of how rare a word is in one's own memories, nor how long a text is."""

import pytest
from neo4j import Driver

from graph.db import schema
from graph.db.fulltext_fields import words_fields
from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.recalled import Mode
from tests.live.plain_extractor import MODEL

OWN = (
    Draft(text="Caroline fed the parrot."),
    Draft(text="Caroline met Anna at the harbour."),
    Draft(text="Caroline painted a boat and the harbour wall in Oslo Town."),
    Draft(text="The parrot sleeps."),
    Draft(text="Where is the harbour?", speaker="Anna", session_id="talk"),
)
QUESTION = "Did Caroline paint the harbour wall, or the parrot?"


@pytest.fixture
def stranger(user_id: str) -> str:
    """Somebody whose words lie in other fields than the user's."""
    return next(f"{user_id}-{n}" for n in range(100) if words_fields(f"{user_id}-{n}") != words_fields(user_id))


def test_the_scores_of_ones_own_words_stay_as_they_are_however_much_others_tell(
    light: Knowledge, user_id: str, stranger: str
) -> None:
    list(light.remember_many(user_id, OWN))
    before = answers(light, user_id)
    others = [Draft(text=f"The harbour of parrot {n} has a wall.\n\nNo boat lies there, {n} say.") for n in range(200)]
    assert sum(outcome.remembered is not None for outcome in light.remember_many(stranger, others)) == len(others)
    assert len(before) == len(OWN)
    assert answers(light, user_id) == before
    assert len(answers(light, stranger)) == 10


def test_an_earlier_database_finds_its_words_where_they_are_read_now(
    light: Knowledge, store: Store, driver: Driver, user_id: str
) -> None:
    list(light.remember_many(user_id, OWN))
    before = answers(light, user_id)
    # An earlier Enishi kept the words of all users together.
    driver.execute_query(
        "MATCH (c:Chunk {user_id: $user}) UNWIND $fields AS field "
        "WITH c, field, c[field] AS words WHERE words IS NOT NULL "
        "SET c[left(field, size(field) - 2)] = words, c[field] = null",
        user=user_id, fields=words_fields(user_id),
    )  # fmt: skip
    assert answers(light, user_id) == {}
    for _ in range(2):
        schema.migrate(store, "m049_words_by_group", MODEL)
        assert answers(light, user_id).keys() == before.keys()


def answers(knowledge: Knowledge, user: str) -> dict[str, float]:
    """What words alone find, with its raw score."""
    hits = knowledge.recall(user, QUESTION, mode=Mode.KEYWORD, limit=10).hits
    return {hit.memory.id: round(hit.score, 6) for hit in hits}
