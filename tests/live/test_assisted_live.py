"""What a language model adds reaches the graph, and why it added nothing is kept on the memory."""

from collections.abc import Mapping

import pytest

from extraction.llm.assisted import Assisted
from extraction.settings.llm import LlmSettings
from graph.db.store import Store
from graph.errors import Unavailable
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.memory import Enrich
from tests.live.conftest import Clock
from tests.live.plain_extractor import PlainExtractor

TELLS = '{"pieces": [{"number": 1, "entities": [{"text": "walnut boat", "type": "Object"}], "facts": []}]}'


class Model:
    """Answers what it is told to, or fails."""

    def __init__(self, answer: str | None) -> None:
        self.answer = answer
        self.asked: list[str] = []

    def ask(self, instructions: str, question: str, schema: Mapping[str, object]) -> str:  # noqa: ARG002
        self.asked.append(question)
        if self.answer is None:
            raise Unavailable("The model sleeps.")
        return self.answer

    def close(self) -> None:
        """Nothing to end."""


def knowing(store: Store, clock: Clock, answer: str | None) -> tuple[Knowledge, Model]:
    model = Model(answer)
    extractor = Assisted(PlainExtractor(), model, LlmSettings())
    return Knowledge(lambda: store, extractor, clock=clock), model


def test_what_the_model_tells_becomes_an_entity_of_the_graph(store: Store, clock: Clock, user_id: str) -> None:
    knowledge, _ = knowing(store, clock, TELLS)
    remembered = knowledge.remember(user_id, Draft(text="Ada Byron built a walnut boat."))
    assert {one.name for one in remembered.entities} == {"Ada Byron", "walnut boat"}
    assert knowledge.show(user_id, remembered.id).memory.fallback is None


@pytest.mark.parametrize("enrich", Enrich)
def test_why_the_model_gave_nothing_is_kept_until_an_edit_reads_anew(
    store: Store, clock: Clock, user_id: str, enrich: Enrich
) -> None:
    knowledge, model = knowing(store, clock, None)
    outcome = next(iter(knowledge.remember_many(user_id, [Draft(text="Ada Byron built a boat.")], enrich=enrich)))
    assert outcome.remembered is not None
    knowledge.enrich_pending()
    identity = outcome.remembered.id
    assert knowledge.show(user_id, identity).memory.fallback == "The model sleeps."
    model.answer = TELLS
    edited = knowledge.edit(user_id, identity, {"text": "Ada Byron built a walnut boat."})
    assert {one.name for one in edited.entities} == {"Ada Byron", "walnut boat"}
    assert knowledge.show(user_id, identity).memory.fallback is None


def test_turns_beside_one_that_is_edited_or_forgotten_are_not_sent_to_the_model_again(
    store: Store, clock: Clock, user_id: str
) -> None:
    knowledge, model = knowing(store, clock, TELLS)
    talk = [Draft(text=f"Ada Byron came {n} times.", speaker="Ada", session_id="talk") for n in range(6)]
    ids = [one.remembered.id for one in knowledge.remember_many(user_id, talk) if one.remembered]
    model.asked.clear()
    knowledge.forget(user_id, ids[1])
    assert model.asked == []
    knowledge.edit(user_id, ids[4], {"text": "Ada Byron went away."})
    assert len(model.asked) == 1
    assert "went away" in model.asked[0]
    assert "came" not in model.asked[0]
