"""The journal keeps every entry that it was given until it is done, whatever ends a process in between."""

import json
import os
from pathlib import Path

import pytest

from graph.projects.conversation.journal import FILE, Journal, JournalEntry


def entry(identity: str, user: str = "taro", text: str = "text 🎈") -> JournalEntry:
    return JournalEntry(id=identity, user_id=user, entry={"text": text})


def test_entries_wait_in_their_order_until_they_are_done(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "new" / "folder")
    assert journal.waiting() == []
    journal.append([entry("a"), entry("b", "hana")])
    journal.append([entry("c")])
    assert [each.id for each in Journal(tmp_path / "new" / "folder").waiting("taro")] == ["a", "c"]
    journal.done(["a"])
    assert [each.id for each in journal.waiting()] == ["b", "c"]
    assert journal.waiting()[0].entry == {"text": "text 🎈"}


def test_a_line_that_a_crash_cut_short_spoils_no_other(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append([entry("a")])
    with (tmp_path / FILE).open("ab") as file:
        file.write(json.dumps({"id": "cut", "user": "taro", "entry": {"text": "長い"}}).encode()[:-9])
    journal.append([entry("b")])
    assert [each.id for each in journal.waiting()] == ["a", "b"]


def test_a_disk_that_fills_up_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path)
    journal.append([entry("a")])
    write = os.write

    def full(file: int, data: bytes) -> int:
        write(file, bytes(data)[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space"):
        journal.append([entry("b")])
    monkeypatch.undo()
    assert [each.id for each in journal.waiting()] == ["a"]
    journal.append([entry("c")])
    assert [each.id for each in journal.waiting()] == ["a", "c"]


def test_what_is_done_is_taken_out_of_a_journal_that_has_grown(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append([entry(str(number), text="x" * 30_000) for number in range(40)])
    journal.done([str(number) for number in range(39)])
    assert (tmp_path / FILE).stat().st_size < 50_000
    assert [each.id for each in journal.waiting()] == ["39"]


def test_what_waits_of_one_user_is_forgotten_and_of_others_stays(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append([entry("a"), entry("b", "hana")])
    assert journal.forget("taro") == 1
    assert [each.id for each in journal.waiting()] == ["b"]
    assert "taro" not in (tmp_path / FILE).read_text()
