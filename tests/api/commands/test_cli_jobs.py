"""`enishi jobs` and `enishi ingest --watch`, over the fake knowledge."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.commands.root import run
from graph.errors import Unavailable
from graph.jobs.jobs import Jobs
from tests.api.fake_knowledge import FakeKnowledge


@pytest.fixture
def knowledge() -> FakeKnowledge:
    return FakeKnowledge()


def printed(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run(arguments, build=lambda _: knowledge, default_user=lambda: "me") == code
    ended = capsys.readouterr()
    return ended.out + (ended.err if code or not ended.out else "")


def in_json(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(printed(knowledge, capsys, *arguments, "--json"))


def test_an_ingest_is_in_the_history_with_what_became_of_it(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert "Nothing was ingested here yet" in printed(knowledge, capsys, "jobs", "history")
    file = tmp_path / "team.jsonl"
    file.write_text('{"text": "One."}\nnone\n', "utf-8")
    printed(knowledge, capsys, "ingest", str(file), "--project", "work", code=1)
    (job,) = in_json(knowledge, capsys, "jobs", "history")
    assert (job["status"], job["by"], job["source"]) == ("done", "cli", str(file))
    assert (job["counts"]["remembered"], job["counts"]["failed"], job["options"]["project"]) == (1, 1, "work")
    assert [str(path) for path in map(Path, job["failures"]) if path.is_file()] == job["failures"]
    shown = printed(knowledge, capsys, "jobs", "status", job["id"][:20])
    assert "2 of 2 done: remembered 1, failed 1" in shown
    assert ", 2: " in printed(knowledge, capsys, "jobs", "log", job["id"])
    assert printed(knowledge, capsys, "jobs", "history", "--quiet") == f"{job['id']}\n"
    assert in_json(knowledge, capsys, "jobs", "history", "--status", "failed") == []
    assert "Nothing is being ingested" in printed(knowledge, capsys, "jobs", "list")
    assert "ended already: done" in printed(knowledge, capsys, "jobs", "cancel", job["id"], code=4)
    assert "no job" in printed(knowledge, capsys, "jobs", "status", "0" * 26, code=3).casefold()


def test_a_source_that_is_read_already_is_not_read_a_second_time(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "a.md").write_text("# A\n\nOne.\n", "utf-8")
    with knowledge.jobs("me").run("notes", str(tmp_path), by="rest", options={}) as job:
        refused = printed(knowledge, capsys, "ingest", str(tmp_path / "a.md"), code=4)
        assert f"enishi jobs cancel {job.job.id}" in refused
        assert job.job.id in printed(knowledge, capsys, "jobs", "list")
    assert printed(knowledge, capsys, "ingest", str(tmp_path / "a.md"))


def test_an_ingest_that_is_stopped_from_elsewhere_says_how_to_go_on(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text("".join(f'{{"text": "Number {number}."}}\n' for number in range(50)), "utf-8")
    kept = knowledge.remember
    jobs: Jobs = knowledge.jobs("me")

    def remember(*given: Any, **options: Any) -> Any:
        open_ones = [job for job in jobs.list() if not job.status.ended]
        if open_ones:
            jobs.cancel(open_ones[0].id)
        return kept(*given, **options)

    monkeypatch.setattr(knowledge, "remember", remember)
    shown = printed(knowledge, capsys, "ingest", str(file), code=130)
    assert "to go on where it ended" in shown
    (job,) = in_json(knowledge, capsys, "jobs", "history")
    assert job["status"] == "cancelled"
    assert 0 < job["counts"]["remembered"] < 50
    monkeypatch.setattr(knowledge, "remember", kept)
    printed(knowledge, capsys, "ingest", str(file))
    assert len(knowledge.memories("me", limit=200).memories) == 50


def test_a_watch_ingests_what_changes_and_goes_on_after_a_fault(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "a.txt", tmp_path / "below" / "b.txt"
    first.write_text("One.\n", "utf-8")
    second.parent.mkdir()

    def changes(*roots: Path, **_: object) -> Iterator[set[tuple[int, str]]]:
        assert roots == (tmp_path,)
        yield set()  # the watch is in place, and the first ingest begins
        second.write_text("Two.\n", "utf-8")
        first.write_text("", "utf-8")
        yield {(1, str(second))}
        yield {(1, str(tmp_path / "gone.txt"))}
        knowledge.trouble = Unavailable("the database is away")
        second.write_text("Two.\n\nThree.\n", "utf-8")
        yield {(2, str(second))}
        knowledge.trouble = None
        yield {(2, str(second))}

    monkeypatch.setattr("watchfiles.watch", changes)
    printed(knowledge, capsys, "ingest", str(tmp_path), "--watch")
    kept = {(memory.text, memory.source) for memory in knowledge.memories("me").memories}
    assert kept == {("One.", "a.txt"), ("Two.", "below/b.txt"), ("Three.", "below/b.txt")}
    statuses = [job["status"] for job in in_json(knowledge, capsys, "jobs", "history")]
    assert statuses == ["done", "failed", "done", "done"]


def test_nothing_is_watched_that_cannot_be(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]) -> None:
    assert "standard input" in printed(knowledge, capsys, "ingest", "-", "--watch", code=2)
    assert "--dry-run" in printed(knowledge, capsys, "ingest", ".", "--watch", "--dry-run", code=2)
