"""Backups before a rotation: JSON Lines, a memory a line, packed by zstd, with a checksum beside it.

    a1b2c3d4e5f6-20261127T073000Z-01M8….jsonl.zst
    a1b2c3d4e5f6-20261127T073000Z-01M8….jsonl.zst.sha256

The first line tells whose and which run's it is. `zstd -d` and `sha256sum -c` read them without Enishi. A file is there
whole or not at all: it is written beside its place and moved there once it is on the disk.
"""

import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import zstandard
from platformdirs import user_data_dir

from graph.db.values import moment
from graph.durable import DISK_FULL, sync_folder, write_durably
from graph.errors import Conflict, Invalid, Misconfigured, NotFound, Unavailable
from graph.lifecycle.rotation_values import BackupFile
from graph.rotation_settings import BackupSettings

FORMAT: Final = 1
ENDING: Final = ".jsonl.zst"
ENCRYPTED: Final = ".age"
"""What the name of an export that is encrypted ends with besides."""
_CHECKSUM: Final = ".sha256"
_PART: Final = ".part"


def default_folder() -> Path:
    """Where backups are written unless told otherwise."""
    return Path(user_data_dir("enishi")) / "rotation-backups"


def owner_of(user_id: str) -> str:
    """What stands for a user in names of files: not the id, which may hold what no file name can and is nobody's
    business who lists the folder.
    """
    return hashlib.sha256(user_id.encode("utf-8", "surrogatepass")).hexdigest()[:12]


class BackupFolder:
    """Writes, lists, checks and reads the backups of one user."""

    def __init__(self, folder: Path, user_id: str, settings: BackupSettings) -> None:
        self.folder = folder
        self._user_id = user_id
        self._settings = settings
        self._owner = owner_of(user_id)

    def write(self, run: str, memories: Iterable[Mapping[str, Any]], now: datetime) -> BackupFile:
        """Writes a file. Raises Unavailable where the disk is full, Misconfigured where nobody may write there."""
        stamp = now.astimezone(UTC).strftime("%Y%m%dT%H%M%S%fZ")
        path = self.folder / f"{self._owner}-{stamp}-{run}{ENDING}"
        part = path.with_name(path.name + _PART)
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            count, digest = self._written(part, run, memories, now)
            write_durably(path.with_name(path.name + _CHECKSUM), [f"{digest}  {path.name}\n".encode()])
            part.replace(path)
            with suppress(OSError):
                sync_folder(self.folder)
        except OSError as error:
            for left in (part, path.with_name(path.name + _CHECKSUM)):
                with suppress(OSError):
                    left.unlink()
            raise _refusal(error, self.folder) from error
        except BaseException:
            with suppress(OSError):
                part.unlink()
            raise
        backup = self._file(path)
        assert backup.memories == count
        return backup

    def all(self) -> tuple[BackupFile, ...]:
        """The backups of this user, the newest first."""
        return tuple(self._file(path) for path in self._paths())

    def memories(self, name: str) -> Iterator[dict[str, Any]]:
        """The memories of a backup. Raises NotFound, and Conflict where the file is not what was written."""
        path = self._named(name)
        if not self._file(path).intact:
            raise Conflict(f"{path} is not as it was written: its checksum differs. Take another backup.")
        lines = _lines(path)
        next(lines)
        yield from lines

    def prune(self, now: datetime, *, keep: str) -> int:
        """Deletes the files that are too old or too many, never those of the run `keep`; returns how many."""
        oldest = now - timedelta(days=self._settings.keep_days)
        gone = 0
        for place, path in enumerate(self._paths()):
            run, at = _run_of(path), _time_of(path)
            if run != keep and (place >= self._settings.most or at < oldest):
                with suppress(OSError):
                    path.unlink()
                    path.with_name(path.name + _CHECKSUM).unlink(missing_ok=True)
                    gone += 1
        self._sweep()
        return gone

    def _sweep(self) -> None:
        """Takes away what a process left that was killed while it wrote: who rotates is alone."""
        with suppress(OSError):
            for path in list(self.folder.iterdir()):
                whole = path.with_name(path.name.removesuffix(_CHECKSUM))
                stray = path.name.endswith(_PART) or (path.name.endswith(_CHECKSUM) and not whole.exists())
                if stray and path.name.startswith(f"{self._owner}-"):
                    path.unlink(missing_ok=True)

    def _written(self, part: Path, run: str, memories: Iterable[Mapping[str, Any]], now: datetime) -> tuple[int, str]:
        digest, count = hashlib.sha256(), 0
        head = {"enishi_backup": FORMAT, "user_id": self._user_id, "run": run, "at": now.isoformat()}
        packer = zstandard.ZstdCompressor(level=self._settings.level, write_checksum=True).compressobj()

        def lines() -> Iterator[bytes]:
            nonlocal count
            yield packer.compress(_line(head))
            for memory in memories:
                yield packer.compress(_line(memory))
                count += 1
            yield packer.flush()

        def digested() -> Iterator[bytes]:
            for packed in lines():
                digest.update(packed)
                yield packed

        write_durably(part, digested())
        return count, digest.hexdigest()

    def _file(self, path: Path) -> BackupFile:
        try:
            wanted = path.with_name(path.name + _CHECKSUM).read_text(encoding="ascii").split()[0]
        except (OSError, ValueError, IndexError):
            wanted = ""
        digest = hashlib.sha256()
        try:
            with path.open("rb") as file:
                while block := file.read(1 << 20):
                    digest.update(block)
            size = path.stat().st_size
        except OSError as error:
            raise NotFound("backup", path.name) from error
        intact, count = digest.hexdigest() == wanted, 0
        if intact:
            count = sum(1 for _ in _lines(path)) - 1
        return BackupFile(
            name=path.name, path=str(path), run=_run_of(path), at=_time_of(path), memories=count, bytes=size,
            sha256=digest.hexdigest(), intact=intact,
        )  # fmt: skip

    def _named(self, name: str) -> Path:
        for path in self._paths():
            if name in (path.name, _run_of(path)):
                return path
        raise NotFound("backup", name)

    def _paths(self) -> list[Path]:
        try:
            listed = [path for path in self.folder.iterdir() if path.name.startswith(f"{self._owner}-")]
        except OSError:
            return []
        return sorted((path for path in listed if path.name.endswith(ENDING)), reverse=True)


def _line(value: Mapping[str, Any]) -> bytes:
    # As ASCII: half a character has no UTF-8.
    return json.dumps(value, default=_as_text, separators=(",", ":")).encode("ascii") + b"\n"


def _as_text(value: object) -> object:
    if isinstance(value, bytes | bytearray):
        return None
    return moment(value).isoformat()


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open("rb") as file, zstandard.ZstdDecompressor().stream_reader(file) as reader:
        for line in io.TextIOWrapper(reader, encoding="ascii"):
            yield json.loads(line)


def _refusal(error: OSError, folder: Path) -> Unavailable | Misconfigured:
    if error.errno in DISK_FULL:
        return Unavailable(
            f"No backup could be written to {folder}: the disk is full. Nothing was archived or deleted. Make room, or "
            "name another folder (ENISHI_ROTATION__BACKUP__FOLDER), and repeat.",
            retry_after=60.0,
        )
    return Misconfigured(
        f"No backup can be written to {folder} ({error.strerror}). Nothing was archived or deleted. Name a folder that "
        "can be written to: ENISHI_ROTATION__BACKUP__FOLDER."
    )


def _run_of(path: Path) -> str:
    return path.name.removesuffix(ENDING).split("-", 2)[-1]


def _time_of(path: Path) -> datetime:
    try:
        return datetime.strptime(path.name.split("-", 2)[1], "%Y%m%dT%H%M%S%fZ").replace(tzinfo=UTC)
    except (ValueError, IndexError) as error:
        raise Invalid(
            "backup", f"{path.name} is not called as backups are.", allowed="files as they were written"
        ) from error
