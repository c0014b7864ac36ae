"""`enishi ingest --sync` on a real Neo4j: memories follow their files, and nothing that a person kept is lost."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from api.commands.root import run
from api.sources.reading import read_source
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.types import Status


class Unclosed:
    """A knowledge that a command does not close behind it."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge

    def __getattr__(self, name: str) -> object:
        return getattr(self._knowledge, name)

    def close(self) -> None:
        """The next command uses it again."""


Counts = dict[str, int]
Sync = Callable[..., Counts]


@pytest.fixture
def sync(light: Knowledge, user_id: str, capsys: pytest.CaptureFixture[str]) -> Sync:
    def call(path: Path, *options: str, code: int = 0) -> Counts:
        line = ("ingest", str(path), "--sync", "--json", "--user", user_id, *options)
        assert run(line, build=lambda _: cast(Knowledge, Unclosed(light)), default_user=lambda: "me") == code
        answered = capsys.readouterr()
        if code:
            return {}
        files = cast(list[dict[str, Counts]], json.loads(answered.out)["files"])
        return {name: count for name, count in files[0]["sync"].items() if count}

    return call


def texts(light: Knowledge, user_id: str, status: Status = Status.ACTIVE) -> dict[str, str | None]:
    page = light.memories(user_id, filters=Filters(status=status), limit=100)
    return {memory.text: memory.source for memory in page.memories}


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_memories_follow_their_files(light: Knowledge, user_id: str, sync: Sync, tmp_path: Path) -> None:
    vault, beside = tmp_path / "vault", tmp_path / "vault-old"
    write(vault / "Emily Carter.md", "# Moves\n\nEmily moves to Seattle.\n\n# Pets\n\nShe has a cat.\n")
    write(vault / "a" / "README.md", "Ada keeps the keys.\n")
    write(vault / "b" / "README.md", "Bob keeps the books.\n")
    write(vault / "log.txt", "One is done.\n\nTwo is done.\n\nThree is done.\n")
    write(beside / "Emily Carter.md", "Emily sings.\n")
    light.remember(user_id, Draft(text="Told by hand.", source="vault"))
    assert sync(beside) == {"added": 1}
    assert sync(vault) == {"added": 7}
    assert sync(vault) == {"unchanged": 7}
    assert texts(light, user_id)["Ada keeps the keys."] == "a/README.md"

    ids = {memory.text: memory.id for memory in light.memories(user_id, limit=100).memories}
    write(vault / "Emily Carter.md", "# Moves\n\nEmily moves to Denver.\n\n# Pets\n\nShe has a cat.\n")
    write(vault / "log.txt", "Zero is done.\n\nOne is done.\n\nTwo is over.\n\nThree is done.\n")
    (vault / "a" / "README.md").rename(vault / "a" / "Keys of Ada.md")
    (vault / "b" / "README.md").unlink()
    preview = sync(vault, "--dry-run")
    assert sync(vault) == preview == {"added": 1, "changed": 2, "moved": 1, "removed": 1, "unchanged": 3}
    there = {memory.text: memory for memory in light.memories(user_id, limit=100).memories}
    assert there["Emily moves to Denver."].id == ids["Emily moves to Seattle."]
    assert [version.text for version in light.history(user_id, ids["Emily moves to Seattle."])] == [
        "Emily moves to Seattle."
    ]
    assert there["Two is over."].id == ids["Two is done."]
    assert there["Ada keeps the keys."].id == ids["Ada keeps the keys."]
    assert there["Ada keeps the keys."].source == "a/Keys of Ada.md"
    assert texts(light, user_id, Status.ARCHIVED) == {"Bob keeps the books.": "b/README.md"}
    assert {"Told by hand.", "Emily sings."} <= there.keys()
    assert sync(vault) == {"unchanged": 7}

    write(vault / "b" / "README.md", "Bob keeps the books.\n")
    assert sync(vault) == {"added": 1, "unchanged": 7}
    assert light.show(user_id, ids["Bob keeps the books."]).memory.status is Status.ACTIVE
    assert texts(light, user_id, Status.ARCHIVED) == {}
    (vault / "b" / "README.md").unlink()
    assert sync(vault) == {"removed": 1, "unchanged": 7}
    light.restore(user_id, ids["Bob keeps the books."])
    assert sync(vault) == {"unchanged": 7}
    assert "Bob keeps the books." in texts(light, user_id)


def test_a_text_that_stands_in_two_places_is_one_memory_and_lives_while_either_has_it(
    light: Knowledge, user_id: str, sync: Sync, tmp_path: Path
) -> None:
    def both(path: Path) -> Counts:
        preview = sync(path, "--dry-run", "--allow-empty")
        assert sync(path, "--allow-empty") == preview
        return preview

    old, new = tmp_path / "old", tmp_path / "new"
    write(old / "x.md", "Ada keeps the keys.\n")
    write(old / "y.txt", "Cleo sings.\n")
    write(new / "z.txt", "Dan rows.\n\nEve swims.\n\nDan rows.\n")
    assert (both(old), both(new)) == ({"added": 2}, {"added": 2, "unchanged": 1})
    kept = {memory.text: memory.id for memory in light.memories(user_id).memories}
    assert both(new) == {"unchanged": 3}

    # Moved from one folder to the other.
    (old / "x.md").rename(new / "x.md")
    assert both(old) == {"removed": 1, "unchanged": 1}
    assert both(new) == {"added": 1, "unchanged": 3}
    back = light.show(user_id, kept["Ada keeps the keys."]).memory
    assert (back.status, back.place, back.source) == (Status.ACTIVE, f"{new}/x.md#", "x.md")

    # Changed to what stands beside it, and to what stands in the other folder.
    write(new / "z.txt", "Dan rows.\n\nDan rows.\n\nCleo sings.\n")
    assert both(new) == {"removed": 1, "unchanged": 4}
    assert both(new) == {"unchanged": 4}
    assert sorted(texts(light, user_id)) == ["Ada keeps the keys.", "Cleo sings.", "Dan rows."]

    # One of two drops it.
    (old / "y.txt").unlink()
    assert both(old) == {"removed": 1}
    assert both(new) == {"added": 1, "unchanged": 3}
    assert texts(light, user_id)["Cleo sings."] == "z.txt"


def test_an_empty_or_broken_folder_removes_nothing(light: Knowledge, user_id: str, sync: Sync, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    write(vault / "a.md", "Ada keeps the keys.\n")
    write(vault / "b.md", "Bob keeps the books.\n")
    assert sync(vault) == {"added": 2}
    (vault / "a.md").write_bytes(b"\0\1\2")
    sync(vault, code=1)
    assert len(texts(light, user_id)) == 2
    for file in vault.iterdir():
        file.unlink()
    sync(vault, code=2)
    assert len(texts(light, user_id)) == 2
    kept = light.memories(user_id).memories[0]
    light.archive(user_id, kept.id)
    assert sync(vault, "--allow-empty") == {"removed": 1}
    assert len(texts(light, user_id, Status.ARCHIVED)) == 2


def test_what_a_plain_ingest_kept_is_known_by_its_file(
    light: Knowledge, user_id: str, sync: Sync, tmp_path: Path
) -> None:
    plain, other = tmp_path / "plain", tmp_path / "other"
    write(plain / "log.txt", "One is done.\n\nTwo is done.\n")
    write(plain / "rows.csv", "text\nThree is done\n")
    write(other / "plain" / "log.txt", "Four is done.\n")
    for folder in (plain, other, plain):
        outcomes = light.remember_many(user_id, (item.draft for item in read_source(folder) if item.draft))
        assert all(outcome.error is None for outcome in outcomes)
    write(plain / "log.txt", "Two is done.\n\nFive is done.\n")
    assert sync(plain, "--dry-run") == {"added": 1, "removed": 1, "unchanged": 2}
    outcomes = light.remember_many(user_id, (item.draft for item in read_source(plain) if item.draft))
    assert [bool(outcome.remembered and outcome.remembered.created) for outcome in outcomes] == [False, True, False]
    assert sync(tmp_path / "other" / ".." / "plain") == {"removed": 1, "unchanged": 3}
    assert light.origins_from(user_id, source=str(plain)).keys() == {f"{plain}/log.txt", f"{plain}/rows.csv"}
    assert light.forget_from(user_id, source=f"{plain}/rows.csv").memories == 1
    for name in ("rows.csv", "log.txt"):
        (plain / name).unlink()
    (plain / "log.txt").symlink_to(tmp_path / "unmounted" / "log.txt")
    sync(plain, code=1)
    assert set(texts(light, user_id)) == {"Two is done.", "Five is done.", "Four is done."}


def test_all_of_a_source_is_forgotten_and_nothing_beside_it(
    light: Knowledge, user_id: str, sync: Sync, tmp_path: Path
) -> None:
    write(tmp_path / "v" / "notes" / "a.md", "Ada keeps the keys.\n")
    write(tmp_path / "v" / "notes-old.md", "Bob keeps the books.\n")
    sync(tmp_path / "v")
    light.archive(user_id, light.memories(user_id, filters=Filters(source="notes")).memories[0].id)
    assert light.count_from(user_id, source="notes") == 1
    assert light.forget_from(user_id, source="notes/").memories == 1
    assert texts(light, user_id) == {"Bob keeps the books.": "notes-old.md"}
    (tmp_path / "v" / "notes-old.md").unlink()
    assert sync(tmp_path / "v", "--allow-empty")["removed"] == 1
    # What a person forgot stays forgotten though its file is still there: only the archived one is left.
    assert light.forget_from(user_id, source=str(tmp_path / "v")).memories == 1
    assert light.count_from(user_id, source=str(tmp_path / "v")) == 0
