"""Values of a merge: what files, graph and last sync say of each memory, and what is to be done about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from api.markdown.wording import Marks, Wording

Key = tuple[str, int]
"""A block: its file, and its number among the blocks of that file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileBlock:
    """A memory as a file has it now."""

    key: Key
    wording: Wording
    marks: Marks
    """Those of `wording`. Of a file that was not read again they are known, and `wording` is empty."""
    id: str | None = None
    identified: bool = True
    titles_written: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class LastSynced:
    """What the last sync of this folder left of a memory; `gone`: it was deleted, on whichever side."""

    id: str
    file: str
    order: int
    marks: Marks
    earlier: tuple[str, ...] = ()
    """The marks of texts that it had before, by which an old file is known for one."""
    gone: bool = False

    def had(self, text: str) -> bool:
        """Whether it said this, or does."""
        return text == self.marks.text or text in self.earlier


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A memory as the graph has it now. `wording` is None where it has not changed since the last sync."""

    id: str
    wording: Wording | None
    active: bool = True
    home: str = ""
    """The file where it goes that is in none yet."""


class Happened(StrEnum):
    """What a merge found, one word for each memory that it concerns."""

    ADDED = "added"
    """New in a file: kept."""
    CHANGED = "changed"
    """Changed in a file: the memory was changed."""
    REMOVED = "removed"
    """Gone from its file: the memory is archived."""
    WRITTEN = "written"
    """New or changed in the graph: written into its file."""
    DROPPED = "dropped"
    """Forgotten in the graph: taken out of its file."""
    CONFLICT = "conflict"
    """Changed on both sides, or deleted on one and changed on the other: everything is kept."""
    BURIED = "buried"
    """Deleted before, and there again in a file: left alone."""
    UNFIT = "unfit"
    """In the graph, and of a form that its file cannot hold: not written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """One memory of which something has to be known."""

    happened: Happened
    file: str
    id: str | None = None
    title: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Insert:
    """A memory to write into a file: behind a block, or at its end. Without `id` it is a new one."""

    file: str
    wording: Wording
    id: str | None = None
    after: Key | None = None


@dataclass(slots=True)
class Plan:
    """What is to be done: to blocks, files, memories, and to the record of what was synced."""

    bound: dict[Key, str] = field(default_factory=dict[Key, str])
    """Which memory a block is."""
    added: list[Key] = field(default_factory=list[Key])
    """Blocks that are new memories."""
    rewritten: dict[Key, Wording] = field(default_factory=dict[Key, Wording])
    dropped: set[Key] = field(default_factory=set[Key])
    inserts: list[Insert] = field(default_factory=list[Insert])
    edits: dict[str, dict[str, object]] = field(default_factory=dict[str, dict[str, object]])
    archived: list[str] = field(default_factory=list[str])
    restored: list[str] = field(default_factory=list[str])
    gone: list[str] = field(default_factory=list[str])
    reports: list[Report] = field(default_factory=list[Report])

    @property
    def touched(self) -> frozenset[str]:
        """Files of which more has to be known than hashes: they are read, or written."""
        keys = {*self.added, *self.rewritten, *self.dropped}
        return frozenset(
            {key[0] for key in keys} | {each.file for each in self.inserts} | {each.file for each in self.reports}
        )

    @property
    def changes_nothing(self) -> bool:
        """Whether both sides are as they were left."""
        changes = self.added, self.rewritten, self.dropped, self.inserts, self.edits, self.archived, self.restored
        return not any(changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """All that a merge judges by.

    `unread` are files that are there and could not be read: what came from them stays. `known` are ids of memories that
    were synced once, in whatever folder.
    """

    blocks: tuple[FileBlock, ...]
    last: Mapping[str, LastSynced]
    held: Mapping[str, Held]
    unread: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()
    revive: bool = False
    taken_away: frozenset[str] = field(init=False)
    """The marks of all texts, also earlier ones, of memories that were deleted before or have been forgotten since."""

    def __post_init__(self) -> None:
        deleted = (last for last in self.last.values() if last.gone or last.id not in self.held)
        marks = frozenset(mark for last in deleted for mark in (last.marks.text, *last.earlier))
        object.__setattr__(self, "taken_away", marks)
