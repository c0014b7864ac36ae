"""Maps values to the parameters of statements, and records to values."""

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import Any

from graph.calendar.zones import at_offset, offset_of, universal
from graph.db.fulltext_fields import INDEX_VERSION, KINDS, facet, words_fields
from graph.db.importance.importance_mapping import first_importance
from graph.db.row import Row
from graph.db.values import moment, value_of
from graph.intake.checks import PATHS, content_hash, extra_text, near_hash
from graph.intake.given_facts import given_of, given_text
from graph.intake.project_path import kept_path
from graph.lifecycle.kinds.kinds import kind_of
from graph.lifecycle.packing import byte_count
from graph.model.arguments import Argument
from graph.model.draft import Draft
from graph.model.extraction import Chunk, DraftReading, Extraction, Keyword, LiteralFact, Mention, Statement
from graph.model.filters import Filters
from graph.model.memory import EntityFound, FactFound, Memory
from graph.model.reading.name_forms import NameForms, decoded, encoded, joined
from graph.model.talk.assistants import is_assistant, is_standing
from graph.model.types import LinkType, Status, holds
from graph.settings import ImportanceSettings

NEVER = datetime.fromisoformat("9999-12-31T00:00:00+00:00")
"""The end of what has no end: the vector index cannot ask whether a value is missing."""

_WORDS_MOST = 1_000 // len(KINDS)
"""Each word is asked of every field, and Lucene takes at most 1,024 clauses."""
_SIDE_BY_SIDE = 0.3
"""What two words in a row add where they stand so in the text too. Measured: REALTALK + 1.0, others within ± 0.3."""
PIECE = 0.6
"""What two letters count that are no word of their own: a long word is asked for by many of them.

Measured: JSQuAD R@1 + 0.4, R@5 + 0.7; JaQuAD R@1 + 0.2; JEMHopQA as it was.
"""
_GRAMMAR = re.compile(r"[\u3041-\u309f]{2}")
"""Two letters of hiragana are mostly grammar, and stand in many a Japanese text: pairs of them hardly tell texts
apart (JaQuAD R@1 + 0.2, JSQuAD − 0.1 without), and took a quarter of a search of 50,000 turns. Words all in hiragana
(さくら) lose their pairs with the rest."""


def facets(user_id: str, filters: Filters) -> list[str]:
    """The tokens a chunk must carry to pass the filters that the full-text index can check."""
    wanted = [facet("u", user_id), facet("s", filters.status)]
    wanted += [
        facet(kind, value)
        for kind, value in (("p", filters.project), ("c", filters.category), ("x", filters.session_id))
        if value is not None
    ]
    return wanted


def project_facets(path: str) -> list[str]:
    """The tokens of a project and of each project above it, the uppermost first: for "a/b" those of "a" and "a/b"."""
    return [facet("p", path[:end]) for end in (*_slashes(path), len(path))]


def _slashes(path: str) -> list[int]:
    return [place for place, character in enumerate(path) if character == "/" and place]


def chunk_facets(user_id: str, status: str, project: str, category: str, session_id: str) -> str:
    """The tokens a chunk carries, one for each value that filters may ask for, and for each project above its own."""
    pairs = (("u", user_id), ("s", status), ("c", category), ("x", session_id))
    tokens = [facet(kind, value) for kind, value in pairs if value]
    return " ".join([*tokens, *project_facets(project)] if project else tokens)


def lucene(
    words: Sequence[str], user_id: str, filters: Filters, *, pieces: Collection[str] = (), every: bool = False
) -> str:
    """A full-text query for any of the words, or `every` one, in a user's chunks that pass: safe for any character.

    `pieces` are words that count less, being parts of others. Words that stand side by side count more where they do so
    in the text, unless one is two letters of hiragana. Empty when there are no words, and then there is nothing to ask.
    Facets decide membership only: boost 0.
    """
    if not words:
        return ""
    wanted = facets(user_id, filters)
    counts: dict[str, int] = {}
    for word in words:
        if word in counts or len(counts) < _WORDS_MOST:
            counts[word] = counts.get(word, 0) + 1
    if every:
        # All of them, though in one field: a chunk has its words in the field of its kind of text.
        return lucene_among(" AND ".join(quoted(word) for word in counts), user_id, wanted)
    beside = (pair for pair in pairwise(words) if not any(map(_GRAMMAR.fullmatch, pair)))
    pairs = list(dict.fromkeys(beside))[: _WORDS_MOST - len(counts)]
    weights = {word: times * (PIECE if word in pieces else 1) for word, times in counts.items()}
    single = [quoted(word) + (f"^{weight:g}" if weight != 1 else "") for word, weight in weights.items()]
    return lucene_among(
        " ".join(single + [f"{quoted(' '.join(pair))}^{_SIDE_BY_SIDE}" for pair in pairs]), user_id, wanted
    )


def lucene_among(terms: str, user_id: str, wanted: Sequence[str]) -> str:
    """The full-text query for `terms`, in Lucene's language, in any field of a user's chunks with all the facets."""
    required = " ".join(f"+facets:{quoted(token)}^0" for token in wanted)
    anywhere = " ".join(f"{field}:({terms})" for field in words_fields(user_id))
    return f"{required} +({anywhere})"


def quoted(text: str) -> str:
    """The text as one literal Lucene term: inside quotes only the quote and the backslash are special."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def memory_row(
    identity: str,
    user_id: str,
    draft: Draft,
    reading: DraftReading,
    now: datetime,
    *,
    pending: bool,
    twin: str | None,
    fallback: str | None = None,
    occasion: str | None = None,
    weighing: ImportanceSettings | None = None,
    decides: bool = False,
) -> dict[str, object]:
    """The parameter map of one memory for `memory/store`, without its chunks; `decides`: it tells a decision."""
    created, occurred = universal(draft.created_at or now), draft.occurred_at
    weighing = weighing or ImportanceSettings()
    weight = first_importance(draft.text, created, draft.rating, now, weighing, repeats=twin is not None)
    properties: dict[str, object] = {
        "user_id": user_id, "content_hash": content_hash(draft, occasion), "near_hash": near_hash(draft),
        "text": draft.text, "title": reading.title, "titled": draft.title is not None, "summary": reading.summary,
        "micro_summary": reading.micro_summary, "category": draft.category or "", "tags": list(draft.tags),
        "language": reading.language, "source": draft.source, "source_id": draft.source_id,
        "place": draft.place, "occasion": occasion, "channel": draft.channel, "device_id": draft.device_id,
        "session_id": draft.session_id or "", "project": draft.project or "", "speaker": draft.speaker,
        "created_at": created, "occurred_at": occurred and universal(occurred), "updated_at": created,
        "stored_at": universal(now),
        "utc_offset": offset_of(occurred or draft.created_at or now), "use_count": 0,
        "edit_count": 0, "rating": draft.rating, "pinned": draft.pinned or reading.pinned,
        "bookmarked": draft.bookmarked, "status": Status.ACTIVE.value, "pending": True if pending else None,
        "latitude": draft.latitude, "longitude": draft.longitude, "extra": extra_text(draft.extra),
        "audience": draft.audience, "area": draft.area, "agent": draft.agent, "kind": kind_of(draft, decides=decides),
        "duplicate_of": twin, "fallback": fallback, "to_link": True,
        "facts": given_text(draft.facts) if draft.facts else None, **weight, **index_properties(draft.text, reading),
    }  # fmt: skip
    return {
        "id": identity, "content_hash": properties["content_hash"], "session_id": properties["session_id"],
        "properties": {key: value for key, value in properties.items() if value is not None},
    }  # fmt: skip


def index_properties(text: str, reading: DraftReading) -> dict[str, object]:
    """What a memory keeps of its words: their number, the size in UTF-8, and keywords as lists, the heaviest first."""
    return {
        "keywords": [keyword.word for keyword in reading.keywords],
        "keyword_keys": [keyword.key for keyword in reading.keywords],
        "keyword_counts": [keyword.count for keyword in reading.keywords],
        "keyword_weights": [keyword.weight for keyword in reading.keywords],
        "word_count": reading.word_count, "size_bytes": byte_count(text), "index_version": INDEX_VERSION,
    }  # fmt: skip


def keywords_of(memory: Mapping[str, Any]) -> tuple[Keyword, ...]:
    """The keywords that a memory keeps, the heaviest first."""
    columns = ("keyword_keys", "keywords", "keyword_counts", "keyword_weights")
    rows = zip(*(memory.get(column) or () for column in columns), strict=True)
    return tuple(Keyword(key=key, word=word, count=count, weight=weight) for key, word, count, weight in rows)


def chunk_properties(
    user_id: str, draft: Draft, chunk: Chunk, created_at: datetime, extraction: Extraction | None
) -> dict[str, object]:
    """What a chunk node carries besides its id, index words and vector: its place, and what indexes filter by.

    And the vectors of its sentences, where it is understood.
    """
    project, category, session_id = draft.project or "", draft.category or "", draft.session_id or ""
    properties: dict[str, object] = {
        "user_id": user_id, "ordinal": chunk.ordinal, "start": chunk.start, "end": chunk.end, "text": chunk.text,
        "language": chunk.language, "status": Status.ACTIVE.value, "project": project, "category": category,
        "session_id": session_id, "created_at": universal(created_at), "speaker": draft.speaker,
        "asks": chunk.asks if draft.speaker else None,
        "standing": (draft.speaker and not is_assistant(draft.speaker) and is_standing(chunk.text)) or None,
        "facets": chunk_facets(user_id, Status.ACTIVE.value, project, category, session_id),
        "sentences": sentences_of(extraction, chunk),
    }  # fmt: skip
    return {key: value for key, value in properties.items() if value is not None}


def sentences_of(extraction: Extraction | None, chunk: Chunk) -> bytes | None:
    """The packed vectors of a chunk's sentences, None where there are none."""
    return (extraction.sentences[chunk.ordinal] or None) if extraction is not None and extraction.sentences else None


def mention_properties(mentions: Sequence[Mention]) -> dict[str, object]:
    """One tie between a chunk and an entity, made of every place where the chunk names it."""
    placed = [mention for mention in mentions if mention.start is not None]
    best = surest(mentions)
    return {
        "link_type": best.link_type.value,
        "titled": any(mention.start is None and mention.link_type is LinkType.DESCRIBES for mention in mentions),
        "starts": [mention.start for mention in placed],
        "ends": [mention.end for mention in placed],
        "surfaces": list(dict.fromkeys(mention.surface for mention in mentions)),
        # Kept on the tie, so that forgetting a memory can tell which names the others still give.
        "name": best.name,
        "names": sorted({name for mention in mentions for name in (mention.name, *mention.aliases)}),
        "keys": sorted({key for mention in mentions for key in (mention.key, *mention.alias_keys)}),
        "forms": sorted({stored_forms(m.forms)[:_MARK] for m in mentions if m.forms is not None}),
        "subtype": best.subtype,
        "confidence": best.confidence,
        "reasons": list(best.reasons),
        "method": best.method,
    }


def surest(mentions: Sequence[Mention]) -> Mention:
    """The mention that gives a name its form to show: the surest, then the shortest."""
    return max(
        mentions, key=lambda mention: (mention.confidence, -len(mention.name), mention.name, mention.subtype or "")
    )


_MARK = 12
"""Hexadecimal digits that tell stored forms from others, in ties as in names."""


def stored_forms(forms: NameForms) -> str:
    """Forms as the graph keeps them: a mark by which ties remember them, and their JSON."""
    text = encoded(forms)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_MARK] + text


def read_forms(stored: Sequence[str]) -> NameForms | None:
    """The forms of a name from all that its mentions gave."""
    return _joined_forms(tuple(stored)) if stored else None


def forget_forms() -> None:
    """Lets go of the forms kept at hand: after a deletion, so that no name of it stays in memory."""
    _joined_forms.cache_clear()


# Batch after batch meets the same names of its user again: an hour of talk has a few thousand around it.
@lru_cache(maxsize=8192)
def _joined_forms(stored: tuple[str, ...]) -> NameForms:
    return joined([decoded(text[_MARK:]) for text in stored])


def fact_properties(identity: str, user_id: str, statement: Statement, said_at: datetime) -> dict[str, object]:
    """The properties of a Fact node."""
    properties: dict[str, object] = {
        "id": identity, "user_id": user_id, "predicate": statement.predicate, "lemma": statement.lemma,
        "type": statement.type.value, "polarity": statement.polarity.value, "modality": statement.modality.value,
        "holds": holds(statement.polarity, statement.modality),
        "past": statement.past or None, "decided": statement.decided or None,
        "start": statement.start, "end": statement.end, "confidence": statement.confidence,
        "reasons": list(statement.reasons), "method": statement.method, "time": statement.time,
        "place": statement.place, "amount": statement.amount, "valid_from": universal(statement.valid_from or said_at),
        "valid_to": NEVER, "said_at": universal(said_at), **_words(statement),
    }  # fmt: skip
    return {key: value for key, value in properties.items() if value is not None}


def literal_properties(identity: str, user_id: str, fact: LiteralFact, said_at: datetime) -> dict[str, object]:
    """The properties of a LiteralFact node: those of a fact that are asked for, and the words of both ends."""
    properties: dict[str, object] = {
        "id": identity, "user_id": user_id, "predicate": fact.predicate, "lemma": fact.lemma,
        "type": fact.type.value, "polarity": fact.polarity.value, "modality": fact.modality.value,
        "holds": holds(fact.polarity, fact.modality), "start": fact.start, "end": fact.end,
        "confidence": fact.confidence, "decided": fact.decided or None, "time": fact.time,
        "valid_from": universal(said_at), "valid_to": NEVER, "said_at": universal(said_at), **_words(fact),
    }  # fmt: skip
    return {key: value for key, value in properties.items() if value is not None}


def _words(fact: Statement | LiteralFact) -> dict[str, object]:
    roles, texts = [part.role for part in fact.arguments], [part.text for part in fact.arguments]
    return {
        "subject_text": fact.subject_text, "object_text": fact.object_text,
        "roles": roles or None, "arguments": texts or None,
    }  # fmt: skip


_TIMES = ("created_at", "updated_at", "occurred_at", "last_used_at", "invalidated_at")


def memory_of(row: Mapping[str, Any]) -> Memory:
    """A memory from the map of its properties, its times by the clock of who told it."""
    times = {name: at_offset(moment(row[name]), row.get("utc_offset")) for name in _TIMES if row.get(name)}
    # Indexes ask for a value in every node: the graph keeps an empty text for none.
    named = {name: row.get(name) or None for name in ("category", "session_id", "project")}
    return value_of(
        Memory,
        row,
        **{"updated_at": times["created_at"]} | times | named,
        summary=row.get("summary") or "",
        micro_summary=row.get("micro_summary") or "",
        importance=row.get("importance") or 0.0,
        extra=json.loads(row.get("extra") or "{}"),
        facts=given_of(row["facts"]) if row.get("facts") else (),
    )


_ALWAYS = ("id", "user_id", "title", "language", "status", "created_at")


def still_there(rows: Iterable[Row], *, texts: bool = True) -> list[Row]:
    """Rows without those whose `memory` another writer was forgetting: a read meets it with some properties gone.

    Without `texts` the rows come without the text of their memory, or not all with it.
    """
    needed = (*_ALWAYS, "text") if texts else _ALWAYS
    return [row for row in rows if all(row["memory"].get(name) is not None for name in needed)]


def draft_of(memory: Memory, *, titled: bool) -> Draft:
    """The draft that would make this memory again; `titled` tells whether its title was given or made."""
    same: dict[str, Any] = {field.name: getattr(memory, field.name) for field in fields(Draft)}
    same["title"] = memory.title if titled else None
    # What lay outside the graph, in a backup or an export, no migration has reached.
    same |= {name: kept_path(same[name]) for name in PATHS}
    return Draft(**same)


def entities_of(rows: Iterable[Mapping[str, Any]]) -> tuple[EntityFound, ...]:
    """The entities a memory mentions, merged over its chunks, surest first."""
    merged: dict[str, EntityFound] = {}
    for row in rows:
        entity = value_of(EntityFound, row)
        merged[entity.id] = _joined(merged[entity.id], entity) if entity.id in merged else entity
    return tuple(sorted(merged.values(), key=lambda entity: (-entity.confidence, entity.name, entity.id)))


def _joined(first: EntityFound, other: EntityFound) -> EntityFound:
    best = max(first, other, key=lambda entity: entity.confidence)
    places = dict.fromkeys((*zip(first.starts, first.ends, strict=True), *zip(other.starts, other.ends, strict=True)))
    return replace(
        best,
        surfaces=tuple(dict.fromkeys((*first.surfaces, *other.surfaces))),
        starts=tuple(start for start, _ in places),
        ends=tuple(end for _, end in places),
    )


def arguments_of(row: Mapping[str, Any]) -> tuple[Argument, ...]:
    """The further arguments of a fact, which are stored as two lists."""
    return tuple(map(Argument, row.get("roles") or (), row.get("arguments") or ()))


def facts_of(rows: Iterable[Mapping[str, Any]]) -> tuple[FactFound, ...]:
    """The facts a memory states, in the order of the text."""
    facts = [value_of(FactFound, row, arguments=arguments_of(row)) for row in rows]
    return tuple(sorted(facts, key=lambda fact: (fact.start, fact.id)))
