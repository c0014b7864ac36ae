"""Facts that a caller gives with a memory, laid beside what its text says: they hold as they are given."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.facts.name_positions import frame_of, places_of
from extraction.facts.predicate_types import ends_of
from extraction.names.forms.taking import name_forms
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
"""The caller says so, and nothing of ours is in it that could be doubted."""


def named(name: str, speaker: str | None) -> str:
    """Whom a name in a given fact means: a word for oneself the speaker, or else the user; "user" likewise.

    Raises Invalid where a program speaks of itself, which is nobody.
    """
    word = name.casefold()
    if word not in ONESELF and word not in THE_USER:
        return name
    who = person(speaker)
    if who is None and speaker and word in ONESELF:
        raise Invalid("facts", "what a program says of itself is nobody's.", allowed="a name in place of oneself")
    return who or ME


def told_facts(draft: Draft) -> list[str]:
    """The facts given with a draft, each as a sentence without its full stop, by which they are found."""
    return [
        f"{named(fact.subject, draft.speaker)} {_predicate(fact)} {named(fact.object, draft.speaker)}"
        for fact in draft.facts
    ]


def is_given(mention: Mention) -> bool:
    """Whether a name stands in a fact that was given: nobody else tells its type."""
    return _REASON in mention.reasons


def with_given(
    work: ExtractionInput, mentions: Sequence[Mention], statements: Sequence[Statement]
) -> tuple[tuple[Mention, ...], tuple[Statement, ...]]:
    """What was read off a memory and the facts that were given with it. A pure function.

    A name that was read is the same name; its type stays unless another one is given. What was read as plainly as it is
    given is one fact with it; all else that was read stays beside.
    """
    facts = work.draft.facts
    if not facts:
        return tuple(mentions), tuple(statements)
    kinds = _kinds(work, mentions)
    told = [_typed(one, kinds.get(one.key, one.type)) for one in mentions]
    about = {_key(work, fact.subject) for fact in facts}
    places = {key: _place(work, told, key, name, kinds[key], key in about) for key, name in _names(work).items()}
    said = list(statements)
    for fact in facts:
        subject, object_ = (places[_key(work, name)] for name, _ in fact.ends)
        _lay(work.reading.chunks, told, said, fact, (subject, object_))
    return tuple(told), tuple(said)


def _key(work: ExtractionInput, name: str) -> str:
    return name_key(named(name, work.draft.speaker))


def _names(work: ExtractionInput) -> dict[str, str]:
    """The names of given facts by their keys, in order, as they were given first."""
    names: dict[str, str] = {}
    for fact in work.draft.facts:
        for name, _ in fact.ends:
            names.setdefault(_key(work, name), named(name, work.draft.speaker))
    return names


def _kinds(work: ExtractionInput, mentions: Sequence[Mention]) -> dict[str, EntityType]:
    """The type of each name in given facts.

    What is given goes before what was read, that before what the graph knows, that before what the relations ask for.
    """
    asked: dict[str, EntityType] = {}
    given: dict[str, EntityType] = {name_key(ME): EntityType.PERSON}
    for fact in reversed(work.draft.facts):
        for (name, kind), wanted in zip(fact.ends, ends_of(fact.type), strict=True):
            key = _key(work, name)
            asked |= {key: wanted or asked.get(key, EntityType.CONCEPT)}
            given |= {key: kind} if kind else {}
    read = {one.key: one.type for one in sorted(mentions, key=lambda one: one.confidence)}
    known = {one.key: one.type for one in work.known}
    return {key: given.get(key) or read.get(key) or known.get(key) or kind for key, kind in asked.items()}


def _typed(one: Mention, kind: EntityType) -> Mention:
    """The mention as a name of this type, taken apart anew where it was read as one of another."""
    return one if one.type is kind else replace(one, type=kind, forms=name_forms(one.name, kind, one.surface))


def _place(work: ExtractionInput, told: list[Mention], key: str, name: str, kind: EntityType, about: bool) -> int:
    """Where a given name is among the mentions, which it joins if it was not read. A memory is `about` its subjects."""
    link = LinkType.DESCRIBES if about else LinkType.MENTIONS
    read = [at for at, one in enumerate(told) if one.key == key]
    if read:
        at = max(read, key=lambda at: (told[at].confidence, -at))
        reasons = tuple(dict.fromkeys((*told[at].reasons, _REASON)))
        link = link if told[at].link_type is LinkType.MENTIONS else told[at].link_type
        told[at] = replace(told[at], confidence=_SURE, reasons=reasons, link_type=link)
        return at
    shown = name if name == ME else display_name(name)
    aliases = aliases_of(name)
    chunk, start = _stands(work.reading.chunks, name)
    told.append(
        Mention(
            chunk=chunk.ordinal,
            start=start,
            end=None if start is None else start + len(name),
            surface=name,
            name=shown,
            key=key,
            type=kind,
            link_type=link,
            confidence=_SURE,
            reasons=(_REASON,),
            method=METHOD,
            aliases=aliases,
            alias_keys=tuple(map(name_key, aliases)),
            forms=name_forms(shown, kind, name),
        )
    )
    return len(told) - 1


def _stands(chunks: Sequence[Chunk], name: str) -> tuple[Chunk, int | None]:
    """The chunk in which a name stands and where in the memory's text, the first chunk and None where it does not."""
    for chunk in chunks:
        at = next(places_of(chunk.text, name), None)
        if at is not None:
            return chunk, chunk.start + at
    return chunks[0], None


def _lay(
    chunks: Sequence[Chunk], told: Sequence[Mention], said: list[Statement], fact: GivenFact, ends: tuple[int, int]
) -> None:
    """Adds a given fact to the statements, or makes sure of the one that says it."""
    for at, one in enumerate(said):
        if _says(one, told, fact, ends):
            words = {} if fact.predicate is None else {"predicate": fact.predicate, "lemma": fact.predicate.casefold()}
            reasons = tuple(dict.fromkeys((*one.reasons, _REASON)))
            said[at] = replace(one, confidence=_SURE, reasons=reasons, method=METHOD, **words)
            return
    subject, object_ = (told[end] for end in ends)
    chunk = chunks[subject.chunk]
    (start, end), _ = frame_of(chunk, [one for one in (subject, object_) if one.chunk == chunk.ordinal])
    predicate = _predicate(fact)
    said.append(
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


def _says(one: Statement, told: Sequence[Mention], fact: GivenFact, ends: tuple[int, int]) -> bool:
    """Whether a statement that was read says plainly what is given."""
    pair, keys = (told[one.subject].key, told[one.object].key), (told[ends[0]].key, told[ends[1]].key)
    plain = holds(one.polarity, one.modality) and not one.past and one.method != METHOD
    return plain and one.type is fact.type and (pair == keys or (fact.type in SYMMETRIC and pair == keys[::-1]))


def _predicate(fact: GivenFact) -> str:
    return fact.predicate or RELATION_WORDS[fact.type]
