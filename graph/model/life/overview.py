"""Values of a project's overview, its backups, and of the sources and channels that sessions and people come from."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class Entry(StrEnum):
    """What kind of entry a project gets."""

    ACTIVITY = "activity"
    """Something that was done."""
    DECISION = "decision"
    """Something that was decided."""
    PINNED = "pinned"
    """Something that a person asked to be remembered, word for word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OverviewBackup:
    """A kept state of an overview."""

    id: str
    at: datetime
    size_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """The overview of a project: what stands in its MEMORY.md, its size in UTF-8, and its backups, newest first."""

    path: str
    text: str
    size_bytes: int
    changed_at: datetime | None
    backups: tuple[OverviewBackup, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderProject:
    """The project of a folder, and the key by which it was found: "override", "remote", "git" or "path"."""

    path: str
    found_by: str


class SourceKind(StrEnum):
    """Where a session is held."""

    SLACK = "slack"
    LINE = "line"
    GITHUB = "github"
    DISCORD = "discord"
    MAIL = "mail"
    CLI = "cli"
    WEB = "web"


SOURCE_IDS: Mapping[SourceKind, tuple[str, ...]] = {
    SourceKind.SLACK: ("channel", "thread_ts"),
    SourceKind.LINE: ("chat",),
    SourceKind.GITHUB: ("repository", "number"),
    SourceKind.DISCORD: ("channel",),
    SourceKind.MAIL: ("thread",),
    SourceKind.CLI: ("session",),
    SourceKind.WEB: ("session",),
}
"""The ids by which a session of each kind is taken up again: all of them are needed, and no others tell it apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSource:
    """Where a session is held, with the ids that resume it there: slack, channel C0123, thread_ts 1764201600.0001."""

    kind: SourceKind
    ids: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def key(self) -> str:
        """One text for all of it."""
        return json.dumps([self.kind.value, *(self.ids[name] for name in SOURCE_IDS[self.kind])], ensure_ascii=False)

    def row(self) -> dict[str, str | None]:
        """What is stored of it with the session."""
        ids = json.dumps(dict(self.ids), ensure_ascii=False)
        return {"source_kind": self.kind.value, "source_ids": ids, "source_key": self.key}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelIdentity:
    """An id by which a user goes in a channel: U0123 in slack."""

    channel: str
    id: str
    at: datetime
