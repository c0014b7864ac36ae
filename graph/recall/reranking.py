"""The recipe `reranked`: the best hits of `joined` in the order of a cross-encoder."""

from collections.abc import Sequence
from dataclasses import replace

from graph.model.recalled import Hit
from graph.recall.reasons import joined_phrases, phrase

_BEGINNING = 1_000
"""Characters of a text in which a title made of it stands, behind white space or an instruction to keep it."""


def as_read(hit: Hit) -> str:
    """The input of the cross-encoder for a hit: its text, after its speaker or title."""
    memory = hit.memory
    if memory.speaker:
        return f"{memory.speaker}: {hit.text}"
    # A title that was made is the beginning of the text in one line, cut: it tells nothing more.
    beginning = " ".join((memory.text or hit.text)[:_BEGINNING].split())
    return hit.text if memory.title.removesuffix("...") in beginning else f"{memory.title}\n{hit.text}"


def reranked(hits: Sequence[Hit], relevance: Sequence[float], *, language: str) -> list[Hit]:
    """The first hits by `relevance`, one figure (0–1) each, which becomes their score; the others follow as before.

    The scores of the others are scaled to begin where the first ones end.
    """
    if not relevance:
        return list(hits)
    read = [_judged(hit, value, language) for hit, value in zip(hits[: len(relevance)], relevance, strict=True)]
    ordered = sorted(read, key=lambda hit: (-hit.score, hit.memory.id))
    rest = hits[len(relevance) :]
    scale = min(1.0, ordered[-1].score / rest[0].score) if rest and rest[0].score > 0 else 1.0
    return [*ordered, *(replace(hit, score=round(scale * hit.score, 6)) for hit in rest)]


def _judged(hit: Hit, relevance: float, language: str) -> Hit:
    why = joined_phrases([phrase("reread", language, relevance=f"{relevance:.2f}"), hit.why], language)
    return replace(hit, score=relevance, parts=replace(hit.parts, relevance=relevance), why=why)
