"""The request model of feedback, and examples of feedback and alerts."""

from datetime import UTC, datetime

from pydantic import ConfigDict, Field

from api.rest.examples import MEMORY
from api.rest.wire import Wire
from graph.model.care.feedback import Feedback, FeedbackStats
from graph.model.care.metrics import Alert


class GiveFeedback(Wire):
    """What somebody says of an answer: one of helped, unhelpful and score at least."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"question": "Where is Tanaka?", "helped": [MEMORY.id], "score": 5}]}
    )

    question: str | None = Field(default=None, max_length=4_000)
    """What was asked."""
    helped: tuple[str, ...] = Field(default=(), max_length=200)
    """Ids of memories that helped; they count as used."""
    unhelpful: tuple[str, ...] = Field(default=(), max_length=200)
    """Ids of memories that did not help."""
    score: int | None = Field(default=None, ge=1, le=5)
    """How good the answer was, 1 to 5."""


_AT = datetime(2026, 11, 27, 1, 0, tzinfo=UTC)
FEEDBACK = Feedback(
    id="01M8EH3QTVEDB6KMKJCN39BB8P", at=_AT, question="Where is Tanaka?", helped=(MEMORY.id,), unhelpful=(), score=5,
    success=True,
)  # fmt: skip
FEEDBACK_STATS = FeedbackStats(
    days=90, given=41, judged=40, success_rate=0.925, success_goal=0.9, scored=30, relevance=4.2, relevance_goal=4.0,
    reached=True,
)  # fmt: skip
ALERTS = [Alert(kind="slow_search", message="Searches took 1,240 ms in the mean of late, over 800 ms.", at=_AT)]
