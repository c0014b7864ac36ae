"""A batch is compared while the one before it is written: what is under way counts as known."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from threading import Event
from typing import Any, Self, cast

import pytest

from graph.db.store import Runs, Store
from graph.errors import Invalid, Unavailable
from graph.journal.journal import Journal
from graph.model.draft import Draft
from graph.model.memory import Enrich, Remembered
from graph.model.types import Status
from graph.resolution.naming.members import Resolution
from graph.resolution.resolution_writer import EntityResolver
from graph.settings import GraphSettings, JournalSettings
from graph.write.fact_writer import FactWriter
from graph.write.remember import MemoryWriter
from tests.live.plain_extractor import PlainExtractor

STORED = Remembered(
    id="", title="", micro_summary="", language="en", created=False, status=Status.ACTIVE, pending=False, pinned=False,
    chunks=1, importance=1.0, duplicate_of=None, entities=(), facts=(), links=0, milliseconds={},
)  # fmt: skip


class SlowStore:
    """Writes the first batch only once the second was compared."""

    def __init__(self) -> None:
        self.reads = 0
        self.compared = Event()
        self.written: list[str] = []
        self.stored: dict[str, dict[str, Any]] = {}
        self.edits: list[tuple[str, object]] = []
        self.elsewhere: dict[str, str] = {}
        """By the text of a memory, the id under which another writer stored it meanwhile."""

    @classmethod
    def ready(cls) -> Self:
        """Writes the first batch at once."""
        store = cls()
        store.compared.set()
        return store

    def read(self, name: str, /, **params: object) -> list[dict[str, Any]]:
        if name == "memory/backlog":
            return [{"waiting": 0}]
        assert name == "memory/before", params
        self.reads += 1
        if self.reads == 2:
            self.compared.set()
        known = [{**row["properties"], **row, "id": there} for there, row in self.stored.items()]
        return [
            {
                "known": known,
                "placed": [],
                "twins": [],
                "tails": [],
                "rejected": [],
                "writes": 0,
                "forgot_at": 0,
                "due": False,
            }
        ]

    def take_up(self, user_id: str, memory_id: str, draft: Draft, *, reworded: bool) -> Remembered:
        """Notes what is replaced, and tells of it as the editor does."""
        assert user_id == "u"
        self.edits.append((memory_id, draft.text if reworded else draft.tags))
        return replace(STORED, id=memory_id, updated=reworded)

    def together(self, work: Callable[[Runs], Any], *, divisible: bool = False) -> Any:
        del divisible
        return work(self.run)

    def run(self, name: str, params: Mapping[str, object]) -> list[dict[str, Any]]:
        match name:
            case "memory/store":
                assert self.compared.wait(10)
                rows = cast(list[dict[str, Any]], params["memories"])
                self.written += [row["id"] for row in rows]
                self.stored |= {self.elsewhere.get(row["properties"]["text"]) or str(row["id"]): row for row in rows}
                stored = [self.elsewhere.get(row["properties"]["text"], row["id"]) for row in rows]
                return [
                    {"given": row["id"], "id": there, "created": there == row["id"], "status": "active", "moved": 0}
                    for row, there in zip(rows, stored, strict=True)
                ]
            case "entity/store":
                names = cast(list[dict[str, Any]], params["names"])
                flags = {"made": True, "rejected": False, "open": True, "fresh": False, "rejects": False}
                return [{**row, "kind": row["type"], **flags} for row in names]
            case _:
                return []


class SlowlyEditedStore(SlowStore):
    """Edits a memory only once the draft behind it was compared too, with what was stored before."""

    def __init__(self, reads: int) -> None:
        super().__init__()
        self.compared.set()
        self.last_read = Event()
        self.most = reads

    def read(self, name: str, /, **params: object) -> list[dict[str, Any]]:
        rows = super().read(name, **params)
        if self.reads == self.most:
            self.last_read.set()
        return rows

    def take_up(self, user_id: str, memory_id: str, draft: Draft, *, reworded: bool) -> Remembered:
        assert self.last_read.wait(10)
        self.stored[memory_id]["properties"]["text"] = draft.text
        return super().take_up(user_id, memory_id, draft, reworded=reworded)


def nothing(*_: object) -> None:
    pass


def never(*_: object, **__: object) -> bool:
    return False


def alone(*_: object, **__: object) -> Resolution:
    return Resolution(groups=(), proposals=(), references=())


def memory_writer(
    store: SlowStore, replace_in: Callable[[str, Sequence[str]], object] = nothing, *, batch_size: int = 200
) -> MemoryWriter:
    ids, entity_ids, extractor = count(), count(), PlainExtractor()
    resolver = EntityResolver(alone, lambda: "e")
    facts = FactWriter(
        cast(Store, store), extractor, resolver, lambda: f"e{next(entity_ids)}", may_end=lambda *_, **__: False
    )
    journal = Journal(JournalSettings(), lambda: datetime(2026, 1, 1, tzinfo=UTC), lambda: "event")
    return MemoryWriter(
        cast(Store, store), extractor, facts, GraphSettings(batch_size=batch_size),
        lambda: datetime(2026, 1, 1, tzinfo=UTC), lambda: f"m{next(ids)}", journal, take_up=store.take_up,
        settle=nothing, replace_in=replace_in,
    )  # fmt: skip


def test_what_the_batch_before_is_still_writing_is_the_same_memory() -> None:
    store = SlowStore()
    remembering = memory_writer(store)
    turn = Draft(text="Yes!", session_id="s")
    outcomes = list(remembering.remember_many("u", [turn, turn], enrich=Enrich.NOW, batch_size=1))
    first, second = (outcome.remembered for outcome in outcomes)
    assert first
    assert second
    assert (first.created, second.created) == (True, False)
    assert second.id == first.id
    assert store.written == [first.id]


class NarrowStore(SlowStore):
    """Has no memory for more than so many at once."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.compared.set()
        self.most = most

    def run(self, name: str, params: Mapping[str, object]) -> list[dict[str, Any]]:
        if name == "memory/store" and len(cast(list[object], params["memories"])) > self.most:
            raise Unavailable("No memory.", less=True)
        return super().run(name, params)


def narrowly(most: int) -> tuple[NarrowStore, MemoryWriter]:
    store = NarrowStore(most)
    return store, memory_writer(store)


def test_what_is_too_much_for_the_databases_memory_is_written_in_pieces_and_told_of_in_order() -> None:
    store, remembering = narrowly(2)
    turns = [Draft(text=f"Turn {number}.", session_id="s") for number in range(7)]
    outcomes = list(remembering.remember_many("u", [*turns, turns[0]], enrich=Enrich.NOW, batch_size=8))
    assert [outcome.position for outcome in outcomes] == list(range(8))
    remembered = [outcome.remembered for outcome in outcomes]
    assert all(remembered)
    assert [memory.id for memory in remembered[:7] if memory] == store.written
    assert remembered[7]
    assert (remembered[7].id, remembered[7].created) == (store.written[0], False)


def test_a_single_memory_that_is_too_much_is_said_to_be() -> None:
    _, remembering = narrowly(0)
    with pytest.raises(Unavailable, match="No memory"):
        list(remembering.remember_many("u", [Draft(text="Ada sings.")] * 2, enrich=Enrich.NOW, batch_size=5))


def test_a_single_memory_is_written_as_one_of_many_is() -> None:
    turn = Draft(text="Ada sings in Kyoto.", speaker="Ada", session_id="s")
    (outcome,) = memory_writer(SlowStore.ready()).remember_many("u", [turn], enrich=Enrich.LATER, batch_size=None)
    alone = memory_writer(SlowStore.ready()).remember("u", turn, enrich=Enrich.LATER)
    assert outcome.remembered
    assert replace(alone, milliseconds={}) == replace(outcome.remembered, milliseconds={})


def test_what_is_wrong_with_a_single_memory_is_raised() -> None:
    with pytest.raises(Invalid):
        memory_writer(SlowStore.ready()).remember("u", Draft(text=" "), enrich=Enrich.NOW)


@pytest.mark.parametrize("enrich", Enrich)
@pytest.mark.parametrize("size", [1, 2, 5])
@pytest.mark.parametrize("elsewhere", [{}, {"Ada sings in Kyoto.": "theirs"}])
def test_what_is_given_twice_is_told_as_it_was_stored_the_first_time(
    enrich: Enrich, size: int, elsewhere: dict[str, str]
) -> None:
    store = SlowStore.ready()
    store.elsewhere = elsewhere
    draft = Draft(text="Ada sings in Kyoto.", pinned=True, rating=5)
    drafts = [Draft(text="Mia met Leo."), draft, draft, Draft(text="Else."), draft]
    outcomes = list(memory_writer(store).remember_many("u", drafts, enrich=enrich, batch_size=size))
    _, first, second, _, third = (outcome.remembered for outcome in outcomes)
    assert first
    assert first.importance > 0
    assert (first.id == "theirs", first.pending) == (bool(elsewhere), enrich is Enrich.LATER)
    for repeat in (second, third):
        assert repeat
        assert (repeat.created, repeat.entities, repeat.facts) == (False, (), ())
        for field in ("id", "importance", "pending", "pinned", "title", "status"):
            assert getattr(repeat, field) == getattr(first, field), field
    assert store.edits == []


@pytest.mark.parametrize("elsewhere", [{}, {"Ada sings.": "theirs"}])
def test_under_one_id_of_its_source_the_last_text_takes_the_place_of_the_first_wherever_that_is_stored(
    elsewhere: dict[str, str],
) -> None:
    store = SlowStore.ready()
    store.elsewhere = elsewhere
    texts = ("Ada sings.", "Ada dances.", "Ada dances.", "Ada sings.")
    drafts = [Draft(text=text, source_id="7") for text in texts]
    outcomes = list(memory_writer(store).remember_many("u", drafts, enrich=Enrich.NOW, batch_size=5))
    remembered = [outcome.remembered for outcome in outcomes if outcome.remembered]
    assert len({memory.id for memory in remembered}) == 1
    assert store.edits == [(remembered[0].id, "Ada dances."), (remembered[0].id, "Ada sings.")]
    assert [memory.updated for memory in remembered] == [False, True, False, True]


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_text_that_is_given_last_stands_though_the_one_before_is_not_yet_written(size: int) -> None:
    store = SlowlyEditedStore(reads=-(-3 // size))
    drafts = [Draft(text=text, source_id="7") for text in ("Ada sings.", "Ada dances.", "Ada sings.")]
    outcomes = list(memory_writer(store).remember_many("u", drafts, enrich=Enrich.NOW, batch_size=size))
    assert len({outcome.remembered.id for outcome in outcomes if outcome.remembered}) == 1
    assert [row["properties"]["text"] for row in store.stored.values()] == ["Ada sings."]
    assert [text for _, text in store.edits] == ["Ada dances.", "Ada sings."]


def test_what_was_understood_is_held_against_what_is_near_while_a_stream_goes_on() -> None:
    store, seen = SlowStore.ready(), list[int]()
    writer = memory_writer(store, lambda _, ids: seen.append(len(ids)), batch_size=10)
    drafts = (Draft(text=f"Memory {number}.") for number in range(95))
    for outcome in writer.remember_many("u", drafts, enrich=Enrich.NOW, batch_size=5):
        assert sum(seen) >= outcome.position - 15
    assert (sum(seen), max(seen)) == (95, 10)
