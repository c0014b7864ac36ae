"""All projects of a user as a tree of folders: `clients/acme` is synced with FOLDER/clients/acme, its MEMORY.md there.

A folder that has a MEMORY.md is a project, also where only a person made it. What lies below the folder of another
project is that one's alone. What cannot be done in one of them is told of it, and the others are synced.
"""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from api.markdown.folder import FileFault
from api.markdown.layouts import OVERVIEW, PROJECT
from api.markdown.sync import FolderSync, SyncOptions, SyncReport
from graph.errors import Invalid
from graph.intake.project_path import checked_path

if TYPE_CHECKING:
    from graph.knowledge import Knowledge  # heavy, and a running server may stand for it


class TreeSync:
    """One sync of one tree for one user."""

    def __init__(self, knowledge: "Knowledge", user_id: str, root: Path, options: SyncOptions) -> None:
        self._knowledge = knowledge
        self._user_id = user_id
        self._root = root
        self._options = options

    def run(self) -> Sequence[SyncReport]:
        """Syncs each project with its folder, by path, and says of each what was done."""
        projects = {project.path for project in self._knowledge.projects(self._user_id)} | self._written()
        reports: list[SyncReport] = []
        taken: dict[tuple[int, int], str] = {}
        for path in sorted(projects):
            apart = frozenset(other.removeprefix(f"{path}/") for other in projects if other.startswith(f"{path}/"))
            options = replace(self._options, project=path, apart=apart)
            try:
                reports.append(self._synced(path, options, taken))
            except (OSError, Invalid) as error:
                why = error.problem if isinstance(error, Invalid) else f"cannot be made: {error.strerror or error}"
                fault = FileFault(file=path, why=why)
                reports.append(
                    SyncReport(
                        root=str(self._root / path), layout=PROJECT.name, files=0, memories=0, reports=(),
                        faults=(fault,), written=(), dry_run=options.dry_run,
                    )
                )  # fmt: skip
        return reports

    def _synced(self, path: str, options: SyncOptions, taken: dict[tuple[int, int], str]) -> SyncReport:
        folder = self._root / path
        if options.dry_run and not folder.exists():
            with TemporaryDirectory() as empty:
                report = FolderSync(self._knowledge, self._user_id, Path(empty), PROJECT, options).run()
            return replace(report, root=str(folder))
        folder.mkdir(parents=True, exist_ok=True)
        stat = folder.stat()
        # On disks where "Shop" and "shop" are one folder, two projects must not become one.
        other = taken.setdefault((stat.st_dev, stat.st_ino), path)
        if other != path:
            raise Invalid("project", f"its folder is that of {other} on this disk.", allowed="another name")
        return FolderSync(self._knowledge, self._user_id, folder, PROJECT, options).run()

    def _written(self) -> set[str]:
        """The paths of projects that have an overview in the tree."""
        paths: set[str] = set()
        for above, folders, files in os.walk(self._root):
            folders[:] = [name for name in folders if not name.startswith(".")]
            path = Path(above).relative_to(self._root).as_posix()
            if OVERVIEW in files and path != ".":
                try:
                    paths.add(checked_path("project", path))
                except Invalid:
                    continue
        return paths
