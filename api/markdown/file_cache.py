"""What stood in files when they were read last: a file that was not touched since need not be read again.

It lies in this user's cache and holds identities and hashes alone. Where it is gone or broken, files are read.
"""

import json
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, cast

from platformdirs import user_cache_path

from api.markdown.wording import Marks

_UNSURE_NS: Final = 100_000_000
"""A file that was written so shortly before it was looked at may be written again within one tick of its clock."""

Known = tuple[tuple[str | None, Marks], ...]
"""The blocks of a file, in order: identity and marks of each."""


class FileCache:
    """The files of one folder for one user."""

    def __init__(self, root: str, user_id: str) -> None:
        name = sha256(f"{user_id}\0{root}".encode("utf-8", "surrogateescape")).hexdigest()[:24]
        self._path = user_cache_path("enishi") / "sync" / f"{name}.json"
        self._files: dict[str, list[object]] = {}
        with suppress(OSError, ValueError):
            read = json.loads(self._path.read_bytes())
            self._files = cast("dict[str, list[object]]", read) if isinstance(read, dict) else {}

    def known(self, file: str, path: Path) -> Known | None:
        """The blocks of a file that is as it was; None where it has to be read."""
        entry = self._files.get(file)
        try:
            if entry is None or entry[0] != signature(path):
                return None
            rows = cast("list[tuple[str | None, str, str, str]]", entry[1])
            return tuple((row[0], Marks(text=row[1], title=row[2], tags=row[3])) for row in rows)
        except (OSError, ValueError, TypeError, IndexError):
            return None

    def keep(self, files: Mapping[str, tuple[list[int], Known]], there: frozenset[str]) -> None:
        """Keeps what files hold beside what was known; those that are not there any more are forgotten."""
        sure = time.time_ns() - _UNSURE_NS
        for file, (seen, blocks) in files.items():
            rows = [[identity, marks.text, marks.title, marks.tags] for identity, marks in blocks]
            self._files[file] = [seen, rows] if seen and max(seen[1:3]) < sure else []
        kept = {file: entry for file, entry in self._files.items() if file in there and entry}
        if files or len(kept) != len(self._files):
            with suppress(OSError):
                self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                draft = self._path.with_suffix(f".{os.getpid()}")
                draft.write_text(json.dumps(kept))
                draft.replace(self._path)


def signature(path: Path) -> list[int]:
    """What changes with every writing of a file: its size, its times, its place on the disk. Raises OSError."""
    status = path.stat()
    return [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]
