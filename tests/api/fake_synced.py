"""The part of the small knowledge that keeps what syncs of files leave."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast

from graph.errors import NotFound
from graph.knowledge import ALL, Knowledge
from graph.model.filters import Filters
from graph.model.memory import Memory, MemoryDetail, Order, Page
from graph.model.synced import FiledMemory, FiledText, SyncState
from graph.write.synced_files import SyncedFiles


class FakeSynced(Knowledge):
    """The records of syncs over a dictionary, by user, folder and memory."""

    def __init__(self) -> None:
        self.filed: dict[tuple[str, str, str], FiledText] = {}

    @abstractmethod
    def show(self, user_id: str, memory_id: str) -> MemoryDetail:
        """A memory. Raises NotFound."""

    @abstractmethod
    def memories(
        self,
        user_id: str,
        *,
        filters: Filters = ALL,
        order: Order = Order.CREATED,
        limit: int = 20,
        cursor: str | None = None,
    ) -> Page:
        """Memories."""

    def synced_files(self, user_id: str) -> SyncedFiles:
        return cast("SyncedFiles", _SyncedFiles(self, user_id))


class _SyncedFiles:
    def __init__(self, knowledge: FakeSynced, user_id: str) -> None:
        self._knowledge = knowledge
        self._user_id = user_id

    def state(self, root: str) -> SyncState:
        mine = {key: filed for key, filed in self._knowledge.filed.items() if key[:2] == (self._user_id, root)}
        return SyncState(
            records=tuple(filed.record for filed in mine.values()),
            memories=tuple(self._memory(key[2], filed) for key, filed in mine.items()),
        )

    def unsynced(self, root: str, project: str) -> tuple[Memory, ...]:
        page = self._knowledge.memories(self._user_id, filters=Filters(project=project), limit=200)
        known = {key[2] for key in self._knowledge.filed if key[:2] == (self._user_id, root)}
        return tuple(memory for memory in page.memories if memory.id not in known)

    def called(self, ids: Sequence[str]) -> tuple[FiledMemory, ...]:
        records = {key[2]: filed.record for key, filed in self._knowledge.filed.items() if key[0] == self._user_id}
        each = (replace(self._memory(i, None), known=i in records, elsewhere=records.get(i)) for i in ids)
        return tuple(memory for memory in each if memory.status is not None or memory.known)

    def saying(self, texts: Sequence[str], project: str | None) -> dict[str, str]:
        page = self._knowledge.memories(self._user_id, limit=200)
        return {m.text: m.id for m in page.memories if m.text in set(texts) and m.project == project}

    def keep(self, root: str, filed: Iterable[FiledText]) -> int:
        rows = {(self._user_id, root, each.record.id): each for each in filed}
        self._knowledge.filed |= rows
        return len(rows)

    def bury(self, root: str, ids: Sequence[str]) -> int:
        keys = [key for i in ids if (key := (self._user_id, root, i)) in self._knowledge.filed]
        for key in keys:
            filed = self._knowledge.filed[key]
            self._knowledge.filed[key] = replace(filed, record=replace(filed.record, gone=True))
        return len(keys)

    def _memory(self, identity: str, filed: FiledText | None) -> FiledMemory:
        try:
            memory = self._knowledge.show(self._user_id, identity).memory
        except NotFound:
            return FiledMemory(id=identity)
        if filed is not None and memory.text == filed.text:
            return FiledMemory(id=identity, status=memory.status)
        return FiledMemory(id=identity, status=memory.status, text=memory.text, title=memory.title, tags=memory.tags)
