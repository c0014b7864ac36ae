"""Rotation of everybody, for the scheduler of a running server: one user after the other, each when it is due."""

import logging
from collections.abc import Iterator
from typing import Final

from graph.db.store import Store
from graph.errors import EnishiError, Unavailable
from graph.rotation.rotation import Rotation, RotationParts

_LOG: Final = logging.getLogger(__name__)
_USERS_AT_ONCE: Final = 1_000


def rotated_due(parts: RotationParts) -> int:
    """Runs the rotation of each user whose triggers are due; returns how many runs that made.

    What fails for one user stands in their history and alerts, and the others go on. Raises Unavailable for a database
    that is away.
    """
    runs = 0
    for user_id in users_of(parts.store):
        try:
            runs += Rotation(parts, user_id).run_due() is not None
        except Unavailable:
            raise
        except EnishiError as error:
            _LOG.warning("a rotation failed: %s", type(error).__name__)
    return runs


def users_of(store: Store) -> Iterator[str]:
    """The ids of all users who keep something."""
    after = ""
    while rows := store.read("rotation/users", after=after, limit=_USERS_AT_ONCE):
        yield from (str(row["user_id"]) for row in rows)
        after = rows[-1]["user_id"]
