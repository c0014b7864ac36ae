"""Who may read a memory, and the rule by which it is visible to whom an answer is for; pure.

A memory is private, shared, or for one group. What is asked for a group sees what is shared and what is that group's;
what is asked for all sees what is shared; what the user asks alone sees everything. So nothing private ever reaches an
answer that others read, and everything shared reaches the user.
"""

from enum import StrEnum
from typing import Final

PRIVATE: Final = "private"
"""The audience of what nobody but the user may read, which is that of every memory with none."""
SHARED: Final = "shared"
"""The audience of what everybody may read whom the user lets ask."""


class Visibility(StrEnum):
    """The rule by which a memory is in an answer."""

    OWN = "own"
    """The user asks, and it is the user's."""
    SHARED = "shared"
    """It is for everybody."""
    GROUP = "group"
    """It is for the group that asks."""


class Area(StrEnum):
    """The kind of work that a memory belongs to."""

    PLANNING = "planning"
    IMPLEMENTATION = "implementation"
    SYNC = "sync"
    SHARED = "shared"


def audiences(asked_for: str | None) -> tuple[str, ...] | None:
    """The audiences whose memories may be in an answer for `asked_for`; None where all may: the user asks alone."""
    if asked_for is None or asked_for == PRIVATE:
        return None
    return tuple(dict.fromkeys((SHARED, asked_for)))


def visibility(audience: str | None, asked_for: str | None) -> Visibility | None:
    """The rule by which a memory of this audience is visible to whom the answer is for; None where it is not."""
    readers = audiences(asked_for)
    if readers is None:
        return Visibility.OWN
    if audience not in readers:
        return None
    return Visibility.SHARED if audience == SHARED else Visibility.GROUP


def shown_in(held: str | None, named: str | None) -> str | None:
    """Whom an answer is for that is asked for `named` in a session that is `held` for others: whoever may read either.

    It stands where both read it, so it is narrowed to what both may see: for two groups to what is shared. None where
    nobody said for whom it is, which is the user alone.
    """
    if held is None or named is None or held == named:
        return named if held is None else held
    if PRIVATE in (held, named):
        return named if held == PRIVATE else held
    return SHARED


def kept_in(held: str | None, named: str | None) -> str | None:
    """Who may read what is said for `named` in a session that is `held` for others: only whoever may read both.

    What is kept for too few, a person can widen; what was told to too many, nobody takes back. For two groups it is
    private; what is for all is for those of the session.
    """
    if held is None or named is None or held == named:
        return named if held is None else held
    if SHARED in (held, named):
        return named if held == SHARED else held
    return PRIVATE
