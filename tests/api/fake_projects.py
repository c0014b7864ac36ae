"""The part of the small knowledge that keeps projects: enough to drive the doors."""

from abc import abstractmethod
from dataclasses import replace
from datetime import UTC, datetime

from graph.errors import Conflict, NotFound
from graph.intake.project_path import checked_path
from graph.knowledge import Knowledge
from graph.model.memory import Memory
from graph.model.projects import ProjectDetail, ProjectSummary, SessionSummary

EPOCH = datetime(2026, 10, 1, 9, 0, tzinfo=UTC)


class FakeProjects(Knowledge):
    """Projects over dictionaries: those that memories name, and those that were created or described."""

    def __init__(self) -> None:
        self.described: dict[tuple[str, str], str] = {}

    @abstractmethod
    def all_of(self, user_id: str) -> list[Memory]:
        """All memories of a user."""

    def projects(self, user_id: str, *, audience: str | None = None) -> tuple[ProjectSummary, ...]:  # noqa: ARG002
        named = {memory.project for memory in self.all_of(user_id) if memory.project}
        kept = {path for user, path in self.described if user == user_id}
        return tuple(self._summary(user_id, path) for path in sorted(named | kept))

    def project(self, user_id: str, path: str, *, audience: str | None = None) -> ProjectDetail:  # noqa: ARG002
        projects = {project.path: project for project in self.projects(user_id)}
        if path not in projects:
            raise NotFound("project", path)
        return ProjectDetail(
            project=projects[path],
            sessions=self.sessions(user_id, project=path),
            pinned=tuple(memory for memory in self.all_of(user_id) if memory.project == path and memory.pinned),
            below=tuple(below for below in projects if below.startswith(f"{path}/")),
            characters=sum(len(memory.text) for memory in self.all_of(user_id) if memory.project == path),
        )

    def create_project(self, user_id: str, path: str, description: str = "") -> ProjectSummary:
        path = checked_path("path", path)
        if path in {project.path for project in self.projects(user_id)}:
            raise Conflict(f"There is a project {path} already.")
        self.described[user_id, path] = description
        return self._summary(user_id, path)

    def describe_project(self, user_id: str, path: str, description: str) -> ProjectSummary:
        self.project(user_id, path)
        self.described[user_id, path] = description
        return self._summary(user_id, path)

    def remove_project(self, user_id: str, path: str) -> ProjectSummary:
        removed = self.project(user_id, path).project
        if removed.memories:
            raise Conflict(f"{removed.memories} memories belong to {path}.")
        del self.described[user_id, path]
        return removed

    def sessions(
        self, user_id: str, *, project: str | None = None, limit: int = 100,
        audience: str | None = None,  # noqa: ARG002
    ) -> tuple[SessionSummary, ...]:  # fmt: skip
        sessions: dict[str, SessionSummary] = {}
        for memory in self.all_of(user_id):
            if memory.session_id is None or project not in (None, memory.project):
                continue
            before = sessions.get(memory.session_id) or SessionSummary(
                id=memory.session_id, channel=memory.channel, projects=(), memories=0, created_at=memory.created_at,
                last_updated_at=memory.created_at,
            )  # fmt: skip
            projects = {*before.projects, *([memory.project] if memory.project else ())}
            sessions[memory.session_id] = replace(
                before, memories=before.memories + 1, projects=tuple(sorted(projects)),
                last_updated_at=memory.created_at,
            )  # fmt: skip
        return tuple(sessions.values())[:limit]

    def _summary(self, user_id: str, path: str) -> ProjectSummary:
        mine = [memory for memory in self.all_of(user_id) if memory.project == path]
        *above, name = path.split("/")
        return ProjectSummary(
            path=path, name=name, category_path=tuple(above), description=self.described.get((user_id, path), ""),
            memories=len(mine), pinned=sum(memory.pinned for memory in mine),
            session_ids=tuple(session.id for session in self.sessions(user_id, project=path)),
            channels=tuple(sorted({memory.channel for memory in mine if memory.channel})),
            created_at=min((memory.created_at for memory in mine), default=EPOCH),
            last_updated_at=max((memory.updated_at for memory in mine), default=EPOCH),
        )  # fmt: skip
