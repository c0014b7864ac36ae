"""What another memory contradicts, and neither ends, is shown beside both wherever endings are, and moves nothing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from neo4j import Driver

from api.api_settings import ApiSettings
from api.commands.root import run
from api.rest.app import create_app
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.endings import EndingKind
from graph.model.filters import Filters
from graph.model.recalled import Mode
from graph.model.types import InferenceKind, LinkKind, Validation
from tests.api.rest.rest_door import HERE, as_user
from tests.live.conftest import wiped_user
from tests.live.test_forgetting import remembered
from tests.live.test_superseded import drafts_of

pytestmark = pytest.mark.models

ROWS = [
    json.loads(line) for line in Path(__file__).with_name("contradicted.jsonl").read_text(encoding="utf-8").splitlines()
]
STANDUP, ROOMS, COFFEE = ROWS[:3]


def told(knowledge: Knowledge, user_id: str, row: dict[str, Any]) -> list[str]:
    """The ids of a row's memories, all that follows from them worked off."""
    ids = remembered(knowledge, user_id, drafts_of(row["memories"]))
    knowledge.link(user_id)
    knowledge.infer(user_id)
    return ids


def marks(knowledge: Knowledge, user_id: str, ids: list[str]) -> list[list[str]]:
    return [[ending.mark for ending in knowledge.show(user_id, identity).endings] for identity in ids]


def reject(knowledge: Knowledge, user_id: str, ids: list[str]) -> None:
    """Says that two memories do not contradict each other, by all there is that says so."""
    for link in knowledge.links(user_id, ids[0]):
        if link.kind is LinkKind.CONTRADICTION:
            knowledge.judge_link(user_id, ids[0], ids[1], link.kind, Validation.REJECTED)
    for inference in knowledge.inferred(user_id, kind=InferenceKind.SUPERSEDED):
        knowledge.judge_inference(user_id, inference.id, Validation.REJECTED)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["ask"])
def test_each_of_two_says_what_the_other_says_and_neither_moves(
    row: dict[str, Any], knowledge: Knowledge, user_id: str
) -> None:
    ids = told(knowledge, user_id, row)
    hits = knowledge.recall(user_id, row["ask"]).hits
    shown = {hit.memory.id: [ending.mark for ending in hit.endings] for hit in hits}
    assert [shown[identity] for identity in ids] == [[mark] if mark else [] for mark in row["marks"]]
    assert {ending.kind for hit in hits for ending in hit.endings} <= {EndingKind.CONTRADICTED}
    text = knowledge.context(user_id, row["ask"], budget_tokens=500).text
    assert all(mark in text for mark in row["marks"] if mark)
    assert not any(fact.ending for identity in ids for fact in knowledge.show(user_id, identity).facts)
    reject(knowledge, user_id, ids)
    after = knowledge.recall(user_id, row["ask"]).hits
    assert [(hit.memory.id, hit.score) for hit in after] == [(hit.memory.id, hit.score) for hit in hits]
    assert not any(hit.endings for hit in after)


def test_every_way_to_ask_shows_it_at_every_door(
    knowledge: Knowledge, user_id: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(knowledge, "close", lambda: None)  # the store is the session's
    ids = told(knowledge, user_id, STANDUP)
    client = TestClient(create_app(knowledge, ApiSettings()), base_url=HERE, headers=as_user(user_id))

    def printed(*line: str) -> str:
        assert run(line, build=lambda _: knowledge, default_user=lambda: user_id) == 0
        return " ".join(capsys.readouterr().out.replace("│", " ").split())

    for mode in Mode:
        question = "standup is at" if mode is Mode.CONTENT else "When is the standup on 10 March 2026?"
        hits = client.get("/api/recall", params={"q": question, "mode": mode.value}).raise_for_status().json()["hits"]
        by_id = {hit["memory"]["id"]: [(one["kind"], one["mark"]) for one in hit["endings"]] for hit in hits}
        wanted = {identity: [("contradicted", mark)] for identity, mark in zip(ids, STANDUP["marks"], strict=True)}
        assert by_id == wanted, mode
        for shape in ("table", "markdown", "summary", "json"):
            out = printed("recall", question, "--mode", mode.value, "--format", shape)
            assert all(mark in out for mark in STANDUP["marks"]), (mode, shape)
    assert STANDUP["marks"][0] in printed("show", ids[0])
    assert STANDUP["marks"][1] in printed("context", "When is the standup?")
    tool = client.post("/tools/search_memories", json={"query": "When is the standup?"}).raise_for_status().text
    assert all(mark in tool for mark in STANDUP["marks"])


def edited(knowledge: Knowledge, user_id: str, memory_id: str) -> None:
    knowledge.edit(user_id, memory_id, {"text": "Mia bought a red bicycle."})


@pytest.mark.parametrize("row", [STANDUP, ROOMS, COFFEE], ids=lambda row: row["ask"])
@pytest.mark.parametrize("act", [Knowledge.forget, edited], ids=["forgotten", "edited"])
@pytest.mark.parametrize("gone", [0, 1], ids=["the first", "the second"])
def test_what_no_memory_says_any_more_contradicts_nothing(
    gone: int, act: Callable[[Knowledge, str, str], object], row: dict[str, Any], knowledge: Knowledge, user_id: str,
    driver: Driver,
) -> None:  # fmt: skip
    ids = told(knowledge, user_id, row)
    act(knowledge, user_id, ids[gone])
    kept = ids[1 - gone]
    assert marks(knowledge, user_id, [kept]) == [[]]
    # Nobody looks for contradictions of it again.
    with driver.session() as session:
        rows = session.run("MATCH (c:Chunk {outdated: true})-[:PART_OF]->(:Memory {id: $id}) RETURN c", id=kept)
        assert rows.peek() is None


@pytest.mark.parametrize("row", [STANDUP, ROOMS], ids=lambda row: row["ask"])
def test_it_is_kept_when_found_anew_and_gone_while_the_other_is_not_true(
    row: dict[str, Any], knowledge: Knowledge, user_id: str
) -> None:
    ids = told(knowledge, user_id, row)
    before = marks(knowledge, user_id, ids)
    assert all(before)
    knowledge.link(user_id, anew=True)
    knowledge.infer(user_id, anew=True)
    assert marks(knowledge, user_id, ids) == before
    knowledge.archive(user_id, ids[1])
    assert marks(knowledge, user_id, ids) == before
    knowledge.invalidate(user_id, ids[1])
    assert marks(knowledge, user_id, ids)[0] == []
    knowledge.restore(user_id, ids[1])
    knowledge.link(user_id)
    knowledge.infer(user_id)
    assert marks(knowledge, user_id, ids) == before


@pytest.mark.parametrize("row", [STANDUP, ROOMS], ids=lambda row: row["ask"])
def test_who_may_not_read_the_other_memory_is_not_told_of_it(
    row: dict[str, Any], knowledge: Knowledge, user_id: str
) -> None:
    readers = ["shared", None]
    drafts = [
        Draft(text=draft.text, occurred_at=draft.occurred_at, audience=audience)
        for draft, audience in zip(drafts_of(row["memories"]), readers, strict=True)
    ]
    remembered(knowledge, user_id, drafts)
    knowledge.link(user_id)
    (hit,) = knowledge.recall(user_id, row["ask"], filters=Filters(audience="shared")).hits
    assert hit.endings == ()
    assert all(hit.endings for hit in knowledge.recall(user_id, row["ask"]).hits)


def test_it_goes_along_when_all_is_moved_to_another_user(
    knowledge: Knowledge, user_id: str, driver: Driver, tmp_path: Path
) -> None:
    told(knowledge, user_id, ROOMS)
    knowledge.transfer(user_id).to_file(tmp_path / "all.zst")
    for other in wiped_user(driver):
        knowledge.transfer(other).from_file(tmp_path / "all.zst")
        hits = knowledge.recall(other, ROOMS["ask"]).hits
        assert {ending.mark for hit in hits for ending in hit.endings} == {*ROOMS["marks"]}


def test_a_contradiction_that_a_person_names_is_shown_until_it_is_taken_back(
    knowledge: Knowledge, user_id: str
) -> None:
    ids = remembered(knowledge, user_id, [Draft(text="Lena sings well."), Draft(text="Nobody ever heard Lena.")])
    knowledge.by_hand(user_id).tie(ids[0], ids[1], LinkKind.CONTRADICTION)
    first, second = marks(knowledge, user_id, ids)
    assert [first[0].endswith("“Nobody ever heard Lena.”"), second[0].endswith("“Lena sings well.”")] == [True, True]
    knowledge.by_hand(user_id).untie(ids[0], ids[1], LinkKind.CONTRADICTION)
    assert marks(knowledge, user_id, ids) == [[], []]
