"""A project's path is one name a segment, as a folder could be called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.db.filters import checked_filters
from graph.errors import Invalid
from graph.intake.checks import WORD_MOST, checked
from graph.intake.project_path import checked_path, kept_path, mended_path
from graph.model.draft import Draft
from graph.model.filters import Filters


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("shop", "shop"),
        ("development/backend/auth", "development/backend/auth"),
        (" work / shop/ ", "work/shop"),
        ("/club/shop", "club/shop"),
        ("社内/引っ越し 2026", "社内/引っ越し 2026"),
        ("v1.2/...", "v1.2/..."),
        ("👩‍💻 仕事/🪿", "👩‍💻 仕事/🪿"),
    ],
)
def test_a_path_keeps_its_names_without_the_space_around_them(path: str, kept: str) -> None:
    assert checked_path("project", path) == kept
    assert checked(Draft(text="x", project=path, category=path)).project == kept


@pytest.mark.parametrize(
    "path", ["///", "/", "a//b", "a b/../c", ".", "a/./b", "a\\b", "a/\x07b", "a/b/c/d/e/f/g/h/i", "a/\u202eb"]
)
def test_what_no_folder_could_be_called_is_refused_with_what_is_allowed(path: str) -> None:
    for field in ("project", "category"):
        with pytest.raises(Invalid, match="development/backend/auth"):
            checked(Draft(text="x", **{field: path}))  # type: ignore[arg-type]


def test_a_filter_asks_for_a_path_as_it_is_kept() -> None:
    asked = checked_filters(Filters(project="/club/ shop ", category="food/"))
    assert (asked.project, asked.category) == ("club/shop", "food")
    assert checked_filters(Filters(project="a//b")).project == "a//b"


@given(st.text(max_size=40))
def test_a_path_that_is_kept_is_kept_as_it_is_ever_after(path: str) -> None:
    try:
        kept = checked_path("project", path)
    except Invalid:
        return
    assert checked_path("project", kept) == kept


@pytest.mark.parametrize(
    ("path", "mended", "joins"),
    [
        ("a/b", "a/b", True),
        ("a//b", "a/b", True),
        (" a / ./b/", "a/b", True),
        ("a b/../c", "a b/c", False),
        ("../../etc", "etc", False),
        ("///", "unnamed", False),
        ("..", "unnamed", False),
        ("work\\shop", "work/shop", False),
        ("a/\x07b\u202e", "a/b", False),
        ("a/b/c/d/e/f/g/h/i/j", "a/b/c/d/e/f/g/h-i-j", False),
    ],
)
def test_a_path_of_an_older_database_is_brought_to_the_rule(path: str, mended: str, joins: bool) -> None:
    found = mended_path(path)
    assert (found.path, found.joins) == (mended, joins)
    assert found.choices[1] == f"{mended}-2"
    assert kept_path(path) == mended


def test_where_every_number_is_taken_each_older_path_has_a_path_of_its_own() -> None:
    last = [mended_path(path).choices[-1] for path in ("../" + "a" * 200, "./../" + "a" * 200)]
    assert len(set(last)) == 2
    assert {path.rpartition("-")[0] for path in last} == {"a" * 190}
    assert all(len(path) <= WORD_MOST for path in last)


def test_what_names_no_path_has_none() -> None:
    assert [kept_path(None), kept_path("")] == [None, ""]


@given(st.text(st.sampled_from("ab /.\\\x00\u202e\u200d日-"), max_size=60))
def test_what_is_mended_is_a_path_and_is_mended_once(path: str) -> None:
    mended = mended_path(path)
    for each in (mended.path, mended.choices[-1]):
        assert checked_path("project", each) == each
        again = mended_path(each)
        assert (again.path, again.joins) == (each, True)
