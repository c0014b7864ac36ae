"""What is kept for a user in total, forgetting all of it, and how the process is doing."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from api.proof import proof
from api.release import release
from api.rest.callers import KnowledgeDep, StateDep, UserDep
from api.rest.examples import FORGOTTEN, STATS, VECTORS, json_example
from api.rest.json_bodies import JsonRoute
from api.rest.replies import answer
from graph.errors import Invalid
from graph.model.care.reembedding import VectorsState
from graph.model.memory import Forgotten, Stats

router = APIRouter(route_class=JsonRoute)
_ALIVE = {"status": "alive", "version": "0.1.0", "fingerprint": "3f0c8a1be2d47956"}


@router.get("/api/database/stats", tags=["database"], response_model=Stats, responses={200: json_example(STATS)})
def stats(knowledge: KnowledgeDep, user: UserDep) -> Response:
    """How much this user's graph holds, and on what it runs."""
    return answer(knowledge.stats(user))


@router.get(
    "/api/database/vectors", tags=["database"], response_model=VectorsState, responses={200: json_example(VECTORS)}
)
def vectors(knowledge: KnowledgeDep, user: UserDep) -> Response:  # noqa: ARG001 -- who asks shows a key
    """Whose vectors the database holds, of all users, and what is left of a change of the embedding model."""
    return answer(knowledge.vectors())


@router.delete("/api/users/me", tags=["database"], response_model=Forgotten, responses={200: json_example(FORGOTTEN)})
def forget_user(
    knowledge: KnowledgeDep,
    user: UserDep,
    confirm: Annotated[str, Query(description="The id of the user, once more.", examples=["me"])] = "",
) -> Response:
    """Deletes everything of this user. This cannot be undone, so the user's id must be given again as `confirm`."""
    if confirm != user:
        raise Invalid("confirm", "must repeat the id of the user whose memories are all to be deleted.")
    return answer(knowledge.forget_user(user))


@router.get("/health", tags=["system"], responses={200: json_example(_ALIVE)})
async def health(
    state: StateDep,
    challenge: Annotated[str | None, Query(max_length=64, description="What the server shall prove itself by.")] = None,
) -> Response:
    """Whether the process lives; asks nothing of the database, and waits for no thread that others have.

    By the fingerprint a command of the same machine tells that its settings describe the same memories, and by the
    proof, given for a challenge, that the server runs for the same user: only then is it sent a key or a text.
    """
    alive = {"status": "alive", "version": release(), "fingerprint": state.fingerprint}
    if challenge is not None and state.secret is not None:
        alive["proof"] = proof(state.secret, challenge, state.settings.host, state.settings.port)
    return answer(alive)


@router.get("/ready", tags=["system"], responses={200: json_example({"status": "ready"})})
def ready(knowledge: KnowledgeDep) -> Response:
    """Whether requests can be answered now; 503 with Retry-After while the models load and statements are planned."""
    knowledge.ready()
    return answer({"status": "ready"})
