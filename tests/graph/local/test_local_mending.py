"""A local server that died or whose database failed is started again, within bounds; one that was stopped is not."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from graph.errors import Misconfigured, Unavailable
from graph.local import faults, launch, ports, server, state
from graph.local.faults import Health
from graph.local.server import LOW_BYTES, NEEDED_BYTES, LocalServer
from graph.local.settings import LocalSettings

RUNNING = state.State(pid=7, born=0.0, bolt_port=1, http_port=2, version="x", ready=True)


class Watched(LocalServer):
    """Counts its starts instead of starting anything."""

    def __init__(self, home: Path) -> None:
        super().__init__(LocalSettings(home=home))
        self.starts = 0
        self.now = 0.0

    def ensure(self) -> server.Address:
        self.starts += 1
        return server.Address(uri="", user="", password="", http_url="", browser_url="")


def always(monkeypatch: pytest.MonkeyPatch, module: object, name: str, answer: object) -> None:
    def answering(*_: object) -> object:
        return answer

    monkeypatch.setattr(module, name, answering)


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Watched:
    """A server that has died."""
    made = Watched(tmp_path)
    state.save(tmp_path, RUNNING)
    always(monkeypatch, launch, "living", None)
    monkeypatch.setattr(server, "monotonic", lambda: made.now)
    return made


def living(monkeypatch: pytest.MonkeyPatch, health: Health) -> None:
    always(monkeypatch, launch, "living", object())
    always(monkeypatch, ports, "answers", True)
    always(monkeypatch, faults, "health", health)


def free_space(monkeypatch: pytest.MonkeyPatch, free: int) -> None:
    always(monkeypatch, server.shutil, "disk_usage", SimpleNamespace(free=free))


def test_a_dead_server_is_started_again(watched: Watched) -> None:
    assert watched.mend()
    assert watched.starts == 1


@pytest.mark.parametrize(("health", "mended"), [(Health.BROKEN, True), (Health.READY, False), (Health.AWAY, False)])
def test_of_living_servers_only_one_whose_database_failed_is_started_again(
    watched: Watched, monkeypatch: pytest.MonkeyPatch, health: Health, mended: bool
) -> None:
    living(monkeypatch, health)
    assert watched.mend() is mended


def test_a_server_that_was_stopped_on_request_stays_so(watched: Watched, tmp_path: Path) -> None:
    state.save(tmp_path, state.stopped(RUNNING))
    assert not watched.mend()
    (tmp_path / "state.json").unlink()
    assert not watched.mend()
    assert watched.starts == 0


def test_a_server_that_dies_over_and_over_is_started_five_times_an_hour(watched: Watched) -> None:
    assert [watched.mend(), watched.mend()] == [True, False]
    for _ in range(20):
        watched.now += 60
        watched.mend()
    assert watched.starts == 5
    watched.now += 3600
    assert watched.mend()


def test_a_full_disk_is_told_and_nothing_started_until_there_is_room(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    living(monkeypatch, Health.BROKEN)
    free_space(monkeypatch, LOW_BYTES - 1)
    with pytest.raises(Unavailable, match=r"disk .* is full: 63 MiB are free .* Free at least 64 MiB") as raised:
        watched.mend()
    assert raised.value.retry_after >= 10
    assert watched.starts == 0
    free_space(monkeypatch, LOW_BYTES)
    assert watched.mend()


def test_a_database_that_is_there_needs_less_room_to_start_than_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free_space(monkeypatch, NEEDED_BYTES - 1)
    with pytest.raises(Misconfigured, match="511 MiB are free and Neo4j needs 512"):
        LocalServer(LocalSettings(home=tmp_path / "new", jars=tmp_path)).ensure()
    (tmp_path / "old" / "data" / "transactions").mkdir(parents=True)
    with pytest.raises(Misconfigured, match="java_home"):
        LocalServer(LocalSettings(home=tmp_path / "old", jars=tmp_path, java_home=tmp_path)).ensure()
    free_space(monkeypatch, LOW_BYTES - 1)
    with pytest.raises(Misconfigured, match="63 MiB are free and Neo4j needs 64"):
        LocalServer(LocalSettings(home=tmp_path / "old", jars=tmp_path, java_home=tmp_path)).ensure()
