"""Who asks for tasks, decisions, rules or incidents gets all of these first, whatever their words are."""

import json
from pathlib import Path
from typing import Any

import pytest

from graph.knowledge import Knowledge
from graph.model.draft import Draft

pytestmark = pytest.mark.models

ROWS: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("kinds_asked.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_all_memories_of_a_kind_come_first_where_that_kind_is_asked_for(
    language: str, knowledge: Knowledge, user_id: str
) -> None:
    notes = [row for row in ROWS if row["language"] == language and "text" in row]
    outcomes = knowledge.remember_many(user_id, [Draft(text=row["text"]) for row in notes])
    assert all(outcome.error is None for outcome in outcomes)
    for row in ROWS:
        if row["language"] != language or "question" not in row:
            continue
        wanted = {note["text"] for note in notes if note["kind"] == row["asks"]}
        recalled = knowledge.recall(user_id, row["question"], limit=len(wanted))
        hits = recalled.hits
        assert recalled.note is None
        assert {hit.memory.text for hit in hits} == wanted, row["question"]
        assert all("kind that is asked for" in hit.why or "尋ねられた種類" in hit.why for hit in hits)
