"""All English rules over one parsed chunk: names, statements, and what the chunk is about."""

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from extraction.lang.en.amounts.measured import AMOUNT
from extraction.lang.en.facts.statements import LEAST, Reader
from extraction.lang.en.names.entities import names
from extraction.lang.en.names.names import Name, probability
from extraction.lang.en.names.terms import ARGUMENT, terms
from extraction.model.context import Context
from extraction.model.findings import Findings, FoundName
from graph.model.types import EntityType, LinkType, RelationType

if TYPE_CHECKING:
    from spacy.tokens import Doc

_LEAST_NAME = 0.4
"""Names less likely than this are not worth a node."""
_EARNED = (ARGUMENT, AMOUNT)
"""The first reasons of names that are nodes because a statement needs them."""
_MANY = 3
"""Facts about one name, and more than half of all, that make it the topic of a text whose start does not tell."""


def findings(doc: "Doc", context: Context) -> Findings:
    """Names and statements of one chunk, names in the order of the text."""
    reader = Reader(doc, context, names(doc, context))
    reader.read()
    reader.names.extend(terms(doc, reader.owners))
    stated = [one for one in reader.statements.values() if one.confidence >= LEAST]
    needed = {end for one in stated for end in (one.subject, one.object)}
    amounts = {one.amount for one in stated}
    needed.update(index for index in reader.amount_names.values() if reader.names[index].name in amounts)
    kept = [
        index
        for index, name in enumerate(reader.names)
        if probability(name.weight) >= _LEAST_NAME and (name.reasons[0] not in _EARNED or index in needed)
    ]
    kept.sort(key=lambda index: reader.names[index].start)
    place = {index: at for at, index in enumerate(kept)}
    about = _about(reader)
    links = _links(reader, about)
    return Findings(
        names=tuple(_found(doc, reader.names[index], index in about, links.get(index)) for index in kept),
        statements=tuple(
            replace(statement, subject=place[statement.subject], object=place[statement.object])
            for statement in stated
            if statement.subject in place and statement.object in place
        ),
    )


def _about(reader: Reader) -> set[int]:
    """The names the text is about: those its title spells, else its first subject, else the subject of most facts."""
    forms = {name.name.casefold() for name in _spelled(reader)} or _subject_forms(reader)
    return {index for index, name in enumerate(reader.names) if name.name.casefold() in forms}


def _spelled(reader: Reader) -> list[Name]:
    title = re.sub(r"\s*\([^()]*\)\s*$", "", reader.context.title or "").strip().casefold()
    return [
        name
        for name in reader.names
        if title and title in (name.name.casefold(), *(alias.casefold() for alias in name.aliases))
    ]


def _subject_forms(reader: Reader) -> set[str]:
    for sentence in reader.sentences:
        for token in sentence:
            index = reader.owners.get(token.i)
            if index is not None and token.dep_ in ("nsubj", "nsubjpass") and _may_be_topic(reader.names[index]):
                return {reader.names[index].name.casefold()}
        if len(sentence) > _MANY:
            break
    told = Counter(reader.names[index].name.casefold() for index in reader.topics)
    most = told.most_common(1)
    return {most[0][0]} if most and most[0][1] >= _MANY and 2 * most[0][1] > told.total() else set()


def _may_be_topic(name: Name) -> bool:
    return name.type is not EntityType.TIME_UNIT


def _links(reader: Reader, about: set[int]) -> dict[int, LinkType]:
    """How the chunk refers to names that do more than occur in it."""
    links = dict.fromkeys(about, LinkType.DESCRIBES)
    places = {statement.place for statement in reader.statements.values() if statement.place}
    for index, name in enumerate(reader.names):
        if index not in about and name.type is EntityType.LOCATION and name.name in places:
            links[index] = LinkType.LOCATED_AT
    for statement in reader.statements.values():
        if statement.subject in about and statement.type is RelationType.INSTANCE_OF:
            links[statement.subject] = LinkType.DEFINES
    return links


def _found(doc: "Doc", name: Name, about: bool, link: LinkType | None) -> FoundName:
    span = doc[name.start : name.end]
    return FoundName(
        start=span.start_char,
        end=span.end_char,
        surface=span.text,
        name=name.name,
        type=name.type,
        confidence=probability(name.weight),
        reasons=(*name.reasons, *(("topic",) if about else ())),
        method=name.method,
        subtype=name.subtype,
        aliases=name.aliases,
        about=about,
        link_type=link or LinkType.MENTIONS,
    )
