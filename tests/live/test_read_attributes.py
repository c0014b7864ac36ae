"""What facts tell of the attributes of an entity: each row of the table by its examples, and what tells nothing."""

from dataclasses import replace

import pytest

from graph.catalogue.read_attributes import AttributeRule, attribute_rules
from graph.errors import Invalid
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.entities import EntityDetail
from tests.live.conftest import START
from tests.live.test_forgetting import remembered

pytestmark = pytest.mark.models

ROWS = attribute_rules()


def read_of(knowledge: Knowledge, user_id: str, name: str) -> dict[str, list[str]]:
    """The values that facts tell of the entity of this name, by attribute."""
    detail = knowledge.entity(user_id, knowledge.entity_called(user_id, name))
    return {
        name: [read.value for read in detail.read_attributes if read.name == name]
        for name in dict.fromkeys(read.name for read in detail.read_attributes)
    }


def of_memory(knowledge: Knowledge, user_id: str, memory_id: str) -> list[EntityDetail]:
    return [knowledge.entity(user_id, each.id) for each in knowledge.show(user_id, memory_id).entities]


@pytest.mark.parametrize("rule", ROWS, ids=[f"{rule.attribute}-{place}" for place, rule in enumerate(ROWS)])
def test_each_row_of_the_table_reads_its_examples(knowledge: Knowledge, user_id: str, rule: AttributeRule) -> None:
    for text, value in rule.examples:
        (memory_id,) = remembered(knowledge, user_id, [Draft(text=text, occurred_at=START)])
        told = {
            (read.name, read.value)
            for detail in of_memory(knowledge, user_id, memory_id)
            for read in detail.read_attributes
            if read.memory_id == memory_id
        }
        assert (rule.attribute, value) in told, text


def test_what_has_ended_what_is_denied_and_what_is_only_planned_tells_nothing(
    knowledge: Knowledge, user_id: str
) -> None:
    told = ["Maria Novak works for Acme.", "Maria Novak is not a nurse.", "Maria Novak wants to become a teacher."]
    remembered(knowledge, user_id, [Draft(text=text, occurred_at=START) for text in told])
    assert read_of(knowledge, user_id, "Maria Novak") == {"organization": ["Acme"]}
    remembered(knowledge, user_id, [Draft(text="Maria Novak left Acme.", occurred_at=START.replace(month=9))])
    assert read_of(knowledge, user_id, "Maria Novak") == {}


def test_what_was_set_by_hand_is_not_told_otherwise_by_facts(knowledge: Knowledge, user_id: str) -> None:
    remembered(knowledge, user_id, [Draft(text="Maria Novak works as a nurse. Maria Novak works for Acme.")])
    entity = knowledge.entity_called(user_id, "Maria Novak")
    knowledge.edit_entity(user_id, entity, {"attributes": {"role": "surgeon"}})
    assert read_of(knowledge, user_id, "Maria Novak") == {"organization": ["Acme"]}


def test_what_is_forgotten_tells_nothing(knowledge: Knowledge, user_id: str) -> None:
    nurse, _ = remembered(
        knowledge, user_id, [Draft(text="Maria Novak works as a nurse."), Draft(text="Maria Novak sings.")]
    )
    assert read_of(knowledge, user_id, "Maria Novak") == {"role": ["nurse"]}
    knowledge.forget(user_id, nurse)
    assert read_of(knowledge, user_id, "Maria Novak") == {}


def test_a_place_has_the_coordinates_of_the_memory_that_is_about_it_or_those_set_by_hand(
    knowledge: Knowledge, user_id: str
) -> None:
    there = Draft(text="Emily visited Kyoto.", occurred_at=START, latitude=34.6937, longitude=135.5023)
    about = replace(there, text="Our new office is in Osaka. The view is lovely.", title="Osaka")
    remembered(knowledge, user_id, [about, there])
    assert read_of(knowledge, user_id, "Osaka") == {"coordinates": ["34.6937, 135.5023"]}
    assert "coordinates" not in read_of(knowledge, user_id, "Kyoto"), "it was written there, about something else"
    kyoto = knowledge.entity_called(user_id, "Kyoto")
    for wrong in ("91, 10", "north", [1, 2, 3], [10, 181], 5):
        with pytest.raises(Invalid, match="'coordinates'"):
            knowledge.edit_entity(user_id, kyoto, {"attributes": {"coordinates": wrong}})
    for right in ("35.0116, 135.7681", [35.0116, 135.7681], ["35.0116", "135.7681"]):
        detail = knowledge.edit_entity(user_id, kyoto, {"attributes": {"coordinates": right}})
        assert detail.attributes == {"coordinates": right}
    osaka = knowledge.entity_called(user_id, "Osaka")
    knowledge.edit_entity(user_id, osaka, {"attributes": {"coordinates": "34.7, 135.5"}})
    assert "coordinates" not in read_of(knowledge, user_id, "Osaka"), "what a person says goes before"
