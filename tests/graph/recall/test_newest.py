"""A note that brings another up to date stands before it; what only sounds a little like it, or is old, does not."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from graph.model.memory import Memory
from graph.model.recalled import Hit, Parts
from graph.model.types import Status
from graph.recall.newest import updated_first

DAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
OLD = "the export job runs at two each night on the batch host"
NEW = "the export job runs at four each night"
CHANGED = "the export job moves to four"
UNLIKE = "the payroll run moves to noon"
OTHER = "the lobby gets new chairs and lamps in spring"


def words(texts: Sequence[str]) -> list[frozenset[str]]:
    return [frozenset(text.split()) for text in texts]


def hit(
    text: str, score: float, day: int, session: str | None = None, *, asked: float | None = 3.0, cosine: float = 0.6
) -> Hit:
    """A hit that holds the question's words with a word score of `asked`."""
    memory = Memory(
        id=text, user_id="u", text=text, title="", summary="", micro_summary="", language="en", status=Status.ACTIVE,
        pending=False, pinned=False, bookmarked=False, importance=5.0, created_at=DAY, updated_at=DAY,
        occurred_at=DAY + timedelta(days=day), session_id=session,
    )  # fmt: skip
    return Hit(
        memory=memory, score=score, why="near", parts=Parts(base=score, words=asked, cosine=cosine),
        chunk_id=f"{text}.0", text=text, start=0, end=len(text), ties=(), entities=(),
    )  # fmt: skip


def order(hits: Sequence[Hit]) -> list[str]:
    return [hit.memory.id for hit in updated(hits)]


def updated(hits: Sequence[Hit]) -> list[Hit]:
    return updated_first(hits, ("when", "export", "job"), words, "en", spread=5)


def test_a_newer_note_on_the_matter_of_the_first_takes_its_place_and_its_score() -> None:
    hits = [hit(OLD, 1.0, 0), hit(OTHER, 0.9, 9), hit(NEW, 0.8, 5)]

    ordered = updated(hits)

    assert [each.memory.id for each in ordered] == [NEW, OLD, OTHER]
    assert [each.score for each in ordered] == [1.0, 0.9, 0.8]
    assert ordered[0].why == "newer on the same matter; near"
    assert ordered[0].parts.kept == 0.2


def test_a_note_on_another_matter_stays_behind_however_new() -> None:
    assert order([hit(OLD, 1.0, 0), hit(OTHER, 0.99, 9)]) == [OLD, OTHER]


def test_an_older_note_and_one_of_the_same_hour_stay_behind() -> None:
    assert order([hit(NEW, 1.0, 5), hit(OLD, 0.99, 0)]) == [NEW, OLD]
    assert order([hit(OLD, 1.0, 0), hit(NEW, 0.99, 0)]) == [OLD, NEW]


def test_a_newer_note_that_hardly_answers_stays_behind() -> None:
    assert order([hit(OLD, 1.0, 0), hit(NEW, 0.5, 5)]) == [OLD, NEW]


def test_turns_of_a_conversation_keep_their_order() -> None:
    assert order([hit(OLD, 1.0, 0, "talk"), hit(NEW, 0.9, 5, "talk")]) == [OLD, NEW]


def test_no_words_are_read_where_nothing_is_newer() -> None:
    def unread(texts: Sequence[str]) -> list[frozenset[str]]:
        raise AssertionError(texts)

    hits = [hit(NEW, 1.0, 5), hit(OLD, 0.9, 0)]

    assert updated_first(hits, (), unread, "en", spread=5) == hits


def test_a_newer_note_that_holds_little_of_what_is_asked_stays_behind() -> None:
    assert order([hit(OLD, 1.0, 0), hit(NEW, 0.9, 5, asked=1.0)]) == [OLD, NEW]
    assert order([hit(OLD, 1.0, 0), hit(NEW, 0.9, 5, asked=2.0)]) == [NEW, OLD]


def test_what_hits_share_with_the_question_is_no_matter_in_common() -> None:
    hits = [hit("anna works for acme", 1.0, 0), hit("anna works at the allotment", 0.9, 9)]

    assert updated_first(hits, ("anna", "works"), words, "en", spread=5) == hits


@pytest.mark.parametrize("asked", [None, 0.0])
def test_a_question_that_shares_no_word_with_the_first_leaves_the_order_as_it_is(asked: float | None) -> None:
    assert order([hit(OLD, 1.0, 0, asked=asked), hit(NEW, 0.9, 5, asked=asked)]) == [OLD, NEW]


def test_a_newer_note_that_tells_of_a_change_need_not_answer_as_well() -> None:
    assert order([hit(OLD, 1.0, 0), hit(CHANGED, 0.45, 5, asked=0.6)]) == [CHANGED, OLD]
    assert order([hit(OLD, 1.0, 0), hit(NEW, 0.45, 5, asked=0.6)]) == [OLD, NEW]
    assert order([hit(OLD, 1.0, 0), hit(CHANGED, 0.3, 5, asked=0.6)]) == [OLD, CHANGED]


def test_a_change_of_something_else_stays_behind() -> None:
    assert order([hit(OLD, 1.0, 0), hit(CHANGED, 0.45, 5, asked=0.6, cosine=0.4)]) == [OLD, CHANGED]
    assert order([hit(OLD, 1.0, 0), hit(UNLIKE, 0.45, 5)]) == [OLD, UNLIKE]


def test_of_several_newer_notes_one_that_tells_of_a_change_goes_first_then_the_best() -> None:
    again = f"{NEW} again"

    assert order([hit(OLD, 1.0, 0), hit(NEW, 0.9, 5), hit(CHANGED, 0.6, 6)])[0] == CHANGED
    assert order([hit(OLD, 1.0, 0), hit(NEW, 0.9, 5), hit(again, 0.8, 6)])[0] == NEW
