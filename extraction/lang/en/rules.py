"""The English extraction of one parsed chunk: names, statements, and the topic."""

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from extraction.lang.en.amounts.measured import AMOUNT
from extraction.lang.en.facts.literals import literals
from extraction.lang.en.facts.references import references
from extraction.lang.en.facts.statements import LEAST, Reader
from extraction.lang.en.names.entities import names
from extraction.lang.en.names.name_like import name_like
from extraction.lang.en.names.names import Name, probability
from extraction.lang.en.names.terms import ARGUMENT, terms
from extraction.lang.en.parse.parse_repair import repair_named_roles
from extraction.model.context import Context
from extraction.model.findings import Findings, FoundName
from graph.model.types import EntityType, LinkType, RelationType, holds

if TYPE_CHECKING:
    from spacy.tokens import Doc

_LEAST_NAME = 0.4
"""Names less likely than this get no node."""
_STATEMENT_REASONS = (ARGUMENT, AMOUNT)
"""The first reasons of names that are nodes because a statement needs them."""
_TOPIC_FACTS = 3
"""Facts about one name, and more than half of all, that make it the topic where the start of the text has none."""
_HEADING_WORDS = 3
"""Words of a heading, whose subject may stand in the next sentence."""


def findings(doc: "Doc", context: Context) -> Findings:
    """Names and statements of one chunk, names in the order of the text."""
    repair_named_roles(doc)
    reader = Reader(doc, context, names(doc, context))
    reader.read()
    reader.names.extend(terms(doc, reader.owners))
    statements = [statement for statement in reader.statements.values() if statement.confidence >= LEAST]
    read = literals(reader, statements)
    needed = {end for statement in read.statements for end in (statement.subject, statement.object)}
    amounts = {statement.amount for statement in read.statements}
    needed.update(index for index in reader.amount_names.values() if reader.names[index].name in amounts)
    kept = [
        index
        for index, name in enumerate(reader.names)
        if probability(name.weight) >= _LEAST_NAME and (name.reasons[0] not in _STATEMENT_REASONS or index in needed)
    ]
    kept.sort(key=lambda index: reader.names[index].start)
    place = {index: at for at, index in enumerate(kept)}
    topics = _topics(reader)
    links = _links(reader, topics)
    return Findings(
        names=tuple(_found_name(doc, reader.names[index], index in topics, links.get(index)) for index in kept),
        statements=tuple(
            replace(statement, subject=place[statement.subject], object=place[statement.object])
            for statement in read.statements
            if statement.subject in place and statement.object in place
        ),
        literals=tuple(
            replace(
                literal,
                subject=None if literal.subject is None else place.get(literal.subject),
                object=None if literal.object is None else place.get(literal.object),
            )
            for literal in read.literals
        ),
        name_like=tuple(name_like(doc)),
    )


def _topics(reader: Reader) -> set[int]:
    """The topic of the text: the names in its title, else its first subject, else the subject of most facts."""
    forms = {name.name.casefold() for name in _named_by_title(reader)} or _subject_forms(reader)
    return {index for index, name in enumerate(reader.names) if name.name.casefold() in forms}


def _named_by_title(reader: Reader) -> list[Name]:
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
            if (
                index is not None
                and token.dep_ in ("nsubj", "nsubjpass")
                and reader.names[index].type is not EntityType.TIME_UNIT
            ):
                return {reader.names[index].name.casefold()}
        if len(sentence) > _HEADING_WORDS:
            break
    facts = Counter(reader.names[index].name.casefold() for index in reader.topics)
    for form, count in facts.most_common(1):
        if count >= _TOPIC_FACTS and 2 * count > facts.total():
            return {form}
    return set()


def _links(reader: Reader, topics: set[int]) -> dict[int, LinkType]:
    """The link from the chunk to each name that is more than mentioned; what it is about is described."""
    links = references(reader.tree, reader.owners, reader.names) | dict.fromkeys(topics, LinkType.DESCRIBES)
    places = {statement.place for statement in reader.statements.values() if statement.place}
    for index, name in enumerate(reader.names):
        if index not in topics and name.type is EntityType.LOCATION and name.name in places:
            links[index] = LinkType.LOCATED_AT
    for statement in reader.statements.values():
        if statement.subject in topics and statement.type is RelationType.INSTANCE_OF:
            links[statement.subject] = LinkType.DEFINES
        is_stated = holds(statement.polarity, statement.modality)
        if statement.type is RelationType.OWNERSHIP and statement.object not in topics and is_stated:
            links[statement.object] = LinkType.OWNS
    return links


def _found_name(doc: "Doc", name: Name, is_topic: bool, link: LinkType | None) -> FoundName:
    span = doc[name.start : name.end]
    start, end = name.written or (span.start_char, span.end_char)
    return FoundName(
        start=start,
        end=end,
        surface=doc.text[start:end],
        name=name.name,
        type=name.type,
        confidence=probability(name.weight),
        reasons=(*name.reasons, *(("topic",) if is_topic else ())),
        method=name.method,
        subtype=name.subtype,
        aliases=name.aliases,
        about=is_topic,
        link_type=link or LinkType.MENTIONS,
    )
