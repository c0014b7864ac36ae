"""How much memories matter: explained for one, in figures for all, computed anew, and uses counted."""

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from api.rest.bodies.lifecycle import IMPORTANCE, LIFECYCLE_STATS, RECOMPUTED, USES_COUNTED, Recompute, Use
from api.rest.callers import KnowledgeDep, UserDep
from api.rest.examples import json_example
from api.rest.json_bodies import JsonRoute
from api.rest.replies import answer
from graph.model.importance import ImportanceDetail, LifecycleStats, Recomputed, UseKind, UsesCounted

router = APIRouter(prefix="/api", tags=["lifecycle"], route_class=JsonRoute)

MemoryId = Annotated[str, Path(description="Id of a memory of this user.", max_length=200)]


@router.get(
    "/memories/{memory_id}/importance", response_model=ImportanceDetail, responses={200: json_example(IMPORTANCE)}
)
def importance(memory_id: MemoryId, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """How much a memory matters now, its five parts, and why; what lists and filters go by is `stored`."""
    return answer(knowledge.importance(user, memory_id))


@router.post("/memories/{memory_id}/uses", response_model=UsesCounted, responses={200: json_example(USES_COUNTED)})
def use_memory(memory_id: MemoryId, knowledge: KnowledgeDep, user: UserDep, body: Use | None = None) -> Response:
    """Counts that a memory was of use. It is written within a second, and counts for its importance for 30 days."""
    return answer(knowledge.use(user, (memory_id,), kind=UseKind((body or Use()).kind)))


@router.get("/lifecycle/stats", response_model=LifecycleStats, responses={200: json_example(LIFECYCLE_STATS)})
def lifecycle_stats(knowledge: KnowledgeDep, user: UserDep) -> Response:
    """How the importance of the active memories is distributed now: buckets, mean, median, deviation, trends."""
    return answer(knowledge.lifecycle_stats(user))


@router.post("/lifecycle/recompute", response_model=Recomputed, responses={200: json_example(RECOMPUTED)})
def recompute_importance(knowledge: KnowledgeDep, user: UserDep, body: Recompute | None = None) -> Response:
    """Computes the importance that lists and filters go by, of the memories named or of all. It may be repeated."""
    return answer(knowledge.recompute_importance(user, None if body is None else body.ids))
