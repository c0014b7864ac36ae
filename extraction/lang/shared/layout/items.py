"""The items of a label or of a cell: people, things, values, and which name each of them is."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from extraction.lang.shared.span import Span
from extraction.model.findings import FoundName, FoundStatement
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, RelationType
from graph.tables import table_rows, values

LONGEST: Final = 48
"""Characters of an item, at most."""
MOST_WORDS: Final = 5
"""Words of an item, at most."""
_MOST_ITEM_WORDS: Final = 2
ENDED: Final = re.compile(r"[.。;；!！?？](?:\s|$|(?<=[。！？]))")
"""Where a sentence ends."""
_STOP: Final = re.compile(rf"{ENDED.pattern}|\s\(|[(（]|\*\*")
"""Where a value ends that is no list."""
_ITEMS: Final = re.compile(r"(?:(?<!\d),|,(?!\d)|[、，])\s*")
_BRACKETS: Final = re.compile(r"[(（][^()（）]*[)）]")
CLAUSE: Final = re.compile(r"[一-鿿々ァ-ヺー\w] ?[をがは] ?[一-鿿々ァ-ヺー\dA-Za-z]")
"""A particle of a Japanese clause, which no item has: リンさんが停止."""
LIKE_NAME: Final = re.compile(r"[A-Z][\w'’.-]+(?: [A-Z][\w'’.-]+){0,2}")
"""What stands in a row of people like a name, whether it is known as one or not."""


HEADING: Final = re.compile(r"^[ \t]*#{1,6}[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)
"""A heading of Markdown."""
_SENTENCE: Final = re.compile(r"[.。!！?？:：;；,、]$|[:：][ \t]|[→`|]|[.。!?] ")
"""What a line has that is no title."""


class Deed(NamedTuple):
    """What people behind a label do with the thing that a note is about."""

    verb: str
    relation: RelationType


DEEDS: Final = {
    label: Deed(verb, RelationType(relation))
    for labels, verb, relation, _ in table_rows(
        "extraction.lang.shared", "people_labels", "labels does relation example"
    )
    for label in values(labels)
}


def topic_before(text: str, place: int, title: str | None) -> str | None:
    """What a note is about at a place: the heading above it, the line that the text begins with, or its title."""
    headings = [match[1] for match in HEADING.finditer(text, 0, place)]
    return headings[-1] if headings else first_line(text) or title


def first_line(text: str) -> str | None:
    """The line that a text begins with like a title: short, no sentence and no item, and others follow it."""
    line, _, rest = text.partition("\n")
    is_title = line[:1].isalnum() and len(line) <= LONGEST and not _SENTENCE.search(line.rstrip())
    return line.strip() if is_title and rest.strip() and len(line.split()) > 1 else None


End = tuple[int | None, str]
"""The name that an end of a fact is, if any, and its words."""


class FactWords(NamedTuple):
    """What a fact says between its ends, how sure it is, and by what it was read."""

    predicate: str
    lemma: str
    type: RelationType
    confidence: float
    reason: str
    method: str


def fact_between(subject: End, words: FactWords, thing: End, span: Span) -> FoundStatement | LiteralFact:
    """A statement where both ends are names, else a literal fact."""
    if subject[0] is not None and thing[0] is not None:
        return FoundStatement(
            subject=subject[0], object=thing[0], predicate=words.predicate, lemma=words.lemma, type=words.type,
            start=span.start, end=span.end, confidence=words.confidence, reasons=(words.reason,), method=words.method,
            subject_text=subject[1], object_text=thing[1],
        )  # fmt: skip
    return LiteralFact(
        subject=subject[0], subject_text=subject[1], predicate=words.predicate, lemma=words.lemma, object=thing[0],
        object_text=thing[1], type=words.type, start=span.start, end=span.end, confidence=words.confidence,
        reasons=(words.reason,), method=words.method,
    )  # fmt: skip


def people_in(text: str, start: int, end: int, names: Sequence[FoundName]) -> list[Span]:
    """The people of a value that lists two of them and more, whatever else is said of each: "Ann (remote), Mr Lee"."""
    parts = list(split_at(text, start, end, _ITEMS))
    firsts = [
        Span(name.start, name.end)
        for part in parts
        for name in names
        if name.type is EntityType.PERSON and part.start <= name.start <= part.start + 1 and name.end <= part.end
    ]
    return firsts if len(parts) > 1 and len(firsts) == len(parts) else []


def values_in(text: str, start: int, end: int) -> Iterator[Span]:
    """The items of a value that lists short ones, else the value up to the end of its sentence."""
    sentence = ENDED.search(text, start, end)
    parts = list(split_at(text, start, sentence.start() if sentence is not None else end, _ITEMS))
    bare = [without_bracket(text, part) for part in parts]
    if len(parts) > 1 and all(_is_item(text[part.start : part.end]) for part in bare):
        yield from bare
        return
    stop = _STOP.search(text, start, end)
    last = stop.start() if stop is not None else end
    value = text[start:last].strip("`* \t")
    start = text.index(value, start) if value else start
    if any(map(str.isalnum, value)) and len(value) <= 2 * LONGEST:
        yield Span(start, start + len(value))


def split_at(text: str, start: int, end: int, sign: re.Pattern[str]) -> Iterator[Span]:
    """The stretches between signs that stand in no bracket."""
    brackets = [match.span() for match in _BRACKETS.finditer(text, start, end)]
    for match in sign.finditer(text, start, end):
        if not any(first <= match.start() < last for first, last in brackets):
            yield Span(start, match.start())
            start = match.end()
    yield Span(start, end)


def without_bracket(text: str, span: Span) -> Span:
    """What stands before a bracket, without the signs around it."""
    bracket = _BRACKETS.search(text, span.start, span.end)
    end = bracket.start() if bracket is not None and bracket.start() > span.start else span.end
    stretch = text[span.start : end]
    start = span.start + len(stretch) - len(stretch.lstrip(" \t`*"))
    return Span(start, max(start, span.start + len(stretch.rstrip(" \t`*。."))))


def _is_item(words: str) -> bool:
    """Whether words may be an item of a list of things, and no part of a sentence."""
    return is_short(words) and len(words.split()) <= _MOST_ITEM_WORDS


def is_short(words: str) -> bool:
    """Whether words are few and no clause."""
    is_short = 0 < len(words) <= LONGEST and len(words.split()) <= MOST_WORDS
    return is_short and CLAUSE.search(words) is None


def is_person_at(names: Sequence[FoundName], item: Span) -> bool:
    """Whether an item is a person."""
    index = name_in(names, item)
    return index is not None and names[index].type is EntityType.PERSON


def name_in(names: Sequence[FoundName], span: Span) -> int | None:
    """The one name that an item is: it fills at least half of it."""
    inside = [
        place
        for place, name in enumerate(names)
        if span.start <= name.start < name.end <= span.end and 2 * (name.end - name.start) >= span.end - span.start
    ]
    return inside[0] if len(inside) == 1 else None
