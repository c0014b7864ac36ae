"""Projects and sessions: what memories belong to, listed, read, created, described, removed."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from api.rest.bodies.projects import NewProject, ProjectChanges
from api.rest.callers import AudienceQuery, KnowledgeDep, UserDep
from api.rest.examples import PROJECT, PROJECT_DETAIL, SESSION, json_example
from api.rest.json_bodies import JsonRoute
from api.rest.replies import answer
from graph.model.projects import ProjectDetail, ProjectSummary, SessionSummary

router = APIRouter(prefix="/api", tags=["projects"], route_class=JsonRoute)

ProjectPath = Annotated[str, Path(description="Path of a project, with its slashes.", min_length=1, max_length=200)]


@router.get("/projects", response_model=list[ProjectSummary], responses={200: json_example([PROJECT])})
def list_projects(knowledge: KnowledgeDep, user: UserDep, audience: AudienceQuery = None) -> Response:
    """The projects by path, each with what belongs to it."""
    return answer(knowledge.projects(user, audience=audience))


@router.post("/projects", response_model=ProjectSummary, status_code=201, responses={201: json_example(PROJECT)})
def create_project(body: NewProject, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Creates a project that is empty as yet, and stays without memories."""
    return answer(knowledge.create_project(user, body.path, body.description), HTTPStatus.CREATED)


@router.get("/projects/{path:path}", response_model=ProjectDetail, responses={200: json_example(PROJECT_DETAIL)})
def show_project(path: ProjectPath, knowledge: KnowledgeDep, user: UserDep, audience: AudienceQuery = None) -> Response:
    """One project with its sessions and pinned memories, and the projects below it."""
    return answer(knowledge.project(user, path, audience=audience))


@router.patch("/projects/{path:path}", response_model=ProjectSummary, responses={200: json_example(PROJECT)})
def describe_project(path: ProjectPath, body: ProjectChanges, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Says what a project is about; it stays then even without memories."""
    return answer(knowledge.describe_project(user, path, body.description))


@router.delete("/projects/{path:path}", response_model=ProjectSummary, responses={200: json_example(PROJECT)})
def remove_project(path: ProjectPath, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Removes a project that no memory belongs to, and answers what it was."""
    return answer(knowledge.remove_project(user, path))


@router.get("/sessions", response_model=list[SessionSummary], responses={200: json_example([SESSION])})
def sessions(
    knowledge: KnowledgeDep,
    user: UserDep,
    project: Annotated[str | None, Query(max_length=200, description="Only those of this project.")] = None,
    limit: Annotated[int, Query(ge=1, le=200, description="How many at most.")] = 100,
    audience: AudienceQuery = None,
) -> Response:
    """Sessions, those with the newest memories first."""
    return answer(knowledge.sessions(user, project=project, limit=limit, audience=audience))
