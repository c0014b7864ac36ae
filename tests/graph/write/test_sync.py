"""Which memory each text of a file is: by place and words, by words alone, by place alone, by its neighbours."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from graph.db.store import Store
from graph.model.draft import Draft
from graph.model.memory import Enrich, Outcome, Remembered
from graph.model.synced import SourceText, Survey, SyncChange, Synced, numbered_part
from graph.model.types import Status
from graph.write.sync import Placed, SourceSync, change_of, planned, source_text

A, B = "/v/a.md", "/v/b.txt"


def placed(where: str, words: str, status: Status = Status.ACTIVE, *, gone: bool = False) -> Placed:
    return Placed(id=f"{where}={words}", place=where, near_hash=words, status=status, gone=gone)


def numbered(words: str, file: str = B) -> list[tuple[str, str]]:
    """Paragraphs of a file, each a letter, at their numbers."""
    return [(f"{file}#{numbered_part(number)}", letter) for number, letter in enumerate(words, start=1)]


@pytest.mark.parametrize(
    ("stored", "texts", "changes"),
    [
        ([], [(f"{A}#Work", "x")], ["added"]),
        ([(f"{A}#Work", "x")], [(f"{A}#Work", "x")], ["unchanged"]),
        ([(f"{A}#Work", "x")], [(f"{A}#Work", "y")], ["changed"]),
        ([(f"{A}#Work", "x")], [(f"{A}#Job", "x")], ["unchanged"]),
        ([(f"{A}#Work", "x")], [("/v/c.md#Work", "x")], ["moved"]),
        ([(f"{A}#Work", "x")], [(f"{A}#Home", "y")], ["added"]),
        (numbered("xyz"), numbered("nxyz"), ["added", "unchanged", "unchanged", "unchanged"]),
        (numbered("xyz"), numbered("nxqz"), ["added", "unchanged", "changed", "unchanged"]),
        (numbered("xyz"), numbered("zx"), ["unchanged", "unchanged"]),
        (numbered("xyz"), numbered("x"), ["unchanged"]),
        (numbered("xy"), numbered("xx"), ["unchanged", "unchanged"]),
        (numbered("yx"), numbered("xx"), ["unchanged", "unchanged"]),
        ([], numbered("xyx"), ["added", "added", "unchanged"]),
    ],
)
def test_a_text_is_the_memory_that_it_was(
    stored: list[tuple[str, str]], texts: list[tuple[str, str]], changes: list[str]
) -> None:
    given = [SourceText(place=place, near_hash=words, content_hash=words) for place, words in texts]
    plan = planned([placed(*each) for each in stored], given)
    assert [change_of(text, plan).value for text in given] == changes
    places = {placed.id: place for place, placed in plan.matched.items()}
    assert len(places) == len(plan.matched)
    assert {memory.id for memory in plan.left}.isdisjoint(places)


def test_a_place_that_another_takes_is_given_up() -> None:
    given = [SourceText(place=place, near_hash=words) for place, words in numbered("z")]
    for status, left in (
        (Status.ACTIVE, f"gone:{B}#{numbered_part(1)}"),
        (Status.ARCHIVED, f"{B}#{numbered_part(1)}¶"),
    ):
        plan = planned([placed(where, words, status) for where, words in numbered("xz")], given)
        moves = {str(row["id"]).rpartition("=")[2]: row["place"] for row in plan.moves(given)}
        assert moves == {"z": f"{B}#{numbered_part(1)}", "x": left}


def test_what_was_gone_comes_back_as_the_same_memory() -> None:
    (text,) = [SourceText(place=f"{A}#Work", near_hash="x")]
    plan = planned([placed(f"{A}#Work", "x", Status.ARCHIVED, gone=True)], [text])
    assert change_of(text, plan).value == "added"
    assert [row["place"] for row in plan.moves([text])] == [f"{A}#Work"]


class Cut(BaseException):
    """Ctrl-C between two transactions."""


@dataclass
class Graph:
    """Memories by id as a sync sees them: each write is a transaction, and after `left` of them the process is cut."""

    rows: dict[str, dict[str, Any]] = field(default_factory=dict)
    left: int = 1_000

    def commit(self) -> None:
        if not self.left:
            raise Cut
        self.left -= 1

    def read(self, name: str, /, **given: Any) -> list[dict[str, Any]]:
        if name == "memory/saying":
            asked = {identity["content_hash"] for identity in given["identities"]}
            return [row for row in self.rows.values() if row["content_hash"] in asked]
        return [row for row in self.rows.values() if str(row["place"]).startswith(tuple(given["roots"]))]

    def write(self, _: str, /, *, moves: Sequence[Mapping[str, Any]], **given: str) -> None:
        assert given == {"user_id": "u"}
        self.commit()
        for move in moves:
            self.rows[move["id"]]["place"] = move["place"]

    def status(self, _: str, memory_id: str, status: Status, **more: str | None) -> None:
        self.commit()
        self.rows[memory_id] |= {"status": status.value, "place": more["place"]}

    def remember_many(self, _: str, drafts: Iterable[Draft], **given: object) -> Iterator[Outcome]:
        assert given == {"enrich": Enrich.NOW, "batch_size": None}
        for position, draft in enumerate(drafts):
            text = source_text(draft)
            says: dict[str, Any] = {"content_hash": text.content_hash, "near_hash": text.near_hash, "title": draft.text}
            known = next((row for row in self.rows.values() if row["content_hash"] == text.content_hash), None)
            there = next((row for row in self.rows.values() if row["place"] == draft.place), None)
            row: dict[str, Any] = (
                known or there or {"id": f"{len(self.rows)}", "place": draft.place, "status": "active"}
            )
            created = row["id"] not in self.rows
            if row is not known:
                self.commit()
                self.rows[row["id"]] = row
                row |= {"session_id": "", **says}
            yield Outcome(position=position, remembered=remembered(row["id"], created=created))

    def sync(self, files: Mapping[str, str], root: str = "/v") -> list[Synced]:
        """Each letter is a paragraph."""
        drafts = [
            Draft(text=letter, place=f"{root}/{file}#{numbered_part(number)}")
            for file, letters in files.items()
            for number, letter in enumerate(letters, start=1)
        ]
        survey = Survey(root=root, texts=tuple(map(source_text, drafts)))
        syncing = SourceSync(cast(Store, self), cast(Any, self.remember_many), cast(Any, self.status))
        run = syncing.run("u", survey, drafts, allow_empty=True, enrich=Enrich.NOW, batch_size=None)
        return list(run)

    def active(self) -> list[str]:
        return sorted(row["title"] for row in self.rows.values() if row["status"] == "active")


def remembered(identity: str, *, created: bool) -> Remembered:
    return Remembered(
        id=identity, title="", micro_summary="", language="en", created=created, status=Status.ACTIVE, pending=False,
        pinned=False, chunks=1, importance=0, duplicate_of=None, entities=(), facts=(), links=0, milliseconds={},
    )  # fmt: skip


@pytest.mark.parametrize("transactions", range(8))
def test_what_a_cut_sync_left_undone_the_next_one_does(transactions: int) -> None:
    graph = Graph()
    graph.sync({"a": "xyz", "b": "pq"})
    graph.sync({"a": "xz"})
    assert graph.active() == ["x", "z"]
    after = {"a": "z", "b": "qpn", "c": "y"}
    graph.left = transactions
    try:
        graph.sync(after)
    except Cut:
        graph.left = 1_000
        graph.sync(after)
    graph.left = 1_000
    assert graph.active() == ["n", "p", "q", "y", "z"]
    graph.sync({"a": "z"})
    assert graph.active() == ["z"]


def test_of_two_that_plainly_say_the_same_a_text_is_the_one_that_says_it_exactly() -> None:
    graph = Graph()
    graph.sync({"a": "xX"})
    assert graph.active() == ["X", "x"]
    assert [text.change.value for text in graph.sync({"a": "XX"})] == ["unchanged", "unchanged", "removed"]
    assert [text.change.value for text in graph.sync({"a": "XX"})] == ["unchanged", "unchanged"]
    assert graph.active() == ["X"]


def test_a_memory_that_another_writer_forgets_meanwhile_stops_no_sync() -> None:
    graph = Graph()
    graph.sync({"a": "xy"})
    graph.rows["0"]["status"] = None
    assert [text.change for text in graph.sync({"a": "y"})] == [SyncChange.UNCHANGED]
