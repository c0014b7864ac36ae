"""The names and statements that the rules of a language find in one chunk.

Offsets count characters of the chunk's text; the pipeline shifts them to the memory's text.
"""

from dataclasses import dataclass
from datetime import datetime

from graph.model.arguments import Argument
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, LinkType, Modality, Polarity, RelationType


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundName:
    """A span of text that names an entity.

    `name` is the display form (without honorifics and company forms), `aliases` are other forms that the text equates
    with it ("日本電信電話（NTT）"). `about`: the chunk is about it (topic, subject of its facts). The span is empty for
    somebody without a word of their own, such as an omitted speaker.
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
    """A relation between two found names, given by their indices in the list of names.

    `start` and `end` are those of the sentence; `past`: it speaks of a time that is over, or tells
    that its ends parted ("left Acme"); `valid_from` is the date that
    the sentence gives, unless that date is an end of the statement. `amount` is the name of an amount that belongs to
    it without being an end ("paid Anna $50"). `decided`: the text tells it as a decision.
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
    subject_text: str | None = None
    object_text: str | None = None
    arguments: tuple[Argument, ...] = ()
    decided: bool = False


@dataclass(frozen=True, slots=True)
class Findings:
    """All findings of one chunk; the ends of literal facts are places among the names.

    `name_like` are the spans written like a whole name, be it found or not; none lies within another that is parted
    from it by nothing.
    """

    names: tuple[FoundName, ...] = ()
    statements: tuple[FoundStatement, ...] = ()
    literals: tuple[LiteralFact, ...] = ()
    name_like: tuple[tuple[int, int], ...] = ()
