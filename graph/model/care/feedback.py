"""What people say of answers: the values that callers give and read."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """What somebody said of one answer: which memories helped, which did not, a score from 1 to 5.

    `success`: whether what was sought was there; None where nothing said so. The question goes when a memory that it
    was about is forgotten.
    """

    id: str
    at: datetime
    question: str | None
    helped: tuple[str, ...]
    unhelpful: tuple[str, ...]
    score: int | None
    success: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedbackStats:
    """How searches went by what people say of them: the share that succeeded, and the mean score of 5."""

    days: int
    given: int
    judged: int
    success_rate: float | None
    success_goal: float
    scored: int
    relevance: float | None
    relevance_goal: float
    reached: bool | None
