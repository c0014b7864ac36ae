"""What a text tells is read as it tells it: what is over, imagined, quoted or set aside is never stated as so now.

`truth.jsonl` has a line for each text: `facts` that must be there, as "subject | lemma | object | marks", and `never`,
ends that no fact may tie as stated, not denied and not over, as "subject | object"; "*" is anybody or anything. Marks
are a modality other than stated, "not" and "over"; `relations` are "subject | type | object"; of a `silent` text no
fact is told; `amounts` are the only amounts, `known` the names of the graph, `types` those of names.
"""

import json
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from extraction.pipeline import Pipeline
from extraction.settings import ExtractionSettings
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from graph.model.extraction import Extraction, Statement
from graph.model.types import Modality, Polarity

pytestmark = pytest.mark.models

WHEN = datetime(2026, 3, 10, 10, 0, tzinfo=UTC)
ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    if line.strip()
]


@cache
def extractions() -> tuple[Extraction, ...]:
    """All texts, understood in one batch as the product does it."""
    pipeline = Pipeline(ExtractionSettings(workers=1), clock=lambda: WHEN)
    works = [work_of(pipeline, row) for row in ROWS]
    return tuple(pipeline.extract(works))


def work_of(pipeline: Pipeline, row: dict[str, Any]) -> ExtractionInput:
    draft = Draft(text=row["text"], occurred_at=WHEN, speaker=row.get("speaker"), session_id="s")
    return ExtractionInput(draft, pipeline.read(draft))


def lines_of(extraction: Extraction) -> set[str]:
    return {line(extraction, statement) for statement in extraction.statements}


def line(extraction: Extraction, statement: Statement) -> str:
    subject, object_ = extraction.mentions[statement.subject].name, extraction.mentions[statement.object].name
    marks = [
        *([] if statement.modality is Modality.STATED else [statement.modality.value]),
        *(["not"] if statement.polarity is Polarity.NEGATIVE else []),
        *(["over"] if statement.past else []),
    ]
    return " | ".join((subject, statement.lemma, object_, " ".join(marks)))


def ties_now(extraction: Extraction) -> set[tuple[str, str]]:
    """The ends of every fact that is told to be so now."""
    return {
        (extraction.mentions[statement.subject].name, extraction.mentions[statement.object].name)
        for statement in extraction.statements
        if statement.modality is Modality.STATED and statement.polarity is Polarity.POSITIVE and not statement.past
    }


def matches(tie: tuple[str, str], pattern: str) -> bool:
    return all(wanted in ("*", end) for end, wanted in zip(tie, pattern.split(" | "), strict=True))


@pytest.mark.parametrize("place", range(len(ROWS)), ids=[row["text"][:60] for row in ROWS])
def test_a_text_states_what_it_tells_and_no_more(place: int) -> None:
    row, extraction = ROWS[place], extractions()[place]
    missing = [fact for fact in row.get("facts", ()) if fact not in lines_of(extraction)]
    wrong = [tie for tie in ties_now(extraction) for pattern in row.get("never", ()) if matches(tie, pattern)]
    assert (missing, wrong) == ([], []), sorted(lines_of(extraction))


@pytest.mark.parametrize("place", [place for place, row in enumerate(ROWS) if "relations" in row])
def test_a_fact_is_of_the_relation_that_its_words_and_ends_tell(place: int) -> None:
    names = [mention.name for mention in extractions()[place].mentions]
    facts = [f"{names[fact.subject]} | {fact.type} | {names[fact.object]}" for fact in extractions()[place].statements]
    assert {*ROWS[place]["relations"]} <= {*facts}


@pytest.mark.parametrize("place", [place for place, row in enumerate(ROWS) if row.get("silent")])
def test_a_denial_of_a_circumstance_denies_nothing_else(place: int) -> None:
    assert lines_of(extractions()[place]) == set()


@pytest.mark.parametrize("place", [place for place, row in enumerate(ROWS) if "amounts" in row])
def test_an_amount_has_the_unit_that_the_text_gives_it(place: int) -> None:
    extraction = extractions()[place]
    amounts = {mention.name for mention in extraction.mentions if mention.subtype is not None}
    amounts |= {statement.amount for statement in extraction.statements if statement.amount}
    assert sorted(amounts) == ROWS[place]["amounts"]


@pytest.mark.parametrize("place", [place for place, row in enumerate(ROWS) if "types" in row])
def test_a_name_is_of_the_type_that_its_sentence_tells(place: int) -> None:
    types = {mention.name: mention.type.value for mention in extractions()[place].mentions}
    assert {**types, **ROWS[place]["types"]} == types


@pytest.mark.parametrize("place", range(len(ROWS)), ids=[row["text"][:60] for row in ROWS])
def test_a_mention_stands_in_the_text_as_it_is_written(place: int) -> None:
    text = ROWS[place]["text"]
    spans = [mention for mention in extractions()[place].mentions if mention.start is not None]
    assert [mention.surface for mention in spans] == [text[mention.start : mention.end] for mention in spans]
