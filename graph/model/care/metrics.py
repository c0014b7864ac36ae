"""What is measured of the whole: counts of graphs, what this process did, and alerts."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphCounts:
    """Counts of one graph, or summed over several. `buckets`: active memories of an importance from each floor on.

    `asymmetric` are relations of symmetric types that are kept the wrong way round, `components` the parts of the graph
    that nothing ties, `rotated` and `planned` what the last rotation put away or deleted of what it meant to.
    """

    memories: int = 0
    active: int = 0
    archived: int = 0
    failed: int = 0
    pending: int = 0
    text_bytes: int = 0
    archived_bytes: int = 0
    packed_bytes: int = 0
    importance_sum: float = 0.0
    buckets: tuple[int, ...] = (0, 0, 0, 0, 0)
    duplicates: int = 0
    with_entity: int = 0
    with_fact: int = 0
    entities: int = 0
    relations: int = 0
    proposed: int = 0
    rejected: int = 0
    edited: int = 0
    confirmed_relations: int = 0
    rejected_relations: int = 0
    confirmed_inferences: int = 0
    rejected_inferences: int = 0
    asymmetric: int = 0
    memories_new: int = 0
    entities_new: int = 0
    components: int = 0
    rotated: int = 0
    planned: int = 0
    feedback_judged: int = 0
    feedback_succeeded: int = 0
    feedback_scored: int = 0
    feedback_score_sum: int = 0

    def __add__(self, other: "GraphCounts") -> "GraphCounts":
        def summed(name: str) -> Any:
            first, second = getattr(self, name), getattr(other, name)
            return tuple(map(sum, zip(first, second, strict=True))) if isinstance(first, tuple) else first + second

        return GraphCounts(**{field.name: summed(field.name) for field in fields(self)})

    def ratios(self) -> Mapping[str, float | None]:
        """What the counts mean, by name; None where there is nothing to divide by."""
        return {
            "compression_ratio": _share(self.archived_bytes, self.packed_bytes),
            "importance_mean": _share(self.importance_sum, self.active),
            "duplicate_ratio": _share(self.duplicates, self.memories),
            "rotation_efficiency": _share(self.rotated, self.planned),
            "entity_coverage": _share(self.with_entity, self.memories),
            "relationship_coverage": _share(self.with_fact, self.memories),
            "entity_precision": _share(self.edited, self.edited + self.rejected),
            "relation_precision": _share(self.confirmed_relations, self.confirmed_relations + self.rejected_relations),
            "inference_precision": _share(
                self.confirmed_inferences, self.confirmed_inferences + self.rejected_inferences
            ),
            "entity_uniqueness": _share(self.entities - self.proposed, self.entities),
            "relation_symmetry": _share(self.relations - self.asymmetric, self.relations),
            "relationship_density": _share(self.relations, self.entities),
            "graph_connectivity": _share(self.components, self.entities),
            "search_success_rate": _share(self.feedback_succeeded, self.feedback_judged),
            "context_relevance": _share(self.feedback_score_sum, self.feedback_scored),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchTimes:
    """Searches of one mode: how many took at most each of `BOUNDS_S`, all, and their seconds in sum."""

    within: tuple[int, ...]
    count: int
    seconds: float


BOUNDS_S = (0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4)
"""Upper bounds of the histogram of search times, in seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """What this process did since it was started."""

    searches: Mapping[str, SearchTimes]
    index_updates: Mapping[str, int]
    indexing_failures: int
    failures_in_a_row: int
    cache_hits: int
    cache_misses: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Counts of graphs, by user where that was asked for (else under ""), as of a time, and those of the process.

    `floors` are those of the buckets of importance, rising.
    """

    graphs: Mapping[str, GraphCounts]
    users: int
    floors: tuple[float, ...]
    at: datetime
    activity: Activity


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """Something that a person should know: its kind, the words, and since when."""

    kind: str
    message: str
    at: datetime


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None
