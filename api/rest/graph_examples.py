"""Example answers about the graph of entities, made of the real values so that they cannot fall out of step."""

from datetime import UTC, datetime

from graph.model.care.quality import Breach, Cleaned, Rule, Severity
from graph.model.catalogue import RelationStyle
from graph.model.entities import EntityFact
from graph.model.network import (
    Bridge,
    Centrality,
    Communities,
    Community,
    CommunityMethod,
    FactPage,
    FactPeriod,
    GraphMap,
    GrowthStep,
    Hop,
    Influence,
    Insights,
    MapEdge,
    MapNode,
    Neighbourhood,
    NetworkEdge,
    NetworkNode,
    NetworkStatistics,
    Path,
    PathKind,
    PathNode,
    Paths,
    Ranked,
    Snapshot,
    Timeline,
    TimelineEntry,
    Unexpected,
)
from graph.model.types import EntityType, RelationType

_AT = datetime(2026, 6, 1, 2, 10, tzinfo=UTC)
_MEMORY = "01KAMXR2W0F7Q6V5C4B3N2M1K0"
TANAKA = NetworkNode(
    id="5a0f4c0e-4a44-4b35-8f0a-0a5b4f6f3f11", name="田中", type=EntityType.PERSON, mentions=12, weight=0.031, hops=0
)
ACME = NetworkNode(
    id="8c1f7f0a-93d2-4bb2-9a36-2c1d9f5a7e22",
    name="Acme",
    type=EntityType.ORGANIZATION,
    mentions=9,
    weight=0.42,
    hops=1,
)
_WORKS = NetworkEdge(
    source=TANAKA.id, target=ACME.id, type=RelationType.WORKS_FOR, predicate="で働く", confidence=0.91, weight=0.67,
    evidence_count=2, directed=True, last_seen=_AT,
)  # fmt: skip
FACTS = FactPage(
    facts=(
        EntityFact(
            id=f"{_MEMORY}.f0000", memory_id=_MEMORY, subject_id=TANAKA.id, subject="田中", predicate="で働く",
            object_id=ACME.id, object="Acme", type=RelationType.WORKS_FOR, polarity="positive", modality="stated",
            confidence=0.91, sentence="田中さんは Acme で働いている。", said_at=_AT, valid_to=None,
        ),
    ),
    more=False,
)  # fmt: skip
NEIGHBOURS = Neighbourhood(centre=TANAKA, nodes=(ACME,), edges=(_WORKS,), total=1)
_ENDS = tuple(PathNode(id=node.id, name=node.name, kind=node.type) for node in (TANAKA, ACME))
PATHS = Paths(
    kind=PathKind.SHORTEST,
    source=_ENDS[0],
    target=_ENDS[1],
    paths=(
        Path(
            nodes=_ENDS,
            hops=(
                Hop(
                    source=TANAKA.id, target=ACME.id, type="WORKS_FOR", predicate="で働く", confidence=0.91,
                    memory_id=_MEMORY, sentence="田中さんは Acme で働いている。",
                ),
            ),
            strength=0.91,
            last_seen=_AT,
        ),
    ),
)  # fmt: skip
TIMELINE = Timeline(
    entity=TANAKA,
    entries=(
        TimelineEntry(
            memory_id=_MEMORY, title="田中さんの発表", at=_AT, happened=True, importance=5.2, pinned=False,
            surfaces=("田中さん",),
        ),
    ),
    total=1,
)  # fmt: skip
_STYLE = RelationStyle(
    name="WORKS_FOR", type=RelationType.WORKS_FOR, words=(), colour="#4c6ef5", line="solid", arrow="to"
)
SNAPSHOT = Snapshot(nodes=(TANAKA, ACME), edges=(_WORKS,), total_nodes=207, total_edges=166, styles=(_STYLE,))
STATISTICS = NetworkStatistics(
    entities=405, relations=169, by_entity_type={"Person": 61, "Organization": 18},
    by_relation_type={"RELATES_TO": 142, "WORKS_FOR": 3}, density=0.0021, mean_degree=0.83, highest_degree=10,
    isolated=195, components=238, largest_component=58, clustering=0.04, mean_path_length=5.0, small_world=None,
    power_law=2.55, modularity=0.92,
)  # fmt: skip
CENTRAL = Ranked(measure=Centrality.PAGERANK, nodes=(TANAKA, ACME), total=405, exact=True)
_COMMUNITY = Community(
    number=0, name="田中, Acme, 大阪", size=20, members=(TANAKA, ACME), ties_within=19, ties_without=2
)
COMMUNITIES = Communities(method=CommunityMethod.LOUVAIN, communities=(_COMMUNITY,), total=47, modularity=0.92)
INSIGHTS = Insights(
    bridges=(Bridge(node=TANAKA, share=0.015, communities=(_COMMUNITY.name, "Emily, Portland")),),
    unexpected=(
        Unexpected(
            edge=_WORKS, source_name="田中", target_name="Acme", communities=(_COMMUNITY.name, "Emily, Portland"),
            ties_between=1,
        ),
    ),
    communities=(_COMMUNITY,),
)  # fmt: skip
INFLUENCE = Influence(
    node=TANAKA, ranks={"degree": 1, "betweenness": 4, "eigenvector": 1, "pagerank": 1}, of=405, reaches=(ACME,)
)
GROWTH = (
    GrowthStep(
        since=datetime(2026, 6, 1, tzinfo=UTC), entities=120, relations=48, memories=70, entities_in_all=120,
        relations_in_all=48, memories_in_all=70,
    ),
)  # fmt: skip
MAP = GraphMap(
    nodes=tuple(
        MapNode(
            id=node.id, name=node.name, type=node.type, mentions=node.mentions, weight=node.weight, degree=1,
            community=0, x=x, y=0.0, first_seen=_AT, last_seen=_AT,
        )
        for node, x in ((TANAKA, -0.5), (ACME, 0.5))
    ),
    edges=(
        MapEdge(
            source=TANAKA.id, target=ACME.id, type=RelationType.WORKS_FOR, predicate="で働く", confidence=0.91,
            weight=0.67, evidence_count=2, directed=True, denied=0, periods=(FactPeriod(said_at=_AT, since=_AT),),
            first_seen=_AT, last_seen=_AT,
        ),
    ),
    total_nodes=2,
    total_edges=1,
    styles=(_STYLE,),
)  # fmt: skip
QUALITY = (
    Breach(
        rule=Rule.UNSURE, severity=Severity.INFO, count=3, mended=True,
        examples=("6f1d0c52-9d4f-4c0b-9d5f-3c1f0a4b7e21 KNOWS 77b1d3c2-6f0e-4a58-9a2b-0c4d5e6f7a8b",),
    ),
)  # fmt: skip
CLEANED = Cleaned(dry_run=False, before=QUALITY, after=())
