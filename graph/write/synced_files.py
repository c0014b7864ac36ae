"""What syncs of files leave in the graph: by it a sync tells which side has changed, and knows what was deleted."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from graph.db.row import Row
from graph.db.rows import memory_of
from graph.db.store import Store
from graph.db.values import value_of
from graph.intake.checks import near_hash
from graph.model.draft import Draft
from graph.model.memory import Memory
from graph.model.synced import FiledMemory, FiledText, SyncedRecord, SyncState
from graph.model.types import Status

_AT_ONCE: Final = 1_000
"""So many rows are looked up or written by one statement."""
T = TypeVar("T")


class SyncedFiles:
    """The records of one user's folders. `root` is a folder's whole path."""

    def __init__(self, store: Store, user_id: str) -> None:
        self._store = store
        self._user_id = user_id

    def state(self, root: str) -> SyncState:
        """What the last sync of a folder left, and what the memories say that have changed since."""
        rows = self._store.read("synced/state", user_id=self._user_id, root=root)
        return SyncState(records=tuple(value_of(SyncedRecord, row) for row in rows), memories=tuple(map(_filed, rows)))

    def unsynced(self, root: str, project: str) -> tuple[Memory, ...]:
        """The active memories of a project that were never in the files of a folder."""
        rows = self._store.read("synced/unsynced", user_id=self._user_id, path=project, root=root)
        return tuple(memory_of(row["memory"]) for row in rows)

    def called(self, ids: Sequence[str]) -> tuple[FiledMemory, ...]:
        """What is known of memories that files name and no record does."""
        return tuple(
            replace(_filed(row), known=row["known"], elsewhere=_records(row["records"]))
            for some in _portions(ids)
            for row in self._store.read("synced/called", user_id=self._user_id, ids=some)
        )

    def saying(self, texts: Sequence[str], project: str | None) -> dict[str, str]:
        """By text, the active memory of a project that says exactly that; none for turns of a talk.

        What was kept by a sync that was cut off, or by an ingest of the same files, is not kept twice.
        """
        wanted = set(texts)
        hashes = sorted({near_hash(Draft(text=text)) for text in wanted})
        there: dict[str, str] = {}
        for some in _portions(hashes):
            rows = self._store.read("synced/alike", user_id=self._user_id, near_hashes=some)
            for row in rows:
                if row["text"] in wanted and (row["project"] or None) == project:
                    there.setdefault(row["text"], row["id"])
        return there

    def keep(self, root: str, filed: Iterable[FiledText]) -> int:
        """Records what memories and their files say now; returns of how many."""
        return sum(
            row["kept"]
            for some in _portions([_row(each) for each in filed])
            for row in self._store.write("synced/keep", user_id=self._user_id, root=root, records=some)
        )

    def bury(self, root: str, ids: Sequence[str]) -> int:
        """Records that memories were deleted on either side; returns of how many."""
        return sum(
            row["buried"]
            for some in _portions(ids)
            for row in self._store.write("synced/bury", user_id=self._user_id, root=root, ids=some)
        )


def _portions(rows: Sequence[T]) -> Iterable[list[T]]:
    return (list(rows[at : at + _AT_ONCE]) for at in range(0, len(rows), _AT_ONCE))


def _filed(row: Row) -> FiledMemory:
    status = row["status"]
    return FiledMemory(
        id=row["id"], status=Status(status) if status else None, text=row["text"], title=row["title"],
        tags=tuple(row["tags"] or ()),
    )  # fmt: skip


def _records(rows: Sequence[Row]) -> SyncedRecord | None:
    return next((value_of(SyncedRecord, row) for row in rows), None)


def _row(filed: FiledText) -> Row:
    record = filed.record
    properties = {
        "file": record.file, "number": record.number, "text_mark": record.text_mark, "title_mark": record.title_mark,
        "tags_mark": record.tags_mark, "earlier": list(record.earlier),
    }  # fmt: skip
    tags = None if filed.tags is None else list(filed.tags)
    return {"id": record.id, "properties": properties, "text": filed.text, "title": filed.title, "tags": tags}
