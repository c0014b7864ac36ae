"""Questions for memories of a kind are told from questions that only speak of such a thing."""

import pytest

from graph.model.reading.asked_kinds import asked_kinds, said_by_kind
from graph.model.types import MemoryKind
from graph.tables import table_rows

TABLE = list(table_rows("graph.model.reading", "asked_kinds", "language kind form word example"))
ROWS = [row for row in TABLE if row[2] != "plain"]


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
        "鉄道運転規則は何年に制定された？",
        "田中さんはどこで働いている？",
    ],
)
def test_what_only_speaks_of_such_a_thing_asks_for_no_kind(question: str) -> None:
    assert asked_kinds(question) == frozenset()


def test_a_question_may_ask_for_several_kinds() -> None:
    assert asked_kinds("What are the open tasks, and what was decided?") == {MemoryKind.TASK, MemoryKind.DECISION}


@pytest.mark.parametrize(
    ("question", "words", "said"),
    [
        ("What are the open tasks?", ("open", "task"), {"open", "task"}),
        ("Which decisions did we make?", ("decis", "make"), {"decis", "make"}),
        ("What are Mia's preferences?", ("mia", "prefer"), {"prefer"}),
        ("What did we decide about the payment provider?", ("decid", "payment", "provid"), {"decid"}),
        ("守るべきルールを教えて", ("守る", "ルール", "教える"), {"守る", "ルール", "教える"}),
        ("Where is the open book?", ("open", "book"), set[str]()),
    ],
)
def test_a_memory_of_the_kind_need_not_hold_the_words_that_ask_for_it(
    question: str, words: tuple[str, ...], said: set[str]
) -> None:
    assert said_by_kind(question, words) == said
