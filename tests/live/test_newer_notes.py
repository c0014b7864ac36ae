"""Pairs of notes on the same matter, or on two alike ones: the newer goes first where it tells of a change."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from graph.knowledge import Knowledge
from graph.model.draft import Draft

pytestmark = pytest.mark.models

ROWS: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("newer_notes.jsonl").read_text(encoding="utf-8").splitlines()
]


def draft(row: dict[str, Any], which: str) -> Draft:
    day, text = row[which]
    return Draft(text=text, speaker=row.get("speaker"), occurred_at=datetime.fromisoformat(f"{day}T09:00:00+00:00"))


@pytest.mark.parametrize(("language", "outdated", "wrong"), [("en", 12, 0), ("ja", 10, 1)])
def test_an_outdated_note_stands_first_in_few_questions_and_a_newer_one_on_something_else_hardly_ever(
    language: str, outdated: int, wrong: int, knowledge: Knowledge, user_id: str
) -> None:
    """Of 28 questions on what has changed and 11 on what has not, each asked among the notes of all."""
    rows = [row for row in ROWS if row["language"] == language]
    notes = sorted((draft(row, which) for row in rows for which in ("older", "newer")), key=lambda note: note.text)
    assert all(outcome.error is None for outcome in knowledge.remember_many(user_id, notes))

    def missed(first: str) -> list[str]:
        asked = [row for row in rows if row["first"] == first]
        other = "older" if first == "newer" else "newer"
        hits = {row["question"]: knowledge.recall(user_id, row["question"], limit=10).hits for row in asked}
        texts = {question: [hit.memory.text for hit in found] for question, found in hits.items()}
        return [
            row["question"]
            for row in asked
            if row[other][1] in texts[row["question"]]
            and row[first][1] not in texts[row["question"]][: texts[row["question"]].index(row[other][1])]
        ]

    assert len(missed("newer")) <= outdated
    assert len(missed("older")) <= wrong
