"""The class archive that halves the server's start: where it lies, and how a background run makes it.

Java can keep the classes it has loaded in a file and map them at the next start. Writing that file takes the run that
does it several seconds more to stop, so a run of its own does, at low priority, on an empty database.
"""

import hashlib
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from graph.local import launch
from graph.local.java import Java

PATIENCE_S = 60


def path_for(java: Java, classpath: Sequence[Path]) -> Path:
    """The archive for this Java and these jars, beside them; it serves every home and both profiles."""
    jars = classpath[0].parent
    origin = hashlib.sha256("\n".join(map(str, (java.program, *classpath))).encode()).hexdigest()[:8]
    return jars / f"classes-{java.version.replace('/', '_')}-{origin}.jsa"


def options(archive: Path) -> list[str]:
    """The flags that use an archive, if it is there; Java goes on without one that does not fit."""
    return [f"-XX:SharedArchiveFile={archive}"] if archive.exists() else []


def recording_options(archive: Path, java: Java) -> list[str]:
    """The flags of a run that writes the archive when it ends; makes Java's own base archive where it ships none."""
    base = archive.with_suffix(".base")
    if not _runs(java.program, "-Xshare:on", "--version") and not base.exists():
        _runs(java.program, "-Xshare:dump", f"-XX:SharedArchiveFile={base}", "-Xlog:disable")
    shared = [f"-XX:SharedArchiveFile={base}"] if base.exists() else []
    return [*shared, f"-XX:ArchiveClassesAtExit={draft(archive)}"]


def draft(archive: Path) -> Path:
    """Where an archive is written before it is whole."""
    return archive.with_suffix(".new")


def is_wanted(archive: Path) -> bool:
    """Whether a background run should make this archive: absent, not failed before, and there is a place for it."""
    tried = archive.with_suffix(".failed")
    return not archive.exists() and not tried.exists() and os.access(archive.parent, os.W_OK)


def make_later(archive: Path, program: Path, log: Path) -> None:
    """Start the background run that makes the archive."""
    launch.spawn_detached([*launch.module_command("graph.local.training"), str(archive), str(program)], log)


def _runs(program: Path, *words: str) -> bool:
    try:
        ended = subprocess.run(  # noqa: S603  a Java that told us its version
            [program, *words], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return ended.returncode == 0
