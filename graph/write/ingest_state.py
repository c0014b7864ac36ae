"""What one call of `remember_many` knows beyond the graph while it streams."""

from collections import ChainMap, Counter, OrderedDict, deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from graph.model.memory import Remembered
from graph.write.conversations import tails_of
from graph.write.stages import UnderWay
from graph.write.turn_smoothing import Turn
from graph.write.write_rows import SessionUpdate

_SESSIONS_COUNTED: Final = 64
_SESSIONS_MOST: Final = 2_000
"""Sessions whose last turns a stream keeps at hand; those of the others are read again."""


@dataclass(slots=True)
class IngestState:
    """The last turns of the sessions of one stream, and its drafts that are compared but not yet written.

    The thread that prepares batches and the one that writes them share it.
    """

    tails: dict[str, list[Turn]] = field(default_factory=dict[str, list[Turn]])
    sessions_read: set[str] = field(default_factory=set[str])
    """Sessions whose last turns were read from the graph."""
    forgot_at: int = 0
    """When the user last forgot or edited something, as far as the tails know: they hold nothing of that any more."""
    due: bool = False
    """Whether an earlier run ended before all parts of names were resolved again that a batch of it left to that."""
    under_way: dict[tuple[str, str], UnderWay] = field(default_factory=dict[tuple[str, str], UnderWay])
    """By identity, the drafts that are compared but not yet written."""
    spoken: OrderedDict[str, Counter[str]] = field(default_factory=OrderedDict[str, Counter[str]])
    """By session, how often each of its messages was spoken: "ok" at two places of a talk is two memories."""
    revising: deque[dict[tuple[str, str], str]] = field(default_factory=deque[dict[tuple[str, str], str]])
    """For each batch that is compared but not yet written, by identity the last texts that it gives stored memories."""
    anew: bool = False
    """Whether a person says it: then it is kept, whatever was taken away before."""
    has_endings: bool = False
    """Whether it stored facts that may end others."""
    understood: list[str] = field(default_factory=list[str])
    """Ids of the memories that it stored and understood last, not yet held against those near them."""

    def times_spoken(self, session: str, digest: str) -> int:
        """How often a message stood in its session before, among the sessions that were read last."""
        counted = self.spoken.setdefault(session, Counter())
        self.spoken.move_to_end(session)
        while len(self.spoken) > _SESSIONS_COUNTED:
            self.spoken.popitem(last=False)
        counted[digest] += 1
        return counted[digest] - 1

    def learn(self, user_id: str, row: Mapping[str, Any], sessions: Collection[str]) -> None:
        """Takes in the last turns of sessions from a row of `memory/before`, and drops those that may have changed.

        A session whose turns are not at hand is found to end elsewhere than expected, and read before it is written.
        """
        # It also goes back: where all of a user was forgotten, it begins anew.
        if row["forgot_at"] != self.forgot_at or len(self.tails) > _SESSIONS_MOST:
            # In this order: the writing thread takes the tails first and looks at this after.
            self.forgot_at = row["forgot_at"]
            self.tails, self.sessions_read = {}, {*sessions}
        self.tails.update(tails_of(user_id, row, sessions))

    def arrived(self, identity: tuple[str, str], remembered: Remembered) -> None:
        """Takes in what became of a draft that was under way, for those that repeat it."""
        if (draft := self.under_way.pop(identity, None)) is not None:
            draft.remembered = remembered

    def texts_to_come(self) -> ChainMap[tuple[str, str], str]:
        """By identity, the texts that stored memories have once all that is under way is written."""
        # Copied at once: the writing thread takes batches off meanwhile.
        return ChainMap(*reversed(self.revising.copy()))

    def continue_sessions(self, talks: Mapping[str, SessionUpdate], forgot_at: int) -> None:
        """Takes in how sessions end that were continued with what was known at `forgot_at`."""
        # The preparing thread may learn of something forgotten just now: then these go with the tails they came from.
        tails = self.tails
        if self.forgot_at == forgot_at:
            tails.update({session: talk.tail for session, talk in talks.items()})
