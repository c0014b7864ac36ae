"""The recipe `deep`: multi-hop retrieval. The question is asked again with a sentence of each of the best hits."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from graph.model.recalled import Hit
from graph.recall.excerpts import telling
from graph.recall.ranking import DIRECT_ON_TOP, TURNS_DISTANCE, ChunkCandidate, by_signal, lifted
from graph.recall.reasons import joined_phrases, phrase
from graph.settings import GraphSettings

SEEDS = 3
"""Best hits from which a second step starts."""
FURTHER = 0.3
"""What the nearest memory of a second step gains, as a share of the best base score.

Measured on dev: musique299 + 1, twowiki101 + 3 points of R@5 for three more runs of the encoder and three more reads.
"""


@dataclass(frozen=True, slots=True)
class Step:
    """The candidates nearest to a question asked again from a hit."""

    seed: str
    """Id of the memory it starts from."""
    near: Sequence[ChunkCandidate]


def follow_ups(question: str, words: Sequence[str], hits: Sequence[Hit]) -> list[tuple[str, str]]:
    """Memory and question of each second step: the question and the sentence of a hit with most of its words."""
    asked: list[tuple[str, str]] = []
    for hit in hits[:SEEDS]:
        span = telling(hit.text, dict.fromkeys(words, 1.0))
        if span is not None:
            asked.append((hit.memory.id, f"{question} {hit.text[span[0] : span[1]]}"))
    return asked


def deepened(
    hits: Sequence[Hit], steps: Sequence[Step], settings: GraphSettings, *, spread: float, language: str
) -> list[Hit]:
    """The hits with the gains of second steps, and those that only these lead to; the two best stay on top.

    A gain is `0.3 · best base · max(0, 1 − spread · (cosine_best − cosine))`, with `TURNS_DISTANCE` of the distance for
    a turn. `cosine_best` is the nearest of a step's candidates, without the memory it starts from.
    """
    best = max((hit.parts.base for hit in hits), default=0.0) or 1.0
    gains: dict[str, float] = {}
    for step in steps:
        # The memory it starts from is nearly the question itself, and would leave the others far behind.
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
