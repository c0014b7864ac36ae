"""In what a memory and what the indexes have of it disagree: a pure comparison of one row of `care/page`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from graph.db.fulltext_fields import INDEX_VERSION
from graph.db.rows import chunk_facets
from graph.model.care.index import FaultKind
from graph.model.types import Status

COPIED: Final = ("status", "project", "category", "session_id")
"""What chunks carry of their memory, for filters inside the indexes."""
REMEDIES: Final[Mapping[FaultKind, str]] = {
    FaultKind.NO_CHUNKS: "A repair reads the memory anew.",
    FaultKind.CHUNK_TEXT: "The text was changed beside Enishi, or a chunk was: a repair reads the memory anew.",
    FaultKind.VECTORS: "A repair makes the vectors anew.",
    FaultKind.WORDS: "A repair makes the index words anew.",
    FaultKind.FACETS: "A repair writes the filter tokens anew.",
    FaultKind.COPIES: "A repair copies status, project, category and session from the memory again.",
    FaultKind.KEYWORDS: "An incremental update or a repair makes the keywords.",
    FaultKind.ARCHIVED_IN_INDEX: "A repair takes what is archived out of the indexes again.",
    FaultKind.ORPHANS: "A repair deletes chunks that belong to no memory.",
    FaultKind.CHUNK_COUNT: "A repair counts the chunks anew.",
    FaultKind.MENTION_COUNTS: "A repair counts anew where these entities are mentioned.",
    FaultKind.EVIDENCE_COUNTS: "A repair sums up anew the facts between these entities.",
    FaultKind.INDEXES: "A repair makes indexes that are gone; one that failed is to be dropped first (DROP INDEX).",
    FaultKind.NOT_FOUND_BY_WORDS: "A repair takes these chunks out of the full-text index and in again.",
    FaultKind.NOT_FOUND_BY_VECTOR: "A repair takes these chunks out of the vector index and in again.",
}
"""What is to be done about each kind of disagreement."""


def faults_of(
    user_id: str, memory: Mapping[str, Any], chunks: Sequence[Mapping[str, Any]], dimensions: int
) -> frozenset[FaultKind]:
    """What is wrong with one memory in the indexes; what waits to be understood needs no vectors yet."""
    if memory["status"] == Status.ARCHIVED:
        held = any(chunk[part] is not None for chunk in chunks for part in ("words", "facets", "dimensions"))
        return frozenset({FaultKind.ARCHIVED_IN_INDEX} if held else ())
    return frozenset(_faults(user_id, memory, chunks, dimensions))


def _faults(
    user_id: str, memory: Mapping[str, Any], chunks: Sequence[Mapping[str, Any]], dimensions: int
) -> Iterator[FaultKind]:
    if not chunks:
        yield FaultKind.NO_CHUNKS
    if (memory.get("index_version") or 0) < INDEX_VERSION:
        yield FaultKind.KEYWORDS
    copied = {name: memory.get(name) or "" for name in COPIED}
    facets = chunk_facets(user_id, copied["status"], copied["project"], copied["category"], copied["session_id"])
    for chunk in chunks:
        if chunk["text"] != memory["text"][chunk["start"] : chunk["end"]]:
            yield FaultKind.CHUNK_TEXT
        if chunk["dimensions"] != dimensions and not memory.get("pending"):
            yield FaultKind.VECTORS
        if chunk["words"] is None:
            yield FaultKind.WORDS
        if set((chunk["facets"] or "").split()) != set(facets.split()):
            yield FaultKind.FACETS
        if any((chunk[name] or "") != value for name, value in copied.items()):
            yield FaultKind.COPIES
