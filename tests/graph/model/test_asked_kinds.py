"""Questions for memories of a kind are told from questions that only speak of such a thing."""

import pytest

from graph.model.reading.asked_kinds import asked_kinds
from graph.model.types import MemoryKind
from graph.tables import table_rows

ROWS = list(table_rows("graph.model.reading", "asked_kinds", "language kind form word example"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[3])
def test_each_word_asks_for_its_kind(row: list[str]) -> None:
    _, kind, _, word, example = row
    assert word.casefold() in example.casefold()
    assert asked_kinds(example) == {MemoryKind(kind)}


@pytest.mark.parametrize(
    "question",
    [
        "Which task queue do we use?",
        "Who decided on the floor?",
        "When did the outage of the printer end?",
        "Where does Mia live?",
        "Who wrote the rules engine that sorts our mail?",
        "ルールエンジンは何を使っている？",
        "タスクキューはどれ？",
        "障害者割引はある？",
        "田中さんはどこで働いている？",
    ],
)
def test_what_only_speaks_of_such_a_thing_asks_for_no_kind(question: str) -> None:
    assert asked_kinds(question) == frozenset()


def test_a_question_may_ask_for_several_kinds() -> None:
    assert asked_kinds("What are the open tasks, and what was decided?") == {MemoryKind.TASK, MemoryKind.DECISION}
