"""Orders of the hits that answer: the newest first where the last time is asked for; lists by time or importance."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from graph.model.recalled import Hit, Mode
from graph.recall.ranking import with_score
from graph.recall.reasons import joined_phrases, phrase

RELEVANT = 0.6
"""Share of the best score from which on a hit counts as an answer too; below it, newer is not better."""
ABOUT = 0.4
"""The same share of the best score, or of the best word score, for what a list is narrowed to."""


def newest_first(hits: Sequence[Hit], language: str) -> list[Hit]:
    """The hits, those that answer (`relevant`) ordered by time, the newest first; the others follow as they were.

    The scores stay in their places, so that they fall from hit to hit; what a hit gained or lost is in its part `kept`.
    """
    answers = relevant(hits)
    ordered = sorted(answers, key=told_at, reverse=True)
    placed = [with_score(hit, before.score) for hit, before in zip(ordered, answers, strict=True)]
    if len(placed) > 1:
        why = joined_phrases([phrase("newest-of-these", language), placed[0].why], language)
        placed[0] = replace(placed[0], why=why)
    return [*placed, *hits[len(placed) :]]


def in_order_of(mode: Mode, hits: Sequence[Hit], language: str) -> list[Hit]:
    """Hits in the order of the mode `recent` or `importance`, with that order as their score and reason."""
    if mode is Mode.RECENT:
        newest = sorted(hits, key=told_at, reverse=True)
        return [_listed(hit, 0.0, phrase("newest", language), language) for hit in newest]
    weighed = sorted(((hit.memory.importance, hit) for hit in hits), key=lambda pair: -pair[0])
    return [
        _listed(hit, weight, phrase("important", language, importance=f"{weight:.1f}"), language)
        for weight, hit in weighed
    ]


def _listed(hit: Hit, score: float, reason: str, language: str) -> Hit:
    return replace(hit, score=score, why=joined_phrases([reason, hit.why], language))


def relevant(hits: Sequence[Hit]) -> list[Hit]:
    """The leading hits whose score is at least `RELEVANT` of the best."""
    return [hit for hit in hits if hit.score >= RELEVANT * hits[0].score]


def about(hits: Sequence[Hit]) -> list[Hit]:
    """The hits that are about a question, by their score or by its words in them (`ABOUT`)."""
    score = max((hit.score for hit in hits), default=0.0)
    words = max((hit.parts.words or 0.0 for hit in hits), default=0.0)
    return [
        hit for hit in hits if hit.score >= ABOUT * score or (words > 0 and (hit.parts.words or 0.0) >= ABOUT * words)
    ]


def told_at(hit: Hit) -> datetime:
    """When a memory was said or happened, else when it was kept."""
    return hit.memory.occurred_at or hit.memory.created_at
