"""One Neo4j for all programs of this user: started when first needed, found again by the next, stopped on request."""

import logging
import shutil
import subprocess
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from time import monotonic, sleep, time
from typing import Literal
from urllib.parse import quote

import psutil
from filelock import FileLock, Timeout

from graph.errors import Misconfigured, Unavailable
from graph.local import archive, conf, explore, faults, jars, java, launch, ports, state
from graph.local.memory import MemoryLimits, available_mb, sized
from graph.local.settings import NEO4J_VERSION, LocalSettings

_LOG = logging.getLogger(__name__)
BROWSER = "neo4j-browser-"
NEEDED_BYTES = 512 * 1024 * 1024
"""What an empty database takes, most of it transaction logs laid out ahead."""
LOW_BYTES = 64 * 1024 * 1024
"""Below this a database that is there already can neither start nor be written to for long."""
_BROKEN_PATIENCE_S = 10.0
"""A server whose database failed does not end by itself, and has nothing left to write."""
_MENDS_AN_HOUR = 5
_MEND_PAUSE_S = 30.0
POLL_S = 0.1
FETCH_PATIENCE_S = 900.0

Stage = Literal["fetch", "start", "stop"]
Progress = Callable[[Stage, int, int], None]
"""Called with the stage, and for 'fetch' with the bytes present and wanted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where the server listens and how to log in."""

    uri: str
    user: str
    password: str = field(repr=False)
    http_url: str
    browser_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """Whether the server runs, and what can be said about it."""

    running: bool
    version: str
    home: Path
    pid: int | None = None
    uptime_s: float | None = None
    resident_mb: int | None = None
    address: Address | None = None


def _silent(_stage: Stage, _done: int, _total: int) -> None:
    """Say nothing about progress."""


class LocalServer:
    """The Neo4j of one home folder."""

    def __init__(
        self, settings: LocalSettings, *, progress: Progress | None = None, extra_options: Sequence[str] = ()
    ) -> None:
        self._settings = settings
        self._home = settings.home.expanduser().absolute()
        self._jars = settings.jars.expanduser().absolute()
        self._progress = progress or _silent
        self._extra_options = tuple(extra_options)
        self._mending = Lock()
        self._mended: deque[float] = deque(maxlen=_MENDS_AN_HOUR)

    def ensure(self) -> Address:
        """The address of the running server, which is started first if need be; safe to call from many programs.

        One whose database failed for good is started anew. The server outlives the caller. Raises Misconfigured (Java,
        disk, ports, store in use), or Unavailable (no network for the jars, time-out); then nothing is left running.
        """
        known = state.load(self._home)
        if known is not None and known.ready and self._living(known) and self._health(known) is faults.Health.READY:
            return self._address(known)
        self._make_home()
        with self._alone():
            return self._address(self._adopted() or self._started())

    def mend(self) -> bool:
        """Start the server again if it died or its database failed for good: True where the caller should repeat.

        At most five times an hour, by one thread at a time, and never one that was stopped on request. Raises
        Unavailable where the disk is full, and what `ensure` raises.
        """
        known = state.load(self._home)
        if known is None or known.pid is None:
            return False
        free = shutil.disk_usage(self._home).free
        if free < LOW_BYTES:
            raise Unavailable(
                f"The disk of the database is full: {free // 2**20} MiB are free in {self._home}. Free at least "
                f"{LOW_BYTES // 2**20} MiB; Neo4j then goes on by itself.",
                retry_after=30.0,
            )
        if not self._mending.acquire(blocking=False):
            return False
        try:
            if self._living(known) and self._health(known) is not faults.Health.BROKEN:
                return False
            now = monotonic()
            recent = [then for then in self._mended if now - then < 3600]
            if len(recent) == _MENDS_AN_HOUR or (recent and now - recent[-1] < _MEND_PAUSE_S):
                return False
            self._mended.append(now)
            _LOG.warning("the local Neo4j is started again: it died, or its database failed")
            self.ensure()
            return True
        finally:
            self._mending.release()

    def stop(self) -> bool:
        """Stop the server cleanly, by force after `stop_timeout_s`; False when it was not running."""
        if not self._home.is_dir():
            return False
        with self._alone():
            known = state.load(self._home)
            server = self._living(known)
            if known is None or server is None:
                return False
            self._progress("stop", 0, 0)
            launch.end(server, self._settings.stop_timeout_s)
            state.save(self._home, state.stopped(known))
        self._make_archive(known)
        return True

    def status(self) -> Status:
        """What is known now, without starting anything."""
        known = state.load(self._home)
        server = self._living(known)
        idle = Status(running=False, version=NEO4J_VERSION, home=self._home)
        if known is None or server is None or not known.ready:
            return idle
        try:
            resident = server.memory_info().rss
        except psutil.Error:
            return idle
        return Status(
            running=True,
            version=known.version,
            home=self._home,
            pid=server.pid,
            uptime_s=max(time() - known.born, 0.0),
            resident_mb=resident // 2**20,
            address=self._address(known),
        )

    def log_tail(self, lines: int = 40) -> str:
        """The last lines of the server's own log; empty when it never ran."""
        return faults.tail(self.log_path, lines)

    @property
    def log_path(self) -> Path:
        """The server's own log."""
        return self._home / "logs" / "neo4j.log"

    @property
    def password_path(self) -> Path:
        """The file that holds the password, readable by its owner only."""
        return self._home / "password"

    def _make_home(self) -> None:
        try:
            self._home.mkdir(parents=True, exist_ok=True, mode=0o700)
            for name in ("conf", "data", "logs", "run", "tmp", "import", "plugins"):
                (self._home / name).mkdir(exist_ok=True, mode=0o700)
        except OSError as error:
            raise Misconfigured(
                f"The folder {self._home} for the local Neo4j cannot be made: {error.strerror}. "
                "Mend it, or set home of the local Neo4j elsewhere."
            ) from error

    @contextmanager
    def _alone(self) -> Generator[None]:
        """No other program starts or stops this server meanwhile; a lock whose owner died counts for nothing."""
        patience = self._settings.start_timeout_s + self._settings.stop_timeout_s + FETCH_PATIENCE_S
        lock = FileLock(self._home / "server.lock", timeout=patience)
        try:
            lock.acquire()
        except Timeout as error:
            raise Unavailable(
                f"Another program has been starting or stopping the local Neo4j in {self._home} for "
                f"{patience:.0f} s. Wait for it, or end it, and repeat."
            ) from error
        except OSError as error:
            raise Misconfigured(f"{self._home} cannot be written: {error.strerror}. Mend it.") from error
        try:
            yield
        finally:
            lock.release()

    def _living(self, known: state.State | None) -> psutil.Process | None:
        return None if known is None else launch.living(known.pid, self._home)

    def _adopted(self) -> state.State | None:
        """A server that is running already, once it answers; None when there is none, or it never did and was ended."""
        known = state.load(self._home)
        if known is None:
            return None
        if self._living(known) is None:  # its starter may have died before it could write the id down
            known = replace(known, pid=state.written_pid(self._home), ready=False)
        server = self._living(known)
        if server is None:
            return None
        deadline = monotonic() + self._settings.start_timeout_s
        patience_s = self._settings.stop_timeout_s
        while monotonic() < deadline and self._living(known):
            health = self._health(known)
            if health is faults.Health.READY:
                state.save(self._home, state.answering(known))
                return state.answering(known)
            if health is faults.Health.BROKEN:
                self._check_space()  # as long as its disk is full a start would only fail
                patience_s = _BROKEN_PATIENCE_S
                break
            sleep(POLL_S)
        launch.end(server, patience_s)
        return None

    def _health(self, known: state.State) -> faults.Health:
        if not ports.answers(known.bolt_port):
            return faults.Health.AWAY
        return faults.health(known.bolt_port, conf.keep_password(self._home))

    def _started(self) -> state.State:
        self._check_space()
        runtime = java.find(self._settings.java_home)
        classpath = jars.ensure(
            self._jars,
            repository=self._settings.repository,
            connections=self._settings.connections,
            progress=lambda done, total: self._progress("fetch", done, total),
        )
        classpath = [explore.with_saved_questions(jar) if jar.name.startswith(BROWSER) else jar for jar in classpath]
        self._progress("start", 0, 0)
        conf.keep_password(self._home)
        was_used = (self._home / "data" / "databases").exists()
        previous = state.load(self._home)
        try:
            known = self._launched(runtime, classpath, previous)
        except faults.PortTaken:
            if self._settings.bolt_port or self._settings.http_port:
                raise
            known = self._launched(runtime, classpath, None)  # somebody took a free port before the server could
        if was_used:
            self._make_archive(known)
        return known

    def _launched(self, runtime: java.Java, classpath: list[Path], previous: state.State | None) -> state.State:
        chosen = ports.choose(self._settings, previous)
        memory = self._memory()
        profile = self._settings.profile
        text = conf.configuration(bolt_port=chosen.bolt, http_port=chosen.http, memory=memory, profile=profile)
        (self._home / "conf" / "neo4j.conf").write_text(text, encoding="utf-8")
        classes = archive.path_for(runtime, classpath)
        options = java.jvm_options(runtime.accepts, profile, memory, self._home / "tmp")
        options += self._extra_options or archive.options(classes)
        planned = state.State(
            pid=None,
            born=time(),
            bolt_port=chosen.bolt,
            http_port=chosen.http,
            version=NEO4J_VERSION,
            ready=False,
            archive=str(classes),
            java=str(runtime.program),
        )
        state.save(self._home, planned)
        child = launch.spawn(runtime.program, launch.arguments(options, classpath, self._home), self._home)
        try:
            return self._awaited(child, replace(planned, pid=child.pid), chosen)
        except BaseException:
            launch.end_child(child)
            state.save(self._home, planned)
            raise

    def _awaited(self, child: subprocess.Popen[bytes], known: state.State, chosen: ports.Ports) -> state.State:
        state.save(self._home, known)
        deadline = monotonic() + self._settings.start_timeout_s
        while monotonic() < deadline:
            code = child.poll()
            if code is not None:
                raise faults.failed_start(code, self._home, chosen)
            if self._health(known) is faults.Health.READY:
                state.save(self._home, state.answering(known))
                return state.answering(known)
            sleep(POLL_S)
        raise Unavailable(
            f"Neo4j did not answer within {self._settings.start_timeout_s:.0f} s and was ended. Its log is "
            f"{self.log_path}. On a slow disk or after a crash raise start_timeout_s of the local Neo4j.",
            retry_after=5.0,
        )

    def _make_archive(self, known: state.State) -> None:
        """Have the class archive made in the background, so that the next start is quick."""
        if self._settings.profile != "test" and archive.is_wanted(Path(known.archive)):
            archive.make_later(Path(known.archive), Path(known.java), self._home / "logs" / "training.log")

    def _check_space(self) -> None:
        free = shutil.disk_usage(self._home).free
        is_new = not (self._home / "data" / "transactions").exists()
        needed = NEEDED_BYTES if is_new else LOW_BYTES
        if free < needed:
            raise Misconfigured(
                f"There is not enough disk space in {self._home}: {free // 2**20} MiB are free and Neo4j needs "
                f"{needed // 2**20} MiB to start. Free some, or set home of the local Neo4j to another disk."
            )

    def _memory(self) -> MemoryLimits:
        fitting = (
            MemoryLimits(heap_mb=640, page_cache_mb=128) if self._settings.profile == "test" else sized(available_mb())
        )
        heap = self._settings.heap_mb or fitting.heap_mb
        return MemoryLimits(heap_mb=heap, page_cache_mb=self._settings.page_cache_mb or fitting.page_cache_mb)

    def _address(self, known: state.State) -> Address:
        http_url = f"http://127.0.0.1:{known.http_port}"
        bolt = f"bolt://{conf.USER}@127.0.0.1:{known.bolt_port}"
        return Address(
            uri=f"bolt://127.0.0.1:{known.bolt_port}",
            user=conf.USER,
            password=conf.keep_password(self._home),
            http_url=http_url,
            browser_url=f"{http_url}/browser/?dbms={quote(bolt, safe=':/@')}",
        )
