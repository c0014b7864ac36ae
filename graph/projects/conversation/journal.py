"""The journal: entries on this machine that wait until the database has taken them. Append-only, one line an entry.

A line is `{"id": …, "user": …, "entry": {…}}`, and `{"done": …}` once it is kept. Each is on disk before `append`
returns. A line that a crash cut short is none; a second process waits for the lock. When all is done and the file has
grown, it is written anew beside itself and put in its place.
"""

import json
import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock

from graph.durable import sync_folder

FILE = "journal.jsonl"
_LARGE = 1024 * 1024
"""Bytes from which what is done is taken out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalEntry:
    """Something to keep: by its id it is kept once, however often it is replayed."""

    id: str
    user_id: str
    entry: Mapping[str, Any]


class Journal:
    """The entries that wait in a folder. Safe to share between threads and processes; makes nothing unused."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._path = home / FILE

    def append(self, entries: Sequence[JournalEntry]) -> None:
        """Puts entries on disk, all of them or, where the disk is full, none that counts. Raises OSError."""
        lines = [{"id": entry.id, "user": entry.user_id, "entry": dict(entry.entry)} for entry in entries]
        self._write([json.dumps(line, ensure_ascii=False) for line in lines])

    def done(self, ids: Sequence[str]) -> None:
        """Says that entries are kept, or never can be. Raises OSError."""
        self._write([json.dumps({"done": identity}) for identity in ids])

    def waiting(self, user_id: str | None = None) -> list[JournalEntry]:
        """The entries that are not done, in their order: of one user, or of all."""
        if not self._path.exists():
            return []
        with self._locked():
            return [entry for entry in self._read() if user_id in (None, entry.user_id)]

    def forget(self, user_id: str) -> int:
        """Takes out all that is of one user; returns how many entries waited."""
        if not self._path.exists():
            return 0
        with self._locked():
            entries = self._read()
            self._replace([entry for entry in entries if entry.user_id != user_id])
        return sum(entry.user_id == user_id for entry in entries)

    @contextmanager
    def _locked(self) -> Generator[None]:
        self._home.mkdir(parents=True, exist_ok=True, mode=0o700)
        with FileLock(self._path.with_suffix(".lock")):
            yield

    def _write(self, lines: Sequence[str]) -> None:
        if not lines:
            return
        with self._locked():
            before = self._path.stat().st_size if self._path.exists() else 0
            file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                # A line that a crash cut short is ended first, so that it spoils no other.
                cut = before > 0 and os.pread(file, 1, before - 1) != b"\n"
                _written(file, ("\n" if cut else "") + "\n".join(lines) + "\n", before)
            finally:
                os.close(file)
            if before > _LARGE:
                self._replace(self._read())

    def _read(self) -> list[JournalEntry]:
        entries: dict[str, JournalEntry] = {}
        for line in self._path.read_bytes().split(b"\n"):
            try:
                row = json.loads(line)
            except ValueError:
                continue
            if not isinstance(row, dict):
                continue
            if "done" in row:
                entries.pop(str(row["done"]), None)
            elif isinstance(row.get("entry"), dict) and isinstance(row.get("user"), str):
                entries[str(row["id"])] = JournalEntry(id=str(row["id"]), user_id=row["user"], entry=row["entry"])
        return list(entries.values())

    def _replace(self, entries: Sequence[JournalEntry]) -> None:
        rows = [{"id": entry.id, "user": entry.user_id, "entry": dict(entry.entry)} for entry in entries]
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        beside = self._path.with_suffix(".new")
        file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            _written(file, text, 0)
        finally:
            os.close(file)
        beside.replace(self._path)
        sync_folder(self._home)


def _written(file: int, text: str, before: int) -> None:
    """Writes a text whole and has it on disk; where that fails, the file is as long as it was before."""
    rest = memoryview(text.encode("utf-8", "surrogatepass"))
    try:
        while rest:
            rest = rest[os.write(file, rest) :]
        os.fsync(file)
    except OSError:
        os.ftruncate(file, before)
        raise
