"""Sentences with the facts that must be read off them and those that must not, as rows of `truth.jsonl`.

A row: `kind`, `text`, `speaker` (of a chat turn; a memo has none), `facts` and `never` as strings such as
"田中 勤める アクメ社 WORKS_FOR past", `names` and `no_names`. A fact names subject, lemma and object, `*` for any, and
behind them what else must be so of it: a relation type, `negative` or `past`, a modality (`stated` means neither asked,
possible, intended, obligatory nor reported). The sentences are read by the product's extractor.
"""

import json
import logging
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from extraction.lang.shared.languages import LanguageRegistry
from extraction.model.context import Context
from extraction.pipeline import Pipeline
from extraction.settings import ExtractionSettings
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from graph.model.extraction import Extraction, Statement
from graph.model.types import Polarity

pytestmark = pytest.mark.models

WHEN = datetime(2026, 11, 18, 10, 0, tzinfo=UTC)
ROWS: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("truth.jsonl").read_text("utf-8").splitlines()
]
ANY = "*"


@pytest.fixture(scope="module")
def extractions() -> Iterator[list[Extraction]]:
    """What is read off each row, all in one batch."""
    pipeline = Pipeline(ExtractionSettings(workers=1), clock=lambda: WHEN)
    works: list[ExtractionInput] = []
    for row in ROWS:
        draft = Draft(
            text=row["text"], occurred_at=WHEN, speaker=row.get("speaker"), session_id="s" if "speaker" in row else None
        )
        works.append(ExtractionInput(draft, pipeline.read(draft)))
    yield list(pipeline.extract(works))
    pipeline.close()


@pytest.mark.parametrize("place", range(len(ROWS)), ids=lambda place: f"{ROWS[place]['kind']}-{ROWS[place]['text']}")
def test_a_text_gives_the_facts_that_it_states_and_no_others(extractions: list[Extraction], place: int) -> None:
    row, extraction = ROWS[place], extractions[place]
    read = [marks_of(extraction, fact) for fact in extraction.statements]
    missing = [fact for fact in row.get("facts", ()) if not any(fits(fact, marks) for marks in read)]
    wrong = [fact for fact in row.get("never", ()) if any(fits(fact, marks) for marks in read)]
    names = {mention.name for mention in extraction.mentions}
    assert (missing, wrong) == ([], []), read
    assert {*row.get("names", ())} <= names
    assert not {*row.get("no_names", ())} & names
    assert not any(mark in name for mark in row.get("no_marks", ()) for name in names), names


def marks_of(extraction: Extraction, fact: Statement) -> tuple[str, ...]:
    """Subject, lemma and object of a fact, and all else that a row may ask of it."""
    subject, object_ = (extraction.mentions[place].name for place in (fact.subject, fact.object))
    marks = [subject, fact.lemma, object_, fact.type.value, fact.modality.value]
    marks += ["past" if fact.past else "present"]
    marks += ["negative" if fact.polarity is Polarity.NEGATIVE else "positive"]
    return (*marks, *([fact.time] if fact.time else []))


def fits(fact: str, marks: tuple[str, ...]) -> bool:
    """Whether a fact that was read has all that a row asks for."""
    ends, more = fact.split()[:3], fact.split()[3:]
    return all(part in (ANY, mark) for part, mark in zip(ends, marks, strict=False)) and set(more) <= set(marks[3:])


def test_no_text_is_lost_to_a_fault_wherever_it_breaks_off(caplog: pytest.LogCaptureFixture) -> None:
    texts = list(dict.fromkeys(row["text"][:size] for row in ROWS for size in range(1, len(row["text"]), 7)))
    registry = LanguageRegistry(ExtractionSettings())
    with caplog.at_level(logging.WARNING):
        registry.find("ja", texts, [Context(when=WHEN, speaker="Ken", memo=True)] * len(texts))
    assert [record.getMessage() for record in caplog.records] == []
