"""`enishi export` and `enishi import`, driven over the fake knowledge."""

import json
from pathlib import Path

import pytest
from rich.cells import cell_len

from api.commands.root import run
from graph.errors import Conflict
from graph.model.draft import Draft
from graph.transfer.transfer import Transfer
from tests.api.fake_knowledge import FakeKnowledge

TEXTS = ("Tanaka lives in Osaka.", "七時の🌸\n二行目")


@pytest.fixture
def knowledge() -> FakeKnowledge:
    made = FakeKnowledge()
    for text in TEXTS:
        made.remember("me", Draft(text=text))
    return made


def printed(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run(arguments, build=lambda _: knowledge, default_user=lambda: "me") == code
    ended = capsys.readouterr()
    return ended.err if code else ended.out


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_what_was_exported_is_imported_for_another_user(
    knowledge: FakeKnowledge,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    columns: int,
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.chdir(tmp_path)
    exported = printed(knowledge, capsys, "export")
    imported = printed(knowledge, capsys, "import", "me.jsonl.zst", "--user", "hana")
    assert all(cell_len(line) <= columns for line in (exported + imported).splitlines())
    assert "Exported 2 memories" in " ".join(exported.split())
    assert "Imported 2 of 2 memories as new; 0 were there already." in " ".join(imported.split())
    assert {memory.text for memory in knowledge.all_of("hana")} == set(TEXTS)


def test_an_export_is_encrypted_for_a_key_that_was_made_for_it(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    public = printed(knowledge, capsys, "backup-key", "backup.key").strip()
    assert public.startswith("age1")
    assert "never written over" in printed(knowledge, capsys, "backup-key", "backup.key", code=4)
    printed(knowledge, capsys, "export", "--encrypt-for", public)
    assert "Osaka" not in Path("me.jsonl.zst.age").read_text("latin-1")
    assert "--key" in printed(knowledge, capsys, "import", "me.jsonl.zst.age", code=2)
    printed(knowledge, capsys, "import", "me.jsonl.zst.age", "--key", "backup.key", "--user", "hana")
    assert {memory.text for memory in knowledge.all_of("hana")} == set(TEXTS)
    # The file of the key names its public half too.
    printed(knowledge, capsys, "export", "again.age", "--encrypt-for", "backup.key")
    assert "never encrypted" in printed(
        knowledge, capsys, "import", "again.age", "--key", "backup.key", "--format", "mem0", code=2
    )
    assert "no public key" in printed(knowledge, capsys, "export", "x.age", "--encrypt-for", "me.jsonl.zst.age", code=2)


def test_a_file_that_is_there_is_written_over_only_when_that_is_said(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "mine.zst"
    path.write_bytes(b"dear")
    assert "--force" in printed(knowledge, capsys, "export", str(path), code=2)
    assert path.read_bytes() == b"dear"
    told = json.loads(printed(knowledge, capsys, "export", str(path), "--force", "--json"))
    assert (told["file"], told["nodes"], told["bytes"]) == (str(path), {"Memory": 2}, path.stat().st_size)
    again = json.loads(printed(knowledge, capsys, "import", str(path), "--json"))
    assert (again["memories"], again["already"], again["way"]) == (2, 2, "remembered")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "No such file"),
        (b"", "breaks off"),
        (b'{"a": 1}\n', "no export of Enishi"),
        (b"\x28\xb5\x2f\xfd?", "breaks off"),
    ],
)
def test_what_cannot_be_imported_is_said_in_one_sentence(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes | None, why: str
) -> None:
    path = tmp_path / "broken.zst"
    if content is not None:
        path.write_bytes(content)
    assert why in " ".join(printed(knowledge, capsys, "import", str(path), code=2).split())


def test_everybody_goes_into_a_folder_and_comes_in_again_each_as_who_they_are(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    knowledge.remember("team/花", Draft(text="花は京都に住んでいる。"))
    folder = tmp_path / "all"
    exported = json.loads(printed(knowledge, capsys, "export", str(folder), "--all", "--json"))
    sizes = sum(path.stat().st_size for path in folder.iterdir())
    assert (exported["users"], exported["memories"], exported["bytes"], exported["left_out"]) == (2, 3, sizes, [])
    assert "花" not in "".join(path.name for path in folder.iterdir())
    elsewhere = FakeKnowledge()
    assert "Imported 3 memories of 2 users; 0 were there already." in " ".join(
        printed(elsewhere, capsys, "import", str(folder)).split()
    )
    assert [memory.text for memory in elsewhere.all_of("team/花")] == ["花は京都に住んでいる。"]
    assert {memory.text for memory in elsewhere.all_of("me")} == set(TEXTS)
    assert "3 were there already" in " ".join(printed(elsewhere, capsys, "import", str(folder)).split())
    assert "--force" in " ".join(printed(knowledge, capsys, "export", str(folder), "--all", code=2).split())
    # Who is no longer there, and who is exported in another form now, leaves no file that an import would read.
    (folder / "000000000000.jsonl.zst").write_bytes(b"old")
    public = printed(knowledge, capsys, "backup-key", str(tmp_path / "key")).strip()
    printed(knowledge, capsys, "export", str(folder), "--all", "--force", "--encrypt-for", public)
    assert {path.suffix for path in folder.iterdir()} == {".age"}
    assert len(list(folder.iterdir())) == 2
    # A file that cannot be read keeps nobody else out.
    (folder / "000000000000.jsonl.zst").write_bytes(b"broken")
    again = FakeKnowledge()
    told = printed(again, capsys, "import", str(folder), "--key", str(tmp_path / "key"), code=4)
    assert "1 file could not be read in" in " ".join(told.split())
    assert len(again.all_of("me")) == 2


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (("export", "--all"), "the folder to export all users into"),
        (("export", "there", "--all", "--user", "taro"), "one of the two"),
        (("export", "there", "--all", "--format", "csv"), "csv is of one user"),
        (("import", "."), "has no exports"),
        (("import", ".", "--user", "taro"), "whose files name their users"),
    ],
)
def test_what_all_cannot_mean_is_refused(
    knowledge: FakeKnowledge,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    line: tuple[str, ...],
    why: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert why in " ".join(printed(knowledge, capsys, *line, code=2).split())
    assert not list(tmp_path.iterdir())


def test_a_user_whom_somebody_writes_to_all_the_time_is_named_and_the_others_are_exported(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    knowledge.remember("busy", Draft(text="More and more."))
    real = knowledge.transfer

    def transfer(user_id: str) -> Transfer:
        if user_id == "busy":
            raise Conflict("Somebody wrote each time.")
        return real(user_id)

    monkeypatch.setattr(knowledge, "transfer", transfer)
    assert "wrote to busy all the time" in " ".join(
        printed(knowledge, capsys, "export", str(tmp_path / "all"), "--all", code=4).split()
    )
    assert len(list((tmp_path / "all").iterdir())) == 1
