"""The Markdown files of one user, for Python programs."""

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from api.markdown.layouts import layout_called
from api.markdown.sync import FolderSync, SyncOptions, SyncReport
from api.markdown.tree import TreeSync
from graph.errors import Invalid
from graph.intake.project_path import checked_path

if TYPE_CHECKING:
    from graph.knowledge import Knowledge  # heavy, and a running server may stand for it


class MarkdownFiles:
    """Folders of Markdown files as a second home of one user's memories."""

    def __init__(self, knowledge: "Knowledge", user_id: str) -> None:
        self._knowledge = knowledge
        self._user_id = user_id

    def sync(
        self,
        folder: str | PathLike[str],
        *,
        project: str | None = None,
        layout: str | None = None,
        dry_run: bool = False,
        revive: bool = False,
        allow_empty: bool = False,
    ) -> SyncReport:
        """Brings a folder, or one file, and the memories to the same state, whichever side changed.

        With a `project`, its memories that no file has are written into the folder. `layout` says whose files they are
        (project, obsidian, claude, cline, basic-memory, instructions); left out, that is told from the folder. Raises
        Invalid where there is no such folder, and where everything is gone from it, unless `allow_empty`.
        """
        root = Path(folder)
        if not root.exists() and layout != "instructions":
            raise Invalid("path", f"there is no {root}.", allowed="a folder, or a Markdown file")
        options = SyncOptions(
            project=None if project is None else checked_path("project", project),
            dry_run=dry_run, revive=revive, allow_empty=allow_empty,
        )  # fmt: skip
        return FolderSync(self._knowledge, self._user_id, root, layout_called(layout, root), options).run()

    def sync_tree(
        self,
        folder: str | PathLike[str],
        *,
        dry_run: bool = False,
        revive: bool = False,
        allow_empty: bool = False,
    ) -> Sequence[SyncReport]:
        """Brings all projects and a tree of folders to the same state: clients/acme and FOLDER/clients/acme.

        Folders are made where they are missing, and a folder with a MEMORY.md is a project. What is wrong with one of
        them stands in the faults of its report. Raises Invalid where there is no such folder.
        """
        root = Path(folder)
        if not root.is_dir():
            raise Invalid("path", f"there is no folder {root}.", allowed="a folder")
        options = SyncOptions(dry_run=dry_run, revive=revive, allow_empty=allow_empty)
        return TreeSync(self._knowledge, self._user_id, root, options).run()
