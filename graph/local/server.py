"""One Neo4j for all programs of this user: started when first needed, found again by the next, stopped on request."""

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep, time
from typing import Literal
from urllib.parse import quote

import psutil
from filelock import FileLock, Timeout

from graph.errors import Misconfigured, Unavailable
from graph.local import conf, faults, jars, java, ports, state
from graph.local.memory import Memory, available_mb, sized
from graph.local.settings import NEO4J_VERSION, LocalSettings

MAIN_CLASS = "org.neo4j.server.Neo4jCommunity"
NEEDED_BYTES = 512 * 1024 * 1024
POLL_S = 0.1
FOREIGN_OPTIONS = ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH")

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

    def __init__(self, settings: LocalSettings, *, progress: Progress | None = None) -> None:
        self._settings = settings
        self._home = settings.home.expanduser().absolute()
        self._jars = settings.jars.expanduser().absolute()
        self._progress = progress or _silent

    def ensure(self) -> Address:
        """The address of the running server, which is started first if need be; safe to call from many programs.

        The server outlives the caller. Raises Misconfigured (Java, disk, ports, store in use), or Unavailable
        (no network for the jars, time-out); then nothing is left running.
        """
        known = state.load(self._home)
        if known is not None and known.ready and state.living(known) and ports.answers(known.bolt_port):
            return self._address(known)
        self._prepare_home()
        with self._locked(self._settings.start_timeout_s + self._settings.stop_timeout_s + 600):
            return self._address(self._adopted() or self._started())

    def stop(self) -> bool:
        """Stop the server cleanly, by force after `stop_timeout_s`; False when it was not running."""
        if not self._home.is_dir():
            return False
        with self._locked(self._settings.start_timeout_s + self._settings.stop_timeout_s):
            known = state.load(self._home)
            server = state.living(known)
            if known is None or server is None:
                return False
            self._progress("stop", 0, 0)
            self._end(server, self._settings.stop_timeout_s)
            self._forget(known)
            return True

    def status(self) -> Status:
        """What is known now, without starting anything."""
        known = state.load(self._home)
        server = state.living(known)
        if known is None or server is None or not known.ready:
            return Status(running=False, version=NEO4J_VERSION, home=self._home)
        try:
            born, resident = server.create_time(), server.memory_info().rss
        except psutil.Error:
            return Status(running=False, version=NEO4J_VERSION, home=self._home)
        return Status(
            running=True,
            version=known.version,
            home=self._home,
            pid=server.pid,
            uptime_s=max(time() - born, 0.0),
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

    # --- starting -----------------------------------------------------------------------------------------------

    def _prepare_home(self) -> None:
        try:
            self._home.mkdir(parents=True, exist_ok=True, mode=0o700)
            for name in ("conf", "data", "logs", "run", "tmp", "import", "plugins"):
                (self._home / name).mkdir(exist_ok=True)
        except OSError as error:
            raise Misconfigured(
                f"The folder {self._home} for the local Neo4j cannot be made: {error.strerror}. "
                "Mend it, or set home of the local Neo4j elsewhere."
            ) from error

    def _locked(self, timeout_s: float) -> FileLock:
        lock = FileLock(self._home / "server.lock")
        try:
            lock.acquire(timeout=timeout_s)
        except Timeout as error:
            raise Unavailable(
                f"Another program has been starting or stopping the local Neo4j in {self._home} for "
                f"{timeout_s:.0f} s. Wait for it, or end it, and repeat."
            ) from error
        return lock

    def _adopted(self) -> state.State | None:
        """A server that another program left running, once it answers; None when there is none worth keeping."""
        known = state.load(self._home)
        server = state.living(known)
        if known is None or server is None:
            return None
        deadline = monotonic() + self._settings.start_timeout_s
        while monotonic() < deadline and state.living(known):
            if ports.answers(known.bolt_port) and faults.ready(known.bolt_port, conf.keep_password(self._home)):
                kept = state.settled(known)
                state.save(self._home, kept)
                return kept
            sleep(POLL_S)
        if state.living(known):
            self._end(server, self._settings.stop_timeout_s)
        return None

    def _started(self) -> state.State:
        self._check_space()
        found = java.find(self._settings.java_home)
        classpath = jars.ensure(
            self._jars,
            repository=self._settings.repository,
            connections=self._settings.connections,
            progress=lambda done, total: self._progress("fetch", done, total),
        )
        self._progress("start", 0, 0)
        password = conf.keep_password(self._home)
        previous = state.load(self._home)
        for last_try in (False, True):
            chosen = ports.choose(self._settings, previous)
            memory = self._memory()
            text = conf.configuration(bolt_port=chosen.bolt, http_port=chosen.http, memory=memory)
            (self._home / "conf" / "neo4j.conf").write_text(text, encoding="utf-8")
            arguments = java.jvm_options(found.accepts, self._settings.profile, memory, self._home / "tmp")
            try:
                return self._launch(found, arguments, classpath, chosen, password)
            except faults.PortTaken:
                if last_try or self._settings.bolt_port or self._settings.http_port:
                    raise
                previous = None  # somebody took a free port between our look and the server's start
        raise AssertionError("unreachable")

    def _launch(
        self, found: java.Java, options: list[str], classpath: list[Path], chosen: ports.Ports, password: str
    ) -> state.State:
        arguments = [*options, "-cp", os.pathsep.join(map(str, classpath)), MAIN_CLASS]
        arguments += [f"--home-dir={self._home}", f"--config-dir={self._home / 'conf'}", "--console-mode"]
        argument_file = self._home / "run" / "java.args"
        argument_file.write_text(java.argument_file(arguments), encoding="utf-8")
        environment = {name: value for name, value in os.environ.items() if name not in FOREIGN_OPTIONS}
        faults.rotate(self.log_path)
        with (self._home / "logs" / "console.log").open("wb") as console:
            child = subprocess.Popen(  # noqa: S603  a Java we have asked for its version
                [found.program, f"@{argument_file}"],
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=subprocess.STDOUT,
                cwd=self._home,
                env=environment,
                start_new_session=True,
            )
        try:
            return self._awaited(child, chosen, password)
        except BaseException:
            self._kill(child)
            raise

    def _awaited(self, child: subprocess.Popen[bytes], chosen: ports.Ports, password: str) -> state.State:
        fresh = state.State(
            pid=child.pid,
            born=psutil.Process(child.pid).create_time(),
            bolt_port=chosen.bolt,
            http_port=chosen.http,
            version=NEO4J_VERSION,
            ready=False,
        )
        state.save(self._home, fresh)
        deadline = monotonic() + self._settings.start_timeout_s
        while monotonic() < deadline:
            code = child.poll()
            if code is not None:
                raise faults.failed_start(code, self._home, chosen)
            if ports.answers(chosen.bolt) and faults.ready(chosen.bolt, password):
                known = state.settled(fresh)
                state.save(self._home, known)
                return known
            sleep(POLL_S)
        raise Unavailable(
            f"Neo4j did not answer within {self._settings.start_timeout_s:.0f} s and was ended. Its log is "
            f"{self.log_path}. On a slow disk or after a crash raise start_timeout_s of the local Neo4j.",
            retry_after=5.0,
        )

    def _check_space(self) -> None:
        free = shutil.disk_usage(self._home).free
        if free < NEEDED_BYTES:
            raise Misconfigured(
                f"There is not enough disk space in {self._home}: {free // 2**20} MiB are free and Neo4j needs "
                f"{NEEDED_BYTES // 2**20} MiB to start. Free some, or set home of the local Neo4j to another disk."
            )

    def _memory(self) -> Memory:
        fitting = Memory(heap_mb=384, page_cache_mb=128) if self._settings.profile == "test" else sized(available_mb())
        heap = self._settings.heap_mb or fitting.heap_mb
        return Memory(heap_mb=heap, page_cache_mb=self._settings.page_cache_mb or fitting.page_cache_mb)

    # --- stopping -----------------------------------------------------------------------------------------------

    def _kill(self, child: subprocess.Popen[bytes]) -> None:
        if child.poll() is None:
            self._end(psutil.Process(child.pid), 10.0)
        child.wait()
        known = state.load(self._home)
        if known is not None and known.pid == child.pid:
            self._forget(known)

    def _end(self, server: psutil.Process, patience_s: float) -> None:
        """Ask the server to close its databases and leave; make it leave when it has not after `patience_s`."""
        try:
            server.terminate()
            server.wait(patience_s)
        except psutil.TimeoutExpired:
            server.kill()
            server.wait(10.0)
        except psutil.NoSuchProcess:
            return

    def _forget(self, known: state.State) -> None:
        state.save(self._home, state.stopped(known))

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
