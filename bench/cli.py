"""Measures commands as whole processes: processor seconds and seconds of each, the median of several runs.

    python -m bench.cli [--runs 10] [--user demo] [--direct]

The commands ask a running server where there is one; `--direct` measures them without.
"""

import argparse
import json
import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter

COMMANDS = {
    "help": ("--help",),
    "list": ("list",),
    "stats": ("stats",),
    "recall": ("recall", "Where did the company trip go?"),
    "context": ("context", "the company trip"),
}


def measured(arguments: tuple[str, ...]) -> tuple[float, float]:
    """Processor seconds and seconds of one process of the command line. Raises CalledProcessError when it fails."""
    before, began = getrusage(RUSAGE_CHILDREN), perf_counter()
    subprocess.run([sys.executable, "-m", "api.commands", *arguments], check=True, capture_output=True)
    spent, after = perf_counter() - began, getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, spent


def main() -> None:
    """Prints {command: {cpu_s, s}}, each the median of the runs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--user", default="demo")
    parser.add_argument("--direct", action="store_true")
    chosen = parser.parse_args()
    more = ("--user", chosen.user, *(["--direct"] if chosen.direct else []))
    results: dict[str, dict[str, float]] = {}
    for name, command in COMMANDS.items():
        runs = [measured(command if name == "help" else (*command, *more)) for _ in range(chosen.runs)]
        cpu, spent = zip(*runs, strict=True)
        results[name] = {"cpu_s": round(median(cpu), 2), "s": round(median(spent), 2)}
    print(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
