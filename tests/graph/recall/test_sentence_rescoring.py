"""A passage stands for its sentence nearest to the question and the words that meet in it, a turn for its talk."""

from collections.abc import Callable
from typing import Any

import pytest

from graph.db.rows import PIECE
from graph.recall.ranking import (
    LONG,
    SHORT,
    TURNS_DISTANCE,
    WORDS_POWER,
    WORDS_SHARE,
    ChunkCandidate,
)
from graph.recall.sentence_rescoring import (
    COVERED,
    OF_ITSELF,
    OF_TURNS,
    TOGETHER,
    rescored,
    words_held,
    words_tell,
    words_together,
)
from tests.graph.recall.test_ranking import candidate, memory, tie

SPREAD = 10.0
MEANING = 1 - WORDS_SHARE
Kind = Callable[..., ChunkCandidate]


def bases(candidates: list[ChunkCandidate]) -> dict[str, float]:
    return {one.memory.id: one.base for one in rescored(candidates, spread=SPREAD, language="en")}


def turn(identity: str, **changes: Any) -> ChunkCandidate:
    return candidate(identity, memory=memory(identity, speaker="Ada"), base=0.5, **changes)


def test_a_passage_with_the_nearer_sentence_comes_before_one_that_is_nearer_as_a_whole() -> None:
    scores = bases(
        [candidate("a", base=0.5, cosine=0.86, sentence=0.80), candidate("b", base=0.4, cosine=0.83, sentence=0.85)]
    )
    assert scores["b"] == pytest.approx(MEANING)
    assert scores["a"] == pytest.approx(MEANING * 0.5)


def test_of_a_turn_the_sentence_counts_a_little() -> None:
    scores = bases([turn("a", cosine=0.86, sentence=0.80), turn("b", cosine=0.86, sentence=0.85)])
    assert scores["b"] == pytest.approx(MEANING)
    assert scores["b"] - scores["a"] == pytest.approx(MEANING * OF_TURNS * TURNS_DISTANCE * SPREAD * 0.05)


def test_turns_are_as_far_behind_a_passage_as_it_is_nearer_and_among_themselves_less() -> None:
    scores = bases(
        [
            candidate("passage", base=0.5, cosine=0.90, sentence=0.90),
            candidate("other", base=0.5, cosine=0.86, sentence=0.86),
            turn("best", cosine=0.86, sentence=0.86),
            turn("next", cosine=0.83, sentence=0.83),
        ]
    )
    assert scores["best"] == pytest.approx(scores["other"]) == pytest.approx(MEANING * 0.6)
    assert scores["best"] - scores["next"] == pytest.approx(MEANING * TURNS_DISTANCE * SPREAD * 0.03)


def test_words_tell_as_much_of_notes_as_these_have_in_common_with_the_question() -> None:
    words = ("live", "sister", "now", "harbour")
    assert words_tell(words, (), {"live"}, 80) == pytest.approx(1 / 4 / COVERED)
    assert words_tell(words, (), {"live", "sister", "now", "harbour"}, 80) == 1
    assert words_tell(words, ("live",), {"live"}, 80) == pytest.approx(PIECE / (3 + PIECE) / COVERED)
    assert words_tell((), (), (), 80) == 0


def test_words_tell_the_more_the_longer_the_texts_are() -> None:
    scores = [words_tell(("live", "now"), (), (), length) for length in (SHORT - 100, SHORT, (SHORT + LONG) / 2, LONG)]
    assert scores == [0, 0, pytest.approx(0.5), 1]


def test_of_notes_words_count_what_they_tell_and_of_turns_all() -> None:
    candidates = [
        candidate("a", base=1.0, cosine=0.8, sentence=0.8, words=9.0),
        candidate("b", base=0.5, cosine=0.8, sentence=0.8),
        turn("c", cosine=0.8, sentence=0.8, words=9.0),
    ]
    read = rescored(candidates, words_weight=0.25, spread=SPREAD, language="en")
    scores = {one.memory.id: one.base for one in read}
    assert scores["a"] - scores["b"] == pytest.approx(WORDS_SHARE * 0.25)
    assert scores["c"] - scores["b"] == pytest.approx(WORDS_SHARE)


def test_what_is_said_to_an_assistant_counts_by_the_words_it_holds_itself() -> None:
    candidates = [turn("asked", cosine=0.8, words=9.0), turn("beside", cosine=0.8, words=9.0)]
    held = {"asked.0000": 2.0, "beside.0000": 0.0}
    scores = {one.memory.id: one.base for one in rescored(candidates, held=held, spread=SPREAD, language="en")}
    assert scores["asked"] == pytest.approx(1.0)
    assert scores["beside"] == pytest.approx(MEANING + WORDS_SHARE * (1 - OF_ITSELF) ** WORDS_POWER)


def test_a_word_weighs_the_more_the_fewer_turns_hold_it() -> None:
    sprint, project = frozenset({"sprint", "project"}), frozenset({"project"})
    first, other, none = words_held([sprint, project, frozenset()], ())
    assert first > 2 * other > 0
    assert none == 0
    assert words_held([], ()) == []


def test_words_count_as_before() -> None:
    scores = bases(
        [
            candidate("a", base=1.0, cosine=0.8, sentence=0.8, words=9.0),
            candidate("b", base=0.5, cosine=0.8, sentence=0.8),
        ]
    )
    assert scores["a"] - scores["b"] == pytest.approx(WORDS_SHARE)


def test_without_any_sentence_wholes_are_judged_as_the_database_judges_them() -> None:
    scores = bases([candidate("a", base=0.7, cosine=0.8, words=3.0), candidate("b", base=0.2, cosine=0.76, words=1.0)])
    assert scores["a"] == pytest.approx(1.0)
    assert scores["b"] == pytest.approx(MEANING * 0.6 + WORDS_SHARE * (1 / 3) ** WORDS_POWER)
    assert rescored([], spread=SPREAD, language="en") == []


def test_what_the_graph_brought_is_judged_alike_whether_or_not_anything_was_read() -> None:
    given = [
        candidate("a", base=1.0, cosine=0.8, words=9.0),
        candidate("tied", cosine=0.76, ties=tie(0.4)),
    ]
    scores = [rescored(given, together=read, spread=SPREAD, language="en") for read in ({}, {"a.0000": 1.0})]
    assert scores[0][1].base == scores[1][1].base == pytest.approx(MEANING * 0.6)


def test_one_without_sentences_counts_as_a_single_one() -> None:
    scores = bases([candidate("new", base=0.5, cosine=0.81, sentence=0.84), candidate("old", base=0.5, cosine=0.86)])
    assert scores == {"old": pytest.approx(MEANING), "new": pytest.approx(MEANING * 0.8)}


def test_the_only_one_with_sentences_is_not_the_best_for_that() -> None:
    old = [candidate(f"old{place}", base=0.5, cosine=0.9 - place / 100) for place in range(4)]
    scores = bases([*old, candidate("new", base=0.1, cosine=0.81, sentence=0.82)])
    assert max(scores, key=lambda name: scores[name]) == "old0"
    assert min(scores, key=lambda name: scores[name]) == "new"


def test_a_passage_far_off_as_a_whole_comes_first_when_one_of_its_sentences_answers() -> None:
    scores = bases(
        [
            candidate("near", base=0.58, cosine=0.9, sentence=0.84),
            candidate("answers", words=0.0, cosine=0.78, sentence=0.92),
        ]
    )
    assert scores["answers"] > scores["near"]


def test_what_waits_for_its_vector_has_its_words_and_nothing_against_it() -> None:
    scores = bases([candidate("a", base=0.9, cosine=0.8, sentence=0.8, words=2.0), candidate("b", base=0.4, words=2.0)])
    assert scores["b"] == pytest.approx(WORDS_SHARE)


def test_what_the_graph_brought_gets_no_base_of_its_own_and_what_is_far_only_orders_what_it_led_to() -> None:
    scores = bases(
        [
            candidate("a", base=0.9, cosine=0.9, sentence=0.9),
            candidate("far", base=0.1, cosine=0.8, sentence=0.5),
            candidate("tied", ties=tie(0.4)),
            candidate("tied far", base=0.1, cosine=0.8, sentence=0.5, ties=tie(0.4)),
            candidate("tied farther", base=0.1, cosine=0.7, sentence=0.3, ties=tie(0.4)),
        ]
    )
    assert scores["tied"] == scores["far"] == 0.0
    assert scores["tied farther"] < scores["tied far"] < 0.0


@pytest.mark.parametrize("kind", [candidate, turn])
def test_what_is_in_another_language_has_its_meaning_for_the_words_it_could_not_have(kind: Kind) -> None:
    scores = bases(
        [
            kind("same", cosine=0.8, sentence=0.8, words=9.0, language="en"),
            kind("other", cosine=0.8, sentence=0.8, language="ja"),
            kind("wordless", cosine=0.8, sentence=0.8, language="en"),
            kind("farther", cosine=0.75, sentence=0.75, language="ja"),
            kind("named", cosine=0.75, sentence=0.75, words=9.0, language="ja"),
        ]
    )
    assert scores["same"] == scores["other"] == pytest.approx(1.0)
    assert scores["wordless"] == pytest.approx(MEANING)
    meaning = (scores["named"] - WORDS_SHARE) / MEANING
    assert scores["farther"] == pytest.approx(MEANING * meaning + WORDS_SHARE * meaning**WORDS_POWER)


def test_a_turn_in_another_language_counts_the_less_the_less_it_means() -> None:
    cosines = [0.8 - step / 100 for step in range(20)]
    scores = bases(
        [
            turn("near", cosine=0.8, sentence=0.8, language="en"),
            *(turn(f"{n:02}", cosine=one, sentence=one, words=9.0, language="ja") for n, one in enumerate(cosines)),
        ]
    )
    there = [scores[f"{n:02}"] for n in range(len(cosines))]
    assert there == sorted(there, reverse=True)
    assert there[0] > there[-1]


def together(*passages: str, titles: str = "", pieces: tuple[str, ...] = ()) -> list[float]:
    """Each passage as sentences parted by a bar, each sentence as the words it shares with the question."""
    sentences = [[frozenset(sentence.split()) for sentence in passage.split("|")] for passage in passages]
    named = [frozenset(title.split()) for title in titles.split("|")] if titles else [frozenset[str]()] * len(sentences)
    return words_together(sentences, named, frozenset(pieces))


def test_words_that_stand_in_one_sentence_or_the_next_count_more_than_those_strewn_over_a_passage() -> None:
    one, next_to, strewn, other = together("red boat|", "red|boat", "red||boat", "||")
    assert one == next_to > strewn > other == 0


def test_what_every_passage_holds_tells_less_than_what_few_do() -> None:
    common, rare, *_ = together("boat", "red boat", "boat", "boat")
    assert rare > 2 * common > 0


def test_the_title_of_a_passage_stands_in_each_of_its_sentences() -> None:
    titled, untitled, _ = together("red", "red", "", titles="boat||")
    assert titled > untitled


def test_a_piece_of_a_word_counts_its_share() -> None:
    piece, word, _ = together("ab", "cd", "", pieces=("ab",))
    assert piece == pytest.approx(PIECE * word)


def test_passages_without_sentences_or_words_hold_nothing() -> None:
    assert together("", "") == [0, 0]
    assert words_together([[]], [frozenset()], ()) == [0]
    assert words_together([], [], ()) == []


def test_words_that_stand_together_take_their_share_of_the_score_of_words() -> None:
    given = [
        candidate("strewn", base=1.0, cosine=0.8, sentence=0.8, words=9.0),
        candidate("near", base=0.9, cosine=0.8, sentence=0.8, words=8.0),
    ]
    closeness = {given[0].chunk_id: 2.0, given[1].chunk_id: 4.0}
    scores = {one.memory.id: one.base for one in rescored(given, together=closeness, spread=SPREAD, language="en")}
    assert scores["near"] == pytest.approx(MEANING + WORDS_SHARE * (TOGETHER + (1 - TOGETHER) * 8 / 9) ** WORDS_POWER)
    assert scores["strewn"] == pytest.approx(MEANING + WORDS_SHARE * (1 - TOGETHER + TOGETHER * 0.5) ** WORDS_POWER)


def test_a_passage_that_was_not_read_has_nothing_together_and_a_turn_needs_nothing() -> None:
    given = [
        candidate("read", base=1.0, cosine=0.8, words=9.0),
        candidate("unread", base=0.5, cosine=0.8, words=3.0),
        turn("said", cosine=0.8, words=3.0),
    ]
    scores = rescored(given, together={given[0].chunk_id: 2.0}, spread=SPREAD, language="en")
    assert scores[1].base == pytest.approx(MEANING + WORDS_SHARE * ((1 - TOGETHER) / 3) ** WORDS_POWER)
    assert scores[2].base == pytest.approx(MEANING + WORDS_SHARE * (1 / 3) ** WORDS_POWER)
