"""Markdown files and the graph are brought to the same state, whichever side changed, and neither loses anything."""

import os
import shutil
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import cast

import pytest

from api.app import LazyExtractor
from api.commands import root
from api.markdown.files import MarkdownFiles
from api.markdown.layouts import layout_called
from api.markdown.merge_model import Happened
from api.markdown.sync import FolderSync, SyncOptions, SyncReport
from graph.db.store import Store
from graph.errors import Invalid
from graph.extractor import Extractor
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.memory import Enrich
from graph.model.types import Status
from tests.live.plain_extractor import PlainExtractor

CLINE = (
    "projectbrief.md",
    "productContext.md",
    "activeContext.md",
    "systemPatterns.md",
    "techContext.md",
    "progress.md",
)
SHOP = SyncOptions(project="work/shop", enrich=Enrich.NOW)


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Locks lie in a folder of the test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "shop").mkdir()
    return tmp_path / "shop"


def synced(knowledge: Knowledge, user: str, folder: Path, options: SyncOptions = SHOP) -> SyncReport:
    return FolderSync(knowledge, user, folder, layout_called(None, folder), options).run()


def texts(knowledge: Knowledge, user: str, status: Status = Status.ACTIVE) -> dict[str, str]:
    return {m.text: m.id for m in knowledge.memories(user, filters=Filters(status=status), limit=100).memories}


def test_what_changed_on_one_side_is_changed_on_the_other(light: Knowledge, user_id: str, folder: Path) -> None:
    note = "---\ntags: [x]\n---\n\n# Plan\r\n\r\nAda joined Acme Corp.\r\n\r\nmore of it\r\n\r\n## Later\r\n"
    (folder / "plan.md").write_bytes(note.encode())
    (folder / "pinned.md").write_text(
        "# Pinned\n\nsome prose\n\n- Bee likes tea 🍵\n- 会議は月曜です。\n  - 10時から\n"
    )
    kept = light.remember(
        user_id, Draft(text="Cee joined Acme Corp.", title="Cee", tags=("staff",), project="work/shop")
    )
    first = synced(light, user_id, folder)
    ids = texts(light, user_id)
    assert first.counts == {"added": 3, "written": 1}, first
    assert ids.keys() >= {"Ada joined Acme Corp.\n\nmore of it", "Bee likes tea 🍵", "会議は月曜です。\n- 10時から"}
    plan = (folder / "plan.md").read_bytes().decode()
    noted = ids["Ada joined Acme Corp.\n\nmore of it"]
    assert plan.replace(f"\r\n<!-- en-{noted} -->", "") == note
    assert f"- Bee likes tea 🍵 ^en-{ids['Bee likes tea 🍵']}\n" in (folder / "pinned.md").read_text()
    assert light.show(user_id, ids["Bee likes tea 🍵"]).memory.pinned
    entry = (folder / "memories.md").read_text()
    assert entry.startswith(
        "# Memories\n\n## Cee\n- Tags: staff\n- Date: 2026-06-01\n- Content: Cee joined Acme Corp.\n"
    )
    again = synced(light, user_id, folder)
    assert (again.counts, again.written) == ({}, ())

    pinned = (folder / "pinned.md").read_text()
    (folder / "pinned.md").write_text(pinned.replace("likes tea 🍵", "likes coffee"))
    light.edit(user_id, kept.id, {"text": "Cee left Acme Corp.", "tags": ["former"]})
    (folder / "plan.md").rename(folder / "renamed.md")
    both = synced(light, user_id, folder)
    assert both.counts == {"changed": 1, "written": 1}, both
    assert texts(light, user_id)["Bee likes coffee"] == ids["Bee likes tea 🍵"]
    assert (
        "- Tags: former\n- Date: 2026-06-01\n- Content: Cee left Acme Corp.\n" in (folder / "memories.md").read_text()
    )
    assert synced(light, user_id, folder).counts == {}


def test_a_synced_note_has_the_days_and_tags_that_an_ingested_one_has(
    light: Knowledge, user_id: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(light, "close", lambda: None)
    (folder / "kitchen.md").write_text(
        "---\ntags: [house]\ndate: 2026-11-03\n---\n# Kitchen\n\n## Pancakes\n"
        "- Date: 2026/11/07\n- Tags: food; eggs\n\nBananas instead of eggs.\n\n## Boiler\nIt stands at 40 degrees.\n",
        encoding="utf-8",
    )
    (folder / "2026-11-09-planning.md").write_text("The sprint ends on Friday.\n", encoding="utf-8")
    ingested = f"{user_id}-ingested"
    assert root.run(["ingest", str(folder), "--user", ingested], build=lambda _: light, default_user=lambda: "me") == 0
    synced(light, user_id, folder)
    one, other = (
        {memory.text: (memory.tags, memory.occurred_at) for memory in light.memories(user, limit=10).memories}
        for user in (ingested, user_id)
    )
    assert one == other
    assert one["Bananas instead of eggs."][0] == ("food", "eggs")
    assert synced(light, user_id, folder).counts == {}, "and it stays so"


def test_of_two_changes_both_are_kept_and_named(light: Knowledge, user_id: str, folder: Path) -> None:
    (folder / "decisions.md").write_text("- The code is 1111.\n")
    synced(light, user_id, folder)
    identity = texts(light, user_id)["The code is 1111."]
    light.edit(user_id, identity, {"text": "The code is 2222."})
    file = folder / "decisions.md"
    file.write_text(file.read_text().replace("1111", "3333"))
    report = synced(light, user_id, folder)
    assert [each.id for each in report.reports if each.happened is Happened.CONFLICT] == [identity]
    now = texts(light, user_id)
    assert now["The code is 2222."] == identity
    assert now.keys() == {"The code is 2222.", "The code is 3333."}
    assert "2222" in file.read_text()
    assert "3333" in file.read_text()
    assert light.show(user_id, now["The code is 3333."]).memory.category == "decision"
    assert synced(light, user_id, folder).counts == {}


def test_what_was_deleted_on_either_side_does_not_come_back_from_an_old_file(
    light: Knowledge, user_id: str, folder: Path
) -> None:
    file = folder / "pinned.md"
    file.write_text("- Keep this.\n- Forget this.\n- Delete this.\n")
    plain = file.read_text()
    synced(light, user_id, folder)
    old = file.read_text()
    light.forget(user_id, texts(light, user_id)["Forget this."])
    file.write_text("".join(line for line in old.splitlines(keepends=True) if "Delete" not in line))
    report = synced(light, user_id, folder)
    assert report.counts == {"dropped": 1, "removed": 1}, report
    assert texts(light, user_id).keys() == {"Keep this."}
    assert texts(light, user_id, Status.ARCHIVED).keys() == {"Delete this."}
    for before in (old, plain):
        file.write_text(before)
        back = synced(light, user_id, folder)
        assert back.count(Happened.BURIED) == 2, back
        assert texts(light, user_id).keys() == {"Keep this."}
        assert "Forget this." in file.read_text()
    file.write_text(old.replace("Forget this.", "Forget that."))
    assert "Forget that." in (synced(light, user_id, folder), texts(light, user_id))[1]
    revived = synced(light, user_id, folder, replace(SHOP, revive=True))
    assert texts(light, user_id).keys() == {"Keep this.", "Delete this.", "Forget that."}, revived
    light.forget_user(user_id)
    assert not light.synced_files(user_id).state(str(folder)).records


def test_a_dry_run_changes_nothing_and_an_empty_folder_takes_nothing_away(
    light: Knowledge, user_id: str, folder: Path
) -> None:
    (folder / "a.md").write_text("# A\n\nAda joined Acme Corp.\n")
    dry = synced(light, user_id, folder, replace(SHOP, dry_run=True))
    assert (dry.counts, dry.written) == ({"added": 1}, ())
    assert not texts(light, user_id)
    assert (folder / "a.md").read_text() == "# A\n\nAda joined Acme Corp.\n"
    synced(light, user_id, folder)
    (folder / "a.md").unlink()
    with pytest.raises(Invalid, match="left alone"):
        synced(light, user_id, folder)
    assert texts(light, user_id)
    assert synced(light, user_id, folder, replace(SHOP, allow_empty=True)).counts == {"removed": 1}
    assert not texts(light, user_id)


def test_the_files_of_each_tool_are_read_and_written_as_it_has_them(
    light: Knowledge, user_id: str, tmp_path: Path
) -> None:
    files = {
        "obsidian": {".obsidian/app.json": "{}", "Daily/2026-06-01.md": "# Monday\n\nAda joined Acme Corp. [[Bee]]\n"},
        "cline": {name: f"# {name}\n\nAbout {name}.\n" for name in CLINE},
        "claude": {
            "MEMORY.md": "# Index\n\n- [Style](style.md) how code looks\n- Cee leads the team.\n",
            "style.md": "---\nname: style\n---\n\n# Style\n\nTabs are never used.\n",
        },
        "basic-memory": {
            "ken.md": "---\ntitle: Ken\npermalink: ken\n---\n\n"
            "# Ken\n\n- [drink] likes tea #hot (since 2020)\n- knows [[Ada]]\n"
        },
        "instructions": {"AGENTS.md": "# Rules\n\n- Never push.\n"},
    }
    roots = {"claude": tmp_path / ".claude" / "projects" / "-work" / "memory"}
    counts = {"obsidian": 1, "cline": 6, "claude": 2, "basic-memory": 1, "instructions": 0}
    homes = {"obsidian": "Enishi/memories.md", "cline": "activeContext.md", "claude": "enishi.md",
             "basic-memory": "enishi.md", "instructions": "AGENTS.md"}  # fmt: skip
    for name, texts_of in files.items():
        root = roots.get(name, tmp_path / name)
        for file, text in texts_of.items():
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            (root / file).write_text(text)
        place = root / "AGENTS.md" if name == "instructions" else root
        assert layout_called(None, place).name == name
        project = f"tools/{name}"
        kept = light.remember(user_id, Draft(text=f"Dee uses {name}.", title="Dee", project=project)).id
        options = SyncOptions(project=project, enrich=Enrich.NOW)
        report = synced(light, user_id, place, options)
        assert report.count(Happened.ADDED) == counts[name], (name, report)
        home = (root / homes[name]).read_text()
        assert f"Dee uses {name}." in home
        assert synced(light, user_id, place, options).counts == {}, name
        for file, text in texts_of.items():
            after = (root / file).read_text()
            assert all(line in after.splitlines() or name == "claude" for line in text.splitlines()), (name, file)
        (root / homes[name]).write_text(home.replace(f"Dee uses {name}.", f"Dee left {name}."))
        assert synced(light, user_id, place, options).counts == {"changed": 1}, name
        assert light.show(user_id, kept).memory.text == f"Dee left {name}."
    ken = tmp_path / "basic-memory" / "ken.md"
    (likes,) = (m for m in light.memories(user_id, filters=Filters(tags=("hot",))).memories)
    light.edit(user_id, likes.id, {"text": "likes coffee"})
    synced(light, user_id, ken.parent, SyncOptions(project="tools/basic-memory", enrich=Enrich.NOW))
    assert "- [drink] likes coffee #hot (since 2020)\n- knows [[Ada]]\n" in ken.read_text()


def test_a_project_has_an_overview_that_people_and_memory_write_together(
    light: Knowledge, user_id: str, folder: Path
) -> None:
    overview = folder / "MEMORY.md"
    overview.write_text("# The shop\n\n> Sells tea.\n> Since 2020.\n\nMine.\n")
    for draft in (
        Draft(text="これは覚えておいて: APIキーの形式はXXX", project="work/shop", pinned=True),
        Draft(text="We use PostgreSQL.", project="work/shop", category="decision"),
        Draft(text="The cart is slow.", project="work/shop", session_id="C01/17", channel="slack"),
    ):
        light.remember(user_id, draft)
    light.channels(user_id).hold("C01/17", "slack", {"channel": "C01", "thread_ts": "1764.17"})
    synced(light, user_id, folder)
    assert light.project(user_id, "work/shop").project.description == "Sells tea. Since 2020."
    text = overview.read_text()
    assert text.startswith("# The shop\n\n> Sells tea. Since 2020.\n\nMine.\n")
    assert "- [pinned.md](pinned.md)" in text
    assert "[C01/17](MEMORY_C01%252F17.md) slack" in text
    assert "We use PostgreSQL. (decision)" in text
    assert "APIキーの形式はXXX" in (folder / "pinned.md").read_text()
    assert "We use PostgreSQL." in (folder / "decisions.md").read_text()
    session = folder / "MEMORY_C01%2F17.md"
    assert "The cart is slow." in session.read_text()
    assert "Session: `C01/17`" in session.read_text()
    assert "slack channel: `C01`" in session.read_text()
    assert "slack thread_ts: `1764.17`" in session.read_text()
    session.write_text(session.read_text() + "- The cart is quick now.\n")
    light.describe_project(user_id, "work/shop", "Sells coffee.")
    again = synced(light, user_id, folder)
    assert again.counts == {"added": 1}, again
    (quick,) = (m for m in light.memories(user_id).memories if m.text == "The cart is quick now.")
    assert (quick.session_id, quick.project) == ("C01/17", "work/shop")
    assert "> Sells coffee.\n\nMine.\n" in overview.read_text()


def test_what_cannot_be_read_or_written_is_named_and_nothing_of_it_is_lost(
    light: Knowledge, user_id: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "good.md").write_text("# Good\n\nAda joined Acme Corp.\n")
    (folder / "broken.md").write_text("# Broken\n\nBee joined Acme Corp.\n")
    synced(light, user_id, folder)
    ids = texts(light, user_id)
    whole = (folder / "broken.md").read_bytes()
    (folder / "broken.md").write_bytes(b"\xff\xfe\x00broken")
    report = synced(light, user_id, folder)
    assert [(fault.file, "UTF-8" in fault.why) for fault in report.faults] == [("broken.md", True)]
    assert texts(light, user_id) == ids
    assert (folder / "broken.md").read_bytes() == b"\xff\xfe\x00broken"
    (folder / "broken.md").write_bytes(whole)

    good = (folder / "good.md").read_bytes()
    light.edit(user_id, ids["Ada joined Acme Corp."], {"text": "Ada left Acme Corp."})
    real = os.fsync

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("api.markdown.folder.os.fsync", full)
    report = synced(light, user_id, folder)
    named = [(fault.file, "No space left" in fault.why) for fault in report.faults]
    assert named == [("good.md", True), ("MEMORY.md", True)]
    assert (folder / "good.md").read_bytes() == good
    monkeypatch.setattr("api.markdown.folder.os.fsync", real)
    assert synced(light, user_id, folder).counts == {"written": 1}
    assert "Ada left Acme Corp." in (folder / "good.md").read_text()


def test_a_sync_that_was_cut_off_anywhere_is_taken_up_by_the_next(
    light: Knowledge, user_id: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        """Ends a run as a kill does: nothing behind it is carried out."""

    def killed(*_: object, **__: object) -> None:
        raise Killed

    for number, place in enumerate(("folder.Folder.write", "sync.SyncedFiles.keep", "sync.SyncedFiles.bury")):
        file = folder / f"{number}.md"
        file.write_text(f"# One\n\nAda said {number}.\n\n# Two\n\nBee said {number}.\n")
        (folder / f"{number - 1}.md").unlink(missing_ok=True)
        with monkeypatch.context() as patched:
            target = "graph.write.synced_files" if "Synced" in place else "api.markdown.folder"
            patched.setattr(f"{target}.{place.partition('.')[2]}", killed)
            with pytest.raises(Killed):
                synced(light, user_id, folder)
        after = synced(light, user_id, folder)
        assert not after.count(Happened.CONFLICT), (place, after)
        assert synced(light, user_id, folder).counts == {}, place
        assert texts(light, user_id).keys() == {f"Ada said {number}.", f"Bee said {number}."}, place


def test_two_syncs_at_once_and_a_worktree_have_one_memory_each(light: Knowledge, user_id: str, folder: Path) -> None:
    (folder / "pinned.md").write_text("".join(f"- Fact number {n}.\n" for n in range(10)))
    runs = [Thread(target=synced, args=(light, user_id, folder)) for _ in range(2)]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    ids = texts(light, user_id)
    assert len(ids) == 10
    worktree = folder.parent / "worktree"
    shutil.copytree(folder, worktree)
    (worktree / "pinned.md").write_text((worktree / "pinned.md").read_text().replace("number 3", "number three"))
    first = synced(light, user_id, worktree)
    assert first.counts == {"changed": 1}, first
    assert synced(light, user_id, folder).counts == {"written": 1}
    assert "Fact number three." in (folder / "pinned.md").read_text()
    assert texts(light, user_id)["Fact number three."] == ids["Fact number 3."]


def test_a_project_has_its_files_before_anything_stands_in_them(light: Knowledge, user_id: str, folder: Path) -> None:
    light.create_project(user_id, "work/shop", "お茶を売る。")
    synced(light, user_id, folder)
    assert "> お茶を売る。" in (folder / "MEMORY.md").read_text()
    assert [(folder / name).read_text() for name in ("pinned.md", "decisions.md")] == ["", ""]
    (folder / "pinned.md").write_text("- Keys are green.\n")
    assert synced(light, user_id, folder).counts == {"added": 1}
    assert [memory.pinned for memory in light.memories(user_id).memories] == [True]


def test_all_projects_are_laid_out_as_a_tree_and_read_from_it(light: Knowledge, user_id: str, tmp_path: Path) -> None:
    root = tmp_path / "memory"
    root.mkdir()
    for path, text in (("work", "Monday is free."), ("work/shop", "The cart is slow."), ("趣味/庭", "薔薇は赤い。")):
        light.remember(user_id, Draft(text=text, project=path, session_id="s"))
    light.create_project(user_id, f"{'長' * 100}", "Its name is longer than a folder's may be.")
    made = root / "life" / "bread"
    made.mkdir(parents=True)
    (made / "MEMORY.md").write_text("# Bread\n\n> Sourdough.\n")
    (made / "MEMORY_s.md").write_text("- Feed it daily.\n")
    files = MarkdownFiles(light, user_id)
    dry = files.sync_tree(root, dry_run=True)
    assert sorted(path.name for path in root.iterdir()) == ["life"]
    assert {Path(report.root).relative_to(root).as_posix() for report in dry} >= {"work", "work/shop", "趣味/庭"}
    reports = files.sync_tree(root)
    assert [fault.why for report in reports for fault in report.faults] == ["cannot be made: File name too long"]
    assert "The cart is slow." in (root / "work" / "shop" / "MEMORY_s.md").read_text()
    assert "薔薇は赤い。" in (root / "趣味" / "庭" / "MEMORY_s.md").read_text()
    assert light.project(user_id, "life/bread").project.description == "Sourdough."
    # What lies below is of the project there alone, and nothing is left to do.
    assert {m.project for m in light.memories(user_id).memories if m.text == "The cart is slow."} == {"work/shop"}
    assert len(light.memories(user_id).memories) == 4
    again = files.sync_tree(root)
    assert sum(len(report.reports) for report in again) == 0


def test_what_reads_no_text_loads_no_reader(light: Knowledge, store: Store, user_id: str, folder: Path) -> None:
    (folder / "pinned.md").write_text("- Keys are green.\n")
    synced(light, user_id, folder)
    loads: list[str] = []

    def load() -> Extractor:
        loads.append("loaded")
        return PlainExtractor()

    fresh = Knowledge(lambda: store, cast("Extractor", LazyExtractor(PlainExtractor().embedding, load)))
    assert synced(fresh, user_id, folder).counts == {}
    (identity,) = texts(fresh, user_id).values()
    fresh.unpin(user_id, identity)
    fresh.archive(user_id, identity)
    assert not loads
    (folder / "pinned.md").write_text("- Keys are red.\n")
    synced(fresh, user_id, folder)
    assert loads == ["loaded"]
