"""A name that the graph knows may add what reading missed; it never shortens, splits or retypes what a text says."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from neo4j import Driver

from extraction.pipeline import Pipeline
from graph.db.store import Store
from graph.extractor import ExtractionInput
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.extraction import Extraction
from graph.resolution import resolution_writer
from tests.live.conftest import START
from tests.live.plain_extractor import PlainExtractor

ROWS: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "known_names.jsonl").read_text("utf-8").splitlines()
]
TIES = """
MATCH (m:Memory {user_id: $user_id, text: $text})<-[:PART_OF]-(:Chunk)-[t:MENTIONS|DESCRIBES]->(:Entity)
RETURN t.key AS key, t.kind AS type, t.starts AS starts, t.method AS method
"""
FACTS = """
MATCH (m:Memory {user_id: $user_id, text: $text})<-[:PART_OF]-(:Chunk)-[:STATES]->(f:Fact)-[s:SUBJECT]->(:Entity)
MATCH (f)-[o:OBJECT]->(:Entity)
RETURN s.key AS subject, f.lemma AS lemma, o.key AS object, f.time AS time
"""


def draft_of(text: str) -> Draft:
    return Draft(text=text, occurred_at=START, created_at=START)


def rows_of(driver: Driver, query: str, user_id: str, text: str) -> list[dict[str, Any]]:
    with driver.session() as session:
        return [row.data() for row in session.run(query, user_id=user_id, text=text)]  # pyright: ignore[reportArgumentType]


def read_alone(pipeline: Pipeline, text: str) -> Extraction:
    draft = draft_of(text)
    return pipeline.extract([ExtractionInput(draft, pipeline.read(draft))])[0]


def remembered(knowledge: Knowledge, user_id: str, texts: Sequence[str]) -> None:
    outcomes = list(knowledge.remember_many(user_id, map(draft_of, texts)))
    assert [outcome.error for outcome in outcomes] == [None] * len(texts)


@pytest.mark.models
@pytest.mark.parametrize("known_first", [True, False])
def test_a_text_says_what_it_says_whatever_names_are_known(
    known_first: bool, knowledge: Knowledge, pipeline: Pipeline, user_id: str, driver: Driver
) -> None:
    known, texts = [row["known"] for row in ROWS], [row["text"] for row in ROWS]
    for some in (known, texts) if known_first else (texts, known):
        remembered(knowledge, user_id, some)
    for row in ROWS:
        alone = read_alone(pipeline, row["text"])
        ties = rows_of(driver, TIES, user_id, row["text"])
        read = {(tie["key"], tie["type"]) for tie in ties if tie["method"] != "known-name"}
        assert read == {(mention.key, mention.type.value) for mention in alone.mentions}, row
        added = {tie["key"] for tie in ties if tie["method"] == "known-name"}
        assert added == {*row.get("adds", ())}, row
        facts = {
            (fact["subject"], fact["lemma"], fact["object"], fact["time"])
            for fact in rows_of(driver, FACTS, user_id, row["text"])
        }
        assert facts == {
            (alone.mentions[s.subject].key, s.lemma, alone.mentions[s.object].key, s.time) for s in alone.statements
        }, row


@pytest.mark.models
@pytest.mark.parametrize(
    ("known", "text", "key"),
    [
        ("Anna works for Apple.", "Ken ate an apple.", "apple"),
        ("Omar works for Shell.", "Lena painted a shell.", "shell"),
        ("光さんと会った。", "健は光を見た。", "光"),
        ("桜さんは京都に住んでいる。", "健は桜を植えた。", "桜"),
    ],
)
def test_a_common_noun_is_no_proper_name(
    known: str, text: str, key: str, knowledge: Knowledge, user_id: str, driver: Driver
) -> None:
    for one in (known, text):
        knowledge.remember(user_id, draft_of(one))
    with driver.session() as session:
        rows = session.run(
            "MATCH (:Memory {user_id: $user_id, text: $text})<-[:PART_OF]-(:Chunk)-[:MENTIONS|DESCRIBES]->(e:Entity) "
            "WHERE e.key = $key RETURN e.type AS type",
            user_id=user_id, text=text, key=key,
        ).value("type")  # fmt: skip
    assert not {*rows} & {"Organization", "Person"}, rows


class Blind(PlainExtractor):
    """Sees no name where a text begins with "nobody", though all of them are candidates."""

    def extract(self, works: Sequence[ExtractionInput]) -> Sequence[Extraction]:
        return [
            replace(made, mentions=(), statements=()) if work.draft.text.startswith("nobody") else made
            for work, made in zip(works, super().extract(works), strict=True)
        ]


@pytest.fixture
def blind(store: Store) -> Knowledge:
    return Knowledge(lambda: store, Blind(), clock=lambda: START)


UNREAD = "nobody sees that Ada Byron wrote it."


def named(knowledge: Knowledge, user_id: str, memory_id: str) -> dict[str, tuple[int, ...]]:
    return {entity.name: entity.starts for entity in knowledge.show(user_id, memory_id).entities}


@pytest.mark.parametrize("first", [True, False])
def test_a_name_is_found_where_reading_missed_it_before_and_after_it_is_known(
    first: bool, blind: Knowledge, user_id: str
) -> None:
    texts = [UNREAD, "Ada Byron met Mia Abe."]
    ids = {text: blind.remember(user_id, Draft(text=text)).id for text in (texts if first else reversed(texts))}
    assert named(blind, user_id, ids[UNREAD]) == {"Ada Byron": (UNREAD.index("Ada"),)}
    assert blind.entity(user_id, blind.entity_called(user_id, "Ada Byron")).entity.mention_count == 2


def test_a_name_that_too_many_chunks_hold_unread_is_tied_to_none_of_them(
    blind: Knowledge, user_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resolution_writer, "CHUNKS_MOST", 2)
    texts = ["nobody sees Ada Byron once.", "nobody sees Ada Byron twice.", "nobody sees Ada Byron and Mia Abe."]
    ids = [blind.remember(user_id, Draft(text=text)).id for text in texts]
    blind.remember(user_id, Draft(text="Ada Byron met Mia Abe."))
    assert [[*named(blind, user_id, each)] for each in ids] == [[], [], ["Mia Abe"]]


def test_what_is_remembered_tells_the_names_that_others_made_known(blind: Knowledge, user_id: str) -> None:
    blind.remember(user_id, Draft(text="Ada Byron met Mia Abe."))
    assert {entity.name for entity in blind.remember(user_id, Draft(text=UNREAD)).entities} == {"Ada Byron"}


def test_a_known_name_is_none_inside_a_longer_one_and_in_lower_case(blind: Knowledge, user_id: str) -> None:
    longer = blind.remember(user_id, Draft(text="nobody knows Ada Byron Town.")).id
    lower = blind.remember(user_id, Draft(text="nobody knows ada byron.")).id
    blind.remember(user_id, Draft(text="Ada Byron met Mia Abe."))
    assert named(blind, user_id, longer) == {}
    assert named(blind, user_id, lower) == {}
    blind.remember(user_id, Draft(text="Mia Abe met Ada Byron Town."))
    assert set(named(blind, user_id, longer)) == {"Ada Byron Town"}


def test_a_name_found_by_another_memory_goes_with_what_is_forgotten(
    blind: Knowledge, user_id: str, driver: Driver
) -> None:
    first, second = (blind.remember(user_id, Draft(text=text)).id for text in (UNREAD, "Ada Byron met Mia Abe."))
    blind.forget(user_id, second)
    blind.forget(user_id, first)
    assert blind.entities(user_id).entities == ()
    with driver.session() as session:
        left = session.run("MATCH (n:Candidate {user_id: $user_id}) RETURN count(n) AS left", user_id=user_id)
        assert left.single(strict=True)["left"] == 0


def test_nobody_else_is_tied(blind: Knowledge, user_id: str, other_user: str) -> None:
    unread = blind.remember(other_user, Draft(text=UNREAD)).id
    blind.remember(user_id, Draft(text="Ada Byron met Mia Abe."))
    assert named(blind, other_user, unread) == {}


def test_an_entity_was_seen_when_the_oldest_memory_that_holds_its_name_was_made(
    blind: Knowledge, user_id: str, driver: Driver
) -> None:
    blind.remember(user_id, Draft(text=UNREAD, occurred_at=START.replace(year=2020)))
    blind.remember(user_id, Draft(text="Ada Byron met Mia Abe."))
    with driver.session() as session:
        row = session.run(
            "MATCH (e:Entity {user_id: $user, key: 'ada byron'}) RETURN e.first_seen.year AS year", user=user_id
        ).single(strict=True)
    assert row["year"] == 2020
