"""Reads a project whole: overview, pinned memories, and sessions with what was said in each, at once."""

from collections import defaultdict

from graph.db.filters import asked_audience, asked_path
from graph.db.rows import memory_of, still_there
from graph.db.store import Store
from graph.errors import Invalid, NotFound
from graph.intake.checks import short
from graph.model.life.audience import audiences
from graph.model.memory import Memory
from graph.model.projects import ProjectWhole, SessionWhole
from graph.projects.catalogue import ProjectCatalogue

WHOLE_MOST = 1_000
"""Memories that one reading holds."""


def whole_project(
    store: Store, catalogue: ProjectCatalogue, user_id: str, path: str, limit: int, audience: str | None = None
) -> ProjectWhole:
    """A project with its newest memories, `limit` at most, oldest first; pinned ones are among them in any case.

    Each memory stands in one place: what is pinned among those, what is of a session there, else beside them. Raises
    NotFound, Invalid.
    """
    path = asked_path("path", short("path", path)) or ""
    if isinstance(limit, bool) or not 1 <= limit <= WHOLE_MOST:
        raise Invalid("limit", f"{limit!r} is not a number of memories.", allowed=f"1 to {WHOLE_MOST:,}")
    audience = asked_audience(audience)
    detail = catalogue.read(user_id, path, audience)
    rows = store.read("project/whole", user_id=user_id, path=path, audiences=audiences(audience), limit=limit)
    if not rows:
        raise NotFound("project", path)
    (row,) = rows
    pinned = {memory.id for memory in detail.pinned}
    held: dict[str | None, list[Memory]] = defaultdict(list)
    newest = [memory_of(each["memory"]) for each in still_there({"memory": memory} for memory in row["memories"])]
    for memory in reversed(newest):
        if memory.id not in pinned:
            held[memory.session_id].append(memory)
    sessions = [SessionWhole(session=each, memories=tuple(held.pop(each.id, ()))) for each in detail.sessions]
    others = sorted((memory for rest in held.values() for memory in rest), key=lambda memory: memory.created_at)
    here = pinned | {memory.id for memory in newest}
    return ProjectWhole(
        project=detail.project, overview=row["overview"], pinned=detail.pinned, sessions=tuple(sessions),
        others=tuple(others), size_bytes=row["size_bytes"] + len(row["overview"].encode()),
        left_out=max(0, row["total"] - len(here)),
    )  # fmt: skip
