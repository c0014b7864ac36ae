"""Blocking: only two names that share a block are ever compared."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

from graph.model.reading.name_forms import NameForms, is_wide

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
        self._members: defaultdict[str, list[str]] = defaultdict(list)
        self._forms: dict[str, NameForms] = {}
        self._seeking: dict[str, tuple[int, list[str]]] = {}
        """Of the blocks that somebody looked into: how many members there were, and which of them ask."""
        self._full: set[str] = set()
        self._wide_most = wide_most

    def add(self, name_id: str, forms: NameForms) -> None:
        """Puts a name into its blocks."""
        # Thousands are added for one that is judged, and most blocks are never looked into: who asks is told then.
        self._forms[name_id] = forms
        for block in forms.blocks:
            self._members[block].append(name_id)

    def fill(self, blocks: Iterable[str]) -> None:
        """Tells of blocks that are too full to decide anything, though not all their names are given."""
        self._full.update(blocks)

    def of(self, block: str) -> Meeting | None:
        """The names of a block; None where there is nobody or the block decides nothing."""
        return Meeting(self._members[block], self._seekers(block)) if self._decides(block) else None

    def partners_of(self, name_id: str, forms: NameForms) -> list[str]:
        """The names to compare a name with: all of the blocks where it seeks, of its others those that seek there."""
        partners: dict[str, None] = {}
        asked = forms.sought
        for block in forms.blocks:
            if self._decides(block):
                partners.update(dict.fromkeys(self._members[block] if block in asked else self._seekers(block)))
        partners.pop(name_id, None)
        return list(partners)

    def full(self) -> frozenset[str]:
        """The blocks that decide nothing."""
        return frozenset(block for block in self._members if self._is_full(block))

    def meetings(self) -> list[Meeting]:
        """Those of all blocks with two names and more that decide something, in the order of the blocks."""
        # Nobody meets in most blocks.
        shared = sorted(block for block, members in self._members.items() if len(members) > 1)
        return [meeting for block in shared if (meeting := self.of(block)) is not None]

    def _decides(self, block: str) -> bool:
        return block in self._members and not self._is_full(block)

    def _seekers(self, block: str) -> list[str]:
        members = self._members[block]
        counted, seekers = self._seeking.get(block, (0, []))
        if counted < len(members):
            seekers = [name_id for name_id in members if self._forms[name_id].seeks(block)]
            self._seeking[block] = len(members), seekers
        return seekers

    def _is_full(self, block: str) -> bool:
        if block in self._full:
            return True
        there = len(self._members[block])
        most = self._wide_most if is_wide(block) else MOST_IN_BLOCK
        return there > MOST_IN_BLOCK or (there > most and len(self._seekers(block)) > most)
