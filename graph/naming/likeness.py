"""How likely two names are one: the value every judgement of names ends in, and the thresholds it is held against."""

from dataclasses import dataclass
from typing import Final

MERGE: Final = 0.8
"""From here on two names are one without asking anybody."""
PROPOSE: Final = 0.28
"""From here on somebody is asked."""
MARGIN: Final = 0.1
"""By how much the better of two rivals must win."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """How likely two names mean one entity (0–1) and why; `weak` asks that nobody else comes near."""

    score: float
    reasons: tuple[str, ...] = ()
    weak: bool = False


UNLIKE: Final = Likeness(0.0)
