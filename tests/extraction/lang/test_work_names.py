"""What notes of work are about is named though no shape tells it, in both languages; the rows tell each."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from extraction.names.identifiers import OF_WORK
from tests.extraction.models import read_of

pytestmark = pytest.mark.models

ROWS = [
    json.loads(line) for line in Path(__file__).with_name("work_names.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["says"])
def test_a_note_of_work_is_told_from_other_texts_and_its_things_are_named(row: dict[str, Any]):
    read = read_of(row["text"])
    names = {(mention.surface, mention.type.value) for mention in read.mentions}
    times = Counter(mention.surface for mention in read.mentions)

    assert {tuple(name) for name in row.get("has", ())} <= names
    assert any(OF_WORK in mention.reasons for mention in read.mentions) is not row.get("is_other", False)
    assert all(times[surface] == count for surface, count in row.get("times", {}).items())
