"""Measures the product on evaluation sets: `python -m tests.bench.run SET… [--data DIR] [--split dev] [--json OUT]`."""

import argparse
import json
import sys
import time
from pathlib import Path

from api.app import build
from api.settings import settings as read_settings
from graph.knowledge import Knowledge
from tests.bench import quality, speed
from tests.bench.sets import PASSAGES, TALKS

SPEEDS = ("ingest-en", "ingest-ja", "latency")
SETS = (*SPEEDS, *TALKS, *PASSAGES)


def main() -> None:
    """Runs the sets one after the other and prints one JSON object, `{set: {metric: value}}`."""
    arguments = _arguments()
    user = f"bench-{time.time_ns():x}"
    knowledge = _built()
    results: dict[str, dict[str, object]] = {}
    try:
        for name in arguments.sets:
            started = time.perf_counter()
            print(f"{name} …", file=sys.stderr, flush=True)
            results[name] = _measured(knowledge, user, name, arguments)
            results[name]["seconds"] = round(time.perf_counter() - started, 1)
            print(f"{name}: {json.dumps(results[name])}", file=sys.stderr, flush=True)
    finally:
        knowledge.close()
    written = json.dumps(results, indent=2, ensure_ascii=False)
    if arguments.json:
        arguments.json.write_text(written + "\n", encoding="utf-8")
    print(written)


def _measured(knowledge: Knowledge, user: str, name: str, arguments: argparse.Namespace) -> dict[str, object]:
    if name == "latency":
        return speed.latency(knowledge, user, arguments.data, arguments.size)
    if name in SPEEDS:
        return speed.ingest(knowledge, user, arguments.data, name, arguments.split)
    return quality.measured(knowledge, user, arguments.data, name, arguments.split)


def _built() -> Knowledge:
    """The product as it is deployed, but for what moves scores by age: the sets stand still."""
    chosen = read_settings()
    still = chosen.graph.model_copy(update={"recency_swing": 0.0, "importance_swing": 0.0})
    return build(chosen.model_copy(update={"graph": still}))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+", choices=SETS, metavar="SET", help=", ".join(SETS))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the evaluation sets")
    parser.add_argument("--split", default="dev", choices=("dev", "heldout"), help="which part of the sets")
    parser.add_argument("--size", type=int, default=10_000, help="memories in the graph for `latency`")
    parser.add_argument("--json", type=Path, help="file to write the result to")
    return parser.parse_args()


if __name__ == "__main__":
    main()
