"""The same call is answered alike by every door over a real database."""

from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from uuid import UUID

import pytest
from neo4j import Driver
from pydantic import JsonValue

from extraction.pipeline import Pipeline
from graph.care_settings import AlertSettings, CareSettings
from graph.db.importance.use_counter import UseCounter
from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.importance import UseKind
from graph.settings import ConversationSettings, GraphSettings, JobSettings
from tests.api.doors import TEXT, command_line, python, rest, untimed
from tests.live.conftest import START, wiped

BESIDE = ("Ada Lovelace met Grace Hopper.", "Ada Lovelace joined Acme Corp.", "Grace Hopper joined Acme Corp.")
Door = Callable[[Knowledge, str, str], dict[str, JsonValue]]
THROUGH: dict[Door, str] = {python: "python", command_line: "cli", rest: "rest"}
"""What an act is said to have been done through, which alone differs."""


def uncounted(counter: UseCounter, user_id: str, memory_ids: Iterable[str], kind: UseKind) -> None:
    del counter, user_id, memory_ids, kind


@pytest.mark.models
def test_every_door_answers_the_same_over_a_real_database(
    store: Store, pipeline: Pipeline, driver: Driver, user_id: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # Uses are written a second later: within that time, one door would see them and another not.
    monkeypatch.setattr(UseCounter, "add", uncounted)

    def answers(door: Door) -> dict[str, JsonValue]:
        """What a door answers over a graph that no other has been asked about: the same one each time, ids too."""
        wiped(driver, user_id)
        ids, entity_ids = count(), count()
        folder = tmp_path / door.__name__
        knowledge = Knowledge(
            lambda: store, pipeline,
            GraphSettings(
                conversation=ConversationSettings(home=folder / "journal"), jobs=JobSettings(home=folder / "jobs")
            ),
            clock=lambda: START,
            # A machine under load is no reason for an alert here.
            care=CareSettings(alerts=AlertSettings(slow_ms=60_000)),
            new_id=lambda: f"01M8CG0WJ5{next(ids):016d}",
            new_entity_id=lambda: str(UUID(int=next(entity_ids))),
        )  # fmt: skip
        monkeypatch.setattr(knowledge, "close", lambda: None)  # the store is the session's
        first = knowledge.remember(user_id, Draft(text="Ada Lovelace met Grace Hopper in Osaka.", project="a/b")).id
        knowledge.remember(user_id, Draft(text=TEXT, project="a/b", tags=("t",)))
        for text in BESIDE:
            knowledge.remember(user_id, Draft(text=text))
        given = door(knowledge, user_id, first)
        assert {version.by for version in knowledge.history(user_id, first)} == {THROUGH[door]}
        return {name: untimed(answer) for name, answer in given.items()}

    expected = answers(python)
    for door in (command_line, rest):
        given = answers(door)
        assert given.keys() == expected.keys()
        for name, answer in expected.items():
            assert given[name] == answer, (door.__name__, name)
