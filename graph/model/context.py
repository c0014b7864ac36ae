"""The values of a context for a prompt: its text, and which memory each part of it comes from."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graph.model.endings import Ending


class ContextOrder(StrEnum):
    """How what a context holds is ordered; pinned memories come first in either.

    Where nobody chose: by relevance, and by time for a question that looks back over a matter ("Summarise …", "In which
    order …").
    """

    RELEVANCE = "relevance"
    """Best answer first; turns of a talk that follow each other stay together."""
    TIME = "time"
    """Oldest first, by when it happened or, if nobody said, was kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """One memory that a context tells, by the number that stands before it in the text.

    `spans` are the stretches of its text that are told, as start and end in characters; `cut` says that they end or
    begin inside a chunk of it, or leave others out. `repeats` are memories that say the same and are not told again.
    """

    number: int
    memory_id: str
    chunk_ids: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    told_at: datetime
    speaker: str | None
    title: str | None
    pinned: bool
    score: float | None
    """Its score as a hit; none for what is only pinned or stands beside a hit."""
    why: str
    tokens: int
    cut: bool
    repeats: tuple[str, ...]
    endings: tuple[Ending, ...] = ()
    """What of it is over or contradicted, as the text marks it: "ended 2026-03-10: replaced by “I moved to Oslo.”"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What fits of the memories that matter for a question into a budget of tokens, ready to stand in a prompt.

    `tokens` counts the whole text, line breaks included, and is never above `budget_tokens`. `left_out` counts
    memories that were found or pinned and are neither told nor repeated by what is told. `read_as` is the
    question as it was asked of the graph, where names were put to those it calls by what they are; `note` says what the
    asker should know: that nothing comes near the question.
    """

    text: str
    citations: tuple[Citation, ...]
    tokens: int
    budget_tokens: int
    order: ContextOrder
    left_out: int
    milliseconds: Mapping[str, float]
    round_trips: int
    read_as: str | None = None
    note: str | None = None
