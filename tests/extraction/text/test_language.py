import json
import time
from pathlib import Path

import pytest

from extraction.text.language import detected_language, language_of

ROWS = [
    json.loads(line) for line in Path(__file__).with_name("languages.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['kind']}: {row['text'][:40]}")
def test_a_text_is_in_the_language_of_its_row(row: dict[str, str]) -> None:
    assert language_of(row["text"]) == row["language"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("会議の記録です。" * 125_000, "ja"),
        ("Notes of the meeting. " * 50_000, "en"),
        ("Hier steht nichts. " * 50_000, "und"),
    ],
    ids=["Japanese", "English", "German"],
)
def test_a_megabyte_is_judged_in_a_moment(text: str, language: str) -> None:
    started = time.process_time()
    assert language_of(text) == language
    assert time.process_time() - started < 0.5


def test_half_a_character_does_not_hinder_detection() -> None:
    whole = "Wir fahren im Sommer gemeinsam an das schöne Meer "
    assert detected_language(whole + "\ud800") == detected_language(whole) == "de"
    assert detected_language("\ud800 hello \udfff wörld")
