"""Where names meet: only two that share a block are ever compared."""

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from graph.naming.forms import NameForms, is_wide, sought

MOST_IN_BLOCK: Final = 400
"""Names in a block that are compared pair by pair; a fuller block decides nothing."""
MOST_IN_WIDE: Final = 120


class Meeting(NamedTuple):
    """The names of a block, and those of them that ask for the others."""

    members: list[str]
    seekers: list[str]


def meetings(
    forms: Iterable[tuple[str, NameForms]], *, full: Collection[str] = (), wide_most: int = MOST_IN_WIDE
) -> dict[str, Meeting]:
    """The blocks of some names, given with their ids, that are not too full to decide anything.

    `full` are those known to be, though not all their names are given. Whom a part of a name may mean is looked up in
    wide blocks that are fuller than `MOST_IN_WIDE`.
    """
    found: dict[str, Meeting] = {}
    for own, one in forms:
        asked = sought(one)
        for block in one.blocks:
            meeting = found.get(block)
            if meeting is None:
                if block in full:
                    continue
                meeting = found[block] = Meeting([], [])
            meeting.members.append(own)
            if block in asked:
                meeting.seekers.append(own)
    return {block: meeting for block, meeting in found.items() if not _full(block, meeting, wide_most)}


def _full(block: str, meeting: Meeting, wide_most: int) -> bool:
    if len(meeting.members) <= wide_most:
        return False
    most = wide_most if is_wide(block) else MOST_IN_BLOCK
    return len(meeting.seekers) > most or len(meeting.members) > MOST_IN_BLOCK
