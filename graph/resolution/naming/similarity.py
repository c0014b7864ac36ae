"""How likely two names are one: the value every judgement of names ends in, and the thresholds it is held against."""

from dataclasses import dataclass
from typing import Final

from rapidfuzz.fuzz import ratio

MERGE: Final = 0.8
"""From here on two names are one without asking anybody."""
NEARLY: Final = round(MERGE - 0.01, 2)
"""The score of two names that would be one if they were spoken of in one place."""
PROPOSE: Final = 0.28
"""From here on somebody is asked."""
MARGIN: Final = 0.1
"""By how much the better of two rivals must win."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """How likely two names mean one entity (0–1) and why.

    `weak` asks that nobody else comes near, `together` that both are spoken of in one place: many a title has the
    initials of a firm.
    """

    score: float
    reasons: tuple[str, ...] = ()
    weak: bool = False
    together: bool = False


UNLIKE: Final = Likeness(0.0)


def letters_shared(first: str, second: str, least: float = 0.0) -> float:
    """How many letters of two words or names are common and in one order, 0–1 (twice these, of all); 0 below `least`.

    The normalised indel similarity: 1 − (letters to insert or to delete) / (letters of both).
    """
    return ratio(first, second, score_cutoff=100 * least) / 100
