"""Values of memories that stand in files: what the last sync left of them, and what they say now."""

from dataclasses import dataclass

from graph.model.types import Status


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
