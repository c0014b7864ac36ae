"""Measures the product on evaluation sets: `python -m bench.run SET… [--data DIR] [--split dev] [--json OUT]`."""

import argparse
import importlib
import json
import sys
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Protocol, cast

from api.app import build
from api.settings import settings as read_settings
from bench import (
    channels,
    context,
    fading,
    graph_queries,
    lifecycle,
    linked,
    load,
    quality,
    retention,
    routing,
    speed,
    superseded,
    worknotes,
)
from bench.output import give_out
from bench.sets import CHATS, LIVES, PASSAGES, SAMPLE, TALKS, UNTITLED, WORKNOTES, XQUAD
from graph.knowledge import Knowledge, utc_now

SUPERSEDED: Final = "superseded"
SPEEDS = ("ingest-en", "ingest-ja", "latency", "load")
LIFECYCLE: Final = "lifecycle"
EXTRACTION: Final = {
    "ner_en_ewt": "ner",
    "ner_en_wnut17": "ner",
    "ner_ja_gsd": "ner",
    "ner_ja_stockmark": "ner",
    "carb": "kept_facts",
    "wire57": "kept_facts",
    "carb-clauses": "openie",
    "wire57-clauses": "openie",
    "wac_ja": "pas",
    "names_ja_synth": "naming",
    "names_open_world": "naming",
    "entity_variants": "naming",
    "redocred": "pairs",
    "jacred": "pairs",
    "dates": "dates",
    "ner_soft": "kept_names",
    "ner_world": "kept_names",
    "probes": "probes",
    "sentences": "relation_sentences",
    "decisions": "decisions",
    "notes-en": "annotated_notes",
    "notes-ja": "annotated_notes",
    "long-turns": "long_turns",
}
"""Sets of what is read off texts, which need no database, and the module of this folder that measures each."""
SETS = (
    *SPEEDS,
    LIFECYCLE,
    graph_queries.SET,
    *context.SETS,
    routing.SET,
    retention.SET,
    channels.SET,
    fading.SET,
    linked.SET,
    SAMPLE,
    LIVES,
    SUPERSEDED,
    *TALKS,
    *PASSAGES,
    *UNTITLED,
    CHATS,
    *XQUAD,
    *WORKNOTES,
    *EXTRACTION,
)


class Measures(Protocol):
    """What a module that measures extraction sets offers."""

    def measured(self, data: Path, name: str, split: str) -> dict[str, object]:
        """The metrics of one set in percent, `floors` among them."""
        ...


def main() -> None:
    """Runs the sets one after the other and prints one JSON object, `{set: {metric: value}}`."""
    arguments = _arguments()
    results: dict[str, dict[str, object]] = {}
    _measure([name for name in arguments.sets if name in EXTRACTION], arguments, None, results)
    rest = [name for name in arguments.sets if name not in EXTRACTION]
    if rest:
        knowledge = built()
        try:
            _measure(rest, arguments, knowledge, results)
        finally:
            knowledge.close()
    give_out(results, arguments.json)


def _measure(
    names: Iterable[str],
    arguments: argparse.Namespace,
    knowledge: Knowledge | None,
    results: dict[str, dict[str, object]],
) -> None:
    user = f"bench-{time.time_ns():x}"
    for name in names:
        started = time.perf_counter()
        print(f"{name} …", file=sys.stderr, flush=True)
        if knowledge is None:
            measures = cast(Measures, importlib.import_module(f"bench.{EXTRACTION[name]}"))
            results[name] = measures.measured(arguments.data, name, arguments.split)
        else:
            results[name] = _measured(knowledge, user, name, arguments)
        results[name]["seconds"] = round(time.perf_counter() - started, 1)
        print(f"{name}: {json.dumps(results[name])}", file=sys.stderr, flush=True)


def _measured(knowledge: Knowledge, user: str, name: str, arguments: argparse.Namespace) -> dict[str, object]:
    if name == "latency":
        return speed.latency(knowledge, user, arguments.data, arguments.size)
    if name == "load":
        return load.load(knowledge, user, arguments.data, arguments.size)
    if name == routing.SET:
        return routing.measured(knowledge, user, arguments.data, arguments.split)
    if name == retention.SET:
        return retention.measured(knowledge, user, arguments.data, arguments.split)
    if name == channels.SET:
        return channels.measured(knowledge, _later, user, arguments.data)
    if name == fading.SET:
        return fading.measured(user, arguments.data, arguments.split)
    if name == linked.SET:
        return linked.measured(knowledge, user, arguments.data, arguments.split)
    if name == LIFECYCLE:
        return lifecycle.measured(knowledge, user, arguments.size)
    if name == graph_queries.SET:
        return graph_queries.measured(knowledge, user, arguments.size)
    if name == SUPERSEDED:
        return superseded.measured(knowledge, user)
    if name in context.SETS:
        return context.measured(knowledge, user, arguments.data, name, arguments.split)
    if name in WORKNOTES:
        answered = quality.measured(knowledge, user, arguments.data, name, arguments.split)
        return worknotes.measured(arguments.data, name) | answered
    if name in SPEEDS:
        return speed.ingest(knowledge, user, arguments.data, name, arguments.split)
    return quality.measured(knowledge, user, arguments.data, name, arguments.split)


def _later() -> Knowledge:
    """The product as it is some days from now."""
    return built(lambda: datetime.now(UTC) + timedelta(days=channels.DAYS))


def built(clock: Callable[[], datetime] = utc_now) -> Knowledge:
    """The product as it is deployed, but for what moves scores by age: the sets stand still.

    And for the vectors of questions it would remember: a question asked twice by a benchmark would flatter it.
    """
    chosen = read_settings()
    still = chosen.graph.model_copy(update={"recency_swing": 0.0, "importance_swing": 0.0})
    vectors = chosen.extraction.vectors.model_copy(update={"questions_kept": 0})
    forgetful = chosen.extraction.model_copy(update={"vectors": vectors})
    return build(chosen.model_copy(update={"graph": still, "extraction": forgetful}), clock=clock)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+", choices=SETS, metavar="SET", help=", ".join(SETS))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the evaluation sets")
    parser.add_argument("--split", default="dev", choices=("dev", "heldout"), help="which part of the sets")
    parser.add_argument(
        "--size",
        type=int,
        default=10_000,
        help="memories in the graph for `latency`, `load` and `lifecycle`; entities for `graph-queries`",
    )
    parser.add_argument("--json", type=Path, help="file to write the result to")
    return parser.parse_args()


if __name__ == "__main__":
    main()
