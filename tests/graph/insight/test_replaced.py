"""A sentence is over by wording alone where another value, a change or a denial tells it, and nowhere else."""

import json
from pathlib import Path

import pytest

from graph.insight.linking.replaced import TEXT_MOST, replaced

ROWS = [
    json.loads(line) for line in Path(__file__).with_name("replaced.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["later"])
def test_a_later_text_replaces_the_sentence_it_changes_and_no_other(row: dict[str, str | None]) -> None:
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
