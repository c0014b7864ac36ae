"""What was done: undone again, two memories made one, and the events of a user."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from api.rest.bodies.history import EVENTS, EventsInAddress, MergeMemories, Undo
from api.rest.callers import KnowledgeDep, UserDep
from api.rest.examples import MEMORY, json_example
from api.rest.json_bodies import JsonRoute
from api.rest.replies import answer
from graph.model.life.journal import EventPage
from graph.model.memory import Memory

router = APIRouter(prefix="/api", tags=["history"], route_class=JsonRoute)

MemoryId = Annotated[str, Path(description="Id of a memory of this user.", max_length=200)]


@router.post("/memories/{memory_id}/undo", response_model=Memory, responses={200: json_example(MEMORY)})
def undo(memory_id: MemoryId, knowledge: KnowledgeDep, user: UserDep, body: Undo | None = None) -> Response:
    """Makes a memory what it was before the last act that changed it; done once more, this is undone too."""
    return answer(knowledge.versions(user).undo(memory_id, to=(body or Undo()).to))


@router.post("/memories/{memory_id}/merge", response_model=Memory, responses={200: json_example(MEMORY)})
def merge_memories(
    memory_id: Annotated[str, Path(description="Id of the memory that stays.", max_length=200)],
    body: MergeMemories,
    knowledge: KnowledgeDep,
    user: UserDep,
) -> Response:
    """Has a memory that says the same go into this one, with its tags, links and uses; `undo` of either parts them."""
    return answer(knowledge.versions(user).merge(memory_id, body.other))


@router.get("/events", response_model=EventPage, responses={200: json_example(EVENTS)})
def events(query: Annotated[EventsInAddress, Query()], knowledge: KnowledgeDep, user: UserDep) -> Response:
    """What was done and through whom, newest first, never with a text of a memory."""
    page = knowledge.events(user).page(
        kinds=query.kind, memory_id=query.memory_id, subject=query.subject, since=query.since, limit=query.limit,
        cursor=query.cursor,
    )  # fmt: skip
    return answer(page)
