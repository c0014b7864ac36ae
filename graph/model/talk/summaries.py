"""Values of summaries: quotations of memories, each with its source, and what became of making one."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Kept(StrEnum):
    """Why a memory stands in a summary as it is, word for word."""

    PINNED = "pinned"
    DECISION = "decision"
    RECENT = "recent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A passage of a memory, word for word: `memory.text[start:end]`."""

    memory_id: str
    text: str
    start: int
    end: int
    at: datetime
    speaker: str | None
    kept: Kept | None
    """Why the whole memory stands there; None for a sentence that was chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What is left of a project or a session where all of it would be too much, in the order of time."""

    id: str
    project: str | None
    session_id: str | None
    quotes: tuple[Quote, ...]
    tokens: int
    budget_tokens: int
    made_at: datetime
    memories: int
    """Memories of which it was made."""
    stale: bool
    """Whether something that it quotes was changed, archived or forgotten since. It quotes that no more."""

    @property
    def text(self) -> str:
        """The quotations, a line each."""
        return "\n".join(f"- {' '.join(quote.text.split())}" for quote in self.quotes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Summarized:
    """What became of making a summary. Where it failed, the one from before is as it was."""

    success: bool
    original_size: int
    """Characters of the memories."""
    new_size: int
    """Characters of the quotations."""
    entries_summarized: int
    """Memories of which sentences were chosen, or none."""
    entries_preserved: int
    """Memories that stand there word for word: pinned ones, decisions, and what is new."""
    backup_path: str | None
    """The summary from before, by which it can be brought back: `summary:01M8…`; None where there was none."""
    summary: Summary | None
    reason: str | None = None
    """Why it failed, or was not needed."""
