"""Every statement of cypher/ is run by somebody, and nobody runs one that is not there."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import cast

import pytest

from graph.db import schema
from graph.db.queries import query
from graph.db.row import Row
from graph.db.store import Store
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
    """Answers like an empty server of one version, and keeps the name, mode and parameters of what it was asked."""

    def __init__(self, version: str) -> None:
        self.version = version
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
        if name == "schema/record_embedding_model":
            return [{"name": MODEL.name, "dimensions": MODEL.dimensions, "version": MODEL.version}]
        return []


def watched(version: str) -> list[tuple[str, str, frozenset[str]]]:
    store = WatchedStore(version)
    schema.applied(cast(Store, store), MODEL, datetime(2026, 6, 1, tzinfo=UTC))
    return store.asked


VERSIONS = ("2026.09.0", "5.26.33")


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
    named = literal_names() | {name for version in VERSIONS for name, _, _ in watched(version)}
    assert named - sources().keys() == set()


def test_every_statement_that_is_there_is_run() -> None:
    named = literal_names() | {name for version in VERSIONS for name, _, _ in watched(version)}
    assert sources().keys() - named == UNUSED.keys()


@pytest.mark.parametrize("version", VERSIONS)
def test_the_schema_asks_in_the_right_mode_with_the_right_parameters(version: str) -> None:
    for name, mode, params in watched(version):
        assert (query(name).mode, query(name).params) == (mode, params), name


def test_a_server_that_cannot_search_gets_the_indexes_it_understands() -> None:
    old, new = ({name for name, _, _ in watched(version)} for version in reversed(VERSIONS))
    assert {"schema/chunk_embedding_before_search", "schema/entity_embedding_before_search"} <= old - new
    assert {"schema/chunk_embedding", "schema/entity_embedding"} <= new - old
