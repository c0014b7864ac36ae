"""Start a program of its own, detached from ours, and end it; nothing here knows Neo4j's questions."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import psutil

from graph.local import faults
from graph.local.java import argument_file

MAIN_CLASS = "org.neo4j.server.Neo4jCommunity"
FOREIGN_OPTIONS = frozenset({"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH"})


def module_command(module: str) -> tuple[str, ...]:
    """The command that runs a module of ours in a Python of its own: never one of the folder in which it starts.

    Without `-P` that folder comes first on the path, and a stray `graph.py` or `api/` there would be run.
    """
    return (sys.executable, "-P", "-m", module)


_children: dict[int, subprocess.Popen[bytes]] = {}
"""Programs this one started: kept so that one that ended is noticed, and none is ended with us or warned of."""


def arguments(options: Sequence[str], classpath: Sequence[Path], home: Path) -> list[str]:
    """Everything that follows `java` on the command line."""
    return [
        *options,
        f"-XX:ErrorFile={home / 'logs' / 'java-error.log'}",
        "-cp",
        os.pathsep.join(map(str, classpath)),
        MAIN_CLASS,
        f"--home-dir={home}",
        f"--config-dir={home / 'conf'}",
        "--console-mode",
    ]


def argument_path(home: Path) -> Path:
    """The file with the arguments of this home's server; its name on a command line tells our server from others."""
    return home / "run" / "java.args"


def environment(inherited: Mapping[str, str], platform: str = sys.platform) -> dict[str, str]:
    """The server's environment: without options meant for other Java programs, and able to read any file name."""
    kept = {name: value for name, value in inherited.items() if name not in FOREIGN_OPTIONS}
    if platform == "linux":
        kept["LC_ALL"] = "C.UTF-8"  # else Java cannot open paths beyond ASCII when the locale is C
    return kept


def spawn(program: Path, words: Sequence[str], home: Path) -> subprocess.Popen[bytes]:
    """Start the server in a session of its own; its console goes to logs/console.log."""
    path = argument_path(home)
    path.write_text(argument_file(words), encoding="utf-8")
    faults.put_aside(home / "logs" / "neo4j.log")
    log = home / "logs" / "console.log"
    return spawn_detached([str(program), f"@{path}"], log, folder=home, variables=environment(os.environ))


def spawn_detached(
    command: Sequence[str], log: Path, *, folder: Path | None = None, variables: Mapping[str, str] | None = None
) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own, so that it outlives ours; what it says goes to the log."""
    with log.open("wb") as output:
        child = subprocess.Popen(  # noqa: S603  this Python, or a Java that told us its version
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env=variables,
            start_new_session=True,
        )
    _children[child.pid] = child
    return child


def living(pid: int | None, home: Path) -> psutil.Process | None:
    """The program with this id if it is this home's server; None when it ended or the id belongs to another now."""
    if pid is None:
        return None
    child = _children.get(pid)
    if child is not None and child.poll() is not None:
        del _children[pid]
        return None
    try:
        process = psutil.Process(pid)
        ours = any(word == f"@{argument_path(home)}" for word in process.cmdline())
        return process if ours and process.status() != psutil.STATUS_ZOMBIE else None
    except psutil.Error:
        return None


def end(server: psutil.Process, patience_s: float) -> None:
    """Ask a program to finish and leave; make it leave when it has not after `patience_s` seconds."""
    try:
        server.terminate()
        server.wait(patience_s)
    except psutil.TimeoutExpired:
        server.kill()
        server.wait(10.0)
    except psutil.NoSuchProcess:
        pass
    child = _children.pop(server.pid, None)
    if child is not None:
        child.wait()


def end_child(child: subprocess.Popen[bytes]) -> None:
    """End a program that we have just started and do not want after all."""
    if child.poll() is None:
        end(psutil.Process(child.pid), 10.0)
    _children.pop(child.pid, None)
