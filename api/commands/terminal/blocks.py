"""Things of a list as blocks: a short line that says which, then its text whole in the width of the screen.

    1  2026-07-24  01M8CG0WJ5TNRB32HWENR9SJA8  score 1.521
       社員旅行の行き先を箱根から下田に変えました。…
       質問と同じ言葉がある。意味の近さ（0.57）

A table would leave a text a narrow column, in which a Japanese sentence, one word to a terminal, is cut.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len, chop_cells
from rich.text import Text

from api.commands.terminal.screen import plain

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

INDENT = 3
NARROWEST = 20
"""A text is never folded narrower, however small the terminal."""
_OPENING = "「『（［｛【〈《〔“‘([{<"
_CLOSING = "、。，．・：；？！」』）］｝】〉》〕”’)]}>,.:;?!…‥ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ％%"
_PIECE = re.compile(
    rf"[ \t]+|[{re.escape(_OPENING)}]*(?:[^\s\u2e80-\ud7ff\uf900-\uffef]+|[^ \t])[{re.escape(_CLOSING)}]*",
)
"""What is never broken: a word with its punctuation, or a Japanese character with that which may not begin a line."""


def folded(text: str, cells: int) -> Iterator[str]:
    """The lines of a text, none wider than so many cells; nothing is left out. A wide character takes two cells."""
    for line in text.splitlines() or [""]:
        yield from _folded_line(line, max(cells, NARROWEST))


def _folded_line(line: str, cells: int) -> Iterator[str]:
    held, width = "", 0
    for piece in _PIECE.findall(line.expandtabs(4)):
        wide = cell_len(piece)
        if width + wide > cells and held:
            if piece.isspace():
                continue
            yield held.rstrip()
            held, width = "", 0
        *whole, piece = chop_cells(piece, cells) if wide > cells else [piece]
        yield from whole
        held, width = held + piece, width + cell_len(piece)
    yield held.rstrip()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text of a block and its tone."""

    text: str
    style: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One thing of a list: parts of its head, each with its tone, and the paragraphs below; empty ones are left out."""

    head: Sequence[Paragraph]
    below: Sequence[Paragraph] = ()
    indent: int = INDENT

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        head = Text("  ").join(Text(plain(part.text), style=part.style) for part in self.head if part.text)
        if head.cell_len <= options.max_width:
            yield head
        else:
            yield from (Text(line) for line in folded(head.plain, options.max_width))
        space = " " * self.indent
        for paragraph in self.below:
            if paragraph.text:
                for line in folded(plain(paragraph.text), options.max_width - self.indent):
                    yield Text(space).append(line, style=paragraph.style) if line else Text()


def short_ids(ids: Iterable[str], least: int) -> dict[str, str]:
    """The beginnings by which ids can be typed: `least` characters, and more where two of these begin alike."""
    every = set(ids)
    return {identity: _beginning(identity, every, least) for identity in every}


def _beginning(identity: str, every: set[str], least: int) -> str:
    lengths = range(least, len(identity))
    alone = (length for length in lengths if sum(other.startswith(identity[:length]) for other in every) == 1)
    return identity[: next(alone, len(identity))]
