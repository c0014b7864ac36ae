"""How a batch goes on with the talks of a user, and how it sees that another writer went on first; pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from graph.fields import words_field
from graph.model import Vector
from graph.prepared import Item, Talk, continued, turns_of
from graph.turns import Turn


class TalkMoved(Exception):
    """Another writer went on with a talk between our reading its end and our taking the user's lock."""


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
