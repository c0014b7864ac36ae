"""Settings that cannot be read are told as such, without their values."""

from pathlib import Path

import pytest

import enishi
from api.settings import settings
from graph.errors import Misconfigured


@pytest.mark.parametrize("value", ["{broken-secret", "broken-secret"])
def test_keys_that_are_no_json_are_told_without_the_keys(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("ENISHI_API__KEYS", value)
    with pytest.raises(Misconfigured, match="JSON") as raised:
        settings()
    assert "broken-secret" not in str(raised.value)


def test_a_port_that_is_no_number_is_told_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENISHI_API__PORT", "broken-secret")
    with pytest.raises(Misconfigured, match="ENISHI_API__PORT") as raised:
        settings()
    assert "broken-secret" not in str(raised.value)


def test_each_home_and_database_has_a_journal_and_jobs_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    usual = settings()
    assert usual.graph.conversation.home == tmp_path / "enishi" / "journal"
    places = [
        usual,
        settings(local={"home": tmp_path / "work"}),
        settings(neo4j={"uri": "bolt://db.example.org:7687"}),
        settings(neo4j={"uri": "bolt://db.example.org:7687", "database": "other"}),
    ]
    assert len({each.graph.conversation.home for each in places}) == 4
    assert len({each.graph.jobs.home for each in places}) == 4
    monkeypatch.setenv("ENISHI_LOCAL__HOME", str(tmp_path / "here" / ".." / "work"))
    assert settings().graph.jobs.home == places[1].graph.jobs.home, "another spelling of the same folder"
    monkeypatch.setenv("ENISHI_GRAPH__JOBS__HOME", str(tmp_path / "set"))
    assert settings().graph.jobs.home == tmp_path / "set"


def test_a_turn_that_waits_for_one_database_waits_for_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    waiting: dict[str, int] = {}
    for database in ("work", "private"):
        with enishi.connect("taro", neo4j={"uri": "bolt://127.0.0.1:1", "database": database, "retry_s": 0}) as memory:
            if database == "work":
                memory.conversation.end("talk", ["Rent is due on Friday."])
            waiting[database] = memory.conversation.waiting()
    assert waiting == {"work": 1, "private": 0}
