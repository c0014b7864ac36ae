"""What every reader yields: an item is a draft or an error, and where in which file it stood."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import tzinfo
from enum import StrEnum

from graph.errors import Invalid
from graph.model.draft import Draft


class Format(StrEnum):
    """The shapes of file that can be read."""

    JSONL = "jsonl"
    CSV = "csv"
    MARKDOWN = "markdown"
    TEXT = "text"
    CHAT = "chat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One record of a file: a draft, or the error that says why it is none.

    `position` is the line where the record starts, counted from 1; in a JSON document, the number of the message.
    `path` names the file. `raw` is the record as it stood in the file, kept where there is an error.
    """

    position: int
    path: str
    draft: Draft | None = None
    error: Invalid | None = None
    raw: Mapping[str, object] | str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where records come from and how their times are to be read.

    A time without a zone gets `zone`; None means the zone of this machine. `day_first` settles 01/02/2026; None means
    that such a date is refused. `session` is the name under which the file's conversations go.
    """

    path: str
    session: str = ""
    zone: tzinfo | None = None
    day_first: bool | None = None


def broken(origin: Origin, position: int, problem: str, raw: Mapping[str, object] | str, *, unit: str = "line") -> Item:
    """An item that could not be read at all."""
    return Item(position=position, path=origin.path, error=Invalid(f"{unit} {position}", problem), raw=raw)
