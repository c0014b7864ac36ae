"""The questions saved for Neo4j Browser, asked of memories of the sample: each finds something to look at."""

from collections.abc import Callable
from pathlib import Path

import pytest
from neo4j import Driver

from api.sources.reading import read_source
from graph.knowledge import Knowledge
from graph.local import explore
from graph.model.draft import Draft

SAMPLE = Path(__file__).parents[2] / "samples" / "memories.jsonl"
SHOWN = 12
"""Memories of the sample, read by the small extractor, beside two that tie three names."""


@pytest.fixture
def asked(light: Knowledge, driver: Driver, user_id: str) -> Callable[..., list[dict[str, object]]]:
    drafts = [item.draft for item in read_source(SAMPLE) if item.draft][:SHOWN]
    ties = [Draft(text=text) for text in ("Emily Carter joined Acme Corp.", "Mia Abe leads Acme Corp.")]
    list(light.remember_many(user_id, [*drafts, *ties]))
    light.edit_entity(user_id, light.entity_called(user_id, "Mia Abe"), {"aliases": ["美亜 Abe"]})

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
    assert asked("5", first="emily", last="美亜 ABE")
    assert asked("5", first="emily", last="nobody of this name") == []
    kinds = {row["kind"] for row in asked("7") if row["user"] == user_id}
    assert {"Memory", "Entity", "Fact"} <= kinds <= {"Memory", "Entity", "Fact", "Inference", "Project", "Session"}
