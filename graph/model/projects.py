"""Values of projects and of the sessions in them."""

from dataclasses import dataclass
from datetime import datetime

from graph.model.life.overview import SessionSource
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
    """A conversation or another session, where it belongs, and the ids that resume it where it was held."""

    id: str
    channel: str | None
    projects: tuple[str, ...]
    memories: int
    created_at: datetime
    last_updated_at: datetime
    source: SessionSource | None = None
    audience: str | None = None
    """For whom it is: what is asked and kept in it; None where nobody said so, which is the user alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectDetail:
    """A project with its sessions, its pinned memories, the paths of the projects below it, and its size."""

    project: ProjectSummary
    sessions: tuple[SessionSummary, ...]
    pinned: tuple[Memory, ...]
    below: tuple[str, ...]
    characters: int
    """Of the texts of its memories."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionWhole:
    """A session of a project with what was said of the project in it, oldest first."""

    session: SessionSummary
    memories: tuple[Memory, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectWhole:
    """All that a project holds: its overview, what is pinned, its sessions, and `others`, which are of no session.

    `size_bytes` is what the overview and all its texts take in UTF-8, `left_out` how many older memories are not here.
    """

    project: ProjectSummary
    overview: str
    pinned: tuple[Memory, ...]
    sessions: tuple[SessionWhole, ...]
    others: tuple[Memory, ...]
    size_bytes: int
    left_out: int
