"""The background run that makes the class archive: `python -m graph.local.training ARCHIVE JAVA`.

It starts a server on an empty scratch database, asks it everyday questions, stops it, and puts the archive in place.
"""

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from filelock import FileLock, Timeout

from graph.errors import EnishiError
from graph.local import archive, queries
from graph.local.java import probed
from graph.local.memory import available_mb
from graph.local.server import LocalServer
from graph.local.settings import LocalSettings

NEEDED_MB = 1200
KEPT_S = 90 * 24 * 3600
LOWEST_PRIORITY = 19


def train(wanted: Path, program: Path) -> None:
    """Make the archive, unless another run is making it; a failure leaves a mark, so that it is not tried again."""
    if available_mb() < NEEDED_MB:
        return
    try:
        with FileLock(wanted.parent / ".training.lock", timeout=0):
            if not wanted.exists():
                _train(wanted, program)
                _drop_old(wanted)
    except Timeout:
        return
    except (EnishiError, OSError) as error:
        wanted.with_suffix(".failed").write_text(str(error), encoding="utf-8")


def _train(wanted: Path, program: Path) -> None:
    draft = archive.draft(wanted)
    draft.unlink(missing_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix="enishi-training-"))
    try:
        settings = LocalSettings(
            java_home=program.parent.parent, home=scratch, jars=wanted.parent, profile="test", stop_timeout_s=300.0
        )
        server = LocalServer(settings, extra_options=archive.recording_options(wanted, probed(program)))
        address = server.ensure()
        try:
            queries.run_file(address.uri, address.user, address.password, "training.cypher")
        finally:
            server.stop()
        draft.replace(wanted)
    finally:
        draft.unlink(missing_ok=True)
        shutil.rmtree(scratch, ignore_errors=True)


def _drop_old(wanted: Path) -> None:
    """Remove archives of Javas long replaced; one that is still used is made again."""
    for old in wanted.parent.glob("classes-*"):
        if old.stem != wanted.stem and old.stat().st_mtime < time.time() - KEPT_S:
            old.unlink(missing_ok=True)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(LOWEST_PRIORITY)
    train(Path(sys.argv[1]), Path(sys.argv[2]))
