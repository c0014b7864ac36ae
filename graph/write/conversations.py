"""How a batch goes on with the talks of a user, and how it sees that another writer went on first; pure."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

import numpy as np

from graph.db.fulltext_fields import words_field
from graph.errors import Unavailable
from graph.model.extraction import Vector
from graph.write.turn_smoothing import Turn
from graph.write.write_rows import Item, Talk, continued, turns_of

MOST_TURNS_LOST: Final = 20
"""How often another writer may come first before we give up."""
Given = TypeVar("Given")


class TalkMoved(Exception):
    """Another writer changed what we had read, of a talk as a rule, before we took the user's lock."""


def turns_lost() -> Unavailable:
    """What is said to who has lost too many turns."""
    return Unavailable("Others keep changing the same. Try again, or let one writer tell a talk.")


def in_turn(attempt: Callable[[], Given]) -> Given:
    """What `attempt` returns, made anew while another writer comes first. Raises Unavailable when that does not end."""
    for _ in range(MOST_TURNS_LOST):
        with suppress(TalkMoved):
            return attempt()
    raise turns_lost()


def tails_of(row: Mapping[str, Any], sessions: Collection[str]) -> dict[str, list[Turn]]:
    """The last turns of each session, oldest first, from the row of `memory/before`."""
    tails: dict[str, list[Turn]] = {session_id: [] for session_id in sessions}
    for tail in row["tails"]:
        field = words_field(tail["language"], turn=True)
        turn = Turn(tail["id"], tail["words"] or "", tail["asked"] or "", _vector(tail["vector"]), field)
        tails[tail["session_id"]].append(turn)
    return tails


def continued_talks(items: Iterable[Item], tails: Mapping[str, Sequence[Turn]]) -> dict[str, Talk]:
    """Each session that a batch goes on with, after its new turns."""
    by_session: dict[str, list[Turn]] = {}
    for item in items:
        if item.in_talk and item.draft.session_id:
            by_session.setdefault(item.draft.session_id, []).extend(turns_of(item))
    return {session: continued(tails.get(session, []), turns) for session, turns in by_session.items()}


def expected_ends(tails: Mapping[str, Sequence[Turn]], talks: Mapping[str, Talk]) -> list[dict[str, object]]:
    """Where `memory/store` may find each talk to end: as we read it, or as we leave it.

    The latter when a commit whose answer was lost is written once more.
    """
    return [
        {"session_id": session, "expected": [tail[-1].id if (tail := tails.get(session)) else "", talk.tail[-1].id]}
        for session, talk in talks.items()
    ]


def check_ends(stored: Sequence[Mapping[str, Any]]) -> None:
    """Raises TalkMoved when the rows of `memory/store` tell that a talk ends elsewhere than expected."""
    if stored and stored[0]["moved"]:
        raise TalkMoved


def _vector(values: Sequence[float] | None) -> Vector | None:
    return None if values is None else np.asarray(values, dtype=np.float32)
