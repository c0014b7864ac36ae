"""Makes ready what one batch writes: pure steps from drafts, readings and extractions to the rows of statements."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise
from typing import cast

from graph.calendar.zones import universal
from graph.db.batch_rows import FactRows
from graph.db.fulltext_fields import words_field
from graph.db.row import Row
from graph.db.rows import chunk_properties, fact_properties, mention_properties, stored_forms, surest
from graph.errors import EnishiError
from graph.extractor import KnownMention
from graph.model.amount_names import is_amount
from graph.model.draft import Draft
from graph.model.extraction import DraftReading, Extraction, Mention, NameCandidate, Statement
from graph.model.name_forms import NameForms, NameKind, joined
from graph.model.types import EntityType, LinkType
from graph.resolution.name_cache import CERTAINTY, Names, standing
from graph.resolution.resolution_plan import Identity
from graph.write.turn_smoothing import (
    NO_OWN,
    TAIL,
    VECTOR_REACH,
    Turn,
    added_words,
    averaged,
    index_words,
    own_properties,
)


@dataclass(slots=True)
class Item:
    """One draft on its way into the graph. `twin` is the id of a memory that says the same."""

    position: int
    draft: Draft
    reading: DraftReading
    id: str
    content_hash: str
    twin: str | None = None
    extraction: Extraction | None = None
    error: EnishiError | None = None
    known: tuple[KnownMention, ...] = ()

    def chunk_id(self, ordinal: int) -> str:
        """The id of a chunk: the memory's and its place, so that a repeated write meets the same chunk."""
        return f"{self.id}.{ordinal:04d}"

    @property
    def fallback(self) -> str | None:
        """Why a language model that should have helped to read it did not; None while it is not read."""
        return self.extraction.fallback if self.extraction else None

    @property
    def in_talk(self) -> bool:
        """Whether this is a turn of a conversation."""
        return self.draft.speaker is not None and self.draft.session_id is not None


def known_in(reading: DraftReading, names: Names) -> tuple[KnownMention, ...]:
    """The names of the user's graph that stand in a text or in facts given with it, each as itself: which entity it
    means is decided later.
    """
    found: list[KnownMention] = []
    for chunk in reading.chunks:
        for candidate in names.among(chunk.candidates):
            surface = chunk.text[candidate.start - chunk.start : candidate.end - chunk.start]
            known = _known(names, candidate, surface)
            found += [] if is_amount(known.name) else [known]
    found += [
        _known(names, NameCandidate(key, 0, 0), key) for key in dict.fromkeys(reading.given) if key in names.by_key
    ]
    return tuple(found)


def _known(names: Names, candidate: NameCandidate, surface: str) -> KnownMention:
    known = names.by_key[candidate.key][0]
    sure = max(one.confidence for one in names.by_key[candidate.key] if one.type is known.type)
    return KnownMention(candidate.key, known.name or surface, known.type, candidate.start, candidate.end, sure)


def with_new_names(items: Sequence[Item]) -> None:
    """Ties each memory of a batch to the names that only another memory of the batch made known."""
    by_key: dict[str, Mention] = {}
    for item in items:
        for mention in item.extraction.mentions if item.extraction else ():
            if is_amount(mention.name):
                continue
            if mention.key not in by_key or mention.confidence > by_key[mention.key].confidence:
                by_key[mention.key] = mention
    for item in items:
        if item.extraction is not None:
            more = _matched(item.extraction, by_key)
            if more:
                item.extraction = replace(item.extraction, mentions=(*item.extraction.mentions, *more))


def _matched(extraction: Extraction, by_key: Mapping[str, Mention]) -> list[Mention]:
    there = {(mention.chunk, mention.key) for mention in extraction.mentions}
    taken = [(m.start, m.end) for m in extraction.mentions if m.start is not None and m.end is not None]
    more: list[Mention] = []
    for chunk in extraction.reading.chunks:
        for candidate in standing(chunk.candidates, by_key, chunk.text, taken, origin=chunk.start):
            if (chunk.ordinal, candidate.key) in there:
                continue
            known = by_key[candidate.key]
            surface = chunk.text[candidate.start - chunk.start : candidate.end - chunk.start]
            there.add((chunk.ordinal, candidate.key))
            more.append(
                replace(
                    known, chunk=chunk.ordinal, start=candidate.start, end=candidate.end, surface=surface,
                    link_type=LinkType.MENTIONS, confidence=CERTAINTY * known.confidence, aliases=(),
                    reasons=("known-name", *known.reasons[:2]), method="dictionary",
                )
            )  # fmt: skip
    return more


def knowledge_rows(user_id: str, items: Sequence[Item], now: datetime, new_entity_id: Callable[[], str]) -> FactRows:
    """The rows of everything the batch knows: names as they were given, ties of chunks to them, facts.

    Each name brings the id that its entity will have if nothing of that name and type is there yet.
    """
    rows = FactRows()
    gathered: dict[Identity, list[tuple[Mention, datetime]]] = defaultdict(list)
    for item in items:
        if item.extraction is None:
            continue
        said_at = universal(item.draft.occurred_at or item.draft.created_at or now)
        ties: dict[tuple[int, Identity], list[Mention]] = defaultdict(list)
        for mention in item.extraction.mentions:
            identity = Identity(mention.key, mention.type.value)
            ties[mention.chunk, identity].append(mention)
            gathered[identity].append((mention, said_at))
        for (ordinal, identity), mentions in ties.items():
            row: Row = {
                "chunk_id": item.chunk_id(ordinal), "key": identity.key, "type": identity.type,
                "properties": mention_properties(mentions),
            }  # fmt: skip
            about = any(mention.link_type in _ABOUT for mention in mentions)
            (rows.descriptions if about else rows.mentions).append(row)
        rows.facts += _fact_rows(user_id, item, item.extraction, said_at)
    # Sorted, so that the same batch is always written the same way.
    rows.places = sorted({item.draft.session_id or item.id for item in items})
    for identity, seen in sorted(gathered.items(), key=lambda pair: (pair[0].key, pair[0].type)):
        rows.names.append(_name_row(identity, new_entity_id(), seen))
    return rows


_ABOUT = frozenset({LinkType.DESCRIBES, LinkType.DEFINES})


def _name_row(identity: Identity, entity_id: str, seen: Sequence[tuple[Mention, datetime]]) -> Row:
    mentions = [mention for mention, _ in seen]
    best = surest(mentions)
    forms = {mention.forms for mention in mentions if mention.forms is not None}
    blocks = {block for one in forms for block in one.blocks}
    asked = {block for one in forms for block in one.sought}
    aliases = {key for mention in mentions for key in mention.alias_keys}
    times = [at for _, at in seen]
    return {
        "id": entity_id, "key": identity.key, "type": identity.type, "name": best.name, "subtype": best.subtype,
        "names": sorted({name for mention in mentions for name in (mention.name, *mention.aliases)}),
        "aliases": sorted(aliases - {identity.key}), "confidence": best.confidence, "seen": min(times),
        "forms": sorted(map(stored_forms, forms)), "part": _part(forms),
        "blocks": [{"key": key, "seeks": key in asked} for key in sorted(blocks)],
        # What a text is about may stand unseen in older ones; other names are mostly seen wherever they stand.
        "sought": not _equal_only(best) and any(one.link_type in _ABOUT for one in mentions),
    }  # fmt: skip


def _equal_only(name: Mention) -> bool:
    """Whether a name is told by what it means, such as a day or an amount, and is read wherever it stands."""
    return name.type is EntityType.TIME_UNIT or is_amount(name.name)


def surest_first(names: Sequence[Row]) -> list[Row]:
    """The rows of names, those first that their memories were surest of."""
    return sorted(names, key=lambda name: -cast("float", name["confidence"]))


def _part(forms: Collection[NameForms]) -> str | None:
    """Whether a person's name is whole or only a part, None for other names."""
    if not forms:
        return None
    one = joined(forms)
    return None if one.kind is not NameKind.PERSON else "part" if one.partial else "whole"


def _fact_rows(user_id: str, item: Item, extraction: Extraction, at: datetime) -> list[Row]:
    rows: list[Row] = []
    for number, statement in enumerate(extraction.statements):
        subject, thing = extraction.mentions[statement.subject], extraction.mentions[statement.object]
        if (subject.key, subject.type) != (thing.key, thing.type):
            rows.append(_fact_row(user_id, item, statement, number, subject, thing, at))
    return rows


def _fact_row(
    user_id: str, item: Item, statement: Statement, number: int, subject: Mention, thing: Mention, at: datetime
) -> Row:
    return {
        "id": f"{item.id}.f{number:04d}", "chunk_id": item.chunk_id(statement.chunk), "type": statement.type.value,
        "subject_key": subject.key, "subject_type": subject.type.value,
        "object_key": thing.key, "object_type": thing.type.value, "seen": at,
        "properties": fact_properties(f"{item.id}.f{number:04d}", user_id, statement, at),
    }  # fmt: skip


@dataclass(slots=True)
class Talk:
    """How a batch continues one session: the rows of its new chunks' words and vectors, and of the turns before."""

    words: dict[str, str] = field(default_factory=dict[str, str])
    embeddings: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    own: dict[str, Row] = field(default_factory=dict[str, Row])
    rewritten: list[Row] = field(default_factory=list[Row])
    pairs: list[list[str]] = field(default_factory=list[list[str]])
    tail: list[Turn] = field(default_factory=list[Turn])


def continued(tail: Sequence[Turn], new: Sequence[Turn]) -> Talk:
    """The session after its new turns: every new turn's field and vector, and what changes for the tail before it."""
    turns = [*tail, *new]
    first_new = len(tail)
    vectors = averaged(turns)
    ending = turns[-TAIL:]
    keepers = {turn.id for turn in ending}
    talk = Talk(tail=ending)
    for place, turn in enumerate(turns):
        vector = vectors[place]
        own = own_properties(turn) if turn.id in keepers else NO_OWN
        if place >= first_new:
            talk.words[turn.id] = index_words(turns, place)
            talk.own[turn.id] = {key: value for key, value in own.items() if value is not None}
            if vector is not None:
                talk.embeddings[turn.id] = vector.tolist()
            continue
        talk.rewritten.append(
            {
                "id": turn.id, "first": new[0].id, "properties": own, "field": turn.field,
                "added": added_words(turns, place, first_new),
                # Farther back a vector is whole already, and its own neighbours are not at hand to average it anew.
                "embedding": None if vector is None or place < first_new - VECTOR_REACH else vector.tolist(),
            }
        )  # fmt: skip
    talk.pairs = [[before.id, after.id] for before, after in pairwise(turns) if after.id in talk.words]
    return talk


def turns_of(item: Item) -> list[Turn]:
    """The chunks of a chat memory as turns."""
    vectors = item.extraction.vectors if item.extraction is not None else (None,) * len(item.reading.chunks)
    return [
        Turn(item.chunk_id(chunk.ordinal), chunk.words, chunk.asked, vector, words_field(chunk.language, turn=True))
        for chunk, vector in zip(item.reading.chunks, vectors, strict=True)
    ]


def chunk_rows(user_id: str, item: Item, talk: Talk | None, created_at: datetime) -> list[Row]:
    """The rows of a memory's chunks for `memory/store`."""
    rows: list[Row] = []
    for chunk in item.reading.chunks:
        identity = item.chunk_id(chunk.ordinal)
        properties = chunk_properties(user_id, item.draft, chunk, created_at, item.extraction)
        field = words_field(chunk.language, turn=talk is not None)
        properties[field] = talk.words[identity] if talk else chunk.words
        if talk:
            properties.update(talk.own[identity])
            embedding = talk.embeddings.get(identity)
        else:
            embedding = item.extraction.vectors[chunk.ordinal].tolist() if item.extraction is not None else None
        rows.append({"id": identity, "properties": properties, "embedding": embedding})
    return rows
