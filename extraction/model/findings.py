"""What one language's rules find in one chunk: the values that languages hand to the pipeline.

Offsets count characters of the chunk's text; the pipeline shifts them to the memory's text.
"""

from dataclasses import dataclass
from datetime import datetime

from graph.model.types import EntityType, LinkType, Modality, Polarity, RelationType


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundName:
    """A stretch of text that names an entity.

    `name` is the form to show (honorifics and company forms kept out), `aliases` other forms the text itself
    equates with it ("日本電信電話（NTT）"). `about` tells that the chunk is about it (topic, subject of its facts). The
    stretch is empty where somebody is meant without a word of their own, such as a speaker left unsaid.
    """

    start: int
    end: int
    surface: str
    name: str
    type: EntityType
    confidence: float
    reasons: tuple[str, ...]
    method: str
    subtype: str | None = None
    aliases: tuple[str, ...] = ()
    about: bool = False
    link_type: LinkType = LinkType.MENTIONS


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundStatement:
    """A relation between two found names, given by their places in the list of names.

    `start` and `end` frame the sentence; `past` tells that it is said of a time that is over; `valid_from` is the date
    the sentence itself gives, if any, but not where that date is what the statement is about. `amount` is the name of
    the amount that belongs to it without being an end of it ("paid Anna $50").
    """

    subject: int
    object: int
    predicate: str
    lemma: str
    type: RelationType
    start: int
    end: int
    confidence: float
    reasons: tuple[str, ...]
    method: str
    polarity: Polarity = Polarity.POSITIVE
    modality: Modality = Modality.STATED
    past: bool = False
    time: str | None = None
    place: str | None = None
    amount: str | None = None
    valid_from: datetime | None = None


@dataclass(frozen=True, slots=True)
class Findings:
    """All that was found in one chunk."""

    names: tuple[FoundName, ...] = ()
    statements: tuple[FoundStatement, ...] = ()
