"""What a run taught, as a proposal: a sentence that says so, and which memory it stands in."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Learning:
    """A sentence of a memory that says that something was learnt; `text` is memory.text[start:end].

    Nothing is kept of it until somebody accepts it by its id.
    """

    id: str
    text: str
    memory_id: str
    start: int
    end: int
    project: str | None
    session_id: str | None
    speaker: str | None
    at: datetime
