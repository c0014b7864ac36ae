"""What notes of work are about, as the tagging head marks it: services, files, teams, tasks, the retry queue.

The network was taught by such notes alone, and marks nothing in other texts (its gate).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol

from extraction.encoder.states import WORK_TAGS
from extraction.model.findings import Findings, FoundName
from extraction.names.identifiers import OF_WORK
from extraction.names.keys import aliases_of, display_name
from graph.model.types import EntityType, RelationType

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from extraction.encoder.tagging import Tagged

_KNOWN: Final = "known"
"""Method, or reason, of names that the graph has already."""
_LEAST: Final = 0.4
"""Confidence below which a marked span is no name."""
_TYPED: Final = 0.6
"""Confidence from which the type of a name that was read before is the marked one."""
_SHORTEST: Final = 2


def with_work_names(findings: Findings, doc: "Doc") -> Findings:
    """The findings of a document with the marked names, and the marked types of names that were read before.

    A marked stretch that only shares characters with a name is left out, but where it holds the name whole: no end of a
    fact is cut, and some are completed.
    """
    tags = work_tags(doc)
    if not tags:
        return findings
    names = list(findings.names)
    facts = (*findings.statements, *findings.literals)
    bound = {end for fact in facts if fact.type is not RelationType.RELATES_TO for end in (fact.subject, fact.object)}
    for tag in tags:
        touching = [place for place, name in enumerate(names) if name.start < tag.end and tag.start < name.end]
        if not touching:
            names.append(_named(doc.text[tag.start : tag.end], tag))
        elif len(touching) == 1:
            place = touching[0]
            names[place] = _marked(doc, names[place], tag, is_bound=place in bound)
    return replace(findings, names=tuple(names))


def _marked(doc: "Doc", name: FoundName, tag: "Tagged", *, is_bound: bool) -> FoundName:
    """A name as it is marked, unless the graph, a date, its grammar or a relation of certain types tells what it is."""
    if is_told(name):
        return name
    if (name.start, name.end) == (tag.start, tag.end):
        type_ = EntityType(tag.label)
        is_left = name.type is type_ or is_bound or tag.confidence < max(_TYPED, name.confidence)
        return name if is_left else replace(name, type=type_, reasons=(*name.reasons, marked_as(type_)))
    if name.start < tag.start or tag.end < name.end:
        return name
    longer = _named(doc.text[tag.start : tag.end], tag)
    return replace(longer, about=name.about, link_type=name.link_type)


def _named(surface: str, tag: "Tagged") -> FoundName:
    name = display_name(surface)
    return FoundName(
        start=tag.start,
        end=tag.end,
        surface=surface,
        name=name,
        type=EntityType(tag.label),
        confidence=tag.confidence,
        reasons=(OF_WORK, marked_as(EntityType(tag.label))),
        method="head",
        aliases=tuple(form for form in aliases_of(surface) if form != name),
    )


def work_tags(doc: "Doc") -> "Sequence[Tagged]":
    """The marked spans of a note of work, labelled with the values of entity types; none of any other text."""
    return doc.user_data.get(WORK_TAGS, ())


class _TypedName(Protocol):
    """A name of any language, as its own rules have it."""

    @property
    def type(self) -> EntityType: ...
    @property
    def subtype(self) -> str | None: ...
    @property
    def method(self) -> str: ...
    @property
    def reasons(self) -> Sequence[str]: ...


def is_told(name: _TypedName) -> bool:
    """Whether the graph, a date or the grammar of identifiers tells what a name is, so that no mark changes it."""
    return name.subtype is not None or name.type is EntityType.TIME_UNIT or _KNOWN in (name.method, *name.reasons)


def marked_as(type_: EntityType) -> str:
    """The reason of a name that has the type of its mark."""
    return f"head:{type_.value}"


def sure_marks(doc: "Doc") -> "dict[tuple[int, int], Tagged]":
    """The marked spans that are sure of their type, by their first and last character."""
    return {(tag.start, tag.end): tag for tag in work_tags(doc) if tag.confidence >= _TYPED}


def otherwise_marked(name: _TypedName, confidence: float, mark: "Tagged | None") -> EntityType | None:
    """The type of a name by its mark, where that is surer than what read the name and says something else."""
    if mark is None or is_told(name) or mark.confidence <= confidence or mark.label == name.type.value:
        return None
    return EntityType(mark.label)


def marked_everywhere(doc: "Doc", tags: "Sequence[Tagged]") -> "Sequence[Tagged]":
    """What is marked once, wherever the text writes it, of the type that is surest; in the order of the text."""
    marked = [tag for tag in tags if tag.confidence >= _LEAST]
    surest: dict[str, Tagged] = {}
    for tag in sorted(marked, key=lambda tag: -tag.confidence):
        surest.setdefault(doc.text[tag.start : tag.end], tag)
    marked = [replace(tag, label=surest[doc.text[tag.start : tag.end]].label) for tag in marked]
    return sorted([*marked, *_again(doc, marked, surest)], key=lambda tag: tag.start)


def marked_words(doc: "Doc") -> dict[int, EntityType]:
    """The words of what a note of work is about, each with its type."""
    return {
        word.i: EntityType(tag.label)
        for tag in work_tags(doc)
        for word in doc.char_span(tag.start, tag.end, alignment_mode="expand") or ()
    }


def _again(doc: "Doc", marked: "Sequence[Tagged]", surest: "dict[str, Tagged]") -> "Iterator[Tagged]":
    """The other places of what is marked, of whole words that no marked span touches."""
    surfaces = sorted((surface for surface in surest if len(surface) >= _SHORTEST), key=len, reverse=True)
    if not surfaces:
        return
    for match in re.finditer("|".join(map(re.escape, surfaces)), doc.text):
        start, end = match.span()
        if any(tag.start < end and start < tag.end for tag in marked):
            continue
        if doc.char_span(start, end) is not None:
            yield replace(surest[match[0]], start=start, end=end)
