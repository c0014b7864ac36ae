"""Personal data is known by more than its digits, and what looks alike stays."""

import json
from pathlib import Path
from typing import Any, cast

import pytest

from graph.intake.personal import (
    Handling,
    PersonalKind,
    handled,
    masked,
    passes_luhn,
    passes_my_number,
    personal_spans,
)
from graph.model.draft import Draft, GivenFact
from graph.model.types import RelationType
from graph.tables import table_rows

ROWS = [
    json.loads(line) for line in Path(__file__).with_name("personal.jsonl").read_text(encoding="utf-8").splitlines()
]
IBANS = tuple(table_rows("graph.intake", "iban_lengths", "country length example"))


@pytest.mark.parametrize("row", ROWS, ids=[row["says"] for row in ROWS])
def test_each_row_is_masked_as_it_says(row: dict[str, str]) -> None:
    assert masked(row["text"]) == row["masked"]
    # What is masked holds nothing more: it may be kept again.
    assert masked(row["masked"]) == row["masked"]


@pytest.mark.parametrize("row", IBANS)
def test_an_account_of_each_country_of_the_table_is_known_by_its_example(row: list[str]) -> None:
    _, length, example = row
    assert len(example) == int(length)
    assert masked(f"to {example}.") == "to [iban]."
    assert masked(f"to {example}0.") != "to [iban]0."


def test_check_digits_follow_their_rules() -> None:
    assert passes_luhn("4111111111111111")
    assert not passes_luhn("4111111111111112")
    assert passes_my_number("123456789018")
    assert sum(passes_my_number(f"12345678901{digit}") for digit in range(10)) == 1


def test_places_are_those_of_the_text_as_it_was_given() -> None:
    text = "😀 ＴＥＬ：０９０－１２３４－５６７８ / a@example.com"
    assert [(span.kind, text[span.start : span.end]) for span in personal_spans(text)] == [
        (PersonalKind.PHONE, "０９０－１２３４－５６７８"), (PersonalKind.EMAIL, "a@example.com"),
    ]  # fmt: skip


def test_numbers_of_other_countries_are_known_where_they_are_named() -> None:
    assert masked("020 7946 0958 in London", ["US"]) == "020 7946 0958 in London"
    assert masked("020 7946 0958 in London", ["GB"]) == "[phone] in London"


def test_many_numbers_in_a_row_are_all_masked() -> None:
    assert masked("090-1234-5678 " * 50) == "[phone] " * 50


FULL = Draft(
    text="Ken: ken@example.com", title="ken@example.com", tags=("ken@example.com", "work"), speaker="ken@example.com",
    source="mail/ken@example.com.eml", extra={"to": ["a@example.com", {"cc": "090-1234-5678", "n": 1}]},
    facts=(GivenFact(subject="ken@example.com", type=RelationType.KNOWS, object="Mia"),),
)  # fmt: skip


def test_all_words_of_a_draft_are_masked_and_where_it_came_from_is_left() -> None:
    clean, counts = handled(FULL, Handling.MASK)
    assert (clean.text, clean.title, clean.tags, clean.speaker) == (
        "Ken: [email]", "[email]", ("[email]", "work"), "[email]",
    )  # fmt: skip
    assert (clean.facts[0].subject, clean.source) == ("[email]", FULL.source)
    assert clean.extra == {"to": ["[email]", {"cc": "[phone]", "n": 1}]}
    assert counts == {PersonalKind.EMAIL: 6, PersonalKind.PHONE: 1}
    assert handled(clean, Handling.MASK) == (clean, {})


def test_what_is_marked_keeps_its_words_and_has_a_tag_for_each_kind() -> None:
    marked, counts = handled(FULL, Handling.MARK)
    assert (marked.text, marked.extra) == (FULL.text, FULL.extra)
    assert marked.tags == ("ken@example.com", "work", "personal:email", "personal:phone")
    assert counts == {PersonalKind.EMAIL: 6, PersonalKind.PHONE: 1}
    again, _ = handled(Draft(text="Nothing any more", tags=marked.tags[1:]), Handling.MARK)
    assert again.tags == ("work",)


def test_nothing_is_looked_for_where_nobody_wants_it() -> None:
    assert handled(FULL, Handling.OFF) == (FULL, {})


@pytest.mark.parametrize("text", [None, 5, "\ud800 a@example.com"])
def test_what_is_no_text_is_left_to_the_checks(text: Any) -> None:
    clean, _ = handled(Draft(text=text, tags=cast(Any, "x")), Handling.MASK)
    assert clean.tags == "x"
    assert isinstance(clean.text, type(text))


@pytest.mark.parametrize("text", ["1" * 50_000, "1 " * 25_000, "a@" * 25_000, "1-" * 25_000, "a.b@" + "x." * 25_000])
def test_hostile_texts_end_soon(text: str) -> None:
    assert personal_spans(text) == ()
