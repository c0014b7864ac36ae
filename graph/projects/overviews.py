"""The overview of a project, entries that go into it, and the projects that are kept for folders.

An overview is one text, such as MEMORY.md; it is replaced as a whole, and never before the one that is there is kept.
Entries are memories of the project: what was done, what was decided, what a person asked to be remembered.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from graph.db.filters import asked_path
from graph.db.store import Runs, Store
from graph.db.values import value_of
from graph.errors import Invalid, NotFound
from graph.intake.checks import checked_user, choice, plain, short
from graph.journal.journal import Journal
from graph.model.draft import Draft
from graph.model.life.journal import Act
from graph.model.life.overview import Entry, FolderProject, Overview, OverviewBackup
from graph.model.memory import Remembered
from graph.model.projects import ProjectWhole
from graph.projects.catalogue import ProjectCatalogue
from graph.projects.whole import WHOLE_MOST, whole_project
from graph.settings import ProjectSettings

OVERVIEW_MOST = 1_000_000
"""Characters of an overview."""
KEYS_MOST = 10
_TAGS: Mapping[Entry, tuple[str, ...]] = {Entry.ACTIVITY: (), Entry.DECISION: ("decision",), Entry.PINNED: ()}


class Overviews:
    """The overviews of one user's projects. Safe to share between threads."""

    def __init__(
        self,
        store: Store,
        user_id: str,
        journal: Journal,
        settings: ProjectSettings,
        clock: Callable[[], datetime],
        new_id: Callable[[], str],
        *,
        remember: Callable[[str, Draft], Remembered],
        catalogue: ProjectCatalogue,
    ) -> None:
        self._store = store
        self._user_id = checked_user(user_id)
        self._journal = journal
        self._settings = settings
        self._clock = clock
        self._new_id = new_id
        self._remember = remember
        self._catalogue = catalogue

    def read(self, path: str) -> Overview:
        """The overview of a project, empty where nobody wrote one. Raises NotFound."""
        return _overview(self._row(_asked(path)))

    def whole(self, path: str, *, limit: int = WHOLE_MOST, audience: str | None = None) -> ProjectWhole:
        """All that a project holds in one call: overview, pinned memories, sessions with what was said, its size.

        Of its memories the newest `limit`, a thousand at most, and how many were left out. Raises NotFound, Invalid.
        For others (`audience`) it holds what they may read, and no overview: nobody said who may read that.
        """
        return whole_project(self._store, self._catalogue, self._user_id, path, limit, audience)

    def append(
        self,
        path: str,
        text: str,
        *,
        kind: Entry | str = Entry.ACTIVITY,
        source: str | None = None,
        session_id: str | None = None,
        channel: str | None = None,
        original_prompt: str | None = None,
        audience: str | None = None,
    ) -> Remembered:
        """Gives a project an entry, now: a memory of it. What was decided has the tag "decision", what is to be
        remembered is pinned, with the prompt that asked for it where that is another text. `audience` says who may read
        it beside the user. Raises NotFound, Invalid.
        """
        chosen, path = choice("kind", Entry, kind), _asked(path)
        self._row(path)
        asked = original_prompt if original_prompt not in (None, text) else None
        return self._remember(
            self._user_id,
            Draft(
                text=text, project=path, tags=_TAGS[chosen], pinned=chosen is Entry.PINNED, source=source,
                session_id=session_id, channel=channel, audience=audience,
                extra={"original_prompt": asked} if asked else {},
            ),
        )  # fmt: skip

    def backup(self, path: str) -> Overview:
        """Keeps the overview as it is, and returns it with its backups; the oldest of these go. Raises NotFound."""
        path = _asked(path)
        now, identity = self._clock(), self._new_id()
        recording = self._journal.step(self._user_id, Act.PROJECT_BACKED_UP, subject=path)

        def work(runs: Runs) -> None:
            runs("project/open", {"user_id": self._user_id, "now": now})
            self._keep(runs, path, identity, now)
            recording.run(runs)

        self._store.together(work)
        return self.read(path)

    def replace(self, path: str, text: str) -> Overview:
        """Puts another text in the place of the overview, once that is kept: both, or neither. Raises NotFound."""
        path = _asked(path)
        if len(plain("text", text)) > OVERVIEW_MOST:
            raise Invalid("text", f"{len(text):,} characters are too many.", allowed=f"up to {OVERVIEW_MOST:,}")
        return self._replaced(path, lambda _: text)

    def restore(self, path: str, backup_id: str) -> Overview:
        """Puts the text of a backup in the place of the overview, once that is kept. Raises NotFound."""
        path = _asked(path)

        def text_of(runs: Runs) -> str:
            rows = runs("project/backed_up", {"user_id": self._user_id, "path": path, "id": plain("id", backup_id)})
            if not rows:
                raise NotFound("backup", backup_id)
            return rows[0]["text"]

        return self._replaced(path, text_of)

    def at(self, keys: Sequence[str], *, override: str | None = None) -> FolderProject:
        """The project of a folder: the one that its `override` names, else the one kept for the first of its `keys`
        that any is kept for ("remote:…", "git:…", "path:…"). Raises NotFound.
        """
        if override is not None:
            return FolderProject(path=self._row(_asked(override))["path"], found_by="override")
        keys = _checked_keys(keys)
        rows = self._store.read("project/at", user_id=self._user_id, keys=keys)
        for key in keys:
            for row in rows:
                if key in row["folders"]:
                    return FolderProject(path=row["path"], found_by=key.partition(":")[0])
        raise NotFound("project of this folder", keys[0] if keys else "")

    def settle(self, path: str, keys: Sequence[str]) -> FolderProject:
        """Keeps a project for a folder by its keys, which no other project has any more. Raises NotFound, Invalid."""
        path, keys = _asked(path), _checked_keys(keys)
        if not keys:
            raise Invalid("keys", "there is none.", allowed=f"1 to {KEYS_MOST} keys of a folder")
        recording = self._journal.step(self._user_id, Act.PROJECT_PLACED, subject=path)

        def work(runs: Runs) -> None:
            runs("project/open", {"user_id": self._user_id, "now": self._clock()})
            if not runs("project/settle", {"user_id": self._user_id, "path": path, "keys": keys}):
                raise NotFound("project", path)
            recording.run(runs)

        self._store.together(work)
        return FolderProject(path=path, found_by=keys[0].partition(":")[0])

    def _replaced(self, path: str, text_of: Callable[[Runs], str]) -> Overview:
        now, identity = self._clock(), self._new_id()
        recording = self._journal.step(self._user_id, Act.PROJECT_REPLACED, subject=path)

        def work(runs: Runs) -> None:
            # Under the lock: of two who replace it, the second keeps what the first has written.
            runs("project/open", {"user_id": self._user_id, "now": now})
            text = text_of(runs)
            self._keep(runs, path, identity, now)
            runs("project/replace", {"user_id": self._user_id, "path": path, "text": text, "now": now})
            recording.run(runs)

        self._store.together(work)
        return self.read(path)

    def _keep(self, runs: Runs, path: str, identity: str, now: datetime) -> None:
        rows = runs("project/overview", {"user_id": self._user_id, "path": path})
        if not rows:
            raise NotFound("project", path)
        kept = {"id": identity, "size_bytes": len(rows[0]["text"].encode()), "most": self._settings.backups_most}
        runs("project/backup", {"user_id": self._user_id, "path": path, "now": now, **kept})

    def _row(self, path: str) -> Mapping[str, Any]:
        rows = self._store.read("project/overview", user_id=self._user_id, path=path)
        if not rows:
            raise NotFound("project", path)
        return rows[0]


def _overview(row: Mapping[str, Any]) -> Overview:
    backups = tuple(value_of(OverviewBackup, backup) for backup in row["backups"])
    return replace(value_of(Overview, row, size_bytes=len(row["text"].encode()), backups=()), backups=backups)


def _asked(path: str) -> str:
    return asked_path("path", short("path", path)) or ""


def _checked_keys(keys: Sequence[str]) -> list[str]:
    if len(keys) > KEYS_MOST:
        raise Invalid("keys", f"{len(keys)} are too many.", allowed=f"up to {KEYS_MOST}")
    return list(dict.fromkeys(plain("keys", key) for key in keys))
