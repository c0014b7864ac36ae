"""The kind of a memory is told by what somebody calls it, else by a wording, and by none that asks or leaves open."""

import json
from pathlib import Path

import pytest

from graph.lifecycle.kinds.kinds import kind_of
from graph.lifecycle.kinds.wordings import is_worded
from graph.lifecycle.word_tables import WordRow, word_rows
from graph.model.draft import Draft
from graph.model.types import MemoryKind

TEXTS = [json.loads(line) for line in Path(__file__).with_name("kinds.jsonl").read_text(encoding="utf-8").splitlines()]
ROWS = list(word_rows("kinds"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.word)
def test_each_word_tells_the_kind_at_the_beginning_of_a_line_and_as_a_tag(row: WordRow) -> None:
    kind = MemoryKind(row.kind)
    assert kind_of(Draft(text=row.example)) is kind
    assert kind_of(Draft(text=f"Before.\n{row.example}\nAfter.")) is kind
    if row.word != "[ ]":
        assert kind_of(Draft(text="It rained.", tags=("x", row.word.upper()))) is kind
        assert kind_of(Draft(text="It rained.", category=f"area/{row.word}")) is kind


@pytest.mark.parametrize(
    "text",
    [
        "It rained.",
        "She has a profile: none of it true.",
        "- [x] renew the passport",
        "The rules say so.",
        "好みの店。",
    ],
)
def test_what_only_mentions_such_a_word_is_of_no_kind(text: str) -> None:
    assert kind_of(Draft(text=text)) is None


def test_a_task_is_open_until_its_last_box_is_ticked() -> None:
    half = "- [x] renew the passport\n- [ ] book the flight"
    assert kind_of(Draft(text=half)) is MemoryKind.TASK
    assert kind_of(Draft(text=half.replace("[ ]", "[x]"), tags=("todo",))) is None
    assert kind_of(Draft(text="TODO: pack.\n- [x] passport")) is None
    assert kind_of(Draft(text="Rule: no shoes.\n- [ ] buy a rack")) is MemoryKind.TASK


def test_what_shall_always_be_done_is_a_rule_unless_an_assistant_says_it() -> None:
    assert kind_of(Draft(text="Always name your sources.", speaker="user")) is MemoryKind.RULE
    assert kind_of(Draft(text="いつも日本語で答えてください。")) is MemoryKind.RULE
    assert kind_of(Draft(text="Always name your sources.", speaker="assistant")) is None


def test_of_a_long_text_one_sentence_makes_no_rule_and_no_preference() -> None:
    for said in ("Always name your sources.", "I prefer tea."):
        assert kind_of(Draft(text=said)) is not None
        assert kind_of(Draft(text=f"{said} {'It rained all day. ' * 40}")) is None
    assert kind_of(Draft(text=f"Rule: no shoes. {'It rained all day. ' * 40}")) is MemoryKind.RULE


@pytest.mark.parametrize("case", TEXTS, ids=lambda case: case["text"][:40])
def test_a_memory_is_of_the_kind_that_a_reader_would_say(case: dict[str, str | None]) -> None:
    assert kind_of(Draft(text=str(case["text"]), title=case.get("title"))) == case["kind"]


@pytest.mark.parametrize(
    ("table", "row"),
    [(table, row) for table in ("preferences", "incidents") for row in word_rows(table)],
    ids=lambda part: part.word if isinstance(part, WordRow) else part,
)
def test_each_wording_is_found_in_its_example_unless_it_leaves_things_open(table: str, row: WordRow) -> None:
    assert is_worded(table, row.example) == (row.kind != "open")


def test_what_somebody_calls_a_memory_goes_before_its_wording() -> None:
    decides = "We decided to move the backups."
    assert kind_of(Draft(text=decides)) is MemoryKind.DECISION
    assert kind_of(Draft(text=decides, tags=("incident",))) is MemoryKind.INCIDENT
    assert kind_of(Draft(text=decides, title="Post-mortem of the full disk")) is MemoryKind.INCIDENT
    assert kind_of(Draft(text=f"Post-mortem: a full disk.\n{decides}\n- [ ] buy a disk")) is MemoryKind.TASK


def test_what_an_assistant_says_is_nobodys_preference_or_decision() -> None:
    for text in ("The user prefers tea.", "We decided to use Redis.", "Incident: the disk was full."):
        assert kind_of(Draft(text=text)) is not None
        assert kind_of(Draft(text=text, speaker="assistant")) is None
