"""A name in a question counts wherever it stands for itself, and not where it only stands inside a longer known one."""

from dataclasses import replace
from datetime import datetime

import pytest

from extraction.names.known_names import asked_names
from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.reading.question import Question
from graph.model.recalled import Mode
from tests.live.conftest import Clock
from tests.live.plain_extractor import PlainExtractor
from tests.live.test_forgetting import remembered


class Asking(PlainExtractor):
    """Reads the names of a question as the product does, those inside others too."""

    def question(self, text: str, *, vector: bool = True, now: datetime | None = None) -> Question:
        return replace(super().question(text, vector=vector, now=now), candidates=asked_names(text))


@pytest.fixture
def asking(store: Store, user_id: str, clock: Clock) -> Knowledge:
    """Three who are told of, two of them under one word."""
    knowledge = Knowledge(lambda: store, Asking(), clock=clock)
    told = {"Ann": "sailed north", "Joanna": "stayed home", "Tokyo": "is a town", "Tokyo Tower": "is red"}
    remembered(knowledge, user_id, [Draft(text=text, title=title) for title, text in told.items()])
    return knowledge


QUESTIONS = [
    ("What did Ann tell Joanna?", {"Ann", "Joanna"}),
    ("Compare Tokyo and Tokyo Tower", {"Tokyo", "Tokyo Tower"}),
    ("How high is Tokyo Tower?", {"Tokyo Tower"}),
]


@pytest.mark.parametrize(("question", "named"), QUESTIONS)
def test_a_question_names_what_stands_in_it_for_itself(
    question: str, named: set[str], asking: Knowledge, user_id: str
) -> None:
    about = asking.recall(user_id, question, mode=Mode.ENTITY)
    assert {one.name for one in about.named} == named
    near = asking.recall(user_id, question, mode=Mode.GRAPH).hits
    assert {hit.memory.title for hit in near} == named
    for filters in (Filters(), Filters(language="en")):
        hits = asking.recall(user_id, question, filters=filters).hits
        assert {hit.memory.title for hit in hits if hit.parts.linked} == named
