"""Work that waits in the graph is worked off by users, and a run over one user ends whatever others do meanwhile."""

from collections.abc import Mapping
from typing import Any

from graph.db.background_queue import BackgroundQueue, Round, Waiting


class Marks:
    """A graph of nodes with marks; `kept` says which of them no work can take the mark from."""

    def __init__(self, *rows: tuple[str, str], kept: frozenset[str] = frozenset()) -> None:
        self.rows = [{"user_id": user, "id": identity} for user, identity in rows]
        self.kept = kept
        self.rounds: list[tuple[str, tuple[str, ...]]] = []

    def waiting(self, user_id: str | None, limit: int) -> list[Mapping[str, Any]]:
        return [row for row in self.rows if user_id in (None, row["user_id"])][:limit]

    def work(self, user_id: str, rows: Waiting) -> Round:
        self.rounds.append((user_id, tuple(row["id"] for row in rows)))
        assert len(self.rounds) < 50, "it goes on for ever"
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
