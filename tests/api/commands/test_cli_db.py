"""`enishi db` without a server: what it says of one that does not run, and of one that is not ours."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.commands import db
from api.commands.root import run
from graph.errors import Invalid
from graph.local.settings import LocalSettings
from tests.api.fake_knowledge import FakeKnowledge


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(db, "local_settings", lambda: LocalSettings(home=tmp_path, jars=tmp_path / "jars"))
    return tmp_path


def enishi(*arguments: str) -> int:
    return run(arguments, build=lambda _: FakeKnowledge(), default_user=lambda: "me")


def test_a_server_that_does_not_run_is_told_so(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert enishi("db", "status") == 3
    assert "does not run" in capsys.readouterr().out
    assert enishi("db", "status", "--json") == 3
    status = json.loads(capsys.readouterr().out)
    assert status["running"] is False
    assert status["home"] == str(home)


@pytest.mark.usefixtures("home")
def test_stopping_what_does_not_run_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert enishi("db", "stop") == 0
    assert "was not running" in capsys.readouterr().out


def test_logs_are_shown_from_the_end(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "logs").mkdir()
    (home / "logs" / "neo4j.log").write_text("one\ntwo\nthree\n")
    assert enishi("db", "logs", "--lines", "2", "--json") == 0
    assert json.loads(capsys.readouterr().out)["lines"] == ["two", "three"]


def test_the_style_sheet_is_printed_without_a_server(capsys: pytest.CaptureFixture[str]) -> None:
    assert enishi("db", "browser", "--style") == 0
    assert "node.Person" in capsys.readouterr().out


def test_a_server_elsewhere_is_not_ours_to_manage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENISHI_NEO4J__URI", "bolt://db.example.org:7687")
    with pytest.raises(Invalid, match=r"bolt://db\.example\.org"):
        db.local_settings()
    assert enishi("db", "start") == Invalid.exit_code


def test_statements_are_read_line_by_line_until_a_semicolon() -> None:
    lines = iter(["RETURN", " 1;", ":help", "", "RETURN 2;", ":exit", "never"])
    assert list(db.typed_statements(lambda _: next(lines))) == ["RETURN\n 1;", ":help", "RETURN 2;"]


def test_an_interrupted_line_is_forgotten_and_the_end_of_input_leaves() -> None:
    def answers() -> Iterator[str | BaseException]:
        yield from ("RETURN", KeyboardInterrupt(), "RETURN 2;", EOFError())

    replies = answers()

    def read_line(_: str) -> str:
        answer = next(replies)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    assert list(db.typed_statements(read_line)) == ["RETURN 2;"]
