"""A start that failed is explained by its exit code and its log."""

from pathlib import Path

import pytest

from graph.errors import Misconfigured, Unavailable
from graph.local.faults import PortTaken, failed_start, put_aside, tail
from graph.local.ports import Ports

PORTS = Ports(bolt=7001, http=7002)


def log(home: Path, text: str) -> Path:
    (home / "logs").mkdir()
    (home / "logs" / "neo4j.log").write_text(text, encoding="utf-8")
    return home


@pytest.mark.parametrize(
    ("code", "written", "words"),
    [
        (2, "Caused by: org.neo4j.io.locker.FileLockException: Lock file has been locked by another", "in use"),
        (1, "java.io.IOException: No space left on device", "disk .* is full"),
        (1, "java.lang.UnsupportedClassVersionError: org/neo4j", "Java 21 to 25"),
        (1, "Error: Could not reserve enough space for 8388608KB object heap", "heap_mb"),
        (3, "", "refused its configuration"),
        (1, "Unrecognized setting. No declared setting with name: x", "refused its configuration"),
        (1, "something new", "ended with code 1"),
    ],
)
def test_each_cause_has_its_own_error_and_names_the_log(tmp_path: Path, code: int, written: str, words: str) -> None:
    error = failed_start(code, log(tmp_path, written), PORTS)
    assert isinstance(error, Misconfigured)
    with pytest.raises(Misconfigured, match=words):
        raise error
    assert str(tmp_path) in str(error)


def test_a_taken_port_is_an_error_of_its_own_so_that_others_can_be_tried(tmp_path: Path) -> None:
    error = failed_start(1, log(tmp_path, "Caused by: java.net.BindException: Address already in use"), PORTS)
    assert isinstance(error, PortTaken)
    assert "7001" in str(error)


def test_a_killed_start_may_be_repeated(tmp_path: Path) -> None:
    assert isinstance(failed_start(-9, log(tmp_path, ""), PORTS), Unavailable)


def test_no_error_repeats_what_the_log_says(tmp_path: Path) -> None:
    assert "secret" not in str(failed_start(1, log(tmp_path, "secret of a user"), PORTS))


def test_the_tail_of_a_missing_log_is_empty(tmp_path: Path) -> None:
    assert tail(tmp_path / "none", 3) == ""


def test_the_last_lines_are_told_and_an_old_log_is_put_aside(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("a\nb\nc\n")
    assert tail(path, 2) == "b\nc\n"
    put_aside(path)
    assert not path.exists()
    assert tail(tmp_path / "log.previous", 1) == "c\n"
