"""The turns of a talk lend each other words and vectors by a measured recipe, and take them back."""

import numpy as np
import pytest

from graph.model.extraction import Vector
from graph.write.forget import rewritten
from graph.write.turn_smoothing import (
    NOT_IN_TAIL,
    TAIL,
    VECTOR_REACH,
    WORDS_REACH,
    Turn,
    added_words,
    averaged,
    index_words,
    tail_properties,
)


def axis(place: int, size: int = 16) -> Vector:
    vector = np.zeros(size, dtype=np.float32)
    vector[place] = 1
    return vector


def talk(count: int, *, asked: tuple[int, ...] = ()) -> list[Turn]:
    return [Turn(f"t{n}", f"own{n} more{n}", f"more{n}" if n in asked else "", axis(n)) for n in range(count)]


def test_a_vector_takes_a_fifth_of_two_neighbours_on_each_side() -> None:
    vector = averaged(talk(9))[4]
    assert vector is not None
    expected = np.zeros(16)
    expected[[2, 3, 5, 6]] = 0.2
    expected[4] = 1
    assert np.allclose(vector, expected / np.linalg.norm(expected))
    assert vector.dtype == np.float32


def test_every_averaged_vector_has_length_one() -> None:
    assert all(np.isclose(np.linalg.norm(v), 1) for v in averaged(talk(5)) if v is not None)


def test_a_turn_without_a_vector_gets_none_and_gives_none() -> None:
    turns = talk(3)
    turns[1] = Turn("t1", "x", "", None)
    vectors = averaged(turns)
    assert vectors[1] is None
    assert vectors[0] is not None
    assert vectors[0][1] == 0


def test_a_turn_alone_keeps_its_vector() -> None:
    (vector,) = averaged(talk(1))
    assert vector is not None
    assert np.allclose(vector, axis(0))


def test_vectors_that_cancel_out_do_not_fail() -> None:
    turns = [Turn("a", "", "", np.zeros(4, dtype=np.float32))]
    (vector,) = averaged(turns)
    assert vector is not None
    assert np.isfinite(vector).all()


def test_a_turn_says_its_own_words_thrice_and_its_neighbours_once() -> None:
    words = index_words(talk(9), 4).split()
    assert words.count("own4") == 3
    assert {w for w in words if w.startswith("own")} == {f"own{n}" for n in range(1, 8)}
    assert words.count("own1") == words.count("own7") == 1


def test_words_of_a_question_count_twice() -> None:
    words = index_words(talk(3, asked=(1,)), 1).split()
    assert (words.count("own1"), words.count("more1")) == (3, 2)


def test_a_reply_takes_in_the_question_before_it() -> None:
    words = index_words(talk(3, asked=(0,)), 1).split()
    assert words.count("more0") == 1 + 3


def test_only_as_many_words_are_taken_out_as_were_asked() -> None:
    turn = Turn("a", "x x y", "x", None)
    assert sorted(index_words([turn], 0).split()) == sorted(["x", "x", "y", "x", "x", "y", "x", "y"])


@pytest.mark.parametrize("old", [1, 2, 3, 6])
def test_what_is_added_later_makes_the_field_of_a_talk_told_at_once(old: int) -> None:
    turns = talk(10, asked=(1, 4, 5))
    for place in range(old):
        grown = f"{index_words(turns[:old], place)} {added_words(turns, place, old)}"
        assert sorted(grown.split()) == sorted(index_words(turns, place).split())


def test_the_tail_is_long_enough_for_what_the_next_turns_need() -> None:
    assert max(WORDS_REACH, 2 * VECTOR_REACH) <= TAIL


def test_a_turn_at_the_end_keeps_what_the_next_ones_need() -> None:
    turn = Turn("a", "x y", "y", axis(1, 3))
    assert tail_properties(turn) == {"own_words": "x y", "asked_words": "y", "own_embedding": [0, 1, 0]}
    assert tail_properties(Turn("a", "x", "", None))["own_embedding"] is None
    assert NOT_IN_TAIL.keys() == tail_properties(turn).keys()


def test_an_archived_turn_is_rewritten_where_it_keeps_its_words_and_not_in_the_index() -> None:
    turns = [
        Turn("a", "alpha", "", np.asarray([1.0, 0.0], dtype=np.float32), "kept_words"),
        Turn("b", "beta", "", np.asarray([0.0, 1.0], dtype=np.float32), "turn_words_en"),
    ]
    archived, active = rewritten(turns, 1, 1, ends=False)
    kept = archived["properties"]
    assert isinstance(kept, dict)
    assert set(kept) == {"kept_words", "kept_embedding"}
    assert archived["vector"] is None
    assert active["vector"] is not None
