"""Settings of the vector index against exact search: `python -m bench.vector_index [--size 10000] [--json OUT]`.

Nodes of a label of its own, real vectors, users of several sizes; everything is taken away again at the end.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

import numpy as np
from neo4j import Driver

from api.settings import settings as read_settings
from bench.filler import talks_without_end
from bench.measures import mean, percent, percentile
from bench.output import give_out
from bench.server import driven
from extraction.encoder import Vectors, open_embedder

SMALL: Final = (100, 300, 1_000, 3_000)
"""Memories of the small users; one more has all the rest."""
_ASKED: Final = 200
_FOUND: Final = 100
"""Chunks asked for at once, as a recall does."""
_BATCH: Final = 500
_BUILD_S: Final = 600


@dataclass(frozen=True, slots=True)
class Shape:
    """One setting of the index."""

    quantisation: str
    m: int = 16
    ef_construction: int = 100

    @property
    def name(self) -> str:
        """As the result calls it."""
        return f"{self.quantisation} m={self.m} ef={self.ef_construction}"


SHAPES: Final = (
    Shape("none"),
    Shape("scalar"),
    Shape("binary"),
    Shape("scalar", m=32, ef_construction=200),
    Shape("binary", m=32, ef_construction=200),
)

_CREATE: Final = """CYPHER 25
CREATE VECTOR INDEX bench_vectors FOR (one:BenchVector) ON one.embedding WITH [one.user_id]
OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine',
                       `vector.quantization.type`: $quantisation, `vector.hnsw.m`: $m,
                       `vector.hnsw.ef_construction`: $ef}}"""
_NEAR: Final = """CYPHER 25
MATCH (one:BenchVector)
  SEARCH one IN (VECTOR INDEX bench_vectors FOR $vector WHERE one.user_id = $user LIMIT $found) SCORE AS score
RETURN one.number AS number"""
_EXACT: Final = """CYPHER 25
MATCH (one:BenchVector {user_id: $user})
WITH one, vector.similarity.cosine(one.embedding, $vector) AS score
ORDER BY score DESC LIMIT $found
RETURN one.number AS number"""
_STORE: Final = """CYPHER 25
UNWIND $rows AS row
CREATE (one:BenchVector {number: row.number, user_id: row.user})
WITH one, row
CALL db.create.setNodeVectorProperty(one, 'embedding', row.vector)"""


def measured(driver: Driver, vectors: Vectors, asked: Vectors) -> dict[str, Any]:
    """Of each setting: seconds to build, recall against exact, milliseconds; and exact search by size of user."""
    owners = _owners(len(vectors))
    result: dict[str, Any] = {"vectors": len(vectors), "asked_for": _FOUND}
    _store(driver, vectors, owners)
    places = {owner: np.array([place for place, one in enumerate(owners) if one == owner]) for owner in set(owners)}
    truth = {owner: _truth(vectors, asked, own) for owner, own in places.items()}
    result["exact"] = {
        f"{len(own):,}": _timed(_searching(driver, _EXACT, owner), asked)[0]
        for owner, own in sorted(places.items(), key=lambda item: len(item[1]))
    }
    for shape in SHAPES:
        started = time.perf_counter()
        _indexed(driver, shape, vectors.shape[1])
        built = time.perf_counter() - started
        by_size: dict[str, object] = {}
        for owner, own in sorted(places.items(), key=lambda item: len(item[1])):
            times, found = _timed(_searching(driver, _NEAR, owner), asked)
            by_size[f"{len(own):,}"] = {
                **times,
                **{f"recall{k}": percent(_agreement(found, truth[owner], k)) for k in (10, _FOUND)},
            }
        result[shape.name] = {"built_s": round(built, 1), **by_size}
        print(f"{shape.name}: {json.dumps(result[shape.name])}", file=sys.stderr, flush=True)
        driver.execute_query("DROP INDEX bench_vectors")
    return result


def _owners(count: int) -> list[str]:
    owners = list(chain.from_iterable([f"user-{size}"] * size for size in SMALL if 2 * sum(SMALL) < 3 * count))
    owners += ["user-rest"] * (count - len(owners))
    # Mixed, as memories of many users come in: an index sees no user's vectors in one piece.
    order = np.random.default_rng(7).permutation(count)
    return [owners[place] for place in order]


def _truth(vectors: Vectors, asked: Vectors, own: np.ndarray[Any, Any]) -> list[list[int]]:
    """The numbers of each question's nearest vectors of one user, by exact cosine."""
    likeness = asked @ vectors[own].T
    return [own[np.argsort(-row, kind="stable")[:_FOUND]].tolist() for row in likeness]


def _agreement(found: Sequence[Sequence[int]], truth: Sequence[Sequence[int]], k: int) -> float:
    return mean([len(set(one[:k]) & set(true[:k])) / len(true[:k]) for one, true in zip(found, truth, strict=True)])


def _store(driver: Driver, vectors: Vectors, owners: Sequence[str]) -> None:
    driver.execute_query("CREATE INDEX bench_users IF NOT EXISTS FOR (one:BenchVector) ON (one.user_id)")
    for start in range(0, len(vectors), _BATCH):
        rows = [
            {"number": place, "user": owners[place], "vector": vectors[place].tolist()}
            for place in range(start, min(start + _BATCH, len(vectors)))
        ]
        driver.execute_query(_STORE, rows=rows)
    driver.execute_query("CALL db.awaitIndexes($seconds)", seconds=_BUILD_S)


def _indexed(driver: Driver, shape: Shape, dimensions: int) -> None:
    driver.execute_query(
        _CREATE, dimensions=dimensions, quantisation=shape.quantisation, m=shape.m, ef=shape.ef_construction
    )
    driver.execute_query("CALL db.awaitIndexes($seconds)", seconds=_BUILD_S)


def _searching(driver: Driver, statement: Any, user: str) -> Callable[[list[float]], list[int]]:
    def search(vector: list[float]) -> list[int]:
        records = driver.execute_query(statement, vector=vector, user=user, found=_FOUND).records
        return [record["number"] for record in records]

    return search


def _timed(search: Callable[[list[float]], list[int]], asked: Vectors) -> tuple[dict[str, float], list[list[int]]]:
    """Milliseconds of one client, round trip included, and what was found."""
    questions = asked.tolist()
    for vector in questions[:20]:
        search(vector)
    took: list[float] = []
    found: list[list[int]] = []
    for vector in questions:
        started = time.perf_counter()
        found.append(search(vector))
        took.append(1000 * (time.perf_counter() - started))
    return {"p50_ms": round(percentile(took, 0.5), 1), "p95_ms": round(percentile(took, 0.95), 1)}, found


def main() -> None:
    """Measures every setting and prints the result as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the evaluation sets")
    parser.add_argument("--size", type=int, default=10_000, help="how many vectors")
    parser.add_argument("--json", type=Path, help="file to write the result to")
    arguments = parser.parse_args()
    embedder = open_embedder(read_settings().extraction.vectors)
    turns = [draft.text for draft in islice(chain.from_iterable(talks_without_end(arguments.data)), arguments.size)]
    questions = [text for text in turns if text.endswith(("?", "？"))]
    asked = embedder.queries(questions[:: max(1, len(questions) // _ASKED)][:_ASKED])
    with driven() as driver:
        try:
            result = measured(driver, embedder.passages(turns), asked)
        finally:
            driver.execute_query("DROP INDEX bench_vectors IF EXISTS")
            driver.execute_query("DROP INDEX bench_users IF EXISTS")
            with driver.session() as session:
                session.run("MATCH (n:BenchVector) CALL (n) { DELETE n } IN TRANSACTIONS OF 1000 ROWS").consume()
    give_out(result, arguments.json)


if __name__ == "__main__":
    main()
