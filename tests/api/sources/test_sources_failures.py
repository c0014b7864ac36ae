"""What failed must be readable again, and never be lost or doubled."""

import json
from datetime import UTC
from pathlib import Path

from api.sources.failures import FailureFiles, Failures, failures_path
from api.sources.reading import read_source
from graph.errors import Unavailable


def source(folder: Path) -> Path:
    path = folder / "a.jsonl"
    path.write_text(
        '{"text": "fine", "date": "2026-06-01"}\n{"text": "秘密", "date": "soon"}\n{"text": "broken\n', encoding="utf-8"
    )
    return path


def test_failures_lie_in_a_folder_of_the_users_and_never_in_the_file_being_read(state_folder: Path) -> None:
    folder = state_folder / "enishi" / "failures"
    assert failures_path("-") == folder / "stdin.failed.jsonl"
    assert failures_path("a.csv.failed.jsonl") == folder / "a.csv.failed-2.jsonl"
    assert failures_path("a.csv.failed-2.jsonl") == folder / "a.csv.failed-3.jsonl"
    here, there = failures_path(Path("x/a.jsonl")), failures_path(Path("y/a.jsonl"))
    assert here != there
    assert here == failures_path(Path("x/a.jsonl").absolute())
    assert {path.parent for path in (here, there)} == {folder}
    assert here.name.startswith("a.jsonl-")


def test_nothing_is_written_into_the_folder_that_is_read(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    files = FailureFiles(vault)
    for item in read_source(source(vault).parent, zone=UTC):
        files.of(item).add(item)
    assert [path.name for path in vault.iterdir()] == ["a.jsonl"]
    assert len(files.written) == 1


def test_a_mended_failure_file_is_ingested_like_any_other(tmp_path: Path) -> None:
    path = source(tmp_path)
    failures = Failures(failures_path(path))
    for item in read_source(path, zone=UTC):
        failures.add(item)
    assert len(failures) == 2
    first, second = failures.path.read_text(encoding="utf-8").splitlines()
    assert json.loads(first)["position"] == 2
    assert "occurred_at" in json.loads(first)["error"]["message"]
    assert json.loads(first)["record"] == {"text": "秘密", "date": "soon"}
    again = list(read_source(failures.path, zone=UTC))
    assert [item.error is None for item in again] == [False, False]
    assert 'make its "record" an object' in str(again[1].error)
    failures.path.write_text(first.replace("soon", "2026-06-02") + "\n" + second, encoding="utf-8")
    mended = next(read_source(failures.path, zone=UTC))
    assert mended.draft is not None
    assert mended.draft.text == "秘密"


def test_a_draft_that_failed_later_is_kept_whole(tmp_path: Path) -> None:
    item = next(read_source(source(tmp_path), zone=UTC))
    failures = Failures(tmp_path / "f.failed.jsonl")
    failures.add(item, Unavailable("The database does not answer."))
    (again,) = list(read_source(failures.path, zone=UTC))
    assert again.draft == item.draft
    assert "does not answer" in failures.path.read_text()


def test_a_turn_of_a_chat_keeps_its_session_through_failure(tmp_path: Path) -> None:
    chat = tmp_path / "talk.json"
    chat.write_text('[{"role": "user", "content": "x", "time": "soon"}]')
    failures = Failures(failures_path(chat))
    for item in read_source(chat, zone=UTC):
        failures.add(item)
    failures.path.write_text(failures.path.read_text().replace("soon", "2026-06-01"))
    (again,) = list(read_source(failures.path, zone=UTC))
    assert again.draft is not None
    assert (again.draft.session_id, again.draft.speaker) == ("talk", "user")


def test_a_run_that_is_resumed_writes_no_failure_twice(tmp_path: Path) -> None:
    path = source(tmp_path)
    for _ in range(2):
        failures = Failures(failures_path(path))
        for item in read_source(path, zone=UTC):
            failures.add(item)
    assert len(failures_path(path).read_text(encoding="utf-8").splitlines()) == 2


def test_a_line_torn_by_a_killed_process_costs_nothing_else(tmp_path: Path) -> None:
    path = source(tmp_path)
    target = failures_path(path)
    target.parent.mkdir(parents=True)
    target.write_bytes(b'{"position": 2, "pa')
    failures = Failures(target)
    for item in read_source(path, zone=UTC):
        failures.add(item)
    torn, *whole = target.read_text(encoding="utf-8").splitlines()
    assert torn == '{"position": 2, "pa'
    assert [json.loads(line)["position"] for line in whole] == [2, 3]


def test_broken_characters_can_be_written_down(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes('{"text": "日本語の文です。"}\n'.encode() * 2 + '{"text": "日本'.encode() + b'\xff"}\n')
    failures = Failures(failures_path(path))
    for item in read_source(path):
        failures.add(item)
    assert "\\udcff" in failures.path.read_text()
    (again,) = list(read_source(failures.path))
    assert "broken characters" in str(again.error)


def test_a_failure_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = source(tmp_path)
    failures = Failures(failures_path(path))
    for item in read_source(path, zone=UTC):
        failures.add(item)
    assert failures.path.stat().st_mode & 0o077 == 0


def test_what_did_not_fail_is_not_written(tmp_path: Path) -> None:
    failures = Failures(tmp_path / "f.jsonl")
    failures.add(next(read_source(source(tmp_path), zone=UTC)))
    assert not failures.path.exists()
