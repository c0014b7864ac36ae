"""Short names are who they surely mean, whichever came first; where somebody else may be meant a person is asked."""

import json
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.types import EntityType
from tests.live.test_forgetting import remembered

pytestmark = pytest.mark.models

ROWS: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "who_is_who.jsonl").read_text("utf-8").splitlines()
]
PRIYA = ("Priya Nair joined the team.", "Priya prefers tea.")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["says"])
def test_who_is_who_whatever_came_first(row: dict[str, Any], knowledge: Knowledge, user_id: str) -> None:
    for order in permutations(row["memories"]):
        in_turn(knowledge, user_id, order)
        assert people(knowledge, user_id) == row["people"], order
        assert offered(knowledge, user_id) == row.get("offered", []), order
        knowledge.forget_user(user_id)


def test_what_is_told_of_a_short_name_is_told_of_the_person(knowledge: Knowledge, user_id: str) -> None:
    in_turn(knowledge, user_id, PRIYA)
    (person,) = (e for e in knowledge.entities(user_id).entities if e.type is EntityType.PERSON)
    facts = {(f.subject, f.predicate, f.object) for f in knowledge.entity(user_id, person.id).facts}
    assert facts == {("Priya Nair", "joined", "team"), ("Priya Nair", "prefers", "tea")}


def test_a_second_person_of_the_name_parts_them_until_it_is_forgotten(knowledge: Knowledge, user_id: str) -> None:
    in_turn(knowledge, user_id, PRIYA)
    joined = people(knowledge, user_id)
    (other,) = in_turn(knowledge, user_id, ["Priya Kapoor lives in Leeds."])
    assert people(knowledge, user_id) == {"Priya Nair": [], "Priya Kapoor": [], "Priya": []}
    knowledge.forget(user_id, other)
    assert people(knowledge, user_id) == joined == {"Priya Nair": ["Priya"]}


def test_what_a_person_parts_stays_apart(knowledge: Knowledge, user_id: str) -> None:
    in_turn(knowledge, user_id, PRIYA)
    (person,) = (e for e in knowledge.entities(user_id).entities if e.type is EntityType.PERSON)
    knowledge.split(user_id, person.id, names=["Priya"])
    in_turn(knowledge, user_id, ["Priya lives in Leeds.", "Priya Nair likes cats."])
    assert people(knowledge, user_id) == {"Priya Nair": [], "Priya": []}
    assert offered(knowledge, user_id) == []


def test_what_is_offered_can_be_taken_up(knowledge: Knowledge, user_id: str) -> None:
    in_turn(knowledge, user_id, [*PRIYA, "Priya Kapoor lives in Leeds."])
    pair = next(p for p in knowledge.proposals(user_id).proposals if p.other.name == "Priya Nair")
    knowledge.merge(user_id, pair.other.id, pair.one.id)
    assert people(knowledge, user_id) == {"Priya Nair": ["Priya"], "Priya Kapoor": []}
    assert offered(knowledge, user_id) == []


def test_my_name_in_somebody_elses_mouth_is_theirs(knowledge: Knowledge, user_id: str) -> None:
    in_turn(knowledge, user_id, ["My name is Hanna Keller."])
    remembered(knowledge, user_id, [Draft(text="My name is Tom Baker. I met Hanna.", speaker="Tom")])
    assert people(knowledge, user_id) == {"Me": ["Hanna", "Hanna Keller"], "Tom Baker": ["Tom"]}


def in_turn(knowledge: Knowledge, user_id: str, texts: Sequence[str]) -> list[str]:
    return [identity for text in texts for identity in remembered(knowledge, user_id, [Draft(text=text)])]


def people(knowledge: Knowledge, user_id: str) -> dict[str, list[str]]:
    """The people of a user, with the other names they go by."""
    every = knowledge.entities(user_id, limit=200).entities
    return {entity.name: sorted(entity.aliases) for entity in every if entity.type is EntityType.PERSON}


def offered(knowledge: Knowledge, user_id: str) -> list[list[str]]:
    return sorted(sorted((pair.one.name, pair.other.name)) for pair in knowledge.proposals(user_id).proposals)
