"""Makes the rows that one batch writes: pure steps from drafts, readings and extractions to rows of statements."""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import cast

from graph.calendar.zones import universal
from graph.db.batch_rows import FactRows
from graph.db.fulltext_fields import words_field
from graph.db.row import Row
from graph.db.rows import (
    chunk_properties,
    fact_properties,
    literal_properties,
    mention_properties,
    stored_forms,
    surest,
)
from graph.model.extraction import Mention, Statement
from graph.model.reading.name_forms import NameForms, NameKind, joined
from graph.model.types import LinkType
from graph.resolution.resolution_plan import Identity
from graph.write.stages import ReadDraft, UnderstoodDraft, extraction_of
from graph.write.turn_smoothing import (
    NOT_IN_TAIL,
    TAIL,
    VECTOR_REACH,
    Turn,
    added_words,
    averaged,
    index_words,
    tail_properties,
)


def knowledge_rows(
    user_id: str, drafts: Sequence[UnderstoodDraft], now: datetime, new_entity_id: Callable[[], str]
) -> FactRows:
    """The rows of everything the batch knows: names as they were given, ties of chunks to them, facts.

    Each name brings the id that its entity will have if nothing of that name and type is there yet.
    """
    rows = FactRows()
    gathered: dict[Identity, list[tuple[Mention, datetime]]] = defaultdict(list)
    for draft in drafts:
        stated_at = universal(draft.draft.occurred_at or draft.draft.created_at or now)
        ties: dict[tuple[int, Identity], list[Mention]] = defaultdict(list)
        for mention in draft.extraction.mentions:
            identity = Identity(mention.key, mention.type.value)
            ties[mention.chunk, identity].append(mention)
            gathered[identity].append((mention, stated_at))
        for (ordinal, identity), mentions in ties.items():
            row: Row = {
                "chunk_id": draft.chunk_id(ordinal), "key": identity.key, "type": identity.type,
                "properties": mention_properties(mentions),
            }  # fmt: skip
            about = any(mention.link_type in _ABOUT for mention in mentions)
            (rows.descriptions if about else rows.mentions).append(row)
        rows.facts += _fact_rows(user_id, draft, stated_at)
        candidates = _candidate_rows(draft)
        rows.candidates += candidates
        rows.literals += _literal_rows(user_id, draft, candidates, stated_at)
    # Sorted, so that the same batch is always written the same way.
    rows.places = sorted({draft.draft.session_id or draft.id for draft in drafts})
    for identity, seen in sorted(gathered.items(), key=lambda pair: (pair[0].key, pair[0].type)):
        rows.names.append(_name_row(identity, new_entity_id(), seen))
    return rows


def _candidate_rows(draft: UnderstoodDraft) -> list[Row]:
    """What a text holds that may name what other memories make known: at its first place, nothing that it gives itself.

    What was read is never shortened or split: a candidate that overlaps a mention is none.
    """
    given = {(mention.chunk, mention.key) for mention in draft.extraction.mentions}
    taken: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for mention in draft.extraction.mentions:
        if mention.start is not None and mention.end is not None:
            taken[mention.chunk].append((mention.start, mention.end))
    rows: list[Row] = []
    for candidate in draft.extraction.candidates:
        place = candidate.chunk, candidate.key
        overlaps = any(candidate.start < end and start < candidate.end for start, end in taken[candidate.chunk])
        if place in given or overlaps:
            continue
        given.add(place)
        rows.append(
            {
                "chunk_id": draft.chunk_id(candidate.chunk), "key": candidate.key, "start": candidate.start,
                "end": candidate.end, "surface": candidate.surface,
            }
        )  # fmt: skip
    return rows


_ABOUT = frozenset({LinkType.DESCRIBES, LinkType.DEFINES})


def _name_row(identity: Identity, entity_id: str, seen: Sequence[tuple[Mention, datetime]]) -> Row:
    mentions = [mention for mention, _ in seen]
    best = surest(mentions)
    forms = {mention.forms for mention in mentions if mention.forms is not None}
    blocks = {block for each in forms for block in each.blocks}
    searched = {block for each in forms for block in each.sought}
    aliases = {key for mention in mentions for key in mention.alias_keys}
    times = [at for _, at in seen]
    return {
        "id": entity_id, "key": identity.key, "type": identity.type, "name": best.name, "subtype": best.subtype,
        "names": sorted({name for mention in mentions for name in (mention.name, *mention.aliases)}),
        "aliases": sorted(aliases - {identity.key}), "confidence": best.confidence,
        "seen": min(times), "seen_last": max(times), "common": all(mention.common for mention in mentions),
        "forms": sorted(map(stored_forms, forms)), "part": _part(forms),
        "blocks": [{"key": key, "seeks": key in searched} for key in sorted(blocks)],
    }  # fmt: skip


def surest_first(names: Sequence[Row]) -> list[Row]:
    """The rows of names, those first that their memories were surest of."""
    return sorted(names, key=lambda name: -cast("float", name["confidence"]))


def _part(forms: Collection[NameForms]) -> str | None:
    """Whether a person's name is whole or only a part, None for other names."""
    if not forms:
        return None
    name = joined(forms)
    return None if name.kind is not NameKind.PERSON else "part" if name.partial else "whole"


def _fact_rows(user_id: str, draft: UnderstoodDraft, at: datetime) -> list[Row]:
    rows: list[Row] = []
    extraction = draft.extraction
    for number, statement in enumerate(extraction.statements):
        subject, thing = extraction.mentions[statement.subject], extraction.mentions[statement.object]
        if (subject.key, subject.type) != (thing.key, thing.type):
            rows.append(_fact_row(user_id, draft, statement, number, subject, thing, at))
    return rows


def _fact_row(
    user_id: str, draft: ReadDraft, statement: Statement, number: int, subject: Mention, thing: Mention, at: datetime
) -> Row:
    return {
        "id": f"{draft.id}.f{number:04d}", "chunk_id": draft.chunk_id(statement.chunk), "type": statement.type.value,
        "subject_key": subject.key, "subject_type": subject.type.value,
        "object_key": thing.key, "object_type": thing.type.value,
        "properties": fact_properties(f"{draft.id}.f{number:04d}", user_id, statement, at),
    }  # fmt: skip


def _literal_rows(user_id: str, draft: UnderstoodDraft, candidates: Sequence[Row], at: datetime) -> list[Row]:
    """The rows of facts whose ends are not both entities, each end with the name that it goes by, if any.

    An end that another memory may name keeps the key of that name.
    """
    rows: list[Row] = []
    kept = {(row["chunk_id"], row["key"]) for row in candidates}
    open_ends = {(draft.chunk_id(each.chunk), each.surface): each.key for each in draft.extraction.candidates}
    for number, fact in enumerate(draft.extraction.literals):
        identity = f"{draft.id}.l{number:04d}"
        properties = literal_properties(identity, user_id, fact, at)
        row: Row = {"id": identity, "chunk_id": draft.chunk_id(fact.chunk), "properties": properties}
        ends = (("subject", fact.subject, fact.subject_text), ("object", fact.object, fact.object_text))
        for end, place, words in ends:
            mention = None if place is None else draft.extraction.mentions[place]
            row[f"{end}_key"] = mention and mention.key
            row[f"{end}_type"] = mention and mention.type.value
            key = open_ends.get((row["chunk_id"], words)) if place is None else None
            if (row["chunk_id"], key) in kept:
                properties[f"{end}_key"] = key
        rows.append(row)
    return rows


@dataclass(slots=True)
class SessionUpdate:
    """How a batch continues one session: words and vectors of its new chunks, and what changes in the turns before."""

    words: dict[str, str] = field(default_factory=dict[str, str])
    embeddings: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    tail_rows: dict[str, Row] = field(default_factory=dict[str, Row])
    rewritten: list[Row] = field(default_factory=list[Row])
    pairs: list[list[str]] = field(default_factory=list[list[str]])
    tail: list[Turn] = field(default_factory=list[Turn])


def continued(tail: Sequence[Turn], new: Sequence[Turn]) -> SessionUpdate:
    """The session after its new turns: every new turn's field and vector, and what changes for the tail before it."""
    turns = [*tail, *new]
    first_new = len(tail)
    vectors = averaged(turns)
    ending = turns[-TAIL:]
    keepers = {turn.id for turn in ending}
    talk = SessionUpdate(tail=ending)
    for place, turn in enumerate(turns):
        vector = vectors[place]
        kept = tail_properties(turn) if turn.id in keepers else NOT_IN_TAIL
        if place >= first_new:
            talk.words[turn.id] = index_words(turns, place)
            talk.tail_rows[turn.id] = {key: value for key, value in kept.items() if value is not None}
            if vector is not None:
                talk.embeddings[turn.id] = vector.tolist()
            continue
        talk.rewritten.append(
            {
                "id": turn.id, "first": new[0].id, "properties": kept, "field": turn.field,
                "added": added_words(turns, place, first_new),
                # Farther back a vector is whole already, and its own neighbours are not at hand to average it anew.
                "vector": None if vector is None or place < first_new - VECTOR_REACH else vector.tolist(),
            }
        )  # fmt: skip
    talk.pairs = [[before.id, after.id] for before, after in pairwise(turns) if after.id in talk.words]
    return talk


def turns_of(user_id: str, draft: ReadDraft) -> list[Turn]:
    """The chunks of a chat memory as turns."""
    extraction = extraction_of(draft)
    vectors = extraction.vectors if extraction is not None else (None,) * len(draft.reading.chunks)
    return [
        Turn(
            draft.chunk_id(chunk.ordinal), chunk.words, chunk.asked, vector,
            words_field(user_id, chunk.language, turn=True),
        )
        for chunk, vector in zip(draft.reading.chunks, vectors, strict=True)
    ]  # fmt: skip


def chunk_rows(user_id: str, draft: ReadDraft, talk: SessionUpdate | None, created_at: datetime) -> list[Row]:
    """The rows of a memory's chunks for `memory/store`."""
    rows: list[Row] = []
    extraction = extraction_of(draft)
    for chunk in draft.reading.chunks:
        identity = draft.chunk_id(chunk.ordinal)
        properties = chunk_properties(user_id, draft.draft, chunk, created_at, extraction)
        field = words_field(user_id, chunk.language, turn=talk is not None)
        properties[field] = talk.words[identity] if talk else chunk.words
        if talk:
            properties.update(talk.tail_rows[identity])
            embedding = talk.embeddings.get(identity)
        else:
            embedding = extraction.vectors[chunk.ordinal].tolist() if extraction is not None else None
        rows.append({"id": identity, "properties": properties, "vector": embedding})
    return rows
