"""The recipe `deep` over a real database, with the real encoder."""

import pytest

from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.recalled import Recipe
from tests.live.test_forgetting import remembered

pytestmark = pytest.mark.models

TOLD = (
    "The Kestrel bridge was designed by Hana Mori.",
    "The Kestrel bridge is painted in a dark green.",
    "The Kestrel bridge was opened with fireworks.",
    "Hana Mori spent her childhood in Otaru, near the canal.",
    "The canteen serves soup on Mondays.",
    "The printer on the third floor is out of paper.",
    "A heron stood in the pond this morning.",
    "The quarterly report is due at the end of June.",
)
QUESTION = "Where did the person who designed the Kestrel bridge grow up?"


def test_a_deep_recall_lifts_what_a_hit_leads_to(knowledge: Knowledge, user_id: str) -> None:
    ids = remembered(knowledge, user_id, [Draft(text=text) for text in TOLD])
    plain = knowledge.recall(user_id, QUESTION, recipe=Recipe.FUSED, limit=8).hits
    deep = knowledge.recall(user_id, QUESTION, recipe=Recipe.DEEP, limit=8)
    assert deep.recipe is Recipe.DEEP
    assert [hit.memory.id for hit in deep.hits[:2]] == [hit.memory.id for hit in plain[:2]]
    lifted = next(hit for hit in deep.hits if hit.memory.id == ids[3])
    assert lifted.parts.further > 0
    assert "follows from what another hit says" in lifted.why
    again = knowledge.recall(user_id, QUESTION, recipe=Recipe.DEEP, limit=8)
    assert [hit.memory.id for hit in again.hits] == [hit.memory.id for hit in deep.hits]


def test_a_deep_recall_leaves_nothing_out_that_a_plain_one_finds(knowledge: Knowledge, user_id: str) -> None:
    ids = remembered(knowledge, user_id, [Draft(text=text) for text in TOLD])
    deep = knowledge.recall(user_id, QUESTION, recipe=Recipe.DEEP, limit=20).hits
    assert sorted(hit.memory.id for hit in deep) == sorted(ids)
