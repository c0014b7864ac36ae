"""What is kept in total, forgetting all of a user, Cypher of an operator's own, and how the process is doing."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from api.proof import proof
from api.release import release
from api.rest.bodies.cypher import ROWS, AskCypher
from api.rest.callers import KnowledgeDep, StateDep, UserDep
from api.rest.examples import FORGOTTEN, STATS, VECTORS, json_example
from api.rest.json_bodies import JsonRoute
from api.rest.keys import CYPHER_PATH, Key
from api.rest.middleware.key_gate import KEY
from api.rest.replies import answer
from graph.errors import Invalid
from graph.model.care.reembedding import VectorsState
from graph.model.memory import Forgotten, Stats
from graph.model.trace import CypherRows

router = APIRouter(route_class=JsonRoute)
_ALIVE = {"status": "alive", "version": "0.1.0", "fingerprint": "3f0c8a1be2d47956"}


@router.get("/api/database/stats", tags=["database"], response_model=Stats, responses={200: json_example(STATS)})
def stats(knowledge: KnowledgeDep, user: UserDep) -> Response:
    """How much this user's graph holds, and on what it runs."""
    return answer(knowledge.stats(user))


@router.get("/api/database/backlog", tags=["database"], response_model=int, responses={200: json_example(0)})
def backlog(knowledge: KnowledgeDep, user: UserDep) -> Response:
    """How many memories of this user wait to be understood."""
    return answer(knowledge.backlog(user))


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


async def operator(request: Request, state: StateDep) -> None:
    """Lets in who presented a key for Cypher, and nobody where there is none. Raises 403."""
    key: Key | None = request.scope[KEY]
    if key is not None and key.cypher:
        return
    if not state.settings.cypher_keys:
        raise HTTPException(
            HTTPStatus.FORBIDDEN, "Nobody may ask in Cypher here. A key for it is set by ENISHI_API__CYPHER_KEYS."
        )
    raise HTTPException(HTTPStatus.FORBIDDEN, "This needs an API key for Cypher.")


@router.post(
    CYPHER_PATH,
    tags=["database"],
    response_model=CypherRows,
    responses={200: json_example(ROWS)},
    dependencies=[Depends(operator)],
)
def ask_cypher(body: AskCypher, knowledge: KnowledgeDep, state: StateDep) -> Response:
    """Answers a statement in Cypher that only reads, of all users; off without a key for it.

    What would write, calls a procedure that is not known to read the graph, fetches a file or takes too long is
    refused with 422. `more` tells that there are more rows than are answered.
    """
    rows = knowledge.cypher(body.statement, body.parameters, seconds=state.settings.cypher_seconds, limit=body.limit)
    return answer(rows)


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
