"""Values as JSON and as text: one rendering for every door."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest

from api.json_form import encoded, to_json
from api.render import as_markdown, as_summary
from api.rest.examples import MEMORY, RECALLED
from api.rest.moment import moment
from api.rest.wire import Format, Narrowed, NewMemory, draft_of, filters_of
from graph.errors import EnishiError, Invalid, NotFound, Unavailable
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.memory import Outcome
from graph.model.recalled import Mode


def test_a_value_as_json_has_every_field() -> None:
    assert json.loads(encoded(RECALLED))["hits"][0]["memory"] == to_json(MEMORY)
    assert isinstance(to_json(MEMORY), Mapping)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (datetime(2026, 11, 22, 9, 30, tzinfo=UTC), "2026-11-22T09:30:00Z"),
        (datetime(2026, 11, 22, 9, 30, tzinfo=timezone(timedelta(hours=9))), "2026-11-22T09:30:00+09:00"),
        (Mode.HYBRID, "hybrid"),
        (("a", 1, None, True), ["a", 1, None, True]),
        ({"a": {"b": (1.5,)}}, {"a": {"b": [1.5]}}),
        (float("nan"), None),
        (float("inf"), None),
        (np.float32(0.5), 0.5),
        (np.int64(7), 7),
        (frozenset({"a"}), ["a"]),
    ],
)
def test_a_value_is_written_as_json_has_it(value: object, written: object) -> None:
    assert to_json(value) == written
    assert type(to_json(value)) is type(written)


def test_a_failed_outcome_is_written_with_its_problem() -> None:
    written = to_json(Outcome(position=3, error=Invalid("rating", "7 is out of range.", allowed="0 to 5")))
    assert written == {
        "position": 3,
        "remembered": None,
        "error": {
            "type": "urn:enishi:problem:invalid",
            "title": "Invalid request",
            "status": 422,
            "detail": "rating: 7 is out of range. Allowed: 0 to 5.",
            "field": "rating",
            "allowed": "0 to 5",
        },
    }


@pytest.mark.parametrize(
    ("error", "kind"), [(NotFound("memory", "x"), "not-found"), (Unavailable("gone", retry_after=2.0), "unavailable")]
)
def test_every_error_has_a_type_of_its_own(error: EnishiError, kind: str) -> None:
    written = to_json(error)
    assert isinstance(written, dict)
    assert written["type"] == f"urn:enishi:problem:{kind}"


def test_a_value_without_a_form_in_json_is_a_bug_and_says_so() -> None:
    with pytest.raises(TypeError, match="complex"):
        to_json(1j)


def test_text_that_utf_8_cannot_hold_is_escaped() -> None:
    assert encoded({"a": "縁"}) == '{"a":"縁"}'.encode()
    assert encoded({"a": "\ud800"}) == b'{"a":"\\ud800"}'


def test_requests_become_the_values_of_the_graph() -> None:
    assert draft_of(NewMemory(text="a", tags=("b",))) == Draft(text="a", tags=("b",))
    assert filters_of(Narrowed(tags=("b",))) == Filters(tags=("b",))


def test_a_plus_that_an_address_turned_into_a_space_is_read_as_meant() -> None:
    meant = datetime(2026, 11, 22, tzinfo=timezone(timedelta(hours=9)))
    assert moment("2026-11-22T00:00:00 09:00") == moment("2026-11-22T00:00:00+09:00") == meant
    assert moment("2026-11-22 09:00+00:00") == datetime(2026, 11, 22, 9, tzinfo=UTC)


def test_markdown_quotes_the_text_and_escapes_what_would_be_markup() -> None:
    hit = RECALLED.hits[0]
    odd = replace(hit, text="first *line*\n\n# last", memory=replace(MEMORY, title="a *b* [c](d)\n# e"))
    written = as_markdown(replace(RECALLED, hits=(odd,), next_cursor="next"))
    assert "1. **a \\*b\\* \\[c\\](d) \\# e** (2026-11-20, score 0.874)" in written
    assert "   > first *line*\n   >\n   > # last\n" in written
    assert f"   - id: `{MEMORY.id}`" in written
    assert written.endswith("More: cursor next\n")


def test_a_summary_is_a_line_a_hit() -> None:
    hit = replace(RECALLED.hits[0], memory=replace(MEMORY, micro_summary="a\nb"))
    assert as_summary(replace(RECALLED, hits=(hit,))) == f"1. 2026-11-20 a b [{MEMORY.id}]\n"


def test_nothing_found_is_said() -> None:
    nothing = replace(RECALLED, hits=())
    assert as_markdown(nothing) == as_summary(nothing) == "Nothing was found.\n"


def test_formats_have_the_names_of_the_requirements() -> None:
    assert [str(form) for form in Format] == ["json", "markdown", "summary"]


@pytest.mark.parametrize(
    ("read", "line"),
    [("Where does my sister Nora live?", "Read as: Where does my sister Nora live?"),
     ("姉の千夏の車は？", "次の質問として探しました：姉の千夏の車は？")],
)  # fmt: skip
def test_how_a_question_was_read_is_told_in_its_language(read: str, line: str) -> None:
    assert as_summary(replace(RECALLED, read_as=read)).startswith(f"{line}\n")
