"""What syncs of files leave in the graph: `enishi sync` asks for it, and reads and writes the files itself."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from api.rest.bodies.synced import CALLED, SAYING, STATE, Buried, FiledGiven, IdsNamed, TextsNamed
from api.rest.callers import KnowledgeDep, UserDep
from api.rest.examples import MEMORY, json_example
from api.rest.json_bodies import JsonRoute
from api.rest.replies import answer
from graph.model.memory import Memory
from graph.model.synced import FiledMemory, SyncState

router = APIRouter(prefix="/api/synced", tags=["sync"], route_class=JsonRoute)

Root = Annotated[str, Query(description="The whole path of the folder.", examples=["/home/me/notes"])]


@router.get("", response_model=SyncState, responses={200: json_example(STATE)})
def sync_state(root: Root, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """What the last sync of a folder left, and what the memories say that have changed since."""
    return answer(knowledge.synced_files(user).state(root))


@router.get("/missing", response_model=tuple[Memory, ...], responses={200: json_example([MEMORY])})
def unsynced(
    root: Root,
    project: Annotated[str, Query(description="Path of the project.", examples=["work/shop"])],
    knowledge: KnowledgeDep,
    user: UserDep,
) -> Response:
    """The active memories of a project that were never in the files of a folder."""
    return answer(knowledge.synced_files(user).unsynced(root, project))


@router.post("/named", response_model=tuple[FiledMemory, ...], responses={200: json_example(CALLED)})
def synced_memories(body: IdsNamed, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """What is known of memories that files name; of those that never were there is nothing."""
    return answer(knowledge.synced_files(user).called(body.ids))


@router.post("/saying", response_model=dict[str, str], responses={200: json_example(SAYING)})
def memories_saying(body: TextsNamed, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """By text, the active memory of a project that says exactly that; none for turns of a talk."""
    return answer(knowledge.synced_files(user).saying(body.texts, body.project))


@router.put("", response_model=int, responses={200: json_example(1)})
def record_synced(body: FiledGiven, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Records what memories and their files say now; answers of how many."""
    return answer(knowledge.synced_files(user).keep(body.root, body.values()))


@router.post("/buried", response_model=int, responses={200: json_example(1)})
def bury_synced(body: Buried, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Records that memories were deleted on either side, so that no older file brings them back; answers how many."""
    return answer(knowledge.synced_files(user).bury(body.root, body.ids))
