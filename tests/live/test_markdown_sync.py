"""Markdown files and the graph are brought to the same state, whichever side changed, and neither loses anything."""

from dataclasses import replace
from pathlib import Path

import pytest

from api.markdown.layouts import layout_called
from api.markdown.merge_model import Happened
from api.markdown.sync import FolderSync, SyncOptions, SyncReport
from graph.errors import Invalid
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.memory import Enrich
from graph.model.types import Status

SHOP = SyncOptions(project="work/shop", enrich=Enrich.NOW)


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Locks lie in a folder of the test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


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
