"""What entities mean as vectors: their name, and what is said where they occur."""

from datetime import timedelta
from typing import Any

import numpy as np
from neo4j import Driver

from graph.knowledge import Knowledge
from graph.model.care.index import UpdateKind
from graph.model.care.vectors import VectorOrigin, VectorSource
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.write.entity_vectors import NAME_SHARE, entity_vector
from tests.live.conftest import START, Clock
from tests.live.plain_extractor import MODEL, vector_of
from tests.live.test_forgetting import remembered

ABOUT_ADA = ("Ada Byron met Mia Abe.", "Ada Byron joined Acme Corp.")


def entities(driver: Driver, user_id: str) -> dict[str, dict[str, Any]]:
    """The entities of a user by name, with all that they carry."""
    with driver.session() as session:
        rows = session.run("MATCH (e:Entity {user_id: $user}) RETURN properties(e) AS e", user=user_id)
        return {row["e"]["name"]: row["e"] for row in rows}


def chunk_vectors(driver: Driver, user_id: str, name: str) -> list[Any]:
    """The vectors of the chunks that an entity of this name occurs in."""
    with driver.session() as session:
        rows = session.run(
            "MATCH (:Entity {user_id: $user, name: $name})<-[:MENTIONS|DESCRIBES]-(c:Chunk) "
            "RETURN DISTINCT c.id AS id, c.embedding AS v",
            user=user_id,
            name=name,
        )
        return [np.asarray(row["v"], np.float32) for row in rows]


def told(light: Knowledge, user_id: str, *texts: str) -> list[str]:
    return remembered(light, user_id, [Draft(text=text, created_at=START) for text in texts])


def made(light: Knowledge) -> int:
    """Works off all vectors that wait; how many entities that were."""
    count = 0
    while done := light.embed_pending():
        count += done
    return count


def close(one: Any, other: Any) -> bool:
    return bool(np.allclose(np.asarray(one), np.asarray(other), atol=1e-5))


def test_an_entity_lies_between_its_name_and_its_memories(light: Knowledge, user_id: str, driver: Driver) -> None:
    told(light, user_id, *ABOUT_ADA)
    light.infer(user_id)
    ada = entities(driver, user_id)["Ada Byron"]
    chunks = chunk_vectors(driver, user_id, "Ada Byron")
    assert len(chunks) == 2
    mixed = NAME_SHARE * vector_of("Ada Byron") + (1 - NAME_SHARE) * np.mean(chunks, axis=0)
    assert close(ada["embedding"], mixed / np.linalg.norm(mixed))


def test_only_what_a_new_memory_names_is_made_anew(light: Knowledge, user_id: str, driver: Driver) -> None:
    told(light, user_id, *ABOUT_ADA)
    made(light)
    assert not any(one.get("to_embed") for one in entities(driver, user_id).values())
    before = entities(driver, user_id)
    told(light, user_id, "Mia Abe met Leo Mori.")
    waiting = {name for name, one in entities(driver, user_id).items() if one.get("to_embed")}
    assert "Mia Abe" in waiting
    assert "Acme Corp" not in waiting
    made(light)
    after = entities(driver, user_id)
    assert after["Acme Corp"]["embedding"] == before["Acme Corp"]["embedding"]
    assert not close(after["Mia Abe"]["embedding"], before["Mia Abe"]["embedding"])
    assert made(light) == 0


def test_nothing_of_a_forgotten_memory_is_left_in_a_vector(
    light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    ids = told(light, user_id, *ABOUT_ADA)
    told(light, other_user, ABOUT_ADA[1])
    made(light)
    light.forget(user_id, ids[0])
    assert "embedding" not in entities(driver, user_id)["Ada Byron"]
    made(light)
    one, other = (entities(driver, user)["Ada Byron"]["embedding"] for user in (user_id, other_user))
    assert close(one, other)


def test_a_name_and_a_description_that_a_person_gives_count(light: Knowledge, user_id: str, driver: Driver) -> None:
    told(light, user_id, *ABOUT_ADA)
    made(light)
    identity = entities(driver, user_id)["Ada Byron"]["id"]
    light.edit_entity(user_id, identity, {"name": "Countess Lovelace", "description": "wrote the first program"})
    made(light)
    found = entities(driver, user_id)["Countess Lovelace"]["embedding"]
    name = vector_of("Countess Lovelace: wrote the first program")
    chunks = chunk_vectors(driver, user_id, "Countess Lovelace")
    assert close(found, entity_vector(name, [(chunk, 1.0) for chunk in chunks]))


def test_what_is_about_an_entity_weighs_more_in_its_vector_than_what_mentions_it(
    light: Knowledge, user_id: str, driver: Driver
) -> None:
    texts = ("Deep Idea met Mia Abe.", "Deep Idea met Leo Mori. Deep Idea met Noa Kent.", "the engine ran.")
    titles = (None, None, "Deep Idea")
    remembered(light, user_id, [Draft(text=text, title=title) for text, title in zip(texts, titles, strict=True)])
    made(light)
    # As sure as the name was read, more for a second place, twice for the title.
    weights = {texts[0]: 0.8, texts[1]: 0.8 * (1 + np.log(2)), texts[2]: 0.9 * 2}
    with driver.session() as session:
        rows = session.run(
            "MATCH (e:Entity {user_id: $user, name: 'Deep Idea'})<-[:MENTIONS|DESCRIBES]-(c:Chunk) "
            "RETURN e.embedding AS whole, c.embedding AS vector, c.text AS text",
            user=user_id,
        ).data()
    assert {row["text"] for row in rows} == weights.keys()
    chunks = [(row["vector"], weights[row["text"]]) for row in rows]
    assert close(rows[0]["whole"], entity_vector(vector_of("Deep Idea"), chunks))
    assert not close(rows[0]["whole"], entity_vector(vector_of("Deep Idea"), [(vector, 1.0) for vector, _ in chunks]))


def test_a_vector_tells_of_what_model_of_what_and_when_it_was_made(
    light: Knowledge, user_id: str, clock: Clock
) -> None:
    first, *_ = told(light, user_id, *ABOUT_ADA)
    ada = light.entity_called(user_id, "Ada Byron")
    assert light.entity(user_id, ada).vector is None, "it is made in the background"
    made(light)
    of_ada = light.entity(user_id, ada).vector
    assert of_ada == VectorOrigin(
        model=MODEL.name, version=MODEL.version, dimensions=MODEL.dimensions, source=VectorSource.NAME_AND_PASSAGES,
        passages=2, made_at=clock.now,
    )  # fmt: skip
    made_at = clock.now
    clock.now += timedelta(days=1)
    told(light, user_id, "Ada Byron met Leo Mori.")
    waiting = light.entity(user_id, ada).vector
    assert waiting is not None
    assert (waiting.outdated, waiting.made_at) == (True, made_at)
    made(light)
    anew = light.entity(user_id, ada).vector
    assert anew is not None
    assert (anew.outdated, anew.made_at, anew.passages) == (False, clock.now, 3)
    # Of a memory whose chunks were embedded when it was understood.
    assert light.index(user_id).entry(first).vectors == VectorOrigin(
        model=MODEL.name, version=MODEL.version, dimensions=MODEL.dimensions, source=VectorSource.TEXT, passages=1,
        made_at=made_at,
    )  # fmt: skip
    light.index(user_id).update(UpdateKind.FULL)
    renewed = light.index(user_id).entry(first).vectors
    assert renewed is not None
    assert renewed.made_at == clock.now
    light.remember(user_id, Draft(text="Noa Kent met Ada Byron.", speaker="Noa", session_id="s"))
    (turn,) = light.recall(user_id, "Noa Kent", filters=Filters(session_id="s")).hits
    talk = light.index(user_id).entry(turn.memory.id).vectors
    assert talk is not None
    assert talk.source is VectorSource.TALK
