"""Values are read from records by the names of their fields."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

import pytest
from neo4j.time import DateTime

from graph.db.values import moment, value_of


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True, kw_only=True)
class Part:
    id: str
    colour: Colour


@dataclass(frozen=True, kw_only=True)
class Whole:
    id: str
    note: str | None
    colours: tuple[Colour, ...]
    parts: tuple[Part, ...]
    since: datetime
    until: datetime | None
    sure: bool
    count: int = 7


FIRST = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
ROW = {
    "id": "a", "note": "n", "colours": ["red"], "parts": [{"id": "p", "colour": "red"}],
    "since": DateTime(2026, 1, 2, 3, 4, tzinfo=UTC), "until": None, "sure": True, "surplus": 1,
}  # fmt: skip


def test_lists_times_enums_and_maps_become_what_the_fields_ask_for() -> None:
    whole = value_of(Whole, ROW)
    part = Part(id="p", colour=Colour.RED)
    assert whole == Whole(
        id="a", note="n", colours=(Colour.RED,), parts=(part,), since=FIRST, until=None, sure=True, count=7
    )
    assert type(whole.since) is datetime


def test_a_null_is_the_default_or_what_is_empty_in_the_type() -> None:
    nulls = dict.fromkeys(("note", "colours", "parts", "until", "sure", "count"))
    whole = value_of(Whole, ROW | nulls)
    assert (whole.note, whole.colours, whole.parts, whole.until, whole.sure, whole.count) == (
        None,
        (),
        (),
        None,
        False,
        7,
    )


def test_what_is_given_stands_for_what_the_row_holds() -> None:
    assert value_of(Whole, ROW, note="given", count=3).note == "given"
    assert value_of(Whole, ROW, note="given", count=3).count == 3


def test_a_missing_or_unknown_value_is_an_error() -> None:
    with pytest.raises(TypeError, match="since"):
        value_of(Whole, ROW | {"since": None})
    with pytest.raises(ValueError, match="blue"):
        value_of(Whole, ROW | {"colours": ["blue"]})


def test_a_text_in_iso_8601_is_a_moment_whatever_zone_is_named_behind_it() -> None:
    assert moment("2026-01-02T03:04+00:00[Etc/UTC]") == FIRST
