"""Which memory a block without identity is: the same words first, then the gap between the same neighbours."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from api.markdown.merge_model import FileBlock, LastSynced, Sides


def bound(sides: Sides) -> tuple[FileBlock, ...]:
    """The blocks, each with the identity of its memory where that can be told.

    What says the same words is the same memory: of the same file first, then of another, so that what moved without its
    identity is followed. In files without identities what stands between the same neighbours as before is the memory
    that stood there, changed: `a b c` that became `a x c` had b changed to x.
    """
    written = {block.id for block in sides.blocks if block.id is not None}
    # Where only an old copy names a memory, with words that it had before, what says its words now is it.
    now = {block.id for block in sides.blocks if block.id is not None and not _is_old(block, sides)}
    free = {last.id: last for last in sides.last.values() if not last.gone and last.id not in now}
    by_words: dict[str, list[LastSynced]] = defaultdict(list)
    for last in sorted(free.values(), key=lambda last: (last.file, last.order)):
        by_words[last.marks.text].append(last)
    identities: dict[tuple[str, int], str] = {}

    def take(block: FileBlock, last: LastSynced) -> None:
        identities[block.key] = last.id
        free.pop(last.id)

    bare = [block for block in sides.blocks if block.id is None]
    for same_file in (True, False):
        for block in bare:
            if block.key in identities:
                continue
            alike = (last for last in by_words[block.marks.text] if last.id in free)
            match = next((last for last in alike if not same_file or last.file == block.key[0]), None)
            if match is not None:
                take(block, match)
    # Words that were deleted are of an old file, and none of a memory that stands there now.
    there = [block for block in sides.blocks if sides.revive or block.marks.text not in sides.taken_away]
    left = {identity: last for identity, last in free.items() if identity not in written}
    for block, last in _in_gaps(there, sides.last, identities, left):
        take(block, last)
    return tuple(
        replace(block, id=identities[block.key]) if block.key in identities else block for block in sides.blocks
    )


def _is_old(block: FileBlock, sides: Sides) -> bool:
    last = sides.last.get(block.id or "")
    return last is not None and block.marks.text in last.earlier


def _in_gaps(
    blocks: Sequence[FileBlock],
    last: Mapping[str, LastSynced],
    identities: dict[tuple[str, int], str],
    free: dict[str, LastSynced],
) -> list[tuple[FileBlock, LastSynced]]:
    """Blocks and memories of files without identities that are left, in order between the same neighbours."""
    gaps: dict[tuple[str, str], list[LastSynced]] = defaultdict(list)
    before: dict[str, str] = {}
    for record in sorted(last.values(), key=lambda record: (record.file, record.order)):
        if record.gone:
            continue
        if record.id in free:
            gaps[record.file, before.get(record.file, "")].append(record)
        else:
            before[record.file] = record.id
    pairs: list[tuple[FileBlock, LastSynced]] = []
    before = {}
    for block in blocks:
        file = block.key[0]
        identity = block.id or identities.get(block.key)
        if identity is not None:
            before[file] = identity
        elif not block.identified and (gap := gaps[file, before.get(file, "")]):
            pairs.append((block, gap.pop(0)))
    return pairs
