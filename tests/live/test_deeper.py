"""The recipe `deep` over a real database."""

from graph.answers import Recipe
from graph.knowledge import Knowledge
from graph.model import Draft
from tests.live.test_forgetting import remembered


def test_a_deep_recall_lifts_what_is_near_to_what_a_hit_says(light: Knowledge, user_id: str) -> None:
    texts = ["zork was carved near a quiet harbour with lanterns", "was carved near a quiet harbour with lanterns"]
    texts.append("zork carved zork figures")
    texts += [f"one{n} two{n} three{n} four{n}" for n in range(40)]
    ids = remembered(light, user_id, [Draft(text=text) for text in texts])
    question = "who carved zork"
    plain = [hit.memory.id for hit in light.recall(user_id, question, recipe=Recipe.FUSED, limit=3).hits]
    deep = light.recall(user_id, question, recipe=Recipe.DEEP, limit=3)
    assert deep.hits[0].memory.id == plain[0]
    second = next(hit for hit in deep.hits if hit.memory.id == ids[1])
    assert second.parts.further > 0
    assert deep.recipe is Recipe.DEEP
    again = light.recall(user_id, question, recipe=Recipe.DEEP, limit=3)
    assert [hit.memory.id for hit in again.hits] == [hit.memory.id for hit in deep.hits]
