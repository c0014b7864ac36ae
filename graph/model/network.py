"""Values of the graph of entities: facts, neighbours, paths, timelines, snapshots, and figures of the whole."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from graph.model.catalogue import RelationStyle
from graph.model.entities import EntityFact
from graph.model.types import EntityType, RelationType


class PathKind(StrEnum):
    """Which paths are the best: of fewest hops, of the greatest strength, told of last, or several unlike ones."""

    SHORTEST = "shortest"
    STRONGEST = "strongest"
    RECENT = "recent"
    ALL = "all"


class Centrality(StrEnum):
    """What makes a node central.

    degree: ties to others; betweenness: shortest paths that lead over it; eigenvector: ties to central nodes;
    pagerank: how often a random walk comes by.
    """

    DEGREE = "degree"
    BETWEENNESS = "betweenness"
    EIGENVECTOR = "eigenvector"
    PAGERANK = "pagerank"


class CommunityMethod(StrEnum):
    """How communities are found: Louvain maximises modularity, label propagation lets neighbours agree."""

    LOUVAIN = "louvain"
    LABEL_PROPAGATION = "label_propagation"


class TimelineOrder(StrEnum):
    """The order of a timeline: by when it happened, or by what matters most."""

    TIME = "time"
    IMPORTANCE = "importance"


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkNode:
    """An entity as a node; `weight` is what it was ranked by, `hops` how far it is from where one began."""

    id: str
    name: str
    type: EntityType
    mentions: int
    weight: float = 0.0
    hops: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkEdge:
    """A relation as an edge: the sum of the facts of one type from `source` to `target`.

    `directed` is False where it says the same from either end. `confidence` and `weight` lie between 0 and 1.
    """

    source: str
    target: str
    type: RelationType
    predicate: str
    confidence: float
    weight: float
    evidence_count: int
    directed: bool
    last_seen: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactPage:
    """Facts that were asked for, the surest first; `more` tells that there are others."""

    facts: tuple[EntityFact, ...]
    more: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbourhood:
    """The nodes around one, the nearest and best tied first, and the edges among all that are here.

    `total` is how many there are within reach; of `hubs`, entities with more ties than a walk follows, only those that
    were asked for are walked through.
    """

    centre: NetworkNode
    nodes: tuple[NetworkNode, ...]
    edges: tuple[NetworkEdge, ...]
    total: int
    hubs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PathNode:
    """A stop of a path: an entity, or a memory with its title."""

    id: str
    name: str
    kind: str
    """The type of the entity, or "Memory"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """From one stop to the next: what ties them, as told in `source` → `target`, and the sentence that says so."""

    source: str
    target: str
    type: str
    predicate: str
    confidence: float
    memory_id: str | None = None
    sentence: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """A way from one node to another; `strength` is the product of the confidences of its hops."""

    nodes: tuple[PathNode, ...]
    hops: tuple[Hop, ...]
    strength: float
    last_seen: datetime | None = None


NOT_ALL_PATHS: Final = "There are too many ways to look at all of them: others may be missing."
"""What is told of paths that are not complete."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paths:
    """The paths between two nodes, the best first: none where nothing ties them within the bounds.

    `complete` is False where there are so many ways that not all were looked at: others may be missing at the end.
    """

    kind: PathKind
    source: PathNode
    target: PathNode
    paths: tuple[Path, ...]
    complete: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineEntry:
    """A memory that speaks of an entity: when it happened, or when it was told where nobody said."""

    memory_id: str
    title: str
    at: datetime
    happened: bool
    importance: float
    pinned: bool
    surfaces: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """The memories of an entity, in order; `total` is how many there are."""

    entity: NetworkNode
    entries: tuple[TimelineEntry, ...]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The most important part of a graph, to be drawn: never more than asked for, and always how much there is."""

    nodes: tuple[NetworkNode, ...]
    edges: tuple[NetworkEdge, ...]
    total_nodes: int
    total_edges: int
    styles: tuple[RelationStyle, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MapNode:
    """An entity on a map: where it lies, to how many others it is tied in all, and which community it belongs to.

    The place is kept, so that the map stays as it was; 1 is about the length of a tie.
    """

    id: str
    name: str
    type: EntityType
    mentions: int
    weight: float
    degree: int
    community: int
    x: float
    y: float
    first_seen: datetime | None = None
    last_seen: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactPeriod:
    """When a fact was told, and from when to when it was so; `until` is None where it still is."""

    said_at: datetime
    since: datetime
    until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MapEdge:
    """A relation on a map, with the periods of its facts by when they were told, the first twelve.

    `ended_at` is when the last of them ended, None while one holds; `denied` is how many facts deny it.
    """

    source: str
    target: str
    type: RelationType
    predicate: str
    confidence: float
    weight: float
    evidence_count: int
    directed: bool
    denied: int
    periods: tuple[FactPeriod, ...]
    first_seen: datetime | None = None
    last_seen: datetime | None = None
    ended_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphMap:
    """The most important part of a graph as a map, and how much there is in all."""

    nodes: tuple[MapNode, ...]
    edges: tuple[MapEdge, ...]
    total_nodes: int
    total_edges: int
    styles: tuple[RelationStyle, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkStatistics:
    """Figures of a network: size, density, and how it hangs together.

    density = ties / possible ties. clustering: mean share of a node's neighbours that are tied to each other.
    small_world: clustering and mean path length against those of a random graph of the same size and ties,
    (C / C_random) / (L / L_random); above 1 it is one. power_law: exponent of the tail of the degrees, where it has
    one.
    """

    entities: int
    relations: int
    by_entity_type: Mapping[str, int]
    by_relation_type: Mapping[str, int]
    density: float
    mean_degree: float
    highest_degree: int
    isolated: int
    components: int
    largest_component: int
    clustering: float
    mean_path_length: float | None
    small_world: float | None
    power_law: float | None
    modularity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """Nodes by one measure, the highest first; `exact` is False where it was estimated from a sample."""

    measure: Centrality
    nodes: tuple[NetworkNode, ...]
    total: int
    exact: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Community:
    """Entities that are tied to each other more than to others, named by those with the most ties within."""

    number: int
    name: str
    size: int
    members: tuple[NetworkNode, ...]
    ties_within: int
    ties_without: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Communities:
    """The communities of a network, the largest first; modularity (−0.5 to 1) tells how clearly they part."""

    method: CommunityMethod
    communities: tuple[Community, ...]
    total: int
    modularity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bridge:
    """An entity by which communities hang together: `share` of all shortest paths lead over it."""

    node: NetworkNode
    share: float
    communities: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unexpected:
    """A relation between two communities that have few others, with how few: a neighbour one would not expect."""

    edge: NetworkEdge
    source_name: str
    target_name: str
    communities: tuple[str, str]
    ties_between: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Insights:
    """What stands out in a network: bridges, unexpected ties, and its largest communities."""

    bridges: tuple[Bridge, ...]
    unexpected: tuple[Unexpected, ...]
    communities: tuple[Community, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GrowthStep:
    """What came into the graph in one period, and what it then held: entities and relations by when first seen."""

    since: datetime
    entities: int
    relations: int
    memories: int
    entities_in_all: int
    relations_in_all: int
    memories_in_all: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Influence:
    """How much one entity weighs: its rank by each measure, and whom a random walk from it comes by most."""

    node: NetworkNode
    ranks: Mapping[str, int]
    of: int
    reaches: tuple[NetworkNode, ...]
