"""Lines of fields at the top of a section, read alike wherever notes are: "- Tags: a, b", "- Date: 2026-11-07"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_LINE: Final = re.compile(
    r"[ \t]*[-*][ \t]+(Tags|Date|Content|タグ|日付|内容)[ \t]*[:\uff1a][ \t]*(.*?)[ \t\r\n]*", re.IGNORECASE | re.DOTALL
)
_MEANING: Final = {"タグ": "tags", "日付": "date", "内容": "content"}
_BETWEEN_TAGS: Final = re.compile(r"[;,\u3001\uff0c\uff1b]")


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldLines:
    """What the lines say, and where the text begins: in which line, and at which character of it.

    `tags` are None, and `date` and `tags_line` too, where no line tells them.
    """

    date: str | None = None
    tags: tuple[str, ...] | None = None
    tags_line: int | None = None
    line: int = 0
    column: int = 0


def field_lines(body: Sequence[str]) -> FieldLines:
    """The fields of a section. "- Content:" is the last of them: behind it the text begins."""
    date: str | None = None
    tags: tuple[str, ...] | None = None
    tags_line: int | None = None
    for number, line in enumerate(body):
        match = _LINE.fullmatch(line)
        meaning = match and _MEANING.get(match[1].lower(), match[1].lower())
        if match and meaning == "content":
            return FieldLines(date=date, tags=tags, tags_line=tags_line, line=number, column=match.start(2))
        if match and meaning == "tags":
            tags, tags_line = _tags(match[2]), number
        elif match:
            date = match[2]
        elif line.strip():
            return FieldLines(date=date, tags=tags, tags_line=tags_line, line=number)
    return FieldLines(date=date, tags=tags, tags_line=tags_line, line=len(body))


def with_tags(line: str, tags: Sequence[str]) -> str:
    """A line of tags with others in their place: "* タグ: 料理" with 朝食 is "* タグ: 朝食"."""
    match = _LINE.fullmatch(line)
    assert match is not None, "a line of fields"
    return line[: match.start(2)] + ", ".join(tags) + line[match.end(2) :]


def _tags(written: str) -> tuple[str, ...]:
    parts = _BETWEEN_TAGS.split(written.removeprefix("[").removesuffix("]"))
    tags = (part.strip().strip("\"'").removeprefix("#").strip() for part in parts)
    return tuple(dict.fromkeys(tag for tag in tags if tag))
