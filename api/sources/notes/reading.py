"""Markdown: a section is a memory, with the note's name and the headings above it as its title."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise
from typing import TextIO, cast

from markdown_it import MarkdownIt

from api.sources.heads import head_of
from api.sources.item import Item, LeftOut, Origin, left_out
from api.sources.notes.field_lines import field_lines
from api.sources.notes.file_names import NoteName, note_name
from api.sources.notes.front_matter import TEMPLATE, attending, front_matter, tags_of
from api.sources.notes.marks import marks_of
from api.sources.notes.outline import blocks_of, is_outline, page_properties
from api.sources.notes.page_properties import properties_of
from api.sources.records import item_of, place_of
from api.sources.relations import relation_type, shown
from api.sources.times import in_zone
from graph.model.draft import GivenFact

RELATION = re.compile(r"[-*] ([^\[\n]{1,60}?) \[\[(?:[^\]|\n]*\|)?([^\]|\n]+)\]\].*")
RELATIONS = "relations"
RULES = re.compile(r"(?:[ \t]*(?:-[ \t]*){3,}|[ \t]*(?:\*[ \t]*){3,}|[ \t]*(?:_[ \t]*){3,}|\s)+")
DEEPEST = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class _Heading:
    level: int
    text: str
    first: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Note:
    """What all memories of a note have in common."""

    origin: Origin
    name: NoteName
    title: str | None
    fields: Mapping[str, object] = field(default_factory=dict[str, object])
    extra: Mapping[str, object] = field(default_factory=dict[str, object])
    tags: tuple[str, ...] = ()

    def title_of(self, headings: Sequence[str]) -> str:
        """The note's title and the headings; a name for machines only where there are none."""
        above = self.title
        if above and headings and (above == self.name.title and self.name.plain):
            above = None
        if above and headings and above.casefold() in headings[0].casefold():
            above = None
        return " / ".join([above, *headings] if above else headings)


def read_note(stream: TextIO, origin: Origin) -> Iterator[Item]:
    """One item for each section under `#` or `##`, its text as it stands below the heading.

    The title is the note's and the path of headings, "Nora Lind / Work"; deeper headings stay in the text. Front matter
    gives fields to every section, and `- Tags:`, `- Date:` and `- Content:` at the top of a section to that one. The
    day of a daily note is that of its name. A note without headings is one memory, a heading without text its own text.
    Each block of an outline of Logseq is a memory. Pictures, identities of blocks and housekeeping of applications are
    left out.
    """
    whole = stream.read().replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    above = front_matter(whole, origin)
    name = note_name(origin.path)
    fields = dict(above.fields)
    if "occurred_at" not in fields and name.day is not None:
        fields["occurred_at"] = in_zone(datetime(name.day.year, name.day.month, name.day.day), origin.zone)
    tags = tuple(cast(list[str], fields.pop("tags", [])))
    title = cast(str | None, fields.pop("title", None)) or name.title
    note = _Note(origin=origin, name=name, title=title, fields=fields, extra=above.extra, tags=tags)
    lines = whole.split("\n")
    read = _outline if is_outline(lines[above.lines :], origin.path) else _sections
    empty, people = bool(whole.strip()), above.extra
    for item in read(lines, above.lines, note):
        empty = False
        # Once, as a line of the text would say it: it is no more sure where a note has more sections.
        yield _attended(item, people, title)
        people = {} if item.draft is not None else people
    if empty:
        yield left_out(origin, 1, LeftOut.FILE)


def _outline(lines: list[str], skipped: int, note: _Note) -> Iterator[Item]:
    pairs, taken = page_properties(lines[skipped:])
    tags = tags_of(pairs.pop("tags", ""))
    note = replace(
        note, title=pairs.pop("title", None) or note.title, tags=(*note.tags, *tags), extra={**note.extra, **pairs}
    )
    for block in blocks_of(lines, skipped + taken):
        if block.dropped:
            yield left_out(note.origin, block.line, LeftOut.PROPERTY)
        record = {"source_id": f"logseq:{block.identity}"} if block.identity else {}
        yield from _memory(block.text.split("\n"), note, [], block.line, record, block.extra, block.tags)


def _sections(lines: list[str], skipped: int, note: _Note) -> Iterator[Item]:
    headings = _headings(lines, skipped)
    counts: Counter[str] = Counter()
    end = headings[0].first if headings else len(lines)
    above_all = note
    note = _of_minutes(note, lines[skipped:end], None)
    minutes = note is not above_all
    yield from _section(lines[skipped:end], note, [], skipped + 1, counts)
    above: list[str] = []
    for index, heading in enumerate(headings):
        after = headings[index + 1] if index + 1 < len(headings) else None
        path = [heading.text] if heading.level == 1 else [*above[:1], heading.text]
        above = path if heading.level == 1 else above
        body = lines[heading.after : after.first if after else len(lines)]
        if index == 0 and not minutes:
            note = _of_minutes(note, body, heading.text)
        if heading.level == 1:
            fields, extra, words = properties_of(body, note.origin)
            if fields or extra:
                yield left_out(note.origin, heading.first + 1, LeftOut.PROPERTY)
                body = list(words)
                tags = (*note.tags, *cast(list[str], fields.pop("tags", [])))
                note = replace(note, fields={**note.fields, **fields}, extra={**note.extra, **extra}, tags=tags)
        parent = heading.level == 1 and after is not None and after.level > 1
        if not parent and not any(line.strip() for line in body):
            body = [heading.text]
        yield from _section(body, note, path, heading.first + 1, counts)


def _of_minutes(note: _Note, lines: Sequence[str], heading: str | None) -> _Note:
    """The note with what the head of minutes says of all its sections, which are then of one session; else as it is.

    What front matter says goes before it.
    """
    head = head_of(lines, note.origin, note.name, title=heading)
    if head is None:
        return note
    fields = dict(head.fields)
    title = note.title
    subject = fields.pop("title", None)
    if title is None or (title == note.name.title and note.name.plain) or note.name.title is None:
        title = None if subject == heading else cast(str | None, subject)
    return replace(note, title=title, fields={**fields, **note.fields}, extra={**head.extra, **note.extra})


def _headings(lines: list[str], skipped: int) -> list[_Heading]:
    headings: list[_Heading] = []
    tokens = MarkdownIt("commonmark").parse("\n" * skipped + "\n".join(lines[skipped:]))
    for token, inline in pairwise(tokens):
        level = int(token.tag[1:]) if token.type == "heading_open" and token.level == 0 else DEEPEST + 1
        if level <= DEEPEST and token.map and inline.content.strip():
            headings.append(_Heading(level=level, text=inline.content.strip(), first=token.map[0], after=token.map[1]))
    return headings


def _section(body: list[str], note: _Note, path: list[str], line: int, counts: Counter[str]) -> Iterator[Item]:
    lines = field_lines(body)
    rest = [body[lines.line][lines.column :], *body[lines.line + 1 :]] if lines.line < len(body) else []
    if not any(text.strip() for text in rest):
        return
    part = " / ".join(path)
    counts[part] += 1
    part += f"#{counts[part]}" if counts[part] > 1 else ""
    known = {"tags": lines.tags and list(lines.tags), "occurred_at": lines.date}
    record = {"place": place_of(note.origin, part), **{name: value for name, value in known.items() if value}}
    yield from _memory(rest, note, path, line, record, {}, [])


def _memory(
    lines: Sequence[str],
    note: _Note,
    path: list[str],
    line: int,
    record: Mapping[str, object],
    extra: Mapping[str, object],
    tags: Sequence[str],
) -> Iterator[Item]:
    """The item of some lines of a note, and one for each picture and comment left out."""
    marks = marks_of(lines)
    for _ in range(marks.comments):
        yield left_out(note.origin, line, LeftOut.COMMENT)
    for _ in range(marks.pictures):
        yield left_out(note.origin, line, LeftOut.MEDIA)
    text = "\n".join(marks.lines).strip("\n")
    if not text.strip() or RULES.fullmatch(text):
        return
    if not TEMPLATE.sub("", text).strip():
        yield left_out(note.origin, line, LeftOut.PROPERTY)
        return
    known = {**note.extra, **dict(marks.properties), **extra}
    item = item_of(
        {
            **note.fields,
            "title": note.title_of(path),
            # tags of a section's own line stand for those of the note
            "tags": list(dict.fromkeys([*note.tags, *tags, *marks.tags])),
            **record,
            "text": text,
            "extra": known,
        },
        note.origin,
        line,
    )
    yield _related(item, note, path, marks.lines)


def _attended(item: Item, people: Mapping[str, object], event: str | None) -> Item:
    """The item with the facts of who was there, of those that front matter names; the event is what the note is of."""
    if item.draft is None or not (facts := attending(people, event or item.draft.title or "")):
        return item
    return replace(item, draft=replace(item.draft, facts=(*item.draft.facts, *facts)))


def _related(item: Item, note: _Note, path: list[str], lines: Sequence[str]) -> Item:
    """The item with the facts that a section of relations gives: "- works_at [[Acme]]"."""
    if item.draft is None or not path or path[-1].casefold() != RELATIONS or note.title is None:
        return item
    matches = [match for line in lines if (match := RELATION.fullmatch(line.strip()))]
    facts = [
        GivenFact(subject=note.title, type=relation_type(shown(match[1])), object=match[2], predicate=shown(match[1]))
        for match in matches
        if match[2] != note.title
    ]
    return replace(item, draft=replace(item.draft, facts=tuple(facts[:100])))
