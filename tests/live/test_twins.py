"""Near-duplicates one by one and in a batch: what says otherwise is never folded away in a context."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from graph.knowledge import Knowledge
from graph.model.draft import Draft

ROWS = Path(__file__).parents[1] / "graph" / "intake" / "twins.jsonl"
PAIRS = [
    (row["first"], row["second"]) for row in map(json.loads, ROWS.read_text("utf-8").splitlines()) if not row["same"]
]


@pytest.mark.parametrize("at_once", [False, True])
def test_what_says_otherwise_is_told_beside_the_other_in_a_context(
    light: Knowledge, user_id: str, at_once: bool
) -> None:
    for number, pair in enumerate(PAIRS[:12]):
        user = f"{user_id}-{number}"
        drafts = [Draft(text=text) for text in pair]
        if at_once:
            kept = [outcome.remembered for outcome in light.remember_many(user, drafts)]
        else:
            kept = [light.remember(user, draft) for draft in drafts]
        assert [memory and memory.duplicate_of for memory in kept] == [None, None]
        context = light.context(user, pair[0], budget_tokens=400).text
        assert all(text in context for text in pair)
        light.forget_user(user)


def test_one_word_that_differs_in_a_long_text_keeps_both(light: Knowledge, user_id: str) -> None:
    long = " ".join(f"Clause {n} says that party number {n} keeps its records for {n} years." for n in range(1, 30))
    for name in ("Acme", "Globex"):
        light.remember(user_id, Draft(text=f"{long} The debtor is {name} alone."))
    context = light.context(user_id, "Who is the debtor?", budget_tokens=2_000).text
    assert "The debtor is Acme alone." in context
    assert "The debtor is Globex alone." in context


def test_the_same_said_on_several_days_is_shown_once_with_its_days(light: Knowledge, user_id: str) -> None:
    for day in (17, 18):
        light.remember(user_id, Draft(text="Ran 5 km today.", occurred_at=datetime(2026, 11, day, 20, tzinfo=UTC)))
    assert "2026-11-18, 2026-11-17: Ran 5 km today." in light.context(user_id, "running", budget_tokens=200).text
