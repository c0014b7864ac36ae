"""Whatever people do to files and graph between two syncs: no words are lost, and nothing deleted comes back."""

import re

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from api.markdown.grammars.pieces import Block
from api.markdown.wording import Wording
from tests.api.markdown.two_sides import GRAMMARS, TwoSides

TOKEN = re.compile(r"word\d+")
SHAPES = ("{}", "{} and 日本語 🌸", "{}\n\nwith a second paragraph", "{}: `code`", "- {}", "{}\n  - below\n    more")
NAMES = st.sampled_from(sorted(GRAMMARS))
NUMBERS = st.integers(0, 10_000)


class Edits(RuleBasedStateMachine):
    """Edits, moves and deletions on both sides, and old files that come back, with a sync now and then."""

    def __init__(self) -> None:
        super().__init__()
        self.sides = TwoSides()
        self.count = 0
        self.expected: set[str] = set()
        self.deleted: set[str] = set()
        self.deleting: set[str] = set()
        self.cut: dict[str, set[str]] = {}
        self.changed: set[str] = set()
        self.old: list[tuple[str, str]] = []

    def words(self, shape: int) -> str:
        self.count += 1
        word = f"word{self.count}"
        self.expected.add(word)
        return SHAPES[shape % len(SHAPES)].format(word)

    def tokens_in_files(self) -> list[str]:
        return TOKEN.findall("\n".join(self.sides.files.values()))

    def tokens_in_blocks(self) -> list[str]:
        """Those of memories in files: a heading that was made of a text that has changed since says nothing more."""
        return TOKEN.findall("\n".join(block.wording.text for _, block in self.sides.blocks()))

    def chosen(self, number: int) -> tuple[str, Block]:
        blocks = self.sides.blocks()
        return blocks[number % len(blocks)]

    def replaced(self, name: str, block: Block, raw: str) -> None:
        # The last of the same: a heading that was made of the text comes before it.
        self.sides.files[name] = raw.join(self.sides.files[name].rsplit(block.raw, 1))

    def given_up(self, text: str, *, deleted: bool) -> None:
        for word in TOKEN.findall(text):
            if word not in self.tokens_in_blocks():
                self.expected.discard(word)
                kept = word in TOKEN.findall(" ".join(wording.text for wording in self.sides.memories.values()))
                self.deleting |= {word} if deleted and kept else set()

    def untold(self, name: str, *, cut: str = "") -> None:
        """In a file without identities nobody can tell which of its lines was deleted where another was changed."""
        if not GRAMMARS[name].identified:
            self.cut.setdefault(name, set()).update(TOKEN.findall(cut))
            self.changed |= set() if cut else {name}
            self.deleting -= self.cut[name] if name in self.changed else set()

    @rule(name=NAMES, shape=NUMBERS)
    def type_a_line(self, name: str, shape: int) -> None:
        text = self.words(0 if name == "observed.md" else shape)
        raw = {"observed.md": f"- [fact] {text} #tag (by hand)\n", "memories.md": f"## Title\n- Content: {text}\n\n"}
        indented = text.replace("\n", "\n  ")
        section = f"\n## Title {self.count}\n\n{text}\n"
        line = raw.get(name) or (section if "Sections" in repr(GRAMMARS[name]) else f"- {indented}\n")
        if name == "memories.md" and "\n" in text:
            line = f"## Title\n- Content: {text.replace(chr(10), chr(10) + '  ')}\n\n"
        before = self.sides.files.get(name, "prose that stays\n")
        self.sides.files[name] = before + ("" if before.endswith("\n") else "\n") + line
        self.untold(name)

    @precondition(lambda self: self.sides.blocks())
    @rule(number=NUMBERS, shape=NUMBERS)
    def change_in_a_file(self, number: int, shape: int) -> None:
        name, block = self.chosen(number)
        words = TOKEN.findall(block.wording.text)
        if not words:
            return
        fresh = TOKEN.findall(self.words(shape))[0]
        self.replaced(name, block, fresh.join(block.raw.rsplit(words[-1], 1)))
        self.untold(name)
        for word in words:
            others = TOKEN.findall(" ".join(self.sides.active() - {block.wording.text}))
            if word not in self.tokens_in_blocks() and word not in others:
                self.expected.discard(word)

    @precondition(lambda self: self.sides.blocks())
    @rule(number=NUMBERS)
    def delete_from_a_file(self, number: int) -> None:
        name, block = self.chosen(number)
        self.replaced(name, block, "")
        self.given_up(block.wording.text, deleted=True)
        self.untold(name, cut=block.wording.text)

    @precondition(lambda self: self.sides.blocks())
    @rule(number=NUMBERS)
    def lose_an_identity(self, number: int) -> None:
        name, block = self.chosen(number)
        self.replaced(name, block, re.sub(r" \^en-\w+|\n?<!-- en-\w+ -->", "", block.raw))

    @precondition(lambda self: self.sides.blocks())
    @rule(number=NUMBERS)
    def move_to_another_file(self, number: int) -> None:
        name, block = self.chosen(number)
        other = {"pinned.md": "decisions.md", "decisions.md": "pinned.md"}.get(name)
        if other is not None:
            self.replaced(name, block, "")
            before = self.sides.files.get(other, "")
            self.sides.files[other] = before + ("\n" if before and not before.endswith("\n") else "") + block.raw

    @precondition(lambda self: ("note.md" in self.sides.files) != ("renamed.md" in self.sides.files))
    @rule()
    def rename_a_file(self) -> None:
        names = ("note.md", "renamed.md")
        before, after = names if names[0] in self.sides.files else names[::-1]
        self.sides.files[after] = self.sides.files.pop(before)

    @rule(name=NAMES)
    def keep_an_old_copy(self, name: str) -> None:
        if name in self.sides.files:
            self.old.append((name, self.sides.files[name]))

    @precondition(lambda self: self.old)
    @rule(number=NUMBERS)
    def an_old_file_comes_back(self, number: int) -> None:
        name, text = self.old[number % len(self.old)]
        gone = TOKEN.findall(self.sides.files.get(name, ""))
        self.sides.files[name] = text
        self.expected -= {word for word in gone if word not in self.tokens_in_files()}
        self.expected -= set(TOKEN.findall(text))
        # What was deleted since the last sync was not yet.
        self.deleting -= set(TOKEN.findall(text))

    @rule(name=NAMES, shape=NUMBERS)
    def remember(self, name: str, shape: int) -> None:
        text = self.words(0 if name == "observed.md" else shape)
        self.sides.remember(Wording(text=text, title=f"Title {self.count}", tags=()), name)

    @precondition(lambda self: self.sides.memories)
    @rule(number=NUMBERS)
    def change_in_the_graph(self, number: int) -> None:
        active = sorted(set(self.sides.memories) - self.sides.archived)
        if active:
            identity = active[number % len(active)]
            wording = self.sides.memories[identity]
            fresh = self.words(0)
            self.sides.memories[identity] = Wording(text=fresh, title=wording.title, tags=wording.tags)
            shown = TOKEN.findall(
                " ".join(b.wording.text for _, b in self.sides.blocks() if b.wording.text != wording.text)
            )
            self.expected -= {word for word in TOKEN.findall(wording.text) if word not in shown}
            # Where its line was deleted meanwhile both sides changed: it is kept, and its words were replaced.
            self.deleting -= set(TOKEN.findall(wording.text))

    @precondition(lambda self: self.sides.memories)
    @rule(number=NUMBERS)
    def forget(self, number: int) -> None:
        identities = sorted(self.sides.memories)
        identity = identities[number % len(identities)]
        wording = self.sides.memories.pop(identity)
        self.sides.archived.discard(identity)
        texts = [block.wording.text for _, block in self.sides.blocks() if block.id != identity]
        other = " ".join([*self.sides.active(), *(text for text in texts if text != wording.text)])
        for word in TOKEN.findall(wording.text):
            if word not in TOKEN.findall(other):
                self.expected.discard(word)
                self.deleting.add(word)

    @rule()
    def sync(self) -> None:
        prose = {name: _prose(name, text) for name, text in self.sides.files.items()}
        self.sides.sync()
        self.deleted |= self.deleting
        self.deleting.clear()
        self.cut.clear()
        self.changed.clear()
        in_graph = set(TOKEN.findall("\n".join(self.sides.active())))
        in_files = set(self.tokens_in_files())
        assert self.expected <= in_graph, ("lost in the graph", self.expected - in_graph)
        assert self.expected <= in_files, ("lost in the files", self.expected - in_files)
        assert not self.deleted & in_graph, ("came back", self.deleted & in_graph)
        for name, before in prose.items():
            assert _kept(before, _prose(name, self.sides.files[name])), name
        files = dict(self.sides.files)
        assert self.sides.sync().changes_nothing
        assert self.sides.files == files


def _prose(name: str, text: str) -> list[str]:
    pieces = GRAMMARS[name].pieces(text)
    return [line for piece in pieces if isinstance(piece, str) for line in piece.split("\n") if line.strip()]


def _kept(before: list[str], after: list[str]) -> bool:
    rest = iter(after)
    return all(line in rest for line in before)


TestEdits = Edits.TestCase
TestEdits.settings = settings(stateful_step_count=100, deadline=None)
