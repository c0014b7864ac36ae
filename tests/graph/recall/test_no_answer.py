"""Nobody takes what is merely nearest for an answer: hits that come near a question in nothing say so."""

from collections.abc import Collection, Sequence
from typing import Any

import pytest

from graph.model.recalled import Hit
from graph.recall.no_answer import has_no_answer, limit
from graph.recall.ranking import joined
from tests.graph.recall.test_ranking import EVEN, NOW, candidate, memory

FAR = 0.2
WORDS = ("dentist", "phone")


def met(words: Collection[str], texts: Sequence[str]) -> Sequence[Sequence[frozenset[str]]]:
    return [[frozenset(words) & frozenset(text.split())] for text in texts]


def hits(*candidates: dict[str, Any]) -> list[Hit]:
    return joined([candidate(f"m{place}", **value) for place, value in enumerate(candidates)], "q", EVEN, NOW)


def said(
    *candidates: dict[str, Any], words: Sequence[str] = WORDS, pieces: Collection[str] = (), texts: int = 1
) -> bool:
    return has_no_answer(hits(*candidates), words, pieces, far=FAR, texts=lambda: texts, words_met=met)


def test_what_is_as_far_as_anything_is_no_answer() -> None:
    assert said({"cosine": 0.1})
    assert not said({"cosine": 0.3})


def test_one_near_hit_is_enough_by_its_whole_or_by_a_sentence() -> None:
    assert not said({"cosine": 0.1}, {"cosine": 0.3})
    assert not said({"cosine": 0.1, "sentence": 0.3})


@pytest.mark.parametrize(("texts", "far"), [(0, False), (1, False), (10, True), (1_000_000, True)])
def test_among_more_the_nearest_is_nearer_by_chance(texts: int, far: bool) -> None:
    assert said({"cosine": 0.22}, texts=texts) is far


def test_among_a_million_what_answers_is_no_nearer_than_among_a_thousand() -> None:
    assert limit(FAR, 1_000_000) == limit(FAR, 1_000) > limit(FAR, 100)
    assert not said({"cosine": limit(FAR, 1_000)}, texts=1_000_000)


def test_texts_are_counted_only_where_that_matters() -> None:
    def texts() -> int:
        raise AssertionError("counted in vain")

    assert not has_no_answer(hits({"cosine": 0.5}), WORDS, (), far=FAR, texts=texts, words_met=met)


def test_what_has_half_of_the_words_is_no_stranger() -> None:
    assert not said({"cosine": 0.1, "text": "the phone rang"})
    assert not said({"cosine": 0.1, "memory": memory("m0", title="phone")})
    assert said({"cosine": 0.1, "text": "the phone rang"}, words=("dentist", "phone", "number", "street"))


def test_letters_that_are_no_words_do_not_count_as_words() -> None:
    assert said({"cosine": 0.1, "text": "ab"}, words=("ab", "abc"), pieces=("ab",))


def test_nothing_is_said_where_nothing_is_known() -> None:
    assert not has_no_answer([], WORDS, (), far=FAR, texts=lambda: 1, words_met=met)
    assert not has_no_answer(hits({"cosine": 0.1}), WORDS, (), far=None, texts=lambda: 1, words_met=met)
    assert not said({"cosine": 0.1}, {"words": 2.0})
