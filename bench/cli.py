"""Measures commands as whole processes: processor seconds and seconds of each, the median of several runs.

    python -m bench.cli [--runs 10] [--user demo] [--direct] [--json OUT]

The commands ask a running server where there is one; `--direct` measures them without. What a command changes is taken
back unmeasured: a memory of its own is kept beforehand, pinned, archived and forgotten again.
"""

import argparse
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.processes import Cost, cost_of, line_of

COMMANDS = {
    "help": ("--help",),
    "list": ("list",),
    "show": ("show", "ID"),
    "pin": ("pin", "ID"),
    "archive": ("archive", "ID"),
    "forget": ("forget", "ID", "--yes"),
    "entities": ("entities", "list"),
    "db status": ("db", "status"),
    "stats": ("stats",),
    "recall": ("recall", "Where did the company trip go?"),
    "context": ("context", "the company trip"),
}


CHANGES = {"pin": "unpin", "archive": "restore"}
"""What takes back a command that leaves the memory there."""


def kept(more: tuple[str, ...]) -> str:
    """The id of a memory that is kept for commands to change."""
    line = ("remember", "Measured by the bench of commands.", "--session", "bench.cli", "--json", *more)
    told = subprocess.run(line_of(*line), check=True, capture_output=True)
    return str(json.loads(told.stdout)["id"])


def of_command(name: str, runs: int, more: tuple[str, ...]) -> Iterator[Cost]:
    """What each of several runs of a command takes; each finds the memory as the first did."""
    command = COMMANDS[name]
    identity = kept(more) if "ID" in command else ""
    for _ in range(runs):
        line = tuple(identity if word == "ID" else word for word in command)
        yield cost_of(*line, *(() if name == "help" else more))
        if name in CHANGES:
            cost_of(CHANGES[name], identity, *more)
        elif name == "forget":
            identity = kept(more)
    if identity:
        cost_of("forget", identity, "--yes", *more)


def main() -> None:
    """Prints {command: {cpu_s, s}}, each the median of the runs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--user", default="demo")
    parser.add_argument("--direct", action="store_true")
    parser.add_argument("--json", type=Path, help="file to write the result to, for bench.tables")
    chosen = parser.parse_args()
    more = ("--user", chosen.user, *(["--direct"] if chosen.direct else []))
    results: dict[str, dict[str, float]] = {}
    for name in COMMANDS:
        costs = list(of_command(name, chosen.runs, more))
        results[name] = {
            "cpu_s": round(median(cost.cpu_s for cost in costs), 2),
            "s": round(median(cost.seconds for cost in costs), 2),
        }
    if chosen.json:
        flat = {f"{name}_{unit}": value for name, figures in results.items() for unit, value in figures.items()}
        chosen.json.write_text(json.dumps({"commands": {"runs": chosen.runs, **flat}}, indent=2), encoding="utf-8")
    print(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
