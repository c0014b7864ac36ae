"""Ways to fill an empty memory, side by side: `python -m bench.first_load [--size 10000] [--json OUT]`.

Use a database of its own: one of the ways drops the search indexes and makes them anew.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Final

from api.app import store
from api.settings import settings as read_settings
from bench.filler import talks_without_end
from bench.output import give_out
from bench.run import built
from bench.server import driven
from extraction.pipeline import Pipeline
from graph.db import schema
from graph.extractor import ExtractionInput
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.memory import Enrich

_BATCH: Final = 200
_WARM: Final = 400
_INDEX_S: Final = 3_600
SEARCH_INDEXES: Final = ("chunk_embedding", "chunk_terms", "chunk_text")
"""The indexes that every chunk goes into and that remembering does not ask."""


def measured(knowledge: Knowledge, user: str, drafts: Sequence[Draft]) -> dict[str, object]:
    """Memories a second of each way, through to where everything can be found; `understanding` writes nothing.

    No way of writing, an offline import included, can be faster than `understanding` is.
    """
    _drain(knowledge, f"{user}-warm", drafts[:_WARM])
    rates: dict[str, object] = {"memories": len(drafts)}
    ways: dict[str, Callable[[], dict[str, float]]] = {
        "understanding": lambda: _understanding(drafts),
        "remember_many": lambda: {"per_s": _rate(len(drafts), lambda: _drain(knowledge, f"{user}-many", drafts))},
        "without_indexes": lambda: _unindexed(knowledge, f"{user}-bare", drafts),
        "later": lambda: _later(knowledge, f"{user}-later", drafts),
    }
    for name, way in ways.items():
        rates[name] = way()
        print(f"{name}: {rates[name]}", file=sys.stderr, flush=True)
    return rates


def _rate(count: int, work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return round(count / (time.perf_counter() - started), 1)


def _drain(knowledge: Knowledge, user: str, drafts: Sequence[Draft], enrich: Enrich = Enrich.NOW) -> None:
    for outcome in knowledge.remember_many(user, drafts, enrich=enrich, batch_size=_BATCH):
        if outcome.error is not None:
            raise outcome.error


def _understanding(drafts: Sequence[Draft]) -> dict[str, float]:
    """What remembering does before it writes, in worker processes, without what the graph knows already."""
    pipeline = Pipeline(read_settings().extraction)
    try:
        _understand(pipeline, drafts[:_WARM])
        return {"per_s": _rate(len(drafts), lambda: _understand(pipeline, drafts))}
    finally:
        pipeline.close()


def _understand(pipeline: Pipeline, drafts: Sequence[Draft]) -> None:
    batches = (drafts[start : start + _BATCH] for start in range(0, len(drafts), _BATCH))
    for _ in pipeline.extract_stream(
        [ExtractionInput(draft, pipeline.read(draft)) for draft in batch] for batch in batches
    ):
        pass


def _later(knowledge: Knowledge, user: str, drafts: Sequence[Draft]) -> dict[str, float]:
    """Stored at once and found by their words; understood afterwards, as the background thread does it."""
    burst = _rate(len(drafts), lambda: _drain(knowledge, user, drafts, Enrich.LATER))

    def work_off() -> None:
        while knowledge.enrich_pending(limit=_BATCH):
            pass

    backlog = _rate(len(drafts), work_off)
    return {"burst_per_s": burst, "backlog_per_s": backlog, "per_s": round(1 / (1 / burst + 1 / backlog), 1)}


def _unindexed(knowledge: Knowledge, user: str, drafts: Sequence[Draft]) -> dict[str, float]:
    """The search indexes dropped first and made when all is written."""
    bench = store(read_settings())
    pipeline = Pipeline(read_settings().extraction)
    started = time.perf_counter()
    try:
        with driven() as driver:
            for name in SEARCH_INDEXES:
                driver.execute_query("DROP INDEX $name IF EXISTS", name=name)
        _drain(knowledge, user, drafts)
        written = time.perf_counter()
        bench.schema("schema/chunk_embedding", dimensions=pipeline.embedding.dimensions)
        bench.schema("schema/chunk_terms")
        bench.schema("schema/chunk_text")
        schema.wait_for_indexes(bench, _INDEX_S)
    finally:
        bench.close()
    done = time.perf_counter()
    return {"per_s": round(len(drafts) / (done - started), 1), "indexes_s": round(done - written, 1)}


def main() -> None:
    """Measures every way and prints the rates as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the evaluation sets")
    parser.add_argument("--size", type=int, default=10_000, help="memories of each way")
    parser.add_argument("--json", type=Path, help="file to write the result to")
    arguments = parser.parse_args()
    drafts = list(islice(chain.from_iterable(talks_without_end(arguments.data)), arguments.size))
    knowledge = built()
    try:
        result = measured(knowledge, f"first-{time.time_ns():x}", drafts)
    finally:
        knowledge.close()
    give_out(result, arguments.json)


if __name__ == "__main__":
    main()
