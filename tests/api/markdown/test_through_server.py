"""A folder is synced with a running server as with the database: the files are read here, the rest is asked of it."""

from pathlib import Path
from typing import NoReturn, cast

import pytest

from api.markdown.files import MarkdownFiles
from api.remote import RemoteKnowledge
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from tests.api.doors import ServerHere
from tests.api.fake_knowledge import FakeKnowledge


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Locks lie in a folder of the test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def opened() -> NoReturn:
    pytest.fail("the database was opened, though a server runs")


def lived(knowledge: Knowledge, real: FakeKnowledge, folder: Path) -> list[object]:
    """What becomes of a folder over its life, by the counts of each sync and what is kept and written after it."""
    files = MarkdownFiles(knowledge, "me")
    folder.mkdir()
    states: list[object] = []

    def synced(*, dry_run: bool = False) -> None:
        report = files.sync(folder, project="work/shop", dry_run=dry_run)
        kept = {memory.text for memory in real.memories("me", limit=100).memories}
        states.append((report.counts, kept, sorted(path.name for path in folder.iterdir())))

    (folder / "plan.md").write_text("# Plan\n\nAda joined Acme Corp.\n\n## Later\n\nBee likes tea.\n")
    real.remember("me", Draft(text="The cart is slow.", project="work/shop"))
    synced()
    synced()
    plan = (folder / "plan.md").read_text()
    (folder / "plan.md").write_text(plan.replace("likes tea", "likes coffee").replace("Ada joined", "Ada left"))
    synced()
    (folder / "plan.md").write_text(plan.partition("## Later")[0])
    synced()
    (folder / "plan.md").write_text(plan)
    synced(dry_run=True)
    synced()
    return states


def test_a_sync_asks_a_running_server_for_all_and_comes_to_the_same(tmp_path: Path) -> None:
    asked, direct = FakeKnowledge(), FakeKnowledge()
    server = ServerHere(asked)
    remote = cast("Knowledge", RemoteKnowledge(server, opened))
    through = lived(remote, asked, tmp_path / "through")
    assert through == lived(direct, direct, tmp_path / "direct")
    assert {line.partition("?")[0] for line in server.asked} >= {
        "GET /api/synced", "GET /api/synced/missing", "POST /api/synced/saying", "PUT /api/synced",
        "POST /api/synced/buried",
    }  # fmt: skip
    assert remote.backlog("me") == direct.backlog("me")
