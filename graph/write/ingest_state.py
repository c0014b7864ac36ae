"""What one call of `remember_many` has under way: its batches, and what it knows beyond the graph."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from graph.model.memory import Outcome
from graph.write.conversations import tails_of
from graph.write.turn_smoothing import Turn
from graph.write.write_rows import Item, Talk

_MOST_TALKS: Final = 2_000
"""Sessions whose last turns a stream keeps at hand; those of the others are read again."""


@dataclass(slots=True)
class Batch:
    """Drafts that are written together, and what is to be said of each."""

    items: list[Item] = field(default_factory=list[Item])
    outcomes: dict[int, Outcome] = field(default_factory=dict[int, Outcome])
    started: float = 0.0
    milliseconds: dict[str, float] = field(default_factory=dict[str, float])

    def halves(self) -> tuple["Batch", "Batch"]:
        """Both halves, in order; what they say of their drafts is said here."""
        middle = len(self.items) // 2
        first, second = (replace(self, items=items) for items in (self.items[:middle], self.items[middle:]))
        return first, second


@dataclass(slots=True)
class IngestState:
    """What one call of `many` knows beyond the graph: the last turns of its sessions, which of them were asked for,
    and what is under way: compared, but not yet written.
    """

    tails: dict[str, list[Turn]] = field(default_factory=dict[str, list[Turn]])
    asked: set[str] = field(default_factory=set[str])
    forgot_at: int = 0
    """When the user last forgot or edited something, as far as the tails know: they hold nothing of that any more."""
    under_way: dict[tuple[str, str], Mapping[str, Any]] = field(
        default_factory=dict[tuple[str, str], Mapping[str, Any]]
    )
    older: bool = False
    """Whether there are memories from before the batch that is written."""
    sought: bool = False
    """Whether it made names known that older memories may hold."""

    def learn(self, row: Mapping[str, Any], sessions: Collection[str]) -> None:
        """Takes in the last turns of sessions from the row of `memory/before`, and drops those that may be no more so.

        A talk whose turns are not at hand is found to end elsewhere than expected, and read before it is written.
        """
        # It also goes back: where all of a user was forgotten, it begins anew.
        if row["forgot_at"] != self.forgot_at or len(self.tails) > _MOST_TALKS:
            # In this order: who writes takes the tails first and looks at this after.
            self.forgot_at = row["forgot_at"]
            self.tails, self.asked = {}, {*sessions}
        self.tails.update(tails_of(row, sessions))

    def went_on(self, talks: Mapping[str, Talk], forgot_at: int) -> None:
        """Takes in how talks end that were written on with what was known at `forgot_at`."""
        # The thread that reads may learn of something forgotten just now: then these go with the tails they came from.
        tails = self.tails
        if self.forgot_at == forgot_at:
            tails.update({session: talk.tail for session, talk in talks.items()})
