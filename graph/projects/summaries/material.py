"""What a summary is made of: memories that stand in it word for word, and the sentences of all others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import numpy as np

from graph.calendar.zones import at_offset
from graph.db.row import Row
from graph.db.rows import moment
from graph.extractor import Extractor
from graph.lifecycle.kinds.wordings import is_decision, named_as
from graph.model.endings import Ending
from graph.model.extraction import Vector
from graph.model.reading.sentence_vectors import unpacked
from graph.model.talk.summaries import Kept, Quote
from graph.projects.over import EndingsById, over_within
from graph.projects.summaries.selection import Sentence

_ASKS = ("?", "？")
_RIM = " \t\r\n-*•#>"
"""What stands around a sentence of a list and is none of its words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """The memories of a project or session, read once: quotes to keep, and quotes to choose among with their traits."""

    kept: tuple[Quote, ...]
    offered: tuple[Quote, ...]
    sentences: tuple[Sentence, ...]
    hashes: Mapping[str, str]
    characters: int
    memories: int

    @property
    def preserved(self) -> int:
        """Memories that stand in the summary whole."""
        return len(self.kept)


def material_of(
    rows: Sequence[Row], extractor: Extractor, over: EndingsById, *, now: datetime, verbatim_days: float
) -> Material:
    """The material of memories with their chunks and entities, as `summary/material` gives them.

    A sentence that is over is not offered: what came in its place tells the newest state.
    """
    newest = now - timedelta(days=verbatim_days)
    there = [row for row in rows if row["memory"].get("text") and row["memory"].get("created_at")]
    kept: list[Quote] = []
    offered: list[Quote] = []
    sentences: list[Sentence] = []
    for row in there:
        memory = row["memory"]
        endings = over.get(memory["id"], ())
        why = _kept(memory, newest, _standing(memory["text"], endings, extractor))
        if why is not None:
            kept.append(_quote(memory, 0, len(memory["text"]), why))
            continue
        for quote, sentence in _sentences(row, extractor):
            if not over_within(endings, quote.start, quote.end):
                offered.append(quote)
                sentences.append(sentence)
    return Material(
        kept=tuple(kept), offered=tuple(offered), sentences=tuple(sentences),
        hashes={row["memory"]["id"]: row["memory"]["content_hash"] for row in there},
        characters=sum(len(row["memory"]["text"]) for row in there), memories=len(there),
    )  # fmt: skip


def _standing(text: str, endings: Sequence[Ending], extractor: Extractor) -> str:
    """What of a text is not over."""
    if not endings:
        return text
    spans = extractor.sentences(text)
    return " ".join(text[start:end] for start, end in spans if not over_within(endings, start, end)).strip()


def _kept(memory: Mapping[str, Any], newest: datetime, standing: str) -> Kept | None:
    if memory.get("pinned"):
        return Kept.PINNED
    # What of it is over may be what was decided.
    named = named_as(memory) if standing == memory["text"] else named_as({**memory, "kind": None})
    if standing and is_decision(standing, **named):
        return Kept.DECISION
    at = moment(memory.get("occurred_at") or memory["created_at"])
    return Kept.RECENT if at >= newest else None


def _sentences(row: Row, extractor: Extractor) -> list[tuple[Quote, Sentence]]:
    memory, text = row["memory"], row["memory"]["text"]
    spans = [_trimmed(text, start, end) for start, end in extractor.sentences(text)]
    spans = [(start, end) for start, end in spans if start < end]
    words = extractor.content_words([text[start:end] for start, end in spans])
    return [
        (
            _quote(memory, start, end, None),
            Sentence(
                tokens=extractor.tokens(text[start:end]),
                importance=float(memory.get("importance") or 0.0),
                talk=memory.get("session_id") or "",
                words=held,
                entities=frozenset(
                    entity["id"]
                    for entity in row["entities"]
                    if any(start <= at < end for at in entity["starts"] or ())
                ),
                asks=text[start:end].rstrip("」』）)\"”'").endswith(_ASKS),
                vector=_vector(row["chunks"], extractor, text, start, end),
            ),
        )
        for (start, end), held in zip(spans, words, strict=True)
    ]


def _vector(
    chunks: Sequence[Mapping[str, Any]], extractor: Extractor, text: str, start: int, end: int
) -> Vector | None:
    """The stored vector of a sentence; that of its chunk where the encoder joined it with others."""
    chunk = next((chunk for chunk in chunks if chunk["start"] < end and start < chunk["end"]), None)
    if chunk is None or not chunk.get("embedding"):
        return None
    whole = np.array(chunk["embedding"], np.float32)
    vectors = unpacked(chunk.get("sentences"), len(whole))
    begin = chunk["start"]
    inside = [(begin + first, begin + last) for first, last in extractor.sentences(text[begin : chunk["end"]])]
    if len(vectors) == len(inside):
        place = next((n for n, (first, last) in enumerate(inside) if first <= start < last), None)
        return whole if place is None else vectors[place]
    return whole


def _quote(memory: Mapping[str, Any], start: int, end: int, why: Kept | None) -> Quote:
    return Quote(
        memory_id=memory["id"],
        text=memory["text"][start:end],
        start=start,
        end=end,
        at=at_offset(moment(memory.get("occurred_at") or memory["created_at"]), memory.get("utc_offset")),
        speaker=memory.get("speaker"),
        kept=why,
    )


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in _RIM:
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end
