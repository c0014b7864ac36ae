"""What a note chooses and rejects is told as decided facts, with a verb of its own or without one."""

import json
from pathlib import Path

import pytest

from bench.understood import understood
from graph.model.draft import Draft
from graph.model.extraction import Extraction
from graph.model.types import Polarity

ROWS = [json.loads(line) for line in Path(__file__).with_name("decisions.jsonl").read_text("utf-8").splitlines()]


def read(text: str, speaker: str | None = None) -> Extraction:
    return next(iter(understood([Draft(text=text, speaker=speaker)])))


def decided(extraction: Extraction, polarity: Polarity) -> set[str]:
    """The words of the ends of decided facts."""
    return {
        words
        for fact in (*extraction.statements, *extraction.literals)
        if fact.decided and fact.polarity is polarity
        for words in (
            fact.object_text or ("" if fact.object is None else extraction.mentions[fact.object].surface),
            *(part.text for part in fact.arguments),
        )
    }


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["text"][:30])
def test_what_is_chosen_is_told_and_what_is_rejected_is_denied(row: dict[str, list[str]]):
    extraction = read(str(row["text"]))
    chosen, rejected = (decided(extraction, polarity) for polarity in (Polarity.POSITIVE, Polarity.NEGATIVE))
    assert all(any(thing in words for words in chosen) for thing in row["chosen"])
    assert all(any(thing in words for words in rejected) for thing in row["rejected"])
    assert not any(thing in chosen for thing in row["rejected"])
    assert extraction.decides == bool(row["chosen"])


def test_an_assistant_proposes_and_decides_nothing():
    text = ROWS[0]["text"]
    assert read(text, speaker="Mia").decides
    assert not read(text, speaker="assistant").decides


def test_a_decision_that_a_clause_tells_is_told_once():
    extraction = read("We chose Redis instead of Memcached because of persistence.")
    told = [
        fact for fact in (*extraction.statements, *extraction.literals) if "Redis" in str(fact.object_text or "Redis")
    ]
    assert sum(fact.decided and fact.polarity is Polarity.POSITIVE for fact in told) == 1
