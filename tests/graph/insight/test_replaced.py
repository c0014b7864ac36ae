"""A sentence is over by wording alone where another value, a change or a denial tells it, and nowhere else."""

import json
from pathlib import Path
from typing import Any

import pytest

from graph.insight.linking.replaced import replaced
from graph.model.reading.change_wording import TEXT_MOST, tells_change


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("row", rows("replaced.jsonl"), ids=lambda row: row["later"])
def test_a_later_text_replaces_the_sentence_it_changes_and_no_other(row: dict[str, Any]) -> None:
    """`people` are the persons whom the row names."""
    texts = str(row["later"]), (earlier := str(row["earlier"]))
    people = [{text.find(name): (name, name) for name in row.get("people") or () if name in text} for text in texts]
    sign = replaced(*texts, *people)
    assert (earlier[sign.start : sign.end] if sign else None) == row["over"]


def test_a_sentence_that_replaces_is_told_by_its_place() -> None:
    later = "Some news. The door code is now 0815."
    sign = replaced(later, "The door code is 4711.")
    assert sign
    assert later[sign.by_start : sign.by_end] == "The door code is now 0815."


def test_a_long_text_says_too_much_to_be_replaced() -> None:
    long = "The door code is 4711. " + "More is said. " * (TEXT_MOST // 12)
    assert replaced("The door code is now 0815.", long) is None


@pytest.mark.parametrize("row", rows("changes.jsonl"), ids=lambda row: row["text"])
def test_a_change_is_told_by_its_wording(row: dict[str, Any]) -> None:
    assert tells_change(row["text"]) is row["changes"]


def test_of_a_long_text_no_change_is_asked() -> None:
    assert not tells_change("We use Postgres instead of MySQL. " + "More is said. " * (TEXT_MOST // 12))
