"""Values of the conversation helper: what a talk begins with, what is kept when a part of it ends."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from graph.model.talk.injection import Injected
from graph.model.talk.learnings import Learning
from graph.model.talk.routing import Routed
from graph.model.talk.summaries import Summarized


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One thing that was said, or came of a run. `id` tells it from all others: handed over twice, it is kept once.

    `audience` says who may read it beside the user; without one whoever reads along in its session.
    """

    text: str
    speaker: str | None = None
    at: datetime | None = None
    id: str | None = None
    pinned: bool = False
    audience: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """What a message begins with: where it belongs, and the memory for its prompt.

    Where the database is away, both are empty and `offline` says why: the talk goes on without memory.
    """

    session_id: str
    project: str | None
    created: bool
    """Whether the project was made for this message."""
    routed: Routed | None
    context: Injected
    offline: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """What became of the turns of a talk.

    `kept` are the memories of these turns, in their order, without those that wait in the journal.
    """

    session_id: str
    project: str | None
    kept: tuple[str, ...]
    waiting: int
    """Turns of this user, of whatever talk, that wait in the journal until the database is back."""
    failed: Mapping[str, str] = field(default_factory=dict[str, str])
    """Turns that can never be kept, by their id, and why."""
    summarized: Summarized | None = None
    """The summary that became due, where one did."""
    offline: str | None = None
    learnings: tuple[Learning, ...] = ()
    """What the turns seem to have taught, for a person to accept or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """What became of the turns that waited in the journal."""

    kept: int
    waiting: int
    failed: Mapping[str, str] = field(default_factory=dict[str, str])
