"""Answers of the tools, for a model that pays for each token: every text once, and no parts of a score."""

from dataclasses import dataclass

from api.fact_lines import fact_line
from graph.model.context import Context
from graph.model.memory import Remembered
from graph.model.recalled import Hit, Recalled
from graph.model.types import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class LeanHit:
    """A memory that answers: its rank from 1, its id, the day it is about, who said it, what matched, its score, and
    how sure it is to hold what was asked, 0 to 1.

    `over` says what of it no longer holds, or that another memory says otherwise.
    """

    n: int
    id: str
    date: str
    speaker: str | None
    text: str
    score: float
    confidence: float | None
    over: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeanAnswer:
    """The memories that answer, best first; `note` says what to know of them all, such as that none comes near."""

    hits: tuple[LeanHit, ...]
    next_cursor: str | None
    note: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeanCitation:
    """The memory behind a number in the text of a context."""

    n: int
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeanContext:
    """A text for a prompt, whom its numbers cite, its tokens, and how many memories it had no room for."""

    text: str
    citations: tuple[LeanCitation, ...]
    tokens: int
    left_out: int
    note: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeanSaved:
    """What became of a memory: its id, whether it is new, where it stands, and what was read off it in a line each."""

    id: str
    created: bool
    status: Status
    pending: bool
    duplicate_of: str | None
    entities: tuple[str, ...]
    facts: tuple[str, ...]


def lean_answer(recalled: Recalled) -> LeanAnswer:
    """The answer to a question."""
    hits = tuple(_hit(n, hit) for n, hit in enumerate(recalled.hits, start=1))
    return LeanAnswer(hits=hits, next_cursor=recalled.next_cursor, note=recalled.note)


def _hit(n: int, hit: Hit) -> LeanHit:
    memory = hit.memory
    return LeanHit(
        n=n,
        id=memory.id,
        date=(memory.occurred_at or memory.created_at).date().isoformat(),
        speaker=memory.speaker,
        text=hit.text,
        score=round(hit.score, 3),
        confidence=None if hit.confidence is None else round(hit.confidence, 2),
        over=tuple(ending.mark for ending in hit.endings),
    )


def lean_context(context: Context) -> LeanContext:
    """A context for a prompt."""
    cited = tuple(LeanCitation(n=citation.number, id=citation.memory_id) for citation in context.citations)
    return LeanContext(
        text=context.text, citations=cited, tokens=context.tokens, left_out=context.left_out, note=context.note
    )


def lean_saved(remembered: Remembered) -> LeanSaved:
    """What became of a memory."""
    return LeanSaved(
        id=remembered.id,
        created=remembered.created,
        status=remembered.status,
        pending=remembered.pending,
        duplicate_of=remembered.duplicate_of,
        entities=tuple(f"{entity.name} ({entity.type.value})" for entity in remembered.entities),
        facts=tuple(map(fact_line, remembered.facts)),
    )
