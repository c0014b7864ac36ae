"""Measures `enishi sync` on a folder of notes: at first, with nothing changed, after one note was changed, and watched.

    python -m bench.sync --data DIR [--notes 10000] [--user sync-bench] [--settle 0] [--json OUT]

Whole processes, as people run them, on a folder of its own and for a user of its own, who is forgotten at the end:
seconds of each, and the processor seconds of the command alone, for a machine may have other work. The notes are turns
of the load corpora, one a file. With `settle` a running server is given so many seconds to understand and tie them
before the second run. The `first_change` finds a database that has never changed a memory since its start, and plans
its statements. `watched_s` is the time from the writing of a note to its words being in the graph, with the watcher
running. Start the database first (`enishi db start`), and `enishi serve --detach` to measure beside a server.
"""

import argparse
import json
import signal
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from bench.filler import talks_without_end
from bench.processes import cost_of, line_of
from bench.server import at_rest

_IN_A_FOLDER = 100
_PATIENCE_S = 60.0
_FORGET_TRIES = 5
Cost = dict[str, float]


def measured(data: Path, notes: int, user: str, settle_s: float) -> dict[str, Cost | float]:
    """Seconds and processor seconds of each run."""
    with TemporaryDirectory() as place:
        root = Path(place)
        texts = (f"{draft.speaker}: {draft.text}" for talk in talks_without_end(data) for draft in talk)
        files = list(_written(root, islice(texts, notes)))
        try:
            results: dict[str, Cost | float] = {"first": _cost(root, user)}
            _settled(user, settle_s)
            results["unchanged"] = _cost(root, user)
            for name, changed in zip(("first_change", "one_change"), files[len(files) // 2 :], strict=False):
                changed.write_text(changed.read_text(encoding="utf-8") + "It was moved to Friday.\n", encoding="utf-8")
                results[name] = _cost(root, user)
            results["watched_s"] = _watched(root, files[0], user)
        finally:
            _forgotten(user)
    return results


def _written(root: Path, texts: Iterator[str]) -> Iterator[Path]:
    for number, text in enumerate(texts):
        path = root / f"{number // _IN_A_FOLDER:03}" / f"note-{number:05}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"## Note {number}\n\n{text}\n", encoding="utf-8")
        yield path


def _cost(root: Path, user: str) -> Cost:
    spent = cost_of("sync", str(root), "--quiet", "--user", user)
    return {"s": round(spent.seconds, 2), "cpu_s": round(spent.cpu_s, 2)}


def _watched(root: Path, file: Path, user: str) -> float:
    """Seconds from the writing of one note to the line that tells of it."""
    command = line_of("sync", str(root), "--watch", "--user", user)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as watcher:
        try:
            output = iter(watcher.stdout or ())
            if not any(line.startswith("Watching") for line in output):
                raise SystemExit("the watcher ended")
            file.write_text(file.read_text(encoding="utf-8") + "It was moved to Monday.\n", encoding="utf-8")
            began = perf_counter()
            next(line for line in output if line.startswith("Synced"))
            return round(perf_counter() - began, 2)
        finally:
            watcher.send_signal(signal.SIGINT)
            watcher.wait(_PATIENCE_S)


def _settled(user: str, patience_s: float) -> None:
    """Waits until a running server has understood and tied what is kept, or for so long."""
    began = perf_counter()
    while (left := patience_s - perf_counter() + began) > 0:
        answer = subprocess.run(line_of("stats", "--json", "--user", user), check=True, capture_output=True)
        if not json.loads(answer.stdout)["pending"]:
            at_rest(left)
            return
        sleep(2.0)


def _forgotten(user: str) -> None:
    """Forgets the user; a server that is understanding the same memories may have to be waited for."""
    for _ in range(_FORGET_TRIES):
        tried = subprocess.run(line_of("forget", "--yes", "--user", user), stdout=subprocess.DEVNULL, check=False)
        if tried.returncode == 0:
            return
        sleep(2.0)


def main() -> None:
    """Runs and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--user", default="sync-bench")
    parser.add_argument("--settle", type=float, default=0.0)
    parser.add_argument("--json", type=Path, help="file to write the result to, for bench.tables")
    given = parser.parse_args()
    result = {"notes": given.notes, **measured(given.data, given.notes, given.user, given.settle)}
    if given.json:
        costs = {run: cost for run, cost in result.items() if isinstance(cost, dict)}
        flat = {f"{run}_{unit}": value for run, cost in costs.items() for unit, value in cost.items()}
        watched = {"notes": given.notes, "watched_s": result["watched_s"]}
        given.json.write_text(json.dumps({"sync": {**watched, **flat}}, indent=2), encoding="utf-8")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
