"""Every statement of cypher/ is run by somebody, and nobody runs one that is not there."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import cast

import pytest

from graph.db import schema
from graph.db.queries import query
from graph.db.row import Row
from graph.db.store import Store
from graph.errors import Misconfigured
from graph.model.extraction import EmbeddingModel
from tests.house.code_rules import faulty, modules, statement_names
from tests.house.cypher_rules import sources

BUILT = "graph/db/schema.py"
"""The one module that puts names together: from tuples, and what comes of them is watched here."""
UNUSED = {
    "recall/bare": "the yardstick of the bench: the least that vectors and words cost",
}
MODEL = EmbeddingModel(name="m", dimensions=8, version="1", query_prefix="", passage_prefix="", spread=1.0)


class WatchedStore:
    """Answers like a server of one version, and keeps the name, mode and parameters of what it was asked.

    Its database was kept by the `first` migrations.
    """

    def __init__(self, version: str, first: int = 0) -> None:
        self.version = version
        self.first = first
        self.asked: list[tuple[str, str, frozenset[str]]] = []

    def read(self, name: str, /, **params: object) -> list[Row]:
        return self._answer("read", name, params)

    def write(self, name: str, /, **params: object) -> list[Row]:
        return self._answer("write", name, params)

    def batch(self, name: str, /, **params: object) -> list[Row]:
        return self._answer("batch", name, params)

    def schema(self, name: str, /, **params: object) -> list[Row]:
        return self._answer("schema", name, params)

    def _answer(self, mode: str, name: str, params: Mapping[str, object]) -> list[Row]:
        self.asked.append((name, mode, frozenset(params)))
        if name == "schema/components":
            return [{"name": "Neo4j Kernel", "version": self.version, "edition": "community"}]
        if name == "schema/applied_migrations":
            return [{"name": each} for each in schema.migrations()[: self.first]]
        if name == "schema/record_embedding_model":
            return [{"name": MODEL.name, "dimensions": MODEL.dimensions, "version": MODEL.version, "side": "a"}]
        return []


def watched(version: str) -> list[tuple[str, str, frozenset[str]]]:
    asked: list[tuple[str, str, frozenset[str]]] = []
    for first in (0, 1):  # a new database, and one that an older version kept
        store = WatchedStore(version, first)
        schema.applied(cast(Store, store), MODEL, datetime(2026, 6, 1, tzinfo=UTC))
        asked += store.asked
    return asked


VERSION = "2026.09.0"


def literal_names() -> set[str]:
    return {name for text in modules().values() for _, name in statement_names(text) if name}


def test_a_statement_is_named_by_a_literal() -> None:
    unnamed = faulty(
        modules(), lambda _, text: [f"line {line}" for line, name in statement_names(text) if name is None]
    )
    assert unnamed.keys() == {BUILT, "graph/db/store.py"}


def test_a_name_that_is_no_literal_is_seen() -> None:
    text = (
        'self._store.read(name)\nstore.write(f"memory/{x}")\nStep(name, {})\nstore.batch("a/b")\nextractor.read(draft)'
    )
    assert list(statement_names(text)) == [(1, None), (2, None), (3, None), (4, "a/b")]


def test_every_statement_that_is_run_is_there() -> None:
    named = literal_names() | {name for name, _, _ in watched(VERSION)}
    assert named - sources().keys() == set()


def test_every_statement_that_is_there_is_run() -> None:
    named = literal_names() | {name for name, _, _ in watched(VERSION)}
    assert sources().keys() - named == UNUSED.keys()


def test_the_schema_asks_in_the_right_mode_with_the_right_parameters() -> None:
    for name, mode, params in watched(VERSION):
        assert (query(name).mode, query(name).params) == (mode, params), name


@pytest.mark.parametrize(
    ("version", "reason"),
    [("5.26.33", r"Neo4j 5\.26\.33 is too old: Enishi needs 2026\.02 or newer"), ("2026.01.4", "too old"),
     ("2026.08.0", "was withdrawn")],
)  # fmt: skip
def test_a_server_that_cannot_carry_the_schema_is_refused_before_anything_is_written(version: str, reason: str) -> None:
    store = WatchedStore(version)
    with pytest.raises(Misconfigured, match=rf"{reason}.*ENISHI_NEO4J__URI"):
        schema.applied(cast(Store, store), MODEL, datetime(2026, 6, 1, tzinfo=UTC))
    assert [name for name, _, _ in store.asked] == ["schema/components"]


@pytest.mark.parametrize("version", ["2026.02.0", "2026.08.1", "2026.09.0"])
def test_a_server_that_filters_inside_its_vector_index_is_taken(version: str) -> None:
    assert schema.server(cast(Store, WatchedStore(version))).version == version


def test_the_names_of_migrations_that_databases_know_stay_as_they_are() -> None:
    released = ("m001_foundation", "m002_names", "m003_links", "m004_entity_vectors", "m005_facts_of_user",
                "m006_match", "m007_pinned", "m008_backlog", "m009_sums", "m010_both_told", "m011_said",
                "m012_audit_events")  # fmt: skip
    assert schema.migrations()[: len(released)] == released
