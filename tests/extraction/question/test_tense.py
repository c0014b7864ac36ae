"""A question asks how things stand unless its wording asks for what was."""

import json
from pathlib import Path

import pytest

from extraction.question.tense import tense_of

ROWS = [json.loads(line) for line in Path(__file__).with_name("tense.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["question"])
def test_the_time_that_a_question_asks_about_is_told_by_its_wording(row: dict[str, str]) -> None:
    assert tense_of(row["question"]) == row["tense"]
