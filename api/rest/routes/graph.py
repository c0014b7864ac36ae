"""The graph of entities: facts, neighbours, paths and timelines; a part to draw, figures of the whole."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from starlette.responses import Response

from api.drawing import vis_network
from api.rest import graph_examples as examples
from api.rest.callers import KnowledgeDep, UserDep
from api.rest.examples import json_example
from api.rest.json_bodies import JsonRoute
from api.rest.moment import LastMoment, Moment
from api.rest.replies import answer
from graph.model.care.quality import Breach, Cleaned
from graph.model.network import (
    Centrality,
    Communities,
    CommunityMethod,
    FactPage,
    GraphMap,
    GrowthStep,
    Influence,
    Insights,
    Neighbourhood,
    NetworkStatistics,
    PathKind,
    Paths,
    Ranked,
    Snapshot,
    Timeline,
    TimelineOrder,
)

router = APIRouter(prefix="/api/graph", tags=["graph"], route_class=JsonRoute)

Text = Annotated[str | None, Query(max_length=200)]
Entity = Annotated[str, Query(min_length=1, max_length=200, description="An entity: its id, name or alias.")]
Types = Annotated[
    list[str], Query(alias="type", description="Only relations of these types and those below them, your own too.")
]
Least = Annotated[float, Query(ge=0, le=1, description="Only what is at least so sure.")]
At = Annotated[Moment | None, Query(description="What was so at that time.")]
Limit = Annotated[int, Query(ge=1, le=200, description="How many at most.")]


@router.get("/facts", response_model=FactPage, responses={200: json_example(examples.FACTS)})
def facts(
    knowledge: KnowledgeDep,
    user: UserDep,
    entity: Text = None,
    subject: Text = None,
    object: Text = None,  # noqa: A002 -- the end of a fact is called so
    types: Types = [],  # noqa: B006 -- FastAPI copies it
    predicate: Text = None,
    place: Text = None,
    min_confidence: Least = 0.0,
    at: At = None,
    holding: Annotated[bool, Query(description="Without what is denied, asked, possible or planned.")] = True,
    limit: Limit = 50,
) -> Response:
    """Facts that were said, the surest first, each with its sentence."""
    return answer(
        knowledge.graph(user).facts(
            entity=entity, subject=subject, object=object, types=types, predicate=predicate, place=place,
            min_confidence=min_confidence, at=at, holding=holding, limit=limit,
        )
    )  # fmt: skip


@router.get("/neighbours", response_model=Neighbourhood, responses={200: json_example(examples.NEIGHBOURS)})
def neighbours(
    knowledge: KnowledgeDep,
    user: UserDep,
    entity: Entity,
    depth: Annotated[int, Query(ge=1, le=4, description="How many hops away.")] = 1,
    types: Types = [],  # noqa: B006 -- FastAPI copies it
    min_confidence: Annotated[
        float | None, Query(ge=0, le=1, description="Left out: as sure as each type asks for, 0.3 unless changed.")
    ] = None,
    at: At = None,
    limit: Limit = 50,
) -> Response:
    """The entities around one, nearest and most strongly tied first, and the relations among them."""
    around = knowledge.graph(user).neighbours(
        entity, depth=depth, types=types, min_confidence=min_confidence, at=at, limit=limit
    )
    return answer(around)


@router.get("/paths", response_model=Paths, responses={200: json_example(examples.PATHS)})
def paths(
    knowledge: KnowledgeDep,
    user: UserDep,
    source: Annotated[str, Query(min_length=1, max_length=200, description="An entity, or a memory by its id.")],
    target: Annotated[str, Query(min_length=1, max_length=200, description="Another one.")],
    kind: PathKind = PathKind.SHORTEST,
    hops: Annotated[int, Query(ge=1, le=4, description="How many hops at most.")] = 4,
    types: Types = [],  # noqa: B006 -- FastAPI copies it
    min_confidence: Annotated[float | None, Query(ge=0, le=1, description="Of each hop.")] = None,
    at: At = None,
    limit: Annotated[int, Query(ge=1, le=50, description="How many at most.")] = 3,
) -> Response:
    """The best ways from one to another, with the sentence behind each hop: none where nothing ties them."""
    ways = knowledge.graph(user).paths(
        source, target, kind=kind, hops=hops, types=types, min_confidence=min_confidence, at=at, limit=limit
    )
    return answer(ways)


@router.get("/timeline", response_model=Timeline, responses={200: json_example(examples.TIMELINE)})
def timeline(
    knowledge: KnowledgeDep,
    user: UserDep,
    entity: Entity,
    order: TimelineOrder = TimelineOrder.TIME,
    since: Moment | None = None,
    until: LastMoment | None = None,
    limit: Limit = 50,
) -> Response:
    """The memories that speak of an entity, by when it happened or by what matters most."""
    return answer(knowledge.graph(user).timeline(entity, order=order, since=since, until=until, limit=limit))


@router.get("/snapshot", response_model=Snapshot, responses={200: json_example(examples.SNAPSHOT)})
def snapshot(
    knowledge: KnowledgeDep,
    user: UserDep,
    limit: Annotated[int, Query(ge=1, le=5_000, description="How many entities at most.")] = 300,
    around: Text = None,
    types: Types = [],  # noqa: B006 -- FastAPI copies it
    min_confidence: Least = 0.3,
    at: At = None,
    form: Annotated[Literal["plain", "vis"], Query(description="vis: as vis.js draws it.")] = "plain",
) -> Response:
    """The most central part of the graph, or what lies around one entity, to be drawn; and how much there is in all."""
    part = knowledge.network(user).snapshot(
        limit=limit, around=around, types=types, min_confidence=min_confidence, at=at
    )
    return answer(vis_network(part) if form == "vis" else part)


@router.get("/map", response_model=GraphMap, responses={200: json_example(examples.MAP)})
def graph_map(
    knowledge: KnowledgeDep,
    user: UserDep,
    limit: Annotated[int, Query(ge=1, le=5_000, description="How many entities at most.")] = 300,
    around: Text = None,
    project: Annotated[str | None, Query(max_length=1000, description="What its memories speak of.")] = None,
    types: Types = [],  # noqa: B006 -- FastAPI copies it
    min_confidence: Least = 0.3,
    damp_hubs: Annotated[bool, Query(description="Rank by weight / (1 + ln ties): hubs stand back.")] = False,
    anew: Annotated[bool, Query(description="Lay out anew what is drawn, where it has its places already.")] = False,
) -> Response:
    """The most central part of the graph, each entity at the place that it keeps, with the times of what ties them."""
    drawn = knowledge.network(user).map(
        limit=limit, around=around, project=project, types=types, min_confidence=min_confidence, damp_hubs=damp_hubs,
        anew=anew,
    )  # fmt: skip
    return answer(drawn)


@router.get("/statistics", response_model=NetworkStatistics, responses={200: json_example(examples.STATISTICS)})
def statistics(knowledge: KnowledgeDep, user: UserDep, at: At = None) -> Response:
    """How large the graph is and how it hangs together."""
    return answer(knowledge.network(user).statistics(at=at))


@router.get("/central", response_model=Ranked, responses={200: json_example(examples.CENTRAL)})
def central(
    knowledge: KnowledgeDep, user: UserDep, measure: Centrality = Centrality.PAGERANK, limit: Limit = 20
) -> Response:
    """The most central entities by a measure."""
    return answer(knowledge.network(user).central(measure, limit=limit))


@router.get("/communities", response_model=Communities, responses={200: json_example(examples.COMMUNITIES)})
def communities(
    knowledge: KnowledgeDep,
    user: UserDep,
    method: CommunityMethod = CommunityMethod.LOUVAIN,
    limit: Limit = 20,
    members: Annotated[int, Query(ge=1, le=200, description="How many of each are named.")] = 10,
) -> Response:
    """Entities that are tied to each other more than to others, the largest community first."""
    return answer(knowledge.network(user).communities(method, limit=limit, members=members))


@router.get("/insights", response_model=Insights, responses={200: json_example(examples.INSIGHTS)})
def insights(knowledge: KnowledgeDep, user: UserDep, limit: Limit = 5) -> Response:
    """What stands out: bridges between communities, ties one would not expect, the largest communities."""
    return answer(knowledge.network(user).insights(limit=limit))


@router.get("/influence", response_model=Influence, responses={200: json_example(examples.INFLUENCE)})
def influence(knowledge: KnowledgeDep, user: UserDep, entity: Entity, limit: Limit = 20) -> Response:
    """How much an entity weighs by each measure, and whom a random walk from it comes by most."""
    return answer(knowledge.network(user).influence(entity, limit=limit))


@router.get("/quality", response_model=list[Breach], responses={200: json_example(examples.QUALITY)})
def quality(knowledge: KnowledgeDep, user: UserDep) -> Response:
    """The rules that the graph breaks, the worst first. Nothing is changed."""
    return answer(knowledge.quality(user).check())


@router.post("/clean", response_model=Cleaned, responses={200: json_example(examples.CLEANED)})
def clean(
    knowledge: KnowledgeDep,
    user: UserDep,
    dry_run: Annotated[bool, Query(description="Only tell what would be mended.")] = False,
) -> Response:
    """Mends what can be mended: loops and orphans go, ranges are computed anew, unsure relations are pruned."""
    return answer(knowledge.quality(user).clean(dry_run=dry_run))


@router.get("/growth", response_model=list[GrowthStep], responses={200: json_example(examples.GROWTH)})
def growth(knowledge: KnowledgeDep, user: UserDep) -> Response:
    """What came into the graph month by month, and what it then held."""
    return answer(knowledge.network(user).growth())
