"""What ties memories to each other, and what follows from them: read, worked off at once, taken back."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from api.callers import Knowing, User
from api.examples import INFERENCES, INFERRED, LINKED, LINKS, WITHDRAWN, shown
from api.replies import answer
from api.wire import Withdrawn
from graph.answers import InferenceFound, Inferred, Linked, MemoryLink
from graph.model import InferenceKind

router = APIRouter(prefix="/api", tags=["links"])

MemoryId = Annotated[str, Path(description="Id of a memory of this user.", max_length=200)]
Anew = Annotated[bool, Query(description="All from the beginning, not only what changed.")]
Limit = Annotated[int, Query(ge=1, le=200, description="How many at most.")]


@router.get("/memories/{memory_id}/links", response_model=list[MemoryLink], responses={200: shown(LINKS)})
def links(memory_id: MemoryId, knowledge: Knowing, user: User, limit: Limit = 50) -> Response:
    """The links of a memory to others, surest first, each with its evidence."""
    return answer(knowledge.links(user, memory_id, limit=limit))


@router.post("/links", response_model=Linked, responses={200: shown(LINKED)})
def link(knowledge: Knowing, user: User, anew: Anew = False) -> Response:
    """Links the memories that wait for it to earlier ones. A running server does so by itself."""
    return answer(knowledge.link(user, anew=anew))


@router.get("/inferences", response_model=list[InferenceFound], responses={200: shown(INFERENCES)})
def inferences(
    knowledge: Knowing,
    user: User,
    kind: Annotated[InferenceKind | None, Query(description="Only those of this kind.")] = None,
    after: Annotated[str, Query(max_length=1000, description="Go on after the one with this id.")] = "",
    limit: Limit = 100,
) -> Response:
    """What was inferred and nobody stated, each with the facts it rests on."""
    return answer(knowledge.inferred(user, kind=kind, after=after, limit=limit))


@router.post("/inferences", response_model=Inferred, responses={200: shown(INFERRED)})
def infer(knowledge: Knowing, user: User, anew: Anew = False) -> Response:
    """Infers what follows from the facts that changed. A running server does so by itself."""
    return answer(knowledge.infer(user, anew=anew))


@router.delete("/inferences", response_model=Withdrawn, responses={200: shown(WITHDRAWN)})
def withdraw(knowledge: Knowing, user: User) -> Response:
    """Takes back all that was inferred; what was stated is again as it was told."""
    return answer(Withdrawn(inferences=knowledge.withdraw(user)))
