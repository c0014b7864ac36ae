"""`.agent/memories.md` is read and written as other tools do it, and outlives whatever goes wrong on the way."""

import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from api.commands.call import Call
from api.commands.root import run
from api.markdown import folder as folders
from api.markdown.memories_file import MemoriesFile, linked
from api.markdown.settings import Injection, MemoriesSettings
from graph.errors import Invalid, NotFound
from graph.knowledge import Knowledge

TODAY = date(2026, 1, 26)


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def warned() -> list[str]:
    return []


@pytest.fixture
def kept(tmp_path: Path, warned: list[str]) -> MemoriesFile:
    return MemoriesFile(tmp_path / ".agent", warned.append)


def test_a_memory_stands_in_the_file_as_the_form_has_it(kept: MemoriesFile) -> None:
    added = kept.add("Always use try-catch", ["pattern", "error-handling"], TODAY)
    long = kept.add("会議は月曜日の十時から。" * 6 + "\n二行目 🌸", [], TODAY)
    assert kept.path.read_text(encoding="utf-8").startswith(
        "# Memories\n\n## Always use try-catch\n- Tags: pattern, error-handling\n- Date: 2026-01-26\n"
        "- Content: Always use try-catch\n\n## 会議は"
    )
    assert (added and added.id, long and long.id) == (3, 8)
    assert long is not None
    assert long.title == ("会議は月曜日の十時から。" * 6)[:50] + "..."
    assert long.content.endswith("\n二行目 🌸")
    assert kept.memories() == (added, long)


def test_a_memory_is_sought_in_title_content_and_tags(kept: MemoriesFile) -> None:
    kept.path.parent.mkdir()
    kept.path.write_text(
        "# Memories\n\n## Storage\n- Tags: database, , Architecture\n- Date: 2026-01-02\n- Content: Use PostgreSQL\n\n"
        "## Retries\n- Content: Three times\n"
    )
    assert [memory.tags for memory in kept.memories()] == [("database", "Architecture"), ()]
    for query, ids in (("STORAGE", [3]), ("postgres", [3]), ("architect", [3]), ("three", [8]), ("nothing", [])):
        assert [memory.id for memory in kept.matching(query)] == ids, query


def test_what_is_deleted_takes_nothing_else_along(kept: MemoriesFile) -> None:
    for number in (1, 2, 3):
        kept.add(f"Memory {number}", [], TODAY)
    whole = kept.path.read_text()
    prose = whole.replace("# Memories\n", "# Memories\n\nWritten by hand.\n").replace(
        "\n## Memory 3", "\n<!-- mine -->\n## Memory 3"
    )
    kept.path.write_text(prose)
    second = kept.memories()[1]
    assert kept.delete(second.id) == second
    assert kept.path.read_text() == prose.replace(prose[prose.index("## Memory 2") : prose.index("<!-- mine")], "")
    with pytest.raises(NotFound):
        kept.delete(4_000)


def test_it_is_put_before_a_prompt_only_where_that_is_wanted(tmp_path: Path) -> None:
    cases = ((Injection.AUTO, True, True), (Injection.MANUAL, False, True), (Injection.NONE, False, False))
    for inject, alone, asked in cases:
        file = MemoriesFile(tmp_path / inject, pytest.fail, MemoriesSettings(inject=inject))
        assert file.injection(asked=True) == ""
        file.add("Always use try-catch", ["pattern"], TODAY)
        assert (bool(file.injection()), bool(file.injection(asked=True))) == (alone, asked)
    text = MemoriesFile(tmp_path / Injection.AUTO, pytest.fail).injection()
    assert text == (
        "# Memories\n\n## Always use try-catch\n- Tags: pattern\n- Date: 2026-01-26\n- Content: Always use try-catch\n"
        "\n---\n"
    )


def test_where_memories_are_switched_off_nothing_is_read_or_written(tmp_path: Path, warned: list[str]) -> None:
    MemoriesFile(tmp_path, pytest.fail).add("Kept before.", [], TODAY)
    off = MemoriesFile(tmp_path, warned.append, MemoriesSettings(enabled=False))
    assert off.add("Not kept.", [], TODAY) is None
    assert (off.memories(), off.injection()) == ((), "")
    assert "Not kept" not in off.path.read_text()
    assert warned


def test_a_broken_file_counts_as_empty_and_is_not_overwritten(kept: MemoriesFile, warned: list[str]) -> None:
    assert kept.memories() == ()
    assert not warned
    kept.path.parent.mkdir()
    kept.path.write_bytes(b"# Memories\n\xff\xfe broken")
    assert kept.memories() == ()
    assert "UTF-8" in warned[0]
    with pytest.raises(Invalid, match="UTF-8"):
        kept.add("New.", [], TODAY)
    assert kept.path.read_bytes() == b"# Memories\n\xff\xfe broken"


def test_a_file_above_the_limit_is_warned_of_and_still_written(
    kept: MemoriesFile, warned: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.add("First.", [], TODAY)
    monkeypatch.setattr("api.markdown.memories_file.SIZE_MOST", 10)
    assert kept.add("Second.", [], TODAY) in kept.memories()
    assert "larger" in warned[0]


def _process(script: str, *arguments: str, limit: str = "") -> subprocess.Popen[str]:
    code = f"import sys, datetime, resource\nfrom pathlib import Path\n{limit}\n"
    code += "from api.markdown.memories_file import MemoriesFile\n" + script
    return subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, text=True)


def test_two_writers_at_once_both_have_their_say(kept: MemoriesFile) -> None:
    script = (
        "file = MemoriesFile(Path(sys.argv[1]), print)\n"
        "for n in range(15): file.add(f'{sys.argv[2]} {n}', [], datetime.date(2026, 1, 1))\n"
    )
    writers = [_process(script, str(kept.path.parent), name) for name in ("one", "two")]
    assert [writer.communicate(timeout=120)[0] for writer in writers] == ["", ""]
    assert [writer.returncode for writer in writers] == [0, 0]
    assert sorted(memory.content for memory in kept.memories()) == sorted(
        f"{name} {n}" for name in ("one", "two") for n in range(15)
    )


def test_a_writer_that_is_killed_leaves_the_file_whole(kept: MemoriesFile) -> None:
    kept.add("First.", [], TODAY)
    script = (
        "import os, signal\nimport api.markdown.folder as folder\n"
        "folder.os.fsync = lambda handle: os.kill(os.getpid(), signal.SIGKILL)\n"
        "MemoriesFile(Path(sys.argv[1]), print).add('Second.', [], datetime.date(2026, 1, 1))\n"
    )
    before = kept.path.read_bytes()
    killed = _process(script, str(kept.path.parent))
    killed.communicate(timeout=60)
    assert killed.returncode == -9
    assert kept.path.read_bytes() == before
    assert list(kept.path.parent.glob(".*.tmp")), "it was killed before it had begun"
    assert kept.add("Third.", [], TODAY) is not None
    folders.Folder(kept.path.parent).files()
    assert not list(kept.path.parent.glob(".*.tmp"))


def test_a_full_disk_leaves_the_file_whole_and_says_so(kept: MemoriesFile) -> None:
    kept.add("x" * 4_000, [], TODAY)
    before = kept.path.read_bytes()
    script = (
        "from graph.errors import Invalid\nimport signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))\n"
        "try: MemoriesFile(Path(sys.argv[1]), print).add('Second.', [], datetime.date(2026, 1, 1))\n"
        "except Invalid as error: print(error)\n"
    )
    full = _process(script, str(kept.path.parent))
    answer, _ = full.communicate(timeout=60)
    assert "cannot be written" in answer
    assert kept.path.read_bytes() == before
    assert not list(kept.path.parent.glob(".*.tmp"))


def test_a_worktree_shares_the_file_of_its_repository(tmp_path: Path, warned: list[str]) -> None:
    def git(*arguments: str) -> None:
        settings = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
        subprocess.run(["git", *settings, *arguments], cwd=tmp_path / "main", check=True, capture_output=True)

    (tmp_path / "main").mkdir()
    git("init", "-q")
    git("commit", "-q", "--allow-empty", "-m", "first")
    git("worktree", "add", "-q", str(tmp_path / "feature"))
    feature = MemoriesFile(tmp_path / "feature" / ".agent", warned.append)
    assert linked(tmp_path / "feature", warned.append) == tmp_path / "main" / ".agent" / "memories.md"
    feature.add("Shared.", [], TODAY)
    assert feature.path.is_symlink()
    assert [m.content for m in MemoriesFile(tmp_path / "main" / ".agent", warned.append).memories()] == ["Shared."]
    assert linked(tmp_path / "feature", warned.append) is not None
    assert not warned
    assert linked(tmp_path / "main", warned.append) is None
    feature.path.unlink()
    feature.path.write_text("mine\n")
    assert linked(tmp_path / "feature", warned.append) is None
    assert feature.path.read_text() == "mine\n"
    assert len(warned) == 2


def test_the_commands_add_find_list_and_delete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def ran(*arguments: str, code: int = 0) -> str:
        assert run(["tools", "memory", *arguments], build=_no_knowledge) == code
        return capsys.readouterr().out

    assert "no memories yet" not in ran("list")
    assert "Added 3" in ran("add", "Use PostgreSQL", "-t", "architecture", "--tags", "database, storage")
    assert "- Tags: architecture, database, storage\n" in (tmp_path / ".agent" / "memories.md").read_text()
    ran("add", "Always use try-catch", "--quiet")
    assert "PostgreSQL" in ran("list")
    assert "PostgreSQL" not in ran("search", "CATCH")
    assert '"id": 3' in ran("search", "storage", "--json")
    ran("delete", "3")
    ran("delete", "99", code=3)
    assert "PostgreSQL" not in ran("list")
    assert ran("inject").startswith("# Memories\n\n## Always")
    assert '"memories": 1' in ran("inject", "--json")
    assert run(["tools", "memory", "inject"], build=_no_knowledge) == 0
    assert "Loaded 1 memory." in capsys.readouterr().err


def _no_knowledge(_: Call) -> Knowledge:
    raise AssertionError("these commands need no database")
