"""Links between memories, and what was inferred: the values that callers read."""

from dataclasses import dataclass
from datetime import datetime

from graph.model.memory import Memory
from graph.model.types import InferenceKind, LinkKind, Validation


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryLink:
    """One link of a memory: what ties it to which other, how strong, how sure and why.

    `outgoing` tells whether it leads from the memory that was asked about to `memory`, `directed` whether that means
    anything: what is like another is so both ways. `keywords` are names in common.

    `subtype` says more exactly what the kind means, `extraction_confidence` how sure the detector was, whatever a
    person said since, `context_window` in how many characters the names in common stand together. `created_at` and
    `updated_at` tell when the link was made and changed; links from before these were kept have none.
    """

    kind: LinkKind
    outgoing: bool
    memory: Memory
    weight: float
    confidence: float
    evidence_count: int
    method: str
    reasons: tuple[str, ...]
    keywords: tuple[str, ...]
    first_evidence: datetime
    last_evidence: datetime
    validation_status: Validation
    validated_by: str | None = None
    validated_at: datetime | None = None
    note: str | None = None
    directed: bool = True
    subtype: str | None = None
    extraction_confidence: float | None = None
    context_window: int | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """What linking did: how many memories it looked at, and how many links they have to earlier ones."""

    memories: int
    links: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceFound:
    """One fact that something inferred rests on."""

    id: str
    subject: str
    predicate: str
    object: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InferenceFound:
    """Something that nobody stated: what was inferred of which two, how sure, why, and the facts it rests on.

    The two are entities; for `superseded` the later and the older fact, for `duplicate` two memories.
    """

    id: str
    kind: InferenceKind
    type: str
    source_id: str
    source: str
    target_id: str
    target: str
    confidence: float
    reasons: tuple[str, ...]
    evidence: tuple[EvidenceFound, ...]
    validation_status: Validation
    validated_by: str | None = None
    validated_at: datetime | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Inferred:
    """What inference did: how many changed entities it looked at, what follows from their facts, what these ended."""

    entities: int
    conclusions: int
    ended: int
