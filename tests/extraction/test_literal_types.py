"""Facts between things without a name state typed relations, and texts tell what is done with those that have one."""

import json
from pathlib import Path
from typing import Any

import pytest

from extraction.pipeline import Pipeline
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from graph.model.extraction import Extraction, worded
from graph.model.types import LinkType
from tests.extraction.models import extractor

pytestmark = pytest.mark.models
ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("literal_types.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.fixture
def pipeline() -> Pipeline:
    return extractor()


def read(pipeline: Pipeline, text: str) -> Extraction:
    draft = Draft(text=text)
    (extraction,) = pipeline.extract([ExtractionInput(draft, pipeline.read(draft))])
    return extraction


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["text"])
def test_a_relation_of_things_without_names_has_its_type(row: dict[str, Any], pipeline: Pipeline) -> None:
    extraction = read(pipeline, row["text"])
    names = [mention.name for mention in extraction.mentions]
    facts = (*extraction.literals, *extraction.statements)
    ends = [list(worded(fact, names))[:2] for fact in facts if fact.type.value == row["type"]]
    if not row["ends"]:
        assert ends == []
        return
    assert any(all(end in words for end, words in zip(row["ends"], each, strict=True)) for each in ends), facts


@pytest.mark.parametrize(
    ("text", "name", "link"),
    [
        ("The bridge was repaired by Hanna.", "Hanna", LinkType.PERFORMED_BY),
        ("The delay involved Marek.", "Marek", LinkType.INVOLVES),
        ("The team uses Redis.", "Redis", LinkType.USES),
        ("Tariq wrote a library for maps.", "library", LinkType.CREATES),
        ("Beatriz owns a van.", "van", LinkType.OWNS),
        ("Anna fixed PostgreSQL.", "PostgreSQL", LinkType.AFFECTS),
        ("The team does not use Redis.", "Redis", LinkType.MENTIONS),
        ("Hanna bought a van in Porto.", "Porto", LinkType.LOCATED_AT),
        ("その事故は井上さんを巻き込んだ。", "井上", LinkType.INVOLVES),
    ],
)
def test_a_text_tells_what_is_done_with_a_name(text: str, name: str, link: LinkType, pipeline: Pipeline) -> None:
    links = {mention.name: mention.link_type for mention in read(pipeline, text).mentions}
    assert links[name] is link


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("小川さんと石田さんは昔からの友達だ。", "FRIEND"),
        ("前田さんは岡本さんと知り合いだ。", "KNOWS"),
        ("木村さんと西村さんは同僚です。", "COLLEAGUE"),
    ],
)
def test_two_people_are_to_each_other_what_is_said_of_both(text: str, kind: str, pipeline: Pipeline) -> None:
    extraction = read(pipeline, text)
    types = {mention.name: mention.type.value for mention in extraction.mentions}
    ties = [(fact.subject, fact.object) for fact in extraction.statements if fact.type.value == kind]
    assert len(ties) == 1
    assert {types[extraction.mentions[end].name] for end in ties[0]} == {"Person"}
