"""What a person should know: a full disk, indexing that fails, slow searches, an index that disagrees, rotation."""

import re
import shutil
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from threading import Lock
from typing import Final

from graph.care.index_care import CareParts, IndexCare, databases_at
from graph.care.observed import Observed
from graph.db.row import Row
from graph.errors import Misconfigured, QueryError
from graph.model.care.index import Finding
from graph.model.care.metrics import Alert
from graph.rotation.rotation import Rotation, RotationParts

_CHECKS_KEPT: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertParts:
    """What alerts rest on. `checks` are the last checks of indexes, by user."""

    care: CareParts
    rotation: RotationParts
    observed: Observed
    failed: Callable[[str], int]
    checks: "OrderedDict[str, tuple[datetime, tuple[Finding, ...]]]" = field(
        default_factory=OrderedDict[str, tuple[datetime, tuple[Finding, ...]]]
    )
    lock: Lock = field(default_factory=Lock)


def raised(parts: AlertParts, user_id: str) -> tuple[Alert, ...]:
    """All alerts of one user's memories and of the process, the whole machine's first."""
    now = parts.care.clock()
    rotation = Rotation(parts.rotation, user_id)
    return (
        *_storage(parts, now),
        *_statements(parts, now),
        *_indexing(parts, user_id, now),
        *_searches(parts, now),
        *_consistency(parts, user_id, now),
        *(Alert(kind=f"rotation_{each.kind}", message=each.message, at=each.at) for each in rotation.alerts()),
    )


def _storage(parts: AlertParts, now: datetime) -> Iterator[Alert]:
    folder, share = databases_at(parts.care.store), parts.care.settings.alerts.storage_share
    if folder is not None and (used := used_share(folder)) is not None and used > share:
        message = f"The disk of the database is {used:.0%} full ({folder}). Make room, or archive and delete more."
        yield Alert(kind="storage", message=message, at=now)


def used_share(folder: Path) -> float | None:
    """The share of the disk of a folder that is taken; None where that cannot be told."""
    with suppress(OSError):
        disk = shutil.disk_usage(folder)
        return disk.used / disk.total
    return None


def _statements(parts: AlertParts, now: datetime) -> Iterator[Alert]:
    limits: list[Row] = []
    # A server may keep its settings to its administrators, which is no reason to tell of nothing else.
    with suppress(Misconfigured, QueryError):
        limits = parts.care.store.read("schema/memory_limits")
    if unlimited(row["value"] for row in limits):
        message = "Nothing limits the memory of a statement: one may stop Neo4j. Set db.memory.transaction.max there."
        yield Alert(kind="statement_memory", message=message, at=now)


def unlimited(sizes: Iterable[str]) -> bool:
    """Whether none of some limits, as the server writes them ("256.00MiB"), is above 0; False where it tells none."""
    written = [*sizes]
    return bool(written) and not any(re.search("[1-9]", size) for size in written)


def _indexing(parts: AlertParts, user_id: str, now: datetime) -> Iterator[Alert]:
    most = parts.care.settings.alerts.failures_in_a_row
    _, in_a_row = parts.observed.failures
    if in_a_row >= most:
        message = f"Indexing failed {in_a_row:,} times in a row. The log of the server says why."
        yield Alert(kind="indexing", message=message, at=now)
    if (failed := parts.failed(user_id)) >= most:
        message = f"{failed:,} memories could not be understood. They are listed by: enishi list --json (failed)."
        yield Alert(kind="indexing_failed", message=message, at=now)


def _searches(parts: AlertParts, now: datetime) -> Iterator[Alert]:
    settings = parts.care.settings.alerts
    mean = parts.observed.mean_s(settings.window_s, settings.searches_least)
    if mean is not None and 1000 * mean > settings.slow_ms:
        message = f"Searches took {1000 * mean:,.0f} ms in the mean of late, over {settings.slow_ms:,.0f} ms."
        yield Alert(kind="slow_search", message=message, at=now)


def _consistency(parts: AlertParts, user_id: str, now: datetime) -> Iterator[Alert]:
    at, findings = _checked(parts, user_id, now)
    for each in findings:
        what = each.kind.value.replace("_", " ")
        message = f"Index and memories disagree: {what}, {each.count:,}. See enishi index check; enishi index repair."
        yield Alert(kind="index", message=message, at=at)


def _checked(parts: AlertParts, user_id: str, now: datetime) -> tuple[datetime, tuple[Finding, ...]]:
    """The last check of a user's index, made anew where it is old: it reads every memory."""
    kept_for = timedelta(hours=parts.care.settings.alerts.check_hours)
    with parts.lock:
        kept = parts.checks.get(user_id)
    if kept is None or now - kept[0] >= kept_for:
        kept = now, IndexCare(parts.care, user_id).check().findings
        with parts.lock:
            parts.checks[user_id] = kept
            while len(parts.checks) > _CHECKS_KEPT:
                parts.checks.popitem(last=False)
    return kept
