"""Makes ready what one batch writes: pure steps from drafts, readings and extractions to the rows of statements."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise

from graph.errors import EnishiError
from graph.extracts import Known
from graph.fields import words_field
from graph.lexicon import NamedEntity, Names, longest
from graph.model import Draft, Extraction, LinkType, Mention, Reading, Statement
from graph.resolve import Identity, resolved
from graph.rows import chunk_properties, fact_properties, mention_properties
from graph.turns import NO_OWN, TAIL, VECTOR_REACH, Turn, added_words, averaged, index_words, own_properties

Row = dict[str, object]


@dataclass(slots=True)
class Item:
    """One draft on its way into the graph. `twin` is the id of a memory that says the same."""

    position: int
    draft: Draft
    reading: Reading
    id: str
    content_hash: str
    twin: str | None = None
    extraction: Extraction | None = None
    error: EnishiError | None = None
    known: tuple[Known, ...] = ()

    def chunk_id(self, ordinal: int) -> str:
        """The id of a chunk: the memory's and its place, so that a repeated write meets the same chunk."""
        return f"{self.id}.{ordinal:04d}"

    @property
    def in_talk(self) -> bool:
        """Whether this is a turn of a conversation."""
        return self.draft.speaker is not None and self.draft.session_id is not None


@dataclass(slots=True)
class Knowledgeable:
    """The rows of entities, ties and facts of one batch."""

    entities: list[Row] = field(default_factory=list[Row])
    mentions: list[Row] = field(default_factory=list[Row])
    descriptions: list[Row] = field(default_factory=list[Row])
    facts: list[Row] = field(default_factory=list[Row])


def known_in(reading: Reading, names: Names) -> tuple[Known, ...]:
    """The names of the user's graph that stand in a text."""
    found: list[Known] = []
    for chunk in reading.chunks:
        for candidate in names.among(chunk.candidates):
            entity = names.by_key[candidate.key][0]
            found.append(Known(entity.key, entity.name, entity.type, candidate.start, candidate.end))
    return tuple(found)


def with_new_names(items: Sequence[Item]) -> None:
    """Ties each memory of a batch to the names that only another memory of the batch made known."""
    by_key: dict[str, Mention] = {}
    for item in items:
        for mention in item.extraction.mentions if item.extraction else ():
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
        for candidate in longest([c for c in chunk.candidates if c.key in by_key]):
            if (chunk.ordinal, candidate.key) in there:
                continue
            if any(candidate.start < end and start < candidate.end for start, end in taken):
                continue
            known = by_key[candidate.key]
            surface = chunk.text[candidate.start - chunk.start : candidate.end - chunk.start]
            if known.name[0].isupper() and " " not in known.name and not surface[0].isupper():
                continue  # "may" is not May
            there.add((chunk.ordinal, candidate.key))
            more.append(
                replace(
                    known, chunk=chunk.ordinal, start=candidate.start, end=candidate.end, surface=surface,
                    link_type=LinkType.MENTIONS, confidence=0.8 * known.confidence, aliases=(),
                    reasons=("known-name", *known.reasons[:2]), method="dictionary",
                )
            )  # fmt: skip
    return more


def knowledge_rows(
    user_id: str,
    items: Sequence[Item],
    identities: Mapping[tuple[str, object], Identity],
    new_entity_id: Mapping[Identity, str],
    now: datetime,
) -> Knowledgeable:
    """The rows of everything the batch knows: entities, ties of chunks to them, facts."""
    rows = Knowledgeable()
    gathered: dict[Identity, list[tuple[Mention, datetime]]] = defaultdict(list)
    for item in items:
        if item.extraction is None:
            continue
        said_at = item.draft.occurred_at or item.draft.created_at or now
        ties: dict[tuple[int, Identity], list[Mention]] = defaultdict(list)
        for mention in item.extraction.mentions:
            identity = identities[mention.key, mention.type]
            ties[mention.chunk, identity].append(mention)
            gathered[identity].append((mention, said_at))
        for (ordinal, identity), mentions in ties.items():
            row: Row = {
                "chunk_id": item.chunk_id(ordinal), "key": identity.key, "type": identity.type.value,
                "properties": mention_properties(mentions),
            }  # fmt: skip
            about = any(mention.link_type in _ABOUT for mention in mentions)
            (rows.descriptions if about else rows.mentions).append(row)
        rows.facts += _fact_rows(user_id, item, item.extraction, identities, said_at)
    # Sorted, so that two writers always take locks in the same order.
    for identity, seen in sorted(gathered.items(), key=lambda pair: (pair[0].key, pair[0].type)):
        rows.entities.append(_entity_row(identity, new_entity_id[identity], seen))
    return rows


_ABOUT = frozenset({LinkType.DESCRIBES, LinkType.DEFINES})


def identities_of(items: Iterable[Item], names: Names) -> dict[tuple[str, object], Identity]:
    """The identity of every mention of the batch by its key and type."""
    mentions = [m for item in items if item.extraction is not None for m in item.extraction.mentions]
    known: dict[str, Sequence[NamedEntity]] = {m.key: names.by_key.get(m.key, ()) for m in mentions}
    return {**resolved(mentions, known)}


def _entity_row(identity: Identity, entity_id: str, seen: Sequence[tuple[Mention, datetime]]) -> Row:
    mentions = [mention for mention, _ in seen]
    best = max(mentions, key=lambda mention: (mention.confidence, -len(mention.name), mention.name))
    aliases = dict.fromkeys(name for mention in mentions for name in (mention.name, *mention.aliases))
    keys = dict.fromkeys((identity.key, *(mention.key for mention in mentions)))
    keys.update(dict.fromkeys(key for mention in mentions for key in mention.alias_keys))
    return {
        "id": entity_id, "key": identity.key, "type": identity.type.value, "name": best.name,
        "subtype": best.subtype, "aliases": sorted(alias for alias in aliases if alias != best.name),
        "keys": sorted(keys), "confidence": best.confidence, "seen": min(at for _, at in seen),
    }  # fmt: skip


def _fact_rows(
    user_id: str, item: Item, extraction: Extraction, identities: Mapping[tuple[str, object], Identity], at: datetime
) -> list[Row]:
    rows: list[Row] = []
    for number, statement in enumerate(extraction.statements):
        subject, thing = (_end(extraction, identities, place) for place in (statement.subject, statement.object))
        if subject == thing:
            continue
        rows.append(_fact_row(user_id, item, statement, number, subject, thing, at))
    return rows


def _fact_row(
    user_id: str, item: Item, statement: Statement, number: int, subject: Identity, thing: Identity, at: datetime
) -> Row:
    return {
        "id": f"{item.id}.f{number:04d}", "chunk_id": item.chunk_id(statement.chunk), "type": statement.type.value,
        "subject_key": subject.key, "subject_type": subject.type.value,
        "object_key": thing.key, "object_type": thing.type.value, "seen": at,
        "properties": fact_properties(f"{item.id}.f{number:04d}", user_id, statement, at),
    }  # fmt: skip


def _end(extraction: Extraction, identities: Mapping[tuple[str, object], Identity], place: int) -> Identity:
    mention = extraction.mentions[place]
    return identities[mention.key, mention.type]


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
        properties = chunk_properties(user_id, item.draft, chunk, created_at)
        field = words_field(chunk.language, turn=talk is not None)
        properties[field] = talk.words[identity] if talk else chunk.words
        if talk:
            properties.update(talk.own[identity])
            embedding = talk.embeddings.get(identity)
        else:
            embedding = item.extraction.vectors[chunk.ordinal].tolist() if item.extraction is not None else None
        rows.append({"id": identity, "properties": properties, "embedding": embedding})
    return rows
