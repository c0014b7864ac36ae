"""`enishi status`, and what commands say of servers, users and settings that are not as somebody believes."""

import json
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import cast

import psutil
import pytest

from api.api_settings import ApiSettings
from api.commands import connection
from api.commands.root import run
from api.commands.serve import RunningServer, running_server
from api.proof import made_secret
from api.rest.app import create_app
from api.running import Server, server_folder
from api.settings import settings
from graph.errors import Unavailable
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from tests.api.doors import ServerHere
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.served import served


def given(server: Server | None, _: object) -> Server | None:
    return server


@pytest.fixture
def knowledge() -> FakeKnowledge:
    return FakeKnowledge()


@pytest.fixture(autouse=True)
def nothing_runs(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of data in which nothing was ever started."""
    folder = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    return folder


def test_a_database_that_does_not_run_is_told_with_exit_code_3_and_not_started(
    enishi: Callable[..., int], nothing_runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert enishi("status") == 3
    assert "does not run" in capsys.readouterr().out
    assert enishi("status", "--json") == 3
    answer = json.loads(capsys.readouterr().out)
    assert answer["neo4j"]["running"] is answer["api"]["running"] is False
    assert answer["data_folder"] == str(nothing_runs / "enishi" / "neo4j")
    assert not (nothing_runs / "enishi" / "neo4j").exists()


def test_both_servers_what_is_kept_and_what_waits_are_told(
    enishi: Callable[..., int],
    knowledge: FakeKnowledge,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ENISHI_NEO4J__URI", "bolt://db.example.org:7687")
    monkeypatch.setattr("api.commands.status.running_server", partial(given, Server("127.0.0.1", 8531)))
    knowledge.remember("me", Draft(text="Tanaka moved"))
    assert enishi("status") == 0
    shown = capsys.readouterr().out
    for part in ("bolt://db.example.org:7687", "http://127.0.0.1:8531", "0 to be understood"):
        assert part in shown
    assert enishi("status", "--json") == 0
    assert json.loads(capsys.readouterr().out)["memories"] == 1
    knowledge.trouble = Unavailable("Neo4j does not answer.")
    assert enishi("status") == 3
    assert "Neo4j does not answer." in capsys.readouterr().out


def test_a_server_of_the_background_that_is_gone_by_itself_is_told_with_exit_code_3(
    enishi: Callable[..., int], nothing_runs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ENISHI_NEO4J__URI", "bolt://db.example.org:7687")
    assert enishi("status") == 0, "one that nobody has started is no fault"
    assert "does not run" in capsys.readouterr().out
    record = server_folder() / "state.json"
    record.parent.mkdir(parents=True)
    gone = json.dumps({"pid": 2**22 + 1, "born": 0.0, "host": "127.0.0.1", "port": 9})
    record.write_text(gone, "utf-8")
    assert enishi("status") == 3
    assert "has ended" in capsys.readouterr().out
    silent = {"pid": os.getpid(), "born": psutil.Process().create_time(), "host": "127.0.0.1", "port": 9}
    record.write_text(json.dumps(silent), "utf-8")
    assert enishi("status", "--json") == 3
    assert "is silent" in json.loads(capsys.readouterr().out)["api"]["problem"]
    record.write_text(gone, "utf-8")
    assert enishi("serve", "--stop") == 0
    assert enishi("status") == 0, "it was stopped"


def test_a_server_of_another_home_is_never_taken_for_ones_own_and_told_by_its_port(
    enishi: Callable[..., int],
    knowledge: FakeKnowledge,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ENISHI_LOCAL__HOME", str(tmp_path / "hers"))
    hers = server_folder()
    app = create_app(knowledge, ApiSettings(), secret=made_secret(hers))
    with served(app) as port:
        record = RunningServer(
            pid=os.getpid(), born=psutil.Process().create_time(), host="127.0.0.1", port=port, memories="/home/hers"
        )
        (hers / "state.json").write_text(json.dumps(asdict(record)), "utf-8")
        assert running_server(server_folder()) == record
        monkeypatch.setenv("ENISHI_LOCAL__HOME", str(tmp_path / "mine"))
        monkeypatch.setenv("ENISHI_API__PORT", str(port))
        monkeypatch.setattr("api.commands.serve.local_address", partial(given, None))
        assert enishi("serve", "--detach") == 6
        assert f"127.0.0.1:{port} is used by an Enishi that keeps the memories of /home/hers" in capsys.readouterr().err
        assert enishi("serve", "--stop") == 0
        assert "was not running" in capsys.readouterr().err
        enishi("status")
        assert "that of an Enishi that keeps the memories of /home/hers" in " ".join(capsys.readouterr().out.split())
        enishi("status", "--json")
        told = json.loads(capsys.readouterr().out)["api"]
        assert (told["running"], told["port_taken"]) == (False, "the memories of /home/hers")
        (hers / "state.json").unlink()
        enishi("status", "--json")
        assert json.loads(capsys.readouterr().out)["api"]["port_taken"].startswith("other memories")


def test_a_running_server_is_asked_and_with_direct_it_is_not(
    knowledge: FakeKnowledge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = ServerHere(cast("Knowledge", knowledge))
    opened: list[str] = []

    def here(_: object) -> FakeKnowledge:
        opened.append("here")
        return knowledge

    monkeypatch.setattr(connection, "running_server", partial(given, server))
    monkeypatch.setattr(connection, "knowledge_opened_here", here)
    assert run(["list", "-v"], default_user=lambda: "me") == 0
    assert "Asking the REST server at 127.0.0.1:1" in capsys.readouterr().err
    assert (len(server.asked), opened) == (2, [])
    assert run(["list", "--direct"], default_user=lambda: "me") == 0
    monkeypatch.setenv("ENISHI_API__DIRECT", "true")
    assert run(["--verbose", "list"], default_user=lambda: "me") == 0
    assert (len(server.asked), opened) == (2, ["here", "here"])


def test_who_has_nothing_is_told_where_the_sample_is(
    enishi: Callable[..., int], knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in (("recall", "パスキー"), ("stats",)):
        assert enishi(*line) == 0
        assert "demo" not in capsys.readouterr().err
    knowledge.remember("demo", Draft(text="The passkeys go live."))
    for line in (("recall", "パスキー"), ("stats",)):
        assert enishi(*line) == 0
        assert "me has no memories yet; demo has 1 memory: --user demo" in capsys.readouterr().err
    knowledge.remember("me", Draft(text="Something else"))
    assert enishi("recall", "パスキー") == 0
    assert "demo" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "line", [("recall", "パスキー"), ("stats",), ("list",), ("context", "パスキー"), ("entities", "list")]
)
def test_a_user_who_is_not_there_is_told_with_those_who_are(
    line: Sequence[str], enishi: Callable[..., int], knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    knowledge.remember("taro", Draft(text="The passkeys go live."))
    knowledge.remember("hanako", Draft(text="The passkeys go live."))
    for user, hint in (("nobody", "; users: hanako, taro"), ("Tarro", ". Did you mean taro?")):
        assert enishi(*line, "--user", user) == 0
        assert f"There is no user {user} here{hint}" in capsys.readouterr().err
    assert enishi(*line, "--user", "taro") == 0
    assert enishi(*line, "--user", "nobody", "--json") == 0
    assert "There is no user" not in capsys.readouterr().err


def test_a_variable_that_names_no_setting_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ENISHI_API_PORT", "ENISHI_API__PORT", "ENISHI_EXTRACTION__LLM__ENGINE", "ENISHI_DEBUG"):
        monkeypatch.setenv(name, "1" if name != "ENISHI_EXTRACTION__LLM__ENGINE" else "off")
    (told,) = [remark for remark in connection.unknown_variables(settings()) if "TEST" not in remark]
    assert told == "ENISHI_API_PORT names no setting and is ignored. Do you mean ENISHI_API__PORT?"


def test_every_command_is_under_a_heading_and_every_help_ends_with_an_example(
    enishi: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert enishi("--help") == 0
    shown = capsys.readouterr().out
    for heading in ("Remember", "Ask", "Tidy", "Graph", "Servers"):
        assert f" {heading} " in shown
    assert " Commands " not in shown
    for line in (("recall",), ("entities", "merge"), ("db", "shell"), ("links", "judge"), ("status",), ("forget",)):
        assert enishi(*line, "--help") == 0
        shown = capsys.readouterr().out
        assert f"Example: enishi {' '.join(line)}" in shown
        assert not re.search(r"<\w+>", shown), "Python's types tell a person nothing"
