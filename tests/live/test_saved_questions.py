"""The questions saved for Neo4j Browser, asked of memories of the sample: each finds something to look at."""

from collections.abc import Callable
from pathlib import Path

import pytest
from neo4j import Driver

from api.sources import read_source
from graph.knowledge import Knowledge
from graph.local import explore
from graph.model.draft import Draft, GivenFact
from graph.model.types import EntityType, RelationType

SAMPLE = Path(__file__).parents[2] / "samples" / "memories.jsonl"
SHOWN = 40
"""Memories of the sample; the small extractor reads who is spoken of, and the facts are given."""


@pytest.fixture
def asked(light: Knowledge, driver: Driver, user_id: str) -> Callable[..., list[dict[str, object]]]:
    drafts = [item.draft for item in read_source(SAMPLE) if item.draft][:SHOWN]
    list(light.remember_many(user_id, drafts))
    facts = [("Emily Carter", RelationType.WORKS_FOR, "Minato"), ("Minato", RelationType.LOCATED_IN, "大阪市")]
    for subject, kind, thing in facts:
        fact = GivenFact(subject=subject, type=kind, object=thing)
        light.remember(user_id, Draft(text=f"{subject}, {thing}.", facts=(fact,)))
    osaka = light.entity_called(user_id, "大阪市")
    light.edit_entity(user_id, osaka, {"aliases": ["Osaka"], "type": EntityType.LOCATION.value})

    def ask(number: str, **names: str) -> list[dict[str, object]]:
        question = next(saved for saved in explore.saved() if saved.number == number)
        text = explore.asked_for(question, user_id)
        for name, value in names.items():
            text = text.replace(f"'' AS {name}", f"'{value}' AS {name}")
        with driver.session() as session:
            return session.run(text).data()  # pyright: ignore[reportArgumentType] -- no literal

    return ask


def test_each_saved_question_finds_something_and_names_in_any_case_or_by_an_alias(
    asked: Callable[..., list[dict[str, object]]], user_id: str
) -> None:
    assert {saved.number: len(asked(saved.number)) > 0 for saved in explore.saved()} == dict.fromkeys("1234567", True)
    assert asked("3", name="EMILY")
    assert asked("5", first="emily", last="osaka")
    assert asked("5", first="emily", last="nobody of this name") == []
    kinds = {row["kind"] for row in asked("7") if row["user"] == user_id}
    assert {"Memory", "Entity", "Fact"} <= kinds <= {"Memory", "Entity", "Fact", "Inference", "Project", "Session"}
