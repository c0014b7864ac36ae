"""Memories as resources: list, keep, read, change, forget, and where they stand in their life."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from api.rest.callers import AudienceQuery, KnowledgeDep, StateDep, UserDep
from api.rest.examples import DETAIL, FORGOTTEN, MEMORY, PAGE, PINNED, REMEMBERED, VERSIONS, json_example
from api.rest.json_bodies import JsonRoute
from api.rest.replies import answer
from api.rest.wire import Changes, ListInAddress, NewMemory, changes_of, draft_of, filters_of
from graph.errors import Invalid
from graph.model.memory import Enrich, Forgotten, Memory, MemoryDetail, MemoryVersion, Page, Remembered

router = APIRouter(prefix="/api/memories", tags=["memories"], route_class=JsonRoute)

MemoryId = Annotated[str, Path(description="Id of a memory of this user.", examples=[MEMORY.id], max_length=200)]


@router.get("", response_model=Page, responses={200: json_example(PAGE)})
def list_memories(query: Annotated[ListInAddress, Query()], knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Memories in an order, a page at a time."""
    page = knowledge.memories(
        user, filters=filters_of(query), order=query.order, limit=query.limit, cursor=query.cursor
    )
    return answer(page)


@router.post(
    "",
    status_code=HTTPStatus.CREATED,
    response_model=Remembered,
    responses={
        200: {"description": "The same memory was there already", "model": Remembered},
        201: json_example(REMEMBERED),
    },
)
def remember(
    body: NewMemory,
    knowledge: KnowledgeDep,
    user: UserDep,
    state: StateDep,
    enrich: Annotated[Enrich, Query(description="later: understood in the background.")] = Enrich.NOW,
) -> Response:
    """Keeps a memory: 201 with its address when it is new, 200 when the same memory was there already."""
    remembered = knowledge.remember(user, draft_of(body), enrich=enrich)
    if enrich is Enrich.LATER:
        state.jobs.wake()
    reply = answer(remembered, HTTPStatus.CREATED if remembered.created else HTTPStatus.OK)
    reply.headers["Location"] = f"/api/memories/{remembered.id}"
    return reply


@router.delete("", response_model=Forgotten, responses={200: json_example(FORGOTTEN)})
def forget_from(
    knowledge: KnowledgeDep,
    user: UserDep,
    source: Annotated[
        str | None, Query(description="A source as it was kept, or what it lies below.", examples=["notes/plan.md"])
    ] = None,
    project: Annotated[str | None, Query(description="A project, with those below it.", examples=["work"])] = None,
    confirm: Annotated[str, Query(description="The id of the user, once more.", examples=["me"])] = "",
) -> Response:
    """Deletes the memories of a source or a project, and of those below. This cannot be undone, so the user's id must
    be given again as `confirm`; without it the answer says how many would go.
    """
    if confirm != user:
        count = knowledge.count_from(user, source=source, project=project)
        raise Invalid("confirm", f"must repeat the id of the user; {count:,} memories would be deleted.")
    return answer(knowledge.forget_from(user, source=source, project=project))


@router.get("/called", response_model=str, responses={200: json_example(MEMORY.id)})
def memory_called(
    called: Annotated[str, Query(description="The id or how it begins.", examples=[MEMORY.id[:12]], max_length=200)],
    knowledge: KnowledgeDep,
    user: UserDep,
    audience: AudienceQuery = None,
) -> Response:
    """The id of the one memory whose id begins so; 409 names them where there are several."""
    return answer(knowledge.memory_called(user, called, audience=audience))


@router.get("/{memory_id}", response_model=MemoryDetail, responses={200: json_example(DETAIL)})
def show_memory(memory_id: MemoryId, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """One memory with the entities it mentions and the facts it states."""
    return answer(knowledge.show(user, memory_id))


@router.get("/{memory_id}/history", response_model=tuple[MemoryVersion, ...], responses={200: json_example(VERSIONS)})
def memory_history(memory_id: MemoryId, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """What a memory was before each act that changed it, newest first: from when to when, and through whom."""
    return answer(knowledge.history(user, memory_id))


@router.patch("/{memory_id}", response_model=Remembered, responses={200: json_example(REMEMBERED)})
def edit_memory(memory_id: MemoryId, body: Changes, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Changes the fields named; a new text is understood anew."""
    return answer(knowledge.edit(user, memory_id, changes_of(body)))


@router.delete("/{memory_id}", response_model=Forgotten, responses={200: json_example(FORGOTTEN)})
def forget_memory(memory_id: MemoryId, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Deletes a memory with every chunk, fact, link and name that only it knew. This cannot be undone."""
    return answer(knowledge.forget(user, memory_id))


@router.post("/{memory_id}/pin", response_model=Memory, responses={200: json_example(PINNED)})
def pin(memory_id: MemoryId, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Keeps a memory from ever being rotated out."""
    return answer(knowledge.pin(user, memory_id))


@router.post("/{memory_id}/unpin", response_model=Memory, responses={200: json_example(MEMORY)})
def unpin(memory_id: MemoryId, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Undoes a pin."""
    return answer(knowledge.unpin(user, memory_id))


@router.post("/{memory_id}/archive", response_model=Memory, responses={200: json_example(MEMORY)})
def archive(memory_id: MemoryId, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Takes a memory out of search and lists without losing it."""
    return answer(knowledge.archive(user, memory_id))


@router.post("/{memory_id}/restore", response_model=Memory, responses={200: json_example(MEMORY)})
def restore(memory_id: MemoryId, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Brings an archived or invalid memory back as it was."""
    return answer(knowledge.restore(user, memory_id))


@router.post("/{memory_id}/invalidate", response_model=Memory, responses={200: json_example(MEMORY)})
def invalidate(memory_id: MemoryId, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Marks a memory as no longer true; it stays readable."""
    return answer(knowledge.invalidate(user, memory_id))
