"""The names a process has seen are known the same way whatever order they arrived in, and only where they still are."""

from itertools import permutations
from typing import Any

import pytest

from graph.model.extraction import NameCandidate
from graph.model.types import EntityType
from graph.resolution.name_cache import KnownName, NameCache, Names, longest

PLACE = EntityType.LOCATION

ROWS: list[list[Any]] = [
    ["ada", "Person", None, "Person", 3, 0.5],
    ["ada", "Location", "Ada", "Location", 5, 0.9],
    ["ada", "Concept", "Ada", "Location", 4, 0.7],
]


@pytest.mark.parametrize("order", list(permutations(ROWS)))
def test_the_order_of_arrival_decides_nothing(order: list[list[Any]]) -> None:
    names = Names()
    names.learn(order)
    names.learn(order)
    # What memories used by itself comes before what is only an alias.
    assert [(one.kind, one.name) for one in names.by_key["ada"]] == [
        ("Concept", "Ada"),
        ("Location", "Ada"),
        ("Person", None),
    ]
    assert names.version == 5


def row(key: str, name: str | None, kind: str | None, version: int) -> list[Any]:
    return [key, "Person", name, kind, version, 0.9]


def test_what_is_learnt_again_replaces_what_was_known() -> None:
    names = Names()
    names.learn([row("ada", "Ada", "Person", 1)])
    names.learn([row("ada", "ADA", "Organization", 2)])
    assert names.by_key["ada"] == (KnownName("ada", "Person", "ADA", EntityType.ORGANIZATION, 0.9),)


def test_what_names_nothing_any_more_is_no_longer_known() -> None:
    names = Names()
    names.learn([row("ada", "Ada", "Person", 1), row("ada", "Ada", None, 2)])
    assert names.by_key == {}
    assert names.version == 2


def known(key: str, kind: EntityType) -> tuple[KnownName, ...]:
    return (KnownName(key, kind.value, key, kind, 0.9),)


def test_of_names_inside_names_only_the_longest_counts() -> None:
    inner, outer, apart = NameCandidate("york", 4, 8), NameCandidate("new york", 0, 8), NameCandidate("rome", 9, 13)
    assert longest([inner, apart, outer]) == [outer, apart]
    names = Names(by_key={"york": known("york", PLACE), "rome": known("rome", PLACE)})
    assert names.among([inner, outer, apart]) == [inner, apart]


def test_the_user_seen_longest_ago_is_dropped_first() -> None:
    lexicon = NameCache(3)
    for user in ("a", "b"):
        lexicon.of(user).learn([row(f"{user}{n}", "n", "Person", n) for n in range(2)])
    lexicon.of("a")
    assert set(lexicon.of("c").by_key) == set()
    assert len(lexicon.of("a").by_key) == 2
    assert lexicon.of("b").by_key == {}


def test_the_names_of_one_user_are_kept_however_many_they_are() -> None:
    lexicon = NameCache(1)
    lexicon.of("a").learn([row(f"k{n}", "n", "Person", n) for n in range(5)])
    assert len(lexicon.of("a").by_key) == 5


def test_what_is_dropped_is_gone() -> None:
    lexicon = NameCache(10)
    lexicon.of("a").learn([row("k", "n", "Person", 1)])
    lexicon.drop("a")
    lexicon.drop("nobody")
    assert lexicon.of("a").version == 0


def test_names_are_stale_once_something_was_forgotten_after_they_were_read() -> None:
    names = Names()
    assert not names.stale(writes=5, forgot_at=4)  # never read: nothing to be stale
    names.seen = 5
    assert not names.stale(writes=9, forgot_at=5)
    assert names.stale(writes=9, forgot_at=6)
    assert names.stale(writes=1, forgot_at=0)  # the user was forgotten and began anew
