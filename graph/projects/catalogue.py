"""The catalogue of projects: listed, read, created and described, with the sessions that belong to them."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from graph.db.filters import asked_path, asked_readers
from graph.db.rows import memory_of, still_there
from graph.db.store import Runs, Step, Store
from graph.db.values import value_of
from graph.errors import Conflict, Invalid, NotFound
from graph.intake.checks import checked_user, plain, short
from graph.intake.project_path import checked_path
from graph.journal.journal import Journal
from graph.model.life.journal import Act
from graph.model.projects import ProjectDetail, ProjectSummary, SessionSummary
from graph.projects.channels import source_of

DESCRIPTION_MOST = 1_000
"""Characters of a description."""
_SESSIONS_MOST = 100
_PINNED_MOST = 200


class ProjectCatalogue:
    """Reads and keeps projects. One a process; safe to share between threads.

    A project is there as soon as a memory names it, and goes with its last memory; one that was created or described
    stays until it is removed.
    """

    def __init__(self, store: Store, clock: Callable[[], datetime], journal: Journal) -> None:
        self._journal = journal
        self._store = store
        self._clock = clock

    def projects(self, user_id: str, audience: str | None = None) -> tuple[ProjectSummary, ...]:
        """All projects of a user, by path; for others those of which they may see something."""
        rows = self._store.read(
            "project/list", user_id=checked_user(user_id), path=None, audiences=asked_readers(audience),
            sessions_most=_SESSIONS_MOST,
        )  # fmt: skip
        return tuple(map(_summary, rows))

    def read(self, user_id: str, path: str, audience: str | None = None) -> ProjectDetail:
        """One project with its sessions and pinned memories. Raises NotFound, also where others may see none of it."""
        path, readers = _asked(path), asked_readers(audience)
        rows = self._store.read(
            "project/list", user_id=checked_user(user_id), path=path, audiences=readers, sessions_most=_SESSIONS_MOST
        )
        if not rows:
            raise NotFound("project", path)
        pinned = self._store.read("project/pinned", user_id=user_id, path=path, audiences=readers, limit=_PINNED_MOST)
        size = self._store.read("project/size", user_id=user_id, path=path, audiences=readers)
        below = self._store.read("project/below", user_id=user_id, prefix=f"{path}/", audiences=readers)
        return ProjectDetail(
            project=_summary(rows[0]),
            sessions=self.sessions(user_id, path, audience=audience),
            pinned=tuple(memory_of(row["memory"]) for row in still_there(pinned)),
            below=tuple(row["path"] for row in below),
            characters=size[0]["characters"],
        )

    def sessions(
        self, user_id: str, path: str | None = None, *, limit: int = _SESSIONS_MOST, audience: str | None = None
    ) -> tuple[SessionSummary, ...]:
        """The sessions of a project, or all, those with the newest memories first."""
        path = None if path is None else _asked(path)
        rows = self._store.read(
            "project/sessions", user_id=checked_user(user_id), path=path, audiences=asked_readers(audience), limit=limit
        )
        return tuple(
            value_of(SessionSummary, row, channel=row["channel"] or None, source=source_of(row)) for row in rows
        )

    def create(self, user_id: str, path: str, description: str = "") -> ProjectSummary:
        """A new project, empty as yet. Raises Invalid for a malformed path, Conflict where there is one already."""
        path, description = checked_path("path", short("path", path) or ""), _description(description)
        recording = self._journal.step(checked_user(user_id), Act.PROJECT_CREATED, subject=path)

        def work(runs: Runs) -> None:
            runs("project/open", {"user_id": user_id, "now": self._clock()})
            if runs("project/list", {"user_id": user_id, "path": path, "audiences": None, "sessions_most": 1}):
                raise Conflict(f"There is a project {path} already. To say what it is about, describe it.")
            given = {"user_id": user_id, "path": path, "name": path.rpartition("/")[2], "description": description}
            runs("project/keep", {**given, "now": self._clock()})
            recording.run(runs)

        self._store.together(work)
        return self.read(user_id, path).project

    def describe(self, user_id: str, path: str, description: str) -> ProjectSummary:
        """Says what a project is about; it stays then even without memories. Raises NotFound."""
        path = _asked(path)
        given = {"user_id": checked_user(user_id), "path": path, "description": _description(description)}
        recording = self._journal.step(user_id, Act.PROJECT_DESCRIBED, subject=path)

        def check(rows: Sequence[Mapping[str, Any]]) -> None:
            if not rows:
                raise NotFound("project", path)

        self._store.write_all([Step("project/describe", {**given, "now": self._clock()}), recording], check=check)
        return self.read(user_id, path).project

    def remove(self, user_id: str, path: str) -> ProjectSummary:
        """Removes a project without memories and returns what it was. Raises NotFound, Conflict while it has some."""
        project = self.read(user_id, path).project
        given = {"user_id": user_id, "path": project.path}
        recording = self._journal.step(user_id, Act.PROJECT_REMOVED, subject=project.path)

        def work(runs: Runs) -> None:
            # Under the lock: else a memory that is stored meanwhile would lose its project.
            runs("project/open", {"user_id": user_id, "now": self._clock()})
            if not runs("project/remove", given):
                raise Conflict(
                    f"Memories belong to {project.path}, also archived or invalid ones count. "
                    "Forget them or move them to another project first."
                )
            recording.run(runs)

        self._store.together(work)
        return project


def _asked(path: str) -> str:
    return asked_path("path", short("path", path)) or ""


def _summary(row: Mapping[str, Any]) -> ProjectSummary:
    *above, _ = row["path"].split("/")
    return value_of(ProjectSummary, row, category_path=tuple(above), description=row["description"] or "")


def _description(text: str) -> str:
    plain("description", text)
    if len(text) > DESCRIPTION_MOST:
        raise Invalid("description", f"{len(text):,} characters are too many.", allowed=f"up to {DESCRIPTION_MOST:,}")
    return " ".join(text.split())
