"""A language model chooses from the numbered catalogue, and what it answers is checked."""

import json
from collections.abc import Mapping

import pytest

from extraction.llm.routing import ModelClassifier
from graph.projects.routing.classifier import CatalogueEntry, Choice

CATALOGUE = [CatalogueEntry(path="dev/a - b", description="Has a dash."), CatalogueEntry(path="life/food")]


class Model:
    """Answers what it is given, and keeps what it was asked."""

    def __init__(self, answer: str) -> None:
        self.answer = answer
        self.question = ""

    def ask(self, instructions: str, question: str, schema: Mapping[str, object]) -> str:  # noqa: ARG002
        self.question = question
        return self.answer

    def close(self) -> None:
        """Nothing to close."""


def test_numbers_become_the_paths_of_the_catalogue() -> None:
    model = Model('```json\n{"primary": 1, "secondary": [2], "confidence": "high", "pinned_content": "鍵は4711"}\n```')
    choice = ModelClassifier(model).choose("覚えておいて: 鍵は4711", CATALOGUE, "life/food")
    assert choice == Choice(primary="dev/a - b", secondary=("life/food",), confidence="high", pinned_content="鍵は4711")
    asked = json.loads(model.question)
    assert asked["catalogue"] == "1. dev/a - b - Has a dash.\n2. life/food"
    assert asked["project at work"] == "life/food"


def test_a_new_path_is_taken_where_no_number_is_given() -> None:
    choice = ModelClassifier(Model('{"primary": null, "new_path": "life/garden"}')).choose("Tomatoes", CATALOGUE, None)
    assert (choice.primary, choice.new_path, choice.confidence) == (None, "life/garden", "low")


@pytest.mark.parametrize(
    "answer", ["no JSON", '{"primary": 3}', '{"primary": 0}', '{"secondary": [9]}', '{"confidence": "sure"}', "[]"]
)
def test_an_answer_that_is_none_is_refused(answer: str) -> None:
    with pytest.raises(ValueError, match="model's answer"):
        ModelClassifier(Model(answer)).choose("Tomatoes", CATALOGUE, None)
