"""Feedback: what people say of answers, kept in the graph, counted into search success and relevance.

success = what was sought was there: a memory helped; else, where nobody says which, the score is 4 or 5.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from graph.care_settings import FeedbackSettings
from graph.db.filters import checked_limit
from graph.db.importance.memory_weights import MemoryWeigher
from graph.db.importance.use_counter import UseCounter
from graph.db.store import Store
from graph.db.values import value_of
from graph.errors import Invalid
from graph.model.care.feedback import Feedback, FeedbackStats
from graph.model.importance import UseKind

_QUESTION_MOST: Final = 4_000
_IDS_MOST: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedbackParts:
    """What feedback is made of, whoever gives it."""

    store: Store
    settings: FeedbackSettings
    weigher: MemoryWeigher
    uses: UseCounter
    clock: Callable[[], datetime]
    new_id: Callable[[], str]


class FeedbackDesk:
    """The feedback of one user. Safe to share between threads."""

    def __init__(self, parts: FeedbackParts, user_id: str) -> None:
        self._parts = parts
        self._user_id = user_id

    def give(
        self,
        question: str | None = None,
        *,
        helped: Sequence[str] = (),
        unhelpful: Sequence[str] = (),
        score: int | None = None,
    ) -> Feedback:
        """Keeps what somebody says of an answer; memories that helped count as used. Raises Invalid, NotFound."""
        parts = self._parts
        question = checked_question(question)
        checked_score(score)
        good, bad = (self._existing(name, ids) for name, ids in (("helped", helped), ("unhelpful", unhelpful)))
        if both := sorted({*good} & {*bad}):
            raise Invalid("unhelpful", f"{both[0]} is among those that helped.", allowed="each memory once")
        if not (good or bad or score):
            raise Invalid("feedback", "it says nothing of the answer.", allowed="helped, unhelpful or score")
        success = succeeded(helped=bool(good), unhelpful=bool(bad), score=score, least=parts.settings.success_least)
        now, identity = parts.clock(), parts.new_id()
        properties = {"question": question, "score": score, "success": success}
        parts.store.write(
            "feedback/give",
            user_id=self._user_id,
            id=identity,
            properties=properties,
            helped=good,
            unhelpful=bad,
            now=now,
        )
        if good:
            parts.uses.add(self._user_id, good, UseKind.VIEW)
        return Feedback(
            id=identity,
            at=now,
            question=question,
            helped=tuple(good),
            unhelpful=tuple(bad),
            score=score,
            success=success,
        )

    def latest(self, *, limit: int = 20) -> tuple[Feedback, ...]:
        """What was said last, the latest first."""
        rows = self._parts.store.read("feedback/list", user_id=self._user_id, limit=checked_limit(limit))
        return tuple(
            value_of(Feedback, row["feedback"], helped=tuple(row["helped"]), unhelpful=tuple(row["unhelpful"]))
            for row in rows
        )

    def stats(self) -> FeedbackStats:
        """How searches went of late: the share that succeeded and the mean score, against their goals."""
        settings = self._parts.settings
        since = self._parts.clock() - timedelta(days=settings.days)
        row = self._parts.store.read("feedback/stats", user_id=self._user_id, since=since)[0]
        success = row["succeeded"] / row["judged"] if row["judged"] else None
        relevance = row["score_sum"] / row["scored"] if row["scored"] else None
        reached = [
            value >= goal
            for value, goal in ((success, settings.success_goal), (relevance, settings.relevance_goal))
            if value is not None
        ]
        return FeedbackStats(
            days=settings.days, given=row["given"], judged=row["judged"], scored=row["scored"],
            success_rate=None if success is None else round(success, 4), success_goal=settings.success_goal,
            relevance=None if relevance is None else round(relevance, 3), relevance_goal=settings.relevance_goal,
            reached=all(reached) if reached else None,
        )  # fmt: skip

    def _existing(self, name: str, ids: Sequence[str]) -> list[str]:
        if len(ids) > _IDS_MOST:
            raise Invalid(name, f"there are {len(ids):,}.", allowed=f"at most {_IDS_MOST} ids")
        return self._parts.weigher.existing(self._user_id, ids) if ids else []


def succeeded(*, helped: bool, unhelpful: bool, score: int | None, least: int) -> bool | None:
    """Whether an answer had what was sought; None where nothing says so."""
    if helped:
        return True
    if score is not None:
        return score >= least
    return False if unhelpful else None


def checked_question(question: str | None) -> str | None:
    """The question, or None where there is none. Raises Invalid."""
    if question is None or (isinstance(question, str) and not question.strip()):
        return None
    if not isinstance(question, str) or len(question) > _QUESTION_MOST:
        raise Invalid("question", "it is no text, or too long.", allowed=f"at most {_QUESTION_MOST:,} characters")
    try:
        question.encode()
    except UnicodeEncodeError as error:
        raise Invalid("question", "it holds half a character.", allowed="text that is valid UTF-8") from error
    return question


def checked_score(score: int | None) -> None:
    """Raises Invalid for what is no score."""
    if score is not None and (isinstance(score, bool) or not isinstance(score, int) or not 1 <= score <= 5):
        raise Invalid("score", f"{score!r} is none.", allowed="1 to 5, or nothing")
