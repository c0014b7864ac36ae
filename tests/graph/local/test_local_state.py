"""What programs know of the server between them."""

import os
from pathlib import Path

from graph.local import launch, state

STATE = state.State(pid=1, born=2.5, bolt_port=3, http_port=4, version="5", ready=True, archive="/a", java="/j")


def test_a_saved_state_is_read_back_and_private(tmp_path: Path) -> None:
    state.save(tmp_path, STATE)
    assert state.load(tmp_path) == STATE
    assert (tmp_path / "state.json").stat().st_mode & 0o777 == 0o600


def test_a_damaged_state_counts_as_none(tmp_path: Path) -> None:
    for text in ("", "{", "[]", '{"pid": 1}', '{"unknown": 1}'):
        (tmp_path / "state.json").write_text(text)
        assert state.load(tmp_path) is None


def test_a_stopped_server_is_forgotten_but_its_ports_are_not() -> None:
    after = state.stopped(STATE)
    assert (after.pid, after.ready, after.bolt_port, after.http_port) == (None, False, 3, 4)


def test_an_id_that_belongs_to_another_program_now_is_not_our_server(tmp_path: Path) -> None:
    assert launch.living(os.getpid(), tmp_path) is None
    assert launch.living(None, tmp_path) is None


def test_the_id_that_the_server_wrote_is_read_or_none(tmp_path: Path) -> None:
    assert state.written_pid(tmp_path) is None
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "neo4j.pid").write_text("123\n")
    assert state.written_pid(tmp_path) == 123


def test_options_meant_for_other_javas_do_not_reach_the_server() -> None:
    given = {"JAVA_TOOL_OPTIONS": "-Xmx1g", "HOME": "/home/x", "LC_ALL": "C"}
    assert launch.environment(given, "linux") == {"HOME": "/home/x", "LC_ALL": "C.UTF-8"}
    assert launch.environment(given, "darwin") == {"HOME": "/home/x", "LC_ALL": "C"}
