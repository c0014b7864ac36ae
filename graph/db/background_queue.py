"""Work that waits in the graph itself: nodes carry a mark (`to_link`, `to_embed` …) until their work is written."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from graph.errors import Unavailable

Waiting = Sequence[Mapping[str, Any]]
"""Rows of what waits, each with its `user_id`."""
_EMPTY_ROUNDS_MOST = 3
_ASIDE_MOST = 1_000
_Identity = tuple[object, ...]


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
        self._aside: set[_Identity] = set()

    def pending(self, limit: int) -> int:
        """Works off up to `limit` rows of any user; returns how many left the queue.

        Rows that fail alone are set aside until nothing else waits, so that they hold up nobody. Raises Unavailable,
        and what the first of them failed for where nothing left the queue.
        """
        by_user: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
        for row in self._not_aside(limit):
            by_user[row["user_id"]].append(row)
        failures: list[tuple[_Identity, Exception]] = []
        batches = ((user_id, batch) for user_id, rows in sorted(by_user.items()) for batch in self._batches(rows))
        taken = sum(self._in_parts(user_id, batch, failures) for user_id, batch in batches)
        self._aside |= {identity for identity, _ in failures}
        if failures and not taken:
            raise failures[0][1]
        return taken

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

    def _not_aside(self, limit: int) -> Waiting:
        """The first rows that wait and did not fail before; where no others wait, those that did."""
        if len(self._aside) <= _ASIDE_MOST:
            rows = self._waiting(None, limit + len(self._aside))
            if fresh := [row for row in rows if _identity(row) not in self._aside]:
                return fresh[:limit]
        self._aside = set()
        return self._waiting(None, limit)

    def _in_parts(self, user_id: str, rows: Waiting, failures: list[tuple[_Identity, Exception]]) -> int:
        """Works off rows of a user, halved as long as they fail together; notes those that fail alone."""
        try:
            return self._work(user_id, rows).taken
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001  whatever it is, the work of every user would stand still
            if len(rows) == 1:
                failures.append((_identity(rows[0]), error))
                return 0
        middle = len(rows) // 2
        taken = self._in_parts(user_id, rows[:middle], failures)
        return taken + self._in_parts(user_id, rows[middle:], failures)

    def _batches(self, rows: Waiting) -> Iterator[Waiting]:
        remaining = iter(rows)
        while batch := list(islice(remaining, self._batch)):
            yield batch


def _identity(row: Mapping[str, Any]) -> _Identity:
    """What tells a node that waits from others: an id, or of a name its key and type."""
    return tuple(row.get(field) for field in ("user_id", "id", "key", "type"))
