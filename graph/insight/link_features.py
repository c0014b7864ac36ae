"""The features that link detectors read: two memories and the signals between them; and the links they find."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from graph.model.reading.amount_names import is_amount
from graph.model.types import PROPER_TYPES, EntityType, LinkKind

RARE_MOST = 12
"""Chunks of a user beyond which an entity is too common to tie two memories."""

_CHUNKS_LEAST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """One entity that a memory names: the name this memory gives it, in how many chunks of the user it stands.

    `about`: the memory describes it. `spoke`: it is only named as the one who said this. `starts`: where in the text.
    """

    id: str
    name: str
    type: EntityType
    count: int
    about: bool = False
    titled: bool = False
    spoke: bool = False
    starts: tuple[int, ...] = ()

    @property
    def proper(self) -> bool:
        """Whether it is of a type of proper names."""
        return self.type in PROPER_TYPES


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """One fact of a memory as detectors and inference read it. `past`: told of a time that is over.

    `outlasts` are facts of which a person decided that they did not end it.
    """

    id: str
    memory_id: str
    type: str
    lemma: str
    polarity: str
    modality: str
    past: bool = False
    confidence: float
    said_at: datetime
    valid_from: datetime
    valid_to: datetime
    subject: str
    subject_name: str
    subject_type: EntityType
    object: str
    object_name: str
    object_type: EntityType
    outlasts: frozenset[str] = frozenset()
    ended: bool = False
    """Whether a later fact ended it, as the graph has it."""
    sentence: int | None = None
    """Where its sentence begins in the text of its memory."""

    @property
    def begins(self) -> tuple[datetime, datetime, str]:
        """Sorts facts by when they began to hold; of one moment ("in 2020") by when they were said."""
        return self.valid_from, self.said_at, self.id


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFeatures:
    """What detectors read of one memory. `text` may be cut at its end."""

    id: str
    text: str
    title: str
    titled: bool
    created_at: datetime
    occurred_at: datetime | None
    session_id: str
    project: str
    tags: tuple[str, ...]
    speaker: str | None
    asks: bool
    names: tuple[Named, ...]
    facts: tuple[Stated, ...]

    @property
    def turn(self) -> bool:
        """Whether this is a turn of a conversation."""
        return self.speaker is not None and self.session_id != ""

    @property
    def effective_at(self) -> datetime:
        """When it happened, or else when it was stored."""
        return self.occurred_at or self.created_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A memory and an earlier one, and what lies between them.

    `alike` is the calibrated similarity of their nearest chunks, `steps` how many memories of the session lie between
    them and one, `follows` whether the later one is the very next turn, `chunks` how many chunks the user has.
    `rejected` and `confirmed` are the kinds of links, and duplicates, of which a person said so.
    """

    later: MemoryFeatures
    earlier: MemoryFeatures
    alike: float | None
    steps: int | None
    follows: bool
    chunks: int
    rejected: frozenset[str] = frozenset()
    confirmed: frozenset[str] = frozenset()

    @property
    def same_talk(self) -> bool:
        """Whether both are turns of one conversation: their vectors are smoothed with each other and always similar."""
        return self.later.turn and self.earlier.turn and self.later.session_id == self.earlier.session_id


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectedLink:
    """One link: from which memory to which, how strong, how sure, and why.

    `keywords` are names in common, as the memory that found the link gives them, `subtype` which of the kind's signs
    told it.
    """

    kind: LinkKind
    source: MemoryFeatures
    target: MemoryFeatures
    weight: float
    confidence: float
    reasons: tuple[str, ...]
    keywords: tuple[str, ...] = ()
    evidence: int = 1
    subtype: str | None = None
    over: tuple[int, int] | None = None
    """Start and end of the target's sentence that the source replaces, `by` of the source's sentence that does."""
    by: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Shared:
    """One entity that both memories of a pair name, and how rare it is among the user's chunks, on 0–1."""

    later: Named
    earlier: Named
    rarity: float

    @property
    def strength(self) -> float:
        """How much it says that both speak of one matter: rare names most, words that are no names half."""
        about = (
            1.0 if self.later.about and self.earlier.about else 0.75 if self.later.about or self.earlier.about else 0.5
        )
        return self.rarity * about * (1.0 if self.later.proper else 0.5)


def shared(pair: Pair) -> list[Shared]:
    """The rare entities that both memories name, strongest first; times, amounts and mere speakers do not count."""
    later_ids = {named.id for named in pair.later.names}
    if not any(named.id in later_ids for named in pair.earlier.names):
        return []
    there = {named.id: named for named in pair.earlier.names}
    common = [
        Shared(named, there[named.id], rarity(named.count, pair.chunks))
        for named in pair.later.names
        if named.id in there
        and named.count <= RARE_MOST
        and named.type is not EntityType.TIME_UNIT
        and not is_amount(named.name)
        and not (named.spoke or there[named.id].spoke)
    ]
    return sorted(common, key=lambda item: (-item.strength, item.later.name))


def context_window(link: DetectedLink) -> int | None:
    """In how many characters of text the names in common stand together: the shortest stretch, of the wider memory.

    "Ada Byron met Ken." and "Ken and Ada Byron …" are 17 and 17 characters. None for fewer than two names that stand in
    both texts.
    """
    there = {named.id: named for named in link.target.names if named.starts}
    common = [(named, there[named.id]) for named in link.source.names if named.starts and named.id in there]
    common = [pair for pair in common if {each.name for each in pair} & {*link.keywords}]
    if len(common) < 2:
        return None
    return max(_stretch([pair[side] for pair in common]) for side in (0, 1))


def _stretch(names: Sequence[Named]) -> int:
    """The characters of the shortest stretch in which each of some names stands once."""
    places = sorted((start, start + len(named.name), named.id) for named in names for start in named.starts)
    last: dict[str, tuple[int, int]] = {}
    best = places[-1][1] - places[0][0]
    for start, end, identity in places:
        last[identity] = (start, end)
        if len(last) == len(names):
            best = min(best, max(place[1] for place in last.values()) - min(place[0] for place in last.values()))
    return best


def rarity(count: int, chunks: int) -> float:
    """`ln(1 + N/n) / ln(1 + N)` for an entity in n of N chunks: 1 when it stands in one alone.

    N is at least 100: a graph of few memories does not tell yet which names are rare.
    """
    total = max(chunks, _CHUNKS_LEAST)
    return math.log(1 + total / max(count, 1)) / math.log(1 + total)


def either(chances: Iterable[float]) -> float:
    """The chance that at least one of some independent signs is right."""
    wrong = 1.0
    for chance in chances:
        wrong *= 1 - min(1.0, max(0.0, chance))
    return 1 - wrong


def named(common: Iterable[Shared], most: int = 5) -> tuple[str, ...]:
    """The names in common, for people to read."""
    return tuple(dict.fromkeys(item.later.name for item in common))[:most]
