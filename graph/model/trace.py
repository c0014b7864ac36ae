"""How a search went, in numbers and in the words of the question, and what a statement of an operator's own gave."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """One statement of a search: how long it took, with the way to the database, and how many rows it gave."""

    statement: str
    milliseconds: float
    rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRead:
    """The time that was read out of a question: its words for it, and from when to before when (None: open)."""

    said: str
    since: datetime | None
    until: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """How a search went, without any text of memories: how the question was read, what ran, how much was weighed."""

    language: str
    words: tuple[str, ...]
    keys: tuple[str, ...]
    time: TimeRead | None
    candidates: int
    """Memories that were ranked."""
    statements: tuple[Ran, ...]


CYPHER_SECONDS_MOST: Final = 600
CYPHER_ROWS_MOST: Final = 10_000
"""What a statement of an operator's own may take and give."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CypherRows:
    """The rows of a statement in plain values, and whether there were `more` than were asked for or may be carried."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    more: bool
    elapsed_ms: int
