"""How a batch continues the sessions of a user, and how it sees that another writer continued them first; pure."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

import numpy as np

from graph.db.fulltext_fields import words_field
from graph.errors import Unavailable
from graph.model.extraction import Vector
from graph.write.stages import ReadDraft
from graph.write.turn_smoothing import Turn
from graph.write.write_rows import SessionUpdate, continued, turns_of

ATTEMPTS_MOST: Final = 20
"""How often something is read and written anew because another writer came first."""
Given = TypeVar("Given")


class StaleRead(Exception):
    """Another writer changed what we had read, mostly the end of a session, before we took the user's lock."""


def too_many_conflicts() -> Unavailable:
    """The error after `ATTEMPTS_MOST` stale reads in a row."""
    return Unavailable("Others keep changing the same. Try again, or let one writer tell a talk.")


def retried(attempt: Callable[[], Given]) -> Given:
    """What `attempt` returns, repeated while its reads are stale. Raises Unavailable when that does not end."""
    for _ in range(ATTEMPTS_MOST):
        with suppress(StaleRead):
            return attempt()
    raise too_many_conflicts()


def tails_of(user_id: str, row: Mapping[str, Any], sessions: Collection[str]) -> dict[str, list[Turn]]:
    """The last turns of each session, oldest first, from the row of `memory/before`."""
    tails: dict[str, list[Turn]] = {session_id: [] for session_id in sessions}
    for tail in row["tails"]:
        field = words_field(user_id, tail["language"], turn=True)
        turn = Turn(tail["id"], tail["words"] or "", tail["asked"] or "", _vector(tail["vector"]), field)
        tails[tail["session_id"]].append(turn)
    return tails


def continued_sessions(
    user_id: str, drafts: Iterable[ReadDraft], tails: Mapping[str, Sequence[Turn]]
) -> dict[str, SessionUpdate]:
    """Each session that a batch continues, after its new turns."""
    by_session: dict[str, list[Turn]] = {}
    for draft in drafts:
        if draft.conversation:
            by_session.setdefault(draft.conversation, []).extend(turns_of(user_id, draft))
    return {session: continued(tails.get(session, []), turns) for session, turns in by_session.items()}


def expected_ends(tails: Mapping[str, Sequence[Turn]], talks: Mapping[str, SessionUpdate]) -> list[dict[str, object]]:
    """The chunk with which `memory/store` may find each session to end: the one we read, or the one we write.

    The latter when a commit whose answer was lost is written once more.
    """
    return [
        {"session_id": session, "expected": [tail[-1].id if (tail := tails.get(session)) else "", talk.tail[-1].id]}
        for session, talk in talks.items()
    ]


def check_ends(stored: Sequence[Mapping[str, Any]]) -> None:
    """Raises StaleRead when the rows of `memory/store` tell that a session ends elsewhere than expected."""
    if stored and stored[0]["moved"]:
        raise StaleRead


def _vector(values: Sequence[float] | None) -> Vector | None:
    return None if values is None else np.asarray(values, dtype=np.float32)
