"""Outlines of Logseq: each block at the left margin, with all that hangs on it, is a memory."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from api.sources.notes.front_matter import tags_of
from api.sources.notes.marks import FENCE, PROPERTY

BULLET = re.compile(r"-(?:[ \t]+(.*)|$)")
ANY_BULLET = re.compile(r"[ \t]*-(?:[ \t]|$)")
DATED = re.compile(r"\s*(SCHEDULED|DEADLINE): <([^>]+)>\s*")
LOG_START, LOG_END = ":LOGBOOK:", ":END:"
FOLDERS = frozenset(("journals", "pages"))
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
HOUSEKEEPING = re.compile(
    r"id|collapsed|heading|background-color|icon|logseq\..*|ls-.*|hl-.*|query-.*|card-.*|filters|"
    r"exclude-from-graph-view|created-at|updated-at|title|tags|alias(?:es)?|file(?:-path)?"
)
"""Properties by which the application keeps its house."""

OUTLINED = 0.6


@dataclass(slots=True)
class Block:
    """One block: the line it begins on, its lines, identity, tags and properties, and how many said nothing."""

    line: int
    lines: list[str] = field(default_factory=list[str])
    identity: str | None = None
    tags: list[str] = field(default_factory=list[str])
    extra: dict[str, object] = field(default_factory=dict[str, object])
    dropped: int = 0

    @property
    def text(self) -> str:
        """The lines, without what is not filled."""
        return "\n".join(self.lines).strip()


def is_outline(lines: Sequence[str], path: str) -> bool:
    """Whether a note is an outline: mostly bullets, and from a folder of Logseq's or with its properties."""
    filled = [line for line in lines if line.strip()]
    if not any(BULLET.fullmatch(line) for line in filled):
        return False
    bullets = sum(bool(ANY_BULLET.match(line) or PROPERTY.fullmatch(line) or line[:1].isspace()) for line in filled)
    ours = PurePath(path).parent.name in FOLDERS or any(
        match and re.fullmatch(HOUSEKEEPING, match[1]) for match in map(PROPERTY.fullmatch, filled)
    )
    return ours and bullets >= OUTLINED * len(filled)


def page_properties(lines: Sequence[str]) -> tuple[dict[str, str], int]:
    """The properties at the top of a page, before its first block, and the number of lines they take."""
    pairs: dict[str, str] = {}
    for number, line in enumerate(lines):
        match = None if line.startswith(("-", " ", "\t")) else PROPERTY.fullmatch(line)
        if match:
            pairs[match[1].casefold()] = (match[2] or "").strip()
        elif line.strip():
            return pairs, number
    return pairs, len(lines)


def blocks_of(lines: Sequence[str], skipped: int) -> Iterator[Block]:
    """The blocks of an outline, without properties, dates of the agenda and logs of the clock."""
    block: Block | None = None
    logging = fenced = False
    for number, line in enumerate(lines[skipped:], start=skipped + 1):
        fenced ^= FENCE.match(line) is not None
        bullet = BULLET.fullmatch(line)
        if (bullet and not fenced) or block is None:
            if block is not None:
                yield block
            block = Block(number)
            line = (bullet[1] or "") if bullet else line
        stripped = line.strip().removeprefix("- ")
        if logging or stripped == LOG_START:
            logging = stripped != LOG_END
            block.dropped += 1
        elif dated := DATED.fullmatch(line):
            block.extra[dated[1].casefold()] = dated[2]
            block.dropped += 1
        elif not fenced and (match := PROPERTY.fullmatch(line)):
            _keep(block, match[1].casefold(), (match[2] or "").strip())
            if ANY_BULLET.match(line):
                block.lines.append(line[: line.index("-") + 1])
        elif block.lines and block.lines[-1].strip() == "-" and not ANY_BULLET.match(line):
            block.lines[-1] += " " + line.strip()
        elif line.strip() or block.lines:
            block.lines.append(line)
    if block is not None:
        yield block


def _keep(block: Block, name: str, value: str) -> None:
    if name == "id" and block.identity is None and UUID.fullmatch(value) and len(block.lines) <= 1:
        block.identity = value
    elif name == "tags":
        block.tags += tags_of(value)
    elif HOUSEKEEPING.fullmatch(name) is None and value:
        block.extra[name] = value
    block.dropped += 1
