"""Values of routing: to which project a message belongs, how sure that is, and what to ask where it is not."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Certainty(StrEnum):
    """How sure a choice of project is, by its probability (`graph.routing.high`, `graph.routing.medium`)."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectMatch:
    """A project that a message may belong to: its probability among all of them and none, and what speaks for it."""

    path: str
    probability: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedProject:
    """A project that would be new: where it would lie, and the words of the message that name it."""

    path: str
    name: str
    category_path: tuple[str, ...]
    keywords: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Routed:
    """Where a message belongs. Nothing is changed by finding out.

    `primary` is the project whose memory is loaded whole, None for something new: then `proposed` says what to create.
    `secondary` are other projects that it speaks of. `ask` is what to ask the user where it is not sure.
    """

    primary: str | None
    secondary: tuple[str, ...]
    confidence: Certainty
    probability: float
    """Of the choice that was made, 0 to 1."""
    ask: str | None
    proposed: ProposedProject | None
    """Also where a project was chosen without being sure: what it would be, if none of them is meant."""
    pinned_content: str | None
    """What the message asks to be remembered for good, in its own words; None where it asks for nothing."""
    pinned: tuple[str, ...]
    """The texts that are pinned in the primary project, the most important first."""
    current: str | None
    """The project that the session was about before."""
    matches: tuple[ProjectMatch, ...]
    """The likeliest projects, best first."""
    classifier: str
    """Who chose: "scores", or "llm" where a language model was asked."""
    fallback: str | None
    """Why the language model that should have chosen did not."""
    milliseconds: Mapping[str, float]
