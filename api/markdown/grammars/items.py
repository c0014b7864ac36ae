"""Lists: each item at the left margin is a memory, with all that hangs on it."""

import re
from dataclasses import dataclass
from typing import Final

from api.markdown.grammars.pieces import (
    FENCE,
    Block,
    Fences,
    Piece,
    bare,
    front_matter_end,
    identity_in,
    lines_of,
    marked_anew,
    merged_runs,
)
from api.markdown.wording import Wording

_ITEM: Final = re.compile(r"([-*+]|\d{1,9}[.)])([ \t]+)(?=\S)")

_POINTER: Final = re.compile(r"\[[^\]\n]*\]\([^)\n]*\.md\)|\[\[[^\]\n]+\]\]")


@dataclass(frozen=True, slots=True)
class Items:
    """`- text ^en-ID`: pinned.md, decisions.md, the notes of a session, a marked block."""

    identified: bool = True
    titles_written: bool = True
    pointers: bool = True
    """Whether an item that begins with a link to another note is a memory; an index has such for each of its notes."""

    def pieces(self, text: str) -> list[Piece]:
        """The items of a text, and what stands around them."""
        start = front_matter_end(text)
        lines = lines_of(text[start:])
        pieces: list[Piece] = [text[:start]]
        fences, at = Fences(), 0
        while at < len(lines):
            if fences.inside(lines[at]) or not (match := _ITEM.match(lines[at])):
                pieces.append(lines[at])
                at += 1
                continue
            end = _end_of_item(lines, at, len(match[0]))
            block = _block(lines[at:end], match)
            if block is not None and not self.pointers and _POINTER.match(block.wording.text):
                block = None
            pieces.append(block or "".join(lines[at:end]))
            at = end
        return list(merged_runs(pieces))

    def written(self, wording: Wording, identity: str | None, like: Block | None, newline: str) -> str:
        """The item with the mark of the one that it replaces, else with a dash."""
        match = _ITEM.match(like.raw) if like is not None else None
        mark = match[0] if match else "- "
        first, *rest = wording.text.strip("\n").split("\n")
        ending = _identity_mark(identity, like, first) if self.identified else ""
        indent = " " * len(mark)
        lines = [f"{mark}{first}{ending}", *(f"{indent}{line}" if line.strip() else "" for line in rest)]
        return newline.join(lines) + _line_end(like, newline)

    def marked(self, block: Block, identity: str) -> str:
        """The item with its identity at the end of its first line."""
        if block.id is not None:
            return marked_anew(block, identity)
        first, *rest = lines_of(block.raw)
        line = bare(first).rstrip()
        text = line[_indent(line) :]
        return "".join([line, _identity_mark(identity, None, text), first[len(bare(first)) :], *rest])

    def opening(self, name: str, newline: str) -> str:
        """A heading with the name of the file."""
        return f"# {name}{newline}{newline}"


def _indent(line: str) -> int:
    match = _ITEM.match(line)
    return match.end() if match else 0


def _line_end(like: Block | None, newline: str) -> str:
    """The end of the block that is replaced: the last line of a file may have none."""
    if like is None:
        return newline
    return like.raw[len(like.raw.rstrip("\r\n")) :]


def _identity_mark(identity: str | None, like: Block | None, first: str) -> str:
    if identity is None:
        return ""
    as_comment = like is not None and like.id is not None and "<!--" in bare(lines_of(like.raw)[0])
    # What follows a block id on its line is no block id any more, and a fence takes none.
    return f" <!-- en-{identity} -->" if as_comment or FENCE.match(first) else f" ^en-{identity}"


def _end_of_item(lines: list[str], at: int, indent: int) -> int:
    """The line behind an item: what hangs on it is indented, blank lines between such belong to it."""
    end = at + 1
    fences = Fences()
    fences.inside(lines[at][indent:])
    look = end
    while look < len(lines):
        line = lines[look]
        hangs = line[:1] in (" ", "\t")
        if bare(line).strip() and not hangs:
            break
        if bare(line).strip():
            end = look + 1
        look += 1
    return end


def _block(lines: list[str], match: re.Match[str]) -> Block | None:
    first, identity = identity_in(bare(lines[0])[match.end() :])
    indent = len(match[0])
    rest = [_dedented(bare(line), indent) for line in lines[1:]]
    text = "\n".join([first.strip(), *rest]).strip()
    return Block(raw="".join(lines), wording=Wording(text=text), id=identity) if text else None


def _dedented(line: str, indent: int) -> str:
    """A line without the indent of its item, as far as it has it."""
    taken = 0
    while taken < indent and taken < len(line) and line[taken] in " \t":
        taken += indent if line[taken] == "\t" else 1
        if line[taken - 1 : taken] == "":
            break
    kept = line[min(taken, len(line)) :] if "\t" not in line[:indent] else line.replace("\t", "", 1)
    return kept if kept.strip() else ""
