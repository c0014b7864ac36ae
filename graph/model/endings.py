"""What of a memory is over or openly contradicted: a fact or sentence of it, since when, and what says so."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class EndingKind(StrEnum):
    """How something came to be over."""

    REPLACED = "replaced"
    """Another took its place: another home, another price."""
    ENDED = "ended"
    """It was said to be over: somebody left, stopped, divorced."""
    DENIED = "denied"
    """It was said not to be so any more."""
    CONTRADICTED = "contradicted"
    """Another memory says otherwise, and neither ends the other: it is not over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BesideFact:
    """A fact of the same sentence that still holds: its words, and the type of its object."""

    subject: str
    lemma: str
    object: str
    object_type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """One thing that a memory says and another memory ended or contradicts.

    `mark` says it in words: "ended 2026-03-10: replaced by “I moved to Oslo.”". `says` is the sentence that is over,
    from `start` to `end` of the memory's text; `subject`, `predicate` and `object` are the fact in it, empty where the
    texts alone tell. `text` is the sentence of the memory `memory_id` that ended it `at` that moment, or that says
    otherwise and was told then.
    """

    at: datetime
    kind: EndingKind
    mark: str
    says: str
    start: int
    end: int
    memory_id: str
    text: str
    confidence: float
    fact_id: str | None = None
    inference_id: str | None = None
    """By which a person may reject it."""
    subject: str = ""
    predicate: str = ""
    object: str = ""
    object_type: str = ""
    beside: tuple[BesideFact, ...] = ()
    """Facts of the same sentence that still hold."""

    @property
    def over(self) -> bool:
        """Whether it is over: what is only contradicted holds as well as what contradicts it."""
        return self.kind is not EndingKind.CONTRADICTED


def any_over(endings: Iterable[Ending]) -> bool:
    """Whether one of them is over."""
    return any(ending.over for ending in endings)
