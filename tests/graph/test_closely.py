"""A passage stands for its sentence nearest to the question, a turn mostly for what its talk means."""

from typing import Any

import pytest

from graph.closely import OF_TURNS, read_closely
from graph.rank import TURNS_DISTANCE, UNHEARD, WORDS_SHARE, Candidate
from tests.graph.test_rank import candidate, memory, tie

SPREAD = 10.0
MEANING = 1 - WORDS_SHARE


def bases(candidates: list[Candidate]) -> dict[str, float]:
    return {one.memory.id: one.base for one in read_closely(candidates, spread=SPREAD, language="en")}


def turn(identity: str, **changes: Any) -> Candidate:
    return candidate(identity, memory=memory(identity, speaker="Ada"), base=0.5, **changes)


def test_a_passage_with_the_nearer_sentence_comes_before_one_that_is_nearer_as_a_whole() -> None:
    told = bases(
        [candidate("a", base=0.5, cosine=0.86, sentence=0.80), candidate("b", base=0.4, cosine=0.83, sentence=0.85)]
    )
    assert told["b"] == pytest.approx(MEANING)
    assert told["a"] == pytest.approx(MEANING * 0.5)


def test_of_a_turn_the_sentence_counts_a_little() -> None:
    told = bases([turn("a", cosine=0.86, sentence=0.80), turn("b", cosine=0.86, sentence=0.85)])
    assert told["b"] == pytest.approx(MEANING)
    assert told["b"] - told["a"] == pytest.approx(MEANING * OF_TURNS * TURNS_DISTANCE * SPREAD * 0.05)


def test_words_count_as_before() -> None:
    told = bases(
        [
            candidate("a", base=1.0, cosine=0.8, sentence=0.8, words=9.0),
            candidate("b", base=0.5, cosine=0.8, sentence=0.8),
        ]
    )
    assert told["a"] - told["b"] == pytest.approx(WORDS_SHARE)


def test_without_any_sentence_everything_stays_as_the_database_said() -> None:
    given = [candidate("a", base=0.7, cosine=0.8, words=3.0), candidate("b", base=0.2, words=1.0)]
    assert read_closely(given, spread=SPREAD, language="en") == given
    assert read_closely([], spread=SPREAD, language="en") == []


def test_one_without_sentences_counts_as_a_single_one() -> None:
    told = bases([candidate("new", base=0.5, cosine=0.81, sentence=0.84), candidate("old", base=0.5, cosine=0.86)])
    assert told == {"old": pytest.approx(MEANING), "new": pytest.approx(MEANING * 0.8)}


def test_the_only_one_with_sentences_is_not_the_best_for_that() -> None:
    old = [candidate(f"old{place}", base=0.5, cosine=0.9 - place / 100) for place in range(4)]
    told = bases([*old, candidate("new", base=0.1, cosine=0.81, sentence=0.82)])
    assert max(told, key=lambda name: told[name]) == "old0"
    assert min(told, key=lambda name: told[name]) == "new"


def test_a_passage_far_off_as_a_whole_comes_first_when_one_of_its_sentences_answers() -> None:
    told = bases(
        [
            candidate("near", base=0.58, cosine=0.9, sentence=0.84),
            candidate("answers", words=0.0, cosine=0.78, sentence=0.92),
        ]
    )
    assert told["answers"] > told["near"]


def test_what_waits_for_its_vector_has_its_words_and_nothing_against_it() -> None:
    told = bases([candidate("a", base=0.9, cosine=0.8, sentence=0.8, words=2.0), candidate("b", base=0.4, words=2.0)])
    assert told["b"] == pytest.approx(WORDS_SHARE)


def test_what_the_graph_brought_gets_no_base_of_its_own_and_none_is_below_zero() -> None:
    told = bases(
        [
            candidate("a", base=0.9, cosine=0.9, sentence=0.9),
            candidate("far", base=0.1, cosine=0.8, sentence=0.5),
            candidate("tied", ties=tie(0.4)),
        ]
    )
    assert told["tied"] == told["far"] == 0.0


def test_what_is_in_another_language_lacks_no_words_it_could_not_have() -> None:
    told = bases(
        [
            candidate("same", base=1.0, cosine=0.8, sentence=0.8, words=9.0, language="en"),
            candidate("other", base=0.5, cosine=0.8, sentence=0.8, language="ja"),
            candidate("wordless", base=0.5, cosine=0.8, sentence=0.8, language="en"),
            candidate("named", base=0.5, cosine=0.75, sentence=0.75, words=9.0, language="ja"),
        ]
    )
    assert told["same"] == pytest.approx(1.0)
    assert told["other"] == pytest.approx(MEANING + WORDS_SHARE * UNHEARD)
    assert told["wordless"] == pytest.approx(MEANING)
    assert told["named"] == pytest.approx(0.5 * MEANING + WORDS_SHARE)
