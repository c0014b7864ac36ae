"""What a language's rules may know of a chunk beyond its text: the values that the pipeline hands to them."""

from dataclasses import dataclass
from datetime import datetime

from graph.model.types import EntityType


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownSpan:
    """A name from the user's graph that stands literally in the chunk: `text[start:end]` spells it.

    `confidence` is how sure the graph is of its type: another memory of the name makes it no surer.
    """

    start: int
    end: int
    key: str
    name: str
    type: EntityType
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What the draft says of itself.

    `title` is the one its caller gave, None otherwise. `speaker` is who "I" is; in a `memo` that is the user, whom the
    text may call "the user" too. `unsaid` tells that a sentence without a subject may be about the speaker. `when` is
    zone-aware: the moment that relative dates ("yesterday", "来週") count from. `spans` do not overlap and stand in the
    order of the text.
    """

    when: datetime
    title: str | None = None
    speaker: str | None = None
    memo: bool = False
    unsaid: bool = True
    spans: tuple[KnownSpan, ...] = ()
