"""Backups by themselves: everything of each user in an export a day, of which those of the last thirty days are kept.

    daily/20261127T030000Z-a1b2c3d4e5f6.jsonl.zst

`enishi import` reads them in. When the next is due is told by the newest file, so that nobody else has to remember it.
"""

import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from graph.errors import Conflict
from graph.rotation.backups import ENCRYPTED, ENDING, owner_of
from graph.rotation_settings import BackupSettings

_LOG: Final = logging.getLogger(__name__)
_STAMP: Final = "%Y%m%dT%H%M%SZ"


def backed_up(
    users: Iterable[str], export: Callable[[str, Path], object], folder: Path, settings: BackupSettings, now: datetime
) -> int:
    """Exports each user whose newest file is old enough, and deletes files past their days; returns how many it wrote.

    The newest file of a user stays; of who has been forgotten none does once its days are over. Of a user whom somebody
    writes to all the time none can be made: the next look tries again. Raises what else `export` raises, Unavailable
    for a full disk.
    """
    count = 0
    ending = ENDING + ENCRYPTED if settings.encrypt_for else ENDING
    newest: set[Path] = set()
    for user_id in users:
        paths = _files(folder, f"*-{owner_of(user_id)}")
        if not paths or now - _time_of(paths[-1]) >= timedelta(hours=settings.daily_hours):
            path = folder / f"{now.astimezone(UTC):{_STAMP}}-{owner_of(user_id)}{ending}"
            try:
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                export(user_id, path)
                paths.append(path)
                count += 1
            except Conflict:
                _LOG.warning("a daily backup has to wait: somebody writes")
        newest.update(paths[-1:])
    for path in {*_files(folder, "*")} - newest:
        if now - _time_of(path) > timedelta(days=settings.keep_days):
            with suppress(OSError):
                path.unlink()
    return count


def _files(folder: Path, begin: str) -> list[Path]:
    """The files of a folder that begin so, the oldest first, encrypted or not."""
    return sorted(path for ending in (ENDING, ENDING + ENCRYPTED) for path in folder.glob(f"{begin}{ending}"))


def _time_of(path: Path) -> datetime:
    return datetime.strptime(path.name.partition("-")[0], _STAMP).replace(tzinfo=UTC)
