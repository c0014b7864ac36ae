"""Fetch the server's jar files exactly as the lock file names them, from Maven Central or a mirror of it."""

import errno
import hashlib
import json
import shutil
import ssl
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from threading import Lock

import httpx
import truststore
from filelock import FileLock

from graph.errors import Misconfigured, Unavailable
from graph.local.settings import NEO4J_VERSION

MAVEN_CENTRAL = "https://repo.maven.apache.org/maven2"
ATTEMPTS = 4
PARTIAL_CONTENT = 206
SPARE_BYTES = 64 * 1024 * 1024
TIMEOUT = httpx.Timeout(30.0, connect=15.0)
VERIFIED = ".verified"

Progress = Callable[[int, int], None]
"""Called with the bytes present and the bytes wanted, from any thread, one call at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Jar:
    """One locked file: its Maven coordinates, SHA-256 in hexadecimal and size in bytes."""

    group: str
    artifact: str
    version: str
    classifier: str | None
    sha256: str
    size: int

    @property
    def name(self) -> str:
        """The file's name, unique within the lock."""
        tail = f"-{self.classifier}" if self.classifier else ""
        return f"{self.artifact}-{self.version}{tail}.jar"

    @property
    def path(self) -> str:
        """Where a Maven repository keeps it."""
        return f"{self.group.replace('.', '/')}/{self.artifact}/{self.version}/{self.name}"


def lock_text() -> str:
    """The lock file of the pinned server version, as shipped."""
    return files("graph.local").joinpath(f"neo4j-{NEO4J_VERSION}.lock.jsonl").read_text(encoding="utf-8")


def locked(text: str) -> tuple[Jar, ...]:
    """The jars that a lock file names, in its order, which is the order of the class path."""
    return tuple(Jar(**json.loads(line)) for line in text.splitlines() if line)


def ensure(folder: Path, *, repository: str | None, connections: int, progress: Progress | None = None) -> list[Path]:
    """Fill the folder with every locked jar and name them in order; without network when they are all there.

    Files that are there are trusted as long as size and time of change are what they were when the whole folder was
    verified by SHA-256, which is done once for each lock file. Raises Unavailable when
    the repository does not answer, Misconfigured when a file is not what the lock says or the disk is full.
    """
    text = lock_text()
    jars = locked(text)
    if not _verified(folder, text, jars):
        if not all(_is_whole(folder / jar.name, jar) for jar in jars):
            with _alone(folder):
                _fill(folder, jars, repository, connections, progress)
        with suppress(OSError):  # a folder filled by hand may be for reading only
            (folder / VERIFIED).write_text(_stamp(folder, text, jars), encoding="ascii")
    return [folder / jar.name for jar in jars]


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def _alone(folder: Path) -> Generator[None]:
    """No other program fills this folder meanwhile; it is made when missing."""
    lock = FileLock(folder / ".lock")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except OSError as error:
        raise _unwritable(folder, error) from error
    try:
        yield
    finally:
        lock.release()


def _unwritable(folder: Path, error: OSError) -> Misconfigured:
    return Misconfigured(
        f"{folder} cannot be written: {error.strerror}. Mend it, or set jars of the local Neo4j to another folder."
    )


def _verified(folder: Path, text: str, jars: Sequence[Jar]) -> bool:
    try:
        return (folder / VERIFIED).read_text(encoding="ascii") == _stamp(folder, text, jars)
    except OSError:
        return False


def _stamp(folder: Path, text: str, jars: Sequence[Jar]) -> str:
    """What changes when the lock file does, or when a jar is written to: the digest of it, sizes and times."""
    stats = [(folder / jar.name).stat() for jar in jars]
    seen = [text, *(f"{jar.name} {file.st_size} {file.st_mtime_ns}" for jar, file in zip(jars, stats, strict=True))]
    return hashlib.sha256("\n".join(seen).encode()).hexdigest()


class _Tally:
    """Adds up the bytes of all threads and tells the caller."""

    def __init__(self, present: int, wanted: int, progress: Progress | None) -> None:
        self._present, self._wanted, self._progress = present, wanted, progress
        self._lock = Lock()

    def add(self, count: int) -> None:
        with self._lock:
            self._present += count
            if self._progress is not None:
                self._progress(self._present, self._wanted)


def _fill(
    folder: Path, jars: Sequence[Jar], repository: str | None, connections: int, progress: Progress | None
) -> None:
    missing = [jar for jar in jars if not _is_whole(folder / jar.name, jar)]
    wanted = sum(jar.size for jar in missing)
    _check_space(folder, wanted)
    tally = _Tally(0, wanted, progress)
    tally.add(0)
    if not missing:
        return
    source = repository or MAVEN_CENTRAL
    context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # what the system trusts, private authorities included
    with (
        httpx.Client(verify=context, timeout=TIMEOUT, follow_redirects=True) as client,
        ThreadPoolExecutor(connections) as pool,
    ):
        largest_first = sorted(missing, key=lambda jar: -jar.size)
        jobs = [pool.submit(_fetch, client, source, jar, folder, tally) for jar in largest_first]
        try:
            for job in as_completed(jobs):
                job.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _is_whole(path: Path, jar: Jar) -> bool:
    return path.is_file() and path.stat().st_size == jar.size and sha256_of(path) == jar.sha256


def _check_space(folder: Path, wanted: int) -> None:
    free = shutil.disk_usage(folder).free
    if wanted and free < wanted + SPARE_BYTES:
        raise _full(folder, wanted)


def _full(folder: Path, wanted: int) -> Misconfigured:
    return Misconfigured(
        f"There is not enough disk space in {folder}: Neo4j's files need {wanted // 2**20} MiB there. "
        "Free some space, or set jars of the local Neo4j to a folder on another disk."
    )


def _fetch(client: httpx.Client, repository: str, jar: Jar, folder: Path, tally: _Tally) -> None:
    """One jar, resumed where an earlier attempt ended, verified, then put in place at once."""
    part = folder / (jar.name + ".part")
    try:
        counted = _download(client, f"{repository.rstrip('/')}/{jar.path}", jar, part, tally)
        if not _is_whole(part, jar):  # an old part may be of another file: once more, from nothing
            part.unlink(missing_ok=True)
            tally.add(-counted)
            _download(client, f"{repository.rstrip('/')}/{jar.path}", jar, part, tally)
        if not _is_whole(part, jar):
            part.unlink(missing_ok=True)
            raise Misconfigured(
                f"The repository {repository} sent a {jar.name} that is not the one the lock file names "
                f"(SHA-256 differs from {jar.sha256[:12]}…). Nothing was kept. Set repository to another mirror."
            )
        part.replace(folder / jar.name)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise _full(folder, jar.size) from error
        raise _unwritable(folder, error) from error


def _download(client: httpx.Client, url: str, jar: Jar, part: Path, tally: _Tally) -> int:
    """Bytes of this jar now in the part file; repeats a broken connection from where it broke."""
    fault: Exception | None = None
    counted = 0
    for _ in range(ATTEMPTS):
        present = part.stat().st_size if part.exists() else 0
        if present >= jar.size:
            tally.add(present - counted)
            return present
        tally.add(present - counted)
        counted = present
        try:
            counted += _append(client, url, present, part, tally)
        except httpx.TransportError as error:
            fault = error
            counted = part.stat().st_size if part.exists() else 0
        except httpx.HTTPStatusError as error:
            fault = error
            if error.response.status_code < 500 and error.response.status_code not in (408, 416, 429):
                break
            if error.response.status_code == 416:
                part.unlink(missing_ok=True)
        else:
            return counted
    raise Unavailable(
        f"{url} could not be fetched ({_reason(fault)}). Check the network and repeat: what is there is kept. "
        "Behind a firewall set repository of the local Neo4j to a mirror, or fill its jars folder by hand.",
        retry_after=10.0,
    ) from fault


def _append(client: httpx.Client, url: str, present: int, part: Path, tally: _Tally) -> int:
    """Bytes added to the part file; negative when the server starts over and there is less than before."""
    headers = {"Range": f"bytes={present}-"} if present else {}
    with client.stream("GET", url, headers=headers) as response:
        response.raise_for_status()
        resumed = response.status_code == PARTIAL_CONTENT
        added = 0 if resumed else -present
        tally.add(added)
        with part.open("ab" if resumed else "wb") as file:
            for block in response.iter_bytes(1 << 16):
                file.write(block)
                added += len(block)
                tally.add(len(block))
    return added


def _reason(fault: Exception | None) -> str:
    if isinstance(fault, httpx.HTTPStatusError):
        return f"status {fault.response.status_code}"
    return type(fault).__name__
