"""memories.md: `## title` with lines for tags, date and content, a form that other tools read too."""

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

HEAD: Final = "# Memories"
TITLE, TAGS, DATE, CONTENT = "## ", "- Tags:", "- Date:", "- Content:"


@dataclass(frozen=True, slots=True)
class Entries:
    """An entry ends with the last line that is its own: further lines of its content are indented by two blanks."""

    identified: bool = True
    titles_written: bool = True

    def pieces(self, text: str) -> list[Piece]:
        """The entries of a text, and what stands around them."""
        start = front_matter_end(text)
        pieces: list[Piece] = [text[:start]]
        entry: list[str] = []
        fences = Fences()
        for line in lines_of(text[start:]):
            if not fences.inside(line) and line.startswith("#"):
                pieces += _entry(entry)
                entry = []
            if entry or line.startswith(TITLE):
                entry.append(line)
            else:
                pieces.append(line)
        return list(merged_runs([*pieces, *_entry(entry)]))

    def written(self, wording: Wording, identity: str | None, like: Block | None, newline: str) -> str:
        """The entry; its date and its tags are those of the one that it replaces where nothing else is known."""
        return entry_text(
            title=wording.title or _title_of(like) or "",
            tags=wording.tags or (),
            date=_line_of(like, DATE) or wording.date,
            content=wording.text,
            identity=identity if self.identified else None,
            newline=newline,
            ending="" if like is not None and not like.raw.endswith("\n") else newline,
        )

    def marked(self, block: Block, identity: str) -> str:
        """The block with its identity below its last line."""
        return marked_below(block, identity)

    def opening(self, name: str, newline: str) -> str:  # noqa: ARG002 -- its head is always this
        """The head of the file."""
        return f"{HEAD}{newline}{newline}"


def entry_text(
    *,
    title: str,
    tags: tuple[str, ...],
    date: str,
    content: str,
    identity: str | None = None,
    newline: str = "\n",
    ending: str = "\n",
) -> str:
    """One entry as it stands in the file, without the blank line behind it."""
    first, *rest = plain(content).split("\n")
    lines = [
        f"{TITLE}{' '.join(title.split())}",
        f"{TAGS} {', '.join(tags)}",
        f"{DATE} {date}",
        f"{CONTENT} {first}",
        *(f"  {line}" if line else "" for line in rest),
    ]
    if identity:
        lines.append(f"<!-- en-{identity} -->")
    return newline.join(lines) + ending


def _entry(lines: list[str]) -> list[Piece]:
    """The block of an entry, and what stands behind its last line."""
    if not lines:
        return []
    content: list[str] = []
    tags: tuple[str, ...] = ()
    date, identity = "", None
    end = 1
    within = False
    for number, line in enumerate(lines[1:], start=1):
        written = bare(line)
        rest, mark = identity_in(written)
        if written.startswith(CONTENT):
            within = True
            content = [written.removeprefix(CONTENT).strip()]
        elif written.startswith(TAGS):
            tags = tuple(tag for each in written.removeprefix(TAGS).split(",") if (tag := each.strip()))
        elif written.startswith(DATE):
            date = written.removeprefix(DATE).strip()
        elif mark is not None and not rest.strip():
            identity = mark
        elif within and (written.startswith("  ") or not written.strip()):
            content.append(written.removeprefix("  "))
        else:
            within = False
            continue
        if written.strip():
            end = number + 1
    text = plain("\n".join(content))
    if not text:
        return ["".join(lines)]
    wording = Wording(text=text, title=bare(lines[0]).removeprefix(TITLE).strip(), tags=tags, date=date)
    return [Block(raw="".join(lines[:end]), wording=wording, id=identity), "".join(lines[end:])]


def _title_of(like: Block | None) -> str | None:
    return like.wording.title if like is not None else None


def _line_of(like: Block | None, field: str) -> str:
    lines = like.raw.split("\n") if like is not None else []
    return next((bare(line).removeprefix(field).strip() for line in lines if line.startswith(field)), "")
