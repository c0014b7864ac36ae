"""Notes: what stands below a heading of the first two levels is a memory, the heading its title."""

import re
from dataclasses import dataclass
from typing import Final

from api.markdown.grammars.pieces import (
    Block,
    Fences,
    Piece,
    bare,
    front_matter_end,
    identity_in,
    lines_of,
    marked_below,
    merged_runs,
)
from api.markdown.wording import Wording, plain
from api.sources.notes.field_lines import field_lines, with_tags

TITLE_MOST: Final = 80
_HEADING: Final = re.compile(r"(#{1,2})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*")


@dataclass(frozen=True, slots=True)
class Sections:
    """A body below `#` or `##` with `<!-- en-ID -->` as its last line; a note without headings is one memory.

    `- Tags:`, `- Date:` and `- Content:` at its top are fields, as where notes are ingested. Titles are the
    headings, which people write: what the graph calls a memory does not change them.
    """

    identified: bool = True
    titles_written: bool = False

    def pieces(self, text: str) -> list[Piece]:
        """The bodies of a note, and its front matter, headings and blank lines."""
        start = front_matter_end(text)
        pieces: list[Piece] = [text[:start]]
        body: list[str] = []
        title: str | None = None
        fences = Fences()
        for line in lines_of(text[start:]):
            match = None if fences.inside(line) else _HEADING.fullmatch(bare(line))
            if match is None:
                body.append(line)
                continue
            pieces += _bodies(body, title)
            pieces.append(line)
            body, title = [], match[2].strip() or None
        return list(merged_runs([*pieces, *_bodies(body, title)]))

    def written(self, wording: Wording, identity: str | None, like: Block | None, newline: str) -> str:
        """The body in place of another, or a section of its own with the title as its heading."""
        text = plain(wording.text).replace("\n", newline)
        mark = f"{newline}<!-- en-{identity} -->" if identity and self.identified else ""
        if like is not None:
            return _fields_of(like, wording) + text + mark + like.raw[len(like.raw.rstrip("\r\n")) :]
        title = " ".join((wording.title or wording.text).split())[:TITLE_MOST]
        return f"{newline}## {title}{newline}{newline}{text}{mark}{newline}"

    def marked(self, block: Block, identity: str) -> str:
        """The block with its identity below its last line."""
        return marked_below(block, identity)

    def opening(self, name: str, newline: str) -> str:
        """A heading with the name of the file."""
        return f"# {name}{newline}"


def _bodies(lines: list[str], title: str | None) -> list[Piece]:
    """The body among some lines, without the blank lines around it; nothing but prose where it says nothing."""
    filled = [at for at, line in enumerate(lines) if bare(line).strip()]
    if not filled:
        return ["".join(lines)]
    first, last = filled[0], filled[-1]
    identity = None
    wording: list[str] = []
    fields = field_lines(lines[first : last + 1])
    begins = first + fields.line
    for number, whole in enumerate(lines[begins : last + 1], start=begins):
        line = whole[fields.column :] if number == begins else whole
        rest, mark = identity_in(bare(line))
        # Whoever adds to a note writes behind the last line, which is that of the identity.
        if mark is None or identity is not None or (rest.strip() and number < last):
            wording.append(bare(line))
        else:
            identity = mark
            wording += [rest] if rest.strip() else []
    text = plain("\n".join(wording))
    raw = "".join(lines[first : last + 1])
    if not _says_something(text):
        return ["".join(lines)]
    says = Wording(text=text, title=title, tags=fields.tags, date=fields.date or "")
    block = Block(raw=raw, wording=says, id=identity)
    return ["".join(lines[:first]), block, "".join(lines[last + 1 :])]


def _fields_of(block: Block, wording: Wording) -> str:
    """The lines of fields above the text of a block, with the tags of a memory."""
    lines = lines_of(block.raw)
    fields = field_lines(lines)
    if fields.tags_line is not None and wording.tags is not None and set(wording.tags) != set(fields.tags or ()):
        lines[fields.tags_line] = with_tags(lines[fields.tags_line], wording.tags)
    return "".join(lines[: fields.line]) + "".join(
        line[: fields.column] for line in lines[fields.line : fields.line + 1]
    )


def _says_something(text: str) -> bool:
    """Whether a body is more than rules, comments and marks."""
    without = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    return re.search(r"\w", without) is not None
