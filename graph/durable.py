"""What outlives a loss of power."""

import os
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """Has the folder's list of files on the disk, so that a new name of a file stays. Raises OSError.

    Some systems let no folder be opened: who can do without suppresses that.
    """
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
