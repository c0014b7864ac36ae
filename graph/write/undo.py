"""Undoes what was done to memories: an edit, a mark, a move to another status, a merge, and what was undone itself."""

from collections.abc import Callable, Sequence

from graph.db.store import Store
from graph.errors import Conflict, Invalid
from graph.intake.checks import checked_user
from graph.journal.log import kept_versions
from graph.journal.versions import as_changes, state_before
from graph.model.life.journal import Act
from graph.model.memory import Memory
from graph.model.types import Status
from graph.write.conversations import retried
from graph.write.edit import MemoryEditor
from graph.write.merge import MemoryMerger


class Versions:
    """What the memories of one user were, and their way back there. Safe to share between threads."""

    def __init__(
        self,
        store: Store,
        editing: MemoryEditor,
        merging: MemoryMerger,
        user_id: str,
        *,
        after: Callable[[str, Sequence[str]], object],
    ) -> None:
        """`after` follows a changed text with what it ends and replaces, as after an edit."""
        self._store = store
        self._editing = editing
        self._merging = merging
        self._user_id = checked_user(user_id)
        self._after = after

    def undo(self, memory_id: str, *, to: int | None = None) -> Memory:
        """Makes a memory what it was before the last act that changed it, or before the act number `to`.

        That is an act too: to undo once more brings back what was undone. A merge is undone by either of the two.
        Raises NotFound, Invalid where there is no such act, and Conflict where the text is another memory's by now.
        """
        memory = retried(lambda: self._undone(memory_id, to))
        self._after(self._user_id, [memory.id])
        return memory

    def merge(self, memory_id: str, other: str) -> Memory:
        """Has another memory that says the same go into this one, and returns this; `undo` of either parts them.

        Tags, links and uses go over, and of project, category and rating what this one has not. The memory that goes
        is archived as it is, and what it states stays in force. Raises NotFound, Invalid, Conflict.
        """
        return self._merging.merge(self._user_id, memory_id, other)

    def _undone(self, memory_id: str, to: int | None) -> Memory:
        row = self._editing.row(self._user_id, memory_id)
        versions = kept_versions(self._store, self._user_id, memory_id)
        if not versions:
            raise Conflict("Nothing was done to this memory that could be undone.")
        number = versions[0].number if to is None else to
        undone = [version for version in versions if version.number >= number]
        if isinstance(to, bool) or not undone or undone[-1].number != number:
            raise Invalid(
                "to", "there is no act of this number.", allowed=f"{versions[-1].number} to {versions[0].number}"
            )
        first = undone[0]
        if first.into is not None and first.other is not None:
            if len(undone) > 1:
                raise Conflict(f"Since then it was merged: undo that first. enishi undo {memory_id}")
            return self._unmerged(memory_id, first.into, first.other, first.act)
        if any(version.other for version in undone):
            raise Conflict("Between lies a merge: undo one act after the other.")
        state = state_before(versions, number)
        if changes := as_changes(state):
            self._editing.edited(self._user_id, row, changes, Act.UNDONE)
        if "status" in state:
            return self._editing.status(self._user_id, memory_id, Status(str(state["status"])), act=Act.UNDONE)
        return self._editing.memory(self._user_id, memory_id)

    def _unmerged(self, memory_id: str, into: str, other: str, act: Act) -> Memory:
        if act is Act.PARTED:
            self._merging.merge(self._user_id, into, other)
        else:
            self._merging.part(self._user_id, into, other)
        return self._editing.memory(self._user_id, memory_id)
