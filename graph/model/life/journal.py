"""What was done to memories, projects and entities, as events: which act, when, through whom, never a text."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Act(StrEnum):
    """What somebody or something did."""

    REMEMBERED = "remembered"
    EDITED = "edited"
    UPDATED = "updated"
    PINNED = "pinned"
    UNPINNED = "unpinned"
    ARCHIVED = "archived"
    RESTORED = "restored"
    INVALIDATED = "invalidated"
    MERGED = "merged"
    PARTED = "parted"
    UNDONE = "undone"
    FORGOTTEN = "forgotten"
    REFUSED = "refused"
    PROJECT_CREATED = "project_created"
    PROJECT_DESCRIBED = "project_described"
    PROJECT_BACKED_UP = "project_backed_up"
    PROJECT_REPLACED = "project_replaced"
    PROJECT_PLACED = "project_placed"
    PROJECT_REMOVED = "project_removed"
    ROUTED = "routed"
    SESSION_HELD = "session_held"
    SUMMARIZED = "summarized"
    LEARNING_ACCEPTED = "learning_accepted"
    LEARNING_REJECTED = "learning_rejected"
    ENTITY_MERGED = "entity_merged"
    ENTITY_SPLIT = "entity_split"
    ENTITY_KEPT_APART = "entity_kept_apart"
    ENTITY_EDITED = "entity_edited"
    ENTITY_REJECTED = "entity_rejected"
    RELATION_JUDGED = "relation_judged"
    ENTITY_CONFIRMED = "entity_confirmed"
    RELATION_WEIGHED = "relation_weighed"
    LINK_MADE = "link_made"
    LINK_UNMADE = "link_unmade"
    GRAPH_CLEANED = "graph_cleaned"
    LINK_JUDGED = "link_judged"
    INFERENCE_JUDGED = "inference_judged"
    IDENTITY_ADDED = "identity_added"
    IDENTITY_REMOVED = "identity_removed"
    TYPE_CREATED = "type_created"
    TYPE_CHANGED = "type_changed"
    TYPE_REMOVED = "type_removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One act: what was done to what, when, and through whom.

    `by` is the door, and behind a colon what its caller says to be: "cli", "python", "rest:claude". `memory_ids` are
    the memories it was about, the first hundred of `number`. `subject` is what else it was about: the path of a
    project, the id of an entity or of a session. `fields` are the names of what was changed.
    """

    id: str
    kind: Act
    at: datetime
    by: str
    number: int
    memory_ids: tuple[str, ...] = ()
    subject: str | None = None
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPage:
    """Some events, newest first, and the cursor that continues them."""

    events: tuple[Event, ...]
    next_cursor: str | None
