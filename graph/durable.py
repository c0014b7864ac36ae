"""What outlives a loss of power."""

import errno
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

DISK_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""Codes of an OSError by which a disk, a quota or a limit on files has no room."""
_BESIDE: Final = ".part"


def write_durably(path: Path, pieces: Iterable[bytes]) -> int:
    """Writes a file that its owner alone may read; returns its bytes once they are on the disk. Raises OSError."""
    size = 0
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        for piece in pieces:
            file.write(piece)
            size += len(piece)
        file.flush()
        os.fsync(file.fileno())
    return size


def replace_durably(path: Path, pieces: Iterable[bytes]) -> int:
    """`write_durably` beside its place, and moved there: the old file or the new one, whole, whenever it ends.

    Whatever goes wrong, also in the pieces, leaves nothing behind. Raises OSError, and what the pieces raise.
    """
    part = path.with_name(path.name + _BESIDE)
    try:
        size = write_durably(part, pieces)
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    with suppress(OSError):
        sync_folder(path.parent)
    return size


def sync_folder(folder: Path) -> None:
    """Has the folder's list of files on the disk, so that a new name of a file stays. Raises OSError.

    Some systems let no folder be opened: who can do without suppresses that.
    """
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
