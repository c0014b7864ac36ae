"""Values of projects and of the sessions in them."""

from dataclasses import dataclass
from datetime import datetime

from graph.model.memory import Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSummary:
    """A project in the catalogue: `development/backend/auth` has the name `auth` in the category of the rest."""

    path: str
    name: str
    category_path: tuple[str, ...]
    """The segments above the name, from the outermost: ("development", "backend")."""
    description: str
    """What it is about, in a sentence; empty where nobody said so."""
    memories: int
    """Memories of the project itself, without those of projects below it."""
    pinned: int
    session_ids: tuple[str, ...]
    """The newest first, 100 at most."""
    channels: tuple[str, ...]
    created_at: datetime
    last_updated_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSummary:
    """A conversation or another session, and where it belongs."""

    id: str
    channel: str | None
    projects: tuple[str, ...]
    memories: int
    created_at: datetime
    last_updated_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectDetail:
    """A project with its sessions, its pinned memories, the paths of the projects below it, and its size."""

    project: ProjectSummary
    sessions: tuple[SessionSummary, ...]
    pinned: tuple[Memory, ...]
    below: tuple[str, ...]
    characters: int
    """Of the texts of its memories."""
