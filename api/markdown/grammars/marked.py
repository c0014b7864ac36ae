"""Files that belong to somebody else, such as CLAUDE.md: only what stands between two marks is read and written."""

import re
from dataclasses import dataclass, field
from typing import Final

from api.markdown.grammars.items import Items
from api.markdown.grammars.pieces import Block, Grammar, Piece, merged_runs
from api.markdown.wording import Wording

BEGIN: Final = "<!-- enishi:begin -->"
END: Final = "<!-- enishi:end -->"
_MARKED: Final = re.compile(rf"^[ \t]*{BEGIN}[ \t]*\r?\n(?P<inside>.*?)(?=^[ \t]*{END})", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Marked:
    """The list between `<!-- enishi:begin -->` and `<!-- enishi:end -->`; without both marks a file has no memories."""

    inner: Grammar = field(default_factory=Items)
    identified: bool = True
    titles_written: bool = True

    def pieces(self, text: str) -> list[Piece]:
        """The memories between the marks; all else is prose."""
        match = _MARKED.search(text)
        if match is None:
            return [text] if text else []
        start, end = match.span("inside")
        return list(merged_runs([text[:start], *self.inner.pieces(text[start:end]), text[end:]]))

    def written(self, wording: Wording, identity: str | None, like: Block | None, newline: str) -> str:
        """The memory as the grammar between the marks has it."""
        return self.inner.written(wording, identity, like, newline)

    def marked(self, block: Block, identity: str) -> str:
        """The block as the grammar between the marks has it."""
        return self.inner.marked(block, identity)

    def opening(self, name: str, newline: str) -> str:  # noqa: ARG002 -- the file is its owner's
        """Nothing: the marks come with the first memory."""
        return ""

    def place(self, pieces: list[Piece], newline: str) -> int:
        """Where a new memory goes among the pieces; the marks are put at the end of a file that has none."""
        for at in reversed(range(len(pieces))):
            piece = pieces[at]
            if isinstance(piece, str) and END in piece:
                before, after = _parted(piece)
                pieces[at : at + 1] = [part for part in (before, after) if part]
                return at + bool(before)
        whole = "".join(piece for piece in pieces if isinstance(piece, str))
        gap = "" if not whole else newline if whole.endswith("\n") else newline * 2
        pieces += [f"{gap}{BEGIN}{newline}", f"{END}{newline}"]
        return len(pieces) - 1


def _parted(piece: str) -> tuple[str, str]:
    """A run of text before and from the line of the mark that ends the block."""
    at = piece.index(END)
    at = piece.rfind("\n", 0, at) + 1
    return piece[:at], piece[at:]
