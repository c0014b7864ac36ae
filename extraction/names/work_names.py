"""What notes of work are about, as the tagging head marks it: services, files, teams, tasks, the retry queue.

The network was taught by such notes alone, and marks nothing in other texts (its gate).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from extraction.encoder.states import WORK_TAGS
from extraction.model.findings import Findings, FoundName
from extraction.names.identifiers import OF_WORK
from extraction.names.keys import aliases_of, display_name
from extraction.names.label_confidence import TYPES
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from extraction.encoder.tagging import Tagged

_EVERYDAY: Final = (EntityType.PERSON, EntityType.LOCATION, EntityType.ORGANIZATION)
"""Types that the head has read in many more texts of everyday life."""
_SURE: Final = 0.5
LEAST: Final = 0.4
"""Confidence below which a marked span is no name."""
_SHORTEST: Final = 2


def with_work_names(findings: Findings, doc: "Doc") -> Findings:
    """The findings of a document with the marked names that no name of theirs touches; facts are left as they are."""
    added = [
        _named(doc.text[tag.start : tag.end], tag)
        for tag in _work_tags(doc)
        if not any(name.start < tag.end and tag.start < name.end for name in findings.names)
    ]
    return replace(findings, names=(*findings.names, *added)) if added else findings


def _named(surface: str, tag: "Tagged") -> FoundName:
    name = display_name(surface)
    return FoundName(
        start=tag.start,
        end=tag.end,
        surface=surface,
        name=name,
        type=EntityType(tag.label),
        confidence=tag.confidence,
        reasons=(OF_WORK, f"head:{tag.label}"),
        method="head",
        aliases=tuple(form for form in aliases_of(surface) if form != name),
    )


def _work_tags(doc: "Doc") -> "Sequence[Tagged]":
    """The marked spans of a note of work, labelled with the values of entity types; none of any other text.

    What is marked once is a name wherever the text writes it, of the type that is surest.
    """
    tags: Sequence[Tagged] = doc.user_data.get(WORK_TAGS, ())
    marked = [_as_everyday(doc, tag) for tag in tags if tag.confidence >= LEAST]
    surest: dict[str, Tagged] = {}
    for tag in sorted(marked, key=lambda tag: -tag.confidence):
        surest.setdefault(doc.text[tag.start : tag.end], tag)
    marked = [replace(tag, label=surest[doc.text[tag.start : tag.end]].label) for tag in marked]
    return sorted([*marked, *_again(doc, marked, surest)], key=lambda tag: tag.start)


def _as_everyday(doc: "Doc", tag: "Tagged") -> "Tagged":
    """A person, place or firm as the head calls it by all that it has read."""
    if tag.label in _EVERYDAY:
        for entity in doc.ents:
            type_ = TYPES.get(entity.label_)
            is_same = (entity.start_char, entity.end_char) == (tag.start, tag.end)
            if is_same and type_ in _EVERYDAY and entity._.confidence >= _SURE:
                return replace(tag, label=type_)
    return tag


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
