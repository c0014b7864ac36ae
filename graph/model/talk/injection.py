"""Values of what is put into prompts: the memory of projects, and the hand-over of a session."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Injected:
    """The memory of projects as a text for a prompt; empty where nothing is to be put there."""

    text: str
    tokens: int
    budget_tokens: int
    projects: tuple[str, ...]
    """Whose memory it is, the primary one first."""
    memory_ids: tuple[str, ...]
    """The memories that are told, each once."""
    left_out: int
    """Memories that would have been told if there were room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Handover:
    """What the next session must know of one: what is open, what was decided, what changed, and how it ended."""

    session_id: str
    text: str
    tokens: int
    tasks: tuple[str, ...]
    """Ids of the memories with open tasks, the newest first."""
    decisions: tuple[str, ...]
    changed: tuple[str, ...]
