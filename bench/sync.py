"""Measures `enishi sync` on a folder of notes: at first, with nothing changed, and after one note was changed.

    python -m bench.sync --data DIR [--notes 10000] [--user sync-bench]

Whole processes, as people run them, on a folder of its own and for a user of its own, who is forgotten at the end. The
notes are turns of the load corpora, one a file.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.filler import talks_without_end

_IN_A_FOLDER = 100


def measured(data: Path, notes: int, user: str) -> dict[str, float]:
    """Seconds of each run."""
    with TemporaryDirectory() as place:
        root = Path(place)
        texts = (f"{draft.speaker}: {draft.text}" for talk in talks_without_end(data) for draft in talk)
        files = list(_written(root, islice(texts, notes)))
        try:
            seconds = {"first_s": _seconds(root, user), "unchanged_s": _seconds(root, user)}
            changed = files[len(files) // 2]
            changed.write_text(changed.read_text(encoding="utf-8") + "It was moved to Friday.\n", encoding="utf-8")
            seconds["one_change_s"] = _seconds(root, user)
        finally:
            _run("forget", "--yes", user=user)
    return seconds


def _written(root: Path, texts: Iterator[str]) -> Iterator[Path]:
    for number, text in enumerate(texts):
        path = root / f"{number // _IN_A_FOLDER:03}" / f"note-{number:05}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"## Note {number}\n\n{text}\n", encoding="utf-8")
        yield path


def _seconds(root: Path, user: str) -> float:
    began = perf_counter()
    _run("sync", str(root), user=user)
    return round(perf_counter() - began, 2)


def _run(*arguments: str, user: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "api.commands", *arguments, "--user", user], check=True, stdout=subprocess.DEVNULL
    )


def main() -> None:
    """Runs and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--user", default="sync-bench")
    arguments = parser.parse_args()
    print(json.dumps({"notes": arguments.notes, **measured(arguments.data, arguments.notes, arguments.user)}))


if __name__ == "__main__":
    main()
