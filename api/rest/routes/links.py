"""What ties memories to each other, and what follows from them: read, worked off at once, judged, taken back."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from api.rest.bodies.entities import Verdict
from api.rest.callers import KnowledgeDep, UserDep
from api.rest.examples import (
    INFERENCE_JUDGED,
    INFERENCES,
    INFERRED,
    LINK_JUDGED,
    LINKED,
    LINKS,
    WITHDRAWN,
    json_example,
)
from api.rest.json_bodies import JsonRoute
from api.rest.replies import answer
from api.rest.wire import Withdrawn
from graph.model.links import InferenceFound, Inferred, Linked, MemoryLink
from graph.model.types import InferenceKind, LinkKind, Validation

router = APIRouter(prefix="/api", tags=["links"], route_class=JsonRoute)

MemoryId = Annotated[str, Path(description="Id of a memory of this user.", max_length=200)]
Anew = Annotated[bool, Query(description="All from the beginning, not only what changed.")]
OfVerdict = Annotated[
    Validation | None, Query(description="Only those of which this was said. Left out: all but the rejected.")
]
Limit = Annotated[int, Query(ge=1, le=200, description="How many at most.")]


@router.get("/memories/{memory_id}/links", response_model=list[MemoryLink], responses={200: json_example(LINKS)})
def links(
    memory_id: MemoryId, knowledge: KnowledgeDep, user: UserDep, verdict: OfVerdict = None, limit: Limit = 50
) -> Response:
    """The links of a memory to others, surest first, each with its evidence."""
    return answer(knowledge.links(user, memory_id, verdict=verdict, limit=limit))


@router.put(
    "/memories/{memory_id}/links/{other}/{kind}/verdict",
    response_model=MemoryLink,
    responses={200: json_example(LINK_JUDGED)},
)
def judge_link(
    memory_id: MemoryId,
    other: Annotated[str, Path(description="Id of the memory at the other end.", max_length=200)],
    kind: Annotated[LinkKind, Path(description="Kind of the link.")],
    body: Verdict,
    knowledge: KnowledgeDep,
    user: UserDep,
) -> Response:
    """Confirms or rejects a link, or takes that back; a rejected one is not shown, and not found again."""
    return answer(knowledge.judge_link(user, memory_id, other, kind, body.status, note=body.note))


@router.post("/links", response_model=Linked, responses={200: json_example(LINKED)})
def link(knowledge: KnowledgeDep, user: UserDep, anew: Anew = False) -> Response:
    """Links the memories that wait for it to earlier ones. A running server does so by itself."""
    return answer(knowledge.link(user, anew=anew))


@router.get("/inferences", response_model=list[InferenceFound], responses={200: json_example(INFERENCES)})
def inferences(
    knowledge: KnowledgeDep,
    user: UserDep,
    kind: Annotated[InferenceKind | None, Query(description="Only those of this kind.")] = None,
    verdict: OfVerdict = None,
    after: Annotated[str, Query(max_length=1000, description="Go on after the one with this id.")] = "",
    limit: Limit = 100,
) -> Response:
    """What was inferred and nobody stated, each with the facts it rests on."""
    return answer(knowledge.inferred(user, kind=kind, verdict=verdict, after=after, limit=limit))


@router.put(
    "/inferences/{inference_id}/verdict", response_model=InferenceFound, responses={200: json_example(INFERENCE_JUDGED)}
)
def judge_inference(
    inference_id: Annotated[str, Path(description="Id of something inferred.", max_length=1000)],
    body: Verdict,
    knowledge: KnowledgeDep,
    user: UserDep,
) -> Response:
    """Confirms or rejects what was inferred, or takes that back; what is rejected is not inferred again."""
    return answer(knowledge.judge_inference(user, inference_id, body.status, note=body.note))


@router.post("/inferences", response_model=Inferred, responses={200: json_example(INFERRED)})
def infer(knowledge: KnowledgeDep, user: UserDep, anew: Anew = False) -> Response:
    """Infers what follows from the facts that changed. A running server does so by itself."""
    return answer(knowledge.infer(user, anew=anew))


@router.delete("/inferences", response_model=Withdrawn, responses={200: json_example(WITHDRAWN)})
def withdraw(knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Takes back what was inferred and nobody judged; what was stated is again as it was told."""
    return answer(Withdrawn(inferences=knowledge.withdraw(user)))
