"""Markdown: a section is a memory, with the headings above it as its title."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePath
from typing import TextIO

from markdown_it import MarkdownIt

from api.sources.item import Item, Origin
from api.sources.records import item_of

FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL)
PAIR = re.compile(r"([^\s:#][^:]*):[ \t]*(.*)")
FIELD_LINE = re.compile(r"[-*][ \t]+(Tags|Date|Content|タグ|日付|内容)[ \t]*[:\uff1a][ \t]*(.*)", re.IGNORECASE)
FIELDS = {"tags": "tags", "タグ": "tags", "date": "occurred_at", "日付": "occurred_at"}
DEEPEST = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class _Heading:
    level: int
    text: str
    first: int
    after: int


def read_markdown(stream: TextIO, origin: Origin) -> Iterator[Item]:
    """One item for each section under `#` or `##`, its text exactly as it stands below the heading.

    The title is the path of headings, "H1 / H2"; deeper headings stay in the text. Front matter gives fields to every
    section, and `- Tags:`, `- Date:` and `- Content:` at the top of a section to that one. A file without headings
    is one memory, a heading without text its own text.
    """
    whole = stream.read().replace("\r\n", "\n").replace("\r", "\n")
    common, skipped = _front_matter(whole)
    lines = whole.split("\n")
    headings = _headings(lines, skipped)
    common = {"source": PurePath(origin.path).name} | common
    above = str(common.pop("title", "") or "")
    end = headings[0].first if headings else len(lines)
    if item := _section(lines[skipped:end], common, above, origin, skipped + 1):
        yield item
    for index, heading in enumerate(headings):
        until = headings[index + 1].first if index + 1 < len(headings) else len(lines)
        if heading.level == 1:
            above = heading.text
            title = above
        else:
            title = f"{above} / {heading.text}" if above else heading.text
        body = lines[heading.after : until]
        parent = heading.level == 1 and index + 1 < len(headings) and headings[index + 1].level > 1
        if not parent and not any(line.strip() for line in body):
            body = [heading.text]
        if item := _section(body, common, title, origin, heading.first + 1):
            yield item


def _front_matter(whole: str) -> tuple[dict[str, object], int]:
    """The pairs between the `---` lines and the number of lines they take."""
    match = FRONT_MATTER.match(whole)
    if not match:
        return {}, 0
    pairs: dict[str, object] = {}
    for line in match[1].split("\n"):
        if pair := PAIR.fullmatch(line.strip()):
            pairs[pair[1].strip().lower()] = pair[2].strip().strip("\"'")
    return pairs, match[0].count("\n")


def _headings(lines: list[str], skipped: int) -> list[_Heading]:
    headings: list[_Heading] = []
    tokens = MarkdownIt("commonmark").parse("\n" * skipped + "\n".join(lines[skipped:]))
    for token, inline in pairwise(tokens):
        level = int(token.tag[1:]) if token.type == "heading_open" and token.level == 0 else DEEPEST + 1
        if level <= DEEPEST and token.map:
            headings.append(_Heading(level=level, text=inline.content.strip(), first=token.map[0], after=token.map[1]))
    return headings


def _section(body: list[str], common: Mapping[str, object], title: str, origin: Origin, line: int) -> Item | None:
    fields, rest = _fields(body)
    text = "\n".join(rest).strip("\n")
    if not text.strip():
        return None
    return item_of({**common, "title": title, **fields, "text": text}, origin, line)


def _fields(body: list[str]) -> tuple[dict[str, object], list[str]]:
    """The field lines at the top of a section, and what is left as text."""
    fields: dict[str, object] = {}
    for index, line in enumerate(body):
        match = FIELD_LINE.fullmatch(line.strip())
        if match and match[1].lower() in ("content", "内容"):
            return fields, [match[2], *body[index + 1 :]]
        if match:
            fields[FIELDS[match[1].lower()]] = match[2]
        elif line.strip():
            return fields, body[index:]
    return fields, []
