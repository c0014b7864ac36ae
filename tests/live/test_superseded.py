"""What is over never comes first unmarked and still answers for its own time: in hits, contexts and single memories."""

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.api_settings import ApiSettings
from api.commands.root import run
from api.rest.app import create_app
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.recalled import Mode
from graph.model.types import InferenceKind, Validation
from tests.api.rest.rest_door import HERE, as_user
from tests.live.test_forgetting import remembered

pytestmark = pytest.mark.models

ROWS = [
    json.loads(line) for line in Path(__file__).with_name("superseded.jsonl").read_text(encoding="utf-8").splitlines()
]


def drafts_of(memories: Sequence[Sequence[str]]) -> list[Draft]:
    return [Draft(text=text, occurred_at=datetime.fromisoformat(f"{day}T09:00:00+00:00")) for day, text in memories]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["memories"][0][1])
def test_what_holds_comes_first_and_what_is_over_is_marked(
    row: dict[str, Any], knowledge: Knowledge, user_id: str
) -> None:
    ids = remembered(knowledge, user_id, drafts_of(row["memories"]))
    for place, identity in enumerate(ids):
        assert bool(knowledge.show(user_id, identity).endings) == (place in row["over"])
    for question, first in row["asks"]:
        hits = knowledge.recall(user_id, question).hits
        assert hits[0].memory.id == ids[first], question
        marked = {ids.index(hit.memory.id) for hit in hits if hit.endings}
        assert marked == set(row["over"]) & {ids.index(hit.memory.id) for hit in hits}
        context = knowledge.context(user_id, question, budget_tokens=500)
        assert {ids.index(one.memory_id) for one in context.citations if one.endings} == set(row["over"])
        assert all(ending.mark in context.text for hit in hits for ending in hit.endings)


BERLIN = [["2025-01-10", "I live in Berlin."], ["2026-03-10", "I moved to Oslo."]]
MARK = "ended 2026-03-10: replaced by “I moved to Oslo.”"


@pytest.mark.parametrize("order", [BERLIN, BERLIN[::-1]], ids=["in order", "out of order"])
def test_the_order_of_storing_does_not_matter(order: list[list[str]], knowledge: Knowledge, user_id: str) -> None:
    remembered(knowledge, user_id, drafts_of(order))
    (over,) = (hit for hit in knowledge.recall(user_id, "Where do I live?").hits if hit.endings)
    assert (over.memory.text, [ending.mark for ending in over.endings]) == ("I live in Berlin.", [MARK])


def test_every_way_to_ask_marks_it_at_every_door(
    knowledge: Knowledge, user_id: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(knowledge, "close", lambda: None)  # the store is the session's
    remembered(knowledge, user_id, drafts_of(BERLIN))
    client = TestClient(create_app(knowledge, ApiSettings()), base_url=HERE, headers=as_user(user_id))
    for mode in Mode:
        question = "in Berlin" if mode is Mode.CONTENT else "Did I live in Berlin in January 2025?"
        recalled = knowledge.recall(user_id, question, mode=mode)
        marks = {hit.memory.text: [ending.mark for ending in hit.endings] for hit in recalled.hits}
        assert marks.pop("I live in Berlin.") == [MARK], mode
        assert not any(marks.values()), mode
        for shape in ("table", "markdown", "summary", "json"):
            line = ["recall", question, "--mode", mode.value, "--format", shape]
            assert run(line, build=lambda _: knowledge, default_user=lambda: user_id) == 0
            assert MARK in " ".join(capsys.readouterr().out.replace("│", " ").split()), (mode, shape)
        hits = client.get("/api/recall", params={"q": question, "mode": mode.value}).raise_for_status().json()["hits"]
        assert [[e["mark"] for e in hit["endings"]] for hit in hits if hit["endings"]] == [[MARK]], mode
    (pattern,) = knowledge.content(user_id, "in Be[a-z]+", regex=True).hits
    assert [ending.mark for ending in pattern.endings] == [MARK]


def test_what_took_its_place_comes_though_the_question_leads_to_the_old_alone(
    knowledge: Knowledge, user_id: str
) -> None:
    noise = [["2025-02-01", f"I live for the {thing} of my garden."] for thing in ("roses", "plums", "beans", "sage")]
    remembered(knowledge, user_id, drafts_of([*BERLIN, *noise]))
    assert knowledge.recall(user_id, "Where do I live?", limit=1).hits[0].memory.text == "I moved to Oslo."


def test_what_ended_it_is_forgotten_and_it_holds_again(knowledge: Knowledge, user_id: str) -> None:
    first, second = remembered(knowledge, user_id, drafts_of(BERLIN))
    knowledge.forget(user_id, second)
    assert not knowledge.show(user_id, first).endings
    assert not any(hit.endings for hit in knowledge.recall(user_id, "Where do I live?").hits)


def test_a_person_may_say_that_it_is_not_over(knowledge: Knowledge, user_id: str) -> None:
    first, _ = remembered(knowledge, user_id, drafts_of(BERLIN))
    (ending,) = knowledge.show(user_id, first).endings
    assert ending.inference_id
    knowledge.judge_inference(user_id, ending.inference_id, Validation.REJECTED)
    assert not knowledge.show(user_id, first).endings
    assert knowledge.recall(user_id, "Where do I live?").hits[0].memory.id == first


def test_inference_finds_no_other_endings_than_storing(knowledge: Knowledge, user_id: str) -> None:
    remembered(knowledge, user_id, drafts_of(BERLIN))
    stored = knowledge.inferred(user_id, kind=InferenceKind.SUPERSEDED)
    knowledge.infer(user_id)
    assert knowledge.inferred(user_id, kind=InferenceKind.SUPERSEDED) == stored
    knowledge.infer(user_id, anew=True)
    assert [one.id for one in knowledge.inferred(user_id, kind=InferenceKind.SUPERSEDED)] == [one.id for one in stored]


COLLEAGUES = [
    ["2014-01-10", "Ken works for Acme."],
    ["2015-01-10", "Ken left Acme."],
    ["2026-03-10", "Anna works for Acme."],
    ["2026-01-10", "Lena stopped working for Initech in 2015."],
    ["2026-03-10", "Omar works for Initech."],
    ["2026-03-10", "Pia used to work for Initech."],
]


def test_nobody_is_a_colleague_by_a_firm_that_was_left(knowledge: Knowledge, user_id: str) -> None:
    remembered(knowledge, user_id, drafts_of(COLLEAGUES))
    knowledge.infer(user_id)
    assert [one for one in knowledge.inferred(user_id) if one.kind is InferenceKind.RELATION] == []


@pytest.mark.parametrize(
    "texts",
    [
        ("Aiko works on Project Phoenix.", "Ben leads Project Phoenix."),
        ("佐藤さんはフェニックスプロジェクトに参加している。", "木村さんはフェニックスプロジェクトに携わっている。"),
        ("加藤さんと渡辺さんは同じプロジェクトにいる。",),
    ],
    ids=["English", "Japanese", "the same"],
)
def test_people_of_one_project_are_colleagues(texts: Sequence[str], knowledge: Knowledge, user_id: str) -> None:
    remembered(knowledge, user_id, drafts_of([["2026-01-01", text] for text in texts]))
    knowledge.infer(user_id)
    stated = {
        fact.type
        for memory in knowledge.memories(user_id).memories
        for fact in knowledge.show(user_id, memory.id).facts
    }
    assert "COLLEAGUE" in stated | {one.type for one in knowledge.inferred(user_id)}
