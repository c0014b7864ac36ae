"""Conversation links: memories of one session, and which turn answers which."""

from datetime import timedelta

from graph.insight.link_features import DetectedLink, Pair
from graph.model.types import LinkKind

_PAUSE = timedelta(hours=6)
_STEPS_MOST = 2


def same_session(pair: Pair) -> DetectedLink | None:
    """A memory and those just before it in its session. Certain, for the session was given; nearer ones weigh more."""
    if pair.steps is None or pair.steps > _STEPS_MOST:
        return None
    return DetectedLink(
        kind=LinkKind.SAME_SESSION, source=pair.earlier, target=pair.later, weight=1 / (1 + pair.steps), confidence=1.0,
        reasons=(f"{pair.steps} steps apart" if pair.steps > 1 else "one after the other",),
        subtype="near" if pair.steps > 1 else "next",
    )  # fmt: skip


def conversation_flow(pair: Pair) -> DetectedLink | None:
    """From a turn to the turn that continues it.

    Evidence: it is the very next turn, another speaks, the one before asks, no long pause lies between.
    """
    first, second = pair.earlier, pair.later
    if not (pair.follows and first.turn and second.turn):
        return None
    if first.occurred_at and second.occurred_at and second.occurred_at - first.occurred_at > _PAUSE:
        return None
    other = first.speaker != second.speaker
    answers = other and first.asks and not second.asks
    confidence = 0.7 + (0.1 if other else 0.0) + (0.15 if answers else 0.0)
    reasons = ("the next turn", *(("another speaks",) if other else ()), *(("it answers",) if answers else ()))
    return DetectedLink(
        kind=LinkKind.CONVERSATION_FLOW, source=first, target=second, weight=confidence, confidence=confidence,
        reasons=reasons, subtype="answer" if answers else "turn",
    )  # fmt: skip
