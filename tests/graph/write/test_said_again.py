"""The same text with other circumstances: tags are united, what is empty is filled, what contradicts is named."""

from datetime import UTC, datetime
from typing import Any

import pytest

from graph.model.draft import Draft
from graph.write.said_again import said_again

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
STORED: dict[str, Any] = {
    "text": "Ada sings.", "tags": ["a"], "project": "shop", "category": "", "rating": None, "extra": '{"page": 1}',
    "occurred_at": "2026-06-01T12:00:00Z", "pinned": False,
}  # fmt: skip


@pytest.mark.parametrize(
    ("given", "changes", "ignored"),
    [
        ({}, {}, ()),
        ({"tags": ("a",), "project": "shop", "occurred_at": NOON, "extra": {"page": 1}}, {}, ()),
        ({"tags": ("b", "a", "c")}, {"tags": ("a", "b", "c")}, ()),
        ({"category": "work", "rating": 4, "source": "x"}, {"category": "work", "rating": 4, "source": "x"}, ()),
        ({"project": "farm", "category": "work"}, {"category": "work"}, ("project",)),
        ({"extra": {"line": 2}}, {"extra": {"line": 2, "page": 1}}, ()),
        ({"extra": {"page": 3}}, {}, ("extra",)),
        ({"extra": {"page": 3, "line": 2}}, {"extra": {"line": 2, "page": 1}}, ("extra",)),
        ({"occurred_at": NOON.replace(hour=13)}, {}, ("occurred_at",)),
        ({"pinned": True}, {"pinned": True}, ()),
        ({"tags": tuple(map(str, range(100)))}, {}, ("tags",)),
    ],
)
def test_what_a_draft_adds_is_taken_up_and_what_it_contradicts_is_named(
    given: dict[str, Any], changes: dict[str, Any], ignored: tuple[str, ...]
) -> None:
    again = said_again(STORED, Draft(text="Ada sings.", **given))
    assert (again.changes, again.ignored) == (changes, ignored)


def test_a_time_is_filled_where_there_is_none() -> None:
    again = said_again({**STORED, "occurred_at": None}, Draft(text="Ada sings.", occurred_at=NOON))
    assert (again.changes, again.ignored) == ({"occurred_at": NOON}, ())
