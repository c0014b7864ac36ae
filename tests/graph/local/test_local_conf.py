"""What is written for the server before it starts."""

from pathlib import Path

import pytest

from graph.errors import Misconfigured
from graph.local import conf
from graph.local.memory import MemoryLimits
from graph.local.settings import Profile


def settings(profile: Profile = "everyday") -> dict[str, str]:
    memory = MemoryLimits(heap_mb=1024, page_cache_mb=512)
    text = conf.configuration(bolt_port=7001, http_port=7002, memory=memory, profile=profile)
    pairs = [line.split("=", 1) for line in text.splitlines()]
    assert len({name for name, _ in pairs}) == len(pairs)
    return dict(pairs)  # pyright: ignore[reportArgumentType]


def test_every_address_is_of_this_machine_only() -> None:
    addresses = [value for name, value in settings().items() if name.endswith("address")]
    assert addresses
    assert all(value.startswith("127.0.0.1") for value in addresses)


def test_nothing_is_reported_to_anybody_and_no_query_is_logged() -> None:
    written = settings()
    for name in ("client.allow_telemetry", "dbms.usage_report.enabled", "dbms.fleet_manager.enabled"):
        assert written[name] == "false"
    assert written["db.logs.query.enabled"] == "OFF"


def test_databases_speak_cypher_25_and_memory_is_explicit() -> None:
    written = settings()
    assert written["db.query.default_language"] == "CYPHER_25"
    assert written["server.memory.pagecache.size"] == "512m"


def test_only_a_server_for_tests_keeps_its_plans_while_the_database_grows() -> None:
    replanned = {"dbms.cypher.min_replan_interval": "1h"}
    assert settings("test").items() - settings().items() == replanned.items()


def test_a_lean_server_differs_in_its_logs_alone() -> None:
    changed = dict(settings("lean").items() - settings().items())
    assert all(name.startswith("db.tx_log.") for name in changed)
    assert changed["db.tx_log.rotation.size"] == "16m"


def test_a_credential_is_what_the_servers_own_tool_writes() -> None:
    salt = bytes.fromhex("e91658670914b74cacdac4172fe794d92affefe3ada4e0742bb13c028969f868")
    assert conf.credential("abcdefgh12", salt) == (
        "neo4j:SHA-256,b813250e2301b2acf4728c56886330920f07dfd95830db85e3a32cb95a1ddb40,"
        "e91658670914b74cacdac4172fe794d92affefe3ada4e0742bb13c028969f868,1024:"
    )


def test_a_password_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    first = conf.keep_password(tmp_path)
    assert len(first) >= 24
    assert conf.keep_password(tmp_path) == first
    for file in (tmp_path / "password", tmp_path / "data" / "dbms" / "auth.ini"):
        assert file.stat().st_mode & 0o777 == 0o600
    assert first not in (tmp_path / "data" / "dbms" / "auth.ini").read_text()


def test_two_homes_have_two_passwords(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert conf.keep_password(tmp_path / "a") != conf.keep_password(tmp_path / "b")


def test_a_lost_password_of_a_used_database_is_an_error_and_no_new_one(tmp_path: Path) -> None:
    (tmp_path / "data" / "databases" / "system").mkdir(parents=True)
    with pytest.raises(Misconfigured, match="password of the local Neo4j is gone"):
        conf.keep_password(tmp_path)
    assert not (tmp_path / "password").exists()
