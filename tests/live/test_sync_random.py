"""Real files and a real graph under random hands: both hold the same words after a sync, and none that was given up."""

import random
import re
from pathlib import Path

import pytest

from api.markdown.layouts import layout_called
from api.markdown.sync import FolderSync, SyncOptions, SyncReport
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.memory import Enrich
from graph.model.types import Status

PROJECT = "work/shop"
WORD = re.compile(r"word\d+x")
LEAST = 4
"""Memories that are left alone: a folder from which everything went at once is asked about instead."""
MOST = 40
"""From so many on none is added, so that ten thousand steps end."""
A_ROUND = 8


class Hands:
    """What people and programs do to both sides. Between two syncs each memory is touched once."""

    def __init__(self, knowledge: Knowledge, user: str, folder: Path, draws: random.Random) -> None:
        self.knowledge, self.user, self.folder, self.draws = knowledge, user, folder, draws
        self.expected: set[str] = set()
        self.archived: dict[str, str] = {}
        self.deleted: set[str] = set()
        self.touched: set[str] = set()
        self.count = 0

    def step(self) -> None:
        """Does one thing of those that are possible now."""
        grow = (self.type_a_line, self.type_a_note, self.remember)
        touch = (
            self.change_the_file, self.change_the_memory, self.change_both, self.delete_from_the_file, self.forget,
            self.archive, self.rename_a_note,
        )  # fmt: skip
        if len(self.untouched()) <= LEAST:
            possible = grow
        elif len(self.expected) < MOST:
            possible = (*grow, *touch, self.restore)
        else:
            possible = touch
        self.draws.choice(possible)()

    def sync(self) -> SyncReport:
        """Brings both sides to the same state."""
        options = SyncOptions(project=PROJECT, enrich=Enrich.NOW)
        self.touched.clear()
        return FolderSync(self.knowledge, self.user, self.folder, layout_called(None, self.folder), options).run()

    def check(self) -> None:
        """Neither side has lost a word, and none holds what was given up."""
        assert sorted(WORD.findall("\n".join(self.memories()))) == sorted(self.expected)
        # A heading that was made of a text says nothing more once that has changed.
        lines = [line for path in self.files() for line in path.read_text(encoding="utf-8").split("\n")]
        shown = WORD.findall("\n".join(line for line in lines if not line.startswith("#")))
        # What was archived stays in the notes of a person; what was deleted there stays away.
        assert sorted(word for word in shown if word not in self.archived) == sorted(self.expected)
        assert len(shown) == len(set(shown))
        assert not self.deleted & set(shown)

    def memories(self) -> dict[str, str]:
        """The texts of active memories, and their ids."""
        found: dict[str, str] = {}
        after: str | None = None
        while True:
            page = self.knowledge.memories(
                self.user, filters=Filters(status=Status.ACTIVE, project=PROJECT), limit=200, cursor=after
            )
            found |= {memory.text: memory.id for memory in page.memories}
            after = page.next_cursor
            if after is None:
                return found

    def untouched(self) -> list[str]:
        """The words on both sides that nobody has touched since the last sync, the oldest first."""
        return sorted(self.expected - self.touched, key=lambda word: int(word[4:-1]))

    def fresh(self) -> str:
        self.count += 1
        word = f"word{self.count}x"
        self.expected.add(word)
        self.touched.add(word)
        return word

    def taken(self) -> str:
        """A word to touch, which is not expected any more."""
        word = self.draws.choice(self.untouched())
        self.expected.discard(word)
        self.touched.add(word)
        return word

    def place_of(self, word: str) -> Path:
        return next(path for path in self.files() if f"{word} " in path.read_text("utf-8"))

    def files(self) -> list[Path]:
        """Those that hold memories; the overview of a project quotes them."""
        return sorted(path for path in self.folder.rglob("*.md") if path.name != "MEMORY.md")

    def id_of(self, word: str) -> str:
        return next(each for text, each in self.memories().items() if f"{word} " in text)

    def type_a_line(self) -> None:
        path = self.folder / self.draws.choice(["pinned.md", "decisions.md"])
        before = path.read_text("utf-8") if path.exists() else "# By hand\n\nprose that stays\n\n"
        path.write_text(f"{before}- A line of {self.fresh()} stands here.\n", "utf-8")

    def type_a_note(self) -> None:
        word = self.fresh()
        (self.folder / f"note-{self.count}.md").write_text(f"# Title {self.count}\n\nA note of {word} stands here.\n")

    def remember(self) -> None:
        text = f"A memory of {self.fresh()} stands here."
        draft = Draft(text=text, title=f"Title {self.count}", project=PROJECT)
        self.knowledge.remember(self.user, draft)

    def change_the_file(self) -> None:
        self.write_over(self.taken(), self.fresh())

    def write_over(self, word: str, fresh: str) -> None:
        path = self.place_of(word)
        path.write_text(path.read_text("utf-8").replace(f"{word} ", f"{fresh} "), "utf-8")

    def change_the_memory(self) -> None:
        identity = self.id_of(self.taken())
        self.knowledge.edit(self.user, identity, {"text": f"A memory of {self.fresh()} stands here."})

    def change_both(self) -> None:
        word = self.taken()
        self.knowledge.edit(self.user, self.id_of(word), {"text": f"A memory of {self.fresh()} stands here."})
        self.write_over(word, self.fresh())

    def delete_from_the_file(self) -> None:
        word = self.taken()
        self.archived[word] = self.id_of(word)
        self.deleted.add(word)
        path = self.place_of(word)
        text = path.read_text("utf-8")
        parts = re.split(r"(?m)^(?=#)" if "- A line of" not in text else r"(?m)^", text)
        left = "".join(part for part in parts if f"{word} " not in part)
        if WORD.search(left) or not path.name.startswith(("note-", "renamed-")):
            path.write_text(left, "utf-8")
        else:
            path.unlink()

    def forget(self) -> None:
        self.knowledge.forget(self.user, self.id_of(self.taken()))

    def archive(self) -> None:
        word = self.taken()
        self.archived[word] = self.id_of(word)
        self.knowledge.archive(self.user, self.archived[word])

    def restore(self) -> None:
        words = sorted(self.archived.keys() - self.touched)
        if words:
            word = self.draws.choice(words)
            self.knowledge.restore(self.user, self.archived.pop(word))
            self.expected.add(word)
            self.touched.add(word)
            self.deleted.discard(word)

    def rename_a_note(self) -> None:
        notes = sorted(self.folder.glob("note-*.md"))
        if notes:
            note = self.draws.choice(notes)
            note.rename(note.with_name(f"renamed-{note.name}"))


@pytest.mark.parametrize(("seed", "steps"), [(1, 120), (2, 120), pytest.param(3, 10_000, marks=pytest.mark.full)])
def test_random_hands_on_both_sides_lose_nothing_and_bring_nothing_back(
    seed: int, steps: int, light: Knowledge, user_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "shop"
    folder.mkdir()
    hands = Hands(light, user_id, folder, random.Random(seed))
    for step in range(1, steps + 1):
        hands.step()
        if step % A_ROUND == 0:
            hands.sync()
            hands.check()
            again = hands.sync()
            assert (again.counts, again.written) == ({}, ())
