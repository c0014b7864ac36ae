"""`enishi ingest` and `enrich` over the fake knowledge: counted, resumable, honest about what failed."""

import json
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import cast

import pytest

from api.commands.root import run
from api.sources.failures import failures_path
from graph.errors import EnishiError, Invalid, Unavailable
from graph.model.draft import Draft
from graph.model.memory import Enrich, Outcome
from graph.model.synced import Survey, Synced
from tests.api.fake_knowledge import FakeKnowledge

Command = Callable[..., int]


class StoppedKnowledge(FakeKnowledge):
    """Keeps two memories, then something ends the run."""

    def __init__(self, end: BaseException) -> None:
        super().__init__()
        self.end: BaseException | None = end

    def remember_many(
        self,
        user_id: str,
        drafts: Iterable[Draft | EnishiError],
        *,
        enrich: Enrich = Enrich.NOW,
        batch_size: int | None = None,
    ) -> Iterator[Outcome]:
        for outcome in super().remember_many(user_id, drafts, enrich=enrich, batch_size=batch_size):
            yield outcome
            if outcome.position == 1 and self.end is not None:
                raise self.end


def command_of(knowledge: FakeKnowledge) -> Command:
    return lambda *arguments: run(arguments, build=lambda _: knowledge, default_user=lambda: "me")


@pytest.fixture
def knowledge() -> FakeKnowledge:
    return FakeKnowledge()


@pytest.fixture
def enishi(knowledge: FakeKnowledge) -> Command:
    return command_of(knowledge)


@pytest.fixture
def five(tmp_path: Path) -> Path:
    path = tmp_path / "five.jsonl"
    path.write_text("".join(json.dumps({"text": f"memory {number}"}) + "\n" for number in range(5)), encoding="utf-8")
    return path


def tally(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    files = cast(list[dict[str, object]], json.loads(capsys.readouterr().out)["files"])
    return files[0]


def test_every_memory_of_a_file_is_kept(
    enishi: Command, knowledge: FakeKnowledge, five: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert enishi("ingest", str(five)) == 0
    assert "remembered" in capsys.readouterr().out
    assert {kept.text for kept in knowledge.memories("me").memories} == {f"memory {number}" for number in range(5)}


def test_personal_data_is_masked_before_it_is_handed_on_and_counted(
    enishi: Command, knowledge: FakeKnowledge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "team.jsonl"
    lines = ({"text": "Ken: ken@example.com, 090-1234-5678"}, {"text": "Mia", "extra": {"mail": "mia@example.com"}})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert enishi("ingest", str(path), "--mask-personal") == 0
    assert "2 × email, 1 × phone" in capsys.readouterr().err
    assert {(kept.text, kept.extra.get("mail")) for kept in knowledge.memories("me").memories} == {
        ("Ken: [email], [phone]", None), ("Mia", "[email]"),
    }  # fmt: skip
    assert enishi("ingest", str(path), "--mask-personal", "--json") == 0
    counts = tally(capsys)
    assert (counts["already_there"], counts["personal"]) == (2, {"email": 2, "phone": 1})


def test_a_second_run_keeps_nothing_twice(
    enishi: Command, knowledge: FakeKnowledge, five: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert enishi("ingest", str(five), "--json") == 0
    assert (tally(capsys)["remembered"], knowledge.stats("me").memories) == (5, 5)
    assert enishi("ingest", str(five), "--json") == 0
    second = tally(capsys)
    assert (second["remembered"], second["already_there"]) == (0, 5)
    assert knowledge.stats("me").memories == 5


@pytest.mark.parametrize(
    ("end", "exit_code"), [(KeyboardInterrupt(), 130), (Unavailable("Neo4j does not answer. Wait, and repeat."), 5)]
)
def test_a_stopped_run_says_how_to_go_on_and_the_next_goes_on(
    five: Path, capsys: pytest.CaptureFixture[str], end: BaseException, exit_code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    knowledge = StoppedKnowledge(end)
    monkeypatch.setattr("sys.argv", ["enishi", "ingest", str(five)])
    assert command_of(knowledge)("ingest", str(five)) == exit_code
    assert f"enishi ingest {five}" in capsys.readouterr().err
    knowledge.end = None
    assert command_of(knowledge)("ingest", str(five), "--json") == 0
    resumed = tally(capsys)
    assert (resumed["remembered"], resumed["already_there"]) == (3, 2)


def test_what_failed_is_listed_and_written_so_that_it_can_be_mended_and_read_again(
    enishi: Command, knowledge: FakeKnowledge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mixed.jsonl"
    path.write_text('{"text": "good"}\n{"text": ""}\n{broken\n{"text": "far", "latitude": "x"}\n', encoding="utf-8")
    assert enishi("ingest", str(path)) == 1
    listed = capsys.readouterr().err
    for line in ("2:", "3:", "4:"):
        assert line in listed
    assert [file.name for file in tmp_path.iterdir()] == ["mixed.jsonl"]
    failed = failures_path(path)
    assert str(failed) in listed
    assert len(failed.read_text(encoding="utf-8").splitlines()) == 3
    failed.write_text(failed.read_text(encoding="utf-8").replace('"latitude": "x"', '"latitude": 35'), encoding="utf-8")
    assert enishi("ingest", str(failed), "--json") == 1
    again = tally(capsys)
    assert (again["remembered"], again["failed"]) == (1, 2)
    assert knowledge.stats("me").memories == 2


def test_what_failed_in_a_folder_is_written_to_a_file_for_each_of_its_files(
    enishi: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "team").mkdir()
    (tmp_path / "notes.jsonl").write_text('{"text": "good"}\n{broken\n', encoding="utf-8")
    (tmp_path / "team" / "people.jsonl").write_text('{"text": "fine"}\n{"text": ""}\n', encoding="utf-8")
    (tmp_path / "team" / "binary.txt").write_bytes(b"\0")
    monkeypatch.chdir(tmp_path)
    for new in (2, 0):
        assert enishi("ingest", ".", "--json") == 1
        result = tally(capsys)
        assert (result["remembered"], result["failed"]) == (new, 3)
        failures = [failures_path(name) for name in ("notes.jsonl", "team/people.jsonl")]
        assert result["failures"] == [str(file) for file in failures]
    assert len(failures[0].read_text(encoding="utf-8").splitlines()) == 1


def test_standard_input_is_read_with_a_dash(
    enishi: Command, knowledge: FakeKnowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b'{"text": "piped"}\n')))
    assert enishi("ingest", "-", "--format", "jsonl") == 0
    assert knowledge.stats("me").memories == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("nowhere.jsonl",),
        ("FILE", "--format", "magic"),
        ("FILE", "--encoding", "magic"),
        ("FILE", "--zone", "Mars/Olympus"),
        ("FILE", "--batch-size", "0"),
    ],
)
def test_a_wrong_request_is_told_before_anything_is_kept(
    enishi: Command,
    knowledge: FakeKnowledge,
    five: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
) -> None:
    filled = [str(five) if part == "FILE" else part for part in arguments]
    assert enishi("ingest", str(five), *filled) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert knowledge.stats("me").memories == 0


def test_what_is_left_for_later_is_understood_by_enrich(
    enishi: Command, knowledge: FakeKnowledge, five: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert enishi("ingest", str(five), "--enrich", "later") == 0
    assert "Not understood yet: 5 memories." in capsys.readouterr().err
    assert enishi("enrich", "--limit", "2", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"understood": 2, "backlog": 3}
    assert enishi("enrich") == 0
    assert knowledge.backlog() == 0


WHATSAPP = (
    "03/02/2026, 21:05 - Messages and calls are end-to-end encrypted.\n"
    "03/02/2026, 21:05 - Omar: I start at Nordlys on Monday\n"
    "03/02/2026, 21:06 - Rita: <Media omitted>\n"
)


def test_what_is_no_memory_is_counted_and_said_and_is_no_failure(
    enishi: Command, knowledge: FakeKnowledge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "chat.txt"
    path.write_text(WHATSAPP, encoding="utf-8")
    assert enishi("ingest", str(path), "--day-first") == 0
    assert "1 × notice, 1 × file or picture without words" in capsys.readouterr().err
    assert enishi("ingest", str(path), "--day-first", "--json") == 0
    assert tally(capsys)["left_out"] == {"notice": 1, "file or picture without words": 1}
    (kept,) = knowledge.memories("me").memories
    assert (kept.text, kept.speaker) == ("I start at Nordlys on Monday", "Omar")


@pytest.mark.parametrize(("option", "month"), [("--day-first", 2), ("--month-first", 3)])
def test_an_order_of_day_and_month_that_no_file_tells_may_be_named(
    enishi: Command, knowledge: FakeKnowledge, tmp_path: Path, option: str, month: int
) -> None:
    path = tmp_path / "chat.txt"
    path.write_text(WHATSAPP, encoding="utf-8")
    assert enishi("ingest", str(path)) == 1
    assert enishi("ingest", str(path), option) == 0
    (kept,) = knowledge.memories("me").memories
    assert kept.occurred_at is not None
    assert kept.occurred_at.month == month


def test_a_guess_is_said_and_a_column_may_be_named(
    enishi: Command, knowledge: FakeKnowledge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.csv"
    path.write_text("Name,Status,Notes\nOrder parts,all is done by now,Ken ordered 20 pumps\n", encoding="utf-8")
    assert enishi("ingest", str(path)) == 0
    assert 'the column "notes"' in capsys.readouterr().err
    assert enishi("ingest", str(path), "--text-column", "Status") == 0
    assert "column" not in capsys.readouterr().err
    assert {kept.text for kept in knowledge.memories("me").memories} == {
        "Ken ordered 20 pumps",
        "all is done by now",
    }
    assert enishi("ingest", str(path), "--text-column", "Nothing") == 2
    assert "name, status, notes" in capsys.readouterr().err


def test_a_vault_is_read_and_nothing_is_written_into_it(
    enishi: Command, knowledge: FakeKnowledge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    vault = tmp_path / "vault"
    (vault / "daily").mkdir(parents=True)
    (vault / "daily" / "2026-01-15.md").write_text("Met Nora.\n", encoding="utf-8")
    (vault / "Nora.md").write_text("- Date: soon\nShe sails.\n", encoding="utf-8")
    (vault / "plan.png").write_bytes(b"\0")
    before = sorted(vault.rglob("*"))
    assert enishi("ingest", str(vault)) == 1
    screen = capsys.readouterr().err
    assert "1 × file without memories" in screen
    assert str(failures_path(vault / "Nora.md")) in screen
    assert sorted(vault.rglob("*")) == before
    assert [kept.text for kept in knowledge.memories("me").memories] == ["Met Nora."]


def test_options_are_what_memories_get_that_have_it_not_of_their_own(
    enishi: Command, knowledge: FakeKnowledge, tmp_path: Path
) -> None:
    lines = [{"text": "bare"}, {"text": "own", "project": "mine", "tags": ["t"], "source": "here"}]
    path = tmp_path / "two.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    options = ("--project", "shop", "--tag", "a", "--tag", "b", "--category", "work", "--channel", "desk")
    more = ("--session", "s", "--source", "given", "--occurred-at", "2026-06-01T09:00:00Z")
    assert enishi("ingest", str(path), *options, *more) == 0
    bare, own = sorted(knowledge.memories("me").memories, key=lambda memory: memory.text)
    assert (bare.project, bare.tags, bare.source) == ("shop", ("a", "b"), "given")
    assert (own.project, own.tags, own.source) == ("mine", ("t",), "here")
    for memory in (bare, own):
        assert (memory.category, memory.channel, memory.session_id) == ("work", "desk", "s")
        assert memory.occurred_at == datetime(2026, 6, 1, 9, tzinfo=UTC)


@pytest.mark.parametrize("written", ["yesterday", "昨日", "1 day ago"])
def test_a_time_may_be_said_in_words(enishi: Command, knowledge: FakeKnowledge, five: Path, written: str) -> None:
    assert enishi("ingest", str(five), "--occurred-at", written) == 0
    days = {memory.occurred_at for memory in knowledge.memories("me").memories}
    (day,) = days
    assert day
    yesterday = datetime.now().astimezone().date() - timedelta(days=1)
    assert day.astimezone().date() in (yesterday, yesterday + timedelta(days=1))  # at midnight either


def test_a_dry_run_tells_what_would_be_kept_and_keeps_nothing(
    enishi: Command, knowledge: FakeKnowledge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chat = tmp_path / "v" / "chat.txt"
    chat.parent.mkdir()
    chat.write_text("Anna: Hi there\nKen: Hello\nAnna: See you at six\n", encoding="utf-8")
    (tmp_path / "v" / "note.txt").write_text("One thought.\n", encoding="utf-8")
    (tmp_path / "v" / "picture.png").write_bytes(b"\x89PNG")
    assert enishi("ingest", str(tmp_path / "v"), "--dry-run", "--json") == 0
    run_ = tally(capsys)
    assert (run_["memories"], run_["failed"], run_["left_out"]) == (4, 0, {"file without memories": 1})
    assert run_["read_as"] == "chat, 2 speakers; text, 1 paragraph"
    files = cast(list[list[object]], run_["files"])
    assert [file[1:] for file in files] == [["chat, 2 speakers", 3], ["text, 1 paragraph", 1]]
    assert cast(list[str], run_["first_texts"])[0] == "Hi there"
    assert knowledge.stats("me").memories == 0
    assert enishi("ingest", str(tmp_path / "v"), "--dry-run") == 0
    assert "Hi there" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "text", "read_as"),
    [
        ("a.txt", "One.\n\nTwo.\n", "text, 2 paragraphs"),
        ("a.md", "# A\n\nOne.\n\n# B\n\nTwo.\n", "Markdown, 2 sections"),
        ("a.csv", "text,tags\nOne,x\n", "table, 1 row"),
        ("a.jsonl", '{"text": "One"}\n', "JSON Lines, 1 record"),
        ("a.txt", "定例 議事録\n日時：2026年11月19日\n出席者：田中\n\n延期。\n", "minutes, 2 parts"),
        ("[LINE] A.txt", "2026/01/30(金)\n10:00\t花\tおはよう\n10:01\t健\tやあ\n", "LINE chat, 2 speakers"),
        ("a.eml", "From: Anna <a@b.c>\nSubject: Hi\nDate: Mon, 1 Jun 2026 10:00:00 +0000\n\nHi.\n", "mail, 1 message"),
    ],
)  # fmt: skip
def test_the_answer_says_how_a_file_was_read(
    enishi: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, read_as: str
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert enishi("ingest", str(path), "--json") == 0
    assert tally(capsys)["read_as"] == read_as
    assert enishi("ingest", str(path)) == 0
    assert read_as.partition(",")[0] in capsys.readouterr().out


def test_a_slack_export_is_told_by_its_channels(
    enishi: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "users.json": [{"id": "U1", "name": "anna"}],
        "channels.json": [{"id": "C1", "name": "general"}, {"id": "C2", "name": "random"}],
        "general/2026-11-16.json": [{"type": "message", "user": "U1", "text": "Hi", "ts": "1789000000.000100"}],
        "random/2026-11-16.json": [{"type": "message", "user": "U1", "text": "Ho", "ts": "1789000001.000100"}],
    }
    for name, content in files.items():
        path = tmp_path / "export" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content), encoding="utf-8")
    assert enishi("ingest", str(tmp_path / "export"), "--json") == 0
    assert tally(capsys)["read_as"] == "2 × Slack export, 2 channels"


def test_what_is_there_already_takes_up_more_and_says_what_was_left(
    enishi: Command, knowledge: FakeKnowledge, five: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert enishi("ingest", str(five), "--project", "shop", "--source", "s") == 0
    capsys.readouterr()
    assert enishi("ingest", str(five), "--project", "farm", "--tag", "a", "--source", "s", "--json") == 0
    result = tally(capsys)
    assert (result["more_said"], result["ignored"]) == (5, {"project": 5})
    assert {(memory.project, memory.tags) for memory in knowledge.memories("me").memories} == {("shop", ("a",))}
    assert enishi("ingest", str(five), "--project", "farm", "--source", "s") == 0
    assert "5 × project" in capsys.readouterr().err


def test_standard_input_cannot_be_synced(enishi: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert enishi("ingest", "-", "--sync") == 2
    assert "--sync" in capsys.readouterr().err


class EmptiedKnowledge(FakeKnowledge):
    """Refuses to sync a source that is empty, as one from which memories came."""

    def sync(
        self,
        user_id: str,
        survey: Survey,
        drafts: Iterable[Draft | EnishiError],
        *,
        allow_empty: bool = False,
        enrich: Enrich = Enrich.NOW,
        batch_size: int | None = None,
    ) -> Iterator[Synced]:
        if not survey.texts and not allow_empty:
            raise Invalid("sync", "nothing to remember was found there.")
        yield from super().sync(user_id, survey, drafts, enrich=enrich, batch_size=batch_size)


@pytest.mark.parametrize("dry", [(), ("--dry-run",)])
def test_an_empty_folder_among_several_stops_a_sync_before_anything_is_done(
    five: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], dry: tuple[str, ...]
) -> None:
    knowledge = EmptiedKnowledge()
    empty = tmp_path / "empty"
    empty.mkdir()
    assert command_of(knowledge)("ingest", str(five), str(empty), "--sync", *dry) == 2
    answered = capsys.readouterr()
    assert str(empty) in answered.err
    assert answered.out == ""
    assert knowledge.stats("me").memories == 0
    assert command_of(knowledge)("ingest", str(five), str(empty), "--sync", "--allow-empty", *dry) == 0


def test_what_was_done_before_a_fault_is_told(five: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = tmp_path / "first.txt"
    first.write_text("One thought.\n", encoding="utf-8")
    stopped = StoppedKnowledge(Unavailable("Neo4j does not answer. Wait, and repeat."))
    assert command_of(stopped)("ingest", str(first), str(five), "--json") == 5
    result = tally(capsys)
    assert (result["path"], result["remembered"]) == (str(first), 1)


def test_a_dry_run_ends_as_the_run_would(enishi: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mixed.jsonl"
    path.write_text('{"text": "good"}\n{broken\n', encoding="utf-8")
    assert enishi("ingest", str(path), "--dry-run", "--json") == enishi("ingest", str(path), "--json") == 1
    assert json.loads(capsys.readouterr().out.partition("\n{")[0])["dry_run"]


def all_asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the commands ask at a terminal from now on, where somebody says yes."""
    asked: list[str] = []

    def confirm(text: str, **_: object) -> None:
        asked.append(text)

    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("typer.confirm", confirm)
    return asked


def test_all_of_a_folder_is_forgotten_by_its_path_and_nothing_of_another(
    enishi: Command,
    knowledge: FakeKnowledge,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = all_asked(monkeypatch)
    files = {
        "club/old/a.txt": "Work one.\n\nWork two.\n",
        "club/old/b.csv": "text\nWork three\n",
        "club/old/c.md": "# C\n\nWork four.\n",
        "club/README.md": "Work stays.\n",
        "private/old/a.txt": "Private one.\n",
        "private/club/old/a.txt": "Private two.\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    for folder in ("club", "private"):
        assert enishi("ingest", folder) == 0
    assert enishi("forget", "--source", "private/../club/old") == 0
    assert "4 memories" in asked[0]
    assert all(f"{tmp_path}/club/old/{name}" in asked[0] for name in ("a.txt", "b.csv", "c.md"))
    assert "private" not in asked[0]
    kept = {memory.text for memory in knowledge.memories("me").memories}
    assert kept == {"Work stays.", "Private one.", "Private two."}

    # A word that is no file here is a source, and then the path of what is there no longer.
    assert enishi("forget", "--source", "old", "--yes") == 0
    assert {memory.text for memory in knowledge.memories("me").memories} == {"Work stays.", "Private two."}
    (tmp_path / "club" / "README.md").unlink()
    assert enishi("forget", "--source", "club/README.md", "--yes") == 0
    assert {memory.text for memory in knowledge.memories("me").memories} == {"Private two."}


def test_of_many_files_that_are_to_be_forgotten_five_are_named(
    enishi: Command, knowledge: FakeKnowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = all_asked(monkeypatch)
    for number in range(1, 10):
        knowledge.remember("me", Draft(text=f"text {number}", source=f"far/{number}"))
    assert enishi("forget", "--source", "far") == 0
    assert asked == ["Forget 9 memories of 'far' (from far/1, far/2, far/3, far/4, far/5 and 4 more) for good?"]
