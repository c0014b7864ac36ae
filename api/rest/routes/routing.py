"""Routing: to which project a message belongs."""

from fastapi import APIRouter
from starlette.responses import Response

from api.rest.bodies.routing import ROUTED, RouteMessage
from api.rest.callers import KnowledgeDep, UserDep
from api.rest.examples import json_example
from api.rest.json_bodies import JsonRoute
from api.rest.replies import answer
from graph.model.talk.routing import Routed

router = APIRouter(prefix="/api", tags=["projects"], route_class=JsonRoute)


@router.post("/route", response_model=Routed, responses={200: json_example(ROUTED)})
def route_message(body: RouteMessage, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """To which project a message belongs, how sure that is, and what to ask or create; nothing is changed."""
    routing = knowledge.routing(user)
    return answer(routing.route(body.message, session_id=body.session_id, current=body.current, audience=body.audience))
