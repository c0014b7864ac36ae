"""Uses are gathered and written together, once a second; what cannot be written waits, and closing writes the rest."""

from collections.abc import Sequence
from datetime import UTC, datetime
from threading import Event
from typing import Any, cast

import pytest

from graph.db.importance.use_counter import UseCounter
from graph.db.store import Step, Store
from graph.errors import Unavailable
from graph.model.importance import UseKind
from graph.settings import AccessSettings

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)


class NotingStore:
    """Keeps what was to be written, or raises."""

    def __init__(self) -> None:
        self.writes: list[Sequence[Step]] = []
        self.trouble: Exception | None = None
        self.tried = Event()

    def write_all(self, steps: Sequence[Step]) -> None:
        self.tried.set()
        if self.trouble is not None:
            raise self.trouble
        self.writes.append(steps)


@pytest.fixture
def store() -> NotingStore:
    return NotingStore()


def counter(store: NotingStore, *, every_s: float = 3600) -> UseCounter:
    return UseCounter(cast(Store, store), AccessSettings(), lambda: NOW, every_s=every_s)


def written(store: NotingStore) -> list[tuple[object, str, int, list[tuple[str, int]]]]:
    uses: list[tuple[object, str, int, list[tuple[str, int]]]] = []
    for step in (step for steps in store.writes for step in steps):
        rows = cast(list[dict[str, Any]], step.params["uses"])
        uses += [
            (step.params["user_id"], row["id"], row["used"], [(day["key"], day["number"]) for day in row["days"]])
            for row in rows
        ]
    return uses


def test_many_uses_of_many_users_are_one_write(store: NotingStore) -> None:
    counting = counter(store)
    for _ in range(50):
        counting.add("taro", ("a", "b", "a"), UseKind.VIEW)
    counting.add("taro", ("a",), UseKind.EDIT)
    counting.add("hana", ("c",), UseKind.SHARE)
    assert store.writes == []
    counting.close()
    assert len(store.writes) == 1
    assert written(store) == [
        ("hana", "c", 1, [("2026-06-01 share ", 1)]),
        ("taro", "a", 50, [("2026-06-01 edit ", 1), ("2026-06-01 view ", 50)]),
        ("taro", "b", 50, [("2026-06-01 view ", 50)]),
    ]


def test_they_are_written_by_themselves_after_a_while_and_nothing_is_written_where_there_are_none(
    store: NotingStore,
) -> None:
    counting = counter(store, every_s=0.01)
    counting.flush()
    assert not store.tried.is_set()
    counting.add("taro", ("a",), UseKind.VIEW)
    assert store.tried.wait(10)
    counting.close()
    assert written(store) == [("taro", "a", 1, [("2026-06-01 view ", 1)])]


def test_what_cannot_be_written_waits_for_the_next_time(store: NotingStore) -> None:
    counting = counter(store)
    counting.add("taro", ("a",), UseKind.VIEW)
    store.trouble = Unavailable("away", retry_after=1)
    with pytest.raises(Unavailable):
        counting.flush()
    counting.add("taro", ("a",), UseKind.VIEW)
    store.trouble = None
    counting.flush()
    assert written(store) == [("taro", "a", 2, [("2026-06-01 view ", 2)])]


def test_a_database_that_is_away_does_not_keep_a_process_from_closing(
    store: NotingStore, caplog: pytest.LogCaptureFixture
) -> None:
    counting = counter(store)
    counting.add("taro", ("a",), UseKind.VIEW)
    store.trouble = Unavailable("the secret", retry_after=1)
    counting.close()
    assert "Unavailable" in caplog.text
    assert "secret" not in caplog.text
