"""A folder of Markdown files as a sync reads and writes it: what cannot be read is named, and no file is ever torn."""

import os
import stat
import tempfile
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout
from platformdirs import user_state_path

from graph.durable import sync_folder
from graph.errors import Conflict, Invalid

SIZE_MOST: Final = 10 * 2**20
"""Bytes of a file that is read, and above which memories.md is said to be too large."""
_ENDING: Final = ".enishi.tmp"
_SKIPPED: Final = frozenset({"node_modules"})
_WAIT_S: Final = 30.0
_AT_ONCE: Final = 16
"""Files that are written at a time."""


class ChangedMeanwhile(Exception):
    """Somebody wrote the file since it was read: it is left as that person has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFault:
    """A file that could not be read or written, and why."""

    file: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileWrite:
    """A text to put into a file; `before` is what it must still hold, None where there must be none."""

    file: str
    text: str
    before: str | None


@dataclass(slots=True)
class Folder:
    """The Markdown files below a folder, or one file alone, by their paths below it."""

    root: Path
    apart: frozenset[str] = frozenset()
    """Folders below it, by their paths, that are none of it."""
    faults: list[FileFault] = field(default_factory=list[FileFault])
    single: bool = field(init=False)
    """Whether it is one file."""

    def __post_init__(self) -> None:
        self.root = Path(os.path.abspath(self.root.expanduser()))  # noqa: PTH100 -- a link stays what it is called
        self.single = not self.root.is_dir()

    def path(self, file: str) -> Path:
        """Where a file of it lies."""
        return self.root if self.single else self.root / file

    def files(self) -> list[str]:
        """Its Markdown files; hidden ones are not looked at. What a killed run left unfinished is cleared away."""
        if self.single:
            return [self.root.name] if self.root.exists() else []
        names: list[str] = []
        for above, folders, files in os.walk(self.root, onerror=self._unlisted):
            inside = Path(above).relative_to(self.root).as_posix()
            below = "" if inside == "." else f"{inside}/"
            folders[:] = sorted(
                name
                for name in folders
                if not name.startswith(".") and name not in _SKIPPED and f"{below}{name}" not in self.apart
            )
            for name in files:
                if name.startswith(".") and name.endswith(_ENDING):
                    with suppress(OSError):
                        Path(above, name).unlink()
                elif name.endswith(".md") and not name.startswith("."):
                    names.append(f"{below}{name}")
        return sorted(names)

    def read(self, file: str) -> str | None:
        """The text of a file, or None where it is no text that can be kept as it is; then a fault says why."""
        try:
            content = read_bytes(self.path(file))
            return content.decode("utf-8")
        except OSError as error:
            self.fault(file, f"cannot be read: {error.strerror or error}")
        except UnicodeDecodeError:
            self.fault(file, "is not UTF-8: save it as that, and it is read again")
        except Invalid as error:
            self.fault(file, error.problem)
        return None

    def write(self, writes: Sequence[FileWrite]) -> frozenset[str]:
        """Puts texts in the place of those that were read; returns the files where it could, a fault names each other.

        Several at a time: a disk that is asked to keep many files takes hardly longer than for one.
        """
        with ThreadPoolExecutor(max_workers=_AT_ONCE) as pool:
            faults = list(pool.map(self._written, writes))
        for folder in {Path(os.path.realpath(self.path(write.file))).parent for write in writes}:
            with suppress(OSError):
                sync_folder(folder)
        for write, fault in zip(writes, faults, strict=True):
            if fault is not None:
                self.fault(write.file, fault)
        return frozenset(write.file for write, fault in zip(writes, faults, strict=True) if fault is None)

    def _written(self, write: FileWrite) -> str | None:
        """Writes one file; returns what went wrong."""
        before = None if write.before is None else write.before.encode("utf-8")
        try:
            replace_file(self.path(write.file), write.text.encode("utf-8"), before, settled=False)
        except ChangedMeanwhile:
            return "was changed while it was synced: the next sync takes it up"
        except OSError as error:
            return f"cannot be written: {error.strerror or error}"
        return None

    def fault(self, file: str, why: str) -> None:
        """Notes what is wrong with a file."""
        self.faults.append(FileFault(file=file, why=why))

    def _unlisted(self, error: OSError) -> None:
        where = Path(error.filename or self.root)
        inside = where.relative_to(self.root).as_posix() if where.is_relative_to(self.root) else str(where)
        self.fault(inside, f"cannot be listed: {error.strerror or error}")

    @contextmanager
    def locked(self) -> Generator[None]:
        """Holds off other syncs of the same folder on this machine. Raises Conflict where one goes on for long."""
        folder = user_state_path("enishi") / "sync"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        name = sha256(os.fsencode(os.path.realpath(self.root))).hexdigest()[:24]
        try:
            with FileLock(folder / f"{name}.lock", timeout=_WAIT_S):
                yield
        except Timeout as error:
            raise Conflict("Another sync of this folder is under way. Wait until it is done.") from error


def read_bytes(path: Path) -> bytes:
    """The bytes of a regular file. Raises OSError, and Invalid for one that is none or is too large."""
    with path.open("rb") as stream:
        status = os.fstat(stream.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise Invalid("path", "is no regular file")
        if status.st_size > SIZE_MOST:
            raise Invalid("path", f"is larger than {SIZE_MOST // 2**20} MB: split it")
        return stream.read()


def replace_file(path: Path, content: bytes, before: bytes | None, *, settled: bool = True) -> None:
    """Puts bytes in the place of a file at once: whoever reads it sees the old or the new ones, also after a crash.

    They are written beside it, synced to the disk, and moved over it; a link is followed, and the file's mode stays.
    `before` is what it must still hold; None: it must not be there. Unless it shall be `settled`, the caller syncs the
    folder. Raises ChangedMeanwhile and OSError.
    """
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name[:100]}.", suffix=_ENDING, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        now = path.read_bytes() if path.exists() else None
        if now != before:
            raise ChangedMeanwhile  # noqa: TRY301 -- what was begun is cleared away below
        Path(temporary).chmod(stat.S_IMODE(path.stat().st_mode) if now is not None else _new_mode())
        Path(temporary).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise
    if settled:
        with suppress(OSError):
            sync_folder(path.parent)


def _new_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
