"""Where names meet: only two that share a block are ever compared."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from graph.naming.forms import NameForms, is_wide

MOST_IN_BLOCK: Final = 400
"""Names in a block that are compared pair by pair; a fuller block decides nothing."""
MOST_IN_WIDE: Final = 120


class Meeting(NamedTuple):
    """The names of a block, and those of them that ask for the others."""

    members: list[str]
    seekers: list[str]


class Meetings:
    """Who meets whom among names that are added bit by bit.

    A block decides nothing where more than `MOST_IN_BLOCK` are in it, nor a wide one where more than `wide_most` ask.
    """

    def __init__(self, *, wide_most: int = MOST_IN_WIDE) -> None:
        self._found: dict[str, Meeting] = {}
        self._full: set[str] = set()
        self._wide_most = wide_most

    def add(self, own: str, forms: NameForms) -> None:
        """Puts a name into its blocks."""
        asked = forms.sought
        for block in forms.blocks:
            meeting = self._found.get(block)
            if meeting is None:
                meeting = self._found[block] = Meeting([], [])
            meeting.members.append(own)
            if block in asked:
                meeting.seekers.append(own)

    def fill(self, blocks: Iterable[str]) -> None:
        """Tells of blocks that are too full to decide anything, though not all their names are given."""
        self._full.update(blocks)

    def of(self, block: str) -> Meeting | None:
        """The names of a block; None where there is nobody or the block decides nothing."""
        meeting = self._found.get(block)
        return None if meeting is None or self._is_full(block, meeting) else meeting

    def met(self, own: str, forms: NameForms) -> list[str]:
        """Whom a name meets: in blocks where it asks everybody, in others those who ask there."""
        found: dict[str, None] = {}
        asked = forms.sought
        for block in forms.blocks:
            meeting = self.of(block)
            if meeting is not None:
                found.update(dict.fromkeys(meeting.members if block in asked else meeting.seekers))
        found.pop(own, None)
        return list(found)

    def full(self) -> frozenset[str]:
        """The blocks that decide nothing."""
        return frozenset(block for block, meeting in self._found.items() if self._is_full(block, meeting))

    def meetings(self) -> list[Meeting]:
        """Those of all blocks that decide something, in the order of the blocks."""
        return [meeting for block, meeting in sorted(self._found.items()) if not self._is_full(block, meeting)]

    def _is_full(self, block: str, meeting: Meeting) -> bool:
        if block in self._full:
            return True
        most = self._wide_most if is_wide(block) else MOST_IN_BLOCK
        return len(meeting.seekers) > most or len(meeting.members) > MOST_IN_BLOCK
