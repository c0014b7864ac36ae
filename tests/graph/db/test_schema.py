"""A database is brought to the schema of this version, and one that is ahead of it is left alone."""

from datetime import UTC, datetime
from typing import Any, cast

import pytest

from graph.db import schema
from graph.db.store import Store
from graph.errors import Misconfigured
from tests.live.plain_extractor import MODEL

NOW = datetime(2026, 6, 1, tzinfo=UTC)


class Recorded:
    """A database that carries some migrations; notes what is written."""

    def __init__(self, *names: str) -> None:
        self.names = names
        self.recorded: list[object] = []

    def read(self, name: str, /, **_: object) -> list[dict[str, Any]]:
        if name == "schema/components":
            return [{"name": "Neo4j Kernel", "version": "2026.09.0", "edition": "community"}]
        return [{"name": each} for each in self.names] if name == "schema/applied_migrations" else []

    def write(self, name: str, /, **params: object) -> list[dict[str, Any]]:
        self.recorded += cast("list[str]", params["names"]) if name == "schema/record_migrations" else [name]
        return [{"name": MODEL.name, "dimensions": MODEL.dimensions, "version": MODEL.version, "side": "a"}]

    schema = write

    def batch(self, name: str, /, **_: object) -> list[dict[str, Any]]:
        self.recorded.append(f"changed by {name}")
        return []


def applied(store: Recorded) -> None:
    schema.applied(cast(Store, store), MODEL, NOW)


@pytest.mark.parametrize("known", [0, 1, len(schema.migrations())])
def test_a_database_that_a_newer_version_changed_is_left_alone(known: int) -> None:
    store = Recorded(*schema.migrations()[:known], "m998_later", "m999_last")
    with pytest.raises(Misconfigured) as refused:
        applied(store)
    assert "m998_later, m999_last" in str(refused.value)
    assert "Upgrade Enishi" in str(refused.value)
    assert store.recorded == []


def test_what_is_missing_is_applied_in_order_and_nothing_else() -> None:
    names = schema.migrations()
    store = Recorded(*names[:-2])
    applied(store)
    assert [name for name in store.recorded if name in names] == [*names[-2:]]
    current = Recorded(*names)
    applied(current)
    assert current.recorded == ["schema/record_embedding_model"]


def test_a_new_database_is_not_asked_for_what_an_older_version_left_to_change() -> None:
    names = schema.migrations()
    new, old = Recorded(), Recorded(names[0])
    applied(new)
    applied(old)
    assert [name for name in old.recorded if str(name).startswith("changed by")]
    assert not [name for name in new.recorded if str(name).startswith("changed by")]
    assert [name for name in new.recorded if name in names] == [*names]
