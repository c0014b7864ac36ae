"""Orders of the hits that answer: the newest where the last time is asked for, a note before what it brings up to date.

Hits of all sessions where a question looks back, and lists by time or importance, as well.
"""

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from graph.model.reading.change_wording import tells_change
from graph.model.recalled import Hit, Mode
from graph.recall.ranking import with_score
from graph.recall.reasons import joined_phrases, phrase

RELEVANT = 0.6
"""Share of the best score from which on a hit counts as an answer too; below it, newer is not better."""
WITHIN: Final = 6
"""Hits among which a newer note on the matter of the first is looked for."""
UPDATED: Final = 0.55
"""Share of the first hit's score that such a note has at the least."""
CHANGES: Final = 0.4
"""The same where the note tells by its wording of a change (`tells_change`): it rarely says again of what."""
AS_ASKED: Final = 0.5
"""Share of the first hit's word score that such a note has at the least: what tells how something is now is written in
the words by which one asks for it, as what told so before was. What tells of a change has one of these words."""
ALIKE: Final = 0.05
"""The share of their words, by weight, that two notes on one matter have in common, those of the question aside.

Measured with 44 questions on what has changed, of eight stories of notes: an outdated note stood first in 15 and does
in 2. Of 214 questions on the notes of the stories and of the sample, 17 are answered first for it, and one no more.
"""
ALIKE_IN_ALL: Final = 0.1
"""The same with the words of the question, for a note that tells of a change."""
MEANT: Final = 0.3
"""The meaning that such a note has at the least, 1 being that of the first: `1 − spread · (cosine of it − cosine)`."""
LATER: Final = timedelta(hours=1)
"""Between a note and one that brings it up to date; notes that were kept at once have no order."""
TOGETHER: Final = 10
"""First hits that shall cover a matter where a question looks back."""
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


def updated_first(
    hits: Sequence[Hit],
    asked_words: Collection[str],
    content_words: Callable[[Sequence[str]], Sequence[Collection[str]]],
    language: str,
    *,
    spread: float,
) -> list[Hit]:
    """The hits with a newer note on the matter of the first before it, if there is one.

    On its matter is a note with a share of words in common, `Σ idf(shared) / Σ idf(words)` of the one with less, with
    `idf = ln((N + 1) / (n + 0.5))` among the first `WITHIN` hits:

    - of `ALIKE` without the words of the question, of which it holds enough (`AS_ASKED`);
    - of `ALIKE_IN_ALL` with these, if it tells of a change and means about the same (`MEANT`).

    Those that tell of a change go before others, the best of them first. Where the first holds none of the question's
    words, as with a question in another language, nothing tells the matter from what was asked about it, and all stay.
    So do turns of a conversation, which tell of one moment. The scores stay in their places.
    """
    near = hits[:WITHIN]
    later = [place for place, hit in enumerate(near) if _may_update(hit, near[0])]
    if not later:
        return list(hits)
    held = [frozenset(words) for words in content_words([f"{hit.memory.title or ''}\n{hit.text}" for hit in near])]
    beside = [words.difference(asked_words) for words in held]

    def is_on_its_matter(place: int) -> bool:
        hit = near[place]
        if _answers_as_well(hit, near[0]) and _alike(beside, place) >= ALIKE:
            return True
        shares_asked = not held[0].intersection(asked_words).isdisjoint(held[place])
        means = 1 - spread * (_nearness(near[0]) - _nearness(hit))
        return tells_change(hit.text) and shares_asked and means >= MEANT and _alike(held, place) >= ALIKE_IN_ALL

    newer = max(
        filter(is_on_its_matter, later), key=lambda place: (tells_change(near[place].text), -place), default=None
    )
    if newer is None:
        return list(hits)
    ordered = [hits[newer], *hits[:newer]]
    placed = [with_score(hit, before.score) for hit, before in zip(ordered, hits, strict=False)]
    placed[0] = replace(placed[0], why=joined_phrases([phrase("updates", language), placed[0].why], language))
    return [*placed, *hits[len(placed) :]]


def _alike(held: Sequence[frozenset[str]], place: int) -> float:
    """The share of their words, by weight among all `held`, that the first and that at a place have in common."""
    among = Counter(word for words in held for word in words)
    idf = {word: math.log((len(held) + 1) / (count + 0.5)) for word, count in among.items()}
    weights = [math.fsum(idf[word] for word in words) for words in (held[0], held[place])]
    return math.fsum(idf[word] for word in held[0] & held[place]) / (min(weights) or 1.0)


def _nearness(hit: Hit) -> float:
    return max(hit.parts.cosine or 0.0, hit.parts.sentence or 0.0)


def over_time(hits: Sequence[Hit], ties: Mapping[str, str], language: str) -> list[Hit]:
    """The hits with the best of each other session among the first `TOGETHER`, and of those without room there next.

    It answers (`RELEVANT`), or carries on what the best tell of: `ties` names what both mention, by memory. What is of
    no session counts by its day. The last of the session that has most of the first gives way. The scores stay in their
    places.
    """
    first, further, behind, rest = list(hits[:TOGETHER]), list[Hit](), list[Hit](), list[Hit]()
    sessions = Counter(map(_session, first))
    for hit in hits[TOGETHER:]:
        tie, session = ties.get(hit.memory.id), _session(hit)
        if session in sessions or (tie is None and hit.score < RELEVANT * hits[0].score):
            rest.append(hit)
            continue
        why = hit.why if tie is None else joined_phrases([phrase("tie", language, entity=tie), hit.why], language)
        fullest, most = sessions.most_common(1)[0]
        if most > 1:
            place = max(place for place, other in enumerate(first) if _session(other) == fullest)
            behind.insert(0, first.pop(place))
            sessions[fullest] -= 1
        (first if most > 1 else further).append(replace(hit, why=why))
        sessions[session] += 1
    ordered = [*first, *further, *behind, *rest]
    return [with_score(hit, before.score) for hit, before in zip(ordered, hits, strict=True)]


def _session(hit: Hit) -> str:
    return hit.memory.session_id or told_at(hit).date().isoformat()


def _may_update(hit: Hit, first: Hit) -> bool:
    is_note = hit.memory.session_id is None and first.memory.session_id is None
    answers = hit.score >= CHANGES * first.score and (first.parts.words or 0.0) > 0
    return is_note and answers and told_at(hit) - told_at(first) >= LATER


def _answers_as_well(hit: Hit, first: Hit) -> bool:
    """Whether a hit answers about as well as the first, and in as many of the question's words."""
    words, of_first = hit.parts.words or 0.0, first.parts.words or 0.0
    return hit.score >= UPDATED * first.score and words >= AS_ASKED * of_first


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
