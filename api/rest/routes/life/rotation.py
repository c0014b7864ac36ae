"""Rotation: what would be archived or deleted and why, doing it, the archive, its backups, history and alerts."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from api.rest.bodies import rotation as examples
from api.rest.bodies.rotation import Recover, Restore, Rotate
from api.rest.callers import KnowledgeDep, UserDep
from api.rest.examples import json_example
from api.rest.json_bodies import JsonRoute
from api.rest.moment import LastMoment, Moment
from api.rest.replies import answer
from graph.lifecycle.rotation_values import (
    Action,
    ArchiveOrder,
    ArchivePage,
    ArchiveStats,
    BackupFile,
    Recovered,
    Restored,
    RotationAlert,
    RotationPlan,
    RotationRun,
    Trigger,
)

router = APIRouter(prefix="/api/lifecycle", tags=["rotation"], route_class=JsonRoute)

Importance = Annotated[float, Query(ge=0, le=10, description="A bound of the importance.")]
_WHEN = Query(description="Only what was put away from, or before, this time.")


@router.get("/plan", response_model=RotationPlan, responses={200: json_example(examples.PLAN)})
def rotation_plan(
    knowledge: KnowledgeDep,
    user: UserDep,
    triggers: Annotated[list[Trigger] | None, Query(description="Only these; left out: all switched on.")] = None,
    action: Annotated[Action | None, Query(description="Only decisions to do this.")] = None,
    limit: Annotated[int, Query(ge=0, le=10_000, description="Decisions at most.")] = 100,
    after: Annotated[int, Query(ge=0, description="Go on from here: next_after of the page before.")] = 0,
) -> Response:
    """What a run would do now with each memory, and why. Nothing is changed."""
    return answer(knowledge.rotation(user).plan(triggers=triggers, action=action, limit=limit, after=after))


@router.post("/run", response_model=RotationRun, responses={200: json_example(examples.RUN)})
def rotate(knowledge: KnowledgeDep, user: UserDep, body: Rotate | None = None) -> Response:
    """Archives what the rules say and deletes what was archived long ago, after a backup; 409 while another is at it.

    A long run goes on when the request has run out of time: `history` tells how far it has come.
    """
    return answer(knowledge.rotation(user).run(triggers=None if body is None else body.triggers))


@router.get("/archived", response_model=ArchivePage, responses={200: json_example(examples.ARCHIVED)})
def archived_memories(
    knowledge: KnowledgeDep,
    user: UserDep,
    order: Annotated[ArchiveOrder, Query(description="Put away last first, or the most important first.")] = (
        ArchiveOrder.ARCHIVED
    ),
    topic: Annotated[
        str | None, Query(min_length=1, max_length=200, description="A project, category, tag or entity.")
    ] = None,
    since: Annotated[Moment | None, _WHEN] = None,
    until: Annotated[LastMoment | None, _WHEN] = None,
    min_importance: Importance = 0.0,
    max_importance: Importance = 10.0,
    limit: Annotated[int, Query(ge=1, le=200, description="How many at most.")] = 20,
    cursor: Annotated[str | None, Query(max_length=2_000, description="next_cursor of the page before.")] = None,
) -> Response:
    """The archive, a page at a time: by when a memory was put away, by importance, by topic."""
    return answer(
        knowledge.rotation(user).archived(
            order=order,
            topic=topic,
            since=since,
            until=until,
            min_importance=min_importance,
            max_importance=max_importance,
            limit=limit,
            cursor=cursor,
        )
    )


@router.get("/archive", response_model=ArchiveStats, responses={200: json_example(examples.STATS)})
def archive_stats(knowledge: KnowledgeDep, user: UserDep) -> Response:
    """How the archive is made up: by month, by bucket of importance, by topic, and how small its texts are packed."""
    return answer(knowledge.rotation(user).archive_stats())


@router.post("/restore", response_model=Restored, responses={200: json_example(examples.RESTORED)})
def restore_archived(knowledge: KnowledgeDep, user: UserDep, body: Restore | None = None) -> Response:
    """Brings memories back just as they were: those named, or all that a run archived."""
    named = body or Restore()
    return answer(knowledge.rotation(user).restore(named.ids, run=named.run))


@router.get("/history", response_model=list[RotationRun], responses={200: json_example([examples.RUN])})
def rotation_history(
    knowledge: KnowledgeDep,
    user: UserDep,
    limit: Annotated[int, Query(ge=1, le=1_000, description="How many at most.")] = 20,
) -> Response:
    """The latest runs and what they did, the last one first."""
    return answer(knowledge.rotation(user).history(limit=limit))


@router.get("/alerts", response_model=list[RotationAlert], responses={200: json_example(examples.ALERTS)})
def rotation_alerts(knowledge: KnowledgeDep, user: UserDep) -> Response:
    """What a person should know of: failed, cut off or large runs, and bounds that are nearly reached."""
    return answer(knowledge.rotation(user).alerts())


@router.get("/backups", response_model=list[BackupFile], responses={200: json_example(examples.BACKUPS)})
def rotation_backups(knowledge: KnowledgeDep, user: UserDep) -> Response:
    """The files that were written before runs, the newest first, each held against its checksum."""
    return answer(knowledge.rotation(user).backups())


@router.post("/recover", response_model=Recovered, responses={200: json_example(examples.RECOVERED)})
def recover_backup(body: Recover, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Remembers again what a backup holds; what was deleted gets a new id."""
    return answer(knowledge.rotation(user).recover(body.backup, body.ids))
