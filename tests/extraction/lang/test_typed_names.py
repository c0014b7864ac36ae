"""Names and common nouns have the type of what they are, whole, in both languages; the rows tell each."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.extraction.models import read_of

pytestmark = pytest.mark.models

ROWS = [
    json.loads(line) for line in Path(__file__).with_name("typed_names.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["says"])
def test_a_thing_has_its_type_and_its_whole_name(row: dict[str, Any]):
    read = read_of(row["text"])
    names = {(mention.name, mention.type.value) for mention in read.mentions}

    assert {tuple(name) for name in row.get("has", ())} <= names
    assert {name for name, _ in names}.isdisjoint(row.get("lacks", ()))
