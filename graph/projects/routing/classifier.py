"""Who else may choose the project of a message: a classifier such as a language model, given the catalogue."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

_DESCRIPTION_MOST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueEntry:
    """A project as a classifier sees it."""

    path: str
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a classifier chose: paths of the catalogue, or the path of a project that would be new."""

    primary: str | None
    secondary: tuple[str, ...] = ()
    confidence: str = "low"
    new_path: str | None = None
    pinned_content: str | None = None


class Classifier(Protocol):
    """Chooses the project of a message from a catalogue. Safe to share between threads."""

    def choose(self, message: str, catalogue: Sequence[CatalogueEntry], current: str | None) -> Choice:
        """The choice. Raises Unavailable or Misconfigured where there is none, ValueError where it cannot be read."""
        ...


def catalogue_text(entries: Sequence[CatalogueEntry]) -> str:
    """The projects as a numbered list for a prompt, such as `1. development/backend/auth - The auth service`.

    The last name of a path is the project, those before it its categories.
    """
    return "\n".join(
        f"{number}. {entry.path}" + (f" - {_shortened(entry.description)}" if entry.description else "")
        for number, entry in enumerate(entries, start=1)
    )


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _DESCRIPTION_MOST else line[: _DESCRIPTION_MOST - 1] + "…"
