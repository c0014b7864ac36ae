"""The local server as programs meet it: shared, found again, killed, recovered, and refused with a reason."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import psutil
import pytest
from pydantic import SecretStr

from graph.db.schema import Server, applied, migrations
from graph.db.store import Store, opened
from graph.errors import Invalid, Misconfigured, Unavailable
from graph.local import explore, faults, launch, queries, state
from graph.local.server import Address, LocalServer
from graph.local.settings import NEO4J_VERSION, LocalSettings
from graph.settings import Neo4jSettings
from tests.live.conftest import START
from tests.live.plain_extractor import MODEL

pytestmark = pytest.mark.live

ENSURE = """
import sys
from pathlib import Path
from graph.local.server import LocalServer
from graph.local.settings import LocalSettings
settings = LocalSettings(home=Path(sys.argv[1]), jars=Path(sys.argv[2]), profile="test")
print(LocalServer(settings).ensure().uri)
"""


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> LocalSettings:
    # A name with a space and Japanese, since people's home folders have them.
    return LocalSettings(home=tmp_path_factory.mktemp("縁 home") / "neo4j", profile="test")


@pytest.fixture(scope="module")
def running(settings: LocalSettings) -> Iterator[LocalServer]:
    server = LocalServer(settings)
    server.ensure()
    yield server
    server.stop()


def console(address: Address) -> queries.Console:
    return queries.Console(address.uri, address.user, address.password, write=True)


def servers_of(home: Path) -> list[int]:
    """The ids of the Java programs that serve this home."""
    return [found.pid for found in psutil.process_iter() if launch.living(found.pid, home) is not None]


def pid_of(server: LocalServer) -> int:
    pid = server.status().pid
    assert pid is not None
    return pid


def test_it_speaks_cypher_25_on_the_pinned_version_and_logs_in(running: LocalServer) -> None:
    with console(running.ensure()) as opened:
        answer = opened.ask("CALL dbms.components() YIELD name, versions, edition RETURN name, versions[0], edition")
        language = opened.ask("SHOW SETTINGS YIELD name, value WHERE name = 'db.query.default_language' RETURN value")
    assert ("Neo4j Kernel", NEO4J_VERSION, "community") in answer.rows
    assert language.rows == (("CYPHER_25",),)


def test_several_programs_at_once_share_one_server(running: LocalServer, settings: LocalSettings) -> None:
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", ENSURE, str(settings.home), str(settings.jars)],
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        )
        for _ in range(3)
    ]
    told = {program.communicate(timeout=120)[0].decode().strip() for program in programs}
    assert told == {running.ensure().uri}
    assert len(servers_of(settings.home)) == 1


def test_several_programs_that_start_at_once_on_an_empty_database_make_one_schema(running: LocalServer) -> None:
    address = running.ensure()
    with console(address) as opened_console:
        opened_console.ask("MATCH (n) DETACH DELETE n")
        assert opened_console.ask("SHOW CONSTRAINTS YIELD name").rows == ()
    settings = Neo4jSettings(uri=address.uri, user=address.user, password=SecretStr(address.password))
    stores = [opened(settings) for _ in range(4)]
    together = Barrier(len(stores))

    def start(store: Store) -> Server:
        together.wait(30)
        return applied(store, MODEL, START)

    try:
        with ThreadPoolExecutor(len(stores)) as programs:
            found = list(programs.map(start, stores))
    finally:
        for store in stores:
            store.close()
    assert {server.version for server in found} == {NEO4J_VERSION}
    with console(address) as opened_console:
        recorded = opened_console.ask("MATCH (m:Migration) RETURN m.name AS name ORDER BY name").rows
        states = opened_console.ask("SHOW INDEXES YIELD state RETURN DISTINCT state").rows
    assert recorded == tuple((name,) for name in migrations())
    assert states == (("ONLINE",),)


def test_it_listens_on_this_machine_only(running: LocalServer) -> None:
    listening = [c for c in psutil.Process(pid_of(running)).net_connections() if c.status == psutil.CONN_LISTEN]
    assert {connection.laddr[0] for connection in listening} <= {"127.0.0.1", "::ffff:127.0.0.1"}
    assert len(listening) == 2


def test_its_password_is_in_a_private_file_and_nowhere_else(running: LocalServer, settings: LocalSettings) -> None:
    password = running.ensure().password
    assert running.password_path.stat().st_mode & 0o777 == 0o600
    assert settings.home.stat().st_mode & 0o777 == 0o700
    assert password not in " ".join(psutil.Process(pid_of(running)).cmdline())
    written = [*settings.home.glob("*.json"), *(settings.home / "conf").iterdir(), *(settings.home / "logs").iterdir()]
    assert not [file for file in written if password in file.read_text(encoding="utf-8", errors="replace")]


def test_a_stranger_without_the_password_is_refused(running: LocalServer) -> None:
    address = running.ensure()
    with (
        pytest.raises(Misconfigured, match="password"),
        console(replace(address, password="neo4j-neo4j")) as opened,
    ):
        opened.ask("RETURN 1")


def test_browser_is_served_with_our_colours(running: LocalServer) -> None:
    address = running.ensure()
    with urlopen(address.browser_url.partition("?")[0], timeout=30) as page:
        assert b"enishi.js" in page.read()
    with urlopen(f"{address.http_url}/browser/enishi.js", timeout=30) as script:
        assert b"node.Person" in script.read()
    assert address.browser_url.startswith(address.http_url)
    with urlopen(parse_qs(urlsplit(explore.guide_link(address.browser_url)).query)["arg"][0], timeout=30) as guide:
        assert guide.read().decode() == explore.guide()
        # From 127.0.0.1 it is asked of localhost, which is another origin.
        assert guide.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("question", explore.saved(), ids=lambda saved: saved.file)
def test_a_saved_question_is_understood(running: LocalServer, question: explore.Saved) -> None:
    with console(running.ensure()) as opened:
        for asked in (question.text, explore.asked_for(question, "somebody")):
            opened.ask(f"EXPLAIN {asked}")


def test_the_training_statements_run(running: LocalServer) -> None:
    address = running.ensure()
    queries.run_file(address.uri, address.user, address.password, "training.cypher")


def test_a_server_whose_starter_died_before_writing_its_id_is_adopted(
    running: LocalServer, settings: LocalSettings
) -> None:
    pid = pid_of(running)
    known = state.load(settings.home)
    assert known is not None
    state.save(settings.home, state.stopped(known))
    assert not running.status().running
    running.ensure()
    assert pid_of(running) == pid


def test_an_id_reused_by_another_program_does_not_hide_the_server(
    running: LocalServer, settings: LocalSettings
) -> None:
    pid = pid_of(running)
    known = state.load(settings.home)
    assert known is not None
    state.save(settings.home, replace(known, pid=os.getpid()))
    running.ensure()
    assert pid_of(running) == pid


def test_a_database_that_another_server_uses_is_an_error_and_that_server_lives_on(
    running: LocalServer, settings: LocalSettings, tmp_path: Path
) -> None:
    address = running.ensure()
    second = tmp_path / "second"
    second.mkdir(mode=0o700)
    (second / "data").symlink_to(settings.home / "data")
    (second / "password").write_text(address.password)
    with pytest.raises(Misconfigured, match="in use by another Neo4j"):
        LocalServer(settings.model_copy(update={"home": second})).ensure()
    assert servers_of(second) == []
    assert running.ensure() == address
    with console(address) as opened:
        assert opened.ask("RETURN 1 AS one").rows == ((1,),)
    with queries.Console(address.uri, address.user, address.password) as reading:
        assert reading.ask("MATCH (none:Nothing) RETURN count(none) AS n").rows == ((0,),)
        for writing in ("CREATE (:Nothing)", "CREATE INDEX nothing FOR (n:Nothing) ON (n.a)"):
            with pytest.raises(Invalid, match="--write"):
                reading.ask(writing)
        assert reading.ask("MATCH (none:Nothing) RETURN count(none) AS n").rows == ((0,),)


def test_a_killed_server_starts_again_with_everything_it_had_acknowledged(
    running: LocalServer, settings: LocalSettings
) -> None:
    before = running.ensure()
    pid = pid_of(running)
    with console(before) as opened:
        for number in range(40):
            opened.ask(f"CREATE (:Kept {{number: {number}}})")
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(Unavailable):
            opened.ask("RETURN 1")
    after = running.ensure()
    assert after.uri == before.uri
    assert pid_of(running) != pid
    with console(after) as opened:
        assert opened.ask("MATCH (kept:Kept) RETURN count(kept)").rows == ((40,),)
    assert servers_of(settings.home) == [pid_of(running)]


def test_a_store_starts_a_dead_server_again_and_ensure_one_whose_database_failed(
    running: LocalServer, settings: LocalSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = running.ensure()
    first = pid_of(running)
    here = Neo4jSettings(uri=address.uri, user=address.user, password=SecretStr(address.password), retry_s=1)
    store = opened(here, keeper=LocalServer(settings))
    assert store.read("memory/fullest") == []
    os.kill(first, signal.SIGKILL)
    assert store.read("memory/fullest") == []
    second = pid_of(running)
    real = faults.health

    def failed(port: int, password: str) -> faults.Health:
        known = state.load(settings.home)
        return faults.Health.BROKEN if known is not None and known.pid == second else real(port, password)

    monkeypatch.setattr(faults, "health", failed)
    assert running.ensure() == address
    assert pid_of(running) not in (first, second)
    assert store.read("memory/fullest") == []
    monkeypatch.undo()
    running.stop()
    with pytest.raises(Unavailable):
        store.read("memory/fullest")
    store.close()


def test_a_stopped_server_is_gone_and_comes_back_at_the_same_address(
    running: LocalServer, settings: LocalSettings
) -> None:
    before = running.ensure()
    assert running.stop()
    assert not running.stop()
    assert servers_of(settings.home) == []
    assert not running.status().running
    assert running.ensure() == before


def test_a_start_that_takes_too_long_leaves_nothing_running(settings: LocalSettings, tmp_path: Path) -> None:
    impatient = settings.model_copy(update={"home": tmp_path / "slow", "start_timeout_s": 0.3})
    with pytest.raises(Unavailable, match="start_timeout_s"):
        LocalServer(impatient).ensure()
    assert servers_of(tmp_path / "slow") == []
    assert not LocalServer(impatient).status().running


def test_a_taken_port_is_an_error_and_nothing_is_started(settings: LocalSettings, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken: int = other.getsockname()[1]
        unlucky = settings.model_copy(update={"home": tmp_path / "unlucky", "bolt_port": taken})
        with pytest.raises(Misconfigured, match=f"Port {taken}"):
            LocalServer(unlucky).ensure()
    assert servers_of(tmp_path / "unlucky") == []


def test_more_memory_than_the_machine_has_is_an_error_that_names_the_settings(
    settings: LocalSettings, tmp_path: Path
) -> None:
    greedy = settings.model_copy(update={"home": tmp_path / "greedy", "page_cache_mb": 262144})
    with pytest.raises(Misconfigured, match="page_cache_mb"):
        LocalServer(greedy).ensure()
    assert servers_of(tmp_path / "greedy") == []
