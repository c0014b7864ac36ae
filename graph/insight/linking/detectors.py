"""Asks every detector about a memory and its candidates, and keeps the best few links of each kind."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from graph.insight.link_features import DetectedLink, Pair
from graph.insight.linking.last_time import latest_alone
from graph.insight.linking.likeness import elaboration, semantic_similarity
from graph.insight.linking.opposition import contradiction
from graph.insight.linking.order import temporal_causality, temporal_parallel, temporal_sequence
from graph.insight.linking.talk import conversation_flow, same_session
from graph.insight.linking.themes import co_occurrence, conceptual_hierarchy, reference, thematic_connection
from graph.model.types import LinkKind

Detector = Callable[[Pair], DetectedLink | None]

DETECTORS: Mapping[LinkKind, Detector] = {
    LinkKind.TEMPORAL_SEQUENCE: temporal_sequence,
    LinkKind.TEMPORAL_PARALLEL: temporal_parallel,
    LinkKind.TEMPORAL_CAUSALITY: temporal_causality,
    LinkKind.SEMANTIC_SIMILARITY: semantic_similarity,
    LinkKind.THEMATIC_CONNECTION: thematic_connection,
    LinkKind.CONCEPTUAL_HIERARCHY: conceptual_hierarchy,
    LinkKind.REFERENCE: reference,
    LinkKind.ELABORATION: elaboration,
    LinkKind.CONTRADICTION: contradiction,
    LinkKind.SAME_SESSION: same_session,
    LinkKind.CONVERSATION_FLOW: conversation_flow,
    LinkKind.CO_OCCURRENCE: co_occurrence,
}
"""One detector a kind."""

MOST: Mapping[LinkKind, int] = {
    LinkKind.TEMPORAL_SEQUENCE: 2,
    LinkKind.SAME_SESSION: 2,
    LinkKind.CONVERSATION_FLOW: 1,
}
"""Links of a kind that a memory may have to earlier ones, where that is not `MOST_ELSE`."""
MOST_ELSE = 4

LEAST: Mapping[LinkKind, float] = {
    LinkKind.TEMPORAL_SEQUENCE: 0.6,
    LinkKind.TEMPORAL_PARALLEL: 0.6,
    LinkKind.THEMATIC_CONNECTION: 0.6,
    LinkKind.CO_OCCURRENCE: 0.6,
}
"""Confidence a link of a kind needs, where that is not `LEAST_ELSE`."""
LEAST_ELSE = 0.5


def links_of(pairs: Iterable[Pair], kinds: Iterable[LinkKind] = LinkKind) -> list[DetectedLink]:
    """The links of one memory to earlier ones: of each kind the surest few; a pure function of the pairs.

    What a person rejected is not found again, and what a person confirmed takes nobody's place among the few.
    """
    by_kind: dict[LinkKind, list[DetectedLink]] = defaultdict(list)
    kept: list[DetectedLink] = []
    wanted = [(kind, DETECTORS[kind]) for kind in kinds]
    for pair in pairs:
        for kind, detector in wanted:
            link = detector(pair) if kind not in pair.rejected else None
            if link is not None and link.confidence >= LEAST.get(kind, LEAST_ELSE):
                (kept if kind in pair.confirmed else by_kind[kind]).append(link)
    for kind, links in ((kind, latest_alone(links)) for kind, links in by_kind.items()):
        links.sort(key=_surest_first)
        kept += links[: MOST.get(kind, MOST_ELSE)]
    return kept


def _surest_first(link: DetectedLink) -> tuple[object, ...]:
    """Sorts by what the memories say, before ids: the same few are kept in whatever order they were written."""
    return (
        -round(link.confidence, 4), -round(link.weight, 4), -link.target.created_at.timestamp(),
        -link.source.created_at.timestamp(), link.source.text, link.target.text, link.source.id, link.target.id,
    )  # fmt: skip
