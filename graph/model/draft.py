"""A memory before it is stored: the text and what the caller knows about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from graph.model.types import EntityType, RelationType


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenFact:
    """A relation that a caller hands over with a memory: it holds whether or not the text can be read so.

    The names need not stand in the text. Without types of their own the ends have those that the graph knows their
    names by, or that the relation asks for. `predicate` are the words for it, those of its type when there are none.
    """

    subject: str
    type: RelationType
    object: str
    predicate: str | None = None
    subject_type: EntityType | None = None
    object_type: EntityType | None = None

    @property
    def ends(self) -> tuple[tuple[str, EntityType | None], tuple[str, EntityType | None]]:
        """The names of subject and object with their types as far as they were given."""
        return (self.subject, self.subject_type), (self.object, self.object_type)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A memory not yet stored: the caller's words and what the caller knows about them.

    Times are zone-aware. `speaker` marks a chat turn: the message of one person in a session. `facts` are relations
    that the caller knows, beside those that are read off the text. `source_id` is the id of a message or record in what
    it comes from: under the same id it is the same memory, and another text replaces the one from before. `place` is
    where in its source a text stands, such as a section of a page: another text there replaces what stood there.
    `audience` says who may read it beside the user: "shared", or the name of a group; none is private. `area` is the
    kind of work it belongs to ("planning"), `agent` which agent made it. `extra` may hold "aliases": other names of
    what the title names.
    """

    text: str
    title: str | None = None
    category: str | None = None
    tags: tuple[str, ...] = ()
    source: str | None = None
    source_id: str | None = None
    place: str | None = None
    channel: str | None = None
    device_id: str | None = None
    session_id: str | None = None
    project: str | None = None
    speaker: str | None = None
    created_at: datetime | None = None
    occurred_at: datetime | None = None
    latitude: float | None = None
    longitude: float | None = None
    extra: Mapping[str, object] = field(default_factory=dict[str, object])
    pinned: bool = False
    bookmarked: bool = False
    rating: int | None = None
    facts: tuple[GivenFact, ...] = ()
    audience: str | None = None
    area: str | None = None
    agent: str | None = None
