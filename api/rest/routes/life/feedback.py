"""What people say of answers, and what they should know themselves; the figures that Prometheus reads."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from api.rest.bodies import feedback as examples
from api.rest.bodies.feedback import GiveFeedback
from api.rest.callers import KnowledgeDep, UserDep
from api.rest.examples import json_example
from api.rest.json_bodies import JsonRoute
from api.rest.keys import Key
from api.rest.middleware.key_gate import KEY
from api.rest.prometheus import CONTENT_TYPE, exposed
from api.rest.replies import answer
from graph.model.care.feedback import Feedback, FeedbackStats
from graph.model.care.metrics import Alert

router = APIRouter(tags=["system"], route_class=JsonRoute)


@router.post("/api/feedback", response_model=Feedback, responses={200: json_example(examples.FEEDBACK)})
def give_feedback(body: GiveFeedback, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Keeps what somebody says of an answer: which memories helped, which did not, a score."""
    return answer(
        knowledge.feedback(user).give(body.question, helped=body.helped, unhelpful=body.unhelpful, score=body.score)
    )


@router.get("/api/feedback", response_model=list[Feedback], responses={200: json_example([examples.FEEDBACK])})
def latest_feedback(
    knowledge: KnowledgeDep,
    user: UserDep,
    limit: Annotated[int, Query(ge=1, le=200, description="How many at most.")] = 20,
) -> Response:
    """What was said of answers last, the latest first."""
    return answer(knowledge.feedback(user).latest(limit=limit))


@router.get("/api/feedback/stats", response_model=FeedbackStats, responses={200: json_example(examples.FEEDBACK_STATS)})
def feedback_stats(knowledge: KnowledgeDep, user: UserDep) -> Response:
    """How searches went by what was said: the share that succeeded and the mean score, against their goals."""
    return answer(knowledge.feedback(user).stats())


@router.get("/api/alerts", response_model=list[Alert], responses={200: json_example(examples.ALERTS)})
def alerts(knowledge: KnowledgeDep, user: UserDep) -> Response:
    """What a person should know: of the disk, of indexing, slow searches, an index that disagrees, rotation."""
    return answer(knowledge.alerts(user))


@router.get("/metrics", include_in_schema=False)
def metrics(request: Request, knowledge: KnowledgeDep) -> Response:
    """Figures of all graphs and of this process, for Prometheus; ids of users only where the settings ask for that."""
    measured = knowledge.measured()
    key: Key | None = request.scope.get(KEY)
    if key is not None and key.users is not None and any(measured.graphs):
        raise HTTPException(HTTPStatus.FORBIDDEN, "These figures name users, and this key does not speak for all.")
    return Response(exposed(measured, knowledge.job_queue().counts()), media_type=CONTENT_TYPE)
