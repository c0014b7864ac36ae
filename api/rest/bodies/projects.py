"""Request models of projects, their overviews, folders and channels, and examples of their answers."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import ConfigDict, Field

from api.rest.wire import Some, Wire
from graph.model.life.overview import (
    ChannelIdentity,
    Entry,
    FolderProject,
    Overview,
    OverviewBackup,
    SessionSource,
    SourceKind,
)


class NewProject(Wire):
    """A project to create."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"path": "development/backend/auth", "description": "The auth service."}]}
    )

    path: str
    """One name a segment, from the outermost category to the project: up to 8."""
    description: str = ""
    """What it is about, in a sentence."""


class ProjectChanges(Wire):
    """What to change of a project."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"description": "The auth service and its keys."}]})

    description: str
    """What it is about, in a sentence."""


class NewOverview(Wire):
    """The whole overview of a project."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"text": "# Auth service\\n\\nTokens, keys, sessions."}]})

    text: str
    """In place of the one that is there, which is kept as a backup first."""


class BackupChosen(Wire):
    """Which backup to go back to."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"backup_id": "01KAMY0F2G3H4J5K6M7N8P9Q0R"}]})

    backup_id: Some


class NewEntry(Wire):
    """An entry for a project."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"text": "Tokens are signed with EdDSA from now on.", "kind": "decision"}]}
    )

    text: Some
    kind: Entry = Entry.ACTIVITY
    """activity: something done; decision: something decided; pinned: to be remembered word for word."""
    source: Some | None = None
    session_id: Some | None = None
    channel: Some | None = None
    original_prompt: Some | None = None
    """The words by which somebody asked for it, where the text is another."""
    audience: Some | None = None
    """Who may read it beside you: shared, or a group."""


class FolderAsked(Wire):
    """What a folder is known by."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"keys": ["remote:github.com/acme/auth", "git:/home/me/auth/.git"]}]}
    )

    keys: Annotated[tuple[str, ...], Field(max_length=10)] = ()
    """The surest first: remote:ADDRESS, git:DIRECTORY, path:FOLDER."""
    override: Some | None = None
    """The project that a file in the folder names."""


class FolderSettled(Wire):
    """For which folder a project is kept."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"keys": ["remote:github.com/acme/auth"]}]})

    keys: Annotated[tuple[str, ...], Field(min_length=1, max_length=10)]


class SourceGiven(Wire):
    """Where a session is held, by the ids that resume it there."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"kind": "slack", "ids": {"channel": "C0123", "thread_ts": "1764201600.000100"}}]
        }
    )

    kind: SourceKind
    ids: dict[str, str]
    """slack: channel, thread_ts; line: chat; github: repository, number; discord: channel; mail: thread; cli and web:
    session."""


class SessionHeld(SourceGiven):
    """A session, and where it is held."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"session_id": "session-1", "kind": "line", "ids": {"chat": "C4af49806"}}]}
    )

    session_id: Some
    audience: Some | None = None
    """Who reads along there: shared, or a group. What is asked and kept in the session is for them."""


class IdentityGiven(Wire):
    """An id by which the user goes in a channel."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"channel": "slack", "identity": "U0123"}]})

    channel: Some
    identity: Some


_AT = datetime(2026, 11, 21, 1, 0, tzinfo=UTC)
OVERVIEW = Overview(
    path="development/backend/auth-service",
    text="# Auth service",
    size_bytes=14,
    changed_at=_AT,
    backups=(OverviewBackup(id="01KAMY0F2G3H4J5K6M7N8P9Q0R", at=_AT, size_bytes=0),),
)
FOLDER_PROJECT = FolderProject(path="development/backend/auth-service", found_by="remote")
SESSION_SOURCE = SessionSource(kind=SourceKind.SLACK, ids={"channel": "C0123", "thread_ts": "1764201600.000100"})
IDENTITIES = (ChannelIdentity(channel="slack", id="U0123", at=_AT),)
