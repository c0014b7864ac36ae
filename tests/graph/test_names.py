"""Which entity a name means is decided the same way whatever order things arrive in."""

from itertools import permutations
from typing import Any

import pytest

from graph.lexicon import Lexicon, NamedEntity, Names, longest
from graph.model import Candidate, EntityType, LinkType, Mention
from graph.resolve import Identity, resolved

PERSON, PLACE, CONCEPT, OBJECT = EntityType.PERSON, EntityType.LOCATION, EntityType.CONCEPT, EntityType.OBJECT


def mention(key: str, kind: EntityType, confidence: float = 0.5) -> Mention:
    return Mention(
        chunk=0, start=0, end=1, surface=key, name=key, key=key, type=kind, link_type=LinkType.MENTIONS,
        confidence=confidence, reasons=(), method="m",
    )  # fmt: skip


def entity(key: str, kind: EntityType, identity: str = "e") -> NamedEntity:
    return NamedEntity(identity, key, key, kind)


def test_a_name_never_seen_is_what_it_came_as() -> None:
    assert resolved([mention("paris", PLACE)], {}) == {("paris", PLACE): Identity("paris", PLACE)}


def test_a_weak_reading_gives_way_to_a_strong_one_of_the_same_name() -> None:
    found = resolved([mention("ada", CONCEPT, 0.9), mention("ada", PERSON, 0.3)], {})
    assert set(found.values()) == {Identity("ada", PERSON)}


def test_two_strong_readings_stay_apart() -> None:
    found = resolved([mention("paris", PLACE), mention("paris", PERSON)], {})
    assert set(found.values()) == {Identity("paris", PLACE), Identity("paris", PERSON)}


def test_of_weak_readings_the_surest_counts() -> None:
    found = resolved([mention("x", OBJECT, 0.2), mention("x", CONCEPT, 0.3), mention("x", OBJECT, 0.2)], {})
    assert set(found.values()) == {Identity("x", OBJECT)}


def test_a_name_the_graph_knows_keeps_the_identity_it_has_there() -> None:
    known = {"ada": [entity("ada byron", PERSON)]}
    assert resolved([mention("ada", PERSON)], known)["ada", PERSON] == Identity("ada byron", PERSON)
    assert resolved([mention("ada", CONCEPT)], known)["ada", CONCEPT] == Identity("ada byron", PERSON)
    assert resolved([mention("ada", PLACE)], known)["ada", PLACE] == Identity("ada", PLACE)


def test_a_strong_reading_joins_what_was_known_only_weakly() -> None:
    known = {"ada": [entity("ada", CONCEPT)]}
    assert resolved([mention("ada", PERSON)], known)["ada", PERSON] == Identity("ada", CONCEPT)


def test_the_order_of_mentions_decides_nothing() -> None:
    mentions = [
        mention("x", CONCEPT, 0.3),
        mention("x", OBJECT, 0.3),
        mention("x", PERSON, 0.1),
        mention("x", PLACE, 0.1),
    ]
    assert len({frozenset(resolved(order, {}).items()) for order in permutations(mentions)}) == 1


ROWS: list[list[Any]] = [
    ["ada", "e1", "ada byron", "Ada Byron", "Person", 3],
    ["ada", "e2", "ada", "Ada", "Person", 5],
    ["ada", "e3", "ada", "Ada", "Concept", 4],
]


@pytest.mark.parametrize("order", list(permutations(ROWS)))
def test_the_order_of_arrival_decides_nothing(order: list[list[Any]]) -> None:
    names = Names()
    names.learn(order)
    names.learn(order)
    assert [one.id for one in names.by_key["ada"]] == ["e3", "e2", "e1"]
    assert names.version == 5


def row(key: str, identity: str, name: str, version: int) -> list[Any]:
    return [key, identity, key, name, "Person", version]


def test_what_is_learnt_again_replaces_what_was_known() -> None:
    names = Names()
    names.learn([row("ada", "e1", "Ada", 1)])
    names.learn([row("ada", "e1", "Ada Byron", 2)])
    assert [one.name for one in names.by_key["ada"]] == ["Ada Byron"]


def test_of_names_inside_names_only_the_longest_counts() -> None:
    inner, outer, apart = Candidate("york", 4, 8), Candidate("new york", 0, 8), Candidate("rome", 9, 13)
    assert longest([inner, apart, outer]) == [outer, apart]
    names = Names(by_key={"york": (entity("york", PLACE),), "rome": (entity("rome", PLACE),)})
    assert names.among([inner, outer, apart]) == [inner, apart]


def test_the_user_seen_longest_ago_is_dropped_first() -> None:
    lexicon = Lexicon(3)
    for user in ("a", "b"):
        lexicon.of(user).learn([row(f"{user}{n}", f"{user}{n}", "n", n) for n in range(2)])
    lexicon.of("a")
    assert set(lexicon.of("c").by_key) == set()
    assert len(lexicon.of("a").by_key) == 2
    assert lexicon.of("b").by_key == {}


def test_the_names_of_one_user_are_kept_however_many_they_are() -> None:
    lexicon = Lexicon(1)
    lexicon.of("a").learn([row(f"k{n}", f"e{n}", "n", n) for n in range(5)])
    assert len(lexicon.of("a").by_key) == 5


def test_what_is_dropped_is_gone() -> None:
    lexicon = Lexicon(10)
    lexicon.of("a").learn([row("k", "e", "n", 1)])
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
