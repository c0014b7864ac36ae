"""Merges the facts that a caller gives with a memory into what is extracted from its text."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.facts.name_positions import frame_of, places_of
from extraction.facts.predicate_types import end_types
from extraction.names.forms.name_forms import name_forms
from extraction.names.keys import aliases_of, display_name, name_key
from extraction.names.speakers import ME, ONESELF, THE_USER, person
from graph.db.type_catalogue import RELATION_WORDS, SYMMETRIC
from graph.errors import Invalid
from graph.extractor import ExtractionInput
from graph.model.draft import Draft, GivenFact
from graph.model.extraction import Chunk, Mention, Statement
from graph.model.types import EntityType, LinkType, holds

METHOD: Final = "given"
_REASON: Final = "given with the memory"
_SURE: Final = 1.0
"""Given facts are certain."""


def resolved_name(name: str, speaker: str | None) -> str:
    """The entity that a name in a given fact means: "I" is the speaker or else the user, "user" the user.

    Raises Invalid where a program speaks of itself, which has no entity.
    """
    word = name.casefold()
    if word not in ONESELF and word not in THE_USER:
        return name
    who = person(speaker)
    if who is None and speaker and word in ONESELF:
        raise Invalid("facts", "what a program says of itself is nobody's.", allowed="a name in place of oneself")
    return who or ME


def fact_sentences(draft: Draft) -> list[str]:
    """The facts given with a draft as sentences without a full stop, which are indexed and embedded."""
    return [
        f"{resolved_name(fact.subject, draft.speaker)} {_predicate(fact)} {resolved_name(fact.object, draft.speaker)}"
        for fact in draft.facts
    ]


def is_given(mention: Mention) -> bool:
    """Whether a name is part of a given fact, which fixes its type."""
    return _REASON in mention.reasons


def with_given_facts(
    work: ExtractionInput, mentions: Sequence[Mention], statements: Sequence[Statement]
) -> tuple[tuple[Mention, ...], tuple[Statement, ...]]:
    """The extracted mentions and statements with the given facts merged in. A pure function.

    An extracted name keeps its type unless another one is given. An extracted statement that plainly says the same
    becomes the given fact; all others stay.
    """
    facts = work.draft.facts
    if not facts:
        return tuple(mentions), tuple(statements)
    kinds = _kinds(work, mentions)
    merged = [_typed(mention, kinds.get(mention.key, mention.type)) for mention in mentions]
    about = {_key(work, fact.subject) for fact in facts}
    places = {key: _place(work, merged, key, name, kinds[key], key in about) for key, name in _names(work).items()}
    merged_statements = list(statements)
    for fact in facts:
        subject, object_ = (places[_key(work, name)] for name, _ in fact.ends)
        _add_fact(work.reading.chunks, merged, merged_statements, fact, (subject, object_))
    return tuple(merged), tuple(merged_statements)


def _key(work: ExtractionInput, name: str) -> str:
    return name_key(resolved_name(name, work.draft.speaker))


def _names(work: ExtractionInput) -> dict[str, str]:
    """The names of given facts by key, in order, each as it was first given."""
    names: dict[str, str] = {}
    for fact in work.draft.facts:
        for name, _ in fact.ends:
            names.setdefault(_key(work, name), resolved_name(name, work.draft.speaker))
    return names


def _kinds(work: ExtractionInput, mentions: Sequence[Mention]) -> dict[str, EntityType]:
    """The type of each name in given facts.

    Precedence: the given type, the extracted one, the one that the relations expect.
    """
    expected: dict[str, EntityType] = {}
    stated: dict[str, EntityType] = {name_key(ME): EntityType.PERSON}
    for fact in reversed(work.draft.facts):
        for (name, kind), end_type in zip(fact.ends, end_types(fact.type), strict=True):
            key = _key(work, name)
            expected |= {key: end_type or expected.get(key, EntityType.CONCEPT)}
            stated |= {key: kind} if kind else {}
    extracted = {mention.key: mention.type for mention in sorted(mentions, key=lambda mention: mention.confidence)}
    return {key: stated.get(key) or extracted.get(key) or kind for key, kind in expected.items()}


def _typed(mention: Mention, kind: EntityType) -> Mention:
    """The mention with another type, its name forms computed anew."""
    return (
        mention
        if mention.type is kind
        else replace(mention, type=kind, forms=name_forms(mention.name, kind, mention.surface))
    )


def _place(work: ExtractionInput, mentions: list[Mention], key: str, name: str, kind: EntityType, about: bool) -> int:
    """The index of a given name among the mentions, to which it is added if it was not extracted.

    `about`: it is a subject.
    """
    link = LinkType.DESCRIBES if about else LinkType.MENTIONS
    positions = [at for at, mention in enumerate(mentions) if mention.key == key]
    if positions:
        at = max(positions, key=lambda at: (mentions[at].confidence, -at))
        reasons = tuple(dict.fromkeys((*mentions[at].reasons, _REASON)))
        link = link if mentions[at].link_type is LinkType.MENTIONS else mentions[at].link_type
        mentions[at] = replace(mentions[at], confidence=_SURE, reasons=reasons, link_type=link)
        return at
    display = name if name == ME else display_name(name)
    aliases = aliases_of(name)
    chunk, start = _first_position(work.reading.chunks, name)
    mentions.append(
        Mention(
            chunk=chunk.ordinal,
            start=start,
            end=None if start is None else start + len(name),
            surface=name,
            name=display,
            key=key,
            type=kind,
            link_type=link,
            confidence=_SURE,
            reasons=(_REASON,),
            method=METHOD,
            aliases=aliases,
            alias_keys=tuple(map(name_key, aliases)),
            forms=name_forms(display, kind, name),
        )
    )
    return len(mentions) - 1


def _first_position(chunks: Sequence[Chunk], name: str) -> tuple[Chunk, int | None]:
    """The first chunk with the name, and its place in the memory's text; else the first chunk and None."""
    for chunk in chunks:
        at = next(places_of(chunk.text, name), None)
        if at is not None:
            return chunk, chunk.start + at
    return chunks[0], None


def _add_fact(
    chunks: Sequence[Chunk],
    mentions: Sequence[Mention],
    statements: list[Statement],
    fact: GivenFact,
    ends: tuple[int, int],
) -> None:
    """Adds a given fact to the statements, or confirms the one that states it."""
    for at, statement in enumerate(statements):
        if _states(statement, mentions, fact, ends):
            words = {} if fact.predicate is None else {"predicate": fact.predicate, "lemma": fact.predicate.casefold()}
            reasons = tuple(dict.fromkeys((*statement.reasons, _REASON)))
            statements[at] = replace(statement, confidence=_SURE, reasons=reasons, method=METHOD, **words)
            return
    subject, object_ = (mentions[end] for end in ends)
    chunk = chunks[subject.chunk]
    (start, end), _ = frame_of(
        chunk, [statement for statement in (subject, object_) if statement.chunk == chunk.ordinal]
    )
    predicate = _predicate(fact)
    statements.append(
        Statement(
            chunk=chunk.ordinal,
            subject=ends[0],
            object=ends[1],
            predicate=predicate,
            lemma=predicate.casefold(),
            type=fact.type,
            start=start,
            end=end,
            confidence=_SURE,
            reasons=(_REASON,),
            method=METHOD,
        )
    )


def _states(statement: Statement, mentions: Sequence[Mention], fact: GivenFact, ends: tuple[int, int]) -> bool:
    """Whether an extracted statement plainly states the given fact."""
    pair, keys = (
        (mentions[statement.subject].key, mentions[statement.object].key),
        (mentions[ends[0]].key, mentions[ends[1]].key),
    )
    plain = holds(statement.polarity, statement.modality) and not statement.past and statement.method != METHOD
    return plain and statement.type is fact.type and (pair == keys or (fact.type in SYMMETRIC and pair == keys[::-1]))


def _predicate(fact: GivenFact) -> str:
    return fact.predicate or RELATION_WORDS[fact.type]
