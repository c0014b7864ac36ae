"""A user's memories page by page with what the indexes have of each, as updates and checks go through them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from graph.care.faults import faults_of
from graph.db.fulltext_fields import words_fields
from graph.db.rows import still_there
from graph.db.store import Store
from graph.db.values import moment
from graph.model.care.index import FaultKind
from graph.model.types import Status

_PAGE: Final = 500
NEVER_BEFORE: Final = datetime(1, 1, 1, tzinfo=UTC)
"""Before every memory."""


@dataclass(frozen=True, slots=True)
class Indexed:
    """A memory, its chunks as the indexes have them, and what is wrong with that."""

    memory: Mapping[str, Any]
    chunks: Sequence[Mapping[str, Any]]
    faults: frozenset[FaultKind]

    @property
    def id(self) -> str:
        """The id of the memory."""
        return self.memory["id"]

    @property
    def archived(self) -> bool:
        """Whether it lies in the archive."""
        return self.memory["status"] == Status.ARCHIVED

    @property
    def waiting(self) -> bool:
        """Whether it waits to be understood, and gets its vectors then."""
        return bool(self.memory.get("pending"))


class Walk:
    """Goes through the memories of one user in the order in which they were kept: turns of a talk come together."""

    def __init__(self, store: Store, user_id: str, dimensions: int, *, page: int = _PAGE) -> None:
        self._page = page
        self._store = store
        self._user_id = user_id
        self._dimensions = dimensions
        self._fields = words_fields(user_id)

    def pages(self) -> Iterator[list[Indexed]]:
        """All of them."""
        after: object = NEVER_BEFORE
        after_id = ""
        while rows := self._store.read(
            "care/page", user_id=self._user_id, after=after, after_id=after_id, limit=self._page, fields=self._fields
        ):
            last = rows[-1]["memory"]
            # By its offset: of two names of one zone the server holds the same moment to be two.
            after, after_id = moment(last["created_at"]).astimezone(UTC), last["id"]
            yield self._indexed(rows)

    def some(self, ids: Sequence[str]) -> Iterator[list[Indexed]]:
        """Those of some ids."""
        for at in range(0, len(ids), _PAGE):
            yield self._indexed(
                self._store.read(
                    "care/some", user_id=self._user_id, ids=list(ids[at : at + _PAGE]), fields=self._fields
                )
            )

    def _indexed(self, rows: Sequence[Mapping[str, Any]]) -> list[Indexed]:
        there = still_there([dict(row) for row in rows])
        return [
            Indexed(
                row["memory"], row["chunks"], faults_of(self._user_id, row["memory"], row["chunks"], self._dimensions)
            )
            for row in there
        ]
