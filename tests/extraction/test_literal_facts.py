"""Facts whose ends are no entities are kept in the words of the text, in both languages."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from extraction.names.identifiers import OF_WORK
from extraction.names.known_names import key_of
from extraction.pipeline import Pipeline
from extraction.settings import ExtractionSettings
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from graph.model.extraction import Extraction, worded

pytestmark = pytest.mark.models
ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("literal_facts.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    return Pipeline(ExtractionSettings(workers=1))


def read(pipeline: Pipeline, text: str, title: str | None = None, when: str | None = None) -> Extraction:
    draft = Draft(text=text, title=title, occurred_at=datetime.fromisoformat(f"{when}T09:00+00:00") if when else None)
    (extraction,) = pipeline.extract([ExtractionInput(draft, pipeline.read(draft))])
    return extraction


def lines(extraction: Extraction) -> list[str]:
    """Each fact as a line: denied or only possible, subject, predicate, object, arguments."""
    names = [mention.name for mention in extraction.mentions]
    made: list[str] = []
    for fact in (*extraction.literals, *extraction.statements):
        subject, *others = worded(fact, names)
        subject = subject if fact.subject is None else names[fact.subject]
        marks = [mark for mark in (fact.modality.value, fact.polarity.value) if mark not in ("stated", "positive")]
        parts = [*("not" if mark == "negative" else mark for mark in marks), subject, fact.predicate, *others]
        made.append(" | ".join(parts))
    return made


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["text"][:30])
def test_what_a_clause_says_is_kept_in_its_words(row: dict[str, Any], pipeline: Pipeline) -> None:
    extraction = read(pipeline, row["text"], when=row.get("when"))
    if row.get("none"):
        assert extraction.literals == ()
        return
    told = lines(extraction)
    if "only" in row:
        assert told == row["only"]
    for expected in row.get("has", ()):
        assert any(all(part in line for part in expected.split(" | ")) for line in told), (expected, told)
    for wrong in row.get("lacks", ()):
        assert not any(all(part in line for part in wrong.split(" | ")) for line in told), (wrong, told)


def test_an_end_that_a_later_step_names_is_tied_to_it_and_two_names_make_no_literal_fact(pipeline: Pipeline) -> None:
    for row in ROWS:
        extraction = read(pipeline, row["text"])
        named = {one.key for one in extraction.mentions if one.reasons[:1] in (("identifier",), (OF_WORK,))}
        for fact in extraction.literals:
            ends = [(fact.subject, fact.subject_text), (fact.object, fact.object_text)]
            words = [text for place, text in ends if place is None]
            assert words
            assert all(words)
            assert named.isdisjoint(map(key_of, words)), row["text"]


def test_a_chosen_thing_is_not_denied_and_a_set_aside_one_not_claimed(pipeline: Pipeline) -> None:
    read_facts = lines(read(pipeline, "We decided to use PostgreSQL instead of MySQL because it is cheaper."))
    assert any("PostgreSQL" in line and not line.startswith("not") for line in read_facts)
    assert all(line.startswith(("not", "intended | not")) for line in read_facts if "| MySQL" in line)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The worker reads `src/memory/store.ts` every night.", "src/memory/store.ts"),
        ("設定ファイルは /etc/mimamori/edge.toml に置いた。", "/etc/mimamori/edge.toml"),
    ],
)
def test_an_identifier_is_one_word_before_clauses_are_read(text: str, name: str, pipeline: Pipeline) -> None:
    extraction = read(pipeline, text)
    names = [mention.name for mention in extraction.mentions]
    ends = {names[end] for fact in extraction.statements for end in (fact.subject, fact.object)}
    ends |= {names[end] for fact in extraction.literals for end in (fact.subject, fact.object) if end is not None}
    assert name in ends


@pytest.mark.parametrize(("title", "is_told"), [("運行会議 3/2", False), ("案内板の手引き", True)])
def test_an_item_tells_of_the_title_but_not_of_a_meeting(title: str, is_told: bool, pipeline: Pipeline) -> None:
    told = lines(read(pipeline, "- 掲示は新書式\n- OPS-12 は先送り", title))
    assert any(line.startswith(f"{title} | 掲示 | 新書式") for line in told) == is_told, told


def test_every_row_of_a_long_table_is_told_wherever_its_text_is_cut(pipeline: Pipeline) -> None:
    rows = [f"| cache-{number} | Nina P. Park | It is new. Has {number + 7} GB |" for number in range(120)]
    text = "\n".join(["| host | owner | disk |", "|---|---|---|", *rows])
    told = lines(read(pipeline, text))

    assert len(pipeline.read(Draft(text=text)).chunks) > 1
    assert {f"cache-{number} | disk | It is new. Has {number + 7} GB" for number in range(120)} <= set(told)
    assert {f"Nina P. Park | own | cache-{number}" for number in range(120)} <= set(told)
