"""Work that waits in the graph itself: nodes carry a mark (`to_link`, `to_embed` …) until their work is written."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

Waiting = Sequence[Mapping[str, Any]]
"""Rows of what waits, each with its `user_id`."""
_EMPTY_ROUNDS_MOST = 3


@dataclass(frozen=True, slots=True)
class Round:
    """What was worked off: how many rows lost their mark, how much was written for them, how much of it ended facts."""

    taken: int = 0
    written: int = 0
    ended: int = 0

    def __add__(self, other: "Round") -> "Round":
        return Round(self.taken + other.taken, self.written + other.written, self.ended + other.ended)


class BackgroundQueue:
    """Works off what waits, a batch of one user at a time.

    The work of a batch takes its marks away in the transaction that writes its results: a run that is killed leaves
    them, and the next run takes them up.
    """

    def __init__(
        self,
        waiting: Callable[[str | None, int], Waiting],
        work: Callable[[str, Waiting], Round],
        *,
        batch: int,
    ) -> None:
        """`waiting` reads the first rows that wait, of one user or of all (None); `work` works off rows of one user."""
        self._waiting = waiting
        self._work = work
        self._batch = batch

    def pending(self, limit: int) -> int:
        """Works off up to `limit` rows of any user; returns how many left the queue."""
        by_user: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
        for row in self._waiting(None, limit):
            by_user[row["user_id"]].append(row)
        batches = ((user_id, batch) for user_id, rows in sorted(by_user.items()) for batch in self._batches(rows))
        return sum(self._work(user_id, batch).taken for user_id, batch in batches)

    def user(self, user_id: str) -> Round:
        """Works off all that waits of one user, and returns how much that was.

        What others change all the while is left to the next time: it ends after three batches that stay as they were.
        """
        total = Round()
        empty = 0
        while empty < _EMPTY_ROUNDS_MOST and (rows := self._waiting(user_id, self._batch)):
            done = self._work(user_id, rows)
            total += done
            empty += done.taken == 0
        return total

    def _batches(self, rows: Waiting) -> Iterator[Waiting]:
        remaining = iter(rows)
        while batch := list(islice(remaining, self._batch)):
            yield batch
