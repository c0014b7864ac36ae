"""Values of bringing memories up to what their files say: the survey of the files, what became of each text."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from graph.errors import EnishiError
from graph.model.memory import Remembered
from graph.model.types import Status

_NUMBER_MARK: Final = "¶"
GONE: Final = "gone:"
"""Stands before the place of a memory whose text is gone from there, so that it is known when the text comes back."""
ASIDE: Final = _NUMBER_MARK
"""Stands behind the place of a memory that a person put away, once another memory takes that place."""
WHOLE_FILE: Final = f"#{_NUMBER_MARK}"
"""Ends the place of what is known to come from a file, and not where in it that stands: "/notes/log.txt#¶".

Many have such a place, so that it tells what is below a folder, and is nobody's identity.
"""

_FROM_FILE: Final = re.compile(r"(?:\w+:)?(/[^#]*)#")
"""A place in a file, behind a mark such as that of what is gone."""


def numbered_part(number: int) -> str:
    """The part of a place that is but the number of a paragraph or record of its file."""
    return f"{_NUMBER_MARK}{number}"


def numbered_at(place: str) -> int | None:
    """The number of a place that is but that, None for one with a name."""
    mark, parted, number = place.partition("#")[2].partition(_NUMBER_MARK)
    return int(number) if parted and not mark and number.isdecimal() else None


def origin_of(place: str | None, source: str | None) -> str:
    """Whence a memory comes: the whole path of its file where it came from one, else its source."""
    from_file = _FROM_FILE.match(place or "")
    return from_file[1] if from_file else source or ""


class SyncChange(StrEnum):
    """What became of a text of a file since it was read last."""

    ADDED = "added"
    CHANGED = "changed"
    MOVED = "moved"
    REMOVED = "removed"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceText:
    """One text of a file as a survey finds it: its place, what it says (`near_hash`), and the source it is of.

    By `content_hash` and session it is the memory that says exactly this; a turn of a talk has none before it is kept.
    """

    place: str
    near_hash: str
    source: str | None = None
    content_hash: str | None = None
    session_id: str = ""

    @property
    def identity(self) -> tuple[str, str] | None:
        """What makes two texts one memory, as far as it is known before they are kept."""
        return (self.content_hash, self.session_id) if self.content_hash else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """All texts of a file or folder, in order. `root` is its whole path, and each text has a place in it.

    `unread` are the whole paths of files and folders that could not be read: what came from there stays.
    """

    root: str
    texts: tuple[SourceText, ...]
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncCounts:
    """How many texts of a survey are new, changed, moved, gone and as they were."""

    added: int = 0
    changed: int = 0
    moved: int = 0
    removed: int = 0
    unchanged: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Synced:
    """One text after its memory was brought up to date: its place in the input, or None for one that is gone.

    What is gone from its file is archived: out of search, and back when the text comes back.
    """

    change: SyncChange
    position: int | None = None
    memory_id: str | None = None
    title: str | None = None
    remembered: Remembered | None = None
    error: EnishiError | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncedRecord:
    """What is known of a memory in a folder since the last sync: hashes of what it said, none of its words."""

    id: str
    file: str
    number: int
    text_mark: str
    title_mark: str = ""
    tags_mark: str = ""
    earlier: tuple[str, ...] = ()
    gone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FiledMemory:
    """A memory that a file holds or names. `text` is None where it is as the last sync left it.

    `status` is None where there is no such memory (any more), `known` says that it was synced once.
    """

    id: str
    status: Status | None = None
    text: str | None = None
    title: str | None = None
    tags: tuple[str, ...] = ()
    known: bool = False
    elsewhere: SyncedRecord | None = None
    """What the sync of another folder left of it, such as of another worktree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncState:
    """What a sync of a folder has to know of the graph."""

    records: tuple[SyncedRecord, ...]
    memories: tuple[FiledMemory, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FiledText:
    """What a memory and its file say now, to be recorded."""

    record: SyncedRecord
    text: str
    title: str | None = None
    tags: tuple[str, ...] | None = None
