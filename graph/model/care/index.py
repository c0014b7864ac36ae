"""The values of index care: what is indexed of a memory, the keywords of all, what renewing did, what a check found."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graph.model.care.vectors import VectorOrigin
from graph.model.types import Status


class UpdateKind(StrEnum):
    """Which memories are indexed anew: all of them, those that need it, those that are named."""

    FULL = "full"
    INCREMENTAL = "incremental"
    SELECTIVE = "selective"


class FaultKind(StrEnum):
    """In what the indexes and what is kept may disagree."""

    NO_CHUNKS = "no_chunks"
    CHUNK_TEXT = "chunk_text"
    VECTORS = "vectors"
    WORDS = "words"
    FACETS = "facets"
    COPIES = "copies"
    KEYWORDS = "keywords"
    ARCHIVED_IN_INDEX = "archived_in_index"
    ORPHANS = "orphans"
    CHUNK_COUNT = "chunk_count"
    MENTION_COUNTS = "mention_counts"
    EVIDENCE_COUNTS = "evidence_counts"
    INDEXES = "indexes"
    NOT_FOUND_BY_WORDS = "not_found_by_words"
    NOT_FOUND_BY_VECTOR = "not_found_by_vector"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordUse:
    """A keyword of one memory: how often it stands there, what it weighs, and where it does."""

    word: str
    count: int
    weight: float
    snippets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexEntry:
    """What is indexed of one memory. `topics` are its project and category and what it describes.

    `links_to` and `links_from` are the ids of memories that it leads to and that lead to it, `addresses` those on the
    web that it names. `characters` and `text_bytes` (UTF-8) are of its text. `vectors`: where those of its
    chunks come from.
    """

    memory_id: str
    title: str
    status: Status
    importance: float
    content_hash: str
    language: str
    tags: tuple[str, ...]
    topics: tuple[str, ...]
    keywords: tuple[KeywordUse, ...]
    words: int
    characters: int
    text_bytes: int
    chunks: int
    links_to: tuple[str, ...]
    links_from: tuple[str, ...]
    addresses: tuple[str, ...]
    created_at: datetime
    updated_at: datetime
    indexed_at: datetime | None = None
    session_id: str | None = None
    project: str | None = None
    category: str | None = None
    speaker: str | None = None
    source: str | None = None
    vectors: VectorOrigin | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordSummary:
    """A keyword of a user's active memories: how often it stands in them, and in how many.

    `importance_weight` is the importance of those memories against the average, by how often each has the word, times
    the boost of a marked word: above 1 what has it matters more than most.
    """

    key: str
    word: str
    frequency: int
    memories: int
    importance_weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordPage:
    """A page of keywords, the most frequent first, of `total`."""

    keywords: tuple[KeywordSummary, ...]
    total: int
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordHit:
    """A memory that has a keyword; its score is its importance."""

    memory_id: str
    title: str
    score: float
    occurrences: int
    snippets: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordDetail:
    """A keyword with the memories that have it, those of the highest score first."""

    keyword: KeywordSummary
    hits: tuple[KeywordHit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexStats:
    """How much is indexed. Sizes in bytes; those of the server's folders are None where it runs on another machine.

    `index_bytes` is what the indexes of all users take on the server's disk, `store_bytes` the whole database.
    """

    memories: int
    active: int
    archived: int
    waiting: int
    outdated: int
    chunks: int
    characters: int
    text_bytes: int
    words: int
    last_rotation: datetime | None
    last_update: datetime | None
    unfinished: bool
    index_bytes: int | None
    store_bytes: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One way in which indexes and memories disagree: how often, up to five examples, and what mends it."""

    kind: FaultKind
    count: int
    ids: tuple[str, ...]
    remedy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexCheck:
    """What a check looked at, and what it found; `sampled` chunks were searched for by their own words and vector."""

    memories: int
    chunks: int
    sampled: int
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Updated:
    """What an update of the index did: of the memories looked at those indexed anew, and what it left.

    `read_anew` are those whose chunks were made anew with all that is understood of them, `resumed` says that it went
    on with an update that was cut off, `findings` are what the check after it found.
    """

    kind: UpdateKind
    looked_at: int
    memories: int
    chunks: int
    read_anew: int
    archived: int
    waiting: int
    resumed: bool
    seconds: float
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Repaired:
    """What a check found before a repair, and what it finds after it; a dry run repairs nothing."""

    dry_run: bool
    before: tuple[Finding, ...]
    after: tuple[Finding, ...]
