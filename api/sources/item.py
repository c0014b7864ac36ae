"""What every reader yields: a draft, an error, or what was left out, and where in which file it stood."""

from collections.abc import Mapping
from dataclasses import dataclass, field
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
    MAIL = "mail"


class LeftOut(StrEnum):
    """What of a file is no memory, by kind; the value is the word for one of them."""

    NOTICE = "notice"
    CALL = "call"
    STICKER = "sticker"
    MEDIA = "file or picture without words"
    DELETED = "deleted message"
    REACTION = "reaction"
    EMPTY = "empty message"
    TOOL = "tool call"
    REASONING = "thought of an assistant"
    HIDDEN = "hidden message"
    BRANCH = "message of a replaced branch"
    SUMMARY = "entry that is no message"
    QUOTED = "quoted mail"
    PROPERTY = "property of an application"
    COMMENT = "comment that a note does not show"
    FILE = "file without memories"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One record of a file: a draft, the error that says why it is none, or the kind of what was left out.

    `position` is the line where the record starts, counted from 1; in a JSON document, the number of the message.
    `path` names the file. `raw` is the record as it stood in the file, kept where there is an error. `remark` says how
    a file was read where that had to be guessed. `shape` is the format that the file was read as. `personal` counts by
    kind what was masked in it.
    """

    position: int
    path: str
    draft: Draft | None = None
    error: Invalid | None = None
    raw: Mapping[str, object] | str | None = None
    left_out: LeftOut | None = None
    remark: str | None = None
    shape: Format | None = None
    personal: Mapping[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where records come from and how they are to be read.

    A time without a zone gets `zone`; None means that of the settings, else of this machine. `day_first` settles
    01/02/2026; None means that such a date is refused. `session` is the name under which the file's conversations go.
    `file` is where the file lies, None for standard input, and `place` the path by which it is known. `source` is what
    the records come from that name no source of their own: the path below what is ingested. `text_column` names the
    column of a table that holds the texts. `numbered`: a record without a place of its own has its number in the file
    as one. `ids` is false where an `id` stands at several records, so that it names none.
    """

    path: str
    session: str = ""
    zone: tzinfo | None = None
    day_first: bool | None = None
    file: str | None = None
    place: str | None = None
    source: str | None = None
    text_column: str | None = None
    numbered: bool = False
    ids: bool = True


def broken(origin: Origin, position: int, problem: str, raw: Mapping[str, object] | str, *, unit: str = "line") -> Item:
    """An item that could not be read at all."""
    return Item(position=position, path=origin.path, error=Invalid(f"{unit} {position}", problem), raw=raw)


def left_out(origin: Origin, position: int, kind: LeftOut) -> Item:
    """An item for what is no memory."""
    return Item(position=position, path=origin.path, left_out=kind)
