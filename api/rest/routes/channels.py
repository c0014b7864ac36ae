"""Where sessions are held and are taken up again, and the ids by which users go in channels."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.exceptions import HTTPException
from starlette.responses import Response

from api.rest.bodies.projects import IDENTITIES, SESSION_SOURCE, IdentityGiven, SessionHeld, SourceGiven
from api.rest.callers import CallerDep, KnowledgeDep, UserDep
from api.rest.examples import json_example
from api.rest.json_bodies import JsonRoute
from api.rest.replies import answer
from graph.errors import NotFound
from graph.model.life.overview import ChannelIdentity, SessionSource

router = APIRouter(prefix="/api", tags=["channels"], route_class=JsonRoute)

Channel = Annotated[str, Path(description="A channel, such as slack.", max_length=200)]


@router.put("/sources", response_model=SessionSource, responses={200: json_example(SESSION_SOURCE)})
def hold_session(body: SessionHeld, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Keeps where a session is held, by the ids that resume it there."""
    return answer(knowledge.channels(user).hold(body.session_id, body.kind, body.ids, audience=body.audience))


@router.post("/sources/called", response_model=str, responses={200: json_example("session-1")})
def session_at(body: SourceGiven, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """The id of the session that was held there, to go on with."""
    return answer(knowledge.channels(user).session_at(body.kind, body.ids))


@router.get("/identities", response_model=tuple[ChannelIdentity, ...], responses={200: json_example(IDENTITIES)})
def identities(knowledge: KnowledgeDep, user: UserDep) -> Response:
    """The ids by which the user goes in channels."""
    return answer(knowledge.channels(user).identities())


@router.post("/identities", response_model=tuple[ChannelIdentity, ...], responses={200: json_example(IDENTITIES)})
def add_identity(body: IdentityGiven, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Says that whoever goes by an id in a channel is the user; 409 where it is somebody else's."""
    return answer(knowledge.channels(user).add(body.channel, body.identity))


@router.delete(
    "/identities/{channel}/{identity}",
    response_model=tuple[ChannelIdentity, ...],
    responses={200: json_example(IDENTITIES)},
)
def remove_identity(
    channel: Channel,
    identity: Annotated[str, Path(description="The id there.", max_length=200)],
    knowledge: KnowledgeDep,
    user: UserDep,
) -> Response:
    """Takes that back."""
    return answer(knowledge.channels(user).remove(channel, identity))


@router.get("/users/called", response_model=str, responses={200: json_example("me")})
def user_of(
    channel: Annotated[str, Query(description="A channel.", examples=["slack"], max_length=200)],
    identity: Annotated[str, Query(description="An id there.", examples=["U0123"], max_length=200)],
    knowledge: KnowledgeDep,
    asking: CallerDep,
) -> Response:
    """The user who goes by an id in a channel; of users for whom the key does not speak nobody is told."""
    found_user = knowledge.user_of(channel, identity)
    try:
        return answer(asking.user(found_user))
    except HTTPException as refused:
        if refused.status_code != HTTPStatus.FORBIDDEN:
            raise
        raise NotFound("user with identity", f"{channel} {identity}") from refused
