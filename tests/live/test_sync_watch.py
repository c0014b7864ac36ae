"""`enishi sync --watch` as a process: what changes in a file reaches the graph, and an interrupt ends it cleanly."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from graph.knowledge import Knowledge
from graph.settings import Neo4jSettings

PATIENCE_S = 120
WATCHING = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has what it runs behind it ignore that
from pydantic import SecretStr
from api.commands.root import run
from graph.db.store import opened
from graph.knowledge import Knowledge
from graph.settings import Neo4jSettings
from tests.live.plain_extractor import PlainExtractor

uri, user, password, *line = sys.argv[1:]
place = Neo4jSettings(uri=uri, user=user, password=SecretStr(password) if password else None)
sys.exit(run(line, build=lambda _: Knowledge(lambda: opened(place), PlainExtractor()), default_user=lambda: "nobody"))
"""


def until(holds: Callable[[], bool], process: "subprocess.Popen[bytes]") -> None:
    """Waits for what another process does."""
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert process.poll() is None
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.2)


def test_a_changed_file_reaches_the_graph_while_it_is_watched_and_an_interrupt_ends_it_cleanly(
    light: Knowledge, user_id: str, neo4j_settings: Neo4jSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "plan.md").write_text("# Plan\n\nAda joined Acme Corp.\n", encoding="utf-8")

    def texts() -> set[str]:
        return {memory.text for memory in light.memories(user_id, limit=100).memories}

    password = neo4j_settings.password.get_secret_value() if neo4j_settings.password else ""
    line = ["sync", str(folder), "--project", "work/shop", "--watch", "--user", user_id]
    with (tmp_path / "told").open("wb") as told:
        process = subprocess.Popen(
            [sys.executable, "-c", WATCHING, neo4j_settings.uri or "", neo4j_settings.user, password, *line],
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}, stdout=told, stderr=told,
        )  # fmt: skip
        try:
            until(lambda: b"Watching" in (tmp_path / "told").read_bytes(), process)
            assert texts() == {"Ada joined Acme Corp."}
            plan = (folder / "plan.md").read_text(encoding="utf-8")

            def changed() -> bool:
                # Written again and again: the watch may begin after the line that tells of it.
                (folder / "plan.md").write_text(plan.replace("Acme Corp", "Venus Corp"), encoding="utf-8")
                return texts() == {"Ada joined Venus Corp."}

            until(changed, process)
            (folder / "more.md").write_text("# More\n\nGrace met Ada.\n", encoding="utf-8")
            until(lambda: texts() == {"Ada joined Venus Corp.", "Grace met Ada."}, process)
            until(lambda: (tmp_path / "told").read_bytes().count(b"Synced") == 3, process)
            process.send_signal(signal.SIGINT)
            # 130 is an interrupt between two rounds, as the shell has it.
            assert process.wait(timeout=PATIENCE_S) in (0, 130), (tmp_path / "told").read_text(encoding="utf-8")
        finally:
            process.kill()
            process.wait()
    assert b"Traceback" not in (tmp_path / "told").read_bytes()
