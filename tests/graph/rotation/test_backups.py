"""A backup is there whole or not at all, tells when it was broken, and goes when it is too old or one too many."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from graph.errors import Conflict, NotFound
from graph.rotation.backups import BackupFolder
from graph.rotation_settings import BackupSettings

NOW = datetime(2026, 11, 27, 9, 0, tzinfo=UTC)
MEMORIES: list[dict[str, Any]] = [{"id": f"m{n}", "text": f"雨 🦉 \ud800 {n}", "created_at": NOW} for n in range(3)]


@pytest.fixture
def folder(tmp_path: Path) -> BackupFolder:
    return BackupFolder(tmp_path / "b", "taro/../#", BackupSettings(keep_days=30, most=3))


def test_what_is_written_is_read_again_and_belongs_to_its_user(folder: BackupFolder) -> None:
    backup = folder.write("run1", MEMORIES, NOW)
    assert (backup.memories, backup.intact, backup.run, backup.at) == (3, True, "run1", NOW)
    assert [memory["text"] for memory in folder.memories("run1")] == [memory["text"] for memory in MEMORIES]
    assert folder.all() == (backup,)
    other = BackupFolder(folder.folder, "hana", BackupSettings())
    assert other.all() == ()
    with pytest.raises(NotFound):
        list(other.memories(backup.name))


def test_a_backup_that_fails_leaves_nothing_behind(folder: BackupFolder) -> None:
    def failing() -> Iterator[dict[str, Any]]:
        yield MEMORIES[0]
        raise Conflict("The rotation was taken over.")

    with pytest.raises(Conflict):
        folder.write("run1", failing(), NOW)
    assert list(folder.folder.iterdir()) == []


@pytest.mark.parametrize("broken", ["cut", "changed", "without its checksum"])
def test_a_broken_file_is_seen_and_not_read(folder: BackupFolder, broken: str) -> None:
    path = Path(folder.write("run1", MEMORIES, NOW).path)
    if broken == "cut":
        os.truncate(path, 20)
    elif broken == "changed":
        path.write_bytes(path.read_bytes()[:-1] + b"x")
    else:
        path.with_name(path.name + ".sha256").unlink()
    assert [file.intact for file in folder.all()] == [False]
    with pytest.raises(Conflict, match="checksum"):
        list(folder.memories("run1"))


def test_what_is_too_old_or_one_too_many_goes_and_so_does_what_a_killed_process_left(folder: BackupFolder) -> None:
    for day in range(6):
        folder.write(f"run{day}", MEMORIES, NOW + timedelta(days=10 * day))
    part = folder.folder / (folder.all()[0].name + ".part")
    part.write_bytes(b"half")
    stranger = folder.folder / "notes.part"
    stranger.write_bytes(b"mine")
    assert folder.prune(NOW + timedelta(days=50), keep="run1") == 2
    assert {file.run for file in folder.all()} == {"run5", "run4", "run3", "run1"}
    assert folder.prune(NOW + timedelta(days=75), keep="run5") == 3
    assert sorted(path.name for path in folder.folder.iterdir()) == sorted(
        [folder.all()[0].name, folder.all()[0].name + ".sha256", "notes.part"]
    )
