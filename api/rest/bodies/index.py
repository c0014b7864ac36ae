"""Request models of index care, and examples of its answers."""

from datetime import UTC, datetime

from pydantic import ConfigDict, Field

from api.rest.examples import MEMORY
from api.rest.wire import Wire
from graph.care.faults import REMEDIES
from graph.model.care.index import (
    FaultKind,
    Finding,
    IndexCheck,
    IndexEntry,
    IndexStats,
    KeywordDetail,
    KeywordHit,
    KeywordPage,
    KeywordSummary,
    KeywordUse,
    Repaired,
    Updated,
    UpdateKind,
)
from graph.model.care.vectors import VectorOrigin, VectorSource
from graph.model.types import Status


class UpdateIndex(Wire):
    """Which memories to index anew."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{}, {"kind": "full"}, {"kind": "selective", "ids": [MEMORY.id]}]}
    )

    kind: UpdateKind = UpdateKind.INCREMENTAL
    """full: all; incremental: those that need it; selective: those of `ids`."""
    ids: tuple[str, ...] = Field(default=(), max_length=10_000)
    """Ids of memories, for the kind selective alone."""


class RepairIndex(Wire):
    """How to repair the index."""

    model_config = ConfigDict(json_schema_extra={"examples": [{}, {"dry_run": True}]})

    dry_run: bool = False
    """Only tell what would be mended."""


_AT = datetime(2026, 11, 27, 1, 0, tzinfo=UTC)
ENTRY = IndexEntry(
    memory_id=MEMORY.id, title=MEMORY.title, status=Status.ACTIVE, importance=4.9, content_hash="5f" * 32,
    language="en", tags=("move",), topics=("home/osaka", "Osaka"),
    keywords=(KeywordUse(word="Osaka", count=2, weight=2.0, snippets=("moved to Osaka in",)),),
    words=9, characters=52, text_bytes=52, chunks=1, links_to=(), links_from=("01M8CG0WJ5TNRB32HWENR9SJA8",),
    addresses=("https://example.org/flat",), created_at=_AT, updated_at=_AT, indexed_at=_AT, project="home/osaka",
    vectors=VectorOrigin(
        model="e5-small", version="0.3.0", dimensions=384, source=VectorSource.TEXT, passages=1, made_at=_AT
    ),
)  # fmt: skip
KEYWORD = KeywordSummary(key="osaka", word="Osaka", frequency=14, memories=9, importance_weight=1.12)
KEYWORDS = KeywordPage(keywords=(KEYWORD,), total=312, next_cursor="1")
KEYWORD_DETAIL = KeywordDetail(
    keyword=KEYWORD,
    hits=(
        KeywordHit(memory_id=MEMORY.id, title=MEMORY.title, score=4.9, occurrences=2, snippets=("moved to Osaka in…",)),
    ),
)
STATS = IndexStats(
    memories=208, active=196, archived=12, waiting=0, outdated=0, chunks=231, characters=21_034, text_bytes=38_220,
    words=5_120, last_rotation=_AT, last_update=_AT, unfinished=False, index_bytes=2_202_009, store_bytes=41_943_040,
)  # fmt: skip
FINDING = Finding(kind=FaultKind.VECTORS, count=1, ids=(MEMORY.id,), remedy=REMEDIES[FaultKind.VECTORS])
CHECK = IndexCheck(memories=208, chunks=231, sampled=50, findings=(FINDING,))
UPDATED = Updated(
    kind=UpdateKind.INCREMENTAL, looked_at=208, memories=3, chunks=4, read_anew=0, archived=12, waiting=0,
    resumed=False, seconds=0.412, findings=(),
)  # fmt: skip
REPAIRED = Repaired(dry_run=False, before=(FINDING,), after=())
