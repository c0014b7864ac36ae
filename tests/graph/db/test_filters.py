"""Filters and cursors are made ready once, and those that make no sense are refused by name."""

import base64
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.db.filters import Cursor, asked_hash, checked_filters, checked_limit, cursor_of, filter_row, plain_question
from graph.db.rows import chunk_facets, facets
from graph.errors import Invalid
from graph.model.filters import Filters
from graph.model.types import Status

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)


def test_no_filter_narrows_nothing() -> None:
    row = filter_row(Filters())
    assert plain_question(Filters())
    assert row["status"] == "active"
    assert (row["project"], row["tags"], row["entities"], row["min_importance"]) == (None, [], [], None)
    (range_,) = cast(list[dict[str, str]], row["project_ranges"])
    assert range_["low"] <= "" <= "anything" < range_["high"]
    for name in ("category", "session"):
        assert str(row[f"{name}_low"]) <= "" <= "anything" < str(row[f"{name}_high"])


def test_a_value_is_the_only_one_in_its_range() -> None:
    row = filter_row(Filters(category="x/y"))
    assert row["category"] == row["category_low"] == row["category_high"] == "x/y"
    assert not plain_question(Filters(project="x/y"))
    assert not plain_question(Filters(status=Status.ARCHIVED))


@pytest.mark.parametrize(
    ("project", "inside"),
    [
        ("shop", True), ("shop/backend", True), ("shop/ö/日", True),
        ("shopping", False), ("shop-old/a", False), ("", False),
    ],
)  # fmt: skip
def test_a_project_and_those_below_it_are_in_its_ranges_and_no_others(project: str, *, inside: bool) -> None:
    asked = checked_filters(Filters(project="shop/"))
    ranges = cast(list[dict[str, str]], filter_row(asked)["project_ranges"])
    assert any(range_["low"] <= project <= range_["high"] for range_ in ranges) == inside
    assert (set(facets("me", asked)) <= set(chunk_facets("me", "active", project, "", "").split())) == inside


@pytest.mark.parametrize(
    ("near", "centre", "metres"),
    [
        ("35.68,139.77,5", (35.68, 139.77), 5000.0), (" -33.9 , 18.4 , 0.5 ", (-33.9, 18.4), 500.0),
        ("90,-180,20040", (90.0, -180.0), 20_040_000.0),
    ],
)  # fmt: skip
def test_a_circle_is_read_as_its_centre_and_metres(near: str, centre: tuple[float, float], metres: float) -> None:
    row = filter_row(checked_filters(Filters(near=near)))
    assert row["near"] == {"centre": {"latitude": centre[0], "longitude": centre[1]}, "metres": metres}


@pytest.mark.parametrize(
    "near", ["", "Tokyo", "35.68,139.77", "91,0,1", "0,181,1", "0,0,0", "0,0,-1", "0,0,20041", "1e3,0,1", "nan,0,1",
             "３５,139,5", "0,0,1,2"],
)  # fmt: skip
def test_what_is_no_circle_is_refused(near: str) -> None:
    with pytest.raises(Invalid, match=r"35\.68,139\.77,5") as refused:
        checked_filters(Filters(near=near))
    assert refused.value.field == "near"


def test_times_are_compared_in_utc() -> None:
    tokyo = timezone(timedelta(hours=9))
    assert filter_row(Filters(created_from=datetime(2026, 6, 1, 18, tzinfo=tokyo)))["created_from"] == NOW
    assert filter_row(Filters(created_from=NOW, created_to=NOW))["created_to"] == NOW


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("created_from", {"created_from": NOW, "created_to": NOW - timedelta(seconds=1)}),
        ("occurred_from", {"occurred_from": NOW, "occurred_to": NOW - timedelta(seconds=1)}),
        ("created_to", {"created_to": NOW.replace(tzinfo=None)}),
        ("project", {"project": ""}), ("category", {"category": "a\nb"}), ("session_id", {"session_id": "x" * 201}),
        ("channel", {"channel": "\x00"}), ("source", {"source": 5}), ("language", {"language": "\ud800"}),
        ("tags", {"tags": ("x" * 201,)}), ("entities", {"entities": (5,)}),
    ],
)  # fmt: skip
def test_a_filter_that_makes_no_sense_is_refused_by_name(field: str, changes: dict[str, Any]) -> None:
    with pytest.raises(Invalid) as caught:
        filter_row(replace(Filters(), **changes))
    assert caught.value.field == field


@pytest.mark.parametrize("limit", [1, 200])
def test_a_limit_within_bounds_is_taken(limit: int) -> None:
    assert checked_limit(limit) == limit


@pytest.mark.parametrize("limit", [0, -1, 201, True, "5", None, 1.5])
def test_a_limit_out_of_bounds_is_refused(limit: Any) -> None:
    with pytest.raises(Invalid, match="1 to 200"):
        checked_limit(limit)


@given(
    st.integers(0, 10**9),
    st.one_of(st.text(st.characters(exclude_categories=["Cs"])), st.floats(allow_nan=False, allow_infinity=False)),
    st.text(st.characters(exclude_categories=["Cs"])),
)
def test_a_cursor_comes_back_from_its_text(given_: int, value: str | float, identity: str) -> None:
    cursor = Cursor(given_, value, identity)
    assert cursor_of(cursor.text()) == cursor
    assert cursor.text().isascii()
    of_a_question = replace(cursor, asked=asked_hash("taro", "a question"))
    assert cursor_of(of_a_question.text(), of_a_question.asked) == of_a_question
    for asked in ("", asked_hash("taro", "another")):
        with pytest.raises(Invalid, match="something else"):
            cursor_of(of_a_question.text(), asked)


@given(st.text(max_size=80))
def test_a_text_that_is_no_cursor_is_refused_and_nothing_else_happens(text: str) -> None:
    with suppress(Invalid):
        assert isinstance(cursor_of(text), Cursor)


@pytest.mark.parametrize("written", ["[" * 2000, '[1, "\\ud800", "a", 1, ""]', '[1, 0.5, "\\ud800", 1, ""]'])
def test_a_forged_cursor_is_refused_before_it_reaches_the_database(written: str) -> None:
    forged = base64.urlsafe_b64encode(written.encode()).decode().rstrip("=")
    with pytest.raises(Invalid, match="cursor"):
        cursor_of(forged)
