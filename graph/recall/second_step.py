"""The recipe `deep`: a second step from what the best hits say, for what stands two memories away from the question."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from graph.model.recalled import Hit
from graph.recall.excerpts import telling
from graph.recall.ranking import DIRECT_ON_TOP, TURNS_DISTANCE, ChunkCandidate, by_signal, lifted
from graph.recall.reasons import joined_phrases, phrase
from graph.settings import GraphSettings

SEEDS = 3
"""Hits from which the question is asked anew."""
FURTHER = 0.3
"""What the nearest memory of a second step adds, as a share of the best base score. Measured on dev: musique299 + 1,
twowiki101 + 3 points of R@5 for three more runs of the encoder and three more reads."""


@dataclass(frozen=True, slots=True)
class Step:
    """A question asked anew from a hit, and what is near to it."""

    seed: str
    """Id of the memory it goes on from."""
    near: Sequence[ChunkCandidate]


def follow_ups(question: str, words: Sequence[str], hits: Sequence[Hit]) -> list[tuple[str, str]]:
    """Memory and question of each further step: the question and the sentence of a hit that holds most of its words."""
    asked: list[tuple[str, str]] = []
    for hit in hits[:SEEDS]:
        span = telling(hit.text, dict.fromkeys(words, 1.0))
        if span is not None:
            asked.append((hit.memory.id, f"{question} {hit.text[span[0] : span[1]]}"))
    return asked


def deepened(
    hits: Sequence[Hit], steps: Sequence[Step], settings: GraphSettings, *, spread: float, language: str
) -> list[Hit]:
    """The hits with what further steps add to them, and those that only these lead to; the best two direct ones stay on
    top. What a step adds is `0.3 · best · max(0, 1 − A · (cosine_best − cosine))`, A the spread of the model, and
    `TURNS_DISTANCE` of that for a turn; `cosine_best` is of those that the step leads to, without the hit it follows.
    """
    best = max((hit.parts.base for hit in hits), default=0.0) or 1.0
    gains: dict[str, float] = {}
    for step in steps:
        # The hit it follows is all but what the step asks for, and would leave the others far behind.
        others = [candidate for candidate in step.near if candidate.memory.id != step.seed]
        nearest = max((candidate.cosine for candidate in others if candidate.cosine is not None), default=0.0)
        for candidate in others:
            if candidate.cosine is not None:
                counts = TURNS_DISTANCE if candidate.memory.speaker else 1.0
                gain = FURTHER * best * max(0.0, 1 - spread * counts * (nearest - candidate.cosine))
                gains[candidate.memory.id] = max(gains.get(candidate.memory.id, 0.0), gain)
    there = {hit.memory.id for hit in hits}
    new = [
        candidate
        for step in steps
        for candidate in step.near
        if candidate.memory.id not in there and gains.get(candidate.memory.id)
    ]
    reached = [replace(hit, score=0.0, why="") for hit in by_signal(new, "cosine", settings, language=language)]
    top, rest = hits[:DIRECT_ON_TOP], [*hits[DIRECT_ON_TOP:], *reached]
    gained = [_gained(hit, gains.get(hit.memory.id, 0.0), language) for hit in rest]
    ordered = sorted(gained, key=lambda hit: (-hit.score, hit.memory.id))
    return [*lifted(top, ordered[0].score if ordered else 0.0), *ordered]


def _gained(hit: Hit, gain: float, language: str) -> Hit:
    if gain <= 0:
        return hit
    why = joined_phrases([hit.why, phrase("further", language)], language)
    return replace(hit, score=round(hit.score + gain, 6), parts=replace(hit.parts, further=round(gain, 6)), why=why)
