"""Keeps what a project's folder tells of itself up to date: MEMORY.md, and the heads of its sessions' files."""

from typing import TYPE_CHECKING

from api.markdown.folder import FileWrite, Folder
from api.markdown.layouts import DECISIONS, OVERVIEW, PINNED, file_name
from api.markdown.overview import (
    OVERVIEW_REGION,
    RECENT,
    SESSION_REGION,
    overview_body,
    quoted,
    session_body,
    with_quote,
)
from api.markdown.wording import Wording, marks_of
from graph.errors import NotFound
from graph.model.filters import Filters
from graph.model.projects import ProjectDetail
from graph.model.synced import FiledText, SyncedRecord

if TYPE_CHECKING:
    from graph.knowledge import Knowledge  # heavy, and a running server may stand for it

DESCRIPTION = "overview"
"""Stands for the description of a project among the records of a sync."""


class Overview:
    """The overview of one project in one folder. `files` are those that were written."""

    def __init__(self, knowledge: "Knowledge", user_id: str, project: str, folder: Folder) -> None:
        self._knowledge = knowledge
        self._user_id = user_id
        self._project = project
        self._folder = folder
        self.files: list[str] = []

    def written(self, last: str | None) -> FiledText | None:
        """Writes what has changed, and returns the description to be recorded; `last` is the mark of the one before.

        A description that changed in the file goes to the project; else the project's goes to the file.
        """
        there = self._folder.path(OVERVIEW).exists()
        text = self._folder.read(OVERVIEW) if there else ""
        if text is None:
            return None
        mine = quoted(text)
        detail = self._detail(mine)
        if detail is None:
            return None
        description = detail.project.description
        if mine and mine != description and (not description or _mark(mine) != last):
            description = self._knowledge.describe_project(self._user_id, self._project, mine).description
        # A project has its files from the beginning, so that people see where to write.
        for file in (PINNED, DECISIONS):
            if not self._folder.path(file).exists():
                self._write(file, "", None)
        after = with_quote(text, detail.project.name, description)
        recent = self._knowledge.memories(self._user_id, filters=Filters(project=self._project), limit=RECENT)
        body = overview_body(detail, recent.memories, self._folder.files())
        self._write(OVERVIEW, OVERVIEW_REGION.written(after, body), text if there else None)
        for session in detail.sessions:
            file = f"MEMORY_{file_name(session.id)}.md"
            held = self._folder.read(file) if self._folder.path(file).exists() else None
            if held is not None:
                self._write(file, SESSION_REGION.written(held, session_body(session)), held)
        record = SyncedRecord(id=DESCRIPTION, file=OVERVIEW, number=0, text_mark=_mark(description))
        return FiledText(record=record, text=description)

    def _detail(self, description: str) -> ProjectDetail | None:
        """The project; made where its overview says what it is about and nothing belongs to it yet."""
        try:
            return self._knowledge.project(self._user_id, self._project)
        except NotFound:
            if not description:
                return None
        self._knowledge.create_project(self._user_id, self._project, description)
        return self._knowledge.project(self._user_id, self._project)

    def _write(self, file: str, text: str, before: str | None) -> None:
        if text != before and self._folder.write([FileWrite(file=file, text=text, before=before)]):
            self.files.append(file)


def _mark(description: str) -> str:
    return marks_of(Wording(text=description)).text
