"""Makes one memory of two that say the same, and two of one again.

One stays. It gets the other's tags, links and uses, and of its project, category and rating what it has not itself. The
other is put away as it was, tied to the one that stays: what it states stays in force, and it comes back unchanged.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, cast

from graph.db.importance.use_counter import counted_uses
from graph.db.rows import draft_of, memory_of
from graph.db.store import Runs, Store
from graph.errors import Conflict, Invalid
from graph.intake.checks import plain
from graph.journal.journal import Journal
from graph.journal.log import kept_versions
from graph.journal.versions import as_changes, state_before
from graph.model.life.journal import Act
from graph.model.memory import Memory, MemoryVersion
from graph.model.types import Status
from graph.settings import AccessSettings
from graph.write.conversations import retried
from graph.write.edit import MemoryEditor
from graph.write.said_again import said_again

_TAKEN: Final = frozenset({"project", "category", "tags", "rating", "pinned"})
"""What the memory that stays takes of the other."""


class MemoryMerger:
    """Merges memories and parts them. One for a process; safe to share between threads."""

    def __init__(
        self,
        store: Store,
        editing: MemoryEditor,
        journal: Journal,
        access: AccessSettings,
        clock: Callable[[], datetime],
    ) -> None:
        self._store = store
        self._editing = editing
        self._journal = journal
        self._access = access
        self._clock = clock

    def merge(self, user_id: str, into: str, other: str, act: Act = Act.MERGED) -> Memory:
        """Has `other` go into the memory `into`, and returns that; done twice it changes nothing more.

        Raises Invalid for a memory with itself, NotFound, and Conflict where one of the two is not active.
        """
        if into == plain("other", other):
            raise Invalid("other", "a memory cannot be merged with itself.", allowed="the id of another memory")
        return retried(lambda: self._merged(user_id, into, other, act))

    def part(self, user_id: str, into: str, other: str) -> Memory:
        """Takes a merge back: `other` is again what it was, and so is what `into` took of it. Returns `other`.

        What was changed since stays. Raises NotFound, and Conflict where the two are not merged.
        """
        return retried(lambda: self._parted(user_id, into, other))

    def _merged(self, user_id: str, into: str, other: str, act: Act) -> Memory:
        kept, gone = self._editing.row(user_id, into), self._editing.row(user_id, other)
        if gone.get("merged_into") == into:
            return memory_of(kept)
        for row in (kept, gone):
            if row["status"] != Status.ACTIVE:
                raise Conflict(f"The memory {row['id']} is {row['status']}: only active ones are merged. Restore it.")
        again = said_again(kept, draft_of(memory_of(gone), titled=True))
        taken = {name: value for name, value in again.changes.items() if name in _TAKEN}
        edit = self._editing.marking(user_id, kept, taken, act, merge=(into, other))
        now = self._clock()
        uses = counted_uses(user_id, into, gone, now, self._access)
        away = self._journal.changed(
            user_id, other, act, {"status": gone["status"]}, other=other, into=into, recorded=False
        )

        def work(runs: Runs) -> None:
            edit(runs)
            self._editing.check_unchanged(runs, user_id, gone)
            for step in away:
                step.run(runs)
            runs("memory/absorb", {"user_id": user_id, "id": into, "other": other, "now": now})
            uses.run(runs)
            self._editing.moved(runs, user_id, gone, Status.ARCHIVED)

        self._store.together(work)
        return memory_of(self._editing.row(user_id, into))

    def _parted(self, user_id: str, into: str, other: str) -> Memory:
        kept, gone = self._editing.row(user_id, into), self._editing.row(user_id, other)
        if gone.get("merged_into") != into:
            raise Conflict(f"The memory {other} did not go into {into}.")
        version = self._version(user_id, into, other)
        back = _taken_back(kept, gone, version)
        edit = self._editing.marking(user_id, kept, back, Act.PARTED, merge=(into, other))
        now = self._clock()
        uses = counted_uses(user_id, into, gone, now, self._access, among=kept.get("uses") or ())
        forth = self._journal.changed(
            user_id, other, Act.PARTED, {"status": gone["status"]}, other=other, into=into, recorded=False
        )

        def work(runs: Runs) -> None:
            edit(runs)
            self._editing.check_unchanged(runs, user_id, gone)
            for step in forth:
                step.run(runs)
            runs("memory/release", {"user_id": user_id, "id": into, "other": other})
            uses.run(runs)
            self._editing.moved(runs, user_id, gone, Status.ACTIVE)

        self._store.together(work)
        return memory_of(self._editing.row(user_id, other))

    def _version(self, user_id: str, into: str, other: str) -> MemoryVersion | None:
        """What the memory that stayed was before the merge; None where so much happened since that it is gone."""
        versions = kept_versions(self._store, user_id, into)
        return next((v for v in versions if v.act is not Act.PARTED and (v.into, v.other) == (into, other)), None)


def _taken_back(kept: Mapping[str, Any], gone: Mapping[str, Any], version: MemoryVersion | None) -> dict[str, object]:
    """The changes by which a memory gives back what it took of another, as far as nobody changed that since."""
    if version is None:
        return {}
    before = as_changes(state_before([version], version.number))
    back: dict[str, object] = {}
    for name, value in before.items():
        if name == "tags":
            came = set(gone["tags"]) - set(cast("Sequence[str]", value))
            back["tags"] = tuple(tag for tag in kept["tags"] if tag not in came)
        elif kept.get(name) == gone.get(name):
            back[name] = value
    return back
