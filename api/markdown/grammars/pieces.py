"""A file in pieces: memories, and what people wrote around them, which together are the file byte for byte."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from api.markdown.wording import Wording

_ULID: Final = "[0-9A-HJKMNP-TV-Z]{26}"
_IDENTITY: Final = re.compile(
    rf"[ \t]+\^en-({_ULID})(?=[ \t]|$)|[ \t]*<!--[ \t]*\^?en-({_ULID})[ \t]*-->", re.IGNORECASE
)
"""An identity as note applications write those of blocks, "- Buy tea ^en-01M8…", or in a comment.

It was written at the end of a line; what somebody types behind it belongs to the memory.
"""
FENCE: Final = re.compile(r"[ \t]*(`{3,}|~{3,})(.*)")
_FRONT_MATTER: Final = re.compile(r"\ufeff?---[ \t]*\r?\n.*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One memory as it stands in a file: its very characters, its identity where it has one, and what it says."""

    raw: str
    wording: Wording
    id: str | None = None


Piece = str | Block
"""A memory, or a run of characters around memories."""


class Grammar(Protocol):
    """How one kind of file holds memories."""

    @property
    def identified(self) -> bool:
        """Whether identities are written into the file; else its memories are known by their words and their order."""
        ...

    @property
    def titles_written(self) -> bool:
        """Whether a title that changed in the graph is written; where not, the titles of the file hold."""
        ...

    def pieces(self, text: str) -> list[Piece]:
        """The pieces of a file: put together they are `text`."""
        ...

    def written(self, wording: Wording, identity: str | None, like: Block | None, newline: str) -> str:
        """The characters of a memory, in the manner of the block `like` that it replaces."""
        ...

    def marked(self, block: Block, identity: str) -> str:
        """The characters of a block with its identity, and all else as it stands."""
        ...

    def opening(self, name: str, newline: str) -> str:
        """What stands at the top of a new file of this name."""
        ...


def joined(pieces: Sequence[Piece]) -> str:
    """The file that the pieces make."""
    return "".join(piece if isinstance(piece, str) else piece.raw for piece in pieces)


def newline_of(text: str) -> str:
    """The line end of a file, that of its first line."""
    return "\r\n" if text.partition("\n")[0].endswith("\r") else "\n"


def front_matter_end(text: str) -> int:
    """Where the front matter of a file ends; 0 where it has none."""
    match = _FRONT_MATTER.match(text)
    return match.end() if match else 0


def lines_of(text: str) -> list[str]:
    """The lines of a text with their ends; only a line feed ends one."""
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def bare(line: str) -> str:
    """A line without its end."""
    return line.rstrip("\r\n")


class Fences:
    """Tells, line by line, what stands inside a fenced block of code."""

    def __init__(self) -> None:
        self._open: str | None = None

    def inside(self, line: str) -> bool:
        """Whether a line belongs to such a block, the fences themselves included."""
        match = FENCE.match(bare(line))
        if self._open is None:
            if match and not (match[1][0] == "`" and "`" in match[2]):
                self._open = match[1]
                return True
            return False
        if match and match[1].startswith(self._open) and not match[2].strip():
            self._open = None
        return True


def marked_below(block: Block, identity: str) -> str:
    """A block with its identity in a comment on a line of its own, the last."""
    if block.id is not None:
        return marked_anew(block, identity)
    text = block.raw.rstrip("\r\n")
    newline = "\r\n" if "\r\n" in block.raw else "\n"
    return f"{text}{newline}<!-- en-{identity} -->{block.raw[len(text) :]}"


def marked_anew(block: Block, identity: str) -> str:
    """A block with another identity than it has."""
    old = re.compile(rf"(?<=en-){block.id}(?![0-9A-Z])", re.IGNORECASE)
    return old.sub(identity, block.raw)


def identity_in(line: str) -> tuple[str, str | None]:
    """A line without the identity in it, and that identity."""
    if "en-" not in line or not (match := _IDENTITY.search(line)):
        return line, None
    rest = line[: match.start()] + line[match.end() :]
    return rest.rstrip(), (match[1] or match[2]).upper()


def merged_runs(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """The pieces with runs of text put together and empty ones left out."""
    run = ""
    for piece in pieces:
        if isinstance(piece, str):
            run += piece
            continue
        if run:
            yield run
        run = ""
        yield piece
    if run:
        yield run
