"""Names of software and code in English, and words of everyday that are none; the rows tell each."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.extraction.models import read_of

pytestmark = pytest.mark.models

ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("software_names.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["says"])
def test_names_of_software_are_told_from_words_of_everyday(row: dict[str, Any]):
    read = read_of(row["text"])
    names = {(mention.surface, mention.type.value, mention.subtype) for mention in read.mentions}

    assert {tuple(name) for name in row.get("has", ())} <= names
    assert {kind for _, kind, _ in names}.isdisjoint(row.get("lacks", ()))
