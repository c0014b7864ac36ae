"""Confidence: the probability that a hit holds what is asked, by a logistic model of a few of its traits.

A rank score compares hits of one answer; confidence compares answers: 0.8 is as sure in one question as in another,
and low where nothing in the memories answers. The weights stand in `confidence.json`; `scripts/fit_confidence.py`
learns them from questions with known evidence, and from questions asked of memories that cannot answer them.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from graph.extractor import Extractor
from graph.model.reading.asked_kinds import asked_kinds, asks_for_kind_alone, said_by_kind
from graph.model.reading.question import Question
from graph.model.recalled import Hit

WEIGHTS_FILE: Final = Path(__file__).parent / "confidence.json"
NOISE: Final = 0.05
"""An answer whose surest hit has less tells nothing of what is asked.

Measured on dev sets of both languages: so do 27 to 93 % of the questions that were asked of somebody else's memories,
and 0 to 4 % of those asked of their own.
"""
_STEEPEST = 50.0
_NOTE = 250
"""Characters from which a text is a passage; the words of a shorter one tell less."""
_WELL_NEAR = 2.0
_TENTH = 0.1
"""Cosines count in tenths, so that all traits move within a few units."""


def with_confidence(hits: Sequence[Hit], best: float, asked: Question, extractor: Extractor) -> list[Hit]:
    """The hits, each with its confidence; `best` is the highest score of the whole answer.

    None where meanings are not known: no vector yet, a mode without cosines, a model whose `far` was not measured.
    """
    weights = _weights()
    return [
        replace(hit, confidence=None if values is None else probability(values, weights))
        for hit, values in zip(hits, traits(hits, best, asked, extractor), strict=True)
    ]


def traits(hits: Sequence[Hit], best: float, asked: Question, extractor: Extractor) -> list[dict[str, float] | None]:
    """What is weighed of each hit, by name; None where its cosine with the question is not known.

    `near` is the cosine of the memory (of a passage that of its nearest sentence) above what unrelated texts have, in
    tenths; `words` the share of the question's words that it holds, with its title, speaker and kind; `behind` how far
    its score is below the best, as a share of that; `joined` the share of the score that the graph gave.
    """
    far = extractor.embedding.far
    whole = [word for word in asked.words if word not in asked.pieces]
    kinds, by_kind = asked_kinds(asked.text), said_by_kind(asked.text, whole)
    is_alone = asks_for_kind_alone(asked.text, whole)
    read = [f"{hit.memory.title or ''}\n{hit.memory.speaker or ''}\n{hit.text}" for hit in hits]
    held = [frozenset[str]().union(*sentences) for sentences in extractor.words_met(whole, read)]
    values: list[dict[str, float] | None] = []
    for hit, words in zip(hits, held, strict=True):
        if far is None or hit.parts.cosine is None:
            values.append(None)
            continue
        turn, foreign = float(hit.memory.speaker is not None), float(hit.memory.language != asked.language)
        nearest = hit.parts.cosine if turn else max(hit.parts.cosine, hit.parts.sentence or -1.0)
        # What is a task need not call itself one; where nothing else is asked for, it is what is asked for.
        words |= by_kind if hit.memory.kind in kinds else frozenset[str]()
        near, share = (nearest - far) / _TENTH, len(words) / len(whole) if whole else 0.0
        near = max(near, _WELL_NEAR) if hit.memory.kind in kinds and is_alone else near
        note = 0.0 if turn else max(0.0, 1 - len(hit.text) / _NOTE)
        values.append({
            "bias": 1.0, "near": near, "well near": max(0.0, near - _WELL_NEAR),
            "words": share, "near and words": near * share,
            "note": note, "near a note": near * note, "words of a note": share * note,
            "turn": turn, "near turn": near * turn, "words of a turn": share * turn,
            "other language": foreign, "near in another language": near * foreign,
            "behind": 1 - hit.score / best if best > 0 else 0.0,
            "joined": hit.parts.join / hit.score if hit.score > 0 else 0.0,
            "linked": float(hit.parts.linked > 0), "short question": 1 / max(1, len(whole)),
        })  # fmt: skip
    return values


def probability(values: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """The logistic function of the weighted traits, to three places."""
    total = math.fsum(weights[name] * value for name, value in values.items())
    return round(1 / (1 + math.exp(-max(-_STEEPEST, min(_STEEPEST, total)))), 3)


@cache
def _weights() -> Mapping[str, float]:
    return json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
