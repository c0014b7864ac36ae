"""Which readings of one name are one entity: Aurora read as a person here and as a firm there is mostly one.

Nothing depends on the order of memories: what decides is how sure the surest memory was of each reading. How often
a reading was made decides between equals alone, for a name once known is read as it is known.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final

WEAK: Final = frozenset({"Concept", "Object", "Document", "Technology"})
"""Types that say little: a name read as one of them gives way to a stronger reading of the same name, unless sure."""
MISTAKABLE: Final = frozenset({"Person", "Location", "Organization", "Event"})
"""Types that are mistaken for each other where a text says little of a name. A date or a task never is."""
SURE: Final = 0.9
"""From here on a reading says what its text says the thing is ("Kamome, a booking platform"), and may tell of another
thing of the same name, when the stronger reading is as sure."""
_EVIDENT: Final = log(SURE / (1 - SURE))
_SUREST: Final = 0.999
_LONE: Final = 1.0
"""What a lone word has to outweigh to be a person: models take names they never saw for surnames."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedReading:
    """One name read with one type: how sure the surest memory was of it, and how many chunks gave it so.

    `lone` tells that it is one word which nothing but its reading makes part of a person's name; `refers` that it may
    mean somebody known in full; `common` that it is only written as a common noun is; `kept` that a person put it where
    it is, `chosen` that a person set the type.
    """

    id: str
    type: str
    confidence: float
    count: int
    lone: bool = False
    refers: bool = False
    common: bool = False
    kept: bool = False
    chosen: bool = False

    @property
    def evidence(self) -> float:
        """What speaks for the reading: the log-odds of its surest memory."""
        trust = min(_SUREST, max(1 - _SUREST, self.confidence))
        return log(trust / (1 - trust)) - _LONE * (self.lone and not self.refers)


def followed(readings: Sequence[TypedReading]) -> dict[str, str]:
    """For each reading that is one with a stronger one of the same key, the id of that one.

    Weak types follow the strongest reading whatever it is, but no common noun follows a proper name: the apple that was
    eaten is not Apple. A strong one follows unless both are sure and something beside the reading speaks for it, or a
    person decided. A weak type that is sure leads where no other reading is.
    """
    if not readings:
        return {}
    nouns = sorted(common_nouns(readings), key=_frequency)
    if nouns:
        names = [reading for reading in readings if reading not in nouns]
        return {**followed(names), **{noun.id: nouns[0].id for noun in nouns[1:]}}
    strong = sorted((reading for reading in readings if reading.type not in WEAK), key=_strength)
    weak = sorted((reading for reading in readings if reading.type in WEAK), key=_frequency)
    leader = _leader(strong, weak)
    following = [reading for reading in strong if reading is not leader and _follows(reading, leader)]
    return {reading.id: leader.id for reading in (*following, *weak) if reading is not leader}


def gives_way(type_: str, confidence: float, strongest: float) -> bool:
    """Whether a weak type is not the one that names of several keys share, of which a strong type is so sure at most.

    Kamome the platform and カモメ, read as a firm by a sentence that says little, are a platform.
    """
    return type_ in WEAK and (confidence < SURE or strongest >= SURE)


def common_nouns(readings: Sequence[TypedReading]) -> list[TypedReading]:
    """The readings of a key that are common nouns beside a proper name of another thing."""
    if not any(reading.type not in WEAK and not reading.common for reading in readings):
        return []
    return [r for r in readings if r.type in WEAK and r.common and not (r.kept or r.chosen)]


def _leader(strong: Sequence[TypedReading], weak: Sequence[TypedReading]) -> TypedReading:
    """The strongest reading: a weak type alone, or where it is sure and no strong one is."""
    if strong and (strong[0].chosen or strong[0].kept or strong[0].evidence >= _EVIDENT):
        return strong[0]
    surest = [reading for reading in sorted(weak, key=_strength) if reading.confidence >= SURE]
    return (surest or strong or weak)[0]


def _follows(reading: TypedReading, leader: TypedReading) -> bool:
    types = {reading.type, leader.type} - WEAK
    if reading.kept or reading.chosen or reading.refers or not types <= MISTAKABLE:
        return False
    return reading.lone or min(reading.confidence, leader.confidence) < SURE


def _strength(reading: TypedReading) -> tuple[object, ...]:
    return (not reading.chosen, -reading.evidence, -reading.count, reading.type)


def _frequency(reading: TypedReading) -> tuple[object, ...]:
    return (-reading.count, reading.type)
