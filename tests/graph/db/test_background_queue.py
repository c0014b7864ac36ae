"""Work that waits in the graph is worked off by users, and a run over one user ends whatever others do meanwhile."""

from collections.abc import Mapping
from typing import Any

import pytest

from graph.db.background_queue import BackgroundQueue, Round, Waiting
from graph.errors import QueryError, Unavailable


class Marks:
    """A graph of nodes with marks; no work takes the mark from those `kept`, and it fails with the `bad`."""

    def __init__(
        self, *rows: tuple[str, str], kept: frozenset[str] = frozenset(), bad: frozenset[str] = frozenset()
    ) -> None:
        self.rows: list[Mapping[str, Any]] = [{"user_id": user, "id": identity} for user, identity in rows]
        self.kept = kept
        self.bad = bad
        self.rounds: list[tuple[str, tuple[str, ...]]] = []

    def waiting(self, user_id: str | None, limit: int) -> list[Mapping[str, Any]]:
        return [row for row in self.rows if user_id in (None, row["user_id"])][:limit]

    def work(self, user_id: str, rows: Waiting) -> Round:
        self.rounds.append((user_id, tuple(row["id"] for row in rows)))
        assert len(self.rounds) < 50, "it goes on for ever"
        if self.bad & {row["id"] for row in rows}:
            raise QueryError("broken")
        done = [row for row in rows if row["id"] not in self.kept]
        self.rows = [row for row in self.rows if row not in done]
        return Round(taken=len(done), written=1)


def queue(marks: Marks, *, batch: int = 2) -> BackgroundQueue:
    return BackgroundQueue(marks.waiting, marks.work, batch=batch)


def test_all_that_waits_of_a_user_is_worked_off_in_batches() -> None:
    marks = Marks(("ada", "1"), ("ada", "2"), ("ada", "3"), ("mia", "4"))
    assert queue(marks).user("ada") == Round(taken=3, written=2)
    assert marks.rounds == [("ada", ("1", "2")), ("ada", ("3",))]
    assert [row["id"] for row in marks.rows] == ["4"]


def test_a_run_ends_after_three_batches_that_stay_marked() -> None:
    marks = Marks(("ada", "1"), kept=frozenset({"1"}))
    assert queue(marks).user("ada") == Round(taken=0, written=3)
    assert len(marks.rounds) == 3


def test_what_waits_of_all_is_worked_off_user_by_user_and_only_what_lost_its_mark_counts() -> None:
    marks = Marks(("mia", "1"), ("ada", "2"), ("mia", "3"), ("ada", "4"), ("ada", "5"), kept=frozenset({"4"}))
    assert queue(marks).pending(4) == 3
    assert marks.rounds == [("ada", ("2", "4")), ("mia", ("1", "3"))]


def test_what_fails_alone_holds_up_neither_its_neighbours_nor_another_user() -> None:
    marks = Marks(*(("ada", str(n)) for n in range(8)), ("mia", "8"), bad=frozenset({"0", "5"}))
    waiting = queue(marks, batch=4)
    assert waiting.pending(9) == 7
    assert [row["id"] for row in marks.rows] == ["0", "5"]


def test_what_comes_first_and_always_fails_leaves_room_for_the_rest() -> None:
    marks = Marks(*(("ada", str(n)) for n in range(6)), bad=frozenset({"0", "1"}))
    waiting = queue(marks)
    with pytest.raises(QueryError):
        waiting.pending(2)
    assert [waiting.pending(2), waiting.pending(2)] == [2, 2]
    # Nothing else waits: they are tried once more, and where they are mended they are worked off.
    with pytest.raises(QueryError):
        waiting.pending(2)
    marks.bad = frozenset()
    assert waiting.pending(2) == 2
    assert marks.rows == []


def test_a_database_that_is_away_is_told_at_once() -> None:
    marks = Marks(("ada", "1"), ("ada", "2"))

    def away(user_id: str, rows: Waiting) -> Round:
        marks.rounds.append((user_id, ()))
        raise Unavailable("away")

    with pytest.raises(Unavailable):
        BackgroundQueue(marks.waiting, away, batch=2).pending(10)
    assert len(marks.rounds) == 1
