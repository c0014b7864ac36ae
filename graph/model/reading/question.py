"""A question made ready for the graph: vector, index words, possible names and the time it asks about."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graph.model.extraction import NameCandidate, Vector
from graph.model.types import EntityType


class Tense(StrEnum):
    """Which time the wording of a question asks about, where it names none."""

    NOW = "now"
    """How things stand: "Where do I live?", and what was decided."""
    ONCE = "once"
    """How they stood before: "Where did I use to live?", 以前どこに住んでいましたか."""
    EITHER = "either"
    """The past, which may last: "Where did I live?"."""


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened, by which a question tells its time ("before the release"): the question's words for it.

    `side` is −1 for before it, 1 for after it, 0 for when it was.
    """

    words: str
    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """The time that a question asks about: zone-aware, from `since` to before `until`, None where it is open.

    `words` are the question's words for it, `rest` is the question without them. `only` tells that it asks for nothing
    but the time ("what happened last week?"). With a `happening` both ends are open until somebody has found out when
    that was.
    """

    words: str
    rest: str = ""
    since: datetime | None = None
    until: datetime | None = None
    happening: Happening | None = None
    only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question made ready for the graph: its vector, its index words and what it may name entities by.

    `vector` is None when only words were asked for. `pieces` are words that are none of their own, but letters side by
    side; `otherwise` are phrases of index words for what it says in other words, its days. `candidates` are the strings
    it may name entities by, wherever they stand, `blocks` where names meet that may be one with a name of it: readings,
    romanisations, surnames alone. `answer_types` are the types of what it asks for, where that is told, `tense` the
    time that its wording asks about, `of_me` whether it is about who asks it alone, `newest` whether it asks for the
    newest of several ("When did I last …?"), `period` the time it names, where `now` was given.
    """

    text: str
    language: str
    vector: Vector | None
    words: tuple[str, ...]
    pieces: frozenset[str] = frozenset()
    otherwise: tuple[str, ...] = ()
    candidates: tuple[NameCandidate, ...] = ()
    blocks: tuple[str, ...] = ()
    answer_types: frozenset[EntityType] = frozenset()
    tense: Tense = Tense.NOW
    of_me: bool = False
    newest: bool = False
    period: Period | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of its candidates, each once."""
        return tuple(dict.fromkeys(candidate.key for candidate in self.candidates))
