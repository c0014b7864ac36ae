"""Personal data and the graph: what is masked is nowhere, what is marked is found by its tag."""

from pathlib import Path
from typing import Literal

import pytest
from neo4j import Driver

from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.talk.conversation import Turn
from graph.settings import ConversationSettings, GraphSettings, JobSettings, PersonalSettings
from tests.live.conftest import Clock
from tests.live.dump import everything
from tests.live.plain_extractor import PlainExtractor

TEXT = "Ada Byron joined Acme Corp. Mail ada@example.com or call 090-1234-5678."
SECRETS = ("ada@example.com", "090-1234-5678")


def handling(store: Store, clock: Clock, folder: Path, how: Literal["mark", "mask"]) -> Knowledge:
    settings = GraphSettings(
        conversation=ConversationSettings(home=folder / "journal"), jobs=JobSettings(home=folder / "jobs"),
        personal=PersonalSettings(handling=how),
    )  # fmt: skip
    return Knowledge(lambda: store, PlainExtractor(), settings, clock=clock)


def test_what_is_masked_is_nowhere_in_the_graph(
    store: Store, clock: Clock, tmp_path: Path, driver: Driver, user_id: str
) -> None:
    masking = handling(store, clock, tmp_path, "mask")
    remembered = masking.remember(user_id, Draft(text=TEXT, title=TEXT[28:60], tags=SECRETS))
    assert remembered.personal == {"email": 3, "phone": 2}
    assert masking.show(user_id, remembered.id).memory.text == (
        "Ada Byron joined Acme Corp. Mail [email] or call [phone]."
    )
    assert {entity.name for entity in remembered.entities} >= {"Ada Byron", "Acme Corp"}
    # The same words again are the same memory, and say the same of them.
    again = masking.remember(user_id, Draft(text=TEXT, title=TEXT[28:60], tags=SECRETS))
    assert (again.created, again.personal) == (False, {"email": 3, "phone": 2})
    (outcome,) = masking.remember_many(user_id, [Draft(text=f"{TEXT} Twice.")])
    assert outcome.remembered is not None
    assert outcome.remembered.personal == {"email": 1, "phone": 1}
    edited = masking.edit(user_id, remembered.id, {"text": f"Now {TEXT}"})
    assert edited.personal == {"email": 1, "phone": 1}
    session = masking.conversation(user_id)
    session.begin("talk", f"A new matter: {TEXT}")
    session.end("talk", turns=[Turn(speaker="Ada", text=TEXT)])
    kept = everything(driver)
    assert not [secret for secret in SECRETS if secret in kept]
    journal = "".join(file.read_text("utf-8") for file in tmp_path.rglob("*") if file.is_file())
    assert not [secret for secret in SECRETS if secret in journal]


def test_what_is_marked_is_found_by_its_tag(store: Store, clock: Clock, tmp_path: Path, user_id: str) -> None:
    marking = handling(store, clock, tmp_path, "mark")
    remembered = marking.remember(user_id, Draft(text=TEXT, tags=("work",)))
    marking.remember(user_id, Draft(text="Mia Abe met Leo Mori."))
    assert remembered.personal == {"email": 1, "phone": 1}
    (memory,) = marking.memories(user_id, filters=Filters(tags=("personal:phone",))).memories
    assert (memory.text, memory.tags) == (TEXT, ("work", "personal:email", "personal:phone"))
    marking.edit(user_id, memory.id, {"text": "Ada Byron joined Acme Corp. Mail ada@example.com."})
    assert marking.show(user_id, memory.id).memory.tags == ("work", "personal:email")
    marking.edit(user_id, memory.id, {"rating": 3})
    assert marking.show(user_id, memory.id).memory.tags == ("work", "personal:email")


def test_nothing_is_looked_for_unless_it_is_asked_for(light: Knowledge, user_id: str) -> None:
    remembered = light.remember(user_id, Draft(text=TEXT))
    assert (light.show(user_id, remembered.id).memory.text, remembered.personal) == (TEXT, {})


@pytest.mark.parametrize("regions", [(), ("jp",), ("JPN",)])
def test_countries_are_named_by_their_codes(regions: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="regions"):
        PersonalSettings(regions=regions)
