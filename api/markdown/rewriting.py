"""A file after a merge: its blocks with their identities and new words, what is new in it, and all else as it was."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from api.markdown.grammars.marked import BEGIN, END, Marked
from api.markdown.grammars.pieces import Block, Grammar, Piece, joined, newline_of
from api.markdown.grammars.sections import Sections
from api.markdown.merge_model import Insert, Key, LastSynced, Plan
from api.markdown.wording import Wording, marks_of

EARLIER_MOST: Final = 20
"""Texts of a memory that are remembered by their marks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """A memory that a file holds after a merge."""

    id: str
    order: int
    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewritten:
    """A file after a merge. `unfit` are ids of memories that it cannot hold."""

    text: str
    bound: tuple[Bound, ...]
    blocks: int
    """How many memories stand in it, those too that are left alone."""
    unfit: tuple[str, ...] = ()


def rewritten(
    file: str,
    text: str,
    pieces: Sequence[Piece],
    grammar: Grammar,
    plan: Plan,
    ids: Mapping[Key | int, str],
    inserts: Sequence[tuple[int, Insert]],
) -> Rewritten:
    """The file as a plan wants it. `ids` are those of new memories, by block or by the number of their insert."""
    newline = newline_of(text)
    made: list[Piece] = []
    behind: dict[Key, list[Piece]] = {}
    unfit: list[str] = []
    ends: list[Block] = []
    for number, insert in inserts:
        identity = insert.id or ids.get(number)
        if identity is None:
            continue
        block = _new(grammar, insert.wording, identity, newline)
        if block is None:
            unfit.append(identity)
        elif insert.after is not None:
            behind.setdefault(insert.after, []).append(block)
        else:
            ends.append(block)
    order = 0
    for piece in pieces:
        if isinstance(piece, str):
            made.append(piece)
            continue
        key = file, order
        order += 1
        if key not in plan.dropped:
            identity = ids.get(key) or plan.bound.get(key)
            block = _again(grammar, piece, identity, plan.rewritten.get(key), newline)
            if block is None:
                unfit.append(identity or "")
                block = piece
            made.append(block)
        made += behind.pop(key, [])
    _append(made, ends, grammar, newline)
    made = list(_separated(made, newline))
    bound = [
        Bound(id=piece.id, order=number, wording=piece.wording)
        for number, piece in enumerate(piece for piece in made if isinstance(piece, Block))
        if piece.id is not None
    ]
    whole = sum(isinstance(piece, Block) for piece in made)
    return Rewritten(text=joined(made), bound=tuple(bound), blocks=whole, unfit=tuple(unfit))


def _again(grammar: Grammar, block: Block, identity: str | None, wording: Wording | None, newline: str) -> Block | None:
    """A block with another identity or other words; None where its file cannot hold them."""
    if wording is None:
        marked = identity is not None and block.id != identity and grammar.identified
        raw = grammar.marked(block, identity) if marked and identity is not None else block.raw
        return Block(raw=raw, wording=block.wording, id=identity)
    raw = grammar.written(wording, identity, block, newline)
    return Block(raw=raw, wording=wording, id=identity) if _read_again(grammar, raw, wording) is not None else None


def _new(grammar: Grammar, wording: Wording, identity: str, newline: str) -> Block | None:
    """A new block, which says what is read off it: a note may give it a heading that the memory has not."""
    raw = grammar.written(wording, identity, None, newline)
    read = _read_again(grammar, raw, wording)
    return Block(raw=raw, wording=read.wording, id=identity) if read is not None else None


def _read_again(grammar: Grammar, raw: str, wording: Wording) -> Block | None:
    """The block that is read off what is written, None where that says something else than was meant."""
    # Words that hold the mark at which the memories of a foreign file end would end them.
    text = f"{BEGIN}\n{raw}\n{END}\n" if isinstance(grammar, Marked) else "\n" + raw
    blocks = [piece for piece in grammar.pieces(text) if isinstance(piece, Block)]
    same = len(blocks) == 1 and marks_of(blocks[0].wording).text == marks_of(wording).text
    return blocks[0] if same else None


def _append(made: list[Piece], blocks: Sequence[Block], grammar: Grammar, newline: str) -> None:
    """Puts new blocks behind the last of the file, or at its end."""
    if not blocks:
        return
    if isinstance(grammar, Marked):
        at = grammar.place(made, newline)
    else:
        last = max((at for at, piece in enumerate(made) if isinstance(piece, Block)), default=None)
        at = len(made) if last is None or isinstance(grammar, Sections) else last + 1
    made[at:at] = blocks


def _separated(pieces: Sequence[Piece], newline: str) -> list[Piece]:
    """The pieces, each block on lines of its own, entries with a blank line between them."""
    parted: list[Piece] = []
    whole = ""
    for piece in pieces:
        raw = piece if isinstance(piece, str) else piece.raw
        gap = ""
        if whole and raw and not whole.endswith("\n") and (isinstance(piece, Block) or not raw[0].isspace()):
            gap = newline
        if isinstance(piece, Block) and _is_entry(piece) and whole and not (whole + gap).endswith(newline * 2):
            gap += newline
        if gap:
            parted.append(gap)
        parted.append(piece)
        whole = (whole + gap + raw)[-8:]
    return parted


def _is_entry(block: Block) -> bool:
    return block.raw.startswith("## ")


def recorded(file: str, bound: Bound, before: LastSynced | None) -> LastSynced:
    """What the next sync has to know of a memory in a file."""
    marks = marks_of(bound.wording)
    earlier = (*before.earlier, before.marks.text) if before is not None else ()
    earlier = tuple(dict.fromkeys(mark for mark in earlier if mark and mark != marks.text))[-EARLIER_MOST:]
    return LastSynced(id=bound.id, file=file, order=bound.order, marks=marks, earlier=earlier)


def empty(grammar: Grammar, name: str) -> tuple[str, list[Piece]]:
    """A new file of a name, before its first memory."""
    text = grammar.opening(name, "\n")
    return text, [text] if text else []
