"""What may be kept is decided in one place, and what is refused says why without repeating it."""

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.errors import Invalid
from graph.intake.checks import checked, checked_user, content_hash, extra_text, near_hash
from graph.model.draft import Draft

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
PLAIN = Draft(text="Ada Byron joined Acme.")


@pytest.mark.parametrize("text", ["", " ", "\n\t\r", "\u3000\u2003"])
def test_white_space_is_nothing_to_remember(text: str) -> None:
    with pytest.raises(Invalid, match="nothing to remember"):
        checked(Draft(text=text))


def test_a_text_may_have_a_million_characters_and_not_one_more() -> None:
    assert checked(Draft(text="x" * 1_000_000)).text
    with pytest.raises(Invalid, match="1,000,001 characters"):
        checked(Draft(text="x" * 1_000_001))


@pytest.mark.parametrize("bad", ["a\x00b", "\ud800", "x\udfff y"])
@pytest.mark.parametrize(
    "field", ["text", "title", "category", "source", "channel", "device_id", "session_id", "project", "speaker"]
)
def test_what_cannot_be_stored_is_refused_and_named(field: str, bad: str) -> None:
    with pytest.raises(Invalid) as caught:
        checked(replace(PLAIN, **{field: bad}))
    assert caught.value.field == field
    assert bad not in str(caught.value)


@pytest.mark.parametrize("bad", ["", "  ", "a\nb", "x" * 201, 5, b"bytes"])
@pytest.mark.parametrize("field", ["category", "source", "channel", "device_id", "session_id", "project", "speaker"])
def test_short_fields_are_one_line_of_some_length(field: str, bad: Any) -> None:
    with pytest.raises(Invalid) as caught:
        checked(replace(PLAIN, **{field: bad}))
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("field", "bad"),
    [("rating", 6), ("rating", -1), ("rating", True), ("rating", "5"), ("rating", math.nan), ("latitude", 90.1),
     ("latitude", math.inf), ("longitude", -181), ("longitude", "x"), ("title", "x" * 1001), ("text", 5),
     ("tags", ("a",) * 101), ("tags", ("x" * 201,)), ("tags", ("a\x00",)), ("created_at", b"2026"),
     ("occurred_at", datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=9)))), ("extra", {"x": math.nan}),
     ("extra", {"x": object()}), ("extra", {"x": "\ud800"}), ("extra", {"x": "y" * 100_001}), ("extra", 5),
     ("extra", "abc"), ("extra", [("a", 1)]), ("tags", "abc"), ("tags", 5), ("tags", (5,)), ("tags", {"a": 1}),
     ("pinned", "yes"), ("pinned", 1), ("pinned", None), ("created_at", "2026-06-01"), ("occurred_at", 5),
     ("facts", "abc"), ("facts", 5)],
)  # fmt: skip
def test_values_out_of_bounds_are_refused_and_named(field: str, bad: Any) -> None:
    with pytest.raises(Invalid) as caught:
        checked(replace(PLAIN, **{field: bad}))
    assert caught.value.field == field


def test_a_draft_is_cleaned_of_what_means_nothing() -> None:
    tokyo = timezone(timedelta(hours=9))
    draft = checked(
        replace(PLAIN, title="  ", tags=(" a ", "", "b", "a"), created_at=datetime(2026, 6, 1, 18, tzinfo=tokyo))
    )
    assert (draft.title, draft.tags) == (None, ("a", "b"))
    assert draft.created_at == NOW


def test_the_text_is_never_touched() -> None:
    text = "  \r\n e\u0301 Ａ \u202e trailing "
    assert checked(Draft(text=text)).text == text


@pytest.mark.parametrize("user", ["taro", "太郎", "user_123#work_pack", "a" * 200, "a@b.c", "😀"])
def test_a_user_id_is_taken_as_it_is(user: str) -> None:
    assert checked_user(user) == user


@pytest.mark.parametrize("user", ["", "a b", "a\n", "\u3000", "a\x00", "a" * 201, "\u200b", "\ud800", None, 5])
def test_a_user_id_that_cannot_be_seen_is_refused(user: Any) -> None:
    with pytest.raises(Invalid, match="user_id"):
        checked_user(user)


def test_the_same_draft_has_the_same_hash_and_every_part_counts() -> None:
    others = [replace(PLAIN, text="Else."), replace(PLAIN, title="T"), replace(PLAIN, speaker="S"),
              replace(PLAIN, occurred_at=NOW)]  # fmt: skip
    hashes = [content_hash(draft) for draft in (PLAIN, *others)]
    assert len(set(hashes)) == 5
    assert content_hash(replace(PLAIN, tags=("x",), project="p")) == hashes[0]


def test_parts_cannot_run_into_each_other() -> None:
    one, other = Draft(text="b", title="a"), Draft(text='"b', title='a"')
    assert content_hash(one) != content_hash(other)
    assert content_hash(Draft(text="x", title="y")) != content_hash(Draft(text="x", speaker="y"))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ada joined.", "ADA, joined!"), ("ＡＤＡ　１", "ada 1"), ("会議は３時", "会議は3時。"), ("Straße", "STRASSE"),
     ("Rent: 1,500 yen", "rent 1500 yen"), ("You quit?!", "you quit ？"), ("\u22125 degrees", "-5 degrees"),
     ("COVID-19", "covid 19")],
)  # fmt: skip
def test_texts_that_differ_in_form_alone_are_near(one: str, other: str) -> None:
    assert near_hash(Draft(text=one)) == near_hash(Draft(text=other))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ada joined in 2025.", "Ada joined in 2026."), ("!!!", "???"), ("1.5 kg", "15 kg"), ("気温は-5度", "気温は5度"),
     ("気温は△5度", "気温は5度"), ("You quit?", "You quit."), ("会議は1:15から", "会議は11:5から"), ("$5", "€5"),
     ("2 5", "25"), ("It is 5%.", "It is 5.")],
)  # fmt: skip
def test_texts_that_say_different_things_are_not_near(one: str, other: str) -> None:
    assert near_hash(Draft(text=one)) != near_hash(Draft(text=other))


def test_the_same_words_of_two_people_are_not_near() -> None:
    said = replace(PLAIN, speaker="Alice")
    assert near_hash(said) == near_hash(replace(said, text="ADA BYRON JOINED ACME"))
    assert len({near_hash(PLAIN), near_hash(said), near_hash(replace(said, speaker="Bob"))}) == 3


@given(st.text(max_size=60))
def test_any_text_is_near_itself(text: str) -> None:
    draft = Draft(text=text.encode("utf-8", "replace").decode())
    assert near_hash(draft) == near_hash(draft)


def test_extra_fields_are_written_in_one_order() -> None:
    assert extra_text({"b": 1, "a": "あ"}) == extra_text({"a": "あ", "b": 1}) == '{"a": "あ", "b": 1}'
