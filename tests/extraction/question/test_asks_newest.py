import json
from pathlib import Path

import pytest

from extraction.question.asks_newest import asks_for_newest

ROWS = [json.loads(line) for line in Path(__file__).with_name("newest.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["question"])
def test_a_question_for_the_newest_is_told_from_times_lengths_and_names(row: dict[str, object]) -> None:
    assert asks_for_newest(str(row["question"])) is row["newest"]
