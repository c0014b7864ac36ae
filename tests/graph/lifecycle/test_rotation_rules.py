"""What a rotation decides of a memory, and why: a row of the table each, and what depends on all of them together."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.lifecycle.packing import apart_from, packed, unpacked, with_text
from graph.lifecycle.rotation_rules import Candidate, planned
from graph.lifecycle.rotation_values import Action, Trigger
from graph.rotation_settings import RotationSettings, SizeTriggerSettings

NOW = datetime(2026, 11, 27, 9, 0, tzinfo=UTC)
ROWS = [
    json.loads(line) for line in Path(__file__).with_name("rotation.jsonl").read_text(encoding="utf-8").splitlines()
]
LOW = 2.0


def candidate(number: int = 0, *, importance: float = 3.0, days: float = 10, **given: Any) -> Candidate:
    touched = (NOW - timedelta(days=days)).timestamp()
    chosen: dict[str, Any] = {"title": "T", "characters": 100, "memory_id": f"m{number}", **given}
    return Candidate(importance=importance, touched_at=touched, **chosen)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["says"])
def test_a_memory_is_kept_archived_or_deleted_for_a_reason(row: dict[str, Any]) -> None:
    settings = RotationSettings.model_validate(row.get("settings", {}))
    chosen = {name: row[name] for name in ("pinned", "bookmarked", "labels", "characters") if name in row}
    if (archived := row.get("archived")) is not None:
        at = (NOW - timedelta(days=archived)).timestamp()
        chosen |= {"archived_at": at, "archived_by_rotation": not row.get("by_person"), "rule": row["rule"]}
    memory = candidate(importance=row.get("importance", 1.0), days=row.get("days", 500), **chosen)
    triggers = [Trigger(name) for name in row.get("triggers", list(Trigger))]
    committed = ["m0"] if row.get("committed") else []
    (decision,) = planned([memory], settings, triggers, LOW, NOW, committed=committed)
    assert (decision.action.value, decision.reason) == (row["action"], row["reason"])


def test_where_too_much_is_kept_the_least_important_go_until_enough_is_gone_and_what_must_stay_stays() -> None:
    memories = [candidate(n, importance=2 + n / 10, pinned=n == 0, characters=10) for n in range(20)]
    bound = RotationSettings(size=SizeTriggerSettings(memories_most=10, target_share=0.8))
    decisions = planned(memories, bound, [Trigger.SIZE], LOW, NOW, committed=["m3"])
    gone = {each.memory_id for each in decisions if each.action is Action.ARCHIVE}
    assert gone == {f"m{n}" for n in range(1, 14)} - {"m3"}
    assert decisions[3].reason == "open_commitment"
    by_length = RotationSettings(size=SizeTriggerSettings(characters_most=150, target_share=1.0))
    gone = [
        each.memory_id
        for each in planned(memories, by_length, [Trigger.SIZE], LOW, NOW)
        if each.action is Action.ARCHIVE
    ]
    assert gone == [f"m{n}" for n in range(1, 6)]
    # At the bound nothing goes.
    assert not any(each.action is Action.ARCHIVE for each in planned(memories[:10], bound, [Trigger.SIZE], LOW, NOW))


def test_of_the_important_the_most_important_stay() -> None:
    memories = [candidate(n, importance=8 + n / 100, characters=20_000_000) for n in range(120)]
    decisions = planned(memories, RotationSettings(), list(Trigger), LOW, NOW)
    assert {each.reason for each in decisions[20:]} == {"important"}
    assert {each.reason for each in decisions[:20]} == {"too_large"}


TEXTS = st.text(st.characters() | st.characters(categories=["Cs"]))


@given(TEXTS)
def test_a_text_comes_back_as_it_was_packed(text: str) -> None:
    assert unpacked(packed(text)) == text
    row: dict[str, Any] = {"packed": packed(text), "text": None}
    with_text(row)
    assert row == {"text": text}


def test_a_page_takes_less_room_and_only_what_is_no_stretch_of_it_is_kept_apart() -> None:
    page = "We moved the harbour office. 🦉 港の事務所を移した。\n" * 40
    assert len(packed(page)) * 5 < len(page.encode())
    chunks = [{"id": "a", "start": 0, "end": 10, "text": page[:10]}, {"id": "b", "start": 2, "end": 4, "text": "other"}]
    assert apart_from(page, chunks) == {"b": "other"}
