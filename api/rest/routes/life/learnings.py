"""What talks and projects seem to have taught: proposals that a person accepts or rejects."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from api.rest.bodies.conversation import LEARNING
from api.rest.callers import KnowledgeDep, UserDep
from api.rest.examples import REMEMBERED, json_example
from api.rest.json_bodies import JsonRoute
from api.rest.replies import answer
from graph.model.memory import Remembered
from graph.model.talk.learnings import Learning

router = APIRouter(prefix="/api", tags=["projects"], route_class=JsonRoute)

Short = Annotated[str | None, Query(max_length=200)]
LearningId = Annotated[str, Path(description="Id of a learning of this user, as it is listed.", max_length=200)]


@router.get("/learnings", response_model=list[Learning], responses={200: json_example([LEARNING])})
def learnings(
    knowledge: KnowledgeDep,
    user: UserDep,
    session_id: Short = None,
    project: Short = None,
    limit: Annotated[int, Query(ge=1, le=200, description="How many at most.")] = 50,
) -> Response:
    """Sentences of a session or a project that say what was learnt and that nobody has decided on, newest first."""
    return answer(knowledge.learnings(user).proposed(session_id=session_id, project=project, limit=limit))


@router.post(
    "/learnings/{learning_id}/accept",
    status_code=HTTPStatus.CREATED,
    response_model=Remembered,
    responses={201: json_example(REMEMBERED)},
)
def accept_learning(learning_id: LearningId, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Keeps a learning as a memory of its project, with the tag "learning"; the same one when it is accepted twice."""
    return answer(knowledge.learnings(user).accept(learning_id), status=HTTPStatus.CREATED)


@router.post("/learnings/{learning_id}/reject", response_model=Learning, responses={200: json_example(LEARNING)})
def reject_learning(learning_id: LearningId, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Says that it is none: it is not proposed again."""
    return answer(knowledge.learnings(user).reject(learning_id))
