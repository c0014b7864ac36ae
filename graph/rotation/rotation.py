"""Rotation of one user's memories: what would be done, doing it, the archive, backups, history, alerts."""

import json
import logging
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from graph.db.importance.memory_weights import MemoryWeigher
from graph.db.rows import draft_of, memory_of
from graph.db.store import Runs, Store
from graph.errors import Conflict, EnishiError, Invalid, NotFound
from graph.intake.checks import choice
from graph.journal.actor import acting
from graph.journal.journal import Journal
from graph.lifecycle.rotation_rules import planned
from graph.lifecycle.rotation_values import (
    Action,
    ArchiveOrder,
    ArchivePage,
    ArchiveStats,
    BackupFile,
    Recovered,
    Restored,
    RotationAlert,
    RotationDecision,
    RotationPlan,
    RotationRun,
    RunState,
    Trigger,
)
from graph.model.draft import Draft
from graph.model.life.journal import Act
from graph.model.memory import Outcome
from graph.model.types import Status
from graph.rotation.archive import Archive
from graph.rotation.backups import BackupFolder
from graph.rotation.journal import RotationJournal
from graph.rotation.reading import active, archived, committed
from graph.rotation_settings import RotationSettings
from graph.settings import LevelSettings
from graph.write.forget import MemoryEraser
from graph.write.retention import ROTATION, Reason, brought_back, put_away

_LOG: Final = logging.getLogger(__name__)
MANUAL: Final = "person"
SCHEDULE: Final = "schedule"
PLAN_MOST: Final = 10_000
"""Decisions of one page of a plan."""
_IDS_MOST: Final = 10_000
_CALM_S: Final = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RotationParts:
    """What rotation is made of, whoever's memories it rotates."""

    store: Store
    settings: RotationSettings
    levels: LevelSettings
    weigher: MemoryWeigher
    eraser: MemoryEraser
    journal: Journal
    folder: Path
    remember: Callable[[str, Iterable[Draft | EnishiError]], Iterator[Outcome]]
    clock: Callable[[], datetime]
    new_id: Callable[[], str]
    unasked_s: Callable[[], float]
    rest: Callable[[float], None] = time.sleep


class Rotation:
    """Rotation of one user. Safe to share between threads."""

    def __init__(self, parts: RotationParts, user_id: str) -> None:
        self._parts = parts
        self._user_id = user_id
        self._settings = parts.settings
        self._journal = RotationJournal(parts.store, user_id, parts.clock, lease_s=parts.settings.lease_s)
        self._backups = BackupFolder(parts.folder, user_id, parts.settings.backup)
        self._archive = Archive(parts.store, parts.settings.delete, parts.levels, user_id)

    def plan(
        self,
        *,
        triggers: Sequence[Trigger] | None = None,
        action: Action | None = None,
        limit: int = 100,
        after: int = 0,
    ) -> RotationPlan:
        """What a run would do now with each memory, and why; nothing is changed.

        `decisions` are those of an `action`, or all, from position `after` on: newest memories first, then the archive.
        """
        wanted = None if action is None else choice("action", Action, action)
        if isinstance(limit, bool) or not isinstance(limit, int) or not 0 <= limit <= PLAN_MOST:
            raise Invalid("limit", f"{limit!r} is no number of decisions.", allowed=f"0 to {PLAN_MOST:,}")
        if isinstance(after, bool) or not isinstance(after, int) or after < 0:
            raise Invalid("after", f"{after!r} is no position.", allowed="0 or the next_after of a plan")
        chosen, now = self._triggers(triggers), self._parts.clock()
        decisions = self._decisions(chosen, now)
        numbers = Counter(each.action for each in decisions)
        shown = [each for each in decisions if wanted is None or each.action is wanted]
        return RotationPlan(
            at=now, triggers=chosen, memories=len(decisions), keep=numbers[Action.KEEP],
            archive=numbers[Action.ARCHIVE], delete=numbers[Action.DELETE],
            characters_archived=sum(each.characters for each in decisions if each.action is Action.ARCHIVE),
            characters_deleted=sum(each.characters for each in decisions if each.action is Action.DELETE),
            reasons=_reasons(decisions), decisions=tuple(shown[after : after + limit]),
            next_after=after + limit if after + limit < len(shown) else None,
        )  # fmt: skip

    def run(self, *, triggers: Sequence[Trigger] | None = None, by: str = MANUAL) -> RotationRun:
        """Archives what the rules say, deletes what was archived long ago, after a backup; and returns what it did.

        It may be killed at any moment and run again: it goes on. Raises Conflict while another process is at it, and
        where rotation by hand is switched off; what keeps a backup from being written, before anything is changed.
        """
        if by == MANUAL and not self._settings.manual.enabled:
            raise Conflict(
                "Rotation by hand is switched off (ENISHI_ROTATION__MANUAL__ENABLED). A plan shows what is due."
            )
        chosen, holder = self._triggers(triggers), self._parts.new_id()
        self._journal.take(holder)
        looked_at: Sequence[Trigger] = ()
        run = self._begun(chosen, by)
        try:
            self._rotated(run, holder, chosen)
            looked_at = chosen
        except EnishiError as error:
            with suppress(EnishiError):
                self._journal.move(run, RunState.FAILED, problem=str(error))
            raise
        finally:
            # Where the database is away the lease runs out by itself.
            with suppress(EnishiError):
                self._journal.let_go(holder, looked_at)
        return self._journal.run(run)

    def run_due(self) -> RotationRun | None:
        """Runs what the triggers' intervals say is due; None where nothing is, or another process is at it."""
        if not self._settings.enabled:
            return None
        now, seen = self._parts.clock(), self._journal.looked_at()
        due = [
            trigger
            for trigger, group in self._groups().items()
            if group.enabled and (trigger not in seen or now - seen[trigger] >= timedelta(hours=group.interval_hours))
        ]
        if not due and self._journal.unfinished() is None:
            return None
        if self._journal.is_held():
            return None
        try:
            return self.run(triggers=due or None, by=SCHEDULE)
        except Conflict:
            return None

    def archived(
        self,
        *,
        order: ArchiveOrder = ArchiveOrder.ARCHIVED,
        topic: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        min_importance: float = 0.0,
        max_importance: float = 10.0,
        limit: int = 20,
        cursor: str | None = None,
    ) -> ArchivePage:
        """The archive, a page at a time: by when it was put away or by importance, of a topic, a time, a range."""
        return self._archive.page(
            choice("order", ArchiveOrder, order), topic, since, until, (min_importance, max_importance), limit, cursor
        )

    def archive_stats(self) -> ArchiveStats:
        """How the archive is made up: by month, by bucket of importance, by topic, and how much room it takes."""
        return self._archive.stats()

    def restore(self, ids: Sequence[str] = (), *, run: str | None = None) -> Restored:
        """Brings memories back just as they were: those named, or all that a run archived. Returns how many.

        What is not in the archive is passed over. Raises NotFound for an id of no memory.
        """
        if not isinstance(ids, list | tuple) or len(ids) > _IDS_MOST:
            raise Invalid("ids", "they are no list of ids, or too many.", allowed=f"at most {_IDS_MOST:,} texts")
        wanted = self._parts.weigher.existing(self._user_id, ids) if ids else []
        if run is not None:
            rows = self._parts.store.read("rotation/of_run", user_id=self._user_id, run=run)
            wanted = list(dict.fromkeys([*wanted, *(str(row["id"]) for row in rows)]))
        done = 0
        for part in _parts(wanted, self._settings.batch):

            def work(runs: Runs, part: Sequence[str] = part) -> int:
                self._lock(runs)
                rows = runs("memory/pieces", {"user_id": self._user_id, "ids": list(part)})
                # What went into another memory comes back when that merge is undone.
                rows = [row for row in rows if not row["memory"].get("merged_into")]
                done = brought_back(runs, self._user_id, rows, self._parts.clock())
                for step in self._parts.journal.moved(self._user_id, done, Act.RESTORED, Status.ARCHIVED.value):
                    step.run(runs)
                return len(done)

            done += self._parts.store.together(work)
        return Restored(memories=done)

    def history(self, *, limit: int = 20) -> tuple[RotationRun, ...]:
        """The latest runs and what they did, the last one first."""
        if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= 1_000:
            raise Invalid("limit", f"{limit!r} is no number of runs.", allowed="1 to 1,000")
        return self._journal.runs(limit)

    def backups(self) -> tuple[BackupFile, ...]:
        """The files that were written before runs, the newest first, each checked against its checksum."""
        return self._backups.all()

    def recover(self, name: str, ids: Sequence[str] | None = None) -> Recovered:
        """Remembers again what a backup holds, all of it or some ids: what was deleted gets a new id.

        What is still in the archive is restored from there instead. Raises NotFound, Conflict for a broken file.
        """
        chosen = None if ids is None else set(ids)
        rows = [row for row in self._backups.memories(name) if chosen is None or row["id"] in chosen]
        held = [str(row["id"]) for row in rows]
        here = {
            str(row["id"])
            for part in _parts(held, _IDS_MOST)
            for row in self._parts.store.read("lifecycle/existing", user_id=self._user_id, ids=list(part))
        }
        restored = self.restore([identity for identity in held if identity in here]).memories if here else 0
        drafts = [draft_of(memory_of(row), titled=bool(row.get("titled"))) for row in rows if row["id"] not in here]
        outcomes = list(self._parts.remember(self._user_id, drafts)) if drafts else []
        created = sum(outcome.remembered is not None and outcome.remembered.created for outcome in outcomes)
        failed = sum(outcome.error is not None for outcome in outcomes)
        return Recovered(
            restored=restored + created, already_there=len(rows) - restored - created - failed, failed=failed
        )

    def alerts(self) -> tuple[RotationAlert, ...]:
        """What a person should know of: failed, cut off or large runs, and bounds that are nearly reached."""
        now, settings = self._parts.clock(), self._settings.alerts
        since = now - timedelta(days=settings.days)
        raised: list[RotationAlert] = []
        runs = [run for run in self._journal.runs(50) if run.started_at >= since]
        if runs and runs[0].state is RunState.FAILED:
            raised.append(_alert("failed", f"The last rotation failed: {runs[0].problem}", runs[0]))
        if runs and runs[0].ended_at is None and not self._journal.is_held():
            raised.append(_alert("cut_off", "A rotation was cut off. The next run goes on with it.", runs[0]))
        raised += [_alert("large", alert, run) for run in runs for alert in run.alerts]
        return (*raised, *self._nearly_full(now))

    def _nearly_full(self, now: datetime) -> Iterator[RotationAlert]:
        size, share = self._settings.size, self._settings.alerts.share
        held = self._parts.store.read("rotation/size", user_id=self._user_id)[0]
        bounds = {"memories": size.memories_most, "characters": size.characters_most}
        for name, most in bounds.items():
            number = held[name]
            if most is not None and number > share * most:
                used = f"{number:,} of {most:,} {name} are active ({number / most:.0%})."
                yield RotationAlert(kind=f"many_{name}", message=used, at=now)
        with suppress(OSError):
            there = next(path for path in (self._backups.folder, *self._backups.folder.parents) if path.exists())
            disk = shutil.disk_usage(there)
            if disk.used > share * disk.total:
                message = f"The disk of the backups is {disk.used / disk.total:.0%} full ({self._backups.folder})."
                yield RotationAlert(kind="disk", message=message, at=now)

    def _groups(self) -> Mapping[Trigger, Any]:
        settings = self._settings
        return {Trigger.SIZE: settings.size, Trigger.AGE: settings.age, Trigger.IMPORTANCE: settings.importance}

    def _triggers(self, triggers: Sequence[Trigger] | None) -> tuple[Trigger, ...]:
        if triggers is None:
            return tuple(trigger for trigger, group in self._groups().items() if group.enabled)
        if isinstance(triggers, str) or not triggers:
            raise Invalid("triggers", "they are no list of triggers.", allowed=", ".join(Trigger))
        chosen = tuple(dict.fromkeys(choice("triggers", Trigger, trigger) for trigger in triggers))
        for trigger in chosen:
            if not self._groups()[trigger].enabled:
                setting = f"ENISHI_ROTATION__{trigger.value.upper()}__ENABLED"
                raise Conflict(
                    f"The trigger {trigger.value} is switched off. Switch it on ({setting}), or name another."
                )
        return chosen

    def _decisions(self, triggers: Sequence[Trigger], now: datetime) -> list[RotationDecision]:
        parts, settings = self._parts, self._settings
        candidates = [*active(parts.store, parts.weigher, self._user_id, now), *archived(parts.store, self._user_id)]
        asked: set[str] = set()
        open_ones: set[str] = set()
        while True:
            decisions = planned(candidates, settings, triggers, parts.levels.low, now, committed=open_ones)
            # What must stay for a commitment is asked of those alone that would go; in their place others may.
            unknown = [
                each.memory_id for each in decisions if each.action is Action.ARCHIVE and each.memory_id not in asked
            ]
            staying = committed(parts.store, self._user_id, unknown, settings.preserve, now) if unknown else ()
            asked.update(unknown)
            open_ones.update(staying)
            if not staying:
                return decisions

    def _begun(self, triggers: Sequence[Trigger], by: str) -> str:
        """The id of the run: that of one that was cut off, else a new one."""
        run = self._journal.unfinished()
        if run is None:
            run = self._parts.new_id()
            self._journal.begin(run, triggers, by)
        else:
            resumed = self._journal.run(run).resumed + 1
            self._journal.move(run, RunState.PLANNING, resumed=resumed, by=by)
        return run

    def _rotated(self, run: str, holder: str, triggers: Sequence[Trigger]) -> None:
        now = self._parts.clock()
        decisions = self._decisions(triggers, now)
        self._journal.still(holder)
        archive = [each for each in decisions if each.action is Action.ARCHIVE]
        delete = [each for each in decisions if each.action is Action.DELETE]
        before = self._journal.run(run)
        reasons = Counter(before.reasons) + Counter(_reasons([*archive, *delete]))
        self._journal.move(
            run, RunState.BACKING_UP, looked_at=len(decisions), reasons=json.dumps(reasons),
            planned=before.archived + before.deleted + len(archive) + len(delete),
        )  # fmt: skip
        saved = [*archive, *delete] if self._settings.backup.before_rotation else delete
        if saved:
            backup = self._backups.write(run, self._saved(saved, holder), now)
            self._journal.move(run, RunState.ARCHIVING, backup=backup.name)
        self._journal.move(run, RunState.ARCHIVING)
        self._archive_all(run, holder, archive, now)
        self._journal.move(run, RunState.DELETING)
        self._delete_all(run, holder, delete)
        self._backups.prune(now, keep=run)
        self._journal.move(run, RunState.DONE, alerts=self._alerts_of(run))

    def _saved(self, decisions: Sequence[RotationDecision], holder: str) -> Iterator[Mapping[str, Any]]:
        for part in _parts([each.memory_id for each in decisions], self._settings.batch):
            rows = self._parts.store.read("rotation/saved", user_id=self._user_id, ids=list(part))
            self._journal.still(holder)
            for row in rows:
                yield {**row["memory"], "versions": row["versions"]}

    def _archive_all(self, run: str, holder: str, decisions: Sequence[RotationDecision], looked_at: datetime) -> None:
        rules, counts = {each.memory_id: each.reason for each in decisions}, self._journal.counts(run)
        for part in _parts(list(rules), self._settings.batch):
            reason = Reason(
                by=ROTATION, run=run, looked_at=looked_at, rules={identity: rules[identity] for identity in part}
            )

            def work(runs: Runs, part: Sequence[str] = part, reason: Reason = reason) -> Mapping[str, int]:
                self._lock(runs)
                self._journal.hold(runs, holder)
                rows = runs("memory/pieces", {"user_id": self._user_id, "ids": list(part)})
                done = put_away(runs, self._user_id, rows, reason, self._parts.clock())
                away = [str(row["id"]) for row in done]
                with acting(ROTATION):
                    steps = self._parts.journal.moved(self._user_id, away, Act.ARCHIVED, Status.ACTIVE.value)
                for step in steps:
                    step.run(runs)
                more = counts.with_more(
                    archived=len(done), left=len(part) - len(done), characters=sum(row["characters"] for row in done),
                    text_bytes=sum(row["text_bytes"] for row in done),
                    packed_bytes=sum(len(row["packed"]) for row in done),
                )  # fmt: skip
                self._journal.note(runs, run, more)
                return more

            began = time.monotonic()
            counts.are(self._parts.store.together(work))
            self._rest(time.monotonic() - began)

    def _delete_all(self, run: str, holder: str, decisions: Sequence[RotationDecision]) -> None:
        counts = self._journal.counts(run)
        for each in decisions:
            more = counts.with_more(deleted=1, characters=each.characters)

            def first(runs: Runs, each: RotationDecision = each, more: Mapping[str, int] = more) -> None:
                self._journal.hold(runs, holder)
                if not runs("rotation/deletable", {"user_id": self._user_id, "ids": [each.memory_id]}):
                    raise NotFound("memory", each.memory_id)
                self._journal.note(runs, run, more)

            began = time.monotonic()
            try:
                # No person took it away: the same may be remembered again.
                with acting(ROTATION):
                    self._parts.eraser.forget(self._user_id, each.memory_id, rejecting=False, first=first)
                counts.are(more)
            except NotFound:
                # Brought back, pinned or forgotten meanwhile.
                counts.are(counts.with_more(left=1))
            self._rest(time.monotonic() - began)
        self._parts.store.together(lambda runs: self._journal.note(runs, run, counts.with_more()))

    def _lock(self, runs: Runs) -> None:
        runs("entity/lock", {"user_id": self._user_id, "ids": []})

    def _rest(self, took: float) -> None:
        """Gives way to questions while these are asked."""
        if self._settings.rest_share and self._parts.unasked_s() < _CALM_S:
            self._parts.rest(self._settings.rest_share * took)

    def _alerts_of(self, run: str) -> list[str]:
        done, settings = self._journal.run(run), self._settings.alerts
        number = done.archived + done.deleted
        if number <= settings.memories and done.characters <= settings.characters:
            return []
        alert = (
            f"A large rotation: {done.archived:,} archived, {done.deleted:,} deleted, {done.characters:,} characters."
        )
        _LOG.warning("a large rotation: %d archived, %d deleted", done.archived, done.deleted)
        return [alert]


def _parts(ids: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    return (ids[at : at + size] for at in range(0, len(ids), size))


def _reasons(decisions: Sequence[RotationDecision]) -> dict[str, int]:
    return dict(Counter(f"{each.action.value}:{each.reason}" for each in decisions))


def _alert(kind: str, message: str, run: RotationRun) -> RotationAlert:
    return RotationAlert(kind=kind, message=message, at=run.ended_at or run.started_at, run=run.id)
