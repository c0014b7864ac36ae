"""The overviews of projects, their backups and entries, and the projects of folders."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from api.rest.bodies.projects import (
    FOLDER_PROJECT,
    OVERVIEW,
    BackupChosen,
    FolderAsked,
    FolderSettled,
    NewEntry,
    NewOverview,
)
from api.rest.callers import AudienceQuery, KnowledgeDep, UserDep
from api.rest.examples import REMEMBERED, WHOLE, json_example
from api.rest.json_bodies import JsonRoute
from api.rest.replies import answer
from graph.model.life.overview import FolderProject, Overview
from graph.model.memory import Remembered
from graph.model.projects import ProjectWhole

router = APIRouter(prefix="/api", tags=["projects"], route_class=JsonRoute)

ProjectPath = Annotated[str, Path(description="Path of a project, with its slashes.", min_length=1, max_length=200)]


@router.get("/overviews/{path:path}", response_model=Overview, responses={200: json_example(OVERVIEW)})
def overview(path: ProjectPath, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """The overview of a project, empty where nobody wrote one, with its backups."""
    return answer(knowledge.overviews(user).read(path))


@router.get("/wholes/{path:path}", response_model=ProjectWhole, responses={200: json_example(WHOLE)})
def whole_project(
    path: ProjectPath,
    knowledge: KnowledgeDep,
    user: UserDep,
    limit: Annotated[int, Query(ge=1, le=1_000, description="How many memories at most, the newest.")] = 1_000,
    audience: AudienceQuery = None,
) -> Response:
    """All that a project holds: overview, pinned memories, sessions with what was said in each, and its size."""
    return answer(knowledge.overviews(user).whole(path, limit=limit, audience=audience))


@router.put("/overviews/{path:path}", response_model=Overview, responses={200: json_example(OVERVIEW)})
def replace_overview(path: ProjectPath, body: NewOverview, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Puts another text in the place of an overview, once the one that is there is kept as a backup."""
    return answer(knowledge.overviews(user).replace(path, body.text))


@router.post("/backups/{path:path}", response_model=Overview, responses={200: json_example(OVERVIEW)})
def back_up_overview(path: ProjectPath, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Keeps the overview of a project as it is now; the oldest backups go."""
    return answer(knowledge.overviews(user).backup(path))


@router.put("/backups/{path:path}", response_model=Overview, responses={200: json_example(OVERVIEW)})
def restore_overview(path: ProjectPath, body: BackupChosen, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Puts a backup in the place of the overview, once that is kept as a backup itself."""
    return answer(knowledge.overviews(user).restore(path, body.backup_id))


@router.post(
    "/entries/{path:path}", response_model=Remembered, status_code=201, responses={201: json_example(REMEMBERED)}
)
def append_entry(path: ProjectPath, body: NewEntry, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Gives a project an entry: something done, something decided, something to be remembered word for word."""
    kept = knowledge.overviews(user).append(
        path, body.text, kind=body.kind, source=body.source, session_id=body.session_id, channel=body.channel,
        original_prompt=body.original_prompt, audience=body.audience,
    )  # fmt: skip
    return answer(kept, HTTPStatus.CREATED)


@router.post("/places/called", response_model=FolderProject, responses={200: json_example(FOLDER_PROJECT)})
def project_of_folder(body: FolderAsked, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """The project of a folder, and by what it was found: override, remote, git or path."""
    return answer(knowledge.overviews(user).at(body.keys, override=body.override))


@router.put("/folders/{path:path}", response_model=FolderProject, responses={200: json_example(FOLDER_PROJECT)})
def settle_project(path: ProjectPath, body: FolderSettled, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Keeps a project for a folder, which no other project has any more."""
    return answer(knowledge.overviews(user).settle(path, body.keys))
